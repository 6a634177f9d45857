"""Game: what a rule file declares. An instance is a game chosen for a table: its players, options and components."""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar
from uuid import uuid4

import numpy as np

from . import verbs
from .cards import set_type, words_for
from .errors import BadOption, BadScene, IllegalMove
from .options import CHANCE, ComponentOption, Option, whole_number
from .position import Places
from .reading import Reading
from .seats import seats_in
from .verbs import Rules

State = Any  # one record of a game's STATE: fields by name, as the rules use them; a Reading is the same, to look at
Fields = Sequence[tuple[Any, ...]]


def state_type(name: str, fields: Fields) -> np.dtype[Any]:
    """The record type of a game's state: what every game has, then the game's own fields.

    The first field tells the game's records from all others: Numba compares record types by structure. Its name
    holds a hash of the calling rule file, so that a driver compiled for an older version of the rules is never used;
    where there is no file (in a notebook), it is new every time.
    """
    frame = inspect.currentframe()
    caller = frame.f_back if frame else None
    source = Path(caller.f_code.co_filename) if caller else Path()
    digest = hashlib.sha256(source.read_bytes() if source.is_file() else uuid4().bytes).hexdigest()[:8]
    common: Fields = [
        (f"{name}_{digest}", np.uint8),  # never read
        ("players", np.int64),  # how many play; wide, so that seats counted by it are of one type everywhere
        ("to_act", np.int16),  # the seats that may move now; none when the game is over
        ("winners", np.int16),  # the seats that won, when it is over
        ("rng", np.uint64),  # all chance still to come; nobody sees it
    ]
    for field in fields:
        if hasattr(np.record, field[0]):
            raise TypeError(f"a field cannot be called {field[0]!r}: every NumPy record has a method of that name")
    return np.dtype((np.record, np.dtype([*common, *fields], align=True)))


class Game(ABC):
    """Subclass this in a rule file. The class says what the game is; an instance, how it is played at one table."""

    id: ClassVar[str]  # "ka-blam"
    title: ClassVar[str]  # "KA-BLAM!"
    box: ClassVar[str]  # the box it comes in, as the rulebook names its page
    summary: ClassVar[str]  # one sentence for the shelf
    seats: ClassVar[range]  # how many can play
    version: ClassVar[int]  # counts up when the rules change what a record means
    state: ClassVar[np.dtype[Any]]
    rules: ClassVar[Rules]
    move_names: ClassVar[tuple[str, ...]]  # every move by its number
    card_places: ClassVar[tuple[str, ...]]  # the keys of a position that say where the cards are, each card once
    options: ClassVar[tuple[Option, ...]] = ()
    parts: ClassVar[dict[str, Any]] = {}  # components that are the same at every table, by name
    why_suggested: ClassVar[dict[str, str]] = {}  # by option, the reason for what `suggestions` says, after "as"
    own_row: ClassVar[str | None] = None  # an array: `seat_sees` tells a seat its row of it, and no more
    last_word_counts: ClassVar[bool] = False  # whether it pays to act after others, where all act at their own pace
    people_first: ClassVar[bool] = False  # whether bots let people act first, where all act at once
    all_may_lose: ClassVar[bool] = False  # whether a game can end without a winner, as against the House

    players: int
    settings: dict[str, Any]  # the checked value of every option

    def __init_subclass__(cls, **extra: Any) -> None:
        super().__init_subclass__(**extra)
        if "rules" in cls.__dict__:
            owner = f"{cls.__module__}.{cls.__qualname__}"
            verbs.register(cls.state.names[0], cls.rules, owner)  # type: ignore[index]

    def __init__(self, players: int | None = None, **options: Any) -> None:
        wanted = self.seats[0] if players is None else whole_number(players)
        if wanted is None or wanted not in self.seats:
            raise BadOption(f"{self.id} is for {self.seats[0]} to {self.seats[-1]} players, not for {players!r}")
        self.players = wanted
        self.check_names(options)
        self.settings = {
            option.name: option.read(options.get(option.name, option.default), wanted) for option in self.options
        }
        self.check()

    @classmethod
    def check_names(cls, options: Iterable[str]) -> None:
        """Refuse options that the game does not have."""
        known = [option.name for option in cls.options]
        for name in options:
            if name not in known:
                raise BadOption(f"{cls.id} has no option {name!r}; it has {', '.join(known) or 'none'}")

    # What a rule file says in plain Python

    def check(self) -> None:
        """Refuse settings that do not go together."""

    @abstractmethod
    def lay_out(self, state: State) -> None:
        """Put options and unshuffled components into a blank state, for `setup` to shuffle and deal."""

    @abstractmethod
    def all_see(self, state: Reading) -> dict[str, Any]:
        """What lies open on the table. Whatever is not put in here, or into `seat_sees`, is not shown."""

    def seat_sees(self, state: Reading, seat: int | None) -> dict[str, Any]:
        """What depends on who looks (None: a spectator): the rest of a view, under names of its own."""
        return {}

    def printed(self) -> dict[str, str]:
        """What is printed on cards besides their names, such as words: it stands in no view, as it never changes."""
        return {}

    def meanings(self) -> dict[str, str]:
        """What the game's own words mean at this table, a line each, for whoever meets them on a button or a card."""
        return {}

    @abstractmethod
    def tell(self, before: Reading, after: Reading, seat: int, move: int, telling: Telling) -> str:
        """What happened, in a line of words or several, for the log of the seat in `telling`; only what it may know."""

    def ending(self, state: Reading) -> str:
        """Why the game is over, in a sentence that is true for all who hear it; nothing where it cannot tell."""
        return ""

    @abstractmethod
    def write_places(self, state: Reading) -> dict[str, Any]:
        """The stage and every place a card can be, by name: the game's part of a position."""

    @abstractmethod
    def read_places(self, state: State, places: Places) -> None:
        """Set a blank state up from those, or report what is wrong."""

    def suggestions(self) -> dict[str, Any]:
        """Values of options that the set-up of a table recommends for this number of players."""
        return {}

    def choices(self, state: Reading, seat: int, legal: list[int]) -> list[int]:
        """What a person is offered to choose from: the legal moves, unless a setting says to spot them oneself."""
        return legal

    def order_counts(self, move: int) -> bool:
        """Whether the rules say that it counts who makes such a move first, where several seats act together."""
        return False

    def why_not(self, state: Reading, seat: int, move: int) -> str:
        """Why this move is not legal now, in words, where the game can tell."""
        return ""

    def to_act_seen(self, state: Reading, seat: int | None) -> list[int]:
        """Who may act, in order, as a seat may know it (None: a spectator): being asked can give a hand away."""
        return seats_in(state.to_act)

    def shows_move(self, move: int) -> bool:
        """Whether all see which move this is when it is made; by default only the one who makes it knows."""
        return False

    def is_unseen(self, move: int) -> bool:
        """Whether others must not even know that such a move was made."""
        return False

    def is_read_aloud(self, before: State, after: State, move: int) -> bool:
        """Whether this move brought words into sight that its player reads aloud."""
        return False

    def ends_round(self, before: State, after: State) -> bool:
        """Whether a round ended and the next was dealt at once: people want to see how it ended."""
        return False

    def sits_out(self, state: Reading, seat: int) -> bool:
        """Whether a seat only looks on until the round is over."""
        return False

    def when_time_is_up(self, legal: list[int], luck: float) -> int | None:
        """What is done for a seat whose clock has run out, where the rules say so; None leaves it to a bot.

        `luck` is from 0 to 1, for what is left to chance.
        """
        return None

    @property
    def needs_umpire(self) -> bool:
        """Whether something outside the rules decides in this game, so that it cannot be played in bulk."""
        return False

    def read_scene(self, state: Reading, scene: Any) -> dict[str, Any]:
        """What an umpire saw, checked against the state it led to; or BadScene."""
        raise BadScene(f"{self.title} has no scenes")

    def scene_left(self, state: Reading, scene: dict[str, Any]) -> dict[str, Any]:
        """What is still there of a scene seen earlier."""
        return scene

    # What every game has

    @functools.cached_property
    def move_words(self) -> int:
        """The length of a set of moves."""
        return words_for(len(self.move_names))

    def move_room(self) -> np.ndarray[Any, Any]:
        """Room for one set of moves."""
        return np.zeros(1, set_type(len(self.move_names)))

    def template(self) -> np.ndarray[Any, Any]:
        """A state before set-up, in an array of one."""
        states = np.zeros(1, self.state)
        states[0].players = self.players
        self.lay_out(states[0])
        return states

    @classmethod
    def read_move(cls, text: str) -> int:
        """The number of a move from its words."""
        wanted = " ".join(text.lower().split())
        try:
            return cls._move_numbers()[wanted]
        except KeyError:
            raise IllegalMove(f"{text!r} is no move of {cls.title}") from None

    @classmethod
    @functools.cache
    def _move_numbers(cls) -> dict[str, int]:
        return {name.lower(): number for number, name in enumerate(cls.move_names)}

    @property
    def plain_settings(self) -> dict[str, Any]:
        """The options as JSON can hold them; components by preset name or by content."""
        return {name: getattr(value, "as_option", value) for name, value in self.settings.items()}

    @property
    def starter(self) -> int:
        """The seat that the option `starter` names, -1 if it is left to chance."""
        named = self.settings["starter"]
        return -1 if named == CHANCE else int(named)

    def component_hashes(self) -> dict[str, str]:
        """What the components were, exactly: a record is only replayed with the same."""
        chosen = [option.name for option in self.options if isinstance(option, ComponentOption)]
        components = {**self.parts, **{name: self.settings[name] for name in chosen}}
        return {name: _hash(component.content) for name, component in components.items()}


class Telling:
    """Who hears a log: people's names, with "you" for the one it is told to.

    `meant` are those of whom it was asked whether it is they who hear it; to all others the same would be told, unless
    `differs` says that it was asked who hears it.
    """

    __slots__ = ("_to", "differs", "meant", "names")

    def __init__(self, names: Sequence[str], to: int | None = None) -> None:
        self.names = names
        self._to = to
        self.meant: set[int] = set()
        self.differs = False

    @property
    def to(self) -> int | None:
        """The seat it is told to, None for a spectator; where `is_you` does, less has to be told anew."""
        self.differs = True
        return self._to

    def is_you(self, seat: int) -> bool:
        self.meant.add(seat)
        return seat == self._to

    def who(self, seat: int) -> str:
        return "you" if self.is_you(seat) else self.names[seat]

    def says(self, seat: int, verb: str) -> str:
        """`says(1, "draw")` is "Ann draws", or "You draw" for the one it is told to."""
        return f"You {verb}" if self.is_you(seat) else f"{self.names[seat]} {_of_another(verb)}"

    def winners(self, seats: int, count: int, thing: str) -> str:
        """Who won, a bit for each seat: "Ann wins with 5 pairs!", or a shared win."""
        score = f"with {count} {thing}{'' if count == 1 else 's'}"
        won = [seat for seat in range(len(self.names)) if seats >> seat & 1]
        if len(won) == 1:
            return f"{self.says(won[0], 'win ' + score)}!"
        names = " and ".join(self.who(seat) for seat in won)
        return f"{names[0].upper()}{names[1:]} share the win, {score} each!"


@functools.lru_cache(maxsize=1 << 12)
def _of_another(verb: str) -> str:
    """`_of_another("draw a card")` is "draws a card"."""
    first, _, rest = verb.partition(" ")
    if first.endswith("y") and first[-2] not in "aeiou":
        first, ending = first[:-1], "ies"
    else:
        ending = "es" if first.endswith(("s", "sh", "ch", "x", "o")) else "s"
    return f"{first}{ending}{' ' + rest if rest else ''}"


def in_words(names: Sequence[str]) -> str:
    """`in_words(["a", "b", "c"])` is "a, b and c"."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def with_names(text: str, names: Sequence[str]) -> str:
    """Seats by the names of those who sit there."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return names[seat] if seat < len(names) else found[0]

    return re.sub(r"\bseat (\d+)\b", name, text)


def _hash(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]
