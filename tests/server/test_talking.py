"""What bots say to people of their team: to whom, when, and how often."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from parlour.bots.talk import says
from parlour.engine.match import Match
from parlour.server.events import Dealt, Moved, read_event

from .client import Client
from .house import House, OpenTable, house, run, until

SLOW = {"settings": {"pause": 10_000, "hints": False}}  # nothing happens by itself
AT_ONCE = {"settings": {"pause": 0, "hints": False}}


def talk(client: Client) -> dict[int, str]:
    """What is heard now, by seat."""
    return dict(client.last("state")["talk"])


async def dealt(here: House, seats: list[str], hands: str = "open", **more: Any) -> tuple[OpenTable, list[Client]]:
    table = await here.open("game-on-coop", seats, options={"hands": hands}, start=True, **more)
    clients = await table.all_sit()
    for client in clients:
        await client.hear("state")
    return table, clients


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_bots_say_what_they_would_do_before_anybody_acts(tmp_path: Path, hands: str) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, (me, friend) = await dealt(here, ["me", "here", "bot:fair", "bot:fair"], hands, **SLOW)
            match = table.inside.history.match
            assert talk(me) == talk(friend) == {seat: says(match, seat) for seat in (2, 3)}
            assert all(talk(me).values())
            watcher = await table.sit(None)
            await watcher.hear("state")
            assert talk(watcher) == (talk(me) if hands == "hidden" else {})
            assert not any("talk" in body for _, _, body in table.log())
            who = await table.sit(0)  # who comes back hears it, too
            await who.hear("state")
            assert talk(who) == talk(me)

    run(play())


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_who_watches_hears_only_what_names_no_hand(tmp_path: Path, hands: str) -> None:
    """While moves are made, too: not every state is written by the same way."""

    async def play() -> None:
        async with house(tmp_path) as here:
            table, (me, friend) = await dealt(here, ["me", "here", "bot:fair"], hands, **SLOW)
            watcher = await table.sit(None)
            await watcher.hear("state")
            for client in (me, friend):
                done = next(number for number, words in client.choices if words == "finish")
                await client.move(done)
                seq = table.inside.history.seq
                await watcher.hear(lambda heard, seq=seq: heard["type"] == "state" and heard["seq"] == seq)
                assert talk(me) and talk(watcher) == (talk(me) if hands == "hidden" else {})

    run(play())


def test_bots_speak_once_a_move_and_answer_people(tmp_path: Path) -> None:
    """In each round: at its beginning, and then at most once before each of their moves and after the last."""

    async def play() -> None:
        async with house(tmp_path) as here:
            table, (me,) = await dealt(here, ["me", "bot:fair", "bot:fair"], **AT_ONCE)
            inside = table.inside
            for _ in range(60):
                await until(lambda: inside.is_quiet and me.last("state")["seq"] == inside.history.seq)
                if inside.history.match.over or not me.choices:
                    break
                await me.move(me.choices[-1][0] if len(me.choices) < 3 else me.choices[0][0])
            states = me.all("state")
            match, made, said, changes = None, [0] * 3, dict[int, str](), 0
            spoke: dict[int, list[int]] = {1: [], 2: []}
            logged = [read_event(body) for _, _, body in table.log()]
            by_seq = {state["seq"]: state for state in states}
            round_ = 0
            for (seq, _, _), event in zip(table.log(), logged, strict=True):
                if isinstance(event, Dealt):
                    match = Match(inside.history.game, event.seed)
                elif isinstance(event, Moved):
                    assert match is not None
                    match.play(event.seat, event.move)
                    made[event.seat] += 1
                state = by_seq.get(seq)
                if match is None or state is None:
                    continue
                now = dict(state["talk"])
                if state["view"]["round"] != round_ or match.over:
                    round_, said, spoke = state["view"]["round"], {}, {1: [], 2: []}
                for seat, words in now.items():
                    if said.get(seat) != words:
                        assert words == says(match, seat)
                        by = event.seat if isinstance(event, Moved) else None
                        assert seat not in said or by in (0, seat), "bots do not answer bots"
                        spoke[seat].append(made[seat])
                        changes += seat in said
                assert all(len(ats) <= len(set(ats)) + 1 for ats in spoke.values()), spoke
                assert set(said) <= set(now), "it stays until the round is over"
                said = now
            assert changes > 5

    run(play())


def test_bots_do_not_answer_every_move_of_people(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            words = (f"word {number}" for number in itertools.count())
            with mock.patch("parlour.server.talking.says", side_effect=words):
                _, people = await dealt(here, ["me", "here", "here", "bot:fair"], **SLOW)
                heard = [talk(people[0])[3]]
                for client in people[:2]:
                    await client.move(next(number for number, words in client.choices if words == "finish"))
                    await people[0].pong()
                    heard.append(talk(people[0])[3])
            assert heard[0] != heard[1] == heard[2]

    run(play())


def test_nobody_talks_among_bots_alone_nor_in_another_game(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, (me,) = await dealt(here, ["me", "bot:fair"], **SLOW)
            assert talk(me)
            me.send(type="leave")
            await until(lambda: table.inside.history.chairs[0].played_by_bot and table.inside.is_in_log)
            watcher = await table.enter(table.host)
            await watcher.hear("state")
            assert table.inside.talking.written == (b"[]", b"[]")
            other = await here.open("game-on", ["me", "bot:fair"], start=True, **SLOW)
            me = await other.sit(0)
            await me.hear("state")
            assert talk(me) == {}

    run(play())


def test_a_seat_that_is_taken_by_a_person_says_nothing_more(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, (me,) = await dealt(here, ["me", "bot:fair", "bot:fair"], **SLOW)
            assert set(talk(me)) == {1, 2}
            me.send(type="seat", seat=1, who="open")
            await until(lambda: table.inside.showing.info().offered == [1])
            await here.ask(f"/api/tables/{table.code}/seats", {"name": "Jonas", "seat": 1})
            done = next(number for number, words in me.choices if words == "finish")
            await me.move(done)
            assert set(talk(me)) == {2}

    run(play())
