import re

import pytest

import parlour
from parlour import terminal
from parlour.bots.simple import SimpleBot

from .people import Screen


def played(game, players, moves=10_000):
    match, bot = parlour.new(game, players=players, seed=6), SimpleBot("greedy", 1)
    while not match.over and len(match.moves) < moves:
        seat = min(match.to_act)
        match.play(seat, bot.choose(match, seat))
    return match


@pytest.mark.parametrize("game", [game.id for game in parlour.GAMES])
def test_every_move_is_told_with_its_number(game):
    match, screen = played(game, 3), Screen(width=100)
    terminal.show_replay(match, screen)
    numbers = re.findall(r"^ *(\d+) +(?:Seat|The)", screen.shown, re.MULTILINE)
    assert [int(number) for number in numbers] == list(range(1, len(match.moves) + 1))
    assert "The game is over" in screen.shown
    winners = [f"Seat {seat}" for seat in match.winners]
    won = f"{' and '.join(winners)} {'share the win' if len(winners) > 1 else 'wins'}!"
    assert ("The team wins!" if match.game.all_may_lose and winners else won) in screen.shown
    assert "You" not in screen.shown


def test_an_unfinished_record_says_so():
    match, screen = played("go-fox", 2, moves=3), Screen()
    terminal.show_replay(match, screen)
    assert f"The record ends here; Seat {min(match.to_act)} would be to move." in screen.shown


def test_a_match_from_a_position():
    start = played("ka-blam", 3, moves=8).position()
    match, screen = parlour.position("ka-blam", start), Screen()
    terminal.show_replay(match, screen)
    assert "0 moves" in screen.shown
