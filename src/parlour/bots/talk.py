"""What a bot says to its team, in plain words: what it would do next, as a sensible child would, and what it asks for.

It is a function of what its seat sees. With hidden hands it does not name the cards that it holds, only what the team
could bring or what has been committed before all.
"""

from __future__ import annotations

from typing import Any

from ..engine.game import Game, in_words
from ..engine.match import Match
from ..games.game_on_coop.rules import leaves
from .reasons.game_on import COVER, SHAPES, can_complete
from .simple import SimpleBot

_GAME = "game-on-coop"
_SEED = 7  # any: the same view, the same words


def talks(game: Game | type[Game]) -> bool:
    """Whether bots of this game talk: where there is a team."""
    return game.id == _GAME


def tells_spectators(game: Game) -> bool:
    """Whether who only watches may hear it: not where it names cards of hands, which only the team sees."""
    return bool(game.settings["hands"] == "hidden")


def says(match: Match, seat: int) -> str:
    """Something to say before a seat acts in Cooperative Game-On; nothing elsewhere, or if there is nothing to say."""
    if not talks(match.game) or seat not in match.to_act:
        return ""
    shown = match.redealt(seat, _SEED)
    view = shown.view(seat)
    if view["commitments"][seat] is not None:
        return _asks_all(view, seat)
    bot = SimpleBot("greedy", _SEED)
    move = str(bot.choose(shown, seat))
    if move.startswith(("steal", "scuttle")):
        return _joins(shown, view, seat, move)
    if refused := _cannot_join(shown, view, seat):
        return refused
    if move == "redraw":
        return _redraws(shown, view, seat)
    return _covers(shown, view, seat, bot, move) if COVER.fullmatch(move) else ""


def _covers(shown: Match, view: dict[str, Any], seat: int, bot: SimpleBot, move: str) -> str:
    """All that it would put on one card, on one that leaves first; and what is missing then."""
    after, laid = shown.copy(), dict[int, dict[str, str]]()  # by place: the shapes, and with what
    while found := COVER.fullmatch(move):
        laid.setdefault(int(found[2]), {})[found[1]] = found[3]
        after.play(seat, move)
        if seat not in after.to_act:
            break
        move = str(bot.choose(after, seat))
    place = min(laid, key=lambda one: (not _leaves(shown, one), one))
    card, mine = view["track"][place - 1], laid[place]
    covers = [cover or mine.get(shape) for shape, cover in zip(SHAPES, card["covers"], strict=True)]
    printed = [one.strip() for one in card["card"].split(":", 1)[1].split(";")[0].split(",")]
    wanted = [_wanted(one) for one, cover in zip(printed, covers, strict=True) if cover is None]
    name, shapes = card["name"], [shape for shape in SHAPES if shape in mine]
    if not view["open_hands"]:
        if not wanted:
            return f"I can complete {name}."
        # What it holds itself, and would put elsewhere, it does not name.
        others = [one for one in wanted if one.removeprefix("a ") not in view["hand"]]
        asked = f" Who has {in_words(others)}?" if others and len(view["to_act"]) > 1 else ""
        return f"I can cover the {in_words(shapes)} of {name}.{asked}"
    used = in_words([_a(mine[shape]) for shape in shapes])
    if not wanted:
        return f"I'd complete {name} with {used}."
    if can_complete(after, after.to_act, str(place), covers):
        return f"I'd put {used} on {name}. Who adds {in_words(wanted)}?"
    if _leaves(shown, place):
        return f"I'd put {used} on {name}, which is lost, for a new card."
    return f"I'd put {used} on {name}. It needs {in_words(wanted)}."


def _joins(shown: Match, view: dict[str, Any], seat: int, move: str) -> str:
    """It would commit a card; who sees the hands of all knows that all can."""
    after = shown.copy()
    after.play(seat, move)
    verb, name = move.split()[0], _meant(view, move)
    begun = any(one and (one["to"], one["card"]) == (verb, name) for one in view["commitments"])
    if begun:
        return f"I'd {verb} {name} with you."
    (used,) = after.view(seat)["committed"][seat]  # with hidden hands it never begins
    return f"Let's {verb} {name}: each of us has {_a(used)}."


def _asks_all(view: dict[str, Any], seat: int) -> str:
    """It has committed a card, which all see; the others are to follow, if they still can."""
    mine, (used,) = view["commitments"][seat], view["committed"][seat]
    for other, theirs in enumerate(view["commitments"]):
        if theirs != mine and (theirs is not None or other not in view["to_act"]):
            return ""
    return f"Let's {mine['to']} {mine['card']} together: who else has {_a(used)}?"


def _cannot_join(shown: Match, view: dict[str, Any], seat: int) -> str:
    """Others have begun what takes all, and nobody sees that this hand has not got what it takes."""
    if view["open_hands"]:
        return ""
    able = {(move.split()[0], _meant(view, move), move.split()[-1]) for move in map(str, shown.legal(seat))}
    for other, one in enumerate(view["commitments"]):
        if one and (one["to"], one["card"], one["shape"]) not in able:
            return f"I cannot {one['to']} {one['card']} with you: I have no {view['committed'][other][0]}."
    return ""


def _redraws(shown: Match, view: dict[str, Any], seat: int) -> str:
    if not view["open_hands"]:
        return "I'd redraw: not all of my cards help."
    fit = {found[3] for move in shown.legal(seat) if (found := COVER.fullmatch(str(move)))}
    idle = [f"my {_called(card)}" for card in dict.fromkeys(view["hand"]) if card not in fit]
    if not idle:
        return "I'd redraw: my cards fit only where all is lost."
    return f"I'd redraw: {in_words(idle)} {'fits' if len(idle) == 1 else 'fit'} nowhere."


def _meant(view: dict[str, Any], move: str) -> str:
    """The Game Card that is to be stolen or scuttled."""
    what = move.partition(" ")[2].rpartition(" by ")[0]
    return str(view["track"][int(what.split()[1]) - 1]["name"]) if what.startswith("card ") else what


def _leaves(shown: Match, place: int) -> bool:
    return bool(leaves.plainly(shown.reading, place - 1))


def _wanted(shape: str) -> str:
    """A black shape is covered by any colour of it."""
    return f"any {shape.split()[-1]}" if shape.startswith("black ") else _a(shape)


def _a(card: str) -> str:
    return f"{'an' if card.startswith('omni') else 'a'} {_called(card)}"


def _called(card: str) -> str:
    """OMNIs are told apart by numbers, which nobody says."""
    return "OMNI" if card.startswith("omni") else card
