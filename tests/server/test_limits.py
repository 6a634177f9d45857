"""How much may be asked for: what one does must not keep others out."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.server import socket
from parlour.server.limits import Bucket

from .client import Client, Refused
from .house import house, run, until

WORDS = "\n".join(first + rest for first in "abcdefghijk" for rest in ("at", "ed", "in", "ot", "up", "ar"))


def test_a_crowd_that_watches_keeps_no_player_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "_MOST_WATCHING", 3)

    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("ka-blam", ["me", "open"])
            for _ in range(3):
                await table.sit(None)
            for token in (None, "x"):
                late = await Client.connect(here.address, table.code, token)
                assert await late.hear("bye") == {
                    "type": "bye", "reason": "too many people watch this table already", "again": True
                }  # fmt: skip
            ann = await table.sit(0)
            taken = await here.ask(f"/api/tables/{table.code}/seats", {"name": "Bob"})
            bob = await table.enter(taken["token"])
            assert [one.all("welcome")[0]["you"] for one in (ann, bob)] == [0, 1]
            await ann.left()
            await table.sit(0)
            await table.enter(table.host)

    run(play())


def test_what_is_sent_in_one_breath_with_hello_is_told_to_wait(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(start=True)
            here.server.tables.live.pop(table.code).close()  # it has to be read first
            hasty = await Client.open(here.address, table.code)
            here.clients.append(hasty)
            hasty.send(type="hello", token=table.tokens[0])
            hasty.send(type="move", id="at once", move=0)
            refusal = await hasty.hear("refusal")
            assert (refusal["id"], refusal["reason"]) == ("at once", "wait for the welcome that answers hello")
            await hasty.hear("welcome")

    run(play())


def test_only_tables_that_are_opened_count(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            here.server._opened = Bucket(0.0, 2.0)
            wrong = [{"game": "chess"}, {"options": {"length": "endless"}}, {"seats": ["me"]}, {"seats": ["me", "x"]}]
            for more in wrong:
                with pytest.raises(Refused, match="40[04]"):
                    await here.ask("/api/tables", {"game": "ka-blam", "seats": ["me", "open"], **more})
            for _ in range(3):
                await here.ask("/api/components", {"game": "ka-blam", "option": "words", "text": WORDS})
            for _ in range(2):
                await here.open()
            with pytest.raises(Refused, match="429: very many tables are being opened just now"):
                await here.open()

    run(play())


def test_what_is_read_for_others_is_counted_by_itself(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            here.server._read = Bucket(0.0, 1.0)
            wanted = {"game": "ka-blam", "option": "words", "text": WORDS}
            await here.ask("/api/components", wanted)
            with pytest.raises(Refused, match="429: very much is being read just now"):
                await here.ask("/api/components", wanted)
            await here.open()

    run(play())


def test_a_name_is_as_long_at_the_opening_as_it_may_be_anywhere(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            with pytest.raises(Refused, match=r"400: this cannot be read: .*<= 24.*names"):
                await here.open(names=["x" * 25])
            table = await here.open(names=["x" * 24, ""])
            assert table.inside.history.names[0] == "x" * 24

    run(play())


def test_aims_are_counted_for_the_seat_however_many_pages_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "_AIMS_PER_SECOND", 0.0)
    monkeypatch.setattr(socket, "_AIMS_AT_ONCE", 4.0)

    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(start=True)
            one, two, other = await table.sit(0), await table.sit(0), await table.sit(1)
            for number in range(4):
                said = await one.refused(type="aim", n=number, x=0, y=0, z=0)
                assert said == "you have no piece in hand"
            assert "too fast: a hand is moved 60 times a second" in await two.refused(type="aim", n=9, x=0, y=0, z=0)
            assert await other.refused(type="aim", n=1, x=0, y=0, z=0) == "you have no piece in hand"
            await until(lambda: table.inside.is_quiet)

    run(play())
