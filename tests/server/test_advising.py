"""Hints and reviews at a table: who may have them when, and that they tell no more than they should."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.bots.search import Budget
from parlour.games import find
from parlour.server import advising, thinkers
from parlour.server.events import Moved
from parlour.server.thinkers import Thinkers

from .client import Client, Message, to_act
from .house import House, OpenTable, house, run, until

GAME = "go-fox"  # for all tests here: the search is compiled for each game that it is asked for
COMPILED = 300.0  # seconds in which that is done on a machine that is busy


async def playing(here: House, **more: Any) -> tuple[OpenTable, Client, Client]:
    """A table of two, dealt: who is to act, and the other."""
    table = await here.open(GAME, start=True, **more)
    clients = await table.all_sit()
    acting = await to_act(clients)
    return table, acting, next(client for client in clients if client is not acting)


async def hinted(client: Client, asked: str = "h1") -> Message:
    client.send(type="hint", id=asked)
    return await client.hear(lambda heard: heard["type"] in ("hint", "refusal"), COMPILED)


async def play_on(table: OpenTable, clients: list[Client]) -> None:
    """To the end of the match, with the first move that there is."""
    while not table.inside.history.match.over:
        client = await to_act(clients)
        seq = client.last("state")["seq"]
        await client.move(client.choices[-1][0])
        await until(lambda seq=seq: all(one.last("state")["seq"] > seq for one in clients))


# Hints


def test_a_hint_is_a_move_and_a_reason_and_nobody_else_hears_of_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, other = await playing(here)
            watcher = await table.sit(None)
            log, raw = table.log(), [list(client.raw) for client in (other, watcher)]
            hint = await hinted(acting)
            assert [hint["move"], hint["words"]] in [list(choice) for choice in acting.choices]
            assert hint["id"] == "h1" and hint["reason"].endswith(".")
            assert acting.all("hinting")[-1] == {"type": "hinting", "id": "h1", "ready": True}
            for client, before in zip((other, watcher), raw, strict=True):
                await client.pong()
                assert client.raw[:-1] == before
            assert table.log() == log
            again = await hinted(acting, "h2")
            assert {**again, "id": "h1"} == hint, "the same position gets the same hint"
            assert (await acting.move(hint["move"]))["type"] == "ack"

    run(play(), 2 * COMPILED)


def test_a_hint_is_a_function_of_the_view_and_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever lies where the seat cannot see it."""
    monkeypatch.setattr(thinkers, "_HINT", Budget(playouts=300))  # no clock: machines are busy
    match = parlour.new(GAME, players=3, seed=4, starter=0)
    redealt = [match.redealt(0, seed) for seed in range(1, 5)]
    assert len({str(one.position()) for one in redealt}) > 1

    async def think() -> None:
        thinking = Thinkers(1)
        try:
            assert await thinking.learned(type(match.game))
            said = [await thinking.advise(one.copy(), 0, 7, lambda: False) for one in (match, *redealt)]
            assert all(one == said[0] for one in said)
        finally:
            thinking.close()

    run(think())


def test_hints_are_refused_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "_PER_SECOND", 1 / 3600)  # however long this machine thinks

    async def play() -> None:
        async with house(tmp_path) as here:
            gathering = await here.open(GAME)
            early = await gathering.sit(0)
            assert (await hinted(early))["reason"] == "the cards are not dealt yet"
            table, acting, other = await playing(here)
            watcher = await table.sit(None)
            assert "it is not your turn now" in (await hinted(other))["reason"]
            assert (await hinted(watcher))["reason"] == "you are watching; hints are for those who hold a seat"
            for number in range(3):
                assert (await hinted(acting, f"quick {number}"))["type"] == "hint"
            assert await hinted(acting, "too quick") == {
                "type": "refusal",
                "id": "too quick",
                "reason": "too fast: a seat can have a hint every 3600 seconds",
                "seq": acting.last("state")["seq"],
            }
            host = acting if acting.all("welcome")[0]["host"] else other
            settings = host.all("welcome")[0]["table"]["settings"]
            assert settings["hints"]
            host.send(type="settings", settings={**settings, "hints": False})
            await acting.hear(lambda heard: heard["type"] == "table" and not heard["table"]["settings"]["hints"])
            assert (await hinted(acting))["reason"] == "the host has turned hints off at this table"
            tower = await here.open("shapes", start=True)
            hand = await tower.sit(0)
            assert not hand.all("welcome")[0]["table"]["advice"]
            assert "it is all in the steady hand" in (await hinted(hand))["reason"]

    run(play(), 2 * COMPILED)


def test_a_hint_waits_for_the_compiler_and_is_forgotten_when_the_game_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            ready, real = asyncio.Event(), here.server.thinkers._learn

            async def learn(kind: type[parlour.Game]) -> None:
                await ready.wait()
                await real(kind)

            here.server.thinkers._learn = learn  # type: ignore[method-assign]
            table, acting, _ = await playing(here)
            acting.send(type="hint", id="early")
            assert await acting.hear("hinting") == {"type": "hinting", "id": "early", "ready": False}
            _, waiting, _ = await playing(here)
            waiting.send(type="hint", id="patient")
            await waiting.hear("hinting")
            seat = acting.all("welcome")[0]["you"]
            match = table.inside.history.match
            while seat in match.to_act and not match.over:
                await acting.move(acting.choices[0][0])
                await acting.pong()
            ready.set()
            gone = await acting.hear("refusal", COMPILED)
            assert gone["id"] == "early" and gone["reason"].startswith("the game went on meanwhile")
            hint = await waiting.hear("hint", COMPILED)
            assert hint["id"] == "patient" and hint["move"] in [number for number, _ in waiting.choices]

    run(play(), 2 * COMPILED)


@pytest.mark.parametrize(("hints", "compiled_before"), [(True, False), (False, False), (True, True)])
def test_the_search_is_made_ready_before_anybody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hints: bool, compiled_before: bool
) -> None:
    """Where hints may be asked for, and it never was compiled here."""
    learned: list[str] = []

    async def learn(_: Thinkers, kind: type[parlour.Game]) -> None:
        learned.append(kind.id)

    monkeypatch.setattr(Thinkers, "_learn", learn)
    monkeypatch.setattr("parlour.bots.search.is_warm", lambda _: compiled_before)

    async def play() -> None:
        async with house(tmp_path) as here:
            monkeypatch.setattr(advising, "_SETTLED", 0.0)
            table = await here.open(GAME, start=True, settings={"hints": hints})
            acting = await to_act(await table.all_sit())
            await acting.move(acting.choices[0][0])
            if hints and not compiled_before:
                await until(lambda: bool(learned))
            assert learned == ([GAME] if hints and not compiled_before else [])

    run(play())


def test_a_hint_is_about_the_match_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody moves while it is thought about: that thought is stopped, and another begun."""

    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, _ = await playing(here)
            seat, thinking = acting.all("welcome")[0]["you"], here.server.thinkers
            await thinking.learned(type(table.inside.history.game))
            advise, stopped = thinking.advise, list[bool]()

            async def while_somebody_moves(match: Any, seat: int, seed: int, stop: Any) -> Any:
                assert not stop()
                if not stopped:
                    moves = table.inside.history.match.legal(seat)
                    asking = next(move for move in moves if str(move).startswith("ask"))
                    table.inside.append(Moved(seat, int(asking)))
                    await table.inside.written()
                stopped.append(stop())
                return await advise(match, seat, seed, stop)

            monkeypatch.setattr(thinking, "advise", while_somebody_moves)
            answer = await hinted(acting)
            assert stopped[0]
            if seat in table.inside.history.match.to_act:
                assert stopped == [True, False]
                assert answer["move"] in [int(move) for move in table.inside.history.match.legal(seat)]
            else:
                assert stopped == [True] and "the game went on" in answer["reason"]

    run(play(), 2 * COMPILED)


# Reviews


def test_a_review_can_be_had_when_the_match_is_over(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, other = await playing(here)
            reason = await acting.refused(type="review", id="r0")
            assert reason == "a review can be had when the match is over: it tells every hand"
            await play_on(table, [acting, other])
            log = table.log()
            acting.send(type="review", id="r1")
            watcher = await table.sit(None)
            watcher.send(type="review", id="r2")
            found = await acting.hear("review", COMPILED)
            assert await watcher.hear("review", COMPILED) == found
            far = acting.all("reviewing")
            assert far and all(0 <= one["done"] <= one["of"] for one in far)
            match = table.inside.history.match
            assert found["names"] == table.inside.history.names
            assert [moment["number"] for moment in found["moments"]] == list(range(len(match.moves) + 1))
            for moment in found["moments"]:
                assert all(0 <= chance <= 1 for chance in moment["chances"])
            won = found["moments"][-1]["chances"]
            assert {seat for seat, chance in enumerate(won) if chance > 0} == set(match.winners)
            for turn in found["turns"]:
                before, after = (found["moments"][turn["number"] + step]["chances"] for step in (-1, 0))
                assert turn["change"] == pytest.approx(after[turn["seat"]] - before[turn["seat"]])
                assert turn["why"]
            other.send(type="review", id="r3")  # it was kept
            assert await other.hear("review") == found and not other.all("reviewing")
            assert table.log() == log

    run(play(), 2 * COMPILED)


def test_who_reads_a_review_goes_on_when_others_begin_another_match(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, *both = await playing(here)
            await play_on(table, both)
            host = next(one for one in both if one.all("welcome")[0]["host"])
            reader = next(one for one in both if one is not host)
            length, winners = len(table.inside.history.match.moves), table.inside.history.match.winners
            reader.send(type="review", id="r")
            await reader.hear("reviewing")
            host.send(type="again")
            host.send(type="start")
            second = await host.hear(lambda heard: heard["type"] == "table" and heard["table"]["round"] == 2)
            assert second["table"]["wins"] == [int(seat in winners) for seat in range(2)]
            found = await reader.hear("review", COMPILED)
            assert len(found["moments"]) == length + 1
            await until(lambda: table.inside.advising._looking is None)
            assert "when the match is over" in await reader.refused(type="review", id="s")

    run(play(), 2 * COMPILED)


def test_there_is_no_review_of_steady_hands(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("shapes", start=True)
            hand = await table.sit(0)
            assert "when the match is over" in await hand.refused(type="review", id="r")

    run(play())


def test_every_card_game_has_advice_and_shapes_has_none() -> None:
    from parlour.server.shelf import shelf

    told = {game.id: game.advice for box in shelf().boxes for game in box.games}
    assert told == {name: find(name).box != "shapes" for name in told}
    assert json.dumps(told).count("true") == 6
