"""The Game-On cards: GC-1 to GC-4, and card lists that break them."""

from __future__ import annotations

import tomllib
from collections import Counter
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.components import game_on_cards
from parlour.components.game_on_cards import GameCard, GameOnCards

COLOURS = ["red", "yellow", "blue", "white"]
SHAPES = ["square", "circle", "triangle"]
TYPES = ["sun", "moon", "star", "leaf", "drop", "flame"]
FILE = Path(parlour.__file__).parent / "components" / "game_on" / "standard.toml"
STANDARD = tomllib.loads(FILE.read_text(encoding="utf-8"))


def shapes(*colours: str) -> str:
    return f"{colours[0]} square, {colours[1]} circle, {colours[2]} triangle"


def constructed(t: int) -> list[str]:
    """The 16 cards of type number t, by the words of GC-3."""
    orderings = [three for three in product(COLOURS, repeat=3) if len(set(three)) == 3]
    assert len(orderings) == 24
    three_coloured = [f"{shapes(*orderings[i])}; 2 points" for i in range(24) if i % 3 == t % 3]
    for nth in (2, 4, 6, 8):
        three_coloured[nth - 1] += "; chevron"
    one_coloured = [f"{shapes(colour, colour, colour)}; 3 points; chevron" for colour in COLOURS]
    with_black = []
    for j in range(4):
        first, second = COLOURS[j], COLOURS[(j + 1 + t % 3) % 4]
        black_at = {0: ("black", first, second), 1: (first, "black", second), 2: (first, second, "black")}
        with_black.append(f"{shapes(*black_at[(t + j) % 3])}; 1 point; convert {first}")
    return three_coloured + one_coloured + with_black


def changed(of_type: str, *replaced: tuple[int, object]) -> dict[str, Any]:
    """The standard list with other cards in some places of a type, counted from 1; None takes the card out."""
    content = deepcopy(STANDARD)
    cards = content[of_type]["cards"]
    for number, text in replaced:
        cards[number - 1] = text
    content[of_type]["cards"] = [card for card in cards if card is not None]
    return content


def complaint(content: object) -> str:
    with pytest.raises(parlour.BadComponent) as caught:
        GameOnCards.load(content)
    assert str(caught.value).startswith("this Game-On card list: ")
    return str(caught.value).removeprefix("this Game-On card list: ")


# The standard cards


def test_gc_1_a_game_card_shows_three_shapes_a_type_points_and_perhaps_a_mark():
    cards = GameOnCards.load("standard").game_cards
    assert cards[0] == GameCard(type=0, colours=(0, 1, 2), points=2, chevron=False, convert=-1)
    assert cards[1] == GameCard(type=0, colours=(0, 2, 3), points=2, chevron=True, convert=-1)
    assert cards[16 + 8] == GameCard(type=1, colours=(0, 0, 0), points=3, chevron=True, convert=-1)
    assert cards[16 + 15] == GameCard(type=1, colours=(3, 4, 1), points=1, chevron=False, convert=3)


def test_gc_3_the_names_of_colours_shapes_and_types():
    assert list(game_on_cards.COLOURS) == COLOURS
    assert game_on_cards.COLOUR_NAMES[game_on_cards.BLACK] == "black"
    assert list(game_on_cards.SHAPES) == SHAPES
    assert list(game_on_cards.TYPES) == TYPES


@pytest.mark.parametrize("t", range(6))
def test_gc_3_every_type_is_the_one_of_the_construction_in_its_order(t: int):
    assert STANDARD[TYPES[t]]["cards"] == constructed(t)
    names = GameOnCards.load("standard").names[16 * t : 16 * t + 16]
    assert list(names) == [f"{TYPES[t]}: {text}" for text in constructed(t)]


def test_gc_3_the_96_game_cards_are_all_different_and_six_black_ones_follow():
    names = GameOnCards.load("standard").names
    assert len(names) == 102
    assert len(set(names[:96])) == 96
    assert names[96:] == ("black card",) * 6


def test_gc_3_what_is_on_a_card_is_what_its_name_says():
    cards = GameOnCards.load("standard")
    colour_names = [*COLOURS, "black"]
    for card, name in zip(cards.game_cards, cards.names[:96], strict=True):
        words = name.replace(":", "").replace(",", "").replace(";", "").split()
        assert words[0] == TYPES[card.type]
        assert words[1:7:2] == [colour_names[colour] for colour in card.colours]
        assert words[2:8:2] == SHAPES
        assert words[7:9] == [str(card.points), "point" if card.points == 1 else "points"]
        mark = ["chevron"] if card.chevron else ["convert", COLOURS[card.convert]] if card.convert >= 0 else []
        assert words[9:] == mark


def test_gc_3_short_names_are_type_and_number():
    cards = GameOnCards.load("standard")
    assert cards.short_names == game_on_cards.SHORT_NAMES
    assert len(cards.short_names) == 96
    assert [cards.short_names[at] for at in (0, 6, 15, 16, 95)] == ["sun 1", "sun 7", "sun 16", "moon 1", "flame 16"]
    for short, card in zip(cards.short_names, cards.game_cards, strict=True):
        assert short.split()[0] == TYPES[card.type]


def test_gc_4_a_player_deck_has_33_cards():
    deck = STANDARD["player_deck"]
    omnis = deck["omnis"]
    copies = Counter({name: count for name, count in deck.items() if name != "omnis"})
    assert copies == Counter({f"{colour} {shape}": 2 for colour in [*COLOURS, "black"] for shape in SHAPES})
    assert copies.total() + len(omnis) == 33


def test_gc_4_the_omnis():
    assert STANDARD["player_deck"]["omnis"] == [
        "red square, yellow circle, blue triangle",
        "yellow square, blue circle, white triangle",
        "blue square, white circle, red triangle",
    ]
    assert GameOnCards.load("standard").omnis == ((0, 1, 2), (1, 2, 3), (2, 3, 0))


# A list of one's own


def test_a_list_may_put_other_colours_on_its_cards():
    other = shapes("red", "yellow", "white")
    assert not [card for card in STANDARD["sun"]["cards"] if card.startswith(other)]
    cards = GameOnCards.load(changed("sun", (1, f"{other}; 2 points")))
    assert cards.names[0] == f"sun: {other}; 2 points"
    assert cards.names[1:] == GameOnCards.load("standard").names[1:]


def test_a_list_may_have_its_cards_in_another_order_and_other_omnis():
    content = deepcopy(STANDARD)
    content["leaf"]["cards"].reverse()
    content["player_deck"]["omnis"][2] = "white square, white circle, red triangle"
    cards = GameOnCards.load(content)
    assert cards.game_cards[48:64] == GameOnCards.load("standard").game_cards[48:64][::-1]
    assert cards.omnis[2] == (3, 3, 0)


def test_a_type_may_have_one_set_of_shapes_with_different_marks():
    card = STANDARD["sun"]["cards"][0]
    assert GameOnCards.load(changed("sun", (2, f"{card}; chevron"))).names[1] == f"sun: {card}; chevron"


def test_spaces_do_not_matter():
    spaced = " red square ,yellow circle,  blue triangle ;2 points "
    assert GameOnCards.load(changed("sun", (1, spaced))).names == GameOnCards.load("standard").names


def test_a_file_is_read_and_a_bad_one_is_named(tmp_path: Path):
    path = tmp_path / "mine.toml"
    text = FILE.read_text(encoding="utf-8")
    path.write_text(text)
    assert GameOnCards.load(path).game_cards == GameOnCards.load("standard").game_cards
    path.write_text(text.replace("black_cards = 6", "black_cards = 5"))
    with pytest.raises(parlour.BadComponent, match=r"mine.toml: black_cards: expected 6, found 5$"):
        GameOnCards.load(path)


@pytest.mark.parametrize("number", [1, 9, 16])
@pytest.mark.parametrize("of_type", TYPES)
def test_gc_3_a_missing_card_is_counted_in_every_type(of_type: str, number: int):
    assert complaint(changed(of_type, (number, None))) == f"[{of_type}]: expected 16 cards, found 15"


@pytest.mark.parametrize(
    ("replaced", "expected"),
    [
        (
            [(13, f"{shapes('red', 'white', 'blue')}; 2 points")],
            "[sun]: expected 8 cards of three different colours, found 9",
        ),
        (
            [(1, f"{shapes('red', 'yellow', 'blue')}; 2 points; chevron")],
            "[sun]: expected 4 cards of three different colours with a chevron, found 5",
        ),
        (
            [(2, f"{shapes('red', 'blue', 'white')}; 2 points")],
            "[sun]: expected 4 cards of three different colours with a chevron, found 3",
        ),
        (
            [(9, f"{shapes('red', 'black', 'blue')}; 1 point; convert red")],
            "[sun]: expected 4 cards of one colour, found 3",
        ),
        (
            [(13, f"{shapes('black', 'red', 'yellow')}; 1 point; convert blue")],
            '[sun]: expected 1 card with "convert red", found 0',
        ),
        (
            [(16, f"{shapes('black', 'white', 'red')}; 1 point; convert red")],
            '[sun]: expected 1 card with "convert red", found 2',
        ),
        (
            [(12, f"{shapes('red', 'red', 'red')}; 3 points; chevron")],
            "[sun] card 12, 'red square, red circle, red triangle; 3 points; chevron', is also card 9; "
            "expected each once",
        ),
        (
            [(1, f"{shapes('blue', 'yellow', 'red')}; 2 points"), (3, f"{shapes('blue', 'yellow', 'red')}; 2 points")],
            "[sun] card 3, 'blue square, yellow circle, red triangle; 2 points', is also card 1; expected each once",
        ),
    ],
)
def test_gc_3_other_counts_are_refused(replaced: list[tuple[int, object]], expected: str):
    assert complaint(changed("sun", *replaced)) == expected


def test_gc_3_one_card_too_many_is_refused():
    content = deepcopy(STANDARD)
    content["flame"]["cards"].append(f"{shapes('red', 'black', 'blue')}; 1 point; convert red")
    assert complaint(content) == "[flame]: expected 16 cards, found 17"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("red, yellow, blue; 3 points", "2 points, with or without a chevron, on three different colours"),
        ("red, yellow, blue; 1 point", "2 points, with or without a chevron, on three different colours"),
        ("red, yellow, blue; 2 points; convert red", "2 points, with or without a chevron, on three different colours"),
        ("red, red, red; 2 points; chevron", "3 points and a chevron on three shapes of one colour"),
        ("red, red, red; 3 points", "3 points and a chevron on three shapes of one colour"),
        ("red, red, red; 3 points; convert red", "3 points and a chevron on three shapes of one colour"),
        ("red, black, blue; 2 points; convert red", "1 point and a convert symbol on a card with a black shape"),
        ("red, black, blue; 1 point", "1 point and a convert symbol on a card with a black shape"),
        ("red, black, blue; 1 point; chevron", "1 point and a convert symbol on a card with a black shape"),
        ("red, red, blue; 2 points", "three different colours, one colour, or one black shape and two different"),
        ("red, black, red; 1 point; convert red", "three different colours, one colour, or one black shape and two"),
        ("black, black, red; 1 point; convert red", "three different colours, one colour, or one black shape and two"),
        ("black, black, black; 3 points; chevron", "three different colours, one colour, or one black shape and two"),
        ("pink, red, blue; 2 points", "'pink' is no colour for its square; expected red, yellow, blue, white or black"),
        ("red, yellow, blue", "expected 1 point, 2 points or 3 points after the shapes, found nothing"),
        ("red, yellow, blue; 2 point", "expected 1 point, 2 points or 3 points after the shapes, found '2 point'"),
        ("red, yellow, blue; 4 points", "expected 1 point, 2 points or 3 points after the shapes, found '4 points'"),
        ("red, yellow, blue; chevron; 2 points", "or 3 points after the shapes, found 'chevron'"),
        ("red, yellow, blue; 2 points; arrow", "or nothing, after the points, found ['arrow']"),
        ("red, yellow, blue; 2 points; convert black", "or nothing, after the points, found ['convert black']"),
        ("red, yellow, blue; 2 points; ", "or nothing, after the points, found ['']"),
        (
            "red, black, blue; 1 point; chevron; convert red",
            "expected chevron, convert red, convert yellow, convert blue or convert white, or nothing, "
            "after the points, found ['chevron', 'convert red']",
        ),
    ],
)
def test_gc_3_a_card_that_cannot_be_is_refused_with_its_place(text: str, expected: str):
    colours, _, rest = text.partition("; ")
    card = shapes(*colours.split(", ")) + ("; " + rest if rest else "")
    said = complaint(changed("moon", (5, card)))
    assert said.startswith(f"[moon] card 5, {card!r}: ")
    assert expected in said


@pytest.mark.parametrize(
    "bad",
    [
        "yellow circle, red square, blue triangle",
        "red square, yellow circle",
        "red square, yellow circle, blue triangle, white square",
        "red square, yellow square, blue triangle",
        "red square, yellow circle, blue disc",
        "red square, circle, blue triangle",
        "red square, light yellow circle, blue triangle",
        "",
    ],
)
def test_other_shapes_are_refused_on_game_cards_and_omnis(bad: str):
    expected = f"expected a square, a circle and a triangle in this order, found {bad!r}"
    assert complaint(changed("star", (2, f"{bad}; 2 points"))) == f"[star] card 2, {bad + '; 2 points'!r}: {expected}"
    content = deepcopy(STANDARD)
    content["player_deck"]["omnis"][1] = bad
    assert complaint(content) == f"[player_deck] omni 2: {expected}"


@pytest.mark.parametrize("bad", [7, ["red square"], {}, True])
def test_a_card_is_written_as_text(bad: object):
    said = complaint(changed("sun", (3, bad)))
    assert said.startswith('[sun] card 3: expected a card such as "red square, yellow circle, blue triangle; 2 points')
    assert said.endswith(f"found {bad!r}")


@pytest.mark.parametrize("name", [f"{colour} {shape}" for colour in [*COLOURS, "black"] for shape in SHAPES])
@pytest.mark.parametrize("found", [1, 3, "2", True, None])
def test_gc_4_every_shape_stands_twice_in_a_player_deck(name: str, found: object):
    content = deepcopy(STANDARD)
    content["player_deck"][name] = found
    assert complaint(content) == f"[player_deck] {name}: expected 2, found {found!r}"


def test_gc_4_an_omni_has_no_black_shape():
    content = deepcopy(STANDARD)
    content["player_deck"]["omnis"][0] = shapes("red", "black", "blue")
    expected = "'black' is no colour for its circle; expected red, yellow, blue or white"
    assert complaint(content) == f"[player_deck] omni 1: {expected}"


@pytest.mark.parametrize(
    ("omnis", "found"),
    [
        ([], "0"),
        (["red square, yellow circle, blue triangle"] * 4, "4"),
        (3, "3"),
        ("three", "'three'"),
        (None, "None"),
    ],
)
def test_gc_4_there_are_three_omnis(omnis: object, found: str):
    content = deepcopy(STANDARD)
    content["player_deck"]["omnis"] = omnis
    assert complaint(content) == f"[player_deck]: expected omnis = [...] with 3 cards, found {found}"


@pytest.mark.parametrize("found", [5, 7, 0, "6", 6.0, True, None])
def test_gc_3_there_are_six_black_cards(found: object):
    assert complaint({**STANDARD, "black_cards": found}) == f"black_cards: expected 6, found {found!r}"


@pytest.mark.parametrize("key", [*TYPES, "player_deck"])
def test_every_table_must_be_there(key: str):
    assert (
        complaint({name: table for name, table in STANDARD.items() if name != key}) == f"the table [{key}] is missing"
    )
    assert complaint({**STANDARD, key: 3}) == f"{key} must be a table [{key}]"


@pytest.mark.parametrize("cards", [None, 16, "all"])
def test_every_type_has_a_list_of_cards(cards: object):
    said = complaint({**STANDARD, "drop": {"cards": cards}})
    assert said == f"[drop]: expected cards = [...] with 16 cards, found {cards!r}"


def test_unknown_keys_are_refused():
    assert complaint({**STANDARD, "heart": {}}).startswith("unknown 'heart'; expected title, black_cards, sun, moon")
    said = complaint({**STANDARD, "sun": {**STANDARD["sun"], "card": []}})
    assert said == "[sun]: unknown 'card'; expected cards"
    said = complaint({**STANDARD, "player_deck": {**STANDARD["player_deck"], "green square": 2}})
    assert said.startswith("[player_deck]: unknown 'green square'; expected red square, red circle")


@pytest.mark.parametrize("title", [None, "", 5])
def test_a_list_has_a_title(title: object):
    assert complaint({**STANDARD, "title": title}).startswith('expected title = "..."')
