"""What a page may send and what it is answered: every message, and everything that is wrong with one."""

from __future__ import annotations

import asyncio
import json
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from picows import WSInvalidStatusError, WSMsgType

from parlour.how_to_play import HEADINGS
from parlour.server import events, protocol, socket, workers
from parlour.server.events import write_event
from parlour.server.messages import MOST_BYTES
from parlour.server.store import Row, Store, now_ms
from parlour.server.store import events as stored
from parlour.server.thinkers import GUESTS

from .client import Client, Refused, ask, to_act
from .house import House, OpenTable, house, run, until

SHORT = {"length": "short"}
QUIET = {"hints": False}  # else hints are made ready meanwhile


async def playing(here: House, **more: Any) -> tuple[OpenTable, Client, Client]:
    """A table of two, dealt: who is to act, and the other. No match of GO FOX! is over after a few moves."""
    table = await here.open("go-fox", start=True, **more)
    clients = await table.all_sit()
    acting = await to_act(clients)
    return table, acting, next(client for client in clients if client is not acting)


@contextmanager
def held(store: Store) -> Iterator[None]:
    """While this lasts, nothing is committed."""
    go, commit = threading.Event(), store._commit

    def later(rows: Any) -> None:
        go.wait(60)
        commit(rows)

    store._commit = later  # type: ignore[method-assign]
    try:
        yield
    finally:
        store._commit = commit  # type: ignore[method-assign]
        go.set()


# What others know of the messages


def test_the_typescript_of_the_page_is_up_to_date() -> None:
    assert protocol.TYPESCRIPT.read_text() == protocol.typescript(), "run python -m parlour.server.protocol"


def test_the_protocol_page_is_up_to_date() -> None:
    text = protocol.PAGE.read_text()
    assert protocol.page(text) == text, "run python -m parlour.server.protocol"


# Sitting down


def test_a_table_is_opened_joined_and_dealt(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(seats=["me", "open", "bot:random"], names=["Ann"])
            ann = await table.sit(0)
            welcome = ann.all("welcome")[0]
            assert (welcome["you"], welcome["host"], welcome["table"]["phase"]) == (0, True, "gathering")
            assert [seat["who"] for seat in welcome["table"]["seats"]] == ["person", "open", "bot"]
            held_seat = await here.ask(f"/api/tables/{table.code}/seats", {"name": "Bob"})
            assert held_seat["seat"] == 1
            bob = await table.enter(held_seat["token"])
            assert bob.all("welcome")[0]["you"] == 1 and not bob.all("welcome")[0]["host"]
            here_now = await ann.hear(lambda heard: heard["type"] == "table" and heard["table"]["seats"][1]["here"])
            assert here_now["table"]["seats"][1]["name"] == "Bob"
            ann.send(type="start")
            for client in (ann, bob):
                state = await client.hear("state")
                assert state["view"]["seat"] == client.all("welcome")[0]["you"]
            shown = await here.ask(f"/api/tables/{table.code}")
            assert shown["phase"] == "playing"

    run(play())


def test_a_code_may_be_typed_carelessly(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            code = (await here.open()).code
            assert (await here.ask(f"/api/tables/{code[:3].lower()}-{code[3:]}"))["code"] == code

    run(play())


def test_a_wrong_code_is_said_to_be_wrong(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            for code in ("BBBBBB", "AEIOUY", "x", "..%2f..%2fetc"):
                client = await Client.connect(here.address, code)
                assert await client.hear("bye") == {
                    "type": "bye", "reason": "there is no table with this code", "again": False
                }  # fmt: skip
                await client.closed
            with pytest.raises(Refused, match="404: there is no table with the code BBBBBB: look again"):
                await here.ask("/api/tables/bbb-bbb")
            for typed in ("AEIOUY", "x"):
                with pytest.raises(Refused, match=f"404: a code has six letters, .*; '{typed}' is none"):
                    await here.ask(f"/api/tables/{typed}")
            with pytest.raises(Refused, match="404"):
                await here.ask("/api/tables/BBBBBB/seats", {"name": "Ann"})

    run(play())


def test_a_full_table_is_full(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(seats=["me", "open"])
            path = f"/api/tables/{table.code}/seats"
            with pytest.raises(Refused, match="409: seat 1 is taken"):
                await here.ask(path, {"name": "Bob", "seat": 0})
            with pytest.raises(Refused, match="409: there is no seat 7; seats are 0 to 1"):
                await here.ask(path, {"name": "Bob", "seat": 7})
            await here.ask(path, {"name": "Bob", "seat": 1})
            with pytest.raises(Refused, match="409: the table is full"):
                await here.ask(path, {"name": "Cid"})

    run(play())


def test_two_who_want_one_seat_at_once_do_not_both_get_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(seats=["me", "open"])
            path = f"/api/tables/{table.code}/seats"
            wanted = [here.ask(path, {"name": f"Player {number}"}) for number in range(5)]
            answers = await asyncio.gather(*wanted, return_exceptions=True)
            assert sum(isinstance(answer, dict) for answer in answers) == 1
            assert sum(isinstance(answer, Refused) and answer.status == 409 for answer in answers) == 4

    run(play())


def test_who_gives_no_name_is_given_one_unlike_the_others(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("ka-blam", seats=["me", *["open"] * 5], names=[""])
            path = f"/api/tables/{table.code}/seats"
            for body in ({}, {"name": ""}, {"name": "  "}, {"name": "\u200b\u0007"}, {"name": "Bob"}):
                await here.ask(path, body)
            names = [seat["name"] for seat in (await here.ask(f"/api/tables/{table.code}"))["seats"]]
            assert len({*names}) == 6 and {*names[:5]} <= {*GUESTS} and names[5] == "Bob"

    run(play())


def test_a_bot_gives_way_to_who_comes_with_a_name_like_its_own(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(seats=["me", "bot:random", "bot:fair", "open"], names=["Mira"])
            mira = await table.sit(0)
            await here.ask(f"/api/tables/{table.code}/seats", {"name": "Anna"})
            assert table.inside.history.names == ["Mira", "Cleo", "Ben", "Anna"]
            assert table.inside.history.chairs[1].bot == "random"
            mira.send(type="name", name="Ben")
            await mira.hear(
                lambda message: message["type"] == "table" and message["table"]["seats"][2]["name"] == "Dora"
            )
            assert table.inside.history.names == ["Ben", "Cleo", "Dora", "Anna"]

    run(play())


def test_nobody_sits_down_while_a_match_is_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(seats=["me", "bot:random"], start=True)
            with pytest.raises(Refused, match="409: the match is on: no seat can be taken now"):
                await here.ask(f"/api/tables/{table.code}/seats", {"name": "Bob"})

    run(play())


def test_names_are_shown_without_what_cannot_be_printed(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(seats=["me", "open", "open"], names=["<b>Ann</b>"])
            path = f"/api/tables/{table.code}/seats"
            await here.ask(path, {"name": "a\u0000b\u202e\n\tc"})
            with pytest.raises(Refused, match="400: this cannot be read"):
                await here.ask(path, {"name": "x" * 25})
            await here.ask(path, {"name": "<b>Ann</b>"})
            names = [seat["name"] for seat in (await here.ask(f"/api/tables/{table.code}"))["seats"]]
            assert names == ["<b>Ann</b>", "a b c", "<b>Ann</b> 2"]  # a page shows text, never HTML
            ann = await table.sit(0)
            ann.send(type="name", name="Zoë\u0000")
            await ann.hear(lambda heard: heard["type"] == "table" and heard["table"]["seats"][0]["name"] == "Zoë")
            assert "letter" in await ann.refused(type="name", name="\u0000")

    run(play())


# Hello


def test_nothing_is_done_before_hello(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, _ = await playing(here)
            stranger = await Client.open(here.address, table.code)
            assert (
                await stranger.refused(type="move", id="a", move=acting.choices[0][0]) == "the first message is hello"
            )
            assert await stranger.refused(type="ping") == "the first message is hello"
            stranger.send(type="hello")
            assert (await stranger.hear("welcome"))["you"] is None

    run(play())


def test_who_says_nothing_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "_SAY_HELLO", 0.05)

    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open()
            silent = await Client.open(here.address, table.code)
            assert (await silent.hear("bye"))["again"]
            await silent.closed

    run(play())


def test_hello_twice_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open()
            client = await table.sit(0)
            assert await client.refused(type="hello", token=table.tokens[1]) == "you said hello already"
            await client.pong()
            assert len(client.all("welcome")) == 1

    run(play())


def test_moves_sent_with_hello_are_answered(tmp_path: Path) -> None:
    """Whoever does not wait for the welcome is told so, and is no spectator."""

    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, other = await playing(here, settings=QUIET)
            with held(here.server.store):
                other.send(type="name", name="Bob")  # something waits for the log
                await until(lambda: not table.inside.is_quiet)
                hasty = await Client.open(here.address, table.code)
                hasty.send(type="hello", token=table.tokens[acting.all("welcome")[0]["you"]])
                await until(lambda: len(table.inside._later) > 0)
                hasty.send(type="move", id="a", move=acting.choices[0][0])
                assert (await hasty.hear("refusal"))["reason"] == "wait for the welcome that answers hello"
            await hasty.hear("welcome")
            assert (await hasty.move(acting.choices[0][0], "a"))["type"] == "ack"
            await hasty.left()

    run(play())


def test_who_leaves_before_the_welcome_is_not_at_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, _, other = await playing(here, settings=QUIET)
            with held(here.server.store):
                other.send(type="name", name="Bob")
                await until(lambda: not table.inside.is_quiet)
                gone = await Client.connect(here.address, table.code)
                await until(lambda: len(table.inside._later) > 0)
                await gone.left()
                await asyncio.sleep(0.05)
            await other.pong()
            await until(lambda: table.inside.is_quiet)
            assert len(table.inside.connections) == 2

    run(play())


@pytest.mark.parametrize("token", ["x", "A" * 32, "' OR 1=1 --", "\u0000"])
def test_a_forged_token_opens_nothing(database: str, token: str) -> None:
    async def play() -> None:
        async with house(database) as here:
            table = await here.open()
            forger = await Client.connect(here.address, table.code, token)
            assert "no longer yours" in (await forger.hear("bye"))["reason"]
            await forger.closed
            assert not forger.all("welcome")

    run(play())


def test_a_token_of_another_table_opens_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, another = await here.open(), await here.open()
            for token in (another.tokens[0], another.host, here.table(table.code).history.chairs[0].token):
                client = await Client.connect(here.address, table.code, token)
                assert not (await client.hear("bye"))["again"]

    run(play())


def test_tokens_are_nowhere_in_the_log(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, _ = await playing(here)
            await acting.move(acting.choices[0][0])
            written = json.dumps(table.log())
            assert not any(token in written for token in (*table.tokens.values(), table.host))

    run(play())


# Moves


def test_a_move_is_acknowledged_and_shown_to_all(database: str) -> None:
    async def play() -> None:
        async with house(database) as here:
            table, acting, other = await playing(here)
            watcher = await table.sit(None)
            seq = acting.last("state")["seq"]
            number, words = acting.choices[0]
            assert await acting.move(number, "my own id") == {"type": "ack", "id": "my own id", "seq": seq + 1}
            for client in (acting, other, watcher):
                state = await client.hear(lambda heard: heard["type"] == "state" and heard["seq"] == seq + 1)
                assert state["told"] and state["moves"] == [[acting.all("welcome")[0]["you"], words]]
                assert state["answers"] == ("my own id" if client is acting else None)
            assert '"ack"' not in "".join(acting.raw)  # the state has said it
            assert watcher.choices == []
            assert [json.loads(body)["id"] for _, body in table.moves()] == ["my own id"]

    run(play())


def test_the_same_id_twice_is_one_move(database: str) -> None:
    async def play() -> None:
        async with house(database) as here:
            table, acting, _ = await playing(here)
            move = acting.choices[0][0]
            first = await acting.move(move, "one")
            assert await acting.move(move, "one") == first  # late
            again = await table.enter(table.tokens[acting.all("welcome")[0]["you"]])
            assert await again.move(move, "one") == first  # on another connection
            assert len(table.moves()) == 1

    run(play())


def test_the_same_id_again_before_the_first_is_stored_is_one_move(database: str) -> None:
    async def play() -> None:
        async with house(database) as here:
            table, acting, _ = await playing(here)
            elsewhere = await table.enter(table.tokens[acting.all("welcome")[0]["you"]])
            move = acting.choices[0][0]
            with held(here.server.store):
                for client in (acting, acting, elsewhere):
                    client.send(type="move", id="one", move=move)
                await acting.pong()
                await elsewhere.pong()
                assert not acting.all("ack") and not elsewhere.all("ack")
            await until(lambda: len(acting.all("ack")) == 2 and elsewhere.all("ack"))
            acks = [*acting.all("ack"), *elsewhere.all("ack")]
            assert len(table.moves()) == 1
            assert {ack["seq"] for ack in acks} == {table.moves()[0][0]}

    run(play())


def test_the_same_id_after_a_restart_is_one_move(database: str) -> None:
    async def before() -> tuple[str, str, int, Any]:
        async with house(database) as here:
            table, acting, _ = await playing(here)
            move = acting.choices[0][0]
            return table.code, table.tokens[acting.all("welcome")[0]["you"]], move, await acting.move(move, "one")

    async def after(code: str, token: str, move: int, first: Any) -> None:
        async with house(database) as here:
            client = await Client.connect(here.address, code, token)
            here.clients.append(client)
            await client.hear("welcome")
            assert await client.move(move, "one") == first

    run(after(*run(before())))


def test_a_move_that_came_to_nothing_is_never_acknowledged(database: str) -> None:
    """Another server wrote first. The same move sent again meanwhile is a move after that one, or none."""

    async def play() -> None:
        async with house(database) as here:
            table, acting, other = await playing(here)
            seq, move = acting.last("state")["seq"], acting.choices[0][0]
            with held(here.server.store):
                acting.send(type="move", id="one", move=move)
                acting.send(type="move", id="one", move=move)
                await acting.pong()
                row = Row(table.code, seq + 1, now_ms(), write_event(events.Named(0, "Zoë")).decode())
                with here.server.store.engine.begin() as connection:
                    connection.execute(sql.insert(stored).values(row.values))
            answers = [await acting.hear(lambda heard: heard.get("id") == "one") for _ in range(2)]
            assert answers[0]["type"] == "refusal" and "something else happened first" in answers[0]["reason"]
            assert answers[1] == {"type": "ack", "id": "one", "seq": seq + 2}
            assert [number for number, _ in table.moves()] == [seq + 2]
            welcome = await other.hear("welcome")  # everybody is shown what is so
            assert welcome["table"]["seats"][0]["name"] == "Zoë"

    run(play())


def test_ids_of_two_seats_are_their_own(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, other = await playing(here)
            assert (await acting.move(acting.choices[0][0], "one"))["type"] == "ack"
            await until(lambda: acting.last("state")["seq"] == other.last("state")["seq"])
            mover = await to_act([acting, other])
            assert (await mover.move(mover.choices[0][0], "one" if mover is other else "two"))["type"] == "ack"
            assert len(table.moves()) == 2

    run(play())


def test_moves_out_of_turn_are_refused_with_the_reason(database: str) -> None:
    async def play() -> None:
        async with house(database) as here:
            table, acting, other = await playing(here, names=["Ann", "Bob"])
            name = table.inside.history.names[acting.all("welcome")[0]["you"]]
            answer = await other.move(acting.choices[0][0])
            assert (answer["type"], answer["reason"]) == ("refusal", f"It is the turn of {name}.")
            assert (await other.hear("state"))["seq"] == acting.last("state")["seq"]  # nothing changed
            assert table.moves() == []

    run(play())


def test_illegal_moves_are_refused_with_the_reason(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, _ = await playing(here)
            match = table.inside.history.match
            seat, state = acting.all("welcome")[0]["you"], match.digest()
            legal = {number for number, _ in acting.choices}
            for number in [*range(len(match.game.move_names)), 1 << 31]:
                if number not in legal and number % 7 == 0:
                    answer = await acting.move(number)
                    assert answer["type"] == "refusal" and len(answer["reason"]) > 10, answer
            assert table.inside.history.match.digest() == state
            assert seat in match.to_act

    run(play())


def test_a_page_can_ask_why_not_and_nothing_changes(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, waiting = await playing(here)
            match = table.inside.history.match
            state, seq = match.digest(), table.inside.history.seq
            asked = {"type": "why", "id": "w"}
            for client, move, said in (
                (acting, "lay pair 3", "You ask first; a pair is laid after a no."),
                (acting, str(acting.choices[0][1]), "That cannot be done now."),  # it can: nothing speaks against it
                (acting, "fly to the moon", "That cannot be done now."),
                (waiting, "lay pair 3", "That cannot be done now."),
            ):
                client.send(**asked, move=move)
                answer = await client.hear(lambda heard: heard["type"] == "refusal" and heard["id"] == "w")
                assert answer["reason"] == said
            assert (match.digest(), table.inside.history.seq) == (state, seq)
            acting.send(**asked, move="x" * 81)
            assert "expected `str` of length <= 80" in (await acting.hear("refusal"))["reason"].lower()

    run(play())


def test_spectators_cannot_move_nor_change_anything(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, _ = await playing(here)
            watcher = await table.sit(None)
            answer = await watcher.move(acting.choices[0][0])
            assert answer["reason"] == "you are watching; only those who hold a seat can move"
            for message in ({"type": "name", "name": "Eve"}, {"type": "leave"}):
                assert "you are watching" in await watcher.refused(**message)
            assert "before the deal" in await watcher.refused(type="word", text="fox")
            assert "only the host" in await watcher.refused(type="remove", seat=0)
            assert table.moves() == []

    run(play())


def test_moves_before_the_deal_and_after_the_end_are_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("ka-blam", ["me", "bot:greedy"], options=SHORT, settings={"pause": 0})
            ann = await table.sit(0)
            assert (await ann.move(0))["reason"] == "the cards are not dealt yet"
            assert "the match is not over yet" in await ann.refused(type="again")
            with pytest.raises(Refused, match="the record can be had when the match is over"):
                await here.ask(f"/api/tables/{table.code}/record")
            ann.send(type="start")
            await ann.hear("state")
            with pytest.raises(Refused, match="the record can be had when the match is over"):
                await here.ask(f"/api/tables/{table.code}/record")
            while not ann.last("state")["over"]:
                if ann.choices:
                    await ann.move(ann.choices[0][0])
                await ann.hear("state")
            assert (await ann.hear(lambda heard: heard["type"] == "table"))["table"]["phase"] == "over"
            assert (await ann.move(0))["reason"] == "the match is over"
            first = ann.last("state")["over"]["fairness"]
            ann.send(type="again")  # only bots besides: dealt at once
            state = await ann.hear(lambda heard: heard["type"] == "state" and not heard["over"])
            assert state["view"]["winners"] == []
            shown = await here.ask(f"/api/tables/{table.code}")
            assert shown["round"] == 2 and shown["commitment"] != first["commitment"]

    run(play())


# The host


HOSTS = [
    {"type": "start"},
    {"type": "seat", "seat": 0, "who": "bot:random"},
    {"type": "settings", "settings": {"chat": True}},
    {"type": "options", "options": {"length": "short"}},
    {"type": "remove", "seat": 0},
    {"type": "again"},
]


@pytest.mark.parametrize("message", HOSTS, ids=lambda message: message["type"])
def test_what_is_the_hosts_is_refused_to_others(tmp_path: Path, message: dict[str, Any]) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open()
            _, guest, watcher = await table.sit(0), await table.sit(1), await table.sit(None)
            before = table.log()
            for client in (guest, watcher):
                assert await client.refused(**message) == "only the host of the table can do that"
            assert table.log() == before

    run(play())


def test_the_host_arranges_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(seats=["me", "here", "open"], names=["Ann", "Bob"])
            ann, bob = await table.all_sit()

            async def changed() -> Any:
                return (await ann.hear(lambda heard: heard["type"] == "table" and heard["seq"] > seen))["table"]

            seen = table.inside.history.seq
            ann.send(type="seat", seat=2, who="bot:random")
            assert (await changed())["seats"][2]["bot"] == "random"
            seen += 1
            ann.send(type="settings", settings={"chat": True, "clocks": {"kind": "move", "seconds": 30}})
            assert (await changed())["settings"]["clocks"] == {"kind": "move", "seconds": 30, "more": 0}
            seen += 1
            ann.send(type="options", options={"length": "short"})
            assert (await changed())["options"]["length"] == "short"
            seen += 1
            ann.send(type="remove", seat=1)
            assert (await changed())["seats"][1]["who"] == "open"
            assert await bob.hear("bye") == {
                "type": "bye", "reason": "the host has taken you from the table", "again": False
            }  # fmt: skip
            back = await Client.connect(here.address, table.code, table.tokens[1])  # a stale token
            assert "no longer yours" in (await back.hear("bye"))["reason"]
            for wrong, said in (
                ({"type": "seat", "seat": 9, "who": "open"}, "there is no seat 9"),
                ({"type": "seat", "seat": 1, "who": "bot:genius"}, "nobody who could sit here; right would be"),
                ({"type": "remove", "seat": 1}, "nobody sits in seat 2"),
                ({"type": "options", "options": {"colour": "red"}}, "ka-blam has no option 'colour'; it has length"),
                ({"type": "options", "options": {"target": 10**30}}, "target"),
                ({"type": "options", "options": {"length": [[]]}}, "length"),
                ({"type": "options", "options": {"words": "/etc/passwd"}}, "none of ours"),
                ({"type": "options", "options": {"deck": {"cards": {"a": 1}}}}, ""),
            ):
                assert said in await ann.refused(**wrong)
            ann.send(type="start")
            state = await ann.hear("state")
            assert [seat["who"] for seat in state["seats"]] == ["person", "bot", "bot"]
            assert "the cards are dealt already" in await ann.refused(type="start")
            assert "chosen before the deal" in await ann.refused(type="options", options={})

    run(play())


def test_a_host_who_does_not_play_holds_a_token_of_their_own(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(seats=["bot:random", "bot:random"], options=SHORT, settings={"pause": 0})
            host = await table.enter(table.host)
            assert (host.all("welcome")[0]["you"], host.all("welcome")[0]["host"]) == (None, True)
            host.send(type="start")
            await host.hear(lambda heard: heard["type"] == "state" and heard["over"])

    run(play())


@pytest.mark.parametrize("game", ["ka-blam", "shapes", "shapes-draft"])
def test_the_table_says_which_bot_a_seat_can_be_given_to(tmp_path: Path, game: str) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(game, names=["Ann", "Bob"])
            ann = await Client.connect(here.address, table.code, table.tokens[0])
            usual = (await ann.hear("welcome"))["table"]["usual_bot"]
            ann.send(type="seat", seat=1, who=usual)
            heard = await ann.hear(lambda heard: heard["type"] in ("table", "refusal"))
            assert f"bot:{heard['table']['seats'][1]['bot']}" == usual
            ann.leave()

    run(play())


def test_a_player_who_leaves_gives_the_seat_to_a_bot(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, _, _ = await playing(here)
            ann, bob = here.clients
            bob.send(type="leave")
            assert (await bob.hear("bye"))["reason"] == "you left the table"
            await ann.hear(lambda heard: heard["type"] == "table" and heard["table"]["seats"][1]["who"] == "bot")
            back = await Client.connect(here.address, table.code, table.tokens[1])
            assert not (await back.hear("bye"))["again"]

    run(play())


def test_who_is_removed_does_nothing_more(tmp_path: Path) -> None:
    """Not even with what was already on its way."""

    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, _ = await playing(here)
            seat, ann = acting.all("welcome")[0]["you"], await table.enter(table.host)
            with held(here.server.store):
                ann.send(type="seat", seat=seat, who="bot:random")
                await ann.pong()
                acting.send(type="move", id="late", move=acting.choices[0][0])
                answer = await acting.hear(lambda heard: heard.get("id") == "late")
                assert answer["type"] == "refusal"
                assert not acting.all("bye")  # it is not in the log yet
            assert "given your seat to a bot" in (await acting.hear("bye"))["reason"]

    run(play())


def test_spectators_are_sent_away_where_the_host_wants_none(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(settings={"spectators": False})
            ann, early = await table.sit(0), await table.sit(None)  # before the deal one may look for a seat
            ann.send(type="start")
            assert (await early.hear("bye"))["reason"] == "this table is not open to spectators"
            assert not early.all("state")
            late = await Client.connect(here.address, table.code)
            assert (await late.hear("bye"))["reason"] == "this table is not open to spectators"
            await table.enter(table.host)

    run(play())


# Talk and words


def test_chat_is_off_until_the_host_turns_it_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(names=["Ann", "Bob"])
            ann, bob = await table.all_sit()
            watcher = await table.sit(None)
            assert await bob.refused(type="say", text="hi") == "the host has not turned the chat on"
            ann.send(type="settings", settings={"chat": True})
            await bob.hear(lambda heard: heard["type"] == "table" and heard["table"]["settings"]["chat"])
            bob.send(type="say", text="<script>hi</script>\u0000")
            said = {"type": "said", "seat": 1, "name": "Bob", "text": "<script>hi</script>"}
            for client in (ann, bob, watcher):
                assert await client.hear("said") == said
            watcher.send(type="say", text="boo")
            assert (await ann.hear("said"))["name"] == "Somebody watching"
            bob.leave()
            back = await Client.connect(here.address, table.code, table.tokens[1])
            assert [one["text"] for one in (await back.hear("welcome"))["said"]] == ["<script>hi</script>", "boo"]
            back.leave()
            bob = await table.sit(1)
            assert "nothing to say" in await bob.refused(type="say", text="\u0007")

    run(play())


def test_words_are_secret_until_the_deal(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open()
            ann, bob = await table.all_sit()
            bob.send(type="word", text="rumpelstiltskin")
            heard = await ann.hear(lambda heard: heard["type"] == "table" and heard["table"]["words"][1] is not None)
            assert heard["table"]["words"] == [None, ""]
            assert "rumpelstiltskin" not in "".join(ann.raw) + json.dumps(await here.ask(f"/api/tables/{table.code}"))
            ann.send(type="start")
            dealt = await ann.hear(lambda heard: heard["type"] == "table" and heard["table"]["phase"] == "playing")
            assert dealt["table"]["words"] == [None, "rumpelstiltskin"]
            assert "before the deal" in await ann.refused(type="word", text="late")

    run(play())


def test_the_table_waits_until_a_word_is_read_aloud(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(
                "read-and-grab",
                ["me", "here", "here"],
                settings={"confirm_words": True},
                options={"starter": 1},
                names=["Ann", "Bob", "Cid"],
                start=True,
            )
            ann, bob, cid = await table.all_sit()
            await bob.hear("state")
            assert (await bob.move(bob.choices[0][0]))["type"] == "ack"  # turns over a card
            for client in (ann, bob, cid):
                await client.hear(lambda heard: heard["type"] == "state" and heard["reading"] == 1)
            assert "you are reading a word aloud" in (await bob.move(0))["reason"]
            assert "Bob is reading a word aloud" in (await ann.move(0))["reason"]
            assert "Bob says when the word is read" in await cid.refused(type="read")
            bob.send(type="read")
            for client in (ann, bob, cid):
                await client.hear(lambda heard: heard["type"] == "state" and heard["reading"] is None)

    run(play())


@pytest.mark.parametrize(
    "message",
    [
        {"type": "read"},
        {"type": "remove", "seat": 1},
        {"type": "settings", "settings": {"confirm_words": False}},
    ],
    ids=lambda message: message["type"],
)
def test_the_host_need_not_wait_for_a_reader(tmp_path: Path, message: dict[str, Any]) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            settings = {"confirm_words": True, "pause": 0}
            table = await here.open("read-and-grab", settings=settings, options={"starter": 1}, start=True)
            ann, bob = await table.all_sit()
            await bob.hear("state")
            await bob.move(bob.choices[0][0])
            await ann.hear(lambda heard: heard["type"] == "state" and heard["reading"] == 1)
            ann.send(**message)
            await ann.hear(lambda heard: heard["type"] == "state" and heard["reading"] is None)

    run(play())


def test_a_table_is_found_in_one_process_however_its_code_is_typed() -> None:
    for path in ("/ws/BCDFGH", "/t/bcd-fgh", "/api/tables/bcdfgh/seats", "/t/BCD%20FGH"):
        assert workers.code_in(path) == "BCDFGH"
    for path in ("/", "/api/shelf", "/ws/", "/t/nonsense", "/api/tables"):
        assert workers.code_in(path) is None


# What is no message


BROKEN = [
    b"", b"x", b"{", b"[]", b"null", b"1", b'"move"', b"{}", b'{"type":"nonsense"}', b'{"type":5}', b'{"type":"move"}',
    b'{"type":"move","id":"a"}', b'{"type":"move","id":5,"move":1}', b'{"type":"move","id":"","move":1}',
    b'{"type":"move","id":"a","move":"1"}', b'{"type":"move","id":"a","move":-1}',
    b'{"type":"move","id":"a","move":1.5}',
    b'{"type":"move","id":"a","move":99999999999999999999}', b'{"type":"move","id":"a","move":1,"seat":1}',
    b'{"type":"move","id":"' + b"x" * 65 + b'","move":1}', b'{"type":"name","name":"\xff\xfe"}',
    b'{"type":"name","name":"\\ud800"}', b'{"type":"options","options":{"a":' + b"[" * 9000,
    b'{"type":"options","options":{"a":NaN}}', b'{"type":"seat","seat":99,"who":"open"}',
    b'{"type":"settings","settings":{"pause":-1}}', b'{"type":"settings","settings":{"clocks":{"kind":"sand"}}}',
    b'{"type":"say","text":""}', b'{"type":"word","text":"' + b"x" * 41 + b'"}',
    b'{"type":"hello","token":"' + b"x" * 65 + b'"}', b'{"type":"welcome"}', b"\x00\x01\x02",
]  # fmt: skip


def test_what_cannot_be_read_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, _, other = await playing(here)
            before = table.log()
            for start in range(0, len(BROKEN), 15):  # a connection that sends no end of them is closed
                client = await table.sit(0)
                for text in BROKEN[start : start + 15]:
                    client.send_text(text)
                    refusal = await client.hear("refusal")
                    assert "cannot be read" in refusal["reason"], text
                await client.left()
            client = await table.sit(0)
            assert (await client.move("x", "mine"))["type"] == "refusal"  # type: ignore[arg-type]
            await other.pong()
            assert table.log() == before

    run(play())


def test_frames_that_are_no_text_or_in_pieces_are_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open()
            client = await table.sit(0)
            client.send_frame(WSMsgType.BINARY, b'{"type":"ping"}')
            assert (await client.hear("refusal"))["reason"] == "a message is one frame of text"
            client.send_frame(WSMsgType.TEXT, b'{"type":', fin=False)
            client.send_frame(WSMsgType.CONTINUATION, b'"ping"}')
            assert (await client.hear("refusal"))["reason"] == "a message is one frame of text"
            client.send_frame(WSMsgType.PING, b"are you there")
            await client.pong()
            assert len(client.all("pong")) == 1

    run(play())


def test_a_message_of_the_greatest_length_is_read_and_a_longer_one_ends_the_connection(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open()
            client, other = await table.all_sit()
            message = b'{"type":"ping"}'
            client.send_text(message + b" " * (MOST_BYTES - 100 - len(message)))
            await client.hear("pong")
            client.send_text(message + b" " * (MOST_BYTES + 1))
            await client.closed
            await other.pong()
            again = await table.sit(0)
            await again.pong()

    run(play())


def test_a_connection_that_sends_nothing_but_rubbish_is_closed(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open()
            client, other = await table.all_sit()
            for _ in range(100):
                client.send_text("rubbish")
            assert "too many messages that could not be accepted" in (await client.hear("bye"))["reason"]
            await client.closed
            await other.pong()

    run(play())


def test_a_seat_that_floods_is_refused_and_others_at_the_table_play_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, other = await playing(here)
            flooders, enough = [other], asyncio.Event()

            async def flood() -> None:
                while not enough.is_set():
                    for _ in range(100):
                        if flooders[-1].transport is not None:
                            flooders[-1].send(type="move", id=uuid.uuid4().hex, move=0)
                    await asyncio.sleep(0.001)
                    if flooders[-1].closed.done():  # it comes back, and has no more than before
                        flooders.append(await Client.connect(here.address, table.code, table.tokens[seat]))

            seat = other.all("welcome")[0]["you"]
            flooding = asyncio.create_task(flood())
            await until(lambda: len(flooders) > 2)
            move = acting.choices[0][0]
            for _ in range(20):
                assert (await acting.move(move, "mine"))["type"] == "ack"
            await until(lambda: len(flooders) > 4)
            enough.set()
            await flooding
            refused = [heard["reason"] for client in flooders for heard in client.all("refusal")]
            assert any("too fast: a seat can send 50 messages a second" in reason for reason in refused)
            for client in flooders:
                client.leave()

    run(play())


# Where a page comes from


def test_a_page_of_elsewhere_gets_no_connection(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path, origins=frozenset({"https://games.example"})) as here:
            table = await here.open()
            for origin in ("https://evil.example", "null", here.address.replace("127.0.0.1", "127.0.0.2")):
                with pytest.raises(WSInvalidStatusError, match="403"):
                    await Client.open(here.address, table.code, Origin=origin)
            for origin in (here.address, "https://games.example"):
                client = await Client.open(here.address, table.code, Origin=origin)
                client.leave()

    run(play())


def test_a_page_of_elsewhere_opens_no_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path, origins=frozenset({"https://games.example"})) as here:
            wanted = {"game": "ka-blam", "seats": ["me", "open"]}
            for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
                with pytest.raises(Refused, match="403: pages from elsewhere cannot do this"):
                    await here.ask("/api/tables", wanted, **headers)
                code = (await here.open(seats=["me", "open"])).code
                with pytest.raises(Refused, match="403"):
                    await here.ask(f"/api/tables/{code}/seats", {"name": "Eve"}, **headers)
            await here.ask("/api/tables", wanted, Origin=here.address)
            await here.ask("/api/tables", wanted, Origin="https://games.example")

    run(play())


# Over HTTP


def test_bodies_that_are_too_big_or_no_request_are_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            with pytest.raises(Refused, match="400: this is too much: at most 256 KiB are read"):
                await here.ask("/api/tables", b'"' + b"x" * (257 * 1024))
            with pytest.raises((Refused, OSError)):  # the answer may come while it is still being sent
                await here.ask("/api/tables", b"x" * (20 << 20))
            for body in (b"", b"{", b"[]", b"\xff", b"[" * 100_000, b'{"game":"ka-blam"}'):
                with pytest.raises(Refused, match="400: this cannot be read"):
                    await here.ask("/api/tables", body)
            assert (await here.ask("/healthz"))["database"]

    run(play())


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"game": "chess", "seats": ["me", "open"]}, "404: .*chess"),
        ({"game": "ka-blam", "seats": ["me"]}, "400: ka-blam is for 2 to 6 players, not for 1"),
        ({"game": "ka-blam", "seats": ["me"] * 9}, "400: this cannot be read"),
        ({"game": "ka-blam", "seats": ["me", "bot:genius"]}, "400: 'bot:genius' is nobody who could sit here"),
        ({"game": "ka-blam", "seats": ["open", "open"], "start": True}, "400: seats: somebody has to play"),
        ({"game": "ka-blam", "seats": ["me", "open"], "options": {"length": "long long"}}, "400: option length"),
        ({"game": "ka-blam", "seats": ["me", "open"], "options": {"deck": "../../secret"}}, "400: option deck"),
        ({"game": "shapes", "seats": ["me", "bot:greedy"]}, "400: 'bot:greedy' is nobody .*bot:good surgeon"),
        ({"game": "ka-blam", "seats": ["me", "open"], "cheat": 1}, "400: this cannot be read"),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(tmp_path: Path, wanted: dict[str, Any], said: str) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            with pytest.raises(Refused, match=said):
                await here.ask("/api/tables", wanted)
            assert not here.server.tables.live

    run(play())


def test_what_the_page_asks_for(tmp_path: Path) -> None:
    def raw(address: str, path: str) -> tuple[str, bytes]:
        import urllib.request

        with urllib.request.urlopen(f"{address}{path}") as answer:
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            return answer.headers["Content-Type"], answer.read()

    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open()
            shelf = await here.ask("/api/shelf")
            assert {game["id"] for box in shelf["boxes"] for game in box["games"]} >= {"ka-blam", "freaky", "game-on"}
            assert all(box["title"] == box["games"][0]["title"] for box in shelf["boxes"] if len(box["games"]) == 1)
            for game in ("go-fox", "shapes-draft"):  # with the page of their box
                rules = await here.ask(f"/api/rules/{game}")
                assert rules["html"].count("<h1>") == 2
                assert "How to play" not in rules["html"] and "--" not in rules["html"]
            assert [line["about"] for line in rules["in_short"]] == [*HEADINGS]
            short = await here.open("ka-blam", seats=["me", "open"], options={"length": "short"})
            there = await here.ask(f"/api/tables/{short.code}/rules")
            assert there["in_short"][-1]["text"] == "There are no points in the short game."
            with pytest.raises(Refused, match="404"):
                await here.ask("/api/rules/chess")
            kind, picture = await asyncio.to_thread(raw, here.address, f"/api/tables/{table.code}/qr.svg")
            assert kind == "image/svg+xml" and picture.startswith(b"<svg")
            for path in ("/", f"/t/{table.code}"):
                assert b"<!doctype html>" in (await asyncio.to_thread(raw, here.address, path))[1].lower()
            health = await asyncio.to_thread(ask, here.address, "/healthz")
            assert health == {"database": True, "games_ready": 7, "games": 7, "tables": 2}

    run(play())


def test_a_code_that_is_in_use_is_not_given_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            first = await here.open(names=["Ann", "Bob"])
            codes = iter([first.code, first.code, "BBBBBB"])
            monkeypatch.setattr("parlour.server.tables.new_code", lambda: next(codes))
            second = await here.open(names=["Cid", "Dot"])
            assert second.code == "BBBBBB"
            ann, cid = await first.sit(0), await second.sit(0)
            assert ann.all("welcome")[0]["table"]["seats"][0]["name"] == "Ann"
            assert cid.all("welcome")[0]["table"]["seats"][0]["name"] == "Cid"
            ann.send(type="start")
            await ann.hear("state")

    run(play())
