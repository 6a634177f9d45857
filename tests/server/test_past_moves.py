"""A move is for the turn that its sender saw: what comes late is made once, or not at all."""

from __future__ import annotations

import asyncio
from pathlib import Path

from .client import Client, to_act
from .house import House, OpenTable, house, run, until

PAST = "the table has moved on since you chose that; please look again"


async def two_at(here: House, game: str, **more: object) -> tuple[OpenTable, Client, Client]:
    table = await here.open(game, start=True, **more)
    clients = await table.all_sit()
    acting = await to_act(clients)
    return table, acting, next(client for client in clients if client is not acting)


async def to_the_end(here: House) -> tuple[OpenTable, Client, dict[str, int]]:
    """A match that is over: its table, who played with a bot, and their moves: by id the number of the event."""
    table = await here.open("ka-blam", ["me", "bot:greedy"], options={"length": "short"}, settings={"pause": 0})
    ann, made = await table.sit(0), dict[str, int]()
    ann.send(type="start")
    await ann.hear("state")
    while not ann.last("state")["over"]:
        if ann.choices:
            sent = f"move {len(made)}"
            made[sent] = (await ann.move(ann.choices[0][0], sent))["seq"]
        await ann.hear("state")
    return table, ann, made


async def next_match(ann: Client) -> int:
    """A move that can be made in it."""
    ann.send(type="again")  # only bots besides: dealt at once
    while True:
        state = await ann.hear("state")
        if not state["over"] and state["choices"]:
            return int(state["choices"][0][0])


def test_a_move_of_the_last_match_sent_again_is_no_move_of_the_next(database: str) -> None:
    async def play() -> None:
        async with house(database) as here:
            table, ann, made = await to_the_end(here)
            move = await next_match(ann)
            before = table.moves()
            for sent, seq in made.items():
                assert await ann.move(move, sent) == {"type": "ack", "id": sent, "seq": seq}
            assert table.moves() == before

    run(play())


def test_ids_of_the_last_match_are_known_after_a_restart(database: str) -> None:
    async def before() -> tuple[str, dict[int, str], dict[str, int], int]:
        async with house(database) as here:
            table, ann, made = await to_the_end(here)
            return table.code, table.tokens, made, await next_match(ann)

    async def after(code: str, tokens: dict[int, str], made: dict[str, int], move: int) -> None:
        async with house(database) as here:
            ann = await OpenTable(here, code, "", tokens).sit(0)
            for sent, seq in made.items():
                assert await ann.move(move, sent) == {"type": "ack", "id": sent, "seq": seq}

    run(after(*run(before())))


def test_a_move_that_was_meant_for_the_last_match_is_refused_in_the_next(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, ann, _ = await to_the_end(here)
            old = ann.last("state")["seq"]
            move = await next_match(ann)
            before = table.moves()
            assert await ann.refused(type="move", id="lost", move=move, seq=old) == PAST
            assert table.moves() == before
            ann.send(type="move", id="new", move=move, seq=ann.last("state")["seq"])
            assert (await ann.hear(lambda heard: heard.get("id") == "new"))["type"] == "ack"

    run(play())


def test_a_move_is_refused_in_a_later_turn_than_its_sender_saw(database: str) -> None:
    """It never arrived; a bot stood in, and it is this seat's turn again when its page is back."""

    async def play() -> None:
        async with house(database) as here:
            settings = {"away_limit": 1, "pause": 0}
            table, gone, other = await two_at(here, "ka-blam", settings=settings)
            seat, seen, move = gone.all("welcome")[0]["you"], gone.last("state")["seq"], gone.choices[0][0]
            await gone.left()
            await until(lambda: any(number == seat for number, _ in table.inside.history.match.made))
            table.inside.history.settings = table.inside.history.settings.__class__(pause=10_000)  # it takes its time
            back = await table.sit(seat, since=seen)
            while not back.choices:
                for client in (back, other):
                    if client.choices:
                        await client.move(client.choices[0][0])
                    await client.pong()
            before = table.moves()
            assert await back.refused(type="move", id="lost", move=move, seq=seen) == PAST
            assert table.moves() == before

    run(play())


def test_a_move_is_refused_where_another_page_of_the_seat_was_faster(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, _ = await two_at(here, "go-fox")
            elsewhere = await table.sit(acting.all("welcome")[0]["you"])
            seen, move = elsewhere.last("state")["seq"], elsewhere.choices[0][0]
            await acting.move(acting.choices[0][0])
            assert await elsewhere.refused(type="move", id="slow", move=move, seq=seen) == PAST
            assert len(table.moves()) == 1

    run(play())


def test_where_all_act_at_once_the_moves_of_others_make_none_late(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            seats, options = ["me", "here", "here"], {"competition": "rock-paper-scissors"}
            table = await here.open("game-on", seats, options=options, start=True)
            clients = await table.all_sit()
            while sum(bool(client.choices) for client in clients) < 2:
                acting = await to_act(clients)
                await acting.move(acting.choices[0][0])
                await asyncio.gather(*(client.pong() for client in clients))
            one, other = [client for client in clients if client.choices][:2]
            seen = other.last("state")["seq"]
            assert (await one.move(one.choices[0][0]))["type"] == "ack"
            await other.hear(lambda heard: heard["type"] == "state" and heard["seq"] > seen)
            other.send(type="move", id="mine", move=other.choices[0][0], seq=seen)
            assert (await other.hear(lambda heard: heard.get("id") == "mine"))["type"] == "ack"

    run(play())


def test_a_move_for_what_is_yet_to_come_is_refused(tmp_path: Path) -> None:
    """The log was taken back to an older one: what its sender saw has not happened."""

    async def play() -> None:
        async with house(tmp_path) as here:
            table, acting, _ = await two_at(here, "go-fox")
            ahead = acting.last("state")["seq"] + 1
            assert await acting.refused(type="move", id="early", move=acting.choices[0][0], seq=ahead) == PAST
            assert table.moves() == []

    run(play())
