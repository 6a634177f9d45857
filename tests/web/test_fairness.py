"""What the page says of a deal when the match is over: of an honest one, and of others."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from .conftest import Pages
from .playing import Player, sit
from .site import Site

SECRET = "ab" * 32
PROMISE = hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()


def cheat(page: Page, swap: bool, forget: bool) -> None:
    """The server says another secret and its promise once the cards are dealt, or forgets the players' words."""
    dealt = False

    def stand_between(here: WebSocketRoute) -> None:
        server = here.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            nonlocal dealt
            message = json.loads(text)
            dealt |= message["type"] == "state"
            if message["type"] in ("table", "welcome") and dealt and swap:
                message["table"]["commitment"] = PROMISE
            if message["type"] == "state" and message["over"]:
                tell(message["over"]["fairness"])
            here.send(json.dumps(message))

        server.on_message(pass_on)

    def tell(fairness: dict[str, Any]) -> None:
        if swap:
            fairness.update(secret=SECRET, commitment=PROMISE)
        if forget:
            fairness["words"] = ["" for _ in fairness["words"]]
        lines = [fairness["secret"], str(fairness["round"]), *fairness["words"]]
        digest = hashlib.sha256("\n".join(lines).encode()).digest()
        fairness["seed"] = str(int.from_bytes(digest[:8], "big") >> 1)

    page.route_web_socket(re.compile("/ws/"), stand_between)


def told_of_a_match(page: Page, site: Site) -> Locator:
    """Play one with a word mixed into the shuffle, and see how it is checked."""
    wanted = {"game": "ka-blam", "seats": ["me", "bot:greedy"], "names": ["Mira"]}
    wanted |= {"options": {"length": "short", "starter": 0}, "settings": {"pause": 0}}
    sit(page, site, site.ask("/api/tables", wanted))
    page.get_by_label("Word of Mira").fill("banana")
    page.get_by_role("button", name="Mix it in").click()
    page.get_by_role("button", name="Change it").wait_for()
    page.get_by_role("button", name="Deal the cards").click()
    Player(page, 6).play_to_the_end()
    page.get_by_text("The deal can be checked").click()
    return page.locator(".checks")


def test_an_honest_deal_is_told_as_one(site: Site, pages: Pages) -> None:
    checks = told_of_a_match(pages.new(), site)
    expect(checks).to_contain_text("The secret is the one that was promised before the deal")
    expect(checks).to_contain_text("The seed of the deal follows from that secret")
    expect(checks).to_contain_text(
        "Your word \N{LEFT DOUBLE QUOTATION MARK}banana\N{RIGHT DOUBLE QUOTATION MARK} is in"
    )
    expect(checks.locator(".bad")).to_have_count(0)


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ({"swap": True, "forget": False}, "The secret is not the one that was promised."),
        ({"swap": False, "forget": True}, "is not in it, though it was taken."),
    ],
    ids=["another secret", "a word forgotten"],
)
def test_a_server_that_cheats_is_found_out(done: dict[str, bool], told: str, site: Site, pages: Pages) -> None:
    page = pages.new()
    cheat(page, **done)
    expect(told_of_a_match(page, site).locator(".bad")).to_contain_text(told)
