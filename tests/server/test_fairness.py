"""A fair deal, checked by a second computation; and what `parlour verify` says to every kind of tampering."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import main
from parlour.engine.errors import BadRecord
from parlour.server import fairness

from .client import to_act
from .house import house, run

SECRET = "00112233445566778899aabbccddeeff" * 2


def test_the_seed_is_the_first_63_bits_of_the_hash_of_secret_round_and_words() -> None:
    text = SECRET + "\n" + "3" + "\n" + "fox" + "\n" + "" + "\n" + "zwölf Boxkämpfer"
    bits = "".join(f"{byte:08b}" for byte in hashlib.sha256(text.encode("utf-8")).digest())
    assert fairness.seed_of(SECRET, 3, ["fox", "", "zwölf Boxkämpfer"]) == int(bits[:63], 2)


def test_the_seed_of_a_deal_that_was_written_down() -> None:
    assert fairness.seed_of(SECRET, 1, ["fox", ""]) == 1387787220601265776  # sha256sum says so, too
    assert fairness.commitment(SECRET) == hashlib.sha256(bytes(range(0, 256, 17)) * 2).hexdigest()


def test_words_cannot_be_moved_from_one_seat_to_another() -> None:
    seeds = {fairness.seed_of(SECRET, 1, words) for words in (["a", "b"], ["b", "a"], ["a b", ""], ["", "a b"])}
    assert len(seeds) == 4
    assert fairness.seed_of(SECRET, 1, ["a\nb", ""]) == fairness.seed_of(SECRET, 1, ["a b", ""])


def test_secrets_differ() -> None:
    assert len({fairness.new_secret() for _ in range(100)}) == 100
    assert len(fairness.new_secret()) == 64


async def _a_real_match(folder: Path) -> tuple[dict[str, Any], str]:
    """Its record, and the commitment as it was shown before the deal."""
    async with house(folder) as here:
        table = await here.open("go-fox")
        clients = await table.all_sit()
        clients[0].send(type="word", text="fox")
        clients[1].send(type="word", text="  red   herring ")
        promised = (await clients[1].hear(lambda heard: heard.get("table", {}).get("words") == ["", ""]))["table"]
        clients[0].send(type="start")
        await clients[0].hear("state")
        while not clients[0].last("state")["over"]:  # type: ignore[index]
            acting = await to_act(clients)
            seen = acting.last("state")["seq"]  # type: ignore[index]
            await acting.move(acting.choices[0][0])
            for client in clients:
                while client.last("state")["seq"] <= seen:  # type: ignore[index]
                    await client.hear("state")
        return await here.ask(f"/api/tables/{table.code}/record"), promised["commitment"]


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str]:
    return run(_a_real_match(tmp_path_factory.mktemp("match")))


def test_verify_accepts_a_real_record(
    match: tuple[dict[str, Any], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, promised = match
    (tmp_path / "match.json").write_text(json.dumps(record))
    assert main(["verify", str(tmp_path / "match.json"), "--commitment", promised.upper()]) == 0
    said = capsys.readouterr().out
    assert "The secret is the one that was promised before the deal. So you wrote it down, too." in said
    assert "from the players' words (fox, red herring)" in said
    assert f"All {len(record['moves'])} moves of this match of GO FOX! are legal" in said


Tampering = Callable[[dict[str, Any]], None]


def _other_secret(record: dict[str, Any]) -> None:
    record["fairness"]["secret"] = "ab" * 32


def _other_word(record: dict[str, Any]) -> None:
    record["fairness"]["words"][0] = "wolf"


def _other_seed(record: dict[str, Any]) -> None:
    record["seed"] += 1


def _other_seed_and_words_to_it(record: dict[str, Any]) -> None:
    """A deal that was chosen: all fits but the promise."""
    secret = "cd" * 32
    record["fairness"].update(secret=secret, commitment=fairness.commitment(secret))
    words = record["fairness"]["words"]
    record["fairness"]["words"] = words
    record["seed"] = fairness.seed_of(secret, record["fairness"]["round"], words)
    record["moves"] = []
    del record["digest"]


def _other_move(record: dict[str, Any]) -> None:
    record["moves"][3] = record["moves"][2]


def _fewer_moves(record: dict[str, Any]) -> None:
    record["moves"].pop()


def _other_commitment(record: dict[str, Any]) -> None:
    record["fairness"]["commitment"] = "ef" * 32


def _other_round(record: dict[str, Any]) -> None:
    record["fairness"]["round"] = 2


def _no_fairness(record: dict[str, Any]) -> None:
    del record["fairness"]


def _damaged_fairness(record: dict[str, Any]) -> None:
    record["fairness"]["secret"] = "no hex"


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (_other_secret, "the secret is not the one that was promised: its SHA-256 is not the commitment"),
        (_other_commitment, "the secret is not the one that was promised"),
        (_other_word, "the cards were not dealt from the secret and the words: they make seed"),
        (_other_round, "the cards were not dealt from the secret and the words"),
        (_other_seed, "this record is damaged"),
        (_other_move, "this record is damaged"),
        (_fewer_moves, "this record is damaged: its moves end in state"),
        (_other_seed_and_words_to_it, "this match was dealt under another commitment (.*) than the one you wrote down"),
        (_no_fairness, 'this record has no part "fairness"'),
        (_damaged_fairness, 'the part "fairness" of this record is damaged'),
    ],
    ids=lambda value: getattr(value, "__name__", "").strip("_") or None,
)
def test_verify_refuses(
    match: tuple[dict[str, Any], str],
    tamper: Tampering,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = copy.deepcopy(match[0])
    tamper(record)
    (tmp_path / "match.json").write_text(json.dumps(record))
    assert main(["verify", str(tmp_path / "match.json"), "--commitment", match[1]]) != 0
    told = " ".join(capsys.readouterr().err.split())
    assert re.search(said.replace("(.*)", ".*"), told), told


def test_another_seed_alone_is_refused(match: tuple[dict[str, Any], str]) -> None:
    record = copy.deepcopy(match[0])
    record["seed"] += 1
    with pytest.raises(BadRecord, match="the cards were not dealt from the secret and the words"):
        fairness.verify(record)
