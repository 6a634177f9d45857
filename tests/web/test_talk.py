"""What bots of one's team say: seen beside their seats, heard once, and nothing moves for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Pages
from .playing import sit, staged, still
from .site import Site
from .test_games import apart

SIZES = [(1280, 800), (390, 844), (360, 640)]
WAITING = {"pause": 10_000}  # bots let people act first: nothing happens by itself
LONGEST = "I'd put a yellow triangle on flame 13. Who adds a yellow square and a yellow circle?"
PLAYED_ON = ".score, .belt, .seat header, .slot, .buttons .button, .banner"
HEARD = "[role=status].unseen"


def bots(count: int) -> list[str]:
    return ["bot:fair"] * count


def saying(talk: list[Any]) -> Callable[[dict[str, Any]], None]:
    """The server says this of what bots said."""

    def change(message: dict[str, Any]) -> None:
        message["talk"] = list(talk)

    return change


@pytest.mark.parametrize("hands", ["open", "hidden"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_what_bots_say_is_seen_read_and_heard(hands: str, size: tuple[int, int], site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": size[0], "height": size[1]})
    table = site.open_table(
        "game-on-coop", ["me", *bots(2)], names=["Mira"], settings=WAITING, options={"hands": hands}
    )
    sit(page, site, table)
    expect(page.locator("[data-says]")).to_have_count(2)
    said = page.locator("[data-says] p").all_inner_texts()
    assert all(words.startswith(("I'd ", "I can ", "Let's ")) for words in said)
    if size[0] < 1000:
        page.get_by_role("button", name="Log").click()
    log = page.get_by_role("list", name="What happened").locator("visible=true")
    for name, words in zip(("Ana", "Ben"), said, strict=True):
        expect(log).to_contain_text(f"{name}: {words}")
        expect(page.locator(HEARD)).to_contain_text(f"{name}: {words}")
    watcher = pages.new()
    watcher.goto(f"{site.address}/t/{table['code']}")
    watcher.wait_for_selector("[data-seq]")
    expect(watcher.locator("[data-says]")).to_have_count(2 if hands == "hidden" else 0)


def test_what_stays_is_heard_once(site: Site, pages: Pages) -> None:
    talk: list[Any] = []
    page = pages.new()
    staged(page, saying(talk))
    table = site.open_table("game-on-coop", ["me", "here", "here", "bot:fair"], settings=WAITING)
    sit(page, site, table)
    page.wait_for_selector("[data-seq]")
    others = []
    for seat in (1, 2):
        others.append(pages.new())
        sit(others[-1], site, table, seat)
        others[-1].get_by_role("button", name="I am done").wait_for()
    bubble = page.locator("[data-says]")
    expect(bubble).to_have_count(0)
    heard, finished = page.locator(HEARD), " finishes."
    talk.append([3, LONGEST])
    for number, other in enumerate(others):
        other.get_by_role("button", name="I am done").click()
        expect(heard).to_contain_text(finished)
        name = page.locator(".log li").filter(has_text=finished).nth(number).inner_text()
        expect(heard).to_contain_text(name)
        expect(bubble).to_have_text(LONGEST)
        assert (LONGEST in heard.inner_text()) == (number == 0)
    expect(page.locator(".log li").filter(has_text=LONGEST)).to_have_count(1)
    talk.clear()
    page.get_by_role("button", name="I am done").click()
    expect(bubble).to_have_count(0)


def places(page: Page) -> Any:
    page.wait_for_selector(".yours .hint")
    page.evaluate("document.fonts.ready.then(() => true)")
    still(page)
    return page.evaluate(
        "(which) => [...document.querySelectorAll(which)].map((one) => one.getBoundingClientRect()"
        ").map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))",
        PLAYED_ON,
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_nothing_moves_and_nothing_is_covered_when_bots_speak(
    players: int, size: tuple[int, int], site: Site, pages: Pages
) -> None:
    talk: list[Any] = []
    page = pages.new(viewport={"width": size[0], "height": size[1]})
    staged(page, saying(talk))
    sit(page, site, site.open_table("game-on-coop", ["me", *bots(players - 1)], names=["Mira"], settings=WAITING))
    silent = places(page)
    talk += [[seat, LONGEST] for seat in range(1, players)]
    page.reload()
    bubbles = page.locator("[data-says]")
    expect(bubbles).to_have_count(players - 1)
    assert places(page) == silent
    first = bubbles.first
    expect(first).to_be_in_viewport(ratio=1)
    for bubble in bubbles.all():
        cut = bubble.locator("p").evaluate("(one) => one.offsetHeight > one.parentElement.clientHeight")
        assert not cut, "the longest words have room"
        assert bubble.evaluate("(one) => getComputedStyle(one).fontSize") >= "13px"
        for other in page.locator(PLAYED_ON).locator("visible=true").all():
            assert apart(bubble, other)
