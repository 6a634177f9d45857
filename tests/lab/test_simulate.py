"""Simulation: the same figures on any number of threads, true to the rule book, and stopped without loss."""

import math
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.lab.simulate import Figures, in_words, wilson


def figures(game: str, games: int = 4000, **more: Any) -> Figures:
    return parlour.simulate(game, games=games, progress=False, **more)


@pytest.mark.parametrize("game", [game.id for game in parlour.GAMES])
def test_threads_change_nothing_but_the_time(game: str) -> None:
    one, three = (figures(game, 10_000, players=3, threads=threads) for threads in (1, 3))
    timed = {"seconds", "moves_per_second", "games_per_second", "threads"}
    assert {k: v for k, v in one.as_dict().items() if k not in timed} == {
        k: v for k, v in three.as_dict().items() if k not in timed
    }


def test_the_same_seed_gives_the_same_figures_and_another_seed_others() -> None:
    assert figures("ka-blam", seed=5).wins == figures("ka-blam", seed=5).wins
    assert figures("ka-blam", seed=5).moves != figures("ka-blam", seed=6).moves


def test_bulk_play_plays_the_games_of_the_rules() -> None:
    """A simulated game is the match of the same chance with the same choices, move by move."""
    from parlour.engine import drivers
    from parlour.engine.batch import play_many
    from parlour.engine.chance import DICE, stream
    from parlour.engine.seats import any_of

    for kind in parlour.GAMES:
        game = kind(3)
        for part in play_many(game, 5, [0, 1, 0], 77, 1):
            for number in range(5):
                match, dice = parlour.Match(game, 0), np.zeros(1, DICE)
                match.states[:] = game.template()
                match.state.rng = stream(77, number)
                _set_up(match)
                dice[0].rng = stream(77 ^ drivers._DICE_SEED, number)
                moves = 0
                while not match.over:
                    seat = int(any_of.plainly(int(match.state.to_act), dice[0]))
                    way = [0, 1, 0][seat]
                    match.play(seat, drivers.choose(match.states, 0, seat, way, game.move_room(), dice))
                    moves += 1
                assert moves == part.lengths[number]
                assert match.winners == {seat for seat in range(3) if part.winners[number] >> seat & 1}


def _set_up(match: parlour.Match) -> None:
    from parlour.engine.rule import driver
    from parlour.engine.verbs import setup

    def set_up(states):  # type: ignore[no-untyped-def]
        setup(states[0])

    driver(set_up).plainly(match.states)


@pytest.mark.parametrize("players", range(2, 7))
def test_go_fox_lasts_a_turn_for_every_card_of_the_pile(players: int) -> None:
    """66 - 5p turns, each of one or two moves."""
    turns = 66 - 5 * players
    length = figures("go-fox", players=players).moves_per_game
    assert turns <= length["p5"] and length["p95"] <= 2 * turns


@pytest.mark.parametrize(
    ("game", "players", "bots", "options", "moves"),
    [
        ("ka-blam", 2, "random", {"length": "short"}, 57),
        ("ka-blam", 6, "random", {"length": "short"}, 92),
        ("ka-blam", 2, "random", {"length": "long"}, 232),
        ("ka-blam", 6, "random", {"length": "long"}, 101),
        ("read-and-grab", 4, "random", {}, 132),
        ("freaky", 2, "random", {}, 163),
        ("freaky", 5, "random", {}, 148),
    ],
)
def test_lengths_agree_with_an_independent_slow_reference(
    game: str, players: int, bots: str, options: dict[str, Any], moves: float
) -> None:
    found = figures(game, 20_000, players=players, bots=bots, **options)
    assert abs(found.moves_per_game["mean"] - moves) < 0.02 * moves + 0.6


def test_the_starter_of_read_and_grab_is_worse_off() -> None:
    """The rule book's figures: .40 and .60 for two sensible players."""
    found = figures("read-and-grab", 20_000, players=2, bots="greedy")
    assert abs(found.share(0)[0] - 0.40) < 0.02
    assert "The first seat has a disadvantage" in in_words(found)


def test_greedy_beats_random() -> None:
    for game in parlour.GAMES:
        if game.all_may_lose:
            sensible, random = (figures(game.id, 4000, players=2, bots=bots) for bots in ("greedy", "random"))
            assert sensible.share(0)[1] > random.share(0)[2], game.id
            continue
        options = {"starter": "chance"} if any(option.name == "starter" for option in game.options) else {}
        found = figures(game.id, 4000, players=2, bots=["greedy", "random"], **options)
        _, low, high = found.share(0)
        # Where whoever lets something fall is out, it is all in the hand, and cards matter little.
        assert (high if game.id.startswith("shapes-") else low) > 0.5, game.id


def test_a_team_wins_or_loses_together() -> None:
    found = figures("game-on-coop", 500, players=3, bots="greedy")
    assert found.team and len(set(found.wins)) == 1
    assert in_words(found).startswith(f"The team wins {100 * found.share(0)[0]:.1f} % of the games")
    assert not figures("game-on", 50).team


def test_what_is_said_of_the_first_seat() -> None:
    assert "has an advantage" in in_words(figures("go-fox", 20_000, players=4, bots="greedy"))
    assert "has a slight advantage" in in_words(figures("ka-blam", 400_000, players=4, bots="greedy"))
    assert "The bots differ" in in_words(figures("go-fox", 100, players=2, bots="greedy,random"))
    assert "does not start every game" in in_words(figures("go-fox", 100, starter="chance"))
    assert "No advantage of the first seat shows" in in_words(figures("ka-blam", 20, players=6))


def test_an_interrupted_simulation_reports_what_is_done() -> None:
    def interrupt(done: int, _: int) -> None:
        if done >= 8000:
            raise KeyboardInterrupt

    found = parlour.simulate("read-and-grab", games=10_000_000, threads=2, progress=interrupt)
    assert not found.finished and 8000 <= found.games < 100_000
    assert sum(found.wins) >= found.games and found.seconds > 0
    assert found.counts.sum() == found.games


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    parlour.simulate("go-fox", games=9000, threads=1, progress=lambda done, asked: told.append((done, asked)))
    assert told[-1] == (9000, 9000) and len(told) > 1
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_percentiles_are_those_of_the_games() -> None:
    found = figures("ka-blam", 5000, players=3, length="short")
    lengths = np.repeat(np.arange(len(found.counts)), found.counts)
    for percent in (5, 50, 95):
        expected = np.sort(lengths)[math.ceil(len(lengths) * percent / 100) - 1]
        assert found.moves_per_game[f"p{percent}"] == expected
    assert found.moves_per_game["mean"] == lengths.mean()


def test_wilsons_interval() -> None:
    """Known values: 10 of 20, and none of 10."""
    assert [round(value, 3) for value in wilson(10, 20)] == [0.5, 0.299, 0.701]
    assert [round(value, 3) for value in wilson(0, 10)] == [0.0, 0.0, 0.278]
    assert wilson(0, 0) == (0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"games": 0}, "games: expected a whole number of at least 1, found 0"),
        ({"games": "lots"}, "games: expected"),
        ({"threads": 0}, "threads: expected a whole number from 1 to 1024"),
        ({"seed": -1}, "a seed is a whole number from 0"),
        ({"bots": None}, "bots: expected one name, or a list of names, found None"),
        ({"bots": [[], []]}, r"there is no bot \[\]"),
        ({"bots": "genius"}, "there is no bot 'genius'; there are little, fair, clever, master"),
        ({"bots": "greedy,greedy,random"}, "bots: expected one name, or one for each of 2 seats, found 3"),
        ({"players": 1}, "is for 2 to 6 players"),
        ({"starter": 9}, "option starter: 9 is no seat"),
    ],
)
def test_bad_questions(more: dict[str, Any], message: str) -> None:
    with pytest.raises(parlour.ParlourError, match=message):
        parlour.simulate("go-fox", **{"games": 10, **more})


def test_bots_that_think_can_be_simulated_too() -> None:
    one, two = (figures("go-fox", 4, players=2, bots="little,fair", threads=threads) for threads in (1, 2))
    assert one.finished and one.games == 4 and sum(one.wins) >= 4
    assert (one.wins, one.moves) == (two.wins, two.moves)
