"""Shapes in a real browser: pieces are placed on a tower that real physics holds up."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Pages
from .playing import sit
from .site import Site
from .test_pages import LOOKS, complaints
from .towers import BOT, FLAT, HOLDING, NO_GL, PLACED, Builder, Typist, open_tower, poses_on

GAMES = ("shapes", "shapes-survivor", "shapes-pass", "shapes-draft")
TWO = ["me", "here"]
NAMES = ["Mira", "Jonas"]


def test_a_piece_is_placed_by_mouse(site: Site, towers: Pages) -> None:
    """Drag moves, the wheel lowers, the right button turns, a button lets go."""
    table = open_tower(site, "shapes-survivor", TWO, names=NAMES)
    builder = Builder(towers.new(), site, table)
    page, mouse = builder.page, builder.page.mouse
    builder.draw_and_take()
    start = builder.aim
    x, y = builder.on_screen(start)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 25, y - 12, steps=4)
    mouse.up()
    moved = builder.wait_for_aim(start)
    assert moved[1] == start[1] and (moved[0], moved[2]) != (start[0], start[2])
    mouse.wheel(0, 100)
    lowered = builder.wait_for_aim(moved)
    assert lowered[1] < moved[1] and lowered[::2] == moved[::2]
    mouse.move(*builder.on_screen(lowered))
    mouse.down(button="right")
    mouse.move(x + 160, y, steps=4)
    mouse.up(button="right")
    expect(page.locator(".stand .where")).to_contain_text("Over the platform")
    builder.let_go()
    builder.pieces(1)
    builder.wait_for("drawing")
    expect(page.locator(".banner")).to_contain_text("Jonas")


def test_a_piece_is_placed_by_touch(site: Site, towers: Pages) -> None:
    """One finger moves, two lift and turn; buttons make fine steps and let go."""
    table = open_tower(site, "shapes-survivor", TWO, names=NAMES)
    page = towers.new(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    builder = Builder(page, site, table)
    builder.draw_and_take()
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    start = builder.aim
    x, y = builder.on_screen(start)
    touch("touchStart", (x, y))
    for step in range(1, 4):
        touch("touchMove", (x + 6 * step, y))
    touch("touchEnd")
    moved = builder.wait_for_aim(start)
    assert moved[1] == start[1] and moved[::2] != start[::2]
    touch("touchStart", (x - 40, y + 60), (x + 40, y + 60))
    for step in range(1, 5):
        touch("touchMove", (x - 40, y + 60 + 4 * step), (x + 40, y + 60 + 4 * step))
    touch("touchEnd")
    lowered = builder.wait_for_aim(moved)
    assert lowered[1] < moved[1]
    page.get_by_role("button", name="Fine").tap()
    page.get_by_role("button", name="Lower", exact=True).tap()
    assert builder.wait_for_aim(lowered)[1] == pytest.approx(lowered[1] - 1, abs=0.11)
    page.get_by_role("button", name="To touch").tap()
    builder.touches()
    page.get_by_role("button", name="Let go").tap()
    builder.pieces(1)


def test_a_turn_by_keyboard_alone(site: Site, towers: Pages) -> None:
    """Drawing, taking, moving, turning, lowering, letting go; and a screen reader is told where the piece is."""
    table = open_tower(site, "shapes-survivor", TWO, names=NAMES)
    builder = Builder(towers.new(), site, table)
    page, keys = builder.page, builder.page.keyboard
    builder.wait_for("drawing")
    page.locator("[data-place=pile].lit").focus()
    keys.press("Enter")
    builder.wait_for("placing")
    page.locator(".slot.playable").first.focus()
    keys.press("Enter")
    page.wait_for_selector(f"{HOLDING}, [role=menuitem]")
    if page.locator("[role=menuitem]").count():
        keys.press("Enter")
    builder.held()
    expect(page.get_by_role("application")).to_be_focused()
    start = builder.aim
    keys.press("Shift+PageDown")
    lower = builder.wait_for_aim(start)
    assert lower[1] == pytest.approx(start[1] - 1, abs=0.11)
    keys.press("ArrowRight")
    assert builder.wait_for_aim(lower)[::2] != lower[::2]
    for key in "qewsad":
        keys.press(key)
    keys.press("w")
    expect(page.locator(".stand .where[role=status]")).to_contain_text("tilted")
    keys.press("f")
    expect(page.locator(".stand .where[role=status]")).to_contain_text("lying flat")
    builder.place_by_keys()
    builder.pieces(1)


def test_a_whole_game_by_keyboard_alone(site: Site, pages: Pages) -> None:
    """Three cards are drawn, one is placed, one passed on, until somebody lets something fall: us, at the latest."""
    table = open_tower(site, "shapes-pass", ["me", BOT], names=["Mira"], options={"deck": FLAT})
    typist = Typist(flat(pages), site, table)
    play_to_the_end(typist, steady=1)
    again = typist.page.get_by_role("dialog").get_by_role("button", name="Again")
    expect(again).to_be_focused()


def test_the_keys_are_where_something_can_be_done(site: Site, pages: Pages) -> None:
    """From the race to the piece in the hand, Enter is all that is needed."""
    table = site.open_table("shapes", TWO, names=NAMES, options={"deck": FLAT})
    builder = Builder(flat(pages), site, table)
    page, keys = builder.page, builder.page.keyboard
    expect(page.get_by_role("button", name="Let's play shapes!")).to_be_focused()
    keys.press("Enter")
    builder.wait_for("laying")
    builder.lay()
    page.get_by_role("button", name="Enough: now place them").focus()
    keys.press("Enter")
    builder.wait_for("placing")
    expect(page.locator(".mat .slot.playable")).to_be_focused()
    keys.press("Enter")
    builder.held()
    expect(page.locator(".scene")).to_be_focused()


def test_after_a_piece_the_keys_go_on_where_something_can_be_done(site: Site, pages: Pages) -> None:
    builder = Builder(flat(pages), site, open_tower(site, "shapes", TWO, names=NAMES, options={"deck": FLAT}))
    builder.step()
    builder.step()
    builder.wait_for("closing")
    expect(builder.page.locator("[data-place=pile].lit")).to_be_focused()
    builder.page.keyboard.press("Enter")
    expect(builder.page.locator(".banner")).to_contain_text("Jonas is away.")  # it is his turn


def test_what_falls_is_told_and_can_be_seen_again(site: Site, towers: Pages) -> None:
    """In the Classic game whoever lets something fall then steals a card."""
    table = open_tower(site, "shapes", TWO, names=NAMES, options={"deck": SMALL_DECK})
    builder = Builder(towers.new(), site, table)
    page = builder.page
    lay(builder)
    builder.take()
    builder.drop_beside()
    builder.wait_for("robbing")
    builder.pieces(0)
    expect(page.locator("ol.log")).to_contain_text("falls!")
    again = page.get_by_role("button", name="See the fall again")
    expect(again).to_be_visible()
    assert page.evaluate(SEE_AND_SKIP) == ["The fall, slowly Skip", "See the fall again"]
    page.get_by_role("button", name="Steal from Jonas").click()
    builder.wait_for("laying")
    expect(page.locator("ol.log")).to_contain_text("You steal")


def test_the_last_fall_is_seen_slowly_before_the_result(site: Site, towers: Pages) -> None:
    table = open_tower(site, "shapes-survivor", TWO, names=NAMES)
    builder = Builder(towers.new(reduced_motion="no-preference"), site, table)
    page = builder.page
    builder.draw_and_take()
    builder.drop_beside()
    expect(page.get_by_text("The fall, slowly")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Jonas wins!")


SEE_AND_SKIP = """async () => {  // in one go: it is over after some seconds
    const seen = [];
    for (const _ of [1, 2]) {
        document.querySelector('.again button').click();
        await new Promise(requestAnimationFrame);
        seen.push(document.querySelector('.again').innerText.trim().replace(/\\s+/g, ' '));
    }
    return seen;
}"""
SMALL_DECK = {
    "title": "Few colours and every Stop",
    "cards": [f"{colour} {shape}" for colour in ("red", "green") for shape in ("square", "bar", "disc", "plank")],
    "wild": 10,
    "stop_turn": 2,
    "clear_the_board": 1,
}


def lay(builder: Builder) -> None:
    """Lay one coloured card, and say that it is enough."""
    builder.wait_for("laying")
    builder.lay(".slot.playable:not([data-card^=wild]):not([data-card^=clear]):not([data-card^=stop])")
    builder.page.get_by_role("button", name="Enough: now place them").click()
    builder.wait_for("placing")


def table_with_a_stop(site: Site, page: Page) -> Any:
    """Where the second seat, which is this page's, was dealt a Stop Turn: more often than not."""
    while True:
        table = open_tower(site, "shapes", TWO, names=NAMES, options={"deck": SMALL_DECK})
        sit(page, site, table, 1)
        page.wait_for_selector("[data-place=hand] .slot")
        if page.locator("[data-place=hand] [data-card^='stop turn']").count():
            return table


def test_a_second_browser_stops_the_turn_in_mid_placement(site: Site, towers: Pages, pages: Pages) -> None:
    """The piece goes back, and the turn with it; the button is there for whoever holds the card, and only then."""
    one, other = towers.new(), flat(pages)
    table = table_with_a_stop(site, other)
    first, second = Builder(one, site, table), Builder(other, site, table, 1)
    lay(first)
    first.take()
    assert other.locator(".badge.turn").inner_text().startswith("M"), "it is still the turn of Mira"
    one.keyboard.press("ArrowLeft")
    stop = other.get_by_role("button", name="STOP this turn of Mira")
    expect(stop).to_be_visible()
    second.pieces(0)
    stop.click()
    first.wait_for("laying")
    expect(one.locator(HOLDING)).to_have_count(0)
    expect(one.locator("ol.log")).to_contain_text("Jonas stops your turn.")
    second.wait_for("laying")
    expect(other.locator(".banner.yours")).to_be_visible()


def test_a_reload_in_mid_placement(site: Site, towers: Pages) -> None:
    """The piece is where it was, and the hand goes on from there."""
    table = open_tower(site, "shapes-survivor", TWO, names=NAMES)
    builder = Builder(towers.new(), site, table)
    builder.draw_and_take()
    before, said = builder.aim, builder.page.locator(".stand .where").inner_text()
    for key in ("ArrowLeft", "ArrowLeft", "PageDown"):
        builder.page.keyboard.press(key)
        before = builder.wait_for_aim(before)
    expect(builder.page.locator(".stand .where")).not_to_have_text(said)  # the piece has come down by as much
    builder.page.reload()
    builder.ready()
    builder.held()
    assert builder.aim == pytest.approx(before, abs=2)
    builder.place_by_keys()
    builder.pieces(1)


def test_survivor_against_a_bot_to_the_end(site: Site, towers: Pages) -> None:
    """Pieces on pieces until somebody lets one fall; then the tower is kept to look at."""
    table = open_tower(site, "shapes-survivor", ["me", BOT], names=["Mira"], options={"deck": FLAT})
    builder = Builder(towers.new(), site, table)
    page = builder.page
    done = play_to_the_end(builder, steady=2)
    assert done.count("placing") in (1, 2, 3)
    expect(page.get_by_role("dialog").get_by_role("application")).to_have_accessible_name(
        re.compile(r"The finished tower, \d+ piece")
    )
    expect(page.get_by_role("link", name="Keep its picture")).to_be_visible()


def play_to_the_end(builder: Builder, steady: int) -> list[str]:
    """So many pieces are placed with a steady hand, and then one is let fall. In which stages something was done."""
    done: list[str] = []
    while builder.is_asked():
        placed = sum(stage in PLACED for stage in done)
        done.append(builder.step(steady=placed < steady))
    expect(builder.page.get_by_role("dialog")).to_contain_text(re.compile("win", re.IGNORECASE))
    return done


def test_classic_to_the_end(site: Site, towers: Pages, pages: Pages) -> None:
    """Two cards become pieces; when nobody can draw and nobody lays any more, fewer cards win (SH-16a)."""
    table = open_tower(site, "shapes", TWO, names=NAMES, options={"deck": FLAT})
    mira, jonas = Builder(towers.new(), site, table), Builder(flat(pages), site, table, 1)
    mira.wait_for("laying")
    mira.lay()
    mira.lay()
    mira.page.get_by_role("button", name="Enough: now place them").click()
    for _ in range(2):
        mira.wait_for("placing")
        assert mira.step() == "placing"
    mira.wait_for("closing")
    mira.draw()
    for one in (jonas, mira):
        assert one.is_asked()
        one.page.get_by_role("button", name="Lay nothing").click()
        one.wait_for("closing")
        one.draw()
    expect(mira.page.get_by_role("dialog")).to_contain_text("You win!")
    expect(jonas.page.get_by_role("dialog")).to_contain_text("Mira wins!")
    expect(jonas.page.get_by_role("dialog")).to_contain_text("The tower: 2 pieces.")


def test_play_one_pass_one_toss_one_to_the_end(site: Site, towers: Pages) -> None:
    """Until somebody lets something fall: us, at the latest with the third piece."""
    table = open_tower(site, "shapes-pass", ["me", BOT], names=["Mira"], options={"deck": FLAT})
    builder = Builder(towers.new(), site, table)
    done = play_to_the_end(builder, steady=2)
    assert done[:3] == ["drawing", "playing", "passing"]
    expect(builder.page.locator("ol.log")).to_contain_text(re.compile("You pass .* to "))


def test_card_drafting_to_the_end(site: Site, pages: Pages) -> None:
    """Ten cards are picked and put into a row; then the row is built, until somebody lets something fall."""
    table = open_tower(site, "shapes-draft", ["me", BOT], names=["Mira"], options={"deck": FLAT})
    builder = Builder(flat(pages), site, table)
    done = play_to_the_end(builder, steady=1)
    # What is left over comes by itself.
    assert done[:10].count("picking") >= 9 and done[:20].count("arranging") >= 9
    assert done.count("placing") in (1, 2)


def flat(pages: Pages, **settings: Any) -> Page:
    """A page that draws no tower in the round: quicker, where that is not what is looked at."""
    page = pages.new(**settings)
    page.add_init_script(NO_GL)
    return page


def test_who_says_it_first_starts(site: Site, towers: Pages, pages: Pages) -> None:
    """A race of buttons: both press, and one of them has the first turn."""
    table = site.open_table("shapes", TWO, names=NAMES, options={"deck": FLAT})
    racers = [Builder(towers.new(), site, table), Builder(flat(pages), site, table, 1)]
    for racer in racers:
        racer.wait_for("starting")
        expect(racer.page.get_by_role("button", name="Let's play shapes!")).to_be_visible()
    same_moment = racers[0].page.evaluate("Date.now()") + 500
    for racer in racers:
        racer.page.evaluate(
            "(at) => { setTimeout(() => document.querySelector('.race')?.click(), at - Date.now()) }", same_moment
        )
    for racer in racers:
        racer.wait_for("laying")
        expect(racer.page.get_by_role("button", name="Let's play shapes!")).to_have_count(0)
    assert sorted(racer.page.locator(".banner.yours").count() for racer in racers) == [0, 1]


def test_without_webgl_there_is_a_picture_and_the_buttons_work(site: Site, pages: Pages) -> None:
    table = open_tower(site, "shapes-survivor", TWO, names=NAMES)
    page = flat(pages)
    builder = Builder(page, site, table)
    expect(page.get_by_role("img", name="The tower from the front and from above")).to_be_visible()
    builder.draw_and_take()
    page.get_by_role("button", name="To touch").click()
    builder.touches()
    builder.let_go()
    builder.pieces(1)


def test_who_watches_sees_the_hand_move_and_nothing_to_press(site: Site, towers: Pages) -> None:
    """Two who watch see every piece in the same place as the one who holds it, in mid-air and at rest."""
    table = open_tower(site, "shapes-survivor", TWO, names=NAMES)
    builder = Builder(towers.new(), site, table)
    watchers = [towers.new(), towers.new()]
    for watcher in watchers:
        watcher.goto(f"{site.address}/t/{table['code']}")
        watcher.wait_for_selector("[data-scene=round][data-drawn]")
    builder.draw_and_take()
    before = poses_on(builder.page)
    builder.page.keyboard.press("ArrowLeft")
    for watcher in watchers:
        watcher.wait_for_selector(".shapes[data-phase=holding]")
        watcher.wait_for_function(
            "(before) => JSON.stringify(document.querySelector('.scene').poses()) !== before", arg=before
        )
        assert watcher.locator(".hand-panel, .slot.playable, .place.lit, .race").count() == 0
    same_everywhere(builder.page, *watchers)
    builder.place_by_keys()
    builder.wait_for("drawing")
    same_everywhere(builder.page, *watchers)


def same_everywhere(*pages: Page) -> None:
    """As soon as nothing moves any more."""
    for _ in range(200):
        seen = {poses_on(page) for page in pages}
        if len(seen) == 1:
            return
        pages[0].wait_for_timeout(50)
    raise AssertionError(f"some see what others do not: {seen}")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing(game: str, look: str, site: Site, towers: Pages, pages: Pages) -> None:
    """In all variants; in one of them also with a tower in the round, and a piece in hand."""
    table = site.open_table(game, TWO, names=NAMES)
    in_the_round = game == "shapes-survivor"
    page = towers.new(**LOOKS[look]) if in_the_round else flat(pages, **LOOKS[look])
    builder = Builder(page, site, table)
    builder.wait_for("starting")
    assert complaints(page) == []
    page.get_by_role("button", name="Let's play shapes!").click()
    first = {"shapes": "laying", "shapes-draft": "picking"}.get(game, "drawing")
    builder.wait_for(first)
    assert complaints(page) == []
    if in_the_round:
        builder.draw()
        builder.wait_for("placing")
        assert complaints(page) == []
        builder.take()
        assert complaints(page) == []


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390)])
def test_on_a_small_phone_all_is_in_sight(site: Site, pages: Pages, width: int, height: int) -> None:
    """Upright and on its side: nobody scrolls with a piece in hand, nor looks for the way to stop a turn."""
    phone = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
    other = flat(pages, **phone)
    table = table_with_a_stop(site, other)
    first, second = Builder(flat(pages, **phone), site, table), Builder(other, site, table, 1)
    lay(first)
    first.take()
    for name in ("Let go", "Fine", "To touch", "Lift", "Turn left"):
        expect(first.page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    second.page.wait_for_selector(".octagon")
    expect(second.page.get_by_role("button", name="STOP this turn of Mira")).to_be_in_viewport(ratio=1)
    for builder in (first, second):
        expect(builder.page.locator(".banner")).to_be_in_viewport(ratio=1)
        assert builder.page.evaluate("document.documentElement.scrollWidth") <= width
        tower = builder.page.locator(".scene").bounding_box()
        assert tower is not None and tower["height"] >= 180 and tower["width"] >= 300


def test_card_games_do_not_fetch_the_tower(site: Site, pages: Pages) -> None:
    page = pages.new()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site.address}/t/{site.open_table('ka-blam', ['me', 'bot:greedy'])['code']}")
    page.wait_for_selector("[data-seq]")
    assert [url for url in asked if "stage" in url or "shapes" in url] == []
