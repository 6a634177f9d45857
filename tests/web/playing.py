"""Somebody who plays in the browser, knowing nothing but what the page offers."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import ElementHandle, Page, WebSocketRoute

from parlour import GAMES

from .site import Site

CARDS, PLACES = ".slot.playable", ".place.lit"
BUTTONS = "[data-does]:not([aria-disabled=true]):not(:disabled)"
GO_ON = "[data-does='go on']"
CHOICES = "[role=menu] [role=menuitem]:not([data-cancel])"
ENDED = "[data-over]"
# Whoever comes to a table has played before, and is not told how; `newcomer` forgets that.
_NEWCOMER = "parlour-newcomer"
EXPERIENCED = (
    f"localStorage.getItem('{_NEWCOMER}') "
    f"|| localStorage.setItem('parlour:played', '{json.dumps([game.id for game in GAMES])}')"
)
_STILL = "() => document.getAnimations().filter((one) => one.playState === 'running').length === 0"
_ASKED = f"""() => document.querySelector({json.dumps(ENDED)})
    || (!document.querySelector('[data-waiting]')
        && document.querySelector({json.dumps(", ".join((CARDS, PLACES, BUTTONS)))}))"""
# One question for all of them: whole games are thousands of questions, and each goes to the browser and back.
_SEEN = """(selectors) => selectors.flatMap((selector) => [...document.querySelectorAll(selector)]).filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && one.checkVisibility({ visibilityProperty: true });
})"""
# What stays in sight at the bottom must leave some of the table to be seen, and to be reached.
_HIDES = """() => Math.max(0, ...[...document.querySelectorAll('.cloth *')]
    .filter((one) => getComputedStyle(one).position === 'sticky' && one.offsetTop > 0)
    .map((one) => one.offsetHeight / one.closest('.cloth').clientHeight))"""
_KEY_TOWARDS = """(one) => {
    if (one === document.activeElement) return "";
    const group = one.closest("[role=group], [role=menu]");
    const along = (one.tabIndex < 0 || one.role === "menuitem") && group?.contains(document.activeElement);
    return along ? "ArrowRight" : "Tab";
}"""
_MOST_MOVES = 600


def sit(page: Page, site: Site, table: Any, seat: int = 0) -> None:
    """Go to a table with a seat that was taken elsewhere."""
    held = [one for one in table["seats"] if one["seat"] == seat]
    page.goto(f"{site.address}/")
    page.evaluate(
        "([code, held]) => localStorage.setItem('parlour:' + code, JSON.stringify(held))", [table["code"], held]
    )
    page.goto(f"{site.address}/t/{table['code']}")


def newcomer(page: Page, site: Site) -> None:
    """This page's person has never played."""
    page.goto(f"{site.address}/")
    page.evaluate(f"localStorage.setItem('{_NEWCOMER}', 'yes'); localStorage.removeItem('parlour:played')")


def staged(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """This page sees what the server says of the table as `change` leaves it: positions that seldom come about."""

    def stand_between(here: WebSocketRoute) -> None:
        server = here.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "state":
                change(message)
            here.send(json.dumps(message))

        server.on_message(pass_on)

    page.route_web_socket(re.compile("/ws/"), stand_between)


class Player:
    """Makes any move that is offered, by mouse."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page, self.luck, self.moves = page, random.Random(seed), 0

    def play_to_the_end(self) -> int:
        """How many moves it took."""
        while self.wait_until_asked():
            self.move()
            assert self.moves < _MOST_MOVES, "this game does not end"
        return self.moves

    def wait_until_asked(self) -> bool:
        """Wait; False when the match is over."""
        self.page.wait_for_function(_ASKED, timeout=60_000)
        return self.page.query_selector(ENDED) is None

    def move(self) -> None:
        while self.all(GO_ON):
            self.choose(self.all(GO_ON)[0])
        assert self.page.evaluate(_HIDES) < 0.6, "the table is hidden by what stays in sight"
        before = self.seq()
        offered = self.all(CARDS, PLACES, BUTTONS)
        if not offered:
            return
        self.choose(self.luck.choice(offered))
        if self.all(CHOICES):
            self.choose(self.luck.choice(self.all(CHOICES)))
        elif self.page.query_selector(".slot.picked"):
            places = self.all(PLACES)
            target = self.luck.choice(places) if places else self.page.query_selector(".slot.picked")
            assert target is not None
            self.choose(target)
            if self.all(CHOICES):
                self.choose(self.luck.choice(self.all(CHOICES)))
        self.page.wait_for_function(
            "(before) => document.querySelector('[data-over]') || document.querySelector('[data-refused]') "
            "|| !(Number(document.querySelector('[data-seq]')?.dataset.seq) <= before)",  # or a curtain has come
            arg=before,
        )
        self.moves += 1

    def choose(self, element: ElementHandle) -> None:
        element.click(timeout=30_000)

    def seq(self) -> int:
        return int(self.page.eval_on_selector("[data-seq]", "(one) => one.dataset.seq"))

    def all(self, *selectors: str) -> list[ElementHandle]:
        """What can be seen of these."""
        found = self.page.evaluate_handle(_SEEN, selectors).get_properties().values()
        return [element for one in found if (element := one.as_element()) is not None]


class TouchTyper(Player):
    """Makes any move that is offered, by keyboard alone: Tab, arrows and Enter."""

    def choose(self, element: ElementHandle) -> None:
        self.reach(element)
        self.page.keyboard.press("Enter")

    def reach(self, element: ElementHandle) -> None:
        """Go there as a person would: along the tab order, and with arrows within a group."""
        for _ in range(80):
            key = element.evaluate(_KEY_TOWARDS)
            if not key:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the keyboard does not get to {element.get_attribute('aria-label')!r}")


def still(page: Page) -> None:
    """Wait until nothing moves."""
    page.wait_for_function(_STILL)
