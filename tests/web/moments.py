"""What is not seen on every visit: how it ends, what is between two hands, what went wrong. For axe and pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from .playing import Player, newcomer, sit, staged
from .site import Site

COMPILED = 120_000  # milliseconds in which the search of a game is compiled, on a machine that is busy


def result(page: Page, site: Site) -> None:
    """How it came out, with its arithmetic."""
    sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], options={"length": "short"}, names=["Mira"]))
    Player(page, 6).play_to_the_end()
    page.get_by_text("The deal can be checked").wait_for()


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


def wrong_code(page: Page, site: Site) -> None:
    """A code that is no table's."""
    page.goto(site.address)
    page.get_by_role("button", name="Join with a code").click()
    page.get_by_role("textbox").fill("BBBBBB")
    page.keyboard.press("Enter")
    page.get_by_role("alert").wait_for()


def missing(page: Page, site: Site) -> None:
    """A link to a table that is not there."""
    page.goto(f"{site.address}/t/BBBBBB")
    page.get_by_role("heading", name="This table cannot be shown").wait_for()


def invited(page: Page, site: Site) -> None:
    """Somebody who has come by the link."""
    table = site.ask("/api/tables", {"game": "freaky", "seats": ["me", "open", "open"], "names": ["Mira"]})
    page.goto(f"{site.address}/t/{table['code']}")
    page.get_by_role("button", name="Sit down and play").wait_for()


def away(page: Page, site: Site) -> None:
    """A gathering whose connection is lost."""
    lines: list[WebSocketRoute] = []

    def connect(here: WebSocketRoute) -> None:
        if not lines:
            here.connect_to_server()
        lines.append(here)

    page.route_web_socket(re.compile("/ws/"), connect)
    sit(page, site, site.ask("/api/tables", {"game": "go-fox", "seats": ["me", "open"], "names": ["Mira"]}))
    page.get_by_role("button", name="Deal the cards").wait_for()
    lines[0].close()
    page.get_by_text("Connection lost").wait_for()


def host_menu(page: Page, site: Site) -> None:
    """What the host may change in the middle of a match."""
    sit(page, site, site.open_table("go-fox", ["me", "here", "bot:greedy"], names=["Mira", "Jonas"]))
    page.wait_for_selector("[data-seq]")
    page.get_by_role("button", name="This table: share, settings, leave").click()
    page.get_by_role("button", name="Hand to a bot").click()


def log(page: Page, site: Site) -> None:
    """What happened: on a phone it lies over the table."""
    sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], options={"starter": 0}, names=["Mira"]))
    player = Player(page, 3)
    if player.wait_until_asked():
        player.move()
    if page.get_by_role("button", name="Log", exact=True).is_visible():
        page.get_by_role("button", name="Log", exact=True).click()


def naming(*colours: str) -> Callable[[Page, Site], None]:
    """A wild card is played, and its colour chosen: of all on a wheel, of two from a list."""

    def stage(message: dict[str, Any]) -> None:
        message["view"].update(hand=["wild", "red 7"], to_act=[0])
        message["choices"] = [[at, f"play wild as {colour}"] for at, colour in enumerate(colours)] + [[9, "draw"]]

    def go(page: Page, site: Site) -> None:
        staged(page, stage)
        sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], options={"starter": 0}, names=["Mira"]))
        wild = page.locator(".slot.playable").first
        wild.click()
        wild.click()
        page.get_by_role("menu").wait_for()

    return go


def competition(kind: str, choices: list[str], **more: Any) -> Callable[[Page, Site], None]:
    """Two play for a card, and we choose."""

    def stage(message: dict[str, Any]) -> None:
        message["view"].update(stage="compete", competition=kind, to_act=[0, 1])
        contest = {"for": "area", "card": "sun 1", "rivals": [0, 1], "undecided": 1, "choice": None}
        message["view"]["contest"] = contest | more
        message["choices"] = [[at, words] for at, words in enumerate(choices)]

    return in_game_on(stage, "section[aria-label=Competition] [data-does]")


def in_game_on(stage: Callable[[dict[str, Any]], None], seen: str) -> Callable[[Page, Site], None]:
    def go(page: Page, site: Site) -> None:
        staged(page, stage)
        sit(page, site, site.open_table("game-on", ["me", "bot:greedy"], names=["Mira"]))
        page.locator(seen).first.wait_for()

    return go


def dice(page: Page, site: Site) -> None:
    """Dice have decided, after they were level."""
    told: list[str] = []

    def stage(message: dict[str, Any]) -> None:
        message["told"] += told
        told.clear()

    staged(page, stage)
    sit(page, site, site.open_table("game-on", ["me", "here"], names=["Mira", "Ben"]))
    player = Player(page, 4)
    assert player.wait_until_asked()
    told.append("You and Ben compete for sun 1. You roll 4, Ben 4. Again: you 5, Ben 3. You take sun 1.")
    player.move()
    page.get_by_text("You take sun 1").locator("visible=true").first.wait_for()


def attacked(message: dict[str, Any]) -> None:
    """Somebody tries to steal a card of ours, which we may defend."""
    view = message["view"]
    lying = next(one for one in view["area"] if one)
    view["control"][0] = [{"card": lying["card"], "name": lying["name"], "locked": False}]
    view["attacks"] = [{"by": 1, "on": lying["name"], "shape": "circle", "with": "red circle"}]
    view["hand"][:2] = ["blue circle", "omni 1"]
    view.update(stage="defend", to_act=[0])
    ways = ["defend with blue circle", "defend with omni 1", "do not defend"]
    message["choices"] = [[at, words] for at, words in enumerate(ways)]


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
    "wrong code": wrong_code,
    "missing": missing,
    "invited": invited,
    "away": away,
    "host menu": host_menu,
    "log": log,
    "wheel": naming("red", "orange", "yellow", "green", "blue", "purple"),
    "chooser": naming("red", "blue"),
    "signs": competition("rock-paper-scissors", ["show rock", "show paper", "show scissors"]),
    "question": competition(
        "trivia",
        [f"answer {letter}" for letter in "abcd"],
        topic="Space",
        question="Which planets are next to Earth?",
        answers=["Mars", "Venus", "Mars and Venus", "none of them"],
    ),
    "dice": dice,
    "defence": in_game_on(attacked, "[data-place=defence]"),
}
ADVICE = {"hint": hint, "review": review}
