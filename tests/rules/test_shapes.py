"""What all games of Shapes share: the box and placing a piece, SH-1 to SH-8a. What physics does is in tests/physics."""

from __future__ import annotations

import itertools
import math
import random
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.components.piece_set import PieceSet
from parlour.components.shapes_deck import CARD_NAMES, ShapesDeck

from .shapes_tables import (
    ACTIONS,
    COLOURED,
    PLAIN_DECK,
    PLAYER_COUNTS,
    SHAPES,
    VARIANTS,
    WHITES,
    discards,
    everywhere,
    held,
    knock,
    lay,
    overruled,
    place,
    platform,
    play,
    refused,
    shapes,
    stage,
    started,
    turn_of,
)
from .tables import SEATS, A, B, C, legal

# The box


@pytest.mark.parametrize("game", VARIANTS)
def test_sh_1_there_are_ten_shapes_in_four_colours_and_in_white(game: str):
    moves = parlour.find(game).move_names
    assert [move.removeprefix("take ") for move in moves if move.startswith("take ")] == [*COLOURED, *WHITES]
    assert len({*COLOURED, *WHITES}) == 50


def test_sh_1_the_set_has_ten_shapes_and_a_triangle_to_build_on():
    pieces = PieceSet.load("standard")
    assert tuple(pieces.shapes) == SHAPES
    *corners, first = pieces.platform.outline
    assert len(corners) == 3 and first == corners[0]


def test_sh_2_classic_is_played_with_54_cards():
    match = started("shapes", 4)
    assert everywhere(match) == Counter([*COLOURED, *["wild"] * 10, *["stop turn"] * 2, *["clear the board"] * 2])
    assert everywhere(match).total() == 54


@pytest.mark.parametrize("game", VARIANTS[1:])
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_sh_2_the_others_with_the_50_that_have_pieces(game: str, players: int):
    assert everywhere(started(game, players)) == Counter(PLAIN_DECK)


def test_sh_2_there_is_a_card_for_every_coloured_piece_and_a_wild_for_every_white_one():
    assert [CARD_NAMES[card] for card in ShapesDeck.load("standard").cards] == [*PLAIN_DECK, *ACTIONS]


def deck_with(**changes: Any) -> dict[str, Any]:
    """The standard deck with changes; none where it says None."""
    content = {**ShapesDeck.load("standard").content, **changes}
    return {key: value for key, value in content.items() if value is not None}


def test_sh_2_a_deck_of_your_own():
    mine = deck_with(title="No yellow", cards=COLOURED[:30], wild=4, stop_turn=1, clear_the_board=None)
    match = started("shapes", 2, deck=mine)
    assert everywhere(match) == Counter([*COLOURED[:30], *["wild"] * 4, "stop turn"])
    for game in VARIANTS[1:]:
        assert everywhere(started(game, 2, deck=mine)) == Counter([*COLOURED[:30], *["wild"] * 4])


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"wild": 11}, "wild: expected a number from 0 to 10, as there are 10 white pieces; found 11"),
        ({"cards": [*COLOURED, "red bar"]}, "card 41, 'red bar', stands twice; there is one piece for it"),
        ({"cards": [*COLOURED, "white bar"]}, "card 41: 'white bar' is no coloured piece"),
        ({"cards": [*COLOURED, "pink bar"]}, "card 41: 'pink bar' is no coloured piece"),
        ({"cards": None}, "expected cards = [...] with the coloured cards"),
        ({"cards": [], "wild": 0}, "expected at least one card that has a piece"),
        ({"stop_turn": -1}, "stop_turn: expected a number from 0"),
        ({"stop_turn": 3}, "stop_turn: expected a number from 0 to 2"),
        ({"clear_the_board": 3}, "clear_the_board: expected a number from 0 to 2"),
        ({"clear_the_board": "two"}, "clear_the_board: expected a number from 0"),
        ({"wilds": 10}, "unknown 'wilds'"),
    ],
)
def test_sh_2_a_deck_without_a_piece_for_every_card_is_refused(changes: dict[str, Any], complaint: str):
    with pytest.raises(parlour.BadComponent) as caught:
        parlour.new("shapes", deck=deck_with(**changes))
    assert complaint in str(caught.value)


@pytest.mark.parametrize(("game", "players", "wanted"), [("shapes", 2, 21), ("shapes", 4, 33), ("shapes-draft", 3, 28)])
def test_sh_2_a_deck_too_small_for_the_deal_is_refused(game: str, players: int, wanted: int):
    actions = {"wild": 0, "stop_turn": 0, "clear_the_board": 0}
    parlour.new(game, players=players, deck=deck_with(cards=COLOURED[:wanted], **actions))
    with pytest.raises(parlour.BadOption) as caught:
        parlour.new(game, players=players, deck=deck_with(cards=COLOURED[: wanted - 1], **actions))
    assert str(wanted) in str(caught.value)


SIZES = {  # SH-3: width and depth in mm
    "square": (30, 30),
    "bar": (60, 15),
    "plank": (90, 15),
    "triangle": (36, 36 * math.sqrt(3) / 2),
    "right triangle": (40, 30),
    "disc": (32, 32),
    "half disc": (44, 22),
    "trapezoid": (48, 20),
    "L": (30, 45),
    "arch": (60, 30),
}
AREAS = {  # mm2
    "square": 900,
    "bar": 900,
    "plank": 1350,
    "triangle": 36 * 36 * math.sqrt(3) / 4,
    "right triangle": 600,
    "disc": math.pi * 16**2,
    "half disc": math.pi * 22**2 / 2,
    "trapezoid": (48 + 26) / 2 * 20,
    "L": 45 * 15 + 15 * 15,
    "arch": 60 * 30 - math.pi * 15**2 / 2,
}


@pytest.mark.parametrize("name", SHAPES)
def test_sh_3_the_shapes_have_their_sizes(name: str):
    shape = PieceSet.load("standard").shape(name)
    width, depth = (max(side) - min(side) for side in zip(*shape.outline, strict=True))
    assert (width, depth) == pytest.approx(SIZES[name], abs=0.05)
    assert shape.area == pytest.approx(AREAS[name], rel=0.01)


def test_sh_3_they_are_flat_and_of_smooth_hardwood():
    pieces = PieceSet.load("standard")
    assert (pieces.thickness, pieces.density, pieces.friction) == (15, 700, 0.5)


def test_sh_3_the_platform_has_three_equal_sides():
    platform = PieceSet.load("standard").platform
    sides = [math.dist(one, other) for one, other in itertools.pairwise(platform.outline)]
    assert sides == pytest.approx([140, 140, 140]) and platform.thick == 20


@pytest.mark.parametrize("name", SHAPES)
def test_sh_3_what_is_not_convex_is_made_of_convex_parts(name: str):
    assert len(PieceSet.load("standard").shape(name).parts) == {"L": 2, "arch": 3}.get(name, 1)


def test_sh_3_all_sizes_are_in_a_file_that_can_be_changed(tmp_path: Path):
    text = (Path(parlour.__file__).parent / "components" / "pieces" / "standard.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("box = [30, 30]", "box = [40, 40]").replace("thickness = 15", "thickness = 12"))
    match = parlour.new("shapes", pieces=str(path), seed=1)
    mine = PieceSet.load(match.game.plain_settings["pieces"])
    assert mine.thickness == 12 and mine.shape("square").area == 1600
    path.write_text(text.replace("box = [30, 30]", "box = [3, 30]"))
    with pytest.raises(parlour.BadComponent, match=r"mine.toml: shape 'square': .*expected a number from 8 to 120 mm"):
        parlour.new("shapes", pieces=str(path))


@pytest.mark.parametrize("game", VARIANTS)
def test_sh_3_a_record_is_only_replayed_with_the_same_pieces_and_deck(game: str):
    record = parlour.new(game, seed=1).record()
    assert {"deck", "pieces"} <= set(record["components"])
    for name in ("deck", "pieces"):
        other = {**record, "components": {**record["components"], name: "0123456789abcdef"}}
        with pytest.raises(parlour.BadRecord, match=f"made with another {name}"):
            parlour.replay(other)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("game", VARIANTS)
def test_sh_2_a_wild_always_finds_a_free_white_piece(game: str, players: int):
    """Whoever has to place a card, a Wild too, finds a piece for it; whoever holds a Wild can lay it."""
    dice = random.Random(players)
    for seed in range(6):
        match = parlour.new(game, players=players, seed=seed, hand="surgeon")
        while not match.over:
            seat = dice.choice(sorted(match.to_act))
            moves = legal(match, seat)
            view = match.view(seat)
            if view["stage"] == "laying" and seat == view["turn_of"] and "wild" in view["hand"]:
                assert any(move.startswith("lay wild") for move in moves)
            if view["stage"] == "placing" and seat == view["turn_of"]:
                assert any(move.startswith("take ") for move in moves)
            lays = [move for move in sorted(moves) if move.startswith(("lay", "take"))]
            match.play(seat, dice.choice(lays or sorted(moves)))


# Placing a piece: what the rules have to say; the rest is physics


def three_red(**rest: Any) -> parlour.Match:
    """A has laid red bar, red L and a Wild for white disc; there is a tower of three."""
    table: dict[str, Any] = {
        "A": "red bar, red L, wild, green arch",
        "B": "blue bar, blue L",
        "C": "green bar, green L",
    }
    match = shapes(**table | {"platform": "yellow plank, yellow square, white arch"} | rest)
    lay(match, "A", "red bar", "red L", "white disc")
    return match


def test_sh_4_pieces_are_placed_one_at_a_time():
    match = three_red()
    assert legal(match, A) == {"take red bar", "take red L", "take white disc"}
    play(match, "A: take red L")
    assert legal(match, A) == {"let go"}
    refused(match, A, "take red bar", "let go of the piece in hand")
    assert match.view(B)["held"] == "red L"


def test_sh_4_only_the_piece_being_placed_can_be_held():
    match = three_red()
    refused(match, A, "take yellow plank", "yellow plank is on the platform")
    refused(match, A, "take green arch", "green arch is not yours to place")  # its card is in the hand still
    refused(match, A, "take blue bar", "blue bar is not yours to place")
    refused(match, A, "take white plank", "white plank is not yours to place")  # another was picked for the Wild
    refused(match, A, "let go", "take a piece in hand")
    for seat in (B, C):
        refused(match, seat, "take red bar", "it is the turn of seat 0")


def test_sh_4_once_let_go_a_piece_cannot_be_taken_up_again():
    match = three_red()
    play(match, "A: take red L", "A: let go")
    for piece in ("red L", "red bar"):
        refused(match, A, f"take {piece}")
    play(match, "umpire: all at rest")
    assert legal(match, A) == {"take red bar", "take white disc"}
    refused(match, A, "take red L", "red L is on the platform: once let go, a piece may not be taken up again")


def test_sh_4_a_move_is_read_in_capitals_and_small_letters():
    match = three_red()
    play(match, "A: Take Red l")
    assert match.view(None)["held"] == "red L"


def test_sh_5_after_letting_go_nobody_acts_until_all_is_at_rest():
    match = three_red()
    play(match, "A: take red L", "A: let go")
    assert stage(match) == "settling" and match.umpire_asked
    assert match.to_act == set() and not match.over
    assert all(legal(match, seat) == set() for seat in (A, B, C))
    assert turn_of(match) == A
    play(match, "umpire: all at rest")
    assert stage(match) == "placing" and not match.umpire_asked
    assert match.to_act == {A}


def test_sh_5_players_cannot_say_what_fell_or_that_all_rests():
    match = three_red()
    for move in ("yellow plank falls", "all at rest"):
        refused(match, A, move)
    play(match, "A: take red L", "A: let go")
    for move in ("yellow plank falls", "red L falls", "all at rest"):
        refused(match, A, move)
        refused(match, B, move)
    assert stage(match) == "settling"


def test_sh_5_the_umpire_only_says_what_fell_and_that_all_rests():
    match = three_red()
    for words in ("take red bar", "let go", "all at rest", "yellow plank falls"):
        overruled(match, words)  # nothing is moving
    assert not match.umpire_asked
    play(match, "A: take red L")
    for words in ("all at rest", "let go", "take red bar"):
        overruled(match, words)  # the piece is in the hand
    play(match, "A: let go")
    for words in ("take red bar", "let go", "draw", "blue bar falls", "the cat jumps"):
        overruled(match, words)


def test_sh_5_with_the_model_letting_go_decides_at_once():
    for chance in range(20):
        match = three_red(falls="model", chance=chance)
        play(match, "A: take red L", "A: let go")
        assert not match.umpire_asked
        assert stage(match) in ("placing", "robbing")
        overruled(match, "all at rest")


def test_sh_5_the_model_knows_steady_and_unsteady_hands():
    def falls(hand: str) -> int:
        count = 0
        for chance in range(150):
            match = three_red(falls="model", chance=chance * 0x9E3779B97F4A7C15 % 2**64, options={"hand": hand})
            play(match, "A: take red L", "A: let go")
            count += stage(match) == "robbing"
        return count

    child, grown_up, surgeon = falls("child"), falls("grown-up"), falls("surgeon")
    assert 0 < child < 150
    assert child > grown_up >= surgeon


@pytest.mark.parametrize("fallen", ["red L", "yellow plank", "yellow square", "white arch"])
def test_sh_6_it_counts_whichever_piece_falls(fallen: str):
    match = three_red()
    place(match, "A", "red L", fallen)
    assert stage(match) == "robbing"
    assert fallen not in platform(match)


def test_sh_6_a_piece_of_this_turn_counts_as_well():
    match = three_red()
    place(match, "A", "red L")
    place(match, "A", "red bar", "red L")
    assert stage(match) == "robbing"
    assert platform(match) == ["yellow plank", "yellow square", "white arch", "red bar"]


def test_sh_6_it_counts_from_taking_the_piece_in_hand():
    match = three_red()
    overruled(match, "white arch falls")
    play(match, "A: take red L", "umpire: white arch falls")
    assert stage(match) == "settling"
    assert match.to_act == set()
    play(match, "umpire: all at rest")
    assert stage(match) == "robbing"


def test_sh_6_the_piece_in_the_hand_cannot_fall_before_it_is_let_go():
    match = three_red()
    play(match, "A: take red L")
    overruled(match, "red L falls")
    overruled(match, "all at rest")  # it is not let go
    play(match, "A: let go", "umpire: red L falls")
    assert match.view(None)["fallen"] == ["red L"]


def test_sh_6_what_is_not_on_the_platform_cannot_fall():
    match = three_red()
    play(match, "A: take red L", "A: let go")
    for piece in ("red bar", "white disc", "blue bar", "green arch"):
        overruled(match, f"{piece} falls")
    play(match, "umpire: white arch falls")
    overruled(match, "white arch falls")  # not twice


def test_sh_6_any_number_of_pieces_may_fall():
    match = three_red()
    place(match, "A", "red L", "white arch", "red L", "yellow plank", "yellow square")
    assert platform(match) == [] and stage(match) == "robbing"


def test_sh_7_fallen_pieces_leave_play_and_the_others_stay_as_they_lie():
    match = three_red()
    play(match, "A: take red L", "A: let go", "umpire: yellow square falls", "umpire: red L falls")
    assert set(match.view(None)["fallen"]) == {"yellow square", "red L"}
    play(match, "umpire: all at rest", "A: rob seat 1")
    assert platform(match) == ["yellow plank", "white arch"]
    assert stage(match) == "laying" and turn_of(match) == B
    assert match.view(None)["fallen"] == []


def test_sh_7_the_piece_in_the_hand_returns_when_another_falls():
    match = three_red()
    play(match, "A: take red L", "umpire: white arch falls")
    assert match.view(None)["held"] is None
    refused(match, A, "let go")
    overruled(match, "red L falls")
    play(match, "umpire: all at rest")
    assert platform(match) == ["yellow plank", "yellow square"]


def test_sh_7_after_one_has_fallen_others_may_still_follow_it():
    match = three_red()
    knock(match, "A", "red L", "white arch", "yellow square")
    assert platform(match) == ["yellow plank"]


def test_sh_7_a_white_piece_back_in_the_supply_can_be_picked_again():
    match = three_red(B="wild, blue L")
    knock(match, "A", "white disc", "white arch")
    play(match, "A: rob seat 2")
    assert {"lay wild as white disc", "lay wild as white arch"} <= legal(match, B)


def test_sh_7_the_platform_stays_into_the_next_turn():
    match = three_red()
    place(match, "A", "white disc")
    place(match, "A", "red bar")
    place(match, "A", "red L")
    play(match, "A: draw")
    assert turn_of(match) == B
    assert platform(match) == ["yellow plank", "yellow square", "white arch", "white disc", "red bar", "red L"]


def test_sh_8_a_piece_let_go_outside_the_platform_has_fallen():
    match = three_red(platform="")
    play(match, "A: take red L", "A: let go")
    assert platform(match) == ["red L"]  # until it is seen to fall
    play(match, "umpire: red L falls", "umpire: all at rest")
    assert platform(match) == [] and stage(match) == "robbing"


@pytest.mark.parametrize("game", VARIANTS)
def test_sh_8_the_time_of_a_hand_can_be_set(game: str):
    assert parlour.new(game).view(None)["hand_time"] == 60
    for seconds in (10, 45, 600):
        assert parlour.new(game, hand_time=seconds).view(None)["hand_time"] == seconds
    for seconds in (9, 601, 0, -1, "long"):
        with pytest.raises(parlour.BadOption, match="hand_time"):
            parlour.new(game, hand_time=seconds)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_sh_8a_play_goes_to_the_left(players: int):
    match = started("shapes", players, starter=players - 1)
    for count in range(2 * players):
        seat = (players - 1 + count) % players
        assert turn_of(match) == seat and seat in match.to_act
        play(match, f"{SEATS[seat]}: enough", f"{SEATS[seat]}: draw")


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_sh_8a_play_goes_to_the_left_in_survivor(players: int):
    match = started("shapes-survivor", players, starter=players - 1)
    for count in range(2 * players):
        seat = (players - 1 + count) % players
        assert turn_of(match) == seat and match.to_act == {seat}
        play(match, f"{SEATS[seat]}: draw")
        place(match, SEATS[seat], match.legal(seat)[0].text.removeprefix("take "))


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_sh_8a_in_every_variant_whoever_says_it_first_starts(game: str, players: int):
    for first in range(players):
        match = parlour.new(game, players=players, seed=3)
        assert stage(match) == "starting" and match.to_act == set(range(players))
        assert all(legal(match, seat) == {"let's play shapes"} for seat in range(players))
        match.play(first, "let's play shapes")
        assert match.view(None)["starter"] == turn_of(match) == first
        for other in range(players):
            refused(match, other, "let's play shapes")


@pytest.mark.parametrize("game", VARIANTS)
def test_sh_8a_the_host_may_name_who_starts(game: str):
    match = started(game, 3, starter=C)
    assert match.view(None)["starter"] == turn_of(match) == C
    assert stage(match) != "starting"


def test_each_seat_sees_its_own_hand_and_no_other():
    match = three_red()
    for seat in (A, B, C):
        assert sorted(match.view(seat)["hand"]) == held(match, seat)
    assert match.view(None)["hand"] == []
    assert match.view(None)["hand_sizes"] == [1, 2, 2]
    assert sorted(match.view(None)["discard"]) == discards(match)
    assert match.view(None)["deck"] == len(match.position()["deck"])


# The files on the rule page


def test_the_files_on_the_page_are_right():
    page = Path(__file__).parents[2] / "docs" / "rulebook" / "shapes.md"
    found = re.findall(r"^```toml\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    cards, pieces = (tomllib.loads(text) for text in found)
    parlour.new("shapes", players=2, deck=cards, seed=1)
    with pytest.raises(parlour.BadOption, match="27 cards are too few for 3 players; expected 28"):
        parlour.new("shapes", players=3, deck=cards)
    standard = PieceSet.load("standard").content
    assert {**standard, **pieces, "shapes": {**standard["shapes"], **pieces["shapes"]}} == standard
