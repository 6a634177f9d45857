"""The picture of the README: a tower as steady hands build it. `python -m parlour.lab.draw_tower` draws it anew."""

from __future__ import annotations

from pathlib import Path

from ..components.piece_set import PieceSet
from ..tower.picture import tower_svg
from .physics import simulate

_FILE = Path(__file__).parents[3] / "docs" / "tower.svg"
_MOST = 20  # pieces


def main() -> None:
    """Draw a tower of a game of Survivor as it was when it had most pieces, but not too many to be seen."""
    found = simulate("shapes-survivor", games=1, bots="easy", hand="grown-up", seed=3, threads=1, keep_record=True)
    record = found.towers[0].record or {}
    scenes = [scene["poses"] for scene in record["scenes"].values() if len(scene["poses"]) <= _MOST]
    _FILE.write_text(tower_svg(max(scenes, key=len), PieceSet.load("standard")), encoding="utf-8")


if __name__ == "__main__":
    main()
