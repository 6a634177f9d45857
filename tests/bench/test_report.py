"""The report of the benchmark: what is held against what."""

import io
from typing import Any

from rich.console import Console

from bench import bars
from bench.__main__ import show


def row(peer: str, game: str, path: str, median: float) -> dict[str, Any]:
    return {"peer": peer, "game": f"{game}, 4 players", "path": path, "median": median}


ROWS = [
    row("plain Python", "ka-blam", "objects", 100),
    row("plain Python", "freaky", "objects", 50),
    row("Parlour", "ka-blam", "compiled rules", 20_000),
    row("Parlour", "read-and-grab", "compiled rules", 30_000),
    row("Parlour", "freaky", "compiled rules", 1000),
]


def test_bars_hold_each_game_against_its_own_plain_reference() -> None:
    judged = {bar.what: bar for bar in bars.judge(ROWS, {})}
    assert judged["ka-blam against plain Python"].measured == 200
    assert judged["read-and-grab against plain Python's ka-blam"].measured == 300
    assert judged["freaky against plain Python"].measured == 20
    assert judged["freaky against plain Python"].holds is False
    assert judged["game-on against plain Python"].holds is None
    assert judged["moves of game-on"].holds is None


def test_the_table_shows_each_game_against_its_own_plain_reference() -> None:
    console = Console(width=120, record=True, file=io.StringIO())
    show({"rows": ROWS, "bars": []}, console)
    ratios = [line.split()[-2] for line in console.export_text().splitlines() if "players" in line]
    assert ratios == ["1.00", "1.00", "200", "300", "20"]
