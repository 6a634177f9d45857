"""Competitions of Game-On, which seldom come about: signs and questions, whatever anybody is called."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .conftest import Pages
from .playing import Player, TouchTyper, sit, staged, still
from .site import Site
from .test_newcomers import whole

SIZES = [(1280, 800), (390, 844), (360, 640)]
NAMES = ["Mira", "Mrs. Brown, 3b"]
QUESTION = {
    "topic": "space",
    "question": "Which planets are next to Earth?",
    "answers": ["Mars and Jupiter", "Venus and Mars", "Venus and Mercury", "none of them"],
}


def compete(message: dict[str, Any], competition: str, **more: Any) -> None:
    view = message["view"]
    view |= {"stage": "compete", "competition": competition, "to_act": [0, 1]}
    view["contest"] = {"for": "area", "card": "sun 1", "rivals": [0, 1], "undecided": 0, "choice": None, **more}
    message["told"] = ["You and Mrs. Brown, 3b compete for sun 1."]


def signs(message: dict[str, Any]) -> None:
    compete(message, "rock-paper-scissors")
    message["choices"] = [[101, "show rock"], [102, "show paper"], [103, "show scissors"]]


def question(message: dict[str, Any]) -> None:
    compete(message, "trivia", **QUESTION)
    message["choices"] = [[at, f"answer {letter}"] for at, letter in enumerate("abcd", 201)]


def competing(page: Page, stage: Callable[[dict[str, Any]], None], outcome: str) -> list[int]:
    """This page competes, and its choice decides. What it chose."""
    chosen: list[int] = []
    last: dict[str, Any] = {}

    def connect(here: WebSocketRoute) -> None:
        server = here.connect_to_server()

        def to_server(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] != "move":
                server.send(text)
                return
            chosen.append(message["move"])
            view = {**last["view"], "stage": "act", "contest": None, "to_act": [0]}
            told = {"told": [outcome], "choices": [[1, "finish"]], "answers": message["id"], "seq": last["seq"] + 1}
            here.send(json.dumps({**last, **told, "view": view, "moves": [[0, None]]}))

        def to_page(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "state":
                stage(message)
                last.update(message)
            here.send(json.dumps(message))

        here.on_message(to_server)
        server.on_message(to_page)

    page.route_web_socket(re.compile("/ws/"), connect)
    return chosen


def seated(page: Page, site: Site, competition: str) -> None:
    options = {"competition": competition}
    sit(page, site, site.open_table("game-on", ["me", "here"], names=NAMES, options=options))
    page.get_by_role("region", name="Competition").wait_for()


@pytest.mark.parametrize("size", SIZES)
def test_signs_are_chosen_and_shown(size: tuple[int, int], site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": size[0], "height": size[1]})
    told = "All have chosen.\nYou show paper, Mrs. Brown, 3b rock. You take sun 1."
    chosen = competing(page, signs, told)
    seated(page, site, "rock-paper-scissors")
    for sign in ("rock", "paper", "scissors"):
        assert whole(page, f"[data-does='show {sign}']")
    page.get_by_role("button", name="paper").click()
    shown = page.locator(".played")
    expect(shown).to_contain_text("You and Mrs. Brown, 3b compete for sun 1")
    expect(shown).to_contain_text("You take sun 1.")
    expect(shown.locator("figure")).to_have_count(2)
    assert chosen == [102]
    expect(page.locator(".outcome")).to_be_visible()  # all that turns has turned
    assert whole(page, ".outcome")
    page.get_by_role("button", name="Go on").click()
    expect(shown).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_on_a_phone_nothing_of_the_table_moves_when_a_competition_has_been_decided(
    size: tuple[int, int], site: Site, pages: Pages
) -> None:
    """It lies over what is above the Play Area; several are looked at one after the other."""
    page = pages.new(viewport={"width": size[0], "height": size[1]})
    told: list[str] = []

    def win_much(message: dict[str, Any]) -> None:
        """Each controls several cards already."""
        text = "sun: white square, white circle, white triangle; 3 points; chevron"
        for seat, held in enumerate(message["view"]["control"]):
            held[:] = [{"card": text, "name": f"sun {30 + 5 * seat + at}", "locked": False} for at in range(5)]
        message["told"] += told
        told.clear()

    staged(page, win_much)
    for _ in range(8):  # until a hand fits something
        sit(page, site, site.open_table("game-on", ["me", "bot:greedy", "bot:greedy"], names=["Mira"]))
        assert Player(page).wait_until_asked()
        if page.locator(".slot.playable").count():
            break
    still(page)
    before = page.evaluate(_PLACES)
    told += ["You and Ana compete for sun 1. You roll 4, Ana 4. Again: you 5, Ana 3. You take sun 1."]
    told += ["Ana and Ben compete for sun 2. Ana rolls 6, Ben 3. Ana takes sun 2."]
    page.locator(".slot.playable").first.click()
    page.locator(".place.lit").first.click()
    shown = page.locator(".over")
    expect(shown).to_contain_text("You take sun 1.")
    expect(shown).not_to_contain_text("Ana takes sun 2.")
    assert whole(page, ".over .button")
    for now, then in zip(page.evaluate(_PLACES), before, strict=True):  # a hand of fewer cards is a little lower
        assert all(abs(int(a) - int(b)) <= 6 for a, b in zip(now.split(), then.split(), strict=True)), (now, then)
    for tile in page.locator(".tile .shapes, [data-place=hand] .slot, .owned").all():
        assert tile.evaluate("""(one) => document.querySelector(".over").getBoundingClientRect().bottom
            <= one.getBoundingClientRect().top""")
    page.get_by_role("button", name="Next").click()
    expect(shown).to_contain_text("Ana takes sun 2.")
    page.get_by_role("button", name="Go on").click()
    expect(shown).to_have_count(0)


# Where the Play Area is, what players control, and your buttons.
_PLACES = """() => [...document.querySelectorAll(".area, .owned, .do")].map((one) => {
    const { x, y, width } = one.getBoundingClientRect();
    return [x, y, width].map(Math.round).join(" ");
})"""


@pytest.mark.parametrize("size", SIZES)
def test_a_question_is_answered_by_key_alone_and_resolved(size: tuple[int, int], site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": size[0], "height": size[1]})
    told = "All have chosen. Right is b, Venus and Mars. You say b, Mrs. Brown, 3b a. You take sun 1."
    chosen = competing(page, question, told)
    seated(page, site, "trivia")
    expect(page.get_by_text("Which planets are next to Earth?")).to_be_visible()
    answers = page.locator(".answer")
    assert [" ".join(one.split()) for one in answers.all_inner_texts()] == [
        f"{letter} {answer}" for letter, answer in zip("ABCD", QUESTION["answers"], strict=True)
    ]
    for letter in "abcd":
        assert whole(page, f"[data-does='answer {letter}']")
    typist = TouchTyper(page)
    answer = page.query_selector("[data-does='answer b']")
    assert answer is not None
    typist.choose(answer)
    shown = page.locator(".played")
    expect(shown).to_contain_text("Right is b, Venus and Mars.")
    expect(shown).to_contain_text("You take sun 1.")
    assert chosen == [202]
