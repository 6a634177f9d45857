"""Clocks that run out, people who go away, and rules that are still being compiled: what happens by itself."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from parlour.engine import warm
from parlour.games import find
from parlour.server import readiness
from parlour.server.clockwork import ROUND, Clockwork
from parlour.server.messages import Clocks
from parlour.server.table import Table

from ..rules.tables import ka_blam
from .client import Client, to_act
from .house import OpenTable, house, run, until

SHORT = {"length": "short"}


def let_time_pass(table: Table, ms: int) -> None:
    """As if everybody had been thinking for so much longer."""
    table.history.thinking.slept(-ms)  # type: ignore[union-attr]
    left = table.clockwork.left_at
    left.update({seat: at - ms for seat, at in left.items()})
    table.clockwork.go_on()


def moved(table: OpenTable) -> list[dict[str, Any]]:
    return [json.loads(body) for _, body in table.moves()]


def test_time_runs_out_in_the_next_match_too(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            clocks = {"kind": "move", "seconds": 3600}
            table = await here.open("ka-blam", settings={"clocks": clocks}, options=SHORT, start=True)
            ann, bob = await table.all_sit()
            while not table.inside.history.match.over:
                acting = await to_act((ann, bob))
                made = await acting.move(acting.choices[0][0])
                await until(lambda made=made: all(one.last("state")["seq"] >= made["seq"] for one in (ann, bob)))
            await asyncio.gather(ann.pong(), bob.pong())
            ann.send(type="again")
            ann.send(type="start")
            await ann.hear(lambda heard: heard["type"] == "state" and not heard["over"])
            let_time_pass(table.inside, 3_600_000)
            await ann.hear(lambda heard: heard["type"] == "state" and heard["moves"])
            assert moved(table)[-1]["late"]

    run(play())


def test_when_time_is_up_a_move_is_made_for_the_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            clocks = {"kind": "move", "seconds": 3600}
            table = await here.open("go-fox", settings={"clocks": clocks}, start=True)
            clients = await table.all_sit()
            acting = await to_act(clients)
            seat, seq = acting.all("welcome")[0]["you"], table.inside.history.seq
            assert [one["runs"] for one in acting.last("state")["seats"]].count(True) == 1
            let_time_pass(table.inside, 3_599_000 - 3_000_000)
            await acting.pong()
            assert table.moves() == []  # there is time left
            let_time_pass(table.inside, 3_600_000)
            for client in clients:
                await client.hear(lambda heard: heard["type"] == "state" and heard["seq"] > seq)
            assert [(move["seat"], move.get("id", "")) for move in moved(table)] == [(seat, "")]
            assert not table.inside.history.chairs[seat].standing_in  # the seat stays theirs
            assert table.inside.history.chairs[seat].who == "person"
            other = next(client for client in clients if client is not acting)
            name = table.inside.history.names[seat]
            late, told = acting.last("state")["told"], other.last("state")["told"]
            assert late[0] == "Your time is up." and late[1].startswith("Your bot asks ")
            assert told[0] == f"The time of {name} is up." and told[1].startswith(f"{name} asks ")
            assert (await table.sit(seat)).all("welcome")[0]["seq"] >= 0
            again = table.inside.showing
            again.forget_lines()
            assert again.lines(seat, 0)[: len(late)] == late  # who comes back reads the same

    run(play())


def test_who_is_out_of_time_has_finished_the_round_in_game_on(tmp_path: Path) -> None:
    """GC-20: whoever is away has finished."""

    async def play() -> None:
        async with house(tmp_path) as here:
            settings = {"clocks": {"kind": "move", "seconds": 3600}}
            table = await here.open("game-on", settings=settings, start=True)
            clients = await table.all_sit()
            await asyncio.gather(*(client.hear("state") for client in clients))
            assert table.inside.history.match.to_act == {0, 1}
            let_time_pass(table.inside, 3_600_000)
            await until(lambda: len(table.moves()) >= 2)
            names = table.inside.history.match.game.move_names
            assert {(move["seat"], names[move["move"]]) for move in moved(table)[:2]} == {(0, "finish"), (1, "finish")}

    run(play())


def test_who_is_out_of_time_does_not_defend_in_game_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            settings = {"clocks": {"kind": "move", "seconds": 3600}, "hints": False}
            table = await here.open("game-on", settings=settings, start=True)
            clients = await table.all_sit()
            names = find("game-on").move_names
            while True:  # play by what leads to a theft soonest
                await until(
                    lambda: (
                        table.inside.is_quiet
                        and all(client.last("state")["seq"] == table.inside.history.seq for client in clients)
                    )
                )
                table.inside.limits.clear()
                defender = next(
                    (one for one in clients if "do not defend" in [words for _, words in one.choices]), None
                )
                if defender is not None:
                    break
                assert not table.inside.history.match.over, "nobody ever tried to steal"
                acting = await to_act(clients)
                by_worth = sorted(acting.choices, key=lambda choice: _worth(choice[1]))
                await acting.move(by_worth[0][0])
            count, seat = len(table.moves()), defender.all("welcome")[0]["you"]
            let_time_pass(table.inside, 3_600_000)
            await until(lambda: len(table.moves()) > count)
            made = moved(table)[count]
            assert (made["seat"], names[made["move"]]) == (seat, "do not defend")

    def _worth(words: str) -> int:
        return next(
            (rank for rank, verb in enumerate(("steal", "cover", "show", "redraw")) if words.startswith(verb)), 9
        )

    run(play())


def test_a_clock_for_the_match_gives_back_with_every_move(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            settings = {"clocks": {"kind": "game", "seconds": 600, "more": 100}}
            table = await here.open("go-fox", settings=settings, start=True)
            clients = await table.all_sit()
            acting = await to_act(clients)
            seat = acting.all("welcome")[0]["you"]
            assert 0 < acting.last("state")["seats"][seat]["left_ms"] <= 600_000
            await acting.move(acting.choices[0][0])
            state = await acting.hear("state")
            assert 600_000 < state["seats"][seat]["left_ms"] <= 700_000

    run(play())


def test_the_host_changes_the_clocks_in_the_middle(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("go-fox", start=True)
            ann, _ = await table.all_sit()
            assert all(seat["left_ms"] is None for seat in (await ann.hear("state"))["seats"])
            ann.send(type="settings", settings={"clocks": {"kind": "move", "seconds": 30}})
            changed = await ann.hear(
                lambda heard: heard["type"] == "table" and heard["table"]["settings"]["clocks"]["kind"] == "move"
            )
            assert all(0 < seat["left_ms"] <= 30_000 for seat in changed["table"]["seats"])
            assert table.inside.history.settings.clocks == Clocks("move", 30)

    run(play())


# Away


def test_a_bot_stands_in_for_who_is_away_and_gives_the_seat_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("go-fox", settings={"away_limit": 3600, "pause": 0}, start=True)
            ann, bob = await table.all_sit()
            await bob.left()
            await ann.hear(lambda heard: heard["type"] == "table" and not heard["table"]["seats"][1]["here"])
            let_time_pass(table.inside, 1_000_000)
            await ann.pong()
            assert not table.inside.history.chairs[1].standing_in
            let_time_pass(table.inside, 3_600_000)
            await ann.hear(lambda heard: heard["type"] == "table" and heard["table"]["seats"][1]["standing_in"])
            while not [move for move in moved(table) if move["seat"] == 1]:  # it plays
                if ann.choices:
                    await ann.move(ann.choices[0][0])
                await ann.hear("state")
            back = await table.sit(1)
            state = await back.hear("state")
            assert state["view"]["seat"] == 1
            assert any(line.startswith("Your bot asks ") for line in state["told"])  # it was not Bob
            assert not any(line.startswith("You ") for line in state["told"])
            await back.hear(lambda heard: heard["type"] == "table" and not heard["table"]["seats"][1]["standing_in"])
            assert table.inside.history.chairs[1].who == "person"

    run(play())


def test_a_bot_that_was_about_to_move_leaves_it_to_who_is_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            settings = {"away_limit": 3600, "pause": 0, "hints": False}
            table = await here.open("go-fox", settings=settings, start=True)
            acting = await to_act(await table.all_sit())
            seat = acting.all("welcome")[0]["you"]
            thinking, go, thinkers = asyncio.Event(), asyncio.Event(), here.server.thinkers
            choose = thinkers.choose

            async def slowly(*asked: Any) -> Any:
                thinking.set()
                await go.wait()
                return await choose(*asked)

            thinkers.choose = slowly  # type: ignore[method-assign]
            await acting.left()
            await until(lambda: seat in table.inside.clockwork.left_at)
            let_time_pass(table.inside, 3_600_000)
            await thinking.wait()
            back = await table.sit(seat)
            await until(lambda: not table.inside.history.chairs[seat].standing_in)
            go.set()
            await until(lambda: seat not in table.inside.clockwork._busy_bots and table.inside.is_quiet)
            assert table.moves() == []
            assert (await back.move(acting.choices[0][0]))["type"] == "ack"

    run(play())


def test_who_took_a_seat_and_never_came_is_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("go-fox", ["me", "open"], settings={"away_limit": 3600})
            await here.ask(f"/api/tables/{table.code}/seats", {"name": "Bob"})
            ann = await table.sit(0)
            ann.send(type="start")
            await ann.hear("state")
            let_time_pass(table.inside, 3_600_000)
            await ann.hear(lambda heard: heard["type"] == "table" and heard["table"]["seats"][1]["standing_in"])

    run(play())


def test_who_does_not_come_back_after_a_restart_is_away(tmp_path: Path) -> None:
    async def before() -> tuple[str, dict[int, str]]:
        async with house(tmp_path) as here:
            table = await here.open("go-fox", settings={"away_limit": 3600}, start=True)
            await table.all_sit()
            return table.code, table.tokens

    async def after(code: str, tokens: dict[int, str]) -> None:
        async with house(tmp_path) as here:
            table = OpenTable(here, code, "", tokens)
            ann = await table.sit(0)
            let_time_pass(table.inside, 3_600_000)
            await ann.hear(lambda heard: heard["type"] == "table" and heard["table"]["seats"][1]["standing_in"])
            assert not table.inside.history.chairs[0].standing_in

    run(after(*run(before())))


def test_nobody_is_away_where_the_host_says_so(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("go-fox", settings={"away_limit": 0}, start=True)
            ann, bob = await table.all_sit()
            await bob.left()
            await until(lambda: 1 in table.inside.clockwork.left_at)
            let_time_pass(table.inside, 86_400_000)
            await ann.pong()
            assert not table.inside.history.chairs[1].standing_in

    run(play())


def test_who_left_together_with_all_is_away_from_when_somebody_waits(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("go-fox", settings={"away_limit": 60}, start=True)
            ann, bob = await table.all_sit()
            await ann.left()
            await bob.left()
            await until(lambda: len(table.inside.clockwork.left_at) == 2)
            let_time_pass(table.inside, 3_600_000)
            ann = await table.sit(0)  # Bob has not had time to come back
            await ann.pong()
            assert not table.inside.history.chairs[1].standing_in
            let_time_pass(table.inside, 60_000)
            await ann.hear(lambda heard: heard["type"] == "table" and heard["table"]["seats"][1]["standing_in"])

    run(play())


def test_nothing_happens_at_a_table_where_nobody_is(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            settings = {"clocks": {"kind": "move", "seconds": 5}, "away_limit": 1, "pause": 0}
            table = await here.open("go-fox", ["me", "bot:random"], settings=settings, start=True)
            let_time_pass(table.inside, 86_400_000)
            await asyncio.sleep(0.1)
            assert table.moves() == []
            ann = await table.sit(0)  # somebody comes, and it goes on
            await until(lambda: ann.choices or table.moves())

    run(play())


def test_bots_play_a_whole_match(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            for game in ("read-and-grab", "freaky"):
                table = await here.open(game, ["bot:greedy", "bot:random", "bot:greedy"], settings={"pause": 0})
                host = await table.enter(table.host)
                host.send(type="start")
                ending = await host.hear(lambda heard: heard["type"] == "state" and heard["over"], within=100)
                assert ending["over"]["winners"]

    run(play())


def test_bots_wait_while_people_see_how_a_round_ended(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            bots = ["bot:greedy", "bot:greedy", "bot:greedy"]
            table = await here.open("ka-blam", bots, settings={"pause": 1}, options={"length": "long"})
            looking = table.inside.clockwork
            with mock.patch.object(looking, "let_people_look", wraps=looking.let_people_look) as look:
                host = await table.enter(table.host)
                host.send(type="start")
                await until(lambda: look.called)
                told = [line for state in host.all("state") for line in state["told"]]
            assert sum("A new round" in line for line in told) <= 1 and look.call_args.args == (ROUND,)
            with mock.patch.object(looking, "_think", wraps=looking._think) as thinking:
                looking._let_think(0, 1)
            assert thinking.call_args.args[2] > 1, "seconds, though their pause is a millisecond"

    run(play())


def who_thinks(clockwork: Clockwork, now: int) -> set[int]:
    """The bots that begin to think at that time."""
    with (
        mock.patch("parlour.server.clockwork.now_ms", return_value=now),
        mock.patch.object(clockwork, "_think") as thinking,
    ):
        clockwork.go_on()
    return {call.args[0] for call in thinking.call_args_list}


def test_bots_let_people_act_first_where_all_act_at_once_but_not_for_ever(tmp_path: Path) -> None:
    """A master of a game in which the last word counts waits longer than others."""

    async def play() -> None:
        async with house(tmp_path) as here:
            covers: list[int] = []
            while not covers:  # as good as always at once
                seats = ["me", "bot:master", "bot:fair"]
                table = await here.open("game-on", seats, settings={"pause": 10000}, start=True)
                me = await table.enter(table.tokens[0])
                state = await me.hear(lambda heard: heard["type"] == "state" and heard["choices"])
                covers = [move for move, words in state["choices"] if words.startswith("cover")]
            clockwork = table.inside.clockwork
            asked = clockwork._asked_at
            assert asked is not None and not clockwork._busy_bots
            assert who_thinks(clockwork, asked + 79_000) == set()
            assert who_thinks(clockwork, asked + 80_000) == {2}
            me.send(type="move", id="mine", move=covers[0])
            await until(lambda: clockwork._acted_at is not None)
            acted = clockwork._acted_at
            assert acted is not None and clockwork._asked_at == asked
            assert who_thinks(clockwork, acted + 29_000) == set(), "who acts may act once more"
            assert who_thinks(clockwork, acted + 30_000) == {2}
            assert who_thinks(clockwork, asked + 200_000) == {1, 2}

    run(play())


def test_bots_hurry_while_no_person_can_do_anything(tmp_path: Path) -> None:
    """KA-BLAM!: whoever draws the Exploding card is out of the round."""

    async def play() -> None:
        async with house(tmp_path) as here:
            seats = ["me", "bot:fair", "bot:fair"]
            table = await here.open("ka-blam", seats, settings={"pause": 10000}, start=True)
            await table.enter(table.tokens[0])
            clockwork, history = table.inside.clockwork, table.inside.history
            with mock.patch.object(clockwork, "_think") as thinking:
                clockwork._let_think(1, 1)
                assert thinking.call_args.args[2] > 6
                history.match = ka_blam("red 6", A="ka-blam, red 1", B="red 2", C="red 4", turn=1)
                clockwork._let_think(1, 1)
                assert thinking.call_args.args[2] < 5

    run(play())


def test_a_master_answers_as_soon_as_people_have_finished(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("game-on", ["me", "bot:master"], settings={"pause": 200}, start=True)
            me = await table.enter(table.tokens[0])
            state = await me.hear(lambda heard: heard["type"] == "state" and heard["choices"])
            me.send(type="move", id="mine", move=next(move for move, words in state["choices"] if words == "finish"))
            await me.hear(lambda heard: heard["type"] == "state" and heard["view"]["round"] == 2, within=60)
            assert '"id":"mine"' in table.moves()[0][1], "nobody moved before"

    run(play())


# Rules that are not compiled yet


def test_a_table_waits_for_its_rules_says_so_and_starts_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, wanted = find("go-fox"), find("ka-blam")
    compiled = {kind: asyncio.Event() for kind in (first, wanted)}

    async def prepare(self: readiness.Readiness) -> None:
        for kind, event in compiled.items():
            await event.wait()
            await self._load(kind)

    monkeypatch.setattr(readiness.Readiness, "_prepare", prepare)

    async def play() -> None:
        async with house(tmp_path, games=(first, wanted)) as here:
            settings = {"clocks": {"kind": "move", "seconds": 3600}}
            table = await here.open(options=SHORT, settings=settings, names=["Ann", "Bob"])
            ann, bob = await table.all_sit()
            ann.send(type="start")
            assert await bob.hear("warming") == {"type": "warming", "done": 0, "of": 2}
            assert bob.last("table")["table"]["phase"] == "warming"
            late = await table.sit(None)
            assert (await late.hear("warming"))["done"] == 0
            assert (await ann.move(0))["reason"] == "the rules are still being compiled; the table starts by itself"
            ann.send(type="name", name="Zoë")  # other things go on
            await bob.hear(lambda heard: heard["type"] == "table" and heard["table"]["seats"][0]["name"] == "Zoë")
            compiled[first].set()
            await bob.hear(lambda heard: heard == {"type": "warming", "done": 1, "of": 2})
            table.inside._warming_since -= 3_000_000  # type: ignore[operator]  # it took long
            compiled[wanted].set()
            for client in (ann, bob, late):
                welcome = await client.hear("welcome")
                assert welcome["table"]["phase"] == "playing"
                state = await client.hear("state")
            assert json.loads(table.log()[-1][2])["type"] == "slept"  # nobody's clock ran meanwhile
            assert all(seat["left_ms"] > 3_000_000 for seat in state["seats"])
            acting = await to_act([ann, bob])
            assert (await acting.move(acting.choices[0][0]))["type"] == "ack"

    run(play())


def test_a_match_that_is_on_waits_for_its_rules_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before() -> tuple[str, dict[int, str], Any]:
        async with house(tmp_path) as here:
            table = await here.open(options=SHORT, start=True)
            clients = await table.all_sit()
            acting = await to_act(clients)
            made = (await acting.move(acting.choices[0][0]))["seq"]
            newest = await clients[0].hear(lambda heard: heard["type"] == "state" and heard["seq"] == made)
            return table.code, table.tokens, newest

    go = asyncio.Event()

    async def prepare(self: readiness.Readiness) -> None:
        await go.wait()
        for kind in self.games.values():
            await self._load(kind)

    async def after(code: str, tokens: dict[int, str], state: Any) -> None:
        async with house(tmp_path, games=(find("ka-blam"),)) as here:
            client = await Client.connect(here.address, code, tokens[0])
            here.clients.append(client)
            assert (await client.hear("welcome"))["table"]["phase"] == "warming"
            await client.hear("warming")
            go.set()
            again = await client.hear("state")
            assert (again["seq"], again["view"]) == (state["seq"], state["view"])

    found = run(before())
    monkeypatch.setattr(readiness.Readiness, "_prepare", prepare)
    run(after(*found))


def test_a_cold_cache_is_compiled_in_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The way of a cold start, with rules that are in fact compiled: who is told what, and when all is marked."""
    monkeypatch.setattr(warm, "is_warm", lambda: False)
    marked: list[bool] = []
    monkeypatch.setattr(warm, "mark_warm", lambda: marked.append(True))

    async def play() -> None:
        async with house(tmp_path, games=(find("go-fox"), find("freaky"))) as here:
            table = await here.open("freaky", start=True)
            client = await table.sit(0)
            await client.hear("state", within=100)
            await until(lambda: marked)
            assert here.server.readiness.progress == (2, 2)

    run(play())


def test_the_rules_are_compiled_here_should_the_compiler_die(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "is_warm", lambda: False)
    monkeypatch.setattr(warm, "mark_warm", lambda: None)
    monkeypatch.setattr(readiness, "_compile", _die)

    async def play() -> None:
        async with house(tmp_path, games=(find("go-fox"),)) as here:
            await until(lambda: here.server.readiness.progress == (1, 1))

    run(play())


def _die(*_: Any) -> None:
    raise SystemExit(1)


def test_bots_and_clocks_wait_while_a_newcomer_reads_how_to_play(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            settings = {"pause": 0, "clocks": {"kind": "game", "seconds": 900}}
            more = {"settings": settings, "options": {"starter": 1}, "start": True}
            table = await here.open("go-fox", ["me", "bot:fair"], newcomer=True, **more)
            for _ in range(2):  # who comes back has not read it yet
                ann = await Client.connect(here.address, table.code, table.tokens[0])
                assert (await ann.hear("welcome"))["table"]["newcomer"] == 0
                state = await ann.hear("state")
                assert not any(seat["runs"] for seat in state["seats"])
                assert not table.inside.goes_on
                ann.leave()
                await until(lambda: not table.inside.connections)
            ann = await table.sit(0)
            table.inside._reading_since -= 3_600_000  # as if it took an hour to read it
            let_time_pass(table.inside, 3_600_000)
            assert "you are reading how to play" in (await ann.move(0))["reason"]
            assert not table.moves()

            ann.send(type="read")
            assert (await ann.hear("table"))["table"]["newcomer"] is None
            state = await ann.hear(lambda heard: heard["type"] == "state" and heard["moves"])
            assert all(seat["left_ms"] > 600_000 for seat in state["seats"])
            assert table.moves()

    run(play())


def test_clocks_stand_still_while_a_word_is_read_aloud(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            settings = {"confirm_words": True, "clocks": {"kind": "game", "seconds": 900}}
            table = await here.open("read-and-grab", settings=settings, options={"starter": 1}, start=True)
            ann, bob = await table.all_sit()
            await bob.hear("state")
            await bob.move(bob.choices[0][0])  # turns over a card
            reads = await ann.hear(lambda heard: heard["type"] == "state" and heard["reading"] == 1)
            assert not any(seat["runs"] for seat in reads["seats"])

            table.inside._reading_since -= 3_600_000  # as if it took an hour to read it
            let_time_pass(table.inside, 3_600_000)
            await ann.pong()
            assert len(table.moves()) == 1  # nobody is out of time
            shown = (await here.ask(f"/api/tables/{table.code}"))["seats"]
            assert all(seat["left_ms"] > 600_000 for seat in shown)

            bob.send(type="read")
            state = await ann.hear(lambda heard: heard["type"] == "state" and heard["reading"] is None)
            assert [seat["runs"] for seat in state["seats"]] == [False, True]
            assert all(seat["left_ms"] > 600_000 for seat in state["seats"])
            slept = json.loads(table.log()[-1][2])
            assert slept["type"] == "slept"
            assert slept["ms"] >= 3_600_000

    run(play())
