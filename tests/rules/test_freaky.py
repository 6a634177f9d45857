"""Freaky: FR-1 to FR-13."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import parlour
from parlour.components.freaky_deck import FreakyDeck
from parlour.engine.game import Telling
from parlour.games.freaky import rows_possible

from ..oracle.freaky import share_a_feature
from .tables import COLOURS, FREAKY_CARDS, SEATS, A, B, C, cards, choices, freaky, hand, legal, names_in, play, views

PLAYER_COUNTS = range(2, 6)
HELP = {"taking": "help"}
# Rows in which one thing shows four times, and nothing else does.
FOUR_BACKGROUNDS = "red/orange/1, red/yellow/1, red/green/2, red/blue/3"
FOUR_CIRCLES = "orange/red/2, yellow/red/3, green/red/1, blue/red/6"
FOUR_VALUES = "red/orange/4, orange/yellow/4, yellow/green/4, green/blue/4"
THREE_AND_THREE = "purple/orange/1, purple/orange/3, purple/yellow/5, blue/yellow/5, orange/yellow/6"


def rows(match: parlour.Match) -> list[list[str]]:
    return match.position()["rows"]


def plays(moves: set[str]) -> set[str]:
    return {move for move in moves if move.startswith(("play", "new"))}


# The cards


def test_fr_1_there_are_108_cards_with_background_circle_and_value():
    deck = FreakyDeck.load("standard")
    assert len(deck.cards) == 108
    for background, circle, value in deck.cards:
        assert background in COLOURS and circle in COLOURS and value in range(1, 7)
    position = parlour.new("freaky", players=3, seed=1).position()
    dealt = [*position["pile"], *(card for place in (*position["hands"], *position["rows"]) for card in place)]
    assert sorted(dealt) == sorted(deck.names)


def test_fr_2_the_deck_is_the_one_of_the_construction():
    assert sorted(FreakyDeck.load("standard").names) == sorted(FREAKY_CARDS)
    assert "yellow/purple/6" in FREAKY_CARDS


def test_fr_2_all_are_different_and_no_circle_is_on_its_own_colour():
    deck = FreakyDeck.load("standard").cards
    assert len(set(deck)) == 108
    assert not [card for card in deck if card[0] == card[1]]


@pytest.mark.parametrize("kind", range(3))
def test_fr_2_there_are_18_of_every_background_circle_and_value(kind: int):
    counts = Counter(card[kind] for card in FreakyDeck.load("standard").cards)
    assert set(counts) == set(range(1, 7) if kind == 2 else COLOURS)
    assert set(counts.values()) == {18}


def test_fr_2_all_cards_are_listed_in_the_file():
    path = Path(parlour.__file__).parent / "components" / "freaky" / "standard.toml"
    assert len(tomllib.loads(path.read_text(encoding="utf-8"))["cards"]) == 108


@pytest.mark.parametrize(
    ("changed", "to", "complaint"),
    [
        ("red/green/6", "red/red/6", "'red/red/6': expected a circle of another colour than its background"),
        ("red/green/6", "red/green/7", "'red/green/7': expected a value from 1 to 6, found '7'"),
        ("red/green/6", "red/pink/6", "'red/pink/6': 'pink' is no colour for its circle; expected one of red, orange"),
        ("red/green/6", "red 6", 'expected a background, a circle and a value, such as "yellow/purple/6"; found'),
        ("red/green/6", 6, "card 18: expected a background, a circle and a value"),
        ("red/green/6", "red/orange/1", "card 18, 'red/orange/1', is also card 1; expected each once"),
        ("red/green/6", None, "expected 108 cards, found 107"),
        ("red/green/6", "red/blue/6", "expected 18 cards with a green circle, found 17"),
        ("red/green/6", "red/green/3", "expected 18 cards of value 3, found 19"),
        ("red/green/6", "purple/green/6", "expected 18 cards with a red background, found 17"),
    ],
)
def test_fr_2_a_deck_that_breaks_this_is_refused_with_card_and_reason(changed: str, to: object, complaint: str):
    listed = [to if card == changed else card for card in FreakyDeck.load("standard").names]
    with pytest.raises(parlour.BadComponent) as caught:
        FreakyDeck.load({"title": "Mine", "cards": [card for card in listed if card is not None]})
    assert "this Freaky deck: " in str(caught.value)
    assert complaint in str(caught.value)


def test_fr_2_a_bad_file_is_named(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text('title = "Mine"\nkards = []\n')
    with pytest.raises(parlour.BadComponent, match=r"mine.toml: unknown 'kards'; expected title, cards"):
        FreakyDeck.load(path)
    path.write_text('title = "Mine"\ncards = 108\n')
    with pytest.raises(parlour.BadComponent, match=r"mine.toml: expected cards = \[...\] with 108 cards, found 108"):
        FreakyDeck.load(path)


def test_fr_2_a_record_is_only_replayed_with_the_same_deck():
    record = parlour.new("freaky", seed=1).record()
    assert set(record["components"]) == {"deck"}
    record["components"]["deck"] = "0123456789abcdef"
    with pytest.raises(parlour.BadRecord, match="made with another deck"):
        parlour.replay(record)


# Getting ready


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_fr_3_three_cards_each_three_rows_and_the_rest_is_the_pile(players: int):
    position = parlour.new("freaky", players=players, seed=1).position()
    assert [len(hand) for hand in position["hands"]] == [3] * players
    assert [len(row) for row in position["rows"]] == [1, 1, 1]
    assert len(position["pile"]) == 108 - 3 * players - 3
    assert position["taken"] == [[]] * players


def test_fr_3_rows_lie_open_hands_and_pile_do_not():
    match = parlour.new("freaky", players=3, seed=1)
    position = match.position()
    for seat, view in zip((A, B, C, None), views(match), strict=True):
        mine = set() if seat is None else set(position["hands"][seat])
        shown = {card for row in position["rows"] for card in row} | mine
        assert set(names_in(view)) & set(FREAKY_CARDS) == shown
        assert view["hand_sizes"] == [3, 3, 3]
        assert view["pile"] == 96


def test_fr_3_the_cards_are_shuffled():
    firsts = Counter(parlour.new("freaky", seed=seed).position()["rows"][0][0] for seed in range(1500))
    assert set(firsts) == set(FREAKY_CARDS)
    assert max(firsts.values()) < 40


@pytest.mark.parametrize("players", [0, 1, 6])
def test_fr_3_two_to_five_can_play(players: int):
    with pytest.raises(parlour.BadOption, match="2 to 5"):
        parlour.new("freaky", players=players)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_fr_4_turns_go_clockwise(players: int):
    match = parlour.new("freaky", players=players, seed=2, starter=1)
    for turn in range(1, players + 3):
        assert match.to_act == {turn % players}
        match.play(turn % players, match.legal(turn % players)[0])
        assert match.to_act == {turn % players}
        match.play(turn % players, "finish")


def test_fr_4_the_host_names_who_starts_or_leaves_it_to_chance():
    assert parlour.new("freaky", players=4, seed=0, starter=3).to_act == {3}
    starts = Counter(min(parlour.new("freaky", players=4, seed=seed).to_act) for seed in range(400))
    assert set(starts) == {0, 1, 2, 3}
    assert min(starts.values()) > 60
    with pytest.raises(parlour.BadOption, match="starter"):
        parlour.new("freaky", players=4, starter=4)


# Playing


def test_fr_5_you_play_at_least_one_card():
    match = freaky(FOUR_VALUES, "red/green/5", A="red/green/6, blue/yellow/3, purple/red/2")
    assert plays(legal(match, A)) == legal(match, A)
    with pytest.raises(parlour.IllegalMove, match="at least one card"):
        match.play(A, "finish")
    with pytest.raises(parlour.IllegalMove, match="at least one card"):
        match.play(A, "take row 1")


def test_fr_5_one_two_or_three_cards_one_after_another():
    match = freaky("red/green/5", A="red/green/6, red/yellow/6, purple/red/6")
    play(match, "A: play red/green/6 on row 1")
    assert "finish" in legal(match, A)
    assert hand(match, A) == {"red/yellow/6", "purple/red/6"}
    play(match, "A: play red/yellow/6 on row 1")
    assert "finish" in legal(match, A)
    play(match, "A: play purple/red/6 on row 1")
    assert rows(match) == [["red/green/5", "red/green/6", "red/yellow/6", "purple/red/6"]]
    assert legal(match, A) == {"finish"}  # a fourth card there is not


def test_fr_5_only_cards_of_your_own_hand():
    match = freaky("red/green/5", A="red/green/6, red/yellow/6, purple/red/6", B="red/blue/5, red/green/1, red/green/2")
    with pytest.raises(parlour.IllegalMove, match="you do not hold the red 5 with blue circles"):
        match.play(A, "play red/blue/5 on row 1")
    with pytest.raises(parlour.IllegalMove, match="it is the turn of seat 0"):
        match.play(B, "play red/blue/5 on row 1")


@pytest.mark.parametrize(
    ("card", "fits"),
    [
        ("red/purple/2", True),  # the background
        ("orange/green/1", True),  # the circle
        ("blue/yellow/5", True),  # the value
        ("red/green/6", True),  # two of them
        ("green/red/2", False),  # the colours are there, but not where they count
        ("blue/purple/4", False),
    ],
)
def test_fr_6_a_card_fits_by_background_circle_or_value(card: str, fits: bool):
    match = freaky("red/green/5", A=f"{card}, purple/red/6, purple/orange/6")
    assert (f"play {card} on row 1" in legal(match, A)) == fits
    if fits:
        match.play(A, f"play {card} on row 1")
        assert rows(match) == [["red/green/5", card]]
    else:
        background, circle, value = card.split("/")
        said = f"{background} {value} with {circle} circles"
        with pytest.raises(parlour.IllegalMove, match=f"the {said} shares nothing with the red 5 with green circles"):
            match.play(A, f"play {card} on row 1")


def test_fr_6_only_the_last_card_of_the_row_counts():
    match = freaky("yellow/blue/1, yellow/red/3, green/red/5", A="yellow/blue/6, purple/green/4, blue/yellow/5")
    assert legal(match, A) == {
        "new row yellow/blue/6",
        "new row purple/green/4",
        "play blue/yellow/5 on row 1",
    }


def test_fr_6_you_choose_among_the_rows_that_fit():
    match = freaky("red/green/5", "blue/yellow/3", "red/orange/4", A="red/yellow/3, purple/red/6, purple/red/1")
    mine = {move for move in legal(match, A) if "red/yellow/3" in move}
    assert mine == {f"play red/yellow/3 on row {row}" for row in (1, 2, 3)}
    with pytest.raises(parlour.IllegalMove, match="there is no row 4; there are 3"):
        match.play(A, "play red/yellow/3 on row 4")


def test_fr_6_every_pair_of_cards():
    for card in random.Random(1).sample(FREAKY_CARDS, 12):
        for start in range(0, 108, 3):
            three = FREAKY_CARDS[start : start + 3]
            if card not in three:
                match = freaky(card, A=", ".join(three))
                expected = {one for one in three if share_a_feature(one, card)}
                assert {move.split()[1] for move in legal(match, A) if move.startswith("play")} == expected


def test_fr_7_a_new_row_only_with_a_card_that_fits_no_row():
    match = freaky("red/green/5", "blue/yellow/3", A="green/purple/1, red/orange/4, purple/orange/3")
    assert legal(match, A) == {
        "new row green/purple/1",
        "play red/orange/4 on row 1",
        "play purple/orange/3 on row 2",
    }
    with pytest.raises(
        parlour.IllegalMove, match="the purple 3 with orange circles fits on the blue 3 with yellow circles, so"
    ):
        match.play(A, "new row purple/orange/3")
    play(match, "A: new row green/purple/1")
    assert rows(match) == [["red/green/5"], ["blue/yellow/3"], ["green/purple/1"]]


def test_fr_7_at_that_moment():
    match = freaky("red/green/5", "blue/yellow/3", A="green/purple/1, green/orange/4, red/blue/3")
    assert {"new row green/purple/1", "new row green/orange/4"} <= legal(match, A)
    play(match, "A: new row green/purple/1")
    assert "new row green/orange/4" not in legal(match, A)  # now it fits on the new row
    assert "play green/orange/4 on row 3" in legal(match, A)
    covered = freaky("red/green/5", "blue/yellow/3", A="green/purple/3, blue/green/5, red/blue/4")
    play(covered, "A: play blue/green/5 on row 1")
    assert "new row red/blue/4" in legal(covered, A)  # the red card it fitted on is covered


# As many rows and as long as they come


def long_row(length: int, held: list[str]) -> list[str]:
    """A row of so many cards, each fitting on the one before; the cards held fit at its end, one after another."""
    row = held[::-1]
    rest = [card for card in FREAKY_CARDS if card not in held]
    while len(row) < length + len(held):
        # Least choice first: so nobody is left over.
        fitting = [card for card in rest if share_a_feature(card, row[-1])]
        chosen = min(fitting, key=lambda card: sum(share_a_feature(card, other) for other in rest))
        rest.remove(chosen)
        row.append(chosen)
    return row[::-1][:length]


def test_fr_8_a_row_of_103_cards():
    held = ["red/orange/1", "red/orange/2", "red/orange/4"]
    row = long_row(100, held)
    others = [card for card in FREAKY_CARDS if card not in (*row, *held)]
    first, second, theirs = others[0], others[1], others[2:]
    match = freaky(first, ", ".join(row), second, A=", ".join(held), B=", ".join(theirs), pile="")
    assert match.view(B)["rows"][1] == row
    assert parlour.position("freaky", match.position()).position() == match.position()
    for card in held:
        match.play(A, f"play {card} on row 2")
    assert match.view(B)["rows"] == [[first], [*row, *held], [second]]
    assert "take row 2" in legal(match, A)
    play(match, "A: take row 2")
    assert match.scores == [103, 0]
    assert rows(match) == [[first], [second]]
    play(match, "A: finish")
    assert match.winners == {A}


@pytest.mark.parametrize(("players", "most"), [(2, 46), (3, 45), (4, 44), (5, 42)])
def test_fr_8_as_many_rows_as_there_can_be(players: int, most: int):
    """One row less, of one card each, whose features are all but three; and a card with these three."""
    start = "purple/red/6"
    last = random.Random(1).sample([card for card in FREAKY_CARDS if not share_a_feature(card, start)], most - 1)
    assert shown(last) == 15
    others = [card for card in FREAKY_CARDS if card not in (start, *last)]
    others.sort(key=lambda card: not share_a_feature(card, start))  # those first that fit on the last row
    mine = [start, *others[:2]]
    hands = {seat: ", ".join(others[2 + 3 * place : 5 + 3 * place]) for place, seat in enumerate(SEATS[1:players])}
    hidden = {*mine, *cards(", ".join(hands.values()))}
    won = ", ".join(card for card in others if card not in hidden)
    match = freaky(*last, players=players, A=", ".join(mine), **hands, taken={"B": won}, pile="")
    play(match, f"A: new row {start}")
    assert len(rows(match)) == most
    table = [row[-1] for row in rows(match)]
    expected = {
        f"play {card} on row {row}" for card in mine[1:] for row, on in enumerate(table, 1) if share_a_feature(card, on)
    }
    assert plays(legal(match, A)) == expected
    assert any(move.endswith(f"on row {most}") for move in expected)
    assert parlour.position("freaky", match.position()).position() == match.position()
    for card in mine[1:]:
        match.play(A, max((move for move in legal(match, A) if card in move), key=lambda move: int(move.split()[-1])))
    assert [len(row) for row in rows(match)].count(1) in (most - 1, most - 2)
    play(match, "A: finish")
    assert match.over


def many_rows_from_a_stacked_deck(players: int, seed: int) -> tuple[parlour.Match, list[str]]:
    """A deal in which each plays one card a turn, in an order that makes many rows, and the moves of that order."""
    rng = random.Random(seed)
    left = list(FREAKY_CARDS)
    rng.shuffle(left)
    start = ["red/orange/1", "red/orange/2", "red/orange/4"]
    kept = [card for card in left if card not in start][: 2 * players]  # two in each hand are never played
    left = [card for card in left if card not in (*start, *kept)]
    last, order, moves = list(start), [], []
    while left:
        new = [card for card in left if not any(share_a_feature(card, on) for on in last)]
        if new:
            card = new[0]
            moves.append(f"new row {card}")
            last.append(card)
        else:
            options = [(card, row) for card in left for row, on in enumerate(last) if share_a_feature(card, on)]
            if not options:
                break
            card, row = min(options, key=lambda one: shown([*last[: one[1]], one[0], *last[one[1] + 1 :]]))
            moves.append(f"play {card} on row {row + 1}")
            last[row] = card
        left.remove(card)
        order.append(card)
    hands = {
        seat: ", ".join([order[place], *kept[2 * place : 2 * place + 2]]) for place, seat in enumerate(SEATS[:players])
    }
    return freaky(*start, players=players, **hands, pile=", ".join([*order[players:], *left])), moves


def shown(last: list[str]) -> int:
    """How many features some last cards show."""
    return sum(len({card.split("/")[kind] for card in last}) for kind in range(3))


@pytest.mark.parametrize(("players", "seed"), [(2, 8), (3, 4), (4, 4), (5, 5)])
def test_fr_8_many_rows_in_real_play(players: int, seed: int):
    match, moves = many_rows_from_a_stacked_deck(players, seed)
    most, possible = 0, rows_possible(match.state)
    for number, move in enumerate(moves):
        seat = number % players
        match.play(seat, move)
        assert rows_possible(match.state) <= possible, "no move makes more rows possible"
        possible = rows_possible(match.state)
        most = max(most, len(rows(match)))
        assert most <= possible <= 46
        match.play(seat, "finish")
        if match.over:
            break
    assert match.view(None)["pile"] == 0
    assert most >= 18


@pytest.mark.parametrize(("players", "most"), [(2, 46), (3, 45), (4, 44), (5, 42)])
def test_fr_8_the_bound_holds_from_every_deal(players: int, most: int):
    same = freaky("red/orange/1", "red/orange/2", "red/orange/4", players=players)  # the fewest features there can be
    assert rows_possible(same.state) == most
    for seed in range(50):
        assert rows_possible(parlour.new("freaky", players=players, seed=seed).state) <= most


def test_fr_8_a_position_with_more_rows_than_can_be_is_refused():
    with pytest.raises(parlour.BadPosition, match="never more than 46"):
        freaky(*FREAKY_CARDS[:47])
    with pytest.raises(parlour.BadPosition, match="never more than 46"):
        freaky(*FREAKY_CARDS[:30])


# Taking


@pytest.mark.parametrize("row", [FOUR_BACKGROUNDS, FOUR_CIRCLES, FOUR_VALUES])
def test_fr_9_a_row_in_which_a_feature_shows_four_times_can_be_taken(row: str):
    match = freaky(row, "purple/orange/3", A="purple/yellow/5, purple/blue/5")
    assert "take row 1" in legal(match, A)
    play(match, "A: take row 1")
    assert set(match.position()["taken"][A]) == set(cards(row))
    assert match.scores == [4, 0]


@pytest.mark.parametrize("row", [FOUR_BACKGROUNDS, FOUR_CIRCLES, FOUR_VALUES])
def test_fr_9_three_times_is_not_enough(row: str):
    match = freaky(", ".join(cards(row)[:3]), "purple/orange/3", A="purple/yellow/5, purple/blue/5")
    assert not {"take row 1", "take row 2"} & legal(match, A)
    with pytest.raises(
        parlour.IllegalMove, match="no background, circle colour or number shows four times in that row"
    ):
        match.play(A, "take row 1")


def test_fr_9_different_features_do_not_add_up():
    assert "take row 1" not in legal(freaky(THREE_AND_THREE, A="red/green/1, red/green/2"), A)
    # red three times as a background and once as a circle
    mixed = "red/orange/4, red/blue/3, red/green/5, green/red/5"
    assert "take row 1" not in legal(freaky(mixed, A="purple/orange/3, purple/blue/5"), A)


def test_fr_9_more_than_four_times_will_do():
    six = "red/orange/1, red/yellow/1, red/green/1, red/orange/2, red/green/2, red/purple/2, red/yellow/3, red/blue/3"
    for count in range(1, 9):
        match = freaky(", ".join(cards(six)[:count]), A="purple/orange/3, purple/blue/5")
        assert ("take row 1" in legal(match, A)) == (count >= 4)


def test_fr_9_anywhere_in_the_row():
    row = "red/orange/1, blue/orange/1, blue/green/3, red/green/5, red/blue/3, purple/blue/3"
    match = freaky(row, A="red/blue/4, purple/red/6, purple/red/1")
    play(match, "A: play red/blue/4 on row 1")  # red backgrounds first, fourth, fifth and last
    assert "take row 1" in legal(match, A)


@pytest.mark.parametrize("last", [A, B])
def test_fr_9_by_any_cards(last: int):
    """It does not matter who laid them, and when."""
    match = freaky(
        "red/orange/1, red/yellow/1",
        A="red/green/2, purple/red/6, blue/red/4",
        B="red/blue/3, blue/red/1, blue/red/6",
        turn=last,
    )
    if last == B:
        play(match, "B: play red/blue/3 on row 1", "B: finish", "A: play red/green/2 on row 1", "A: take row 1")
    else:
        play(match, "A: play red/green/2 on row 1", "A: finish", "B: play red/blue/3 on row 1", "B: take row 1")
    assert sum(match.scores) == 4


def test_fr_9_taking_is_optional_row_by_row():
    match = freaky(FOUR_BACKGROUNDS, "purple/orange/3", FOUR_CIRCLES, FOUR_VALUES, A="purple/yellow/5, purple/blue/5")
    takes = {move for move in legal(match, A) if move.startswith("take")}
    assert takes == {"take row 1", "take row 3", "take row 4"}
    play(match, "A: take row 3", "A: take row 3")
    assert legal(match, A) == {"take row 1", "finish"}
    play(match, "A: finish")
    assert match.scores == [8, 0]
    assert rows(match) == [cards(FOUR_BACKGROUNDS), ["purple/orange/3"]]


def test_fr_9_you_may_take_none():
    match = freaky(FOUR_BACKGROUNDS, A="purple/yellow/5, purple/blue/5")
    play(match, "A: finish")
    assert match.scores == [0, 0]
    assert match.to_act == {B}


def test_fr_9_taken_cards_lie_face_down_and_count_one_each():
    match = freaky(
        FOUR_BACKGROUNDS, A="purple/yellow/5, purple/blue/5", players=3, taken={"C": "blue/red/1, blue/red/6"}
    )
    play(match, "A: take row 1")
    for view in views(match):
        assert view["taken"] == [4, 0, 2]
        assert not set(names_in(view)) & {*cards(FOUR_BACKGROUNDS), "blue/red/1", "blue/red/6"}
    assert match.scores == [4, 0, 2]


def test_fr_10_you_take_only_when_you_have_finished_playing():
    match = freaky(FOUR_BACKGROUNDS, FOUR_CIRCLES, A="purple/blue/5, blue/orange/6")
    assert "play blue/orange/6 on row 2" in legal(match, A)
    play(match, "A: take row 1")
    assert plays(legal(match, A)) == set()
    with pytest.raises(parlour.IllegalMove, match="you play no more cards this turn"):
        match.play(A, "play blue/orange/6 on row 1")
    assert match.view(B)["stage"] == "take"
    play(match, "A: take row 1", "A: finish")
    assert match.view(B)["stage"] == "play"
    assert plays(legal(match, B)) == legal(match, B) != set()


def test_fr_10_nothing_can_be_taken_later_than_your_turn():
    match = freaky(FOUR_BACKGROUNDS, A="purple/blue/5, blue/orange/6", B="orange/blue/1, green/blue/1, green/purple/1")
    play(match, "A: finish")
    with pytest.raises(parlour.IllegalMove, match="it is the turn of seat 1"):
        match.play(A, "take row 1")
    play(match, "B: play orange/blue/1 on row 1", "B: take row 1")
    assert match.scores == [0, 5]


# Spot it yourself


def test_fr_10a_spot_it_yourself_is_the_default():
    assert parlour.new("freaky", seed=0).view(None)["taking"] == "spot"
    assert parlour.new("freaky", seed=0, taking="help").view(None)["taking"] == "help"
    with pytest.raises(parlour.BadOption, match="taking"):
        parlour.new("freaky", taking="blind")


def test_fr_10a_you_may_claim_any_row():
    match = freaky(FOUR_BACKGROUNDS, THREE_AND_THREE, A="purple/green/4, purple/blue/5")
    assert "take row 2" not in legal(match, A)
    assert {"take row 1", "take row 2", "finish"} <= choices(match, A)
    assert plays(choices(match, A)) == plays(legal(match, A))
    play(match, "A: take row 1")
    assert legal(match, A) == {"finish"}
    assert choices(match, A) == {"take row 1", "finish"}


def test_fr_10a_what_you_are_offered_does_not_give_the_answer_away():
    """Rows that end alike, one with four of a kind, one with none: all that is shown but the rows is the same."""
    offers, seen, can = set(), set(), set()
    for row in (FOUR_BACKGROUNDS, "orange/yellow/1, red/yellow/3, red/blue/3"):
        match = freaky(
            row, "orange/yellow/6", A="purple/blue/5, purple/green/4", B="blue/red/1, blue/red/6, green/red/1"
        )
        offers.add(tuple(map(str, match.choices(A))))
        view = match.view(A)
        seen.add(str({key: value for key, value in view.items() if key not in ("rows", "pile")}))
        can.add("take row 1" in legal(match, A))
    assert can == {False, True}
    assert len(offers) == len(seen) == 1


def test_fr_10a_before_you_have_played_no_row_is_offered():
    for row in (FOUR_BACKGROUNDS, THREE_AND_THREE):
        match = freaky(row, A="purple/blue/5, purple/green/4, blue/red/1")
        assert choices(match, A) == legal(match, A) == plays(legal(match, A))


def test_fr_10a_a_wrong_claim_is_told_so_costs_nothing_and_is_no_move():
    match = freaky(FOUR_BACKGROUNDS, THREE_AND_THREE, A="purple/green/4, purple/blue/5, blue/red/1")
    play(match, "A: play purple/blue/5 on row 1")
    before = match.position(), match.record(), match.legal(A), match.choices(A)
    with pytest.raises(
        parlour.IllegalMove, match="no background, circle colour or number shows four times in that row"
    ):
        match.play(A, "take row 2")
    with pytest.raises(parlour.IllegalMove, match="there is no row 3; there are 2"):
        match.play(A, "take row 3")
    assert (match.position(), match.record(), match.legal(A), match.choices(A)) == before


def test_fr_10a_after_a_wrong_claim_you_may_even_play_on():
    match = freaky("red/orange/1, red/yellow/1", A="red/green/2, red/blue/3, blue/red/4")
    play(match, "A: play red/green/2 on row 1")
    with pytest.raises(parlour.IllegalMove):
        match.play(A, "take row 1")
    play(match, "A: play red/blue/3 on row 1", "A: take row 1")
    assert match.scores == [4, 0]


def test_fr_10a_being_told_of_a_wrong_claim_does_not_give_the_answer_away():
    match = freaky(THREE_AND_THREE, FOUR_BACKGROUNDS, "green/purple/4", A="purple/blue/5, blue/red/1")
    with pytest.raises(parlour.IllegalMove) as caught:
        match.play(A, "take row 1")
    for claim in ("take row 1", "take row 2", "take row 3"):
        assert claim in str(caught.value)


@pytest.mark.parametrize("row", [FOUR_BACKGROUNDS, THREE_AND_THREE])
def test_fr_10a_you_end_taking_yourself(row: str):
    """You are asked also when there is nothing to take and no card left: being asked tells nothing."""
    match = freaky(row, A="")
    assert match.to_act == {A}
    assert match.view(B)["stage"] == "take"
    play(match, "A: finish")
    assert match.to_act == {B}


def test_fr_10a_help_me_shows_the_rows_that_can_be_taken():
    match = freaky(FOUR_BACKGROUNDS, THREE_AND_THREE, A="purple/green/4, purple/blue/5", options=HELP)
    assert choices(match, A) == legal(match, A)
    assert "take row 1" in choices(match, A)
    assert "take row 2" not in choices(match, A)


def test_fr_10a_bots_and_programs_get_the_true_list_in_both_settings():
    for options in (HELP, {"taking": "spot"}):
        match = freaky(FOUR_BACKGROUNDS, THREE_AND_THREE, A="purple/green/4, purple/blue/5", options=options)
        assert {move for move in legal(match, A) if not move.startswith(("play", "new"))} == {"take row 1", "finish"}


# Drawing, the end


@pytest.mark.parametrize("played", [1, 2, 3])
def test_fr_11_you_draw_up_to_three(played: int):
    three = ["red/green/6", "red/yellow/6", "purple/red/6"]
    match = freaky("red/green/5", A=", ".join(three), pile="blue/red/1, blue/red/4, blue/red/6, ...")
    for card in three[:played]:
        match.play(A, f"play {card} on row 1")
    assert hand(match, A) == set(three[played:])  # not before
    play(match, "A: finish")
    assert hand(match, A) == {*three[played:], *["blue/red/1", "blue/red/4", "blue/red/6"][:played]}
    assert match.to_act == {B}
    assert match.view(B)["hand_sizes"] == [3, 3]


@pytest.mark.parametrize("to", [A, B, None])
def test_fr_11_only_you_see_what_you_draw(to: int | None):
    match = freaky("red/green/5", A="red/yellow/6, purple/red/6", pile="blue/red/1, ...")
    before = match.copy()
    play(match, "A: finish")
    told = match.tell(before, Telling(["Ann", "Ben"], to))
    assert told == ("You draw the blue 1 with a red circle." if to == A else "Ann draws 1 card.")
    assert ("blue/red/1" in set(names_in(match.view(to)))) == (to == A)


def almost_over(pile: str, ahead: int | None, **hands: str) -> parlour.Match:
    """A table with so few cards left; all others were taken, more of them by the one ahead, or equally many."""
    named = {*cards(pile), "red/green/5", *cards(", ".join(hands.values()))}
    rest = [card for card in FREAKY_CARDS if card not in named]
    share = len(rest) // 2 if ahead is None else (70, 20)[ahead]
    taken = {"A": ", ".join(rest[:share]), "B": ", ".join(rest[share:])}
    return freaky("red/green/5", pile=pile, taken=taken, **hands)


def test_fr_12_the_game_ends_when_a_player_cannot_draw_enough():
    match = almost_over("blue/red/1", A, A="red/yellow/6", B="red/green/6, red/blue/3, red/blue/4")
    assert not match.over
    play(match, "A: finish")  # two are missing, one is there
    assert match.over
    assert match.winners == {A}
    assert legal(match, A) == legal(match, B) == set()


def test_fr_12_the_last_card_can_be_drawn_and_play_goes_on():
    match = almost_over("blue/red/1", A, A="red/yellow/6, red/blue/3", B="red/green/6, red/purple/3, red/blue/4")
    play(match, "A: finish")
    assert match.to_act == {B}
    assert match.view(A)["pile"] == 0
    play(match, "B: play red/green/6 on row 1")
    assert not match.over
    play(match, "B: finish")
    assert match.over


@pytest.mark.parametrize("ahead", [A, B])
def test_fr_12_hands_do_not_count_and_most_cards_win(ahead: int):
    match = almost_over("", ahead, A="red/yellow/6, red/blue/3", B="red/green/6, red/purple/3, red/blue/4")
    taken = [len(cards) for cards in match.position()["taken"]]
    play(match, "A: finish")
    assert match.scores == taken
    assert match.winners == {ahead}


def test_fr_12_equal_is_a_shared_win():
    match = almost_over("blue/red/1", None, A="red/yellow/6", B="red/green/6, red/purple/3, red/blue/4")
    play(match, "A: finish")
    assert match.scores == [51, 51]
    assert match.winners == {A, B}


def test_fr_12_rows_taken_in_the_last_turn_count():
    pile = ""
    held = {"A": "red/blue/3, blue/orange/6", "B": "red/yellow/6, red/purple/3, red/blue/4"}
    named = {"red/orange/1", "red/yellow/1", "red/green/2", *cards(", ".join(held.values()))}
    rest = ", ".join(card for card in FREAKY_CARDS if card not in named)
    match = freaky("red/orange/1, red/yellow/1, red/green/2", pile=pile, taken={"B": rest}, **held)
    play(match, "A: play red/blue/3 on row 1", "A: take row 1", "A: finish")
    assert match.over
    assert match.scores[A] == 4


def test_fr_13_a_row_taken_disappears_and_later_rows_move_up():
    match = freaky(
        "purple/orange/3", FOUR_BACKGROUNDS, "green/purple/4", "blue/orange/6", A="purple/blue/5, blue/red/1"
    )
    play(match, "A: take row 2")
    assert rows(match) == [["purple/orange/3"], ["green/purple/4"], ["blue/orange/6"]]
    play(match, "A: finish")
    with pytest.raises(parlour.IllegalMove, match="there is no row 4"):
        match.play(B, f"play {min(hand(match, B))} on row 4")


def test_fr_13_features_move_up_with_their_rows():
    """What fits, and what can be taken, is the row's own after others before it are gone."""
    match = freaky(
        FOUR_BACKGROUNDS,
        THREE_AND_THREE,
        FOUR_VALUES,
        A="purple/blue/5, blue/red/1",
        B="orange/yellow/2, yellow/purple/6, green/purple/1",
    )
    play(match, "A: take row 1")
    assert legal(match, A) == {"take row 2", "finish"}
    play(match, "A: finish")
    expected = {
        "play orange/yellow/2 on row 1",  # on orange/yellow/6
        "play yellow/purple/6 on row 1",
        "play green/purple/1 on row 2",  # on green/blue/4
    }
    assert legal(match, B) == expected
    play(match, "B: play orange/yellow/2 on row 1")
    assert {"take row 1", "take row 2"} <= legal(match, B)  # yellow circles four times, and the 4s


def test_fr_13_if_no_rows_are_left_any_card_starts_a_new_row():
    three = "red/green/6, red/yellow/6, purple/red/6"
    match = freaky(FOUR_BACKGROUNDS, A="purple/blue/5", B=three)
    play(match, "A: take row 1", "A: finish")
    assert rows(match) == []
    assert legal(match, B) == {f"new row {card}" for card in cards(three)}
    play(match, "B: new row red/green/6")
    assert rows(match) == [["red/green/6"]]
    assert plays(legal(match, B)) == {"play red/yellow/6 on row 1", "play purple/red/6 on row 1"}


# What is told, and positions


@pytest.mark.parametrize("to", [A, B, None])
def test_every_move_is_told(to: int | None):
    match = freaky("red/orange/1, red/yellow/1, red/blue/3", A="red/green/2, blue/orange/6, purple/red/2")
    told = []
    for move in ("play red/green/2 on row 1", "new row blue/orange/6", "take row 1", "finish"):
        before = match.copy()
        match.play(A, move)
        told.append(match.tell(before, Telling(["Ann", "Ben"], to)))
    who, s = ("You", "") if to == A else ("Ann", "s")
    assert told[0] == f"{who} lay{s} the red 2 with green circles on the red 3 with blue circles."
    assert told[1] == f"{who} start{s} a new row with the blue 6 with orange circles."
    assert told[2] == f"{who} take{s} the row with four red backgrounds: 4 cards, 4 points!"
    assert "draw" in told[3]


@pytest.mark.parametrize(
    ("row", "shows"),
    [
        ("red/green/1, yellow/green/2, red/green/6, yellow/green/4", "four cards with green circles"),
        ("red/green/6, red/orange/6, red/yellow/6, purple/red/6", "four 6s"),
        (
            "red/orange/1, red/yellow/1, red/green/1, red/orange/6, red/yellow/6, red/green/6",
            "six red backgrounds",
        ),
    ],
)
def test_what_a_row_was_taken_for_is_told(row: str, shows: str):
    match = freaky(row, A="purple/blue/5, purple/green/4")
    before = match.copy()
    match.play(A, "take row 1")
    assert f"Ann takes the row with {shows}: " in match.tell(before, Telling(["Ann", "Ben"]))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"rows": [["red/orange/1", "blue/red/6"]]}, "blue/red/6 on red/orange/1, which share nothing"),
        ({"rows": [["red/orange/1"], []]}, "rows must be a list of rows"),
        ({"rows": "red/orange/1"}, "rows must be a list of rows"),
        ({"rows": [["red/red/1"]]}, "'red/red/1', which is no card of this deck"),
        ({"stage": "take"}, "nothing was played this turn"),
        ({"stage": "deal"}, "right would be one of play, take"),
        ({"to_act": [0, 1]}, "to_act must be one seat"),
        ({"hands": [["red/green/6"], ["red/green/2"]]}, r"hands\[1\] has 1 cards; who is not to act holds 3"),
        ({"hands": [FREAKY_CARDS[:4], FREAKY_CARDS[4:7]]}, r"hands\[0\] has 4 cards; right would be at most 3"),
        ({"hands": [[], FREAKY_CARDS[4:7]], "stage": "play"}, "no card left to play"),
    ],
)
def test_positions_that_cannot_be_are_refused(changes: dict[str, object], complaint: str):
    position = {
        "players": 2,
        "hands": [["red/green/6", "red/yellow/6", "red/purple/2"], ["red/green/2", "red/blue/3", "red/blue/4"]],
        "rows": [["red/orange/1"]],
        "pile": ["..."],
    }
    parlour.position("freaky", position)
    with pytest.raises(parlour.BadPosition, match=complaint):
        parlour.position("freaky", {**position, **changes})


# What a sensible child does


def greedy_choices(match: parlour.Match) -> set[str]:
    from parlour.bots.simple import SimpleBot

    return {str(SimpleBot("greedy", seed).choose(match, A)) for seed in range(20)}


def test_greedy_takes_every_row_it_can():
    match = freaky(FOUR_BACKGROUNDS, FOUR_CIRCLES, A="purple/green/4, purple/yellow/5")
    assert greedy_choices(match) == {"take row 1", "take row 2"}


def test_greedy_adds_to_a_row_before_taking_it():
    match = freaky(FOUR_BACKGROUNDS, "green/purple/1", A="orange/blue/2, yellow/purple/6")
    assert greedy_choices(match) == {"play orange/blue/2 on row 1"}


def test_greedy_makes_four_with_one_card_or_with_several():
    match = freaky(
        "red/orange/1, red/yellow/1, red/green/2", "purple/blue/5", A="red/blue/3, purple/yellow/5, blue/red/1"
    )
    assert greedy_choices(match) == {"play red/blue/3 on row 1"}
    match = freaky("red/orange/1, red/yellow/4, blue/yellow/4", A="red/yellow/3, red/yellow/6, purple/green/3")
    assert greedy_choices(match) == {"play red/yellow/3 on row 1", "play red/yellow/6 on row 1"}


def test_greedy_plays_one_card_that_helps_nobody_and_finishes():
    match = freaky("red/orange/1, red/yellow/1", "purple/blue/5", A="red/green/2, purple/red/1, blue/red/4")
    assert greedy_choices(match) == {"play purple/red/1 on row 2", "new row blue/red/4"}
    play(match, "A: new row blue/red/4")
    assert greedy_choices(match) == {"finish"}
