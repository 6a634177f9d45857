"""Seats that change hands while a match is on, and who decides for the table when its host is not there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .client import Client, Message, Refused, to_act
from .house import House, OpenTable, house, run, until

# One of two is moved by a bot that takes its time, so that nothing happens but what is asked for.
SLOW = {"pause": 10_000}


async def beside_a_bot(here: House, **settings: object) -> tuple[OpenTable, Client]:
    """A match of two, of whom the second is a bot; and the host, who plays."""
    table = await here.open("go-fox", ["me", "bot:greedy"], names=["Ann"], settings={**SLOW, **settings}, start=True)
    return table, await table.sit(0)


async def sit_down(table: OpenTable, name: str = "Bob", seat: int | None = None) -> Client:
    """Take a seat that is free, by the link; and come to it."""
    held = await table.house.ask(f"/api/tables/{table.code}/seats", {"name": name, "seat": seat})
    table.tokens[held["seat"]] = held["token"]
    return await table.sit(held["seat"])


def table_says(client: Client, **wanted: object) -> bool:
    """Whether the newest that was said of the table is so."""
    said = [heard["table"] for heard in client.heard if "table" in heard][-1]
    return all(said[key] == value for key, value in wanted.items())


def has(**wanted: object) -> Callable[[Message], bool]:
    return lambda heard: "table" in heard and all(heard["table"][key] == value for key, value in wanted.items())


def who(heard: Message, seat: int) -> str:
    return str(heard["table"]["seats"][seat]["who"])


def test_a_friend_takes_over_the_cards_of_a_bot(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, ann = await beside_a_bot(here)
            bots_hand = table.inside.history.match.view(1)["hand"]
            ann.send(type="seat", seat=1, who="open")
            assert who(await ann.hear(has(offered=[1])), 1) == "bot"  # it plays until somebody comes
            bob = await sit_down(table)
            seen = await bob.hear("state")
            assert (seen["view"]["hand"], table.inside.history.match.made) == (bots_hand, [])
            assert who(await ann.hear(has(offered=[])), 1) == "person"
            for _ in range(6):  # nobody but these two moves, and the match goes on
                client = await to_act([ann, bob])
                assert (await client.move(client.choices[0][0]))["type"] == "ack"
                await client.pong()
            assert {seat for seat, _ in table.inside.history.match.made} == {0, 1}

    run(play())


def test_a_seat_that_is_offered_is_taken_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, ann = await beside_a_bot(here)
            with pytest.raises(Refused, match="the match is on: no seat can be taken now"):
                await sit_down(table)
            ann.send(type="seat", seat=1, who="open")
            await ann.hear(has(offered=[1]))
            with pytest.raises(Refused, match="seat 1 is taken"):
                await sit_down(table, seat=0)
            await sit_down(table)
            with pytest.raises(Refused, match="the match is on: no seat can be taken now"):
                await sit_down(table, "Eve")

    run(play())


def test_the_host_leaves_the_seat_to_the_bot_after_all(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, ann = await beside_a_bot(here)
            ann.send(type="seat", seat=1, who="open")
            name = (await ann.hear(has(offered=[1])))["table"]["seats"][1]["name"]
            ann.send(type="seat", seat=1, who="bot:greedy")
            assert (await ann.hear(has(offered=[])))["table"]["seats"][1]["name"] == name
            with pytest.raises(Refused, match="no seat can be taken now"):
                await sit_down(table)

    run(play())


def test_no_seat_of_a_person_is_opened_in_a_match(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("go-fox", names=["Ann", "Bob"], start=True)
            ann, _ = await table.all_sit()
            before = table.log()
            said = await ann.refused(type="seat", seat=1, who="open")
            assert said == "Bob sits in seat 2; once dealt, only a bot's seat can be opened"
            assert table.log() == before

    run(play())


def test_the_link_leads_to_a_seat_that_is_offered_even_where_nobody_may_watch(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, ann = await beside_a_bot(here, spectators=False)
            stranger = await Client.connect(here.address, table.code)
            assert (await stranger.hear("bye"))["reason"] == "this table is not open to spectators"
            ann.send(type="seat", seat=1, who="open")
            await ann.hear(has(offered=[1]))
            friend, other = await table.sit(None), await table.sit(None)
            assert table_says(friend, offered=[1])
            await sit_down(table)
            for looked in (friend, other):  # there is nothing more to come for
                assert (await looked.hear("bye"))["reason"] == "this table is not open to spectators"

    run(play())


def test_an_offered_seat_is_still_so_after_a_restart_and_open_in_the_next_match(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open(
                "ka-blam", ["me", "bot:greedy"], names=["Ann"], options={"length": "short"}, start=True, settings=SLOW
            )
            ann = await table.sit(0)
            ann.send(type="seat", seat=1, who="open")
            await ann.hear(has(offered=[1]))
        async with house(tmp_path) as again:
            table.house = again
            ann = await table.sit(0)
            assert table_says(ann, offered=[1])
            ann.send(type="settings", settings={"pause": 0})
            while not ann.last("state")["over"]:
                if ann.choices:
                    await ann.move(ann.choices[0][0])
                else:
                    await ann.hear("state")
            ann.send(type="again")
            heard = await ann.hear(has(phase="gathering"))  # not dealt at once: there is a seat for somebody
            assert (who(heard, 1), heard["table"]["offered"]) == ("open", [])

    run(play())


# The host


def test_who_sits_next_is_the_host_when_the_host_leaves_for_good(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("go-fox", ["me", "bot:greedy", "here"], names=["Ann", "Cat"], start=True)
            ann, cat = await table.all_sit()
            assert "only the host" in await cat.refused(type="settings", settings={"chat": True})
            ann.send(type="leave")
            await ann.hear("bye")
            heard = await cat.hear(lambda heard: heard["type"] == "table" and heard["table"]["seats"][2]["host"])
            assert [seat["host"] for seat in heard["table"]["seats"]] == [False, False, True]
            cat.send(type="settings", settings={"chat": True})
            assert (await cat.hear("table"))["table"]["settings"]["chat"]
            await cat.left()
            assert (await table.sit(2)).all("welcome")[0]["host"]  # and is so whenever she comes

    run(play())


def test_who_sits_down_at_a_table_that_all_have_left_is_its_host(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("go-fox", ["me", "open"], names=["Ann"])
            ann = await table.sit(0)
            ann.send(type="leave")
            await ann.hear("bye")
            bob, eve = await sit_down(table), await sit_down(table, "Eve")
            assert (bob.all("welcome")[0]["host"], eve.all("welcome")[0]["host"]) == (True, False)
            assert "only the host" in await eve.refused(type="remove", seat=0)
            bob.send(type="start")
            await eve.hear("state")

    run(play())


def test_friends_play_on_while_the_host_is_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            short = {"length": "short"}
            table = await here.open("ka-blam", names=["Ann", "Bob"], options=short, settings={"away_limit": 0})
            bob, watcher = await table.sit(1), await table.sit(None)
            # The first match waits for who invited them, be she away to send the link to others.
            assert await bob.refused(type="start") == "only the host of the table can do that"
            ann = await table.sit(0)
            ann.send(type="start")
            await bob.hear("state")
            while not bob.last("state")["over"]:
                client = await to_act([ann, bob])
                made = await client.move(client.choices[0][0])
                await until(lambda made=made: all(one.last("state")["seq"] >= made["seq"] for one in (ann, bob)))
            assert await bob.refused(type="again") == "only the host of the table can do that"
            await ann.left()
            await until(lambda: table_says(bob, host_here=False))
            assert await watcher.refused(type="again") == "only the host of the table can do that"
            bob.send(type="again")
            await bob.hear(has(phase="gathering"))
            bob.send(type="start")
            await bob.hear(lambda heard: heard["type"] == "state" and not heard["over"])
            assert table.inside.history.round == 2

    run(play())
