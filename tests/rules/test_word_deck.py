"""The word deck: WD-1 to WD-6."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import parlour

from .tables import COLOURS, GAMES, NUMBERS, WORD_CARDS

SAMPLES = ("cat", "net", "jig", "logs", "tub")


def deck_of(match: parlour.Match) -> Counter[str]:
    """Every card of a KA-BLAM! table, wherever it lies."""
    position = match.position()
    return Counter(chain(*position["hands"], position["discard"], position["pile"]))


def words_of(**options: Any) -> dict[str, str]:
    """The word of every word card."""
    return parlour.find("read-and-grab")(2, **options).printed()


def teachers_list() -> dict[str, Any]:
    """A word list without a fault: "reda", "redb" and so on."""
    sets = {colour: {"title": f"sound of {colour}", "words": [colour + x for x in "abcdefghijk"]} for colour in COLOURS}
    return {"title": "Room 7", **sets}


def written(folder: Path, words: dict[str, Any]) -> str:
    """The list as a TOML file."""
    lines = [f'title = "{words["title"]}"'] if "title" in words else []
    for colour in (key for key in words if key != "title"):
        lines.append(f"[{colour}]")
        if "title" in words[colour]:
            lines.append(f'title = "{words[colour]["title"]}"')
        if "words" in words[colour]:
            lines.append(f"words = {words[colour]['words']!r}")
    path = folder / "room7.toml"
    path.write_text("\n".join(lines))
    return str(path)


def complaint(words: object, game: str = "read-and-grab") -> str:
    with pytest.raises(parlour.BadComponent) as caught:
        parlour.new(game, words=words)
    return str(caught.value)


def test_wd_1_there_are_eleven_word_cards_in_each_of_six_colours():
    words = [card for card in deck_of(parlour.new("ka-blam", seed=1)).elements() if card.split()[-1].isdigit()]
    assert len(words) == 66
    assert sorted(words) == sorted(WORD_CARDS)
    assert len({card.split()[0] for card in words}) == 6


def test_wd_1_every_word_card_shows_a_colour_a_number_and_a_word():
    words = words_of()
    assert set(words) == set(WORD_CARDS)
    assert all(word.strip() for word in words.values())


def test_wd_1_go_fox_and_read_and_grab_use_the_66_word_cards_alone():
    fox = parlour.new("go-fox", players=4, seed=1).position()
    assert sorted(chain(*fox["hands"], fox["pile"])) == sorted(WORD_CARDS)
    assert sorted(parlour.new("read-and-grab", seed=1).position()["middle"]) == sorted(WORD_CARDS)


@pytest.mark.parametrize("deck", ["standard", "double"])
def test_wd_2_there_are_three_coloured_actions_and_two_cards_without_colour(deck: str):
    others = set(deck_of(parlour.new("ka-blam", seed=1, deck=deck))) - set(WORD_CARDS)
    coloured = {f"{colour} {action}" for colour in COLOURS for action in ("miss", "+2", "reverse")}
    assert others == coloured | {"wild", "ka-blam"}


@pytest.mark.parametrize(("deck", "copies", "wilds", "total"), [("standard", 1, 4, 89), ("double", 2, 5, 108)])
@pytest.mark.parametrize("players", range(2, 7))
def test_wd_3_how_many_there_are_of_each_card(deck: str, copies: int, wilds: int, total: int, players: int):
    expected = Counter(WORD_CARDS)
    for colour in COLOURS:
        for action in ("miss", "+2", "reverse"):
            expected[f"{colour} {action}"] = copies
    expected["wild"] = wilds
    expected["ka-blam"] = 1
    dealt = deck_of(parlour.new("ka-blam", players=players, seed=3, deck=deck))
    assert dealt == expected
    assert dealt.total() == total


def test_wd_3_the_standard_deck_is_the_one_used_unless_another_is_named():
    assert deck_of(parlour.new("ka-blam", seed=1)).total() == 89


def test_wd_4_the_colours():
    assert {card.split()[0] for card in words_of()} == {"red", "orange", "yellow", "green", "blue", "purple"}


@pytest.mark.parametrize(
    ("colour", "vowel"), [("red", "a"), ("orange", "e"), ("yellow", "i"), ("green", "o"), ("blue", "u")]
)
def test_wd_4_a_set_practises_one_short_vowel(colour: str, vowel: str):
    words = words_of()
    for number in NUMBERS:
        word = words[f"{colour} {number}"]
        assert [letter for letter in word if letter in "aeiouy"] == [vowel], word
        assert len(word) <= 4, word


def test_wd_4_purple_is_mixed():
    words = words_of()
    vowels = {letter for number in NUMBERS for letter in words[f"purple {number}"] if letter in "aeiou"}
    assert vowels == set("aeiou")


def test_wd_4_no_word_stands_twice():
    assert len({word.casefold() for word in words_of().values()}) == 66


def test_wd_4_the_samples_of_the_sheet_appear():
    cards = {word: card for card, word in words_of().items()}
    assert set(SAMPLES) <= set(cards)
    assert sum(cards[word].endswith(" 5") for word in SAMPLES) == 1
    assert cards["fog"] == "green 2"
    assert cards["hut"] == "blue 2"


def test_wd_5_a_teachers_words_are_on_the_cards(tmp_path: Path):
    words = words_of(words=written(tmp_path, teachers_list()))
    assert words["red 1"] == "reda"
    assert words["purple 11"] == "purplek"
    assert len(set(words.values())) == 66


@pytest.mark.parametrize("game", GAMES)
def test_wd_5_a_teachers_words_serve_in_all_three_games(tmp_path: Path, game: str):
    words = parlour.new(game, seed=5, words=written(tmp_path, teachers_list())).game.printed()
    assert len(words) == 66
    assert all(word[:-1] == card.split()[0] for card, word in words.items())


def test_wd_5_a_word_may_be_given_as_content_or_by_path(tmp_path: Path):
    path = written(tmp_path, teachers_list())
    assert words_of(words=path) == words_of(words=Path(path)) == words_of(words=teachers_list())


def test_wd_5_a_record_keeps_the_teachers_words_without_the_file(tmp_path: Path):
    path = written(tmp_path, teachers_list())
    match = parlour.new("go-fox", seed=5, words=path)
    record = match.record()
    Path(path).unlink()
    assert parlour.replay(record).game.printed() == match.game.printed()


@pytest.mark.parametrize("game", GAMES)
def test_wd_5_too_few_words_are_reported_by_set_and_number(tmp_path: Path, game: str):
    words = teachers_list()
    words["green"]["words"].pop()
    told = complaint(written(tmp_path, words), game)
    assert "room7.toml" in told
    assert "set green, number 11" in told


def test_wd_5_a_blank_word_is_reported_by_set_and_number(tmp_path: Path):
    words = teachers_list()
    words["yellow"]["words"][3] = "  "
    told = complaint(written(tmp_path, words))
    assert "room7.toml" in told
    assert "set yellow, number 4" in told


def test_wd_5_a_set_without_words_is_reported_by_set(tmp_path: Path):
    words = teachers_list()
    del words["orange"]["words"]
    told = complaint(written(tmp_path, words))
    assert "room7.toml" in told
    assert "set orange" in told


@pytest.mark.parametrize("repeated", ["reda", "REDA", " RedA "])
def test_wd_5_a_word_repeated_in_another_set_is_reported_with_both_places(tmp_path: Path, repeated: str):
    words = teachers_list()
    words["purple"]["words"][8] = repeated
    told = complaint(written(tmp_path, words))
    assert "room7.toml" in told
    assert "set purple, number 9" in told
    assert "set red, number 1" in told


def test_wd_5_a_word_repeated_in_its_own_set_is_reported_with_both_places(tmp_path: Path):
    words = teachers_list()
    words["blue"]["words"][10] = "Bluec"
    told = complaint(written(tmp_path, words))
    assert "set blue, number 11" in told
    assert "set blue, number 3" in told


def test_wd_5_a_twelfth_word_is_reported_by_set_and_number(tmp_path: Path):
    words = teachers_list()
    words["red"]["words"].append("redl")
    told = complaint(written(tmp_path, words))
    assert "room7.toml" in told
    assert "set red, number 12" in told
    assert "redl" in told


@pytest.mark.parametrize("colour", COLOURS)
def test_wd_5_a_missing_set_is_reported(tmp_path: Path, colour: str):
    words = teachers_list()
    del words[colour]
    told = complaint(written(tmp_path, words))
    assert "room7.toml" in told
    assert colour in told
    assert "missing" in told


def test_wd_5_a_seventh_set_is_reported(tmp_path: Path):
    words = teachers_list()
    words["pink"] = {"title": "oo", "words": [f"pink{x}" for x in "abcdefghijk"]}
    told = complaint(written(tmp_path, words))
    assert "room7.toml" in told
    assert "pink" in told


@pytest.mark.parametrize("title", [None, "", "  "])
def test_wd_5_a_set_needs_a_title(tmp_path: Path, title: str | None):
    words = teachers_list()
    if title is None:
        del words["blue"]["title"]
    else:
        words["blue"]["title"] = title
    told = complaint(written(tmp_path, words))
    assert "room7.toml" in told
    assert "set blue" in told
    assert "title" in told


def test_wd_5_a_list_needs_a_title(tmp_path: Path):
    words = teachers_list()
    del words["title"]
    told = complaint(written(tmp_path, words))
    assert "room7.toml" in told
    assert "title" in told


@pytest.mark.parametrize("number", [7, 1.5, ["a"]])
def test_wd_5_a_word_that_is_no_text_is_reported_by_set_and_number(tmp_path: Path, number: object):
    words = teachers_list()
    words["green"]["words"][1] = number
    told = complaint(written(tmp_path, words))
    assert "room7.toml" in told
    assert "set green, number 2" in told
    assert repr(number) in told


def test_wd_5_a_file_that_is_neither_toml_nor_a_list_is_reported(tmp_path: Path):
    path = tmp_path / "room7.toml"
    path.write_text("red: cat, hat")
    told = complaint(str(path))
    assert "room7.toml" in told
    assert "expected none, or one for each of red, orange" in told
    path.write_text("red = cat, hat")
    assert "not a TOML file" in complaint(str(path))


def test_wd_5_a_file_that_is_not_there_is_reported(tmp_path: Path):
    told = complaint(str(tmp_path / "room8.toml"))
    assert "room8.toml" in told


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_wd_6_the_starter_is_left_to_chance_unless_named(game: str, players: int):
    starters = Counter(min(parlour.new(game, players=players, seed=seed).to_act) for seed in range(600))
    fair = 600 / players
    assert set(starters) == set(range(players))
    assert all(0.7 * fair < count < 1.3 * fair for count in starters.values()), starters


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", range(2, 7))
def test_wd_6_the_host_can_name_the_starter(game: str, players: int):
    for starter in range(players):
        for seed in range(5):
            assert parlour.new(game, players=players, seed=seed, starter=starter).to_act == {starter}


@pytest.mark.parametrize("game", GAMES)
def test_wd_6_the_host_can_ask_for_chance_by_name(game: str):
    by_name = [parlour.new(game, players=3, seed=seed, starter="chance").position() for seed in range(20)]
    assert by_name == [parlour.new(game, players=3, seed=seed).position() for seed in range(20)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("starter", [3, -1, "ann"])
def test_wd_6_who_is_not_at_the_table_cannot_start(game: str, starter: object):
    with pytest.raises(parlour.BadOption, match="starter"):
        parlour.new(game, players=3, seed=0, starter=starter)
