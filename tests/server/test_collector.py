"""When all there is is looked through for circles: while nobody moves."""

from __future__ import annotations

from parlour.server.collector import Collector


def test_all_is_looked_through_in_quiet_moments_or_when_it_has_been_long() -> None:
    made, times = 0, list[float]()
    now = 0.0
    collector = Collector(lambda: made, lambda: times.append(now))
    for now in (300.0, 590.0):
        collector.look(now)
    assert times == [], "it is quiet, but too soon"
    for now in (600.0, 605.0, 20_000.0):
        made += 1
        collector.look(now)
    assert times == [], "somebody moves"
    now = 20_005.0
    collector.look(now)
    assert times == [20_005.0], "quiet, and long enough"
    for now in (30_000.0, 41_605.0):
        made += 1
        collector.look(now)
    assert times == [20_005.0, 41_605.0], "somebody always moves, but it has been hours"
