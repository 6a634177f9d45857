"""Every game is played to its end by somebody who knows only what the page shows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import parlour

from .conftest import Pages
from .playing import Player, TouchTyper, sit, staged, still
from .site import Site

GAMES: dict[str, dict[str, Any]] = {  # with options that make short matches
    "ka-blam": {"length": "short", "starter": 0},  # whoever starts may explode before the other has a turn
    "go-fox": {},
    "read-and-grab": {"grabs": "offered"},
    "freaky": {"taking": "help"},
    "game-on": {"competition": "rock-paper-scissors", "timer": 1},
    "game-on-coop": {},
}
MOST = {game.id: game.seats for game in parlour.GAMES}
SPOTTED = {"read-and-grab": {"grabs": "call"}, "freaky": {"taking": "spot"}}


@pytest.mark.parametrize("game", GAMES)
def test_a_full_game_by_mouse(game: str, site: Site, pages: Pages) -> None:
    page = pages.new()
    sit(page, site, site.open_table(game, ["me", "bot:greedy"], options=GAMES[game], names=["Mira"]))
    assert Player(page).play_to_the_end() > 0
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("win|House|share", re.IGNORECASE))
    adds_up = "How it adds up" if "length" not in GAMES[game] else re.compile(r"cards? left")
    expect(page.get_by_role("dialog")).to_contain_text(adds_up)
    page.get_by_text("The deal can be checked").click()
    expect(page.get_by_text("The secret is the one that was promised when you came.")).to_be_visible()
    expect(page.get_by_text("The seed of the deal follows from that secret, the round and the words.")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_full_game_by_keyboard_alone(game: str, site: Site, pages: Pages) -> None:
    page = pages.new()
    sit(page, site, site.open_table(game, ["me", "bot:greedy"], options=GAMES[game], names=["Mira"]))
    assert TouchTyper(page, seed=2).play_to_the_end() > 0


@pytest.mark.parametrize("game", SPOTTED)
def test_what_is_to_be_spotted_is_not_pointed_out(game: str, site: Site, pages: Pages) -> None:
    """A wrong claim is refused where the finger is, and costs nothing."""
    page = pages.new()
    sit(page, site, site.open_table(game, ["me", "bot:greedy"], options=SPOTTED[game], names=["Mira"]))
    player = Player(page, seed=3)
    while player.wait_until_asked() and not page.locator("[data-refused]").count() and player.moves < 200:
        player.move()
    expect(page.locator(".refusal")).to_be_visible()
    assert page.locator(".refusal").inner_text().strip()


def late_in_ka_blam(message: dict[str, Any]) -> None:
    """All have many points, where a game counts them from round to round."""
    if "dealer" in message["view"]:
        message["view"]["points"] = [100] * message["view"]["players"]


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_everything_is_within_reach(game: str, site: Site, pages: Pages) -> None:
    """At 360 pixels and with all seats taken nothing runs out at the side, and a game can be played by touch."""
    page = pages.new(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    staged(page, late_in_ka_blam)
    seats = ["me", *["bot:greedy"] * (max(MOST[game]) - 1)]
    sit(page, site, site.open_table(game, seats, names=["Wilhelmina-Charlotte 24c"]))
    player = Player(page, seed=4)
    for _ in range(6):
        if player.wait_until_asked():
            player.move()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        cloth = page.locator(".cloth")
        assert cloth.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0, "the table can be pushed sideways"


@pytest.mark.parametrize("game", ["ka-blam", "go-fox", "read-and-grab", "freaky"])
def test_on_a_phone_four_sit_at_a_table_and_nothing_has_to_be_scrolled_for(game: str, site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    seats = ["me", "bot:greedy", "bot:greedy", "bot:greedy"]
    sit(page, site, site.open_table(game, seats, names=["Mira"], settings={"pause": 20}))
    player = Player(page, seed=4)
    for _ in range(12):
        if not player.wait_until_asked():
            break
        page.wait_for_function(_ALL_SEEN, timeout=3000)  # at once; what is out of sight is told in the next frame
        player.move()


# All is in sight, or it is said how much is not.
_ALL_SEEN = """() => {
    const { scrollHeight, clientHeight } = document.querySelector(".cloth");
    const told = [...document.querySelectorAll(".cloth button")].some((one) => /more .* below/.test(one.textContent));
    return scrollHeight - clientHeight <= 20 || told;
}"""

COLOURS = ["red", "orange", "yellow", "green", "blue", "purple"]


def late_in_read_and_grab(message: dict[str, Any]) -> None:
    """All cards are out, and every seat has one complete set."""
    view, players = message["view"], message["view"]["players"]
    view["front"] = [[] for _ in range(players)]
    view["complete"] = [[number] for number in range(1, players + 1)]
    for number in range(1, 12):
        whole = number <= players
        for at, colour in enumerate(COLOURS):
            view["front"][number - 1 if whole else at % players].append(f"{colour} {number}")
    view["turned"], view["stage"], view["to_act"] = "red 9", "grab", [0]
    message["choices"] = [[0, "finish"], [1, "grab 9s from seat 1"], [2, "grab 2s from seat 1"]]
    message["moves"] = [[0, "turn over"]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_a_laptop_all_sets_have_room(players: int, site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": 1280, "height": 720})
    staged(page, late_in_read_and_grab)
    table = site.open_table("read-and-grab", ["me", *["bot:greedy"] * (players - 1)], options={"starter": 0})
    sit(page, site, table)
    finish = page.get_by_role("button", name="Finish your turn")
    for seen in [finish, page.locator(".words .card"), *page.locator(".set").all()]:
        expect(seen).to_be_in_viewport(ratio=1)
    cloth = page.locator(".cloth")
    assert cloth.evaluate("(one) => one.scrollHeight - one.clientHeight") == 0
    page.get_by_role("img", name="complete set of 2s").click()  # of another, and not to be had
    refusal = page.locator(".refusal")
    expect(refusal).to_contain_text("A complete set is safe.")
    for seen in [finish, page.locator(".banner"), page.get_by_role("img", name="complete set of 2s")]:
        assert apart(refusal, seen)


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (1280, 800)])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_letters_of_all_colours_can_be_read(players: int, size: tuple[int, int], site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": size[0], "height": size[1]})
    staged(page, late_in_read_and_grab)
    seats = ["me", *["bot:greedy"] * (players - 1)]
    sit(page, site, site.open_table("read-and-grab", seats, options={"starter": 0}))
    page.locator(".set .missing").first.wait_for()
    letters = page.locator(".set .missing, .set .card text").evaluate_all(
        """(all) => all.map((one) => {
            const size = Number.parseFloat(getComputedStyle(one).fontSize);
            return size * (one.getScreenCTM?.().a ?? 1);
        })"""
    )
    assert min(letters) >= 11
    within = page.locator(".set .missing").evaluate_all(
        "(all) => all.every((one) => one.scrollWidth <= one.clientWidth)"
    )
    assert within, "a letter is wider than its place"


# What is to be seen or pressed of which something else lies over the middle; of a hand, where cards overlap, the last.
_COVERED = """() => [...document.querySelectorAll(
    ".cloth :is(button:not(.slot), .spot:last-child > .slot, .place, .badge, .seat, .front, .tile, .banner)"
)].filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    if (!width || !one.checkVisibility({ visibilityProperty: true })) return false;
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    return !at || !(one.contains(at) || at.contains(one));
}).map((one) => one.outerHTML.slice(0, 160))"""


@pytest.mark.parametrize("game", GAMES)
def test_on_a_projector_all_is_seen_and_larger(game: str, site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": 1280, "height": 800})
    seats = ["me", *["bot:greedy"] * 3]
    sit(page, site, site.open_table(game, seats, options=GAMES[game], names=["Mira"]))
    player, card = Player(page, seed=7), ".slot, [data-place=middle] svg"
    assert player.wait_until_asked()
    wide = page.locator(card).first.evaluate("(one) => one.getBoundingClientRect().width")
    page.set_viewport_size({"width": 1920, "height": 1080})
    for _ in range(4):
        still(page)
        for scrolls in (page.locator(".cloth"), page.locator("html")):
            more = scrolls.evaluate("(one) => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]")
            assert more == [0, 0]
        assert page.evaluate(_COVERED) == []
        if page.locator(card).count():
            larger = page.locator(card).first.evaluate("(one) => one.getBoundingClientRect().width")
            assert larger > 1.25 * wide
        player.move()
        if not player.wait_until_asked():
            break


def test_a_turn_is_not_finished_by_a_double_click_on_the_pile_button(site: Site, pages: Pages) -> None:
    page = pages.new()
    sit(page, site, site.open_table("read-and-grab", ["me", "bot:greedy"], options={"starter": 0}, names=["Mira"]))
    page.get_by_role("button", name="Turn over a card").filter(visible=True).last.dblclick()
    finish = page.get_by_role("button", name="Finish your turn")
    expect(finish).to_have_attribute("aria-disabled", "true")
    expect(finish).to_have_attribute("aria-disabled", "false")  # a moment later, and still one's turn


def test_on_a_phone_more_rows_than_there_is_room_for_are_announced(site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": 360, "height": 440}, has_touch=True, is_mobile=True)
    sit(page, site, site.open_table("freaky", ["me", "bot:greedy"], names=["Mira"]))
    page.get_by_role("button", name=re.compile("more rows? below")).click()
    expect(page.locator(".fresh")).to_be_in_viewport(ratio=0.6)


def test_a_finger_drags_a_card_to_where_it_goes(site: Site, pages: Pages) -> None:
    """On a phone, by touch: the card follows the finger, and is played where it is let go on a lit place."""
    page = pages.new(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sit(page, site, site.open_table("freaky", ["me", "bot:greedy"], options=GAMES["freaky"], names=["Mira"]))
    player = Player(page)
    assert player.wait_until_asked()
    before = player.seq()
    card = page.locator(".slot.playable").first
    name = card.get_attribute("data-card")
    start = centre(card)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", start)
    touch("touchMove", (start[0], start[1] - 20))
    lit = page.locator(".place.lit").first  # picked up, it shows where it may go
    expect(lit).to_be_visible()
    aim = centre(lit)
    for step in range(1, 6):
        way = step / 5
        touch("touchMove", (start[0] + (aim[0] - start[0]) * way, start[1] + (aim[1] - start[1]) * way))
    expect(page.locator(".slot.dragging")).to_have_attribute("data-card", str(name))
    touch("touchEnd")
    page.wait_for_function("(seq) => Number(document.querySelector('[data-seq]').dataset.seq) > seq", arg=before)
    expect(page.locator(f"[data-place^=row] [data-card='{name}']")).to_have_count(1)
    expect(page.locator(f"[data-place=hand] [data-card='{name}']")).to_have_count(0)


def test_a_mouse_drags_a_card_to_where_it_goes(site: Site, pages: Pages) -> None:
    page = pages.new()
    sit(page, site, site.open_table("freaky", ["me", "bot:greedy"], options=GAMES["freaky"], names=["Mira"]))
    player = Player(page)
    assert player.wait_until_asked()
    before = player.seq()
    card, mouse = page.locator(".slot.playable").first, page.mouse
    name, (x, y) = card.get_attribute("data-card"), centre(card)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 20)
    mouse.move(*centre(page.locator(".place.lit").first), steps=5)
    expect(page.locator(".slot.dragging")).to_have_attribute("data-card", str(name))
    mouse.up()
    page.wait_for_function("(seq) => Number(document.querySelector('[data-seq]').dataset.seq) > seq", arg=before)
    expect(page.locator(f"[data-place^=row] [data-card='{name}']")).to_have_count(1)


def apart(one: Locator, other: Locator) -> bool:
    here, there = one.bounding_box(), other.bounding_box()
    assert here is not None
    assert there is not None
    return (
        here["x"] + here["width"] <= there["x"]
        or there["x"] + there["width"] <= here["x"]
        or here["y"] + here["height"] <= there["y"]
        or there["y"] + there["height"] <= here["y"]
    )


def centre(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def late_in_go_fox(message: dict[str, Any]) -> None:
    """Eight pairs each, and the newest question was answered with no."""
    view = message["view"]
    numbers = [
        [2, 9, 11, 1, 7, 5, 3, 8],
        [4, 10, 2, 6, 1, 11, 3, 9],
        [8, 5, 7, 2, 4, 6, 9, 1],
        [3, 1, 8, 10, 6, 7, 11, 5],
    ]
    view["pairs"] = [
        [[f"{COLOURS[at // 2 * 2]} {number}", f"{COLOURS[at // 2 * 2 + 1]} {number}"] for number in numbers[at]]
        for at in range(view["players"])
    ]
    view["hand"], view["to_act"] = ["blue 4", "purple 4", "red 10", "green 10", "blue 11"], [0]
    message["moves"] = [[view["players"] - 1, "ask for 6"], [0, "go fox"]]
    message["choices"] = [[0, "ask for 4"], [1, "ask for 10"], [2, "ask for 11"]]


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_many_pairs_leave_room_for_the_answer(size: tuple[int, int], site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": size[0], "height": size[1]})
    staged(page, late_in_go_fox)
    sit(page, site, site.open_table("go-fox", ["me", *["bot:greedy"] * 3], options={"starter": 0}, names=["Mira"]))
    answer = page.locator(".answer.no")
    expect(answer).to_be_in_viewport(ratio=1)
    for other in [page.locator(".top"), page.locator(".hand"), *page.locator(".seat").all()]:
        assert apart(answer, other)
    assert page.locator(".cloth").evaluate("(one) => one.scrollHeight - one.clientHeight") == 0
    assert page.locator(".about .pairs li > b").all_inner_texts() == ["1", "2", "3", "5", "7", "8", "9", "11"]


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (360, 640)])
def test_the_pile_keeps_its_place(size: tuple[int, int], site: Site, pages: Pages) -> None:
    """Whatever was asked and answered, however many pairs lie there, and whichever buttons have come."""
    page = pages.new(viewport={"width": size[0], "height": size[1]})
    sit(page, site, site.open_table("go-fox", ["me", "bot:greedy", "bot:greedy"], names=["Mira"]))
    player, seen = Player(page, seed=3), []
    while player.wait_until_asked():
        still(page)
        seen.append(centre(page.locator("[data-place=pile]")))
        player.move()
    for along in zip(*seen, strict=True):
        assert max(along) - min(along) <= 1, seen


def test_rows_side_by_side_have_their_own_buttons(site: Site, pages: Pages) -> None:
    def many_rows(message: dict[str, Any]) -> None:
        view = message["view"]
        cards = [f"{ground}/{circle}/{len(circle)}" for ground in COLOURS for circle in COLOURS]
        view["rows"], view["stage"], view["to_act"] = [cards[at : at + 3] for at in range(0, 15, 3)], "take", [0]
        message["choices"] = [[0, "finish"], *[[row, f"take row {row}"] for row in range(1, 6)]]

    page = pages.new(viewport={"width": 1280, "height": 720})
    staged(page, many_rows)
    sit(page, site, site.open_table("freaky", ["me", "bot:greedy"], names=["Mira"]))
    rows = page.locator(".row")
    expect(rows).to_have_count(5)
    for row in rows.all():
        expect(row).to_be_in_viewport(ratio=1)
        assert row.evaluate("(one) => getComputedStyle(one).borderTopWidth") == "2px"
        expect(row.get_by_role("button", name="Take the row")).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("game", ["ka-blam", "go-fox", "read-and-grab", "freaky", "game-on"])
def test_nothing_moves_between_turns(game: str, size: tuple[int, int], site: Site, pages: Pages) -> None:
    """There is room for what comes and goes: what happened meanwhile, longer words in the banner, more buttons."""
    page = pages.new(viewport={"width": size[0], "height": size[1]})
    options = {} if game in ("freaky", "game-on") else {"starter": 0}
    table = site.open_table(game, ["me", "bot:greedy", "bot:greedy"], options=options, names=["Mira"])
    sit(page, site, table)
    player, seen = Player(page, seed=5), set()
    for _ in range(8):
        if not player.wait_until_asked():
            break
        seen.add(page.evaluate(_PLACES))
        player.move()
        seen.add(page.evaluate(_PLACES))
    places = [[float(number) for number in place.split()] for place in seen - {None}]
    assert places
    for found in zip(*places, strict=True):  # a fraction of a pixel may be rounded either way
        assert max(found) - min(found) <= 1, seen


# Where the game begins, below all that is said, and where its hint button is.
_PLACES = """() => {
    const game = document.querySelector(".news ~ div"), hint = document.querySelector("button.hint");
    if (!game || !hint) return null;
    const { x, bottom } = hint.getBoundingClientRect();
    return `${game.getBoundingClientRect().y} ${x} ${bottom}`;
}"""


def test_on_a_small_phone_five_leave_the_discard_pile_in_sight(site: Site, pages: Pages) -> None:
    def many(message: dict[str, Any]) -> None:
        view = message["view"]
        view |= {"hand": [f"{colour} 7" for colour in COLOURS] + ["red 1"], "to_act": [0]}
        view["points"] = [100] * view["players"]
        message["choices"] = [[90, "draw"]]

    page = pages.new(viewport={"width": 360, "height": 640})
    staged(page, many)
    seats = ["me", *["bot:greedy"] * 4]
    sit(page, site, site.open_table("ka-blam", seats, options={"starter": 0}, names=["Mira"]))
    expect(page.locator(".hand .slot")).to_have_count(7)
    colour = page.locator(".discard .force")
    expect(colour).to_be_in_viewport(ratio=1)
    for other in [page.locator(".badge", has_text="You"), page.locator(".hand")]:
        assert apart(colour, other)
    assert page.locator(".cloth").evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_a_hand_of_four_leaves_room_for_the_buttons_beside_it(site: Site, pages: Pages) -> None:
    def hold_four(message: dict[str, Any]) -> None:
        message["view"] |= {"hand": ["white square", "blue circle", "red circle", "black triangle"], "to_act": [0]}
        message["choices"] = [[1, "redraw"], [2, "finish"]]

    page = pages.new(viewport={"width": 1280, "height": 800})
    staged(page, hold_four)
    seats = ["me", *["bot:greedy"] * 4]
    sit(page, site, site.open_table("game-on", seats, names=["Mira"]))
    buttons = page.locator(".do .button:not(.hint)")
    expect(buttons).to_have_count(2)
    assert centre(buttons.first)[1] == centre(buttons.last)[1]
    for tile in page.locator(".tile").all():
        assert apart(tile, page.locator(".do"))


def test_nine_cards_stand_in_two_rows_that_hide_no_word(site: Site, pages: Pages) -> None:
    """Each is smaller then than fewer would be, which is seen only when they are there."""
    hand = [f"{colour} {number}" for colour in COLOURS[:5] for number in (1, 7)]
    held = {"cards": hand[:8]}

    def many(message: dict[str, Any]) -> None:
        view = message["view"]
        view["hand"], view["to_act"] = held["cards"], [0]
        message["choices"] = [[90, "draw"]]
        view["hand_sizes"][0] = len(view["hand"])
        held["cards"] = hand[:9]

    page = pages.new(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    staged(page, many)
    sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], options={"starter": 0}, names=["Mira"]))
    expect(page.locator(".hand .slot")).to_have_count(8)
    page.get_by_role("button", name="Draw a card").or_(page.locator("[data-does=draw]")).first.click()
    expect(page.locator(".hand .slot")).to_have_count(9)
    expect(page.locator(".hand .line")).to_have_count(2)
    first, second = page.locator(".hand .line").all()
    plates = first.bounding_box(), second.bounding_box()
    assert plates[0] and plates[1] and plates[1]["y"] >= plates[0]["y"] + 0.85 * plates[0]["height"]
