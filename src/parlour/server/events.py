"""What happens at a table, as it stands in its log. A table is what its log makes of it, and nothing else.

Old logs are read by newer servers: fields may be added with a default, and nothing is renamed or removed.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from .messages import Settings


class Opened(Struct, frozen=True, tag="opened"):
    game: str
    players: int
    options: dict[str, Any]
    settings: Settings
    host: str  # SHA-256 of the host's token
    secret: str  # hex; for the first deal


class Sat(Struct, frozen=True, tag="sat"):
    seat: int
    name: str
    token: str  # SHA-256 of the seat's token
    host: bool = False


class BotSat(Struct, frozen=True, tag="bot sat"):
    seat: int
    name: str
    bot: str


class Offered(Struct, frozen=True, tag="offered"):
    """A bot plays on in this seat until somebody takes it."""

    seat: int


class Rose(Struct, frozen=True, tag="rose"):
    """The seat is open again."""

    seat: int


class Named(Struct, frozen=True, tag="named"):
    seat: int
    name: str


class Worded(Struct, frozen=True, tag="worded"):
    """A word for the shuffle."""

    seat: int
    word: str


class Set(Struct, frozen=True, tag="set"):
    settings: Settings


class Chose(Struct, frozen=True, tag="chose"):
    """Other options of the game."""

    options: dict[str, Any]


class Dealt(Struct, frozen=True, tag="dealt"):
    seed: int


class Moved(Struct, frozen=True, tag="moved", omit_defaults=True):
    seat: int
    move: int
    id: str = ""  # the page's own; none for bots and clocks
    late: bool = False  # the seat's time was up
    bot: bool = False  # so a bot chose it


class Placed(Struct, frozen=True, tag="placed"):
    """A piece of Shapes was placed, or something fell meanwhile: all that happened since it was taken up."""

    seat: int
    id: str  # the page's own, of its "let go"; none for bots and clocks
    moves: list[str]  # "let go", "red bar falls", "all at rest"
    scene: dict[str, Any]  # where everything lies now
    track: str = ""  # if something fell: the frames that show it, in base64


class Rested(Struct, frozen=True, tag="rested"):
    """All is at rest after a turn was stopped with a piece in hand."""

    moves: list[str]
    scene: dict[str, Any]


class HandClock(Struct, frozen=True, tag="hand clock"):
    """The clock of the hand with a piece in it: it stands while nobody is there, and goes on when somebody is."""

    left_ms: int
    runs: bool


class StoodIn(Struct, frozen=True, tag="stood in"):
    """A bot begins to play for a person who is away, or stops."""

    seat: int
    on: bool


class Slept(Struct, frozen=True, tag="slept"):
    """No clock ran for a while: the server was not there, or a word was read aloud."""

    ms: int


class Cleared(Struct, frozen=True, tag="cleared"):
    """For another match, with a new secret."""

    secret: str


Event = (
    Opened
    | Sat
    | BotSat
    | Offered
    | Rose
    | Named
    | Worded
    | Set
    | Chose
    | Dealt
    | Moved
    | Placed
    | Rested
    | HandClock
    | StoodIn
    | Slept
    | Cleared
)

read_event = msgspec.json.Decoder(Event).decode
write_event = msgspec.json.Encoder().encode
