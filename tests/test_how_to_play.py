"""How to play in five lines: every game and variant has them, they are short, and options change them."""

from __future__ import annotations

import pytest

import parlour
from parlour import rulebook
from parlour.engine.options import Choice, Number, Switch
from parlour.how_to_play import HEADINGS, how_to_play

LONGEST_LINE, LONGEST = 180, 600  # characters: what a newcomer reads before the first move


@pytest.mark.parametrize("kind", parlour.GAMES, ids=lambda game: game.id)
def test_every_game_is_told_in_five_short_lines_whatever_its_options(kind: type[parlour.Game]) -> None:
    ways = [{}, *({option.name: value} for option in kind.options for value in _values(option))]
    for players in kind.seats:
        for options in ways:
            lines = how_to_play(kind(players, **options))
            assert len(lines) == len(HEADINGS) == 5
            for line in lines:
                assert line.endswith((".", "!")) and line[0].isupper() and "  " not in line
                assert 10 < len(line) <= LONGEST_LINE, line
            assert sum(map(len, lines)) <= LONGEST


def _values(option: object) -> list[object]:
    if isinstance(option, Choice):
        return list(option.choices)
    if isinstance(option, Switch):
        return [True, False]
    return [option.least, option.most] if isinstance(option, Number) else []


@pytest.mark.parametrize(
    ("game", "players", "options", "part", "said"),
    [
        ("ka-blam", 4, {"target": 200}, "end", "first to 200 points"),
        ("ka-blam", 4, {"length": "short"}, "score", "no points"),
        ("go-fox", 3, {}, "end", "over when the pile is empty"),
        ("go-fox", 3, {"even_turns": True}, "end", "until all have had as many turns"),
        ("read-and-grab", 2, {"grabs": "call"}, "special", "Nobody tells you"),
        ("read-and-grab", 2, {"grabs": "offered"}, "special", "shown to you"),
        ("freaky", 2, {"taking": "spot"}, "special", "Nobody tells you"),
        ("freaky", 2, {"taking": "help"}, "special", "rows are lit"),
        ("game-on", 2, {"competition": "trivia"}, "special", "quiz question"),
        ("game-on", 2, {"timer": 1}, "end", "when the Black Card comes up"),
        ("game-on", 2, {"timer": 3}, "end", "when 3 Black Cards have come up"),
        ("game-on-coop", 3, {}, "aim", "30 points"),
        ("game-on-coop", 3, {"black_cards": True}, "special", "Black Card"),
        ("game-on-coop", 2, {}, "score", "With two players"),
        ("shapes", 2, {"uncompleted": "strict"}, "special", "get those cards back"),
        ("shapes-pass", 2, {}, "turn", "pass one on"),
        ("shapes-draft", 2, {}, "turn", "pick a card and pass the rest on"),
        ("shapes-survivor", 2, {}, "turn", "Draw a card"),
    ],
)
def test_the_lines_are_true_for_the_options(
    game: str, players: int, options: dict[str, object], part: str, said: str
) -> None:
    lines = how_to_play(parlour.new(game, players=players, **options).game)
    assert said in getattr(lines, part)


def test_what_the_options_leave_out_is_not_told() -> None:
    assert "Black" not in " ".join(how_to_play(parlour.new("game-on").game))
    assert "Black" not in " ".join(how_to_play(parlour.new("game-on-coop", black_cards=False).game))


@pytest.mark.parametrize("kind", parlour.GAMES, ids=lambda game: game.id)
def test_the_rule_page_begins_with_them(kind: type[parlour.Game]) -> None:
    page = rulebook.page(kind.id)
    assert rulebook.with_how_to_play(page, kind()) == page, "run `python -m parlour.rulebook`"
    assert page.index("## How to play") == page.index("## ")
    assert how_to_play(kind()).aim in page
    assert "How to play" not in rulebook.in_full(page)
    assert "<!--" not in rulebook.page_for(kind())


def test_the_page_of_a_table_has_the_lines_of_its_options() -> None:
    page = rulebook.page_for(parlour.new("ka-blam", players=5, target=300).game)
    assert "first to 300 points" in page and "first to 100 points" not in page
