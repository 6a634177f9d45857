"""What travels between the page and the server: JSON over one WebSocket a seat, tagged by "type".

`docs/protocol.md` and the TypeScript of the page are made from these classes (`python -m parlour.server.protocol`), so
their docstrings and comments are written for whoever reads those.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

MOST_BYTES = 16 * 1024  # of one message from a page

Name = Annotated[str, Meta(min_length=1, max_length=24)]
MaybeName = Annotated[str, Meta(max_length=24)]  # "": one is given
Word = Annotated[str, Meta(max_length=40)]
Text = Annotated[str, Meta(min_length=1, max_length=300)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Number = Annotated[int, Meta(ge=0, le=1 << 31)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Token = Annotated[str, Meta(max_length=64)]


# Parts of messages


class Clocks(Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think. When time is up, a bot moves for them."""

    kind: Literal["none", "move", "game"] = "none"  # no limit; for each move; for all moves of a match together
    seconds: Annotated[int, Meta(ge=5, le=7200)] = 60  # for a move, or for the match
    more: Annotated[int, Meta(ge=0, le=120)] = 0  # seconds that every move gives back, with "game"


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chooses for a table, besides the game's own options."""

    spectators: bool = True  # whether people with the link may watch
    chat: bool = False
    clocks: Clocks = Clocks()
    away_limit: Annotated[int, Meta(ge=0, le=86400)] = 60  # seconds until a bot stands in for who is away; 0: never
    pause: Annotated[int, Meta(ge=0, le=10000)] = 1400  # milliseconds that a bot takes for a move, about
    confirm_words: bool = False  # whether a word is confirmed as read before play goes on (KB-20)
    hints: bool = True  # whether players may ask for hints


class Seat(Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    name: str
    who: Literal["open", "person", "bot"]
    bot: str | None  # which bot, where one sits there for good
    here: bool  # whether somebody is connected in this seat
    standing_in: bool  # whether a bot plays for a person who is away
    host: bool
    left_ms: int | None  # time left on its clock, when the message was sent
    runs: bool  # whether that clock is running


class TableInfo(Struct, frozen=True):
    """A table as everybody sees it."""

    code: str
    game: str
    title: str
    players: int
    options: dict[str, Any]  # of a component of somebody's own (words, questions) only {"title": ...}
    settings: Settings
    seats: list[Seat]
    phase: Literal["gathering", "warming", "playing", "over"]
    round: int  # of the matches at this table, from 1
    wins: list[int]  # by seat: how many of those before who sits there has won
    commitment: str  # SHA-256 of the secret that goes into the shuffle, published before the deal
    words: list[str | None]  # that seats mix into the shuffle; shown when the cards are dealt, until then null or ""
    watching: int  # spectators
    host_here: bool  # whether a host is connected; while none is, anyone with a seat may clear the table and deal again
    offered: list[int]  # seats in which bots play until somebody takes them
    printed: dict[str, str]  # what is printed on the cards of this game besides their names: the words
    meanings: dict[str, str]  # of the game's own words ("redraw"), a line each, for where they are met
    advice: bool  # whether there are hints and reviews of this game: not where steady hands decide
    usual_bot: str  # "bot:fair": the one to give a seat to, where nobody asks for another
    newcomer: int | None  # a seat whose player reads how it is played: nobody moves before it has said `read`


class Fairness(Struct, frozen=True):
    """What it takes to check the deal, shown when the match is over."""

    commitment: str
    secret: str  # in hex; its SHA-256 is the commitment
    round: int
    words: list[str]  # of the seats, "" where there was none
    seed: str  # of the deal, in decimal: it follows from the secret, the round and the words


class Live(Struct, frozen=True):
    """A piece that is being placed on the tower of Shapes. Poses come in binary frames meanwhile."""

    placement: int  # its number; frames carry the low 16 bits
    seat: int  # whose hand it is
    piece: str  # "red bar"
    phase: Literal["holding", "settling", "unrest"]  # in the hand; let go, or something fell; the turn was stopped
    left_ms: int  # for the hand, while it holds the piece (SH-8)


class Moment(Struct, frozen=True):
    """A move of a match, and how the chances stood after it."""

    number: int  # 0 is the deal
    seat: int | None  # who moved
    move: str
    told: str  # in words, as the log tells it
    chances: list[float]  # of each seat to win, by what it could know; 0 to 1


class Turn(Struct, frozen=True):
    """A turning point of a match."""

    number: int  # of the moment
    seat: int  # whose chances changed most
    change: float
    better: str  # the move that would have been better for who moved, by what they saw; "": none clearly was
    why: str  # said to who moved


class Ending(Struct, frozen=True):
    """How a match came out."""

    winners: list[int]
    scores: list[int]
    why: str  # what ended it, in a sentence: "The pile is empty."
    fairness: Fairness


# From the page


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message: who is here, and what it has seen already."""

    token: Token | None = None  # of a seat, or of the host; none: a spectator
    since: Number | None = None  # the last `seq` it knows


class MoveSent(Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """A move, by the number of a choice. Sent twice with one id, it is one move."""

    id: Id
    move: Number
    seq: Number | None = None  # of the state it was chosen in: it is for that turn of the seat or for none


class WhyAsked(Struct, frozen=True, tag="why", forbid_unknown_fields=True):
    """Why can this move not be made now? What a finger tried, in the words of a move; the `refusal` says why."""

    id: Id
    move: Annotated[str, Meta(max_length=80)]


class Aim(Struct, frozen=True, tag="aim", forbid_unknown_fields=True):
    """Where the hand that holds a piece should go, up to 60 a second; of more, the newest counts."""

    n: Number  # rising while a piece is held; what does not rise is passed over
    x: float  # mm from the middle of the platform
    y: float  # mm above its top
    z: float
    turn: tuple[float, float, float, float] | None = None  # a quaternion x, y, z, w; none: as before


class HintAsked(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """What would a good player do? For a seat that may move now, where the table allows hints (`settings`)."""

    id: Id


class ReviewAsked(Struct, frozen=True, tag="review", forbid_unknown_fields=True):
    """How did the chances stand, move by move? When the match is over."""

    id: Id


class WordSent(Struct, frozen=True, tag="word", forbid_unknown_fields=True):
    """A word of one's own, mixed into the shuffle."""

    text: Word


class ReadSent(Struct, frozen=True, tag="read", forbid_unknown_fields=True):
    """A word was read aloud, where the table waits for that (`confirm_words`): by its reader, or by the host.

    Or the newcomer has read how the game is played, and it begins.
    """


class NameSent(Struct, frozen=True, tag="name", forbid_unknown_fields=True):
    name: Name


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """To everybody at the table, where the host allows it."""

    text: Text


class Start(Struct, frozen=True, tag="start", forbid_unknown_fields=True):
    """The host deals. Open seats are taken by bots."""


class SetSeat(Struct, frozen=True, tag="seat", forbid_unknown_fields=True):
    """The host gives a seat to a bot ("bot:fair"), or opens it again ("open").

    In a match only a bot's seat can be opened: it plays on until somebody sits down there.
    """

    seat: SeatNumber
    who: Annotated[str, Meta(max_length=40)]


class SetSettings(Struct, frozen=True, tag="settings", forbid_unknown_fields=True):
    """The host changes the table's settings; clocks also while a match is on."""

    settings: Settings


class SetOptions(Struct, frozen=True, tag="options", forbid_unknown_fields=True):
    """The host changes the game's own options, before the deal. What is sent as it was shown stays as it is."""

    options: dict[str, Any]


class Remove(Struct, frozen=True, tag="remove", forbid_unknown_fields=True):
    """The host removes a player: the seat is open again, or a bot's while a match is on."""

    seat: SeatNumber


class Leave(Struct, frozen=True, tag="leave", forbid_unknown_fields=True):
    """A player gives the seat up for good."""


class Again(Struct, frozen=True, tag="again", forbid_unknown_fields=True):
    """The host clears the table for another match."""


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    pass


FromPage = (
    Hello
    | MoveSent
    | WhyAsked
    | Aim
    | HintAsked
    | ReviewAsked
    | WordSent
    | ReadSent
    | NameSent
    | Say
    | Start
    | SetSeat
    | SetSettings
    | SetOptions
    | Remove
    | Leave
    | Again
    | Ping
)


# From the server


class Said(Struct, frozen=True, tag="said"):
    seat: int | None
    name: str
    text: str


class Welcome(Struct, frozen=True, tag="welcome"):
    """The answer to `hello`; a `state` follows when a match is on or over."""

    seq: int
    you: int | None  # the seat; none for a spectator
    host: bool
    table: TableInfo
    said: list[Said]  # in the chat so far, as long as the server remembers


class TableChanged(Struct, frozen=True, tag="table"):
    """Somebody came, went or changed something."""

    seq: int
    table: TableInfo


class State(Struct, frozen=True, tag="state"):
    """What this seat sees now, and may do. Sent after every move, and after `welcome`."""

    seq: int
    view: dict[str, Any]  # the game's own, for this seat only
    choices: list[tuple[int, str]]  # number and words of what may be done now
    told: list[str]  # new lines of the log; after `welcome` all those after `since`
    moves: list[tuple[int, str | None]]  # made since the last `state`: who, and what where all may know it
    talk: list[tuple[int, str]]  # what bots said to their team, with people in it, in this round: who, and their words
    seats: list[Seat] | None  # null: as they were; `table` tells who comes and goes
    reading: int | None = None  # the seat that is reading a word aloud; all wait until it has
    over: Ending | None = None
    live: Live | None = None  # the piece that is being placed, if any
    track: str = ""  # after a fall: the frames that show it, in base64, from a key frame with every piece on
    answers: str | None = None  # the id of this seat's move that led here: it is acknowledged hereby


class LiveNow(Live, frozen=True, tag="live"):
    """The piece that is being placed was let go, or something fell: nobody can move before all is at rest."""


class Ack(Struct, frozen=True, tag="ack"):
    """A move is made and safely stored, and no `state` says so: it was sent before, or this page is behind."""

    id: str
    seq: int


class Refusal(Struct, frozen=True, tag="refusal"):
    """Something was not done, and why. Nothing changed; a fresh `state` follows where there is one."""

    id: str | None  # of the move, the question why not, the hint or the review
    reason: str
    seq: int


class HintComing(Struct, frozen=True, tag="hinting"):
    """Somebody is thinking about the hint that was asked for. Should the game go on meanwhile, it is refused."""

    id: str
    ready: bool  # false: hints of this game are first made ready, which takes a while; then it comes


class Hint(Struct, frozen=True, tag="hint"):
    """What a good player would do, by what the seat sees. Only the page that asked is told."""

    id: str
    move: int  # the number of a choice
    words: str
    reason: str


class ReviewComing(Struct, frozen=True, tag="reviewing"):
    """The review that was asked for is being made."""

    done: int
    of: int


class Review(Struct, frozen=True, tag="review"):
    """The match that is over, looked back upon."""

    names: list[str]  # of the seats
    moments: list[Moment]
    turns: list[Turn]  # the turning points, in their order


class Warming(Struct, frozen=True, tag="warming"):
    """The rules of the game are still being compiled; the table starts by itself."""

    done: int
    of: int


class Bye(Struct, frozen=True, tag="bye"):
    """The server closes the connection; coming back helps only where `again` says so."""

    reason: str
    again: bool


class Pong(Struct, frozen=True, tag="pong"):
    pass


FromServer = (
    Welcome
    | TableChanged
    | State
    | LiveNow
    | Ack
    | Refusal
    | HintComing
    | Hint
    | ReviewComing
    | Review
    | Warming
    | Said
    | Bye
    | Pong
)


# Over HTTP


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables: open a table. `seats` says who sits where, from seat 0.

    "me" and "here" are seats of this device ("me" is the host's), "open" waits for somebody, "bot:fair" is a bot.
    """

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=1, max_length=8)]
    options: dict[str, Any] = {}
    settings: Settings = Settings()
    names: Annotated[list[MaybeName], Meta(max_length=8)] = []  # of this device's seats; "": it is given one
    start: bool = False  # deal at once
    newcomer: bool = False  # whether the host reads how it is played when the cards are dealt, and the table waits


class HeldSeat(Struct, frozen=True):
    seat: int
    token: str  # whoever has it holds the seat


class TableOpened(Struct, frozen=True):
    code: str
    host: str  # the host's own token, for a host who does not play
    seats: list[HeldSeat]


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/CODE/seats: take an open seat, or one in which a bot plays until then."""

    name: MaybeName = ""  # "": the seat is given one
    seat: SeatNumber | None = None  # none: the first that is open


class ReadComponent(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/components: words, cards or questions of one's own, as they are written, for an option of a game."""

    game: Annotated[str, Meta(max_length=40)]
    option: Annotated[str, Meta(max_length=40)]
    text: Annotated[str, Meta(max_length=200_000)]  # TOML; words also as a plain list


class ComponentRead(Struct, frozen=True):
    title: str
    content: dict[str, Any]  # what the option is to be


class Problem(Struct, frozen=True):
    """Any answer over HTTP that is not what was asked for."""

    reason: str


class OptionShown(Struct, frozen=True):
    """An option of a game, for the form that sets it."""

    name: str
    kind: Literal["choice", "number", "switch", "seat", "each", "component"]
    default: Any
    help: str
    values: str  # those that are right, in words
    choices: list[str]  # of a choice; the presets of a component
    least: int | None = None
    most: int | None = None


class GameShown(Struct, frozen=True):
    id: str
    title: str
    summary: str
    players: tuple[int, int]  # the fewest and the most
    options: list[OptionShown]
    suggestions: dict[str, dict[str, Any]]  # by number of players: values that suit them
    online: bool  # whether it can be played in the page
    advice: bool  # whether there are hints and reviews of it
    bots: list[str]  # of those on the shelf, who can sit at it: "bot:fair"
    usual_bot: str  # one of them, where nobody chose


class BoxShown(Struct, frozen=True):
    box: str
    title: str
    about: str
    players: tuple[int, int]
    ages: str
    minutes: str
    games: list[GameShown]


class BotShown(Struct, frozen=True):
    who: str  # "bot:fair"
    name: str
    about: str
    box: str  # the box it is for; "": all that have none of their own


class Shelf(Struct, frozen=True):
    """GET /api/shelf."""

    boxes: list[BoxShown]
    bots: list[BotShown]


class PieceOutline(Struct, frozen=True):
    """A shape seen from above, in its own frame: the centre of mass at 0, 0; mm."""

    outline: list[tuple[float, float]]  # x, z; closed: the first corner is the last
    parts: list[list[tuple[float, float]]]  # convex, that make it up


class PlatformShown(Struct, frozen=True):
    """A triangle with equal sides, its middle at 0, 0, its top at height 0; mm."""

    outline: list[tuple[float, float]]  # x, z; closed
    side: float
    height: float


class PiecesShown(Struct, frozen=True):
    """GET /api/pieces: what the page draws for Shapes; mm."""

    thickness: float
    platform: PlatformShown
    shapes: dict[str, PieceOutline]
    colours: list[str]
    names: list[str]  # of all pieces, in the order of their numbers in frames
    reach: dict[str, tuple[float, float]]  # where the hand can go: least and most x, y, z


class TowerShown(Struct, frozen=True):
    """GET /api/tables/CODE/tower: the stack as it last came to rest."""

    poses: dict[str, list[float]]  # x, y, z in mm and a unit quaternion x, y, z, w


class RuleInShort(Struct, frozen=True):
    """One of the five lines that say how a game is played."""

    about: str  # "The aim", "Your turn" ...
    text: str


class RulesShown(Struct, frozen=True):
    """GET /api/rules/GAME: the rule page, made from docs/rulebook; /api/tables/CODE/rules: as it is played there."""

    title: str
    in_short: list[RuleInShort]  # for who has never played it
    html: str  # all rules, clause by clause


read_message = msgspec.json.Decoder(FromPage).decode
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # what it raises: no JSON, no UTF-8, too deep
write = msgspec.json.Encoder().encode
