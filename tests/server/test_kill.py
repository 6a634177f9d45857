"""kill -9 at any moment: nothing that was acknowledged is lost. A hundred times in `make soak`."""

from __future__ import annotations

import asyncio
from pathlib import Path

from .soak import Soak


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    soak = Soak(tmp_path, tables=4, seed=1)
    asyncio.run(asyncio.wait_for(soak.run(kills=3), 900))
    assert all(len(seat.acknowledged) > 0 for seat in soak.seats)
