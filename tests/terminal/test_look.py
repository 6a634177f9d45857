import string

import pytest
from rich.cells import cell_len

import parlour
from parlour.terminal import look
from parlour.terminal.lettering import ROWS, large
from parlour.terminal.views import PlainView, Seen, view_for

from .people import Screen


def test_every_letter_is_five_rows_high_and_like_no_other():
    drawn = {letter: tuple(large(letter, 80)) for letter in string.ascii_lowercase}
    assert all(len(rows) == ROWS for rows in drawn.values())
    assert all(len({len(row) for row in rows}) == 1 for rows in drawn.values())
    assert len(set(drawn.values())) == 26


@pytest.mark.parametrize(("word", "shown"), [("école", "É C O L E"), ("стол", "С Т О Л"), ("", "")])  # noqa: RUF001
def test_other_scripts_are_spaced_capitals(word, shown):
    assert large(word, 80) == [shown]


def test_words_without_room_are_capitals():
    assert large("strawberry", 30) == ["S T R A W B E R R Y"]
    assert large("strawberry", 12) == ["STRAWBERRY"]


def _light(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("paint", [*look.PAINTS.values(), look.NO_COLOUR], ids=lambda paint: paint.letter)
def test_text_on_colours_can_be_read(paint):
    low, high = sorted((_light(paint.hex), _light(paint.text)))
    assert (high + 0.05) / (low + 0.05) >= 4.5


def test_letters_and_patterns_tell_the_colours_apart():
    assert len({paint.letter for paint in look.PAINTS.values()}) == 6
    assert len({paint.pattern for paint in look.PAINTS.values()}) == 6


@pytest.mark.parametrize("name", ["red 7", "yellow 11", "blue +2", "green miss", "purple reverse", "wild", "ka-blam"])
def test_cards_have_straight_edges(name):
    word = "cat" if name[-1].isdigit() and "+" not in name else ""
    for rows in (look.card(name, word), look.small_card(name, word), look.big_card(name, word, 60)):
        assert len({row.cell_len for row in rows}) == 1


def test_cards_with_a_circle_show_letters_and_value():
    rows = look.circle_card("yellow/purple/6")
    assert {row.cell_len for row in rows} == {look.CARD_WIDTH}
    assert [row.plain for row in rows] == ["▏6·····Y▕", "▏·( P )·▕", "▏Y·····6▕"]


@pytest.mark.parametrize("width", [20, 40, 80])
def test_overlapping_cards_show_all_three_features_and_go_on_below(width):
    names = [f"{background}/{circle}/3" for background in look.PAINTS for circle in look.PAINTS]
    rows = look.overlapped(names, width)
    assert all(row.cell_len <= width for row in rows)
    shown = "".join(row.plain for row in rows)
    for name in names[:-1]:
        background, circle, value = name.split("/")
        assert f"▏{background[0]}{circle[0]}{value}".upper() in shown
    assert shown.endswith("▏P (P) 3▕"), "the last card is seen whole"


def test_long_words_are_cut_on_small_cards_only():
    assert "extraor…" not in "".join(row.plain for row in look.card("red 7", "extraordinary"))
    assert "extrao…" in look.card("red 7", "extraordinary")[1].plain
    assert "E X T R A O R D I N A R Y" in "".join(row.plain for row in look.big_card("red 7", "extraordinary", 40))
    assert cell_len(look.card("red 7", "日本語日本語")[1].plain) == look.CARD_WIDTH


def test_a_game_without_a_view_is_shown_plainly():
    view = view_for("a game of the future")
    assert type(view) is PlainView
    match = parlour.new("go-fox", players=2, seed=1, starter=0)
    seen = Seen(match.game, match.view(0), match.choices(0), ["You", "Ana"], 80)
    screen = Screen()
    screen.print(view.around(seen), view.yours(seen), view.prompt(seen))
    assert "'hand'" in screen.shown
    assert " 1  ask for" in screen.shown
