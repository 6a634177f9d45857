"""Tables, numbers and verdicts in words, all of them made from figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill

from .run import Found

SEATS = ("1st", "2nd", "3rd", "4th", "5th", "6th")
NOTICEABLE = 0.01  # of all games: a seat that is less off than that is off by nothing one would notice at a table
NEAR = 0.05  # how far a figure may be from the reference and still agree with it

# What is called dull.
LEADS = 1.0  # times a game: the lead changes less often
EDGE = 0.1  # of all games: a sensible player among random ones wins not even so many more than a fair share
MUCH = 0.3  # of all games: more than that is much
RUNAWAYS = 1 / 3  # of all games: more in which the winner has twice what the second has
SELDOM = 0.5  # times a game: a device of the game that is seen less often
EMPTY = 0.25  # of all turns: more that go with nothing but a redraw
OPEN = (0.2, 0.8)  # won by the team: outside, the end is hardly open
FOREGONE = (0.05, 0.95)  # won by the team: outside, it is foregone


@dataclass(frozen=True)
class Verdict:
    """What is said of a game with so many players."""

    game: str
    players: int
    fair: str
    dull: str


@dataclass(frozen=True)
class Fairness:
    """How the seats share the wins."""

    shares: list[tuple[float, float, float]]

    @classmethod
    def of(cls, found: Found, players: int) -> Fairness:
        return cls([found.share(f"won by {seat}") for seat in range(players)])

    @property
    def fair(self) -> float:
        """What each seat would win, were they all alike; above 1 / players, since shared wins count for each."""
        return sum(share for share, _, _ in self.shares) / len(self.shares)

    @property
    def worst(self) -> int:
        """The seat that is farthest off."""
        return max(range(len(self.shares)), key=lambda seat: abs(self.shares[seat][0] - self.fair))

    def __str__(self) -> str:
        if all(low <= self.fair <= high for _, low, high in self.shares):
            return "fair: no difference shows"
        off = self.shares[self.worst][0] - self.fair
        word = "fair" if abs(off) < NOTICEABLE else "unfair"
        return f"{word}: the {SEATS[self.worst]} seat is {100 * abs(off):.1f} points {'ahead' if off > 0 else 'behind'}"


def markdown(*blocks: str) -> str:
    """Markdown from its blocks: headings and tables as they are, text in lines of a decent length."""
    return "\n\n".join(block if block.startswith(("#", "|", "!")) else _filled(block) for block in blocks) + "\n"


def _filled(text: str) -> str:
    """In lines; a number keeps its percent sign."""
    return fill(text.replace(" %", "\0%"), 120, break_on_hyphens=False).replace("\0", " ")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """Markdown: the first columns to the left, the others to the right."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * left + "---:|" * (len(head) - left)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def seats_table(found: Mapping[int, Found]) -> str:
    """Who wins, by seat."""
    rows = []
    for players, one in found.items():
        fairness = Fairness.of(one, players)
        shares = [interval(share) for share in fairness.shares]
        rows.append([str(players), percent(fairness.fair), *shares, *[""] * (max(found) - players), str(fairness)])
    return table(["players", "fair share", *(f"{seat} seat, %" for seat in SEATS[: max(found)]), "seats"], rows)


def reference_table(rows: Iterable[Sequence[str]]) -> str:
    return table(["figure", "here", "reference", ""], rows)


def against(
    what: str, here: Sequence[float], reference: Sequence[float], say: Callable[[float], str] | None = None
) -> list[str]:
    """A row that holds a figure, from the fewest players to the most, against the slow reference."""
    say = say or number
    off = [found / wanted - 1 if wanted else found for found, wanted in zip(here, reference, strict=True)]
    told = ["agrees" if abs(one) <= NEAR else f"{100 * abs(one):.0f} % {'more' if one > 0 else 'less'}" for one in off]
    shown = [" to ".join(dict.fromkeys(map(say, one))) for one in (here, reference)]
    return [what, *shown, "; ".join(dict.fromkeys(told))]


def number(value: float) -> str:
    """Three digits or so."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def interval(share: tuple[float, float, float]) -> str:
    """A share and its 95 % interval, in percent."""
    return f"{100 * share[0]:.1f} ({100 * share[1]:.1f} to {100 * share[2]:.1f})"


def spread(found: Found, name: str) -> list[str]:
    """Mean, and what one game in twenty stays below or goes above."""
    return [number(found.mean(name)), str(found.percentile(name, 5)), str(found.percentile(name, 95))]


def from_to(values: Iterable[float], say: Callable[[float], str] | None = None) -> str:
    """`from_to([3, 1, 2])` is "1.00 to 3.00"."""
    found = sorted(values)
    return " to ".join(dict.fromkeys(map(say or number, (found[0], found[-1]))))


def dull(reasons: Sequence[str], otherwise: str) -> str:
    return f"dull: {', '.join(reasons)}" if reasons else f"lively: {otherwise}"


def skill(edges: Iterable[float]) -> str:
    """What the least edge of a sensible player, over a fair share, says."""
    least = min(edges)
    return f"skill counts for {'much' if least > MUCH else 'something' if least >= EDGE else 'little'}"


def why_dull(found: Found, edge: float) -> list[str]:
    """What holds for any game of one against all others; `edge` is what a sensible player wins above a fair share."""
    reasons = []
    if found.mean("changes of the lead") < LEADS:
        reasons.append(f"the lead changes only {number(found.mean('changes of the lead'))} times")
    if found.share("runaway")[0] > RUNAWAYS:
        reasons.append(f"{percent(found.share('runaway')[0])} are runaway wins")
    if edge < EDGE:
        reasons.append(f"sense is worth only {100 * edge:.0f} points")
    return reasons
