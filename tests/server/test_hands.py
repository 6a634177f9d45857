"""Pieces placed at an online table: a real server, real sockets, real physics."""

from __future__ import annotations

import asyncio
import base64
import json
import math
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import parlour
from parlour.components.shapes_deck import COLOURS, PIECE_NAMES
from parlour.games import find
from parlour.physics import Stack
from parlour.server.frames import read_frames, unpacked
from parlour.server.messages import Pong, write

from .client import Client, Message
from .house import Command, House, OpenTable, house, is_running, run, until
from .test_resume import narrow

DECK = {"title": "Stops", "cards": list(PIECE_NAMES[:19]), "wild": 0, "stop_turn": 2, "clear_the_board": 0}


@asynccontextmanager
async def shapes(folder: Path) -> AsyncIterator[House]:
    async with house(folder, (find("shapes"),)) as here:
        await until(lambda: here.server.readiness.ready)
        yield here


class Inn:
    """A house that stays for all tests of this file: towers and bots are started once."""

    def __init__(self, folder: Path) -> None:
        self.runner = asyncio.Runner()
        self._house = shapes(folder)
        self.here = self.runner.run(self._house.__aenter__())
        self.here.server.towers.every = 0.05  # it is soon noticed that they hang

    def host(self, story: Story) -> None:
        async def play() -> None:
            try:
                await asyncio.wait_for(story(self.here), _LONG)
            finally:  # where nobody is, nothing happens
                await asyncio.gather(*(client.left() for client in self.here.clients))
                self.here.clients.clear()

        self.runner.run(play())

    def close(self) -> None:
        self.runner.run(self._house.__aexit__(None, None, None))
        self.runner.close()


Story = Callable[[House], Coroutine[Any, Any, None]]
_LONG = 500.0  # seconds: bots may have to think on a busy machine


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inn]:
    opened = Inn(tmp_path_factory.mktemp("inn"))
    yield opened
    opened.close()


def played(story: Story) -> Callable[[Inn], None]:
    """A test that is played in that house."""

    def test(inn: Inn) -> None:
        inn.host(story)

    test.__doc__ = story.__doc__
    return test


class Player:
    """Somebody with a hand."""

    def __init__(self, client: Client) -> None:
        self.client, self.n, self.read = client, 0, 0
        self.poses: dict[str, list[float] | None] = {}  # as the frames show them; None: it has left play

    @property
    def state(self) -> Message:
        state = self.client.last("state")
        assert state is not None
        return state

    @property
    def stage(self) -> str:
        return str(self.state["view"]["stage"])

    @property
    def phase(self) -> str | None:
        """Of the piece that is being placed, as last told."""
        told = next(message for message in reversed(self.client.heard) if message["type"] in ("state", "live"))
        now = told if told["type"] == "live" else told["live"]
        return None if now is None else str(now["phase"])

    def choice(self, start: str) -> int | None:
        """The first move that begins so, if there is one."""
        return next((move for move, text in self.client.choices if text.startswith(start)), None)

    async def say(self, start: str) -> Message:
        """Make the first move that begins so, as soon as there is one."""
        await until(lambda: self.choice(start) is not None)
        return await self.client.move(self.choice(start))

    async def take(self, start: str = "take ") -> str:
        """A piece in hand; which one. It is seen there when this is over."""
        self.n, self.read, self.poses = 0, len(self.client.frames), {}
        assert (await self.say(start))["type"] == "ack"
        await until(lambda: self.phase == "holding")
        piece = str(self.state["live"]["piece"])
        await until(lambda: self.sees(piece))
        return piece

    def sees(self, piece: str) -> list[float] | None:
        """Where the newest frames have a piece."""
        for data in self.client.frames[self.read :]:
            for frame in read_frames(data):
                for number, pose in frame.poses.items():
                    self.poses[PIECE_NAMES[number]] = unpacked(pose) if pose else None
        self.read = len(self.client.frames)
        return self.poses.get(piece)

    def aim(self, x: float, y: float, z: float, **more: Any) -> None:
        self.n += 1
        self.client.send(type="aim", n=self.n, x=x, y=y, z=z, **more)

    async def bring(self, piece: str, x: float, y: float, z: float) -> None:
        """Aim there, and wait until it is there."""
        self.aim(x, y, z)
        await until(lambda: math.dist((self.sees(piece) or [9e9] * 3)[:3], (x, y, z)) < 1)

    async def place(self, x: float = 0.0, z: float = 0.0, y: float = 8.0) -> str:
        """Take a piece and let go of it there, on a platform that is empty there; which one."""
        piece = await self.take()
        await self.bring(piece, x, 120, z)
        await self.bring(piece, x, y, z)
        assert (await self.say("let go"))["type"] == "ack"
        return piece


ALIVE = 2_000  # ms between two notes that the server is alive
SQUARES = {"title": "Squares", "cards": [f"{colour} square" for colour in COLOURS]}  # all pieces behave alike


async def survivor(here: House, seats: int = 2, **options: Any) -> tuple[OpenTable, list[Player]]:
    wanted = ["me", *["here"] * (seats - 1)]
    table = await here.open("shapes-survivor", wanted, options={"starter": 0, "deck": SQUARES, **options}, start=True)
    return table, [Player(client) for client in await table.all_sit()]


async def holding(here: House, seats: int = 2, **options: Any) -> tuple[OpenTable, list[Player], str]:
    """A table of Survivor where seat 0 has a piece in hand; which one."""
    table, players = await survivor(here, seats, **options)
    await players[0].say("draw")
    return table, players, await players[0].take()


def events(table: OpenTable, kind: str) -> list[Message]:
    return [event for _, _, body in table.log() if (event := json.loads(body))["type"] == kind]


@played
async def test_a_piece_is_placed_before_everybodys_eyes(here: House) -> None:
    table, (one, two) = await survivor(here)
    watchers = [await table.sit(None), await table.sit(None)]
    await one.say("draw")
    piece = await one.place()
    placed = events(table, "placed")
    assert [event["moves"] for event in placed] == [["let go", "all at rest"]]
    assert all('"let go"' not in body for _, body in table.moves()), "letting go is told once, at rest"
    assert one.client.last("ack")["seq"] == len(table.log())
    for client in (one.client, two.client, *watchers):
        await until(lambda client=client: client.last("state")["seq"] == len(table.log()))
        state = client.last("state")
        assert state["live"] is None and state["view"]["platform"] == [piece]
        assert state["view"]["scene"] == placed[0]["scene"]
        assert any("at rest" in line for line in state["told"])
    x, y, z, *_ = placed[0]["scene"]["poses"][piece]
    assert (x, y, z) == pytest.approx((0, 7.5, 0), abs=0.5)
    assert watchers[0].frames == watchers[1].frames == one.client.frames == two.client.frames
    frames = [frame for data in watchers[0].frames for frame in read_frames(data)]
    assert [frame.number for frame in frames] == list(range(len(frames))) and frames[0].key
    said = [message["phase"] for message in two.client.all("live")]
    assert said == ["settling"]
    tower = await here.ask(f"/api/tables/{table.code}/tower")
    assert tower["poses"] == placed[0]["scene"]["poses"]


@played
async def test_what_falls_off_the_edge_puts_its_player_out_and_is_shown_again(here: House) -> None:
    table, (one, two, three) = await survivor(here, 3)
    await one.say("draw")
    stays = await one.place()
    await two.say("draw")
    falls = await two.place(130, 0, 30)
    await until(lambda: three.state["view"]["out"] == [1])
    assert three.state["view"]["platform"] == [stays]
    assert events(table, "placed")[-1]["moves"] == ["let go", f"{falls} falls", "all at rest"]
    track = [*read_frames(base64.b64decode(three.state["track"]))]
    assert track[0].key and {PIECE_NAMES[number] for number in track[0].poses} == {stays, falls}
    assert any(frame.poses.get(PIECE_NAMES.index(falls)) == b"" for frame in track)
    await three.say("draw")


@played
async def test_a_piece_pushed_off_while_another_is_held_falls(here: House) -> None:
    table, (one, two) = await survivor(here)
    await one.say("draw")
    pushed = await one.place(0, 40)
    await two.say("draw")
    held = await two.take()
    await two.bring(held, 0, 120, -100)
    await two.bring(held, 0, 10, -100)
    for z in range(-100, 140, 2):  # as one who does not look
        two.aim(0, 10, z)
        await asyncio.sleep(0.01)
    await until(lambda: two.state["over"] is not None)
    assert events(table, "placed")[-1]["moves"][0] == f"{pushed} falls"
    assert "let go" not in events(table, "placed")[-1]["moves"]
    assert [message["phase"] for message in one.client.all("live")][-1] == "settling"
    assert one.state["over"]["winners"] == [0]


async def with_a_stop(here: House) -> tuple[OpenTable, list[Player]]:
    """A Classic table at which seat 1 holds a Stop Turn, and seat 0 has the first turn."""
    while True:
        options = {"starter": 0, "deck": DECK}
        table = await here.open("shapes", ["me", "here"], options=options, start=True)
        match = table.inside.history.match
        assert match is not None
        if "stop turn" in match.view(1)["hand"]:
            return table, [Player(client) for client in await table.all_sit()]


async def stoppable(here: House) -> tuple[OpenTable, list[Player], str]:
    """The same, and seat 0 has a piece in hand; which one."""
    table, players = await with_a_stop(here)
    await players[0].say("lay ")
    await players[0].say("enough")
    return table, players, await players[0].take()


@played
async def test_a_turn_is_stopped_with_a_piece_in_hand(here: House) -> None:
    table, (one, two), held = await stoppable(here)
    await one.bring(held, 0, 60, 0)
    assert (await two.say("stop turn"))["type"] == "ack"
    await until(lambda: one.state["view"]["turn_of"] == 1 and one.phase is None)
    assert events(table, "rested")[-1]["moves"] == ["all at rest"]
    assert one.sees(held) is None, "it is out of the hand"
    assert one.state["view"]["platform"] == []
    assert "unrest" in [state["live"]["phase"] for state in one.client.all("state") if state["live"]]
    one.aim(0, 60, 0)  # this was still on its way
    await one.client.pong()
    assert not one.client.all("refusal")


@played
async def test_a_turn_cannot_be_stopped_after_letting_go(here: House) -> None:
    table, (one, two), held = await stoppable(here)
    await until(lambda: two.choice("stop") is not None)
    stop = two.choice("stop")
    await one.bring(held, 0, 120, 0)  # high enough to fall for a while
    let_go = one.choice("let go")
    one.client.send(type="move", id="mine", move=let_go)
    await until(lambda: two.phase == "settling")
    answer = await two.client.move(stop)
    assert answer["type"] == "refusal" and "at rest" in answer["reason"]
    first = await (await table.sit(1)).hear("state")
    assert first["choices"] == [] or first["live"] is None
    await one.client.hear(lambda message: message.get("id") == "mine" and message["type"] == "ack")


@played
async def test_that_a_turn_may_go_on_is_nobody_elses_business(here: House) -> None:
    """SH-16b: no message, and no gap in the numbers, or all would know who holds a Stop Turn."""
    table, (one, two) = await with_a_stop(here)
    watcher = await table.sit(None)
    await one.say("lay ")
    others = one.client, watcher
    for _ in range(2):
        await until(lambda: all(client.last("state")["seq"] == one.state["seq"] for client in others))
        before = [len(client.heard) for client in others]
        knows = two.state["seq"]
        assert (await two.say("let it go on"))["type"] == "ack"
        await until(lambda knows=knows: two.state["seq"] == knows + 1)
        for client, heard in zip(others, before, strict=True):
            await client.pong()
            assert [message["type"] for message in client.heard[heard:]] == ["pong"]
        was = one.state["seq"]
        move = "enough" if one.stage == "laying" else "take "
        await one.say(move)
        await until(lambda was=was: all(client.last("state")["seq"] == was + 1 for client in others))
        assert (await table.sit(None)).last("welcome")["seq"] == was + 1
        await until(lambda knows=knows: two.state["seq"] == knows + 2)
    assert sum(body.count('"moved"') for _, _, body in table.log()) == 5


@played
async def test_who_comes_back_in_mid_placement_sees_the_piece_and_goes_on(here: House) -> None:
    table, (one, _), held = await holding(here)
    await one.bring(held, 30, 90, 10)
    await one.client.left()
    back = Player(await table.sit(0))
    await until(lambda: back.client.frames)
    key = next(read_frames(back.client.frames[0]))
    assert key.key and back.sees(held) is not None
    assert back.state["live"]["piece"] == held and 0 < back.state["live"]["left_ms"] <= 60_000
    back.n = key.n
    await back.bring(held, 0, 8, 0)
    assert (await back.say("let go"))["type"] == "ack"


@played
async def test_a_page_that_is_behind_is_sent_no_old_frames_but_all_as_it_is(here: House) -> None:
    table, (one, _), held = await holding(here)
    slow = await table.sit(None)
    narrow(table, slow)
    (page,) = [page for page in table.inside.connections if page.seat is None]
    while page._held is None:  # type: ignore[attr-defined]
        page.tell(write(Pong()) + b" " * 1000)
    await one.bring(held, 40, 80, 0)
    await one.bring(held, -40, 60, 10)
    before, states = len(slow.frames), len(slow.all("state"))
    assert slow.transport is not None
    slow.transport.underlying_transport.resume_reading()
    await until(lambda: len(slow.all("state")) > states and any(read_key(slow.frames[before:])))
    late = Player(slow)
    late.read = before
    await until(lambda: late.sees(held) == one.sees(held))
    missed = [frame.number for data in one.client.frames for frame in read_frames(data)]
    seen = [frame.number for data in slow.frames for frame in read_frames(data)]
    assert set(seen) < set(missed) and seen == sorted(seen)


def read_key(frames: list[bytes]) -> list[bool]:
    return [frame.key for data in frames for frame in read_frames(data)]


@played
async def test_where_nobody_is_the_hand_waits(here: House) -> None:
    table, (one, two), held = await holding(here)
    await one.client.left()
    await two.client.left()
    await until(lambda: table.inside.placing.hand.paused and events(table, "hand clock"))
    left = table.inside.placing.live.left_ms
    assert events(table, "hand clock")[-1] == {"type": "hand clock", "left_ms": left, "runs": False}
    back = Player(await table.sit(0))
    assert (await back.client.hear("state"))["live"]["left_ms"] <= left
    await until(lambda: events(table, "hand clock")[-1]["runs"])
    back.n = 1
    await until(lambda: back.sees(held) is not None)
    await back.bring(held, 0, 8, 0)
    assert (await back.say("let go"))["type"] == "ack"


@played
async def test_the_hand_lets_go_when_its_time_is_up(here: House) -> None:
    table, (one, two), held = await holding(here)
    await one.bring(held, 0, 9, 0)
    await asyncio.gather(one.client.left(), two.client.left())
    await until(lambda: table.inside.placing.hand.paused)
    table.inside.placing.hand.seconds = 0.1
    one, two = [Player(client) for client in await table.all_sit()]
    await until(lambda: two.client.last("state") is not None and one.client.last("state") is not None)
    await until(lambda: one.state["view"]["platform"] == [held] and one.phase is None)
    assert events(table, "placed")[-1] == {**events(table, "placed")[-1], "seat": 0, "id": ""}
    await two.say("draw")


# What a hostile page sends


@played
async def test_a_hand_is_moved_by_its_own_seat_within_its_reach_and_with_new_numbers_only(here: House) -> None:
    table, (one, two), held = await holding(here)
    watcher = await table.sit(None)
    await one.bring(held, 10, 100, 10)
    good = {"type": "aim", "n": 50, "x": 0.0, "y": 50.0, "z": 0.0}
    for changed, said in (
        ({"x": 1e9}, "cannot go to x"),
        ({"y": -50}, "cannot go to y"),
        ({"z": 151}, "cannot go to z"),
        ({"x": "far"}, "cannot be read"),
        ({"x": None}, "cannot be read"),
        ({"turn": [0, 0, 0, 0]}, "cannot turn"),
        ({"turn": [1, 2, 3]}, "cannot be read"),
        ({"n": -1}, "cannot be read"),
    ):
        assert said in await one.client.refused(**{**good, **changed}), changed
    for text in ("NaN", "Infinity", "1e999"):
        one.client.send_text(json.dumps(good).replace("50.0", text))
        assert "cannot be read" in (await one.client.hear("refusal"))["reason"]
    assert "watching" in await watcher.refused(**good)
    assert "no piece in hand" in await two.client.refused(**good)
    one.client.send(**{**good, "n": 1})  # replayed: it was used before
    one.client.send(**{**good, "n": 0})
    await one.client.pong()
    await one.bring(held, 20, 100, 10)
    assert table.inside.placing.hand.n == one.n, "none of those counted"
    assert not any(pose and pose[1] < 90 for pose in (one.sees(held),))


@played
async def test_a_flood_of_aims_is_thinned_and_told_so_once(here: House) -> None:
    _, (one, _), held = await holding(here)
    used: list[Any] = []
    towers = here.server.towers
    tell = towers.tell
    towers.tell = lambda told: (used.append(told), tell(told))[1]  # type: ignore[method-assign]
    for _ in range(3000):
        one.aim(0, 100, 0)
    await one.client.pong()
    assert len(one.client.all("refusal")) == 1, "a flood is told so once"
    assert len(used) < 600, "and most of it is passed over"
    while math.dist((one.sees(held) or [])[:3], (0, 8, 0)) > 1:  # they are accepted again after a while
        one.aim(0, 8, 0)
        await asyncio.sleep(0.02)
    assert (await one.say("let go"))["type"] == "ack"


@played
async def test_letting_go_twice_is_letting_go_once(here: House) -> None:
    table, (one, two), held = await holding(here)
    await one.bring(held, 0, 60, 0)
    move = one.choice("let go")
    assert "turn" in (await two.client.move(move))["reason"]
    for _ in range(3):
        one.client.send(type="move", id="once", move=move)
    other = await one.client.move(move, "another")
    assert other["type"] == "refusal" and "at rest" in other["reason"]
    await one.client.hear(lambda message: message["type"] == "ack" and message["id"] == "once")
    one.client.send(type="move", id="once", move=move)
    again = await one.client.hear(lambda message: message["type"] == "ack" and message["id"] == "once")
    assert again["seq"] == len(table.log()) and len(events(table, "placed")) == 1


# What may die


def test_a_server_killed_in_mid_placement_comes_back_to_what_is_recorded(tmp_path: Path) -> None:
    server = Command(tmp_path)

    async def begin() -> tuple[str, dict[int, str], dict[str, Any], str, int]:
        here = House(None, server.address)  # type: ignore[arg-type]
        table, (one, two) = await survivor(here)
        await one.say("draw")
        await one.place()
        await two.say("draw")
        held = await two.take()
        await two.bring(held, 0, 60, 40)
        move = two.choice("let go")
        two.client.send(type="move", id="lost", move=move)
        await until(lambda: two.phase == "settling")
        server.kill()
        assert not [ack for ack in two.client.all("ack") if ack["id"] == "lost"]
        await asyncio.gather(*(client.left() for client in here.clients))
        return table.code, table.tokens, two.state["view"]["scene"], held, two.state["live"]["left_ms"]

    async def go_on(code: str, tokens: dict[int, str], scene: dict[str, Any], held: str, left: int) -> None:
        here = House(None, server.address)  # type: ignore[arg-type]
        table = OpenTable(here, code, "", tokens)
        two = Player(await table.sit(1))
        await until(lambda: two.client.last("state") is not None and two.sees(held) is not None)
        assert two.stage == "holding" and two.state["view"]["scene"] == scene
        assert two.state["live"]["piece"] == held and two.state["live"]["phase"] == "holding"
        assert 10_000 <= two.state["live"]["left_ms"] <= left + ALIVE
        await two.bring(held, 0, 120, -40)
        await two.bring(held, 0, 8.5, -40)
        assert (await two.say("let go"))["type"] == "ack"
        await until(lambda: two.state["live"] is None)
        settled = two.state["view"]["scene"]
        server.kill()
        server.start()
        back = Player(await table.sit(1))
        await until(lambda: back.client.last("state") is not None)
        assert back.state["view"]["scene"] == settled and back.state["live"] is None
        await asyncio.gather(*(client.left() for client in here.clients))

    server.start()
    try:
        found = run(begin())
        server.start()
        run(go_on(*found))
    finally:
        server.stop()


def test_no_bot_goes_on_thinking_for_a_server_that_was_killed(tmp_path: Path) -> None:
    server = Command(tmp_path)

    async def until_a_bot_thinks() -> list[int]:
        here = House(None, server.address)  # type: ignore[arg-type]
        table = await here.open("shapes-survivor", ["me", "bot:good child"], options={"starter": 1}, start=True)
        await table.sit(0)
        await until(lambda: len(server.workers()) == 2)  # the towers, and who thinks
        started = server.workers()
        server.kill()
        await asyncio.gather(*(client.left() for client in here.clients))
        return started

    server.start()
    try:
        started = run(until_a_bot_thinks())
    finally:
        server.stop()  # where it could not be killed
    run(until(lambda: not any(map(is_running, started))))


@played
async def test_towers_that_die_stand_again_as_recorded(here: House) -> None:
    table, (one, two), held = await holding(here)
    await one.bring(held, 0, 60, 0)
    first = one.state["live"]["placement"]
    towers = here.server.towers.process
    assert towers is not None and towers.pid is not None
    os.kill(towers.pid, signal.SIGSTOP)  # so that it surely is in the middle of things
    move = one.choice("let go")
    one.client.send(type="move", id="lost", move=move)
    await until(lambda: two.phase == "settling")
    os.kill(towers.pid, signal.SIGKILL)
    lost = await one.client.hear("refusal")
    assert lost["id"] == "lost" and "tower was lost" in lost["reason"]
    await until(lambda: one.state["live"] is not None and one.state["live"]["placement"] != first)
    one.poses, one.n = {}, 0
    await until(lambda: one.sees(held) is not None)
    assert one.phase == two.phase == "holding"
    await one.bring(held, 0, 8, 0)
    assert (await one.say("let go"))["type"] == "ack"
    assert [event["moves"] for event in events(table, "placed")] == [["let go", "all at rest"]]


@played
async def test_towers_that_hang_are_ended_and_stand_again(here: House) -> None:
    towers = here.server.towers
    _, (one, _), held = await holding(here)
    first, process = one.state["live"]["placement"], towers.process
    assert process is not None and process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    towers.patience = 0.2
    await until(lambda: process.exitcode is not None)
    towers.patience = 20.0
    await until(lambda: one.state["live"] is not None and one.state["live"]["placement"] != first)
    one.poses, one.n = {}, 0
    await one.bring(held, 0, 8, 0)
    assert (await one.say("let go"))["type"] == "ack"


def test_the_hands_clock_goes_on_after_a_restart(tmp_path: Path) -> None:
    """From where it was when the server was last alive; with ten seconds at least, and never more than there were."""

    async def begin() -> OpenTable:
        async with shapes(tmp_path) as here:
            table, _, _ = await holding(here)
            return table

    async def left_after(table: OpenTable) -> int:
        async with shapes(tmp_path) as here:
            back = Player(await OpenTable(here, table.code, table.host, table.tokens).sit(0))
            await until(lambda: back.client.last("state") is not None)
            left = int(back.state["live"]["left_ms"])
            await until(lambda: here.table(table.code).is_quiet)
            return left

    def as_if_killed(after: int) -> None:
        """When the piece had been held for so many seconds more, with everybody there."""
        with closing(sqlite3.connect(tmp_path / "parlour.db")) as database, database:
            database.execute("""DELETE FROM events WHERE body LIKE '{"type":"hand clock"%"runs":false}'""")
            database.execute("UPDATE events SET at = at - ?", [1000 * after])

    table = run(begin())
    as_if_killed(after=20)
    first = run(left_after(table))
    assert 10_000 <= first <= 40_000 + ALIVE
    second = run(left_after(table))
    assert 10_000 <= second <= first + ALIVE, "it goes on from there"
    as_if_killed(after=300)
    assert run(left_after(table)) == 10_000


def test_a_record_is_replayed_without_physics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def build() -> tuple[str, str]:
        async with shapes(tmp_path) as here:
            table, (one, two) = await survivor(here)
            await one.say("draw")
            await one.place()
            await two.say("draw")
            await two.place(130, 0, 30)
            await until(lambda: one.state["over"] is not None)
            record = await here.ask(f"/api/tables/{table.code}/record")
            return table.code, json.dumps({key: record[key] for key in record if key not in ("names", "fairness")})

    async def read_again(code: str, digest: str) -> None:
        async with shapes(tmp_path) as here:
            table = await here.server.tables.find(code)
            assert table is not None and table.history.match is not None
            assert table.history.match.digest() == digest

    code, record = run(build())
    monkeypatch.setattr(Stack, "__init__", None)
    match = parlour.replay(record)
    assert match.over and match.winners == {0}
    run(read_again(code, match.digest()))


# Bots


@played
async def test_a_game_of_survivor_between_steady_hands(here: House) -> None:
    """Until somebody lets something fall, or all pieces of a small deck stand."""
    seats, options = ["me", "bot:easy child"], {"starter": 0, "deck": SQUARES}
    table = await here.open("shapes-survivor", seats, settings={"pause": 0}, options=options, start=True)
    one, watcher = Player(await table.sit(0)), await table.sit(None)
    await one.say("draw")
    held = await one.take()
    one.client.send(type="seat", seat=0, who="bot:easy child")  # with a piece in hand: the bot goes on with it
    await until(lambda: len(events(table, "placed")) == 1)
    await until(lambda: watcher.last("state")["over"] is not None, 400)
    placed = events(table, "placed")
    assert placed[0]["moves"] == ["let go", "all at rest"] and held in placed[0]["scene"]["poses"]
    fell = any("falls" in move for move in placed[-1]["moves"])
    assert fell or sorted(placed[-1]["scene"]["poses"]) == sorted(SQUARES["cards"])
    seen = [frame for data in watcher.frames for frame in read_frames(data)]
    assert len({frame.placement for frame in seen}) == len(placed), "all were seen to move"
    picture = await asyncio.to_thread(_get, f"{here.address}/api/tables/{table.code}/tower.svg")
    assert picture.startswith(b"<svg")


@played
async def test_bots_wait_while_a_fall_is_shown_again(here: House) -> None:
    wanted = {"options": {"starter": 0, "deck": SQUARES}, "settings": {"pause": 1}, "start": True}
    table = await here.open("shapes-survivor", ["me", "bot:easy child", "bot:easy child"], **wanted)
    one = Player(await table.sit(0))
    clockwork = table.inside.clockwork
    with mock.patch.object(clockwork, "_think", wraps=clockwork._think) as thinking:
        await one.say("draw")
        await one.place(130, 0, 30)
        await until(lambda: thinking.called)
    seat, _, pause, _ = thinking.call_args.args
    assert seat == 1 and pause > 3, "a fall is looked at for six seconds"


def _get(address: str) -> bytes:
    from urllib.request import urlopen

    with urlopen(address, timeout=30) as answer:
        return bytes(answer.read())


@played
async def test_a_bot_stands_in_for_who_leaves_with_a_piece_in_hand(here: House) -> None:
    wanted = {"options": {"starter": 0}, "settings": {"away_limit": 1, "pause": 0}, "start": True}
    table = await here.open("shapes-survivor", ["me", "here"], **wanted)
    one, two = [Player(client) for client in await table.all_sit()]
    await one.say("draw")
    held = await one.take()
    await one.client.left()
    await until(lambda: held in two.state["view"]["platform"])
    assert events(table, "stood in")[0] == {"type": "stood in", "seat": 0, "on": True}
    assert events(table, "placed")[0]["seat"] == 0


@played
async def test_the_pieces_are_told_as_they_are(here: House) -> None:
    table = await here.open("shapes-draft", ["me", "here"])
    told = await here.ask("/api/pieces")
    assert told == await here.ask(f"/api/tables/{table.code}/pieces")
    assert told["names"] == list(PIECE_NAMES) and len(told["shapes"]) == 10
    assert told["reach"]["x"] == [-150, 150]
    assert table.inside.history.game.settings["falls"] == "physics"
    assert (await here.ask(f"/api/tables/{table.code}/tower")) == {"poses": {}}
