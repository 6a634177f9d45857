"""Every game is played to its end by somebody who knows only what the page shows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from .conftest import Pages
from .playing import Player, TouchTyper, sit
from .site import Site

GAMES = {  # with options that make short matches
    "ka-blam": {"length": "short"},
    "go-fox": {},
    "read-and-grab": {"grabs": "offered"},
    "freaky": {"taking": "help"},
    "game-on": {"competition": "rock-paper-scissors", "timer": 1},
    "game-on-coop": {},
}
SPOTTED = {"read-and-grab": {"grabs": "call"}, "freaky": {"taking": "spot"}}


@pytest.mark.parametrize("game", GAMES)
def test_a_full_game_by_mouse(game: str, site: Site, pages: Pages) -> None:
    page = pages.new()
    sit(page, site, site.open_table(game, ["me", "bot:greedy"], options=GAMES[game], names=["Mira"]))
    assert Player(page).play_to_the_end() > 0
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("win|House|share", re.IGNORECASE))
    expect(page.get_by_role("dialog")).to_contain_text("How it adds up")
    page.get_by_text("The deal can be checked").click()
    expect(page.get_by_text("The server's secret is the one it promised before the deal.")).to_be_visible()
    expect(page.get_by_text("The deal follows from that secret and from the players' words.")).to_be_visible()


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


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_everything_is_within_reach(game: str, site: Site, pages: Pages) -> None:
    """At 360 pixels nothing runs out at the side, and a game can be played by touch."""
    page = pages.new(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    sit(page, site, site.open_table(game, ["me", "bot:greedy", "bot:greedy"], options=GAMES[game], names=["Mira"]))
    player = Player(page, seed=4)
    for _ in range(6):
        if player.wait_until_asked():
            player.move()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("game", ["ka-blam", "go-fox", "read-and-grab", "freaky"])
def test_on_a_phone_four_sit_at_a_table_and_nothing_has_to_be_scrolled_for(game: str, site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    seats = ["me", "bot:greedy", "bot:greedy", "bot:greedy"]
    sit(page, site, site.open_table(game, seats, names=["Mira"], settings={"pause": 20}))
    player = Player(page, seed=4)
    for _ in range(12):
        if not player.wait_until_asked():
            break
        hidden = page.evaluate(
            "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.cloth'))"
        )
        said = page.get_by_role("button", name=re.compile("more .* below")).count()
        assert hidden <= 12 or said, f"{hidden} pixels are out of sight after {player.moves} moves"
        player.move()


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


def centre(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
