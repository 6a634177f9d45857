"""What moves: cards go from where they were to where they go, once, and for whoever wants no motion they fade."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Pages
from .playing import Player, sit, staged, still
from .site import Site

# Where each thing that is animated begins and ends, in the middle of it and how wide; seen before it has moved.
_WATCHED = """window.moves = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
    const going = animate.call(this, frames, how), name = this.dataset.card ?? this.className;
    const at = (time) => {
        going.currentTime = time;
        const { x, y, width, height } = this.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2, width };
    };
    const delay = how.delay ?? 0;
    const end = at(delay + how.duration - 0.001), start = at(0), fades = !("translate" in frames[0]);
    if (how.duration < 180 || how.duration > 280) throw new Error(`${name} takes ${how.duration} ms`);
    window.moves.push({ name, start, end, delay, fades, inHand: this.closest("[data-place=hand]") !== null });
    return going;
};"""


def watched(pages: Pages, **settings: Any) -> Page:
    page = pages.new(**{"reduced_motion": "no-preference", **settings})
    page.add_init_script(_WATCHED)
    return page


def moves(page: Page) -> list[dict[str, Any]]:
    """Since it was last asked."""
    seen: list[dict[str, Any]] = page.evaluate("window.moves.splice(0)")
    return seen


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def near(spot: dict[str, float], at: tuple[float, float], far: float = 30) -> bool:
    return abs(spot["x"] - at[0]) <= far and abs(spot["y"] - at[1]) <= far


def is_dealt(page: Page) -> None:
    """Out of the pile into the hand, one card after the other."""
    page.wait_for_selector("[data-place=hand] [data-card]")
    page.wait_for_function("() => window.moves.some((one) => one.inHand)")
    dealt = [one for one in moves(page) if one["inHand"]]
    assert len(dealt) == page.locator("[data-place=hand] [data-card]").count()
    pile = middle(page, "[data-place=pile]")
    assert all(near(one["start"], pile) for one in dealt), dealt
    delays = [one["delay"] for one in dealt]
    assert [late - early for early, late in itertools.pairwise(delays)] == [40] * (len(dealt) - 1)


def test_a_deal_comes_out_of_the_pile(site: Site, pages: Pages) -> None:
    page = watched(pages)
    table = site.ask("/api/tables", {"game": "freaky", "seats": ["me", "bot:fair"], "settings": {"pause": 3000}})
    sit(page, site, table)
    page.get_by_role("button", name="Deal the cards").click()
    is_dealt(page)


def test_play_now_deals_at_once(site: Site, pages: Pages) -> None:
    page = watched(pages)
    page.goto(site.address)
    page.get_by_role("button", name="Play now: Freaky").click()
    is_dealt(page)


def test_again_deals_again_and_who_comes_back_in_mid_game_sees_no_deal(site: Site, pages: Pages) -> None:
    page = watched(pages)
    table = site.open_table("ka-blam", ["me", "bot:greedy"], options={"length": "short", "starter": 0}, names=["Mira"])
    sit(page, site, table)
    is_dealt(page)
    player = Player(page, 6)
    assert player.wait_until_asked()
    player.move()
    page.reload()
    page.wait_for_selector("[data-place=hand] [data-card]")
    assert player.wait_until_asked()
    assert not [one for one in moves(page) if one["inHand"] and one["delay"]]
    player.play_to_the_end()
    moves(page)
    page.get_by_role("button", name="Again").click()
    deal = page.get_by_role("button", name="Deal the cards")
    expect(deal.or_(page.locator(".frame:not([data-over])")).first).to_be_visible()
    if deal.count():
        deal.click()
    is_dealt(page)


# A shape that the card covers; one may scuttle with it, too.
SHAPE_LIT = ", ".join(
    f".place.lit[data-place^=card-][data-place$={shape}]" for shape in ("square", "circle", "triangle")
)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("game", ["game-on", "game-on-coop"])
def test_a_card_goes_from_the_hand_into_the_shape_that_it_covers(
    game: str, size: tuple[int, int], site: Site, pages: Pages
) -> None:
    page = watched(pages, viewport={"width": size[0], "height": size[1]})
    for _ in range(8):  # until a hand fits something
        sit(page, site, site.open_table(game, ["me", "here"], names=["Mira", "Ben"]))
        assert Player(page).wait_until_asked()
        for card in page.locator("[data-place=hand] .slot.playable").all():
            card.click()
            if page.locator(SHAPE_LIT).count():
                break
            page.keyboard.press("Escape")
        else:
            continue
        break
    still(page)
    hand = middle(page, ".slot.picked")
    moves(page)
    page.locator(SHAPE_LIT).first.click()
    disc = page.locator(".by [data-card]")
    expect(disc).to_be_visible()
    still(page)
    seen = {one["name"]: one for one in moves(page)}
    assert near(seen["flying"]["start"], hand)
    assert near(seen["flying"]["end"], middle(page, ".by [data-card]"), 4)
    assert seen["flying"]["end"]["width"] < seen["flying"]["start"]["width"] / 2
    assert seen[str(disc.get_attribute("data-card"))]["fades"]
    expect(page.locator(".flying")).to_have_count(0)
    assert page.locator("[data-place=hand] [data-card]").count() == (2 if game == "game-on" else 1)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("game", ["game-on", "game-on-coop"])
def test_a_hand_that_is_redrawn_goes_to_its_pile_and_another_comes_from_there(
    game: str, size: tuple[int, int], site: Site, pages: Pages
) -> None:
    page = watched(pages, viewport={"width": size[0], "height": size[1]})
    sit(page, site, site.open_table(game, ["me", "here"], names=["Mira", "Ben"]))
    assert Player(page).wait_until_asked()
    still(page)
    held = page.evaluate(_HELD)
    spots = [middle(page, f"[data-place=hand] [data-card='{card}']") for card in held]
    moves(page)
    page.get_by_role("button", name="Redraw").click()
    page.wait_for_function("() => document.querySelector('.kept[aria-disabled]')?.textContent.includes('done')")
    still(page)
    now, seen = page.evaluate(_HELD), moves(page)
    pile = middle(page, "[data-place=own-pile]" if size[0] < 760 else "[data-place=seat-0]")
    gone = [one for one in seen if one["name"] == "flying"]
    assert len(gone) == len(set(held) - set(now))
    assert all(near(one["end"], pile, 4) and any(near(one["start"], at, 2) for at in spots) for one in gone)
    come = [one for one in seen if one["inHand"] and one["name"] not in held]
    assert {one["name"] for one in come} == set(now) - set(held)
    assert all(near(one["start"], pile, 4) for one in come)
    expect(page.locator(".flying")).to_have_count(0)


_HELD = "() => [...document.querySelectorAll('[data-place=hand] [data-card]')].map((one) => one.dataset.card)"


def test_the_cards_of_an_open_hand_go_where_they_are_put(site: Site, pages: Pages) -> None:
    """Another covers with a card that all see: it comes out of that hand."""
    page = watched(pages)
    states = 0

    def cover(message: dict[str, Any]) -> None:
        nonlocal states
        states += 1
        lying = on_track("sun 1")
        held = ["red square", "blue circle"]
        if states > 1:
            lying |= {"covers": ["red square", None, None], "covered_by": [1, None, None]}
            held = ["blue circle"]
        message["view"] |= {"track": [lying], "hands": [None, held], "open_hands": True}

    staged(page, cover)
    sit(page, site, site.open_table("game-on-coop", ["me", "here"], names=["Mira", "Ben"]))
    assert Player(page).wait_until_asked()
    still(page)
    was = middle(page, "[data-card='held 1 red square']")
    moves(page)
    page.get_by_role("button", name="I am done").click()
    page.wait_for_selector("[data-card='sun 1 square 1']")
    still(page)
    flown = [one for one in moves(page) if one["name"] == "flying"]
    assert len(flown) == 1
    assert near(flown[0]["start"], was, 2)
    assert near(flown[0]["end"], middle(page, "[data-card='sun 1 square 1']"), 4)


def on_track(name: str, whole: bool = False) -> dict[str, Any]:
    covers = ["red square", "red circle", "red triangle"] if whole else [None] * 3
    return {
        "card": f"{name.split()[0]}: red square, red circle, red triangle; 2 points",
        "name": name,
        "covers": covers,
        "covered_by": [1 if card else None for card in covers],
        "scuttled": False,
    }


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("side", ["team", "house"])
def test_the_track_moves_along_and_its_oldest_card_goes_to_who_gets_it(
    side: str, size: tuple[int, int], site: Site, pages: Pages
) -> None:
    page = watched(pages, viewport={"width": size[0], "height": size[1]})
    states = 0

    def go_on(message: dict[str, Any]) -> None:
        nonlocal states
        states += 1
        track = [on_track("sun 1", side == "team"), on_track("moon 2", whole=True), on_track("star 3")]
        new = {**on_track("leaf 4")}
        message["view"] |= {"track": [*track[1:], new] if states > 1 else track, "team": [], "house": []}
        if states > 1:
            message["view"][side] = [{"card": track[0]["card"], "name": "sun 1"}]

    staged(page, go_on)
    sit(page, site, site.open_table("game-on-coop", ["me", "here"], names=["Mira", "Ben"]))
    assert Player(page).wait_until_asked()
    still(page)
    were = {name: middle(page, f".belt [data-card='{name}']") for name in ("sun 1", "moon 2", "star 3")}
    moves(page)
    page.get_by_role("button", name="I am done").click()
    page.wait_for_selector(".belt [data-card='leaf 4']")
    still(page)
    seen = {one["name"]: one for one in moves(page)}
    assert near(seen["moon 2"]["end"], were["sun 1"], 40)
    for name in ("moon 2", "star 3"):
        assert near(seen[name]["start"], were[name], 2)
        assert near(seen[name]["end"], middle(page, f".belt [data-card='{name}']"), 2)
    assert not any(name.startswith("moon 2 ") for name in seen), "what lies on a card goes along with it"
    assert near(seen["leaf 4"]["start"], middle(page, "[data-place=deck]"))
    wide = size[0] > 760
    goal = middle(page, "[data-place=team]" if side == "team" else f"[data-place={'exit' if wide else 'house'}]")
    assert near(seen["flying"]["start"], were["sun 1"], 2)
    assert near(seen["flying"]["end"], goal, 4)
    if side == "house":
        assert near(seen["sun 1"]["start"], goal, 4)
        assert near(seen["sun 1"]["end"], middle(page, ".lost [data-card='sun 1']"), 4)
    expect(page.locator(".flying")).to_have_count(0)


def test_who_wants_no_motion_sees_cards_fade(site: Site, pages: Pages) -> None:
    page = watched(pages, reduced_motion="reduce")
    table = site.open_table("freaky", ["me", "here"], names=["Mira", "Ben"])
    sit(page, site, table)
    page.wait_for_selector("[data-place=hand] .slot")
    if not page.locator(".slot.playable").count():
        sit(page, site, table, 1)  # who begins
    assert Player(page).wait_until_asked()
    card = page.locator("[data-place=hand] .slot.playable").first
    name = card.get_attribute("data-card")
    card.click()
    moves(page)
    page.locator(".place.lit").first.click()
    page.wait_for_selector(f"[data-place^=row] [data-card='{name}']")
    seen = moves(page)
    assert name in [one["name"] for one in seen]
    assert all(one["fades"] for one in seen)


_BLASTS = """window.blasts = [];
addEventListener("animationstart", ({ target }) => {
    const [over, table] = [".over", ".ka-blam"].map((one) => target.closest(one)?.getBoundingClientRect());
    if (!over) return;
    const all = over.left <= table.left && over.right >= table.right && over.height >= table.height;
    window.blasts.push(all ? "all over the table" : `${over.width} by ${over.height}`);
});"""


def explode(message: dict[str, Any], seen: list[int]) -> None:
    """With the second state somebody explodes; before, one who is called so plays on."""
    seen.append(1)
    bang = "Ben draws the Exploding card. KA-BLAM! Ben goes out."
    message["told"] = [*message["told"], bang if len(seen) == 2 else "KA-BLAM! draws a card."]


def test_the_exploding_card_goes_off_over_the_table_once(site: Site, pages: Pages) -> None:
    for wanted in ("no-preference", "reduce"):
        page, seen = pages.new(reduced_motion=wanted), list[int]()
        page.add_init_script(_BLASTS)
        staged(page, lambda message, seen=seen: explode(message, seen))
        names = ["Mira", "Ben", "KA-BLAM!"]
        sit(page, site, site.open_table("ka-blam", ["me", "here", "here"], names=names, options={"starter": 0}))
        player = Player(page, 3)
        assert player.wait_until_asked()
        player.move()
        expect(page.get_by_role("list", name="What happened")).to_contain_text("Ben draws the Exploding card.")
        expect(page.locator(".over")).to_have_count(0)  # and gone again
        assert page.evaluate("window.blasts") == (["all over the table"] if wanted == "no-preference" else [])
