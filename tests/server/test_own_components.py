"""Words, cards and questions of one's own, sent to the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parlour.components.trivia import Trivia

from .client import Refused
from .house import house, run

WORDS = [f"{first}{second}" for first in "bcdfgh" for second in "aeioujklmnp"]


def test_a_list_is_read_and_a_table_opened_with_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            asked = {"game": "go-fox", "option": "words", "text": "\n".join(WORDS)}
            read = await here.ask("/api/components", asked)
            assert read["title"] == "My words"
            table = await here.open("go-fox", start=True, options={"words": read["content"]})
            info = await here.ask(f"/api/tables/{table.code}")
            assert info["printed"]["red 1"] == "ba"

    run(play())


@pytest.mark.parametrize(
    ("changes", "status", "reason"),
    [
        ({"text": "\n".join(WORDS[1:])}, 400, "this word list: found 65 words; expected 66"),
        ({"text": 'title = "x"'}, 400, "this word list: the table [red] is missing"),
        ({"option": "even_turns"}, 400, "takes nothing of one's own as 'even_turns'"),
        ({"option": "hats"}, 400, "takes nothing of one's own as 'hats'"),
        ({"game": "chess"}, 404, "chess"),
        ({"text": 7}, 400, "cannot be read"),
        ({"text": "x" * 200_001}, 400, "cannot be read"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, changes: dict[str, Any], status: int, reason: str) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            with pytest.raises(Refused) as refused:
                await here.ask("/api/components", {"game": "go-fox", "option": "words", "text": "", **changes})
            assert refused.value.status == status
            assert reason in refused.value.reason

    run(play())


def test_nobody_is_sent_the_answers_to_somebodys_own_questions(tmp_path: Path) -> None:
    own = {**Trivia.load("family").content, "title": "Room 7"}
    secret = Trivia.load("family").questions[0].answers[0]

    async def play() -> None:
        async with house(tmp_path) as here:
            options = {"competition": "trivia", "questions": own}
            table = await here.open("game-on", ["me", "here"], options=options)
            host, _ = await table.all_sit()
            shown = (await here.ask(f"/api/tables/{table.code}"))["options"]
            assert shown["questions"] == {"title": "Room 7"}
            host.send(type="options", options={**shown, "timer": 6})
            await host.hear(lambda heard: heard["type"] == "table" and heard["table"]["options"]["timer"] == 6)
            assert table.inside.history.game.plain_settings["questions"] == own
            host.send(type="start")
            await host.hear("state")
            assert secret not in "".join(host.raw)

    run(play())
