"""Nothing hidden ever leaves the server: random games, and every message that anybody was sent looked at afterwards.

What a viewer is sent must be the same if all that it cannot know is dealt anew. So every state is compared with the
views of such redeals; every line and every move with those of redealt games, and of other moves, that look the same
to the viewer; every refusal with what redealt games refuse.
"""

from __future__ import annotations

import functools
import json
import random
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from parlour.bots.talk import says, talks, tells_spectators
from parlour.engine.errors import IllegalMove
from parlour.engine.game import Game, Telling, with_names
from parlour.engine.match import Match
from parlour.games import find
from parlour.server import events
from parlour.server.events import Event, read_event
from parlour.server.tokens import digest
from parlour.testing import _any_of as any_of
from parlour.testing import cards_in

from .client import Client, Message
from .house import OpenTable, house, run, until

Viewer = int | None
MOVES = 150  # of one match, at most
PIECES = 6  # let go of in one match, at most: each takes a second or two
REDEALS = 3  # for each message

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("ka-blam", 4, {"length": "short"}),
    ("ka-blam", 2, {"length": "long", "target": 50}),
    ("go-fox", 3, {}),
    ("go-fox", 2, {"even_turns": True}),
    ("read-and-grab", 3, {"grabs": "call"}),
    ("read-and-grab", 2, {"grabs": "offered"}),
    ("freaky", 3, {"taking": "spot"}),
    ("freaky", 2, {"taking": "help"}),
    ("game-on", 3, {"competition": "rock-paper-scissors"}),
    ("game-on", 3, {"competition": "trivia"}),
    ("game-on", 2, {"competition": "dice"}),
    ("game-on-coop", 3, {"hands": "hidden"}),
    ("game-on-coop", 2, {"hands": "open"}),
    ("shapes", 3, {}),
    ("shapes-survivor", 2, {}),
    ("shapes-pass", 3, {}),
    ("shapes-draft", 2, {}),
]
_DECIDED = re.compile(r"\brolls? \d|^All have chosen\.")
_any_of = functools.cache(any_of)


@dataclass
class Played:
    """A match that was played, with all that anybody heard of it."""

    matches: dict[int, Match]  # by number of the event: the match after it
    happened: dict[int, Event]
    names: list[str]
    heard: list[tuple[Viewer, str]]  # who, and the message as it came
    tried: dict[str, tuple[int, int]]  # by id: seat and move
    secrets: list[str]  # that nobody may ever be sent
    until_the_end: list[str]  # that nobody may be sent before the match is over
    clocks: bool
    views: dict[tuple[int, Viewer], Any] = field(default_factory=dict)

    def number(self, seq: int, viewer: Viewer) -> int:
        """The number in the log of the event that is this one as the viewer counts: of those it may know of."""
        known = [
            number
            for number, event in self.happened.items()
            if not _is_unseen(event, viewer, self.matches[number].game)
        ]
        before = min(self.happened) - 1  # up to the deal everybody knows everything
        return seq if seq <= before else known[seq - before - 1]

    def view(self, seq: int, viewer: Viewer) -> Any:
        """What the viewer may see after that event."""
        if (seq, viewer) not in self.views:
            self.views[seq, viewer] = self.matches[seq].view(viewer)
        return self.views[seq, viewer]


async def play(database: Path | str, game: str, players: int, options: dict[str, Any], rng: random.Random) -> Played:
    async with house(database) as here:
        clocks = {"kind": "game", "seconds": 7200} if rng.random() < 0.5 else {"kind": "none"}
        seats = ["me", *["here"] * (players - 1)]
        if talks(find(game)):
            seats[-1] = "bot:greedy"
        # A table with hints is not quiet until they are made ready.
        settings = {"clocks": clocks, "hints": False, "pause": 0}
        table = await here.open(game, seats, options=options, settings=settings)
        clients = await table.all_sit()
        watcher = await table.sit(None)
        everybody: list[tuple[Viewer, Client]] = [*enumerate(clients), (None, watcher)]
        clients[-1].send(type="word", text="abracadabra")
        await clients[0].hear(
            lambda heard: heard["type"] == "table" and heard["table"]["words"][len(clients) - 1] == ""
        )
        assert not any("abracadabra" in raw for _, client in everybody for raw in client.raw)
        clients[0].send(type="start")
        tried = await _random_moves(table, clients, everybody, rng)
        if not table.inside.history.match.over:
            late = await table.sit(None)
            await late.hear("state")
            everybody.append((None, late))
        history = table.inside.history
        heard = [(viewer, raw) for viewer, client in everybody for raw in client.raw]
        tokens = [*table.tokens.values(), table.host]
        return Played(
            *_matches(table),
            history.names,
            heard,
            tried,
            [*tokens, *map(digest, tokens)],
            [history.secret, str(history.match.seed)],
            clocks["kind"] != "none",
        )


async def _random_moves(
    table: OpenTable, clients: list[Client], everybody: list[tuple[Viewer, Client]], rng: random.Random
) -> dict[str, tuple[int, int]]:
    tried: dict[str, tuple[int, int]] = {}
    inside = table.inside
    for number in range(MOVES):
        await until(
            lambda: (
                inside.is_quiet
                and not inside.placing.waits
                and all(
                    (client.last("state") or {"seq": 0})["seq"] == inside.history.seq_for(viewer)
                    for viewer, client in everybody
                )
            )
        )
        match = inside.history.match
        if match.over or sum(str(move) == "let go" for _, move in match.moves) == PIECES:
            break
        for seat, client in enumerate(clients):
            client.read = len(client.heard)
            inside.limits.clear()  # how fast one may be is tested elsewhere
            if rng.random() < 0.1:
                move = rng.randrange(len(match.game.move_names))
                if move not in {int(one) for one in match.legal(seat)}:
                    tried[f"wrong {number} {seat}"] = seat, move
                    assert (await client.move(move, f"wrong {number} {seat}"))["type"] == "refusal"
        seat = rng.choice([seat for seat, client in enumerate(clients) if client.choices])
        move = rng.choice(clients[seat].choices)[0]
        tried[f"move {number}"] = seat, move
        await clients[seat].move(move, f"move {number}")
    return tried


def _matches(table: OpenTable) -> tuple[dict[int, Match], dict[int, Event]]:
    """The match after each event, played from the log alone, and the event."""
    found: dict[int, Match] = {}
    happened: dict[int, Event] = {}
    match: Match | None = None
    for seq, _, body in table.log():
        event = read_event(body)
        if isinstance(event, events.Dealt):
            match = Match(table.inside.history.game, event.seed)
        elif match is not None and isinstance(event, events.Moved | events.Placed | events.Rested):
            match = match.copy()
            _make(match, event)
        if match is not None:
            found[seq], happened[seq] = match, event
    return found, happened


def _make(match: Match, event: Event) -> None:
    if isinstance(event, events.Moved):
        match.play(event.seat, event.move)
        return
    assert isinstance(event, events.Placed | events.Rested)
    for move in event.moves[:-1]:
        if move == "let go":
            assert isinstance(event, events.Placed)
            match.play(event.seat, move)
        else:
            match.decide(move)
    match.decide(event.moves[-1], event.scene)


def _is_unseen(event: Event, viewer: Viewer, game: Game) -> bool:
    """SH-16b: that somebody let a turn go on is known to nobody else."""
    return isinstance(event, events.Moved) and event.seat != viewer and game.move_names[event.move] == "let it go on"


def check(played: Played, rng: random.Random) -> None:
    """All that was heard."""
    lines: dict[Viewer, dict[int, list[str]]] = {}
    for viewer, raw in dict.fromkeys(played.heard):
        for secret in played.secrets:
            assert secret not in raw, "a token was sent"
        message: Message = json.loads(raw)
        if message["type"] == "state":
            if not message["over"]:
                assert not any(secret in raw for secret in played.until_the_end), "the secret was told before the end"
            _check_state(played, viewer, message, lines.setdefault(viewer, {}), rng)
        else:
            assert not any(secret in raw for secret in played.until_the_end), raw
        if message["type"] == "refusal":
            _check_refusal(played, viewer, message, rng)


def _check_state(
    played: Played, viewer: Viewer, message: Message, lines: dict[int, list[str]], rng: random.Random
) -> None:
    seq = played.number(message["seq"], viewer)
    match = played.matches[seq]
    choices = [] if viewer is None else [[int(move), str(move)] for move in match.choices(viewer)]
    assert message["view"] == played.view(seq, viewer) and message["choices"] == choices
    for sample in range(REDEALS):
        other = match.redealt(viewer, rng.getrandbits(62) + sample)
        assert other.view(viewer) == message["view"], f"seat {viewer} can see what it cannot know after {seq}"
        if viewer is not None:
            assert [[int(move), str(move)] for move in other.choices(viewer)] == choices
    _check_talk(played, viewer, message, seq, rng)
    asked = set(match.game.to_act_seen(match.state, None))
    clocks = {seat["seat"] for seat in message["seats"] or () if seat["runs"]}
    assert clocks == (asked if played.clocks else set())
    if isinstance(played.happened[seq], events.Placed | events.Rested) and message["told"] and seq not in lines:
        lines[seq] = message["told"]
        _check_tower(played, viewer, message, rng)
    elif message["moves"]:
        lines[seq] = message["told"]
        _check_told(played, viewer, message, rng)
    elif message["told"]:  # on arrival: what those who stayed were told
        assert message["told"] == [line for number in sorted(lines) for line in lines[number]]


def _check_talk(played: Played, viewer: Viewer, message: Message, seq: int, rng: random.Random) -> None:
    """What bots say follows from what their seats saw in this round; who watches hears nothing of hands."""
    match, talk = played.matches[seq], message["talk"]
    if not talks(match.game):
        assert talk == []
        return
    assert talk == [] or viewer is not None or tells_spectators(match.game)
    for seat, words in talk:
        seen = [
            number
            for number, other in played.matches.items()
            if number <= seq and other.view(None)["round"] == match.view(None)["round"]
        ]
        spoken = next((number for number in reversed(seen) if says(played.matches[number], seat) == words), None)
        assert spoken is not None, f"seat {seat} never meant to say {words!r} in this round"
        before = played.matches[spoken]
        for _ in range(REDEALS):
            assert says(before.redealt(seat, rng.getrandbits(62)), seat) == words
        view = before.view(seat)
        if not view["open_hands"]:
            public = {card for cards in view["committed"] for card in cards}
            assert not any(card in words for card in {*view["hand"]} - public), f"{words!r} names a card that is held"


def _check_tower(played: Played, viewer: Viewer, message: Message, rng: random.Random) -> None:
    """What happened to the tower is the same for all; what its player drew after a fall is not."""
    seq = played.number(message["seq"], viewer)
    before, event = played.matches[seq - 1], played.happened[seq]
    assert message["told"] == _told_of_tower(before, event, Telling(played.names, viewer))
    for _ in range(REDEALS):
        start = before.redealt(viewer, rng.getrandbits(62))
        other = start.copy()
        _make(other, event)
        if other.view(viewer) == played.view(seq, viewer):
            assert _told_of_tower(start, event, Telling(played.names, viewer)) == message["told"]


def _told_of_tower(before: Match, event: Event, telling: Telling) -> list[str]:
    assert isinstance(event, events.Placed | events.Rested)
    match, told = before.copy(), []
    for at, move in enumerate(event.moves):
        was = match.copy()
        scene = event.scene if at == len(event.moves) - 1 else {}
        part = events.Placed(getattr(event, "seat", 0), "", [move], scene)
        if scene:
            _make(match, part)
        elif move == "let go":
            match.play(part.seat, move)
        else:
            match.decide(move)
        told += _lines(match, was, telling).split("\n")
    return [line for line in told if line]


def _check_told(played: Played, viewer: Viewer, message: Message, rng: random.Random) -> None:
    """The last move: its words, and the lines about it."""
    seq = played.number(message["seq"], viewer)
    before, after = played.matches[seq - 1], played.matches[seq]
    saw, sees = played.view(seq - 1, viewer), played.view(seq, viewer)
    ((seat, words),) = message["moves"]
    assert (seat, after.made[-1][0]) == (after.made[-1][0], seat)
    number = after.made[-1][1]
    told, telling = "\n".join(message["told"]), Telling(played.names, viewer)
    game = before.game
    if words is not None:
        assert words == game.move_names[number]
        assert viewer == seat or not words.startswith(("show ", "answer ")), "a secret choice was shown"
    named = _any_of(tuple(cards_in(game, before.position())))
    allowed = json.dumps([saw, sees])
    shown = words or ""
    secret = set(named.findall(told)) - set(named.findall(allowed)) - set(named.findall(shown))
    assert not secret, f"seat {viewer} is told of {secret}: {told}"
    assert _lines(after, before, telling) == told, f"seat {viewer} is told more than the game tells: {told}"
    if _DECIDED.search(told):
        return  # what all have rolled or chosen is told to all, and stands in no view
    for move, start in _alike(before, viewer, seat, number, rng):
        other = start.copy()
        other.play(seat, move)
        if other.view(viewer) != sees:
            continue  # the viewer can tell it by what it sees
        if move == number or words is None:
            assert _lines(other, start, telling) == told, f"seat {viewer} can tell by words what it cannot see: {told}"
        if move != number and viewer != seat:
            assert words is None or _public(words), f"seat {viewer} is shown {words}, which it cannot see"


def _alike(before: Match, viewer: Viewer, seat: int, number: int, rng: random.Random) -> list[tuple[int, Match]]:
    """Moves that might have been made, in games that look the same to the viewer before it."""
    found = []
    other = before.redealt(viewer, rng.getrandbits(62))
    if number in {int(move) for move in other.legal(seat)}:
        found.append((number, other))
    if viewer != seat:
        legal = [int(move) for move in before.legal(seat) if int(move) != number]
        found += [(move, before) for move in rng.sample(legal, min(2, len(legal)))]
    return found


def _public(words: str) -> bool:
    """Moves that are made aloud or in the open, even where nothing changes on the table."""
    return not re.match(r"show |answer |commit ", words)


def _lines(match: Match, before: Match, telling: Telling) -> str:
    return "\n".join(line for line in match.tell(before, telling).split("\n") if line)


def _check_refusal(played: Played, viewer: Viewer, message: Message, rng: random.Random) -> None:
    """Why not, as far as the seat can know."""
    seat, move = played.tried[message["id"]]
    assert seat == viewer
    match = played.matches[played.number(message["seq"], viewer)]
    for _ in range(REDEALS):
        with pytest.raises(IllegalMove) as refused:
            match.redealt(viewer, rng.getrandbits(62)).play(seat, move)
        reason = with_names(refused.value.reason, played.names) or "that cannot be done now"
        assert message["reason"] == f"{reason[:1].upper()}{reason[1:]}."


@pytest.mark.parametrize(
    ("game", "players", "options"), TABLES, ids=[f"{game}-{' '.join(map(str, o.values()))}" for game, _, o in TABLES]
)
def test_nobody_is_sent_what_it_cannot_know(tmp_path: Path, game: str, players: int, options: dict[str, Any]) -> None:
    nothing_leaks(tmp_path, game, players, options)


def test_nobody_is_sent_what_it_cannot_know_with_postgresql_either(postgres_url: str) -> None:
    nothing_leaks(postgres_url, "freaky", 3, {"taking": "spot"})


def nothing_leaks(database: Path | str, game: str, players: int, options: dict[str, Any]) -> None:
    seed = random.SystemRandom().getrandbits(32)
    rng = random.Random(seed)
    played = run(play(database, game, players, options, rng))
    try:
        check(played, rng)
    except AssertionError as error:
        raise AssertionError(f"seed {seed}: {error}") from error


def test_the_checker_finds_a_leak(tmp_path: Path) -> None:
    """A checker that never complains is worth nothing: here are messages as a careless server would send them."""
    rng = random.Random(5)
    played = run(play(tmp_path, "go-fox", 3, {}, rng))
    sound = list(played.heard)
    at, (viewer, raw) = next(
        (place, one) for place, one in enumerate(sound) if one[0] == 1 and json.loads(one[1]).get("moves")
    )
    message = json.loads(raw)
    match = played.matches[message["seq"]]
    theirs = match.position()["hands"][2][0]
    for careless in (
        {**message, "view": {**message["view"], "hand": match.view(2)["hand"]}},
        {**message, "told": [*message["told"], f"Player 3 draws {theirs}."]},
        {**message, "told": [*message["told"], "Player 3 smiles."]},
        {**message, "seed": str(match.seed)},
        {**message, "token": played.secrets[0]},
        {**message, "moves": [[message["moves"][0][0], "show rock"]]},
        {**message, "talk": [[2, f"I hold {theirs}."]]},
    ):
        played.heard = [*sound[:at], (viewer, json.dumps(careless)), *sound[at + 1 :]]
        with pytest.raises(AssertionError):
            check(played, rng)
    played.heard = sound
    check(played, rng)
