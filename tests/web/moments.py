"""What is not seen on every visit: how it ends, what is between two hands, what went wrong. For axe and pictures."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from .playing import Player, newcomer, sit
from .site import Site

COMPILED = 120_000  # milliseconds in which the search of a game is compiled, on a machine that is busy


def result(page: Page, site: Site) -> None:
    """How it came out, with its arithmetic."""
    sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], options={"length": "short"}, names=["Mira"]))
    Player(page, 6).play_to_the_end()
    page.get_by_text("How it adds up").wait_for()


def hint(page: Page, site: Site) -> None:
    """What a good player would do, where it is done."""
    ask_for_a_hint(page, site).get_by_role("button", name="Hint").click()
    page.locator("[data-hint-is=given]").wait_for(timeout=COMPILED)


def ask_for_a_hint(page: Page, site: Site) -> Page:
    """A page on which somebody may ask."""
    table = site.open_table("go-fox", ["me", "bot:greedy", "bot:greedy"], options={"starter": 0}, names=["Mira"])
    sit(page, site, table)
    assert Player(page).wait_until_asked()
    return page


def review(page: Page, site: Site) -> None:
    """The match that is over, looked back upon."""
    sit(page, site, site.open_table("go-fox", ["me", "bot:greedy", "bot:greedy"], names=["Mira"]))
    Player(page, 4).play_to_the_end()
    page.get_by_role("button", name="Review the game").locator("visible=true").first.click()
    page.get_by_role("heading", name="Where it turned").wait_for(timeout=COMPILED)


def first_time(page: Page, site: Site) -> None:
    """How to play, before the first match of a game."""
    newcomer(page, site)
    sit(page, site, site.open_table("freaky", ["me", "bot:greedy"], names=["Mira"]))
    page.get_by_role("dialog", name="How to play Freaky").wait_for()


def rules(page: Page, site: Site) -> None:
    """The rules, with all their clauses."""
    sit(page, site, site.open_table("go-fox", ["me", "bot:greedy"], names=["Mira"]))
    page.get_by_role("button", name="Rules").click()
    page.get_by_text("All the rules").locator("visible=true").click()


def curtain(page: Page, site: Site) -> None:
    """Between two hands on one tablet."""
    sit_both(page, site, site.open_table("freaky", ["me", "here"], names=["Mira", "Jonas"]))
    page.get_by_role("button", name=re.compile("^I am ")).wait_for()


def sit_both(page: Page, site: Site, table: Any) -> None:
    page.goto(f"{site.address}/")
    page.evaluate(
        "([code, held]) => localStorage.setItem('parlour:' + code, JSON.stringify(held))",
        [table["code"], table["seats"]],
    )
    page.goto(f"{site.address}/t/{table['code']}")


def warming(page: Page, site: Site) -> None:
    """The rules are still being compiled: the server's own messages, as they are then."""

    def hold_back(here: WebSocketRoute) -> None:
        server = here.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "welcome":
                message["table"]["phase"] = "warming"
                here.send(json.dumps(message))
                here.send(json.dumps({"type": "warming", "done": 3, "of": 10}))

        server.on_message(pass_on)

    page.route_web_socket(re.compile("/ws/"), hold_back)
    sit(page, site, site.open_table("freaky", ["me", "bot:greedy"], names=["Mira"]))
    page.get_by_role("progressbar").wait_for()


def watching(page: Page, site: Site) -> None:
    """A spectator's page, in the middle of a match."""
    table = site.open_table("go-fox", ["me", "bot:greedy", "bot:greedy"], names=["Mira"])
    page.goto(f"{site.address}/t/{table['code']}")
    page.get_by_text("You are watching").wait_for()
    page.wait_for_selector("[data-seq]")


def removing(page: Page, site: Site) -> None:
    """The host is about to remove a player."""
    sit(page, site, site.open_table("go-fox", ["me", "here"], names=["Mira", "Jonas"]))
    page.wait_for_selector("[data-seq]")
    page.get_by_role("button", name="This table: share, settings, leave").click()
    page.get_by_role("button", name="Remove", exact=True).click()


def removed(page: Page, site: Site) -> None:
    """What a player sees who was removed."""
    table = site.open_table("go-fox", ["me", "here"], names=["Mira", "Jonas"])
    sit(page, site, {**table, "seats": [{"seat": 1, "token": "x" * 32}]}, 1)
    page.get_by_text("no longer yours").wait_for()


def chat(page: Page, site: Site) -> None:
    """Some words said."""
    sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], names=["Mira"], settings={"chat": True}))
    page.wait_for_selector("[data-seq]")
    if page.get_by_role("button", name="Chat").is_visible():
        page.get_by_role("button", name="Chat").click()
    for said in ("Hello everybody!", "Who starts?"):
        page.get_by_role("textbox", name="Say something").fill(said)
        page.keyboard.press("Enter")
    page.get_by_text("Who starts?").locator("visible=true").wait_for()


def refused(page: Page, site: Site) -> None:
    """A claim that does not hold, explained where the finger was."""
    sit(page, site, site.open_table("freaky", ["me", "bot:greedy"], options={"taking": "spot"}, names=["Mira"]))
    player = Player(page, 3)
    while player.wait_until_asked():
        claim = page.get_by_role("button", name=re.compile("^Take the row"))
        if claim.count():
            claim.first.click()
            page.wait_for_selector(".refusal, [data-over]")
            if page.locator(".refusal").count():
                return
        player.move()


def lost(page: Page, site: Site) -> None:
    """The connection is lost, and tried again."""
    lines: list[WebSocketRoute] = []
    cut = False

    def connect(here: WebSocketRoute) -> None:
        if cut:
            here.close()
        else:
            here.connect_to_server()
            lines.append(here)

    page.route_web_socket(re.compile("/ws/"), connect)
    sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], names=["Mira"]))
    assert Player(page).wait_until_asked()
    cut = True
    for line in lines:
        line.close()
    page.get_by_text("Connection lost").wait_for()


def own_words(page: Page, site: Site) -> None:
    """Words of one's own, of which six are missing."""
    page.goto(site.address)
    page.get_by_role("button", name="With friends: The word deck").click()
    page.get_by_role("button", name=re.compile("^GO FOX!")).click()
    page.get_by_role("combobox", name="Words").select_option("own")
    words = [f"{first}{second}t" for first in "bcdfgh" for second in "aeioujklmn"]
    page.get_by_role("textbox", name="Words").fill(", ".join(words))
    page.get_by_role("button", name="Use these words").click()
    page.get_by_role("alert").wait_for()


MOMENTS = {
    "first time": first_time,
    "rules": rules,
    "result": result,
    "curtain": curtain,
    "warming": warming,
    "watching": watching,
    "removing": removing,
    "removed": removed,
    "chat": chat,
    "refused": refused,
    "lost connection": lost,
    "own words": own_words,
}
ADVICE = {"hint": hint, "review": review}
