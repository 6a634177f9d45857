"""The benchmark of the bots: chunks are kept, an interrupted run goes on, and other settings are never mixed in."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench import search
from bench.search import (
    BOUTS,
    KEPT,
    PAGE,
    Bout,
    Kept,
    add_from,
    bars,
    in_docs,
    main,
    play,
    ratio,
    row,
    still_so,
    team,
    write_docs,
)
from parlour.bots.levels import LEVELS
from parlour.lab.tournament import tournament

TINY = [Bout("read-and-grab", ("greedy", "random")), Bout("go-fox", ("greedy", "random"), 3)]


def told(bout: Bout, games: int, wins: float, seed: int = search.FIRST_SEED, slow: float = 20.0) -> dict[str, Any]:
    """What a tournament would tell, if its first bot had won so often."""
    won = [wins, games - wins]
    rows = [
        {"name": name, "games": games, "wins": won[n], "mean_score": 0.0, "mean_ms": slow / 2,
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


def test_what_an_earlier_version_played_is_told_and_can_be_played_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, bout = Kept(tmp_path / "search.json"), TINY[0]
    monkeypatch.setattr(search, "sources_of", lambda _: "before")
    for seed in (7000, 7001, 7005):
        kept.add(bout, told(bout, 4, 3, seed))
    assert "earlier" not in row(bout, kept)
    monkeypatch.setattr(search, "sources_of", lambda _: "now")
    assert "2 players, 12 games (all by an earlier version): greedy 75.0 %" in row(bout, kept)
    assert play(kept, [bout], games=12, chunk=4, processes=1, told=str), "they count, and nothing is played"
    assert {chunk["sources"] for chunk in kept.chunks} == {"before"}

    kept.add(bout, told(bout, 4, 0, 7001))
    del kept.chunks[0]["sources"]  # as it was before versions were told apart
    assert "12 games (8 by an earlier version)" in row(bout, kept)
    assert play(kept, [bout], games=8, chunk=4, processes=1, told=str, renew=True)
    assert [(chunk["seed"], chunk["sources"]) for chunk in Kept(kept.path).chunks] == [(7001, "now"), (7000, "now")]


def test_the_version_is_that_of_what_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {}
    for changed in ("", "ka_blam.py", "search.py", "chance.py", "game_on_cards.py", "table.py"):
        read = Path.read_bytes
        monkeypatch.setattr(
            Path, "read_bytes", lambda path, read=read, changed=changed: read(path) + b"#" * (path.name == changed)
        )
        search.sources_of.cache_clear()
        versions[changed] = [Bout(game, ("fair", "little")).sources for game in ("ka-blam", "game-on")]
        monkeypatch.undo()
    search.sources_of.cache_clear()
    now = versions.pop("")
    same = {changed: [a == b for a, b in zip(now, found, strict=True)] for changed, found in versions.items()}
    assert same.pop("ka_blam.py") == [False, True] and same.pop("table.py") == [True, True]
    assert all(found == [False, False] for found in same.values())


def test_the_page_says_what_is_known(tmp_path: Path) -> None:
    """`python -m bench.search --write` puts it there."""
    assert in_docs(Kept(KEPT)) in PAGE.read_text(encoding="utf-8")
    kept, page = Kept(tmp_path / "search.json"), tmp_path / "bots.md"
    page.write_text("Before.\n\n<!-- bench.search -->old<!-- end of bench.search -->\n\nAfter.\n")
    kept.add(Bout("ka-blam", ("master", "fair")), told(Bout("ka-blam", ("master", "fair")), 1000, 600, slow=40.0))
    write_docs(kept, page)
    said = page.read_text()
    assert said.startswith("Before.\n\n<!-- bench.search -->\n| game |") and said.endswith("-->\n\nAfter.\n")
    assert "| KA-BLAM! | 60.0 % (56.9 to 63.0, 1,000 games) | not played | 20.0 ms, 40.0 ms |" in said
    write_docs(kept, page)
    assert page.read_text() == said


def test_bots_that_play_otherwise_than_they_did_are_found_out(tmp_path: Path) -> None:
    kept, said = Kept(tmp_path / "search.json"), []
    assert play(kept, TINY, games=6, chunk=6, processes=1, told=said.append)
    said.clear()
    assert still_so(kept, [*TINY, BOUTS[0]], 1, said.append) and len(said) == 2
    assert all(one.endswith(": as kept") for one in said)
    kept.chunks[1]["standings"][0]["wins"] += 1
    said.clear()
    assert not still_so(kept, TINY, 1, said.append)
    assert ["DIFFERS" in one for one in said] == [False, True]


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
