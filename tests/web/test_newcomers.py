"""What somebody sees who has read no rules: in sight, in full, and long enough."""

from __future__ import annotations

import contextlib
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, WebSocketRoute, expect

from .conftest import Pages
from .playing import GO_ON, Player, sit, staged, still
from .site import Site
from .test_games import GAMES
from .test_pages import complaints

SIZES = [(360, 640), (390, 844), (1280, 800)]
BOTH = ["game-on", "game-on-coop"]
WHY = "It brings the most, and leaves what the others need out of their reach."
# What of the hint's panel lies over the banner, or over what is marked. On a phone there may be no room but that of the
# banner, and the hint says itself what to do; on the smallest, half of a card in the hand may be hidden, too.
HIDDEN = """() => {
    const box = (one) => one.getBoundingClientRect();
    const hint = box(document.querySelector('[data-hint-is]'));
    const seen = box(document.querySelector('main'));
    return [...document.querySelectorAll('main .banner, main [data-hint]')].filter((one) => {
        const { left, right, top, bottom } = box(one);
        if (one.matches('.banner') && seen.width < 700) return false;
        if (one.matches('.place') && (bottom > seen.bottom || top < seen.top)) return true;
        const rest = one.matches('.slot') && seen.height < 560 ? (bottom - top) / 2 : 0;
        return left < hint.right && right > hint.left && top < hint.bottom - rest && bottom > hint.top + rest;
    }).map((one) => one.outerHTML.slice(0, 120));
}"""


# What the hint speaks of, or is checked against, and lies under it.
TOLD = """() => {
    const over = document.querySelector("[data-hint-is]").getBoundingClientRect();
    return [...document.querySelectorAll("[data-tells]")].filter((one) => {
        const { top, bottom, left, right } = one.getBoundingClientRect();
        return top < over.bottom && bottom > over.top && left < over.right && right > over.left;
    }).map((one) => one.outerHTML.slice(0, 120));
}"""


def deal(page: Page, site: Site, game: str, **more: Any) -> Player:
    table = site.open_table(game, ["me", "bot:greedy", "bot:greedy"], names=["Mira"], options=GAMES[game], **more)
    sit(page, site, table)
    player = Player(page, 5)
    assert player.wait_until_asked()
    return player


def whole(page: Page, selector: str) -> bool:
    """Whether all of it can be seen, and nothing lies over it."""
    found = page.locator(selector).first
    return bool(
        found.evaluate(
            """(one) => {
                const { left, right, top, bottom } = one.getBoundingClientRect();
                const at = (x, y) => document.elementFromPoint(x, y);
                const [x, y] = [(left + right) / 2, (top + bottom) / 2];
                const points = [[x, y], [x, top + 2], [x, bottom - 2], [left + 2, y], [right - 2, y]];
                return one.scrollWidth <= one.clientWidth + 1 && points.every(([x, y]) => one.contains(at(x, y)));
            }"""
        )
    )


class Between:
    """Between page and server: gives hints, since the search is slow to compile, and tells what luck may not bring."""

    def __init__(self, page: Page) -> None:
        self.choices: list[tuple[int, str]] = []
        self.given = 0  # the choice that is the hint
        self.told: list[str] = []  # with the next state
        page.route_web_socket(re.compile("/ws/"), self._connect)

    def _connect(self, here: WebSocketRoute) -> None:
        server = here.connect_to_server()

        def to_server(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] != "hint":
                server.send(text)
                return
            move, words = self.choices[self.given]
            here.send(json.dumps({"type": "hint", "id": message["id"], "move": move, "words": words, "reason": WHY}))

        def to_page(text: str | bytes) -> None:
            message = json.loads(text) if isinstance(text, str) else {}
            if message.get("type") == "state":
                self.choices = [(number, words) for number, words in message["choices"]]
                message["told"] += self.told
                self.told = []
            here.send(json.dumps(message) if message else text)

        here.on_message(to_server)
        server.on_message(to_page)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_hides_neither_the_move_nor_on_a_wide_screen_the_banner(game: str, site: Site, pages: Pages) -> None:
    page = pages.new()
    hints = Between(page)
    deal(page, site, game)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for number in sorted({0, len(hints.choices) // 2, len(hints.choices) - 1}):
            hints.given = number
            page.keyboard.press("h")
            page.locator("[data-hint-is=given]").wait_for()
            still(page)
            with contextlib.suppress(TimeoutError):  # it finds its place when the table has come to rest
                page.wait_for_function(f"() => ({HIDDEN})().length === 0", timeout=10_000)
            hidden = page.evaluate(HIDDEN)
            assert hidden == [], f"at {width} x {height}, of {hints.choices[number][1]}"
            page.keyboard.press("Escape")
            expect(page.locator("[data-hint-is]")).to_have_count(0)


# On the smallest phone many rows of Freaky leave no room at all.
@pytest.mark.parametrize(
    ("game", "size"),
    [
        (game, size)
        for game in ("freaky", "read-and-grab", "ka-blam", *BOTH)
        for size in SIZES
        if (game, size) != ("freaky", SIZES[0])
    ],
)
def test_a_hint_hides_nothing_that_one_needs_to_check_it(
    game: str, size: tuple[int, int], site: Site, pages: Pages
) -> None:
    page = pages.new(viewport={"width": size[0], "height": size[1]})
    Between(page)
    player = deal(page, site, game)
    for _ in range(4):
        page.get_by_role("button", name="Hint", exact=True).click()
        page.locator("[data-hint-is=given]").wait_for()
        still(page)
        with contextlib.suppress(TimeoutError):  # it finds its place when the table has come to rest
            page.wait_for_function(f"() => ({TOLD})().length === 0", timeout=5_000)
        assert page.evaluate(TOLD) == []
        page.get_by_role("button", name="Close the hint").click()
        player.move()
        if not player.wait_until_asked():
            break


def test_a_new_round_is_called_out_in_the_place_of_the_title(site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": 390, "height": 844})
    deal(page, site, "game-on-coop")
    page.get_by_role("button", name=re.compile("^I am done")).click()
    called, title = page.locator(".begun"), page.get_by_role("heading", level=1)
    called.wait_for()
    still(page)
    expect(title).to_have_css("opacity", "0")  # rather than cut
    at, sign = called.bounding_box(), page.locator("header .home svg").bounding_box()
    assert at is not None and sign is not None and at["x"] >= sign["x"] + sign["width"]
    expect(called).to_have_count(0)
    expect(title).to_have_css("opacity", "1")


@pytest.mark.parametrize("game", BOTH)
def test_the_title_and_the_score_are_in_sight_on_a_small_phone(game: str, site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    player = deal(page, site, game)
    assert whole(page, "h1"), page.locator("h1").inner_text()
    if game == "game-on":
        assert whole(page, ".strip .top b")
        return
    for _ in range(6):  # however far it is scrolled
        for side in ("team", "house"):
            assert whole(page, f".score .{side} .points"), f"the points of the {side} are hidden"
        player.move()
        if not player.wait_until_asked():
            break


def test_a_full_track_and_the_team_are_in_sight_on_a_phone(site: Site, pages: Pages) -> None:
    """Four at the table: all cards on the track, the others' hands, one's own and the buttons, without scrolling."""
    page = pages.new(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sit(page, site, site.open_table("game-on-coop", ["me", *["bot:greedy"] * 3], names=["Mira"]))
    player = Player(page, 5)
    full = 0
    while full < 3 and player.wait_until_asked():
        if page.locator(".belt .tile").count() == 4 and not page.locator(GO_ON).count():
            full += 1
            still(page)
            for things in (".belt .tile", ".mates .seat", ".score .side", ".hand .slot", ".buttons .button"):
                count = page.locator(things).count()
                hidden = [at for at in range(count) if not whole(page, f":nth-match({things}, {at + 1})")]
                assert hidden == [], things
        player.move()
    assert full


def test_signs_and_words_are_explained(site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": 390, "height": 844}, color_scheme="dark")
    deal(page, site, "game-on")
    expect(page.get_by_text("Each card in hand counts \N{MINUS SIGN}1: all start at \N{MINUS SIGN}3.")).to_be_visible()
    expect(page.get_by_role("button", name="Redraw")).to_contain_text("Swap your whole hand")
    page.get_by_role("button", name="Signs and words").click()
    for word in ("OMNI", "Convert", "Chevron", "Locked", "Steal"):
        expect(page.get_by_role("dialog").get_by_text(word, exact=True)).to_be_visible()
    assert complaints(page) == []


def test_a_black_card_waits_until_it_has_been_read(site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": 390, "height": 844})
    between = Between(page)
    player = deal(page, site, "game-on-coop")
    card = page.get_by_role("region", name="A Black Card")
    between.told = ["A Black Card wipes the track! The House takes sun 3, moon 11 and star 4. New on the track: sun 5."]
    page.get_by_role("button", name=re.compile("^I am done")).click()
    expect(card).to_contain_text("It wipes the track")
    expect(card).to_contain_text("The House takes sun 3, moon 11 and star 4.")
    assert player.wait_until_asked()
    assert whole(page, "section[aria-label='A Black Card']")
    assert complaints(page) == []
    card.get_by_role("button", name="Go on").click()
    expect(card).to_have_count(0)


def test_what_a_black_card_has_wiped_is_room_for_it(site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": 1280, "height": 800})
    states = 0

    def wipe(message: dict[str, Any]) -> None:
        nonlocal states
        states += 1
        message["view"]["track"] = message["view"]["track"][-1:]
        if states > 1:
            message["told"] += ["A Black Card wipes the track! The House takes sun 3. New on the track: sun 5."]

    staged(page, wipe)
    sit(page, site, site.open_table("game-on-coop", ["me", "here"], names=["Mira", "Ben"]))
    assert Player(page).wait_until_asked()
    before = page.locator(".mates").bounding_box()
    page.get_by_role("button", name=re.compile("^I am done")).click()
    card = page.get_by_role("region", name="A Black Card")
    expect(card).to_contain_text("The House takes sun 3.")
    still(page)
    assert page.locator(".belt").locator(card).count() == 1
    assert page.locator(".mates").bounding_box() == before
    assert whole(page, "section[aria-label='A Black Card']")


def test_what_happened_meanwhile_is_told_where_one_looks(site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": 390, "height": 844})
    player = deal(page, site, "game-on")
    page.get_by_role("button", name=re.compile("^I am done")).click()
    told = page.get_by_role("region", name="Meanwhile")
    expect(told).to_contain_text(re.compile("Ana|Ben|New in the Play Area"))
    assert player.wait_until_asked()
    assert complaints(page) == []
    told.get_by_role("button", name="Close what happened meanwhile").click()
    expect(told).to_have_count(0)
