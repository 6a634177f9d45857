"""The benchmark of the bots: chunks are kept, an interrupted run goes on, and other settings are never mixed in."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench import search
from bench.search import BOUTS, Bout, Kept, add_from, bars, main, play, ratio, team
from parlour.bots.levels import LEVELS
from parlour.lab.tournament import tournament

TINY = [Bout("read-and-grab", ("greedy", "random")), Bout("go-fox", ("greedy", "random"), 3)]


def told(bout: Bout, games: int, wins: float, seed: int = search.FIRST_SEED, slow: float = 20.0) -> dict[str, Any]:
    """What a tournament would tell, if its first bot had won so often."""
    together = bout.players if bout.game == "game-on-coop" else 1
    won = [wins, games - wins]
    rows = [
        {"name": name, "games": games * together, "wins": won[n] * together, "mean_score": 0.0, "mean_ms": slow / 2,
         "p95_ms": slow}
        for n, name in enumerate(bout.bots)
    ]  # fmt: skip
    return {"games": games, "seed": seed, "bots": rows}


def test_an_interrupted_run_goes_on_with_the_chunk_it_was_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, said, played = tmp_path / "search.json", [], []

    def interrupted(*given: Any, **how: Any) -> Any:
        found = tournament(*given, **how, progress=False)
        played.append((given[0], how["seed"], how["games"]))
        if len(played) == 3:
            found.results.pop()  # as Ctrl-C leaves it
        return found

    monkeypatch.setattr(search, "tournament", interrupted)
    assert not play(Kept(path), TINY, games=10, chunk=6, processes=1, told=said.append)
    assert played == [("read-and-grab", 7000, 6), ("go-fox", 7000, 6), ("read-and-grab", 7001, 4)]
    assert [Kept(path).games(bout) for bout in TINY] == [6, 6] and len(said) == 2
    assert play(Kept(path), TINY, games=10, chunk=6, processes=1, told=said.append)
    assert played[3:] == [("read-and-grab", 7001, 4), ("go-fox", 7001, 4)]

    kept = Kept(path)
    assert [kept.games(bout) for bout in TINY] == [10, 10]
    together = [tournament("read-and-grab", "greedy,random", games=games, players=2, seed=seed, processes=1,
                           progress=False) for games, seed in ((6, 7000), (4, 7001))]  # fmt: skip
    wins = sum(one.wins for found in together for one in found.standings() if one.name == "greedy")
    assert kept.known(TINY[0])["greedy"].wins == wins
    assert play(kept, TINY, games=10, chunk=6, processes=1, told=said.append) and len(played) == 5


def test_chunks_of_bots_that_were_set_otherwise_are_left_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, bout, other = (
        Kept(tmp_path / "search.json"),
        Bout("go-fox", ("master", "fair")),
        Bout("freaky", ("fair", "little")),
    )
    kept.add(bout, told(bout, 100, 70))
    kept.add(other, told(other, 100, 80))
    assert Kept(kept.path).games(bout) == 100
    monkeypatch.setitem(LEVELS, "master", replace(LEVELS["master"], about="says nothing of how it thinks"))
    assert Kept(kept.path).games(bout) == 100
    monkeypatch.setitem(LEVELS, "master", replace(LEVELS["master"], playouts=1999))
    kept = Kept(kept.path)
    assert kept.games(bout) == 0 and kept.games(other) == 100
    kept.add(bout, told(bout, 50, 10))
    assert [chunk["games"] for chunk in Kept(kept.path).chunks] == [100, 50]


def test_bars_are_judged_by_what_is_known(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "search.json")
    assert {bar.holds for bar in bars(kept)} == {None}
    few, many = Bout("ka-blam", ("clever", "fair")), Bout("ka-blam", ("master", "fair"))
    kept.add(few, told(few, 100, 55))
    kept.add(many, told(many, 100, 60, slow=10.0))
    for seed in (1, 2):
        kept.add(many, told(many, 200, 130, seed, slow=40.0))
    kept.add(many, told(many, 200, 110, 2, slow=40.0))  # played again
    assert kept.games(many) == 500 and kept.known(many)["master"].share[0] == pytest.approx(0.6)
    judged = {bar.what: bar for bar in bars(kept)}
    assert judged["ka-blam: wins of master against fair"].measured == pytest.approx(60)
    assert judged["ka-blam: p95 of a master's decisions"].measured == 40
    ordered = judged["ka-blam: wins of clever against fair, the least that is likely (95 %)"]
    assert ordered.measured is not None and 45 < ordered.measured < 46 and not ordered.holds  # 55 of 100 may be luck


def test_a_team_that_wins_together_counts_once(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "search.json")
    assert ratio(kept, "master", "fair") is None
    kept.add(team("fair"), told(team("fair"), 400, 120))
    kept.add(team("master"), told(team("master"), 100, 60))
    assert kept.known(team("master"))["master"].games == 100
    times = ratio(kept, "master", "fair")
    assert times is not None and times == pytest.approx((2.0, 1.606, 2.490), abs=0.001)


def test_tournaments_played_elsewhere_can_be_added(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = tournament("go-fox", "fair,little", games=4, players=2, seed=7003, processes=1, progress=False).as_dict()
    lines = [found, {**found, "finished": False, "seed": 7004}, {**found, "players": 3}, {**found, "options": {}}]
    (tmp_path / "lines").write_text("".join(json.dumps(line) + "\n" for line in lines))
    kept = Kept(tmp_path / "search.json")
    assert add_from(kept, tmp_path / "lines") == 1
    assert [(chunk["seed"], chunk["games"]) for chunk in kept.chunks] == [(7003, 4)]
    assert main(["--show", "--kept", str(kept.path)]) == 1  # most is not measured
    said = capsys.readouterr().out
    assert "go-fox: fair against little, 2 players, 4 games: fair" in said
    assert said.count("not measured") == len(list(bars(kept))) - 1 and len(said.splitlines()) > len(BOUTS)
