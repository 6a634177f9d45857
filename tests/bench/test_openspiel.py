"""The duel with OpenSpiel's bot: the translation says what the verbs do, and what was played is kept."""

import json
import random
from pathlib import Path

import pytest

import parlour
from bench import openspiel_duel
from bench.openspiel_duel import Translated, bars, keep, main
from parlour.engine.match import Match


@pytest.mark.parametrize("name", openspiel_duel.GAMES)
def test_a_translated_game_is_the_game(name: str) -> None:
    match, luck = Match(parlour.find(name)(2), 5), random.Random(5)
    state = Translated(match.copy())
    while not match.over:
        seat = min(match.to_act)
        assert not state.is_terminal() and state.current_player() == seat
        assert state.legal_actions() == [int(move) for move in match.legal(seat)]
        move = luck.choice(state.legal_actions())
        before = state.clone()
        state.apply_action(move)
        match.play(seat, move)
        assert before.seen == state.seen[:-1]
    shares = [(1 / len(match.winners) if seat in match.winners else 0) for seat in range(2)]
    assert state.is_terminal() and state.returns() == [2 * share - 1 for share in shares]


def test_what_a_seat_is_told_hides_the_other_hand() -> None:
    """Their bot tells positions apart by this, and must not see what its seat cannot see."""
    match = Match(parlour.find("go-fox")(2), 5)
    seat = min(match.to_act)
    told = Translated(match).information_state_string()
    assert {Translated(match.redealt(seat, sample)).information_state_string() for sample in range(9)} == {told}


def test_games_are_kept_and_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = {"number": 0, "our_ms": 50.0, "their_ms": 51.0, "their_playouts": 40.0}
    kept = {"go-fox": [{**game, "won": 1.0}, {**game, "won": 0.5}], "freaky": [{**game, "won": 0.0}]}
    path = tmp_path / "openspiel.json"
    keep(path, 50.0, kept)
    assert json.loads(path.read_text()) == {"ms": 50, "games": kept}
    assert [(bar.measured, bar.holds) for bar in bars(kept)] == [(75, True), (0, False)]
    assert main(["--show", "--kept", str(path)]) == 1
    said = capsys.readouterr().out
    assert "ours wins 75.0 % of 2 games" in said and "FAILS  freaky" in said
    assert main(["--show", "--ms", "20", "--kept", str(path)]) == 1  # those were of another thinking time
    assert capsys.readouterr().out.count("not measured") == 2
