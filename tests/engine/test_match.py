"""The library's face: matches, records, positions, and what is said of bad input."""

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour import BadOption, BadPosition, BadRecord, IllegalMove, Match, ParlourError, UnknownGame


def played(game: str = "ka-blam", moves: int = 12, **options: Any) -> Match:
    match = parlour.new(game, seed=3, **options)
    for turn in range(moves):
        seat = min(match.to_act)
        legal = match.legal(seat)
        match.play(seat, legal[turn % len(legal)])
    return match


def test_a_match_as_a_user_types_it() -> None:
    match = parlour.new("ka-blam", players=4, seed=7, length="short")
    (seat,) = match.to_act
    move = match.legal(seat)[0]
    assert match.game.move_names[int(move)] == str(move)
    match.play(seat, str(move))
    assert match.moves == [(seat, move)]
    assert not match.over and match.winners == set()
    assert parlour.replay(match.record()).position() == match.position()
    assert parlour.position("ka-blam", match.position()).view(seat) == match.view(seat)


def test_the_same_seed_deals_the_same_cards_and_no_seed_others() -> None:
    deal = parlour.new("go-fox", players=5, seed=9).position()
    assert parlour.new("go-fox", players=5, seed=9).position() == deal
    assert parlour.new("go-fox", players=5, seed=10).position() != deal
    assert parlour.new("go-fox").seed != parlour.new("go-fox").seed


def test_moves_are_read_in_words_and_by_number() -> None:
    match = parlour.new("go-fox", players=2, seed=1, starter=0)
    move = match.legal(0)[0]
    match.copy().play(0, f"  {str(move).upper()}  ")
    match.copy().play(0, int(move))
    with pytest.raises(IllegalMove, match="'ask for 12' is no move of GO FOX!"):
        match.play(0, "ask for 12")


def test_an_unknown_game_names_those_there_are() -> None:
    with pytest.raises(UnknownGame, match="no game 'chess'; there are ka-blam, go-fox, read-and-grab"):
        parlour.new("chess")


@pytest.mark.parametrize("players", [0, 1, 7, -2, 2.5, "many", True])
def test_seats_out_of_range(players: Any) -> None:
    with pytest.raises(BadOption, match="ka-blam is for 2 to 6 players, not for"):
        parlour.new("ka-blam", players=players)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"length": "medium"}, "option length: 'medium' is not one of its values; right would be long or short"),
        ({"target": 49}, "option target: 49 .* a whole number from 50 to 500"),
        ({"target": 501}, "from 50 to 500"),
        ({"target": "a lot"}, "from 50 to 500"),
        ({"starter": 2}, "option starter: 2 is no seat of a game with 2 players; .* chance, or a seat from 0 to 1"),
        ({"tarot": 1}, "ka-blam has no option 'tarot'; it has length, target, deck, words, starter"),
        ({"deck": "triple"}, "deck: there is no 'triple'; right would be double, standard, or the path"),
        ({"words": 7}, "word list: 7 is neither a name, a file nor the content of one"),
    ],
)
def test_options_out_of_range(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ParlourError, match=message):
        parlour.new("ka-blam", players=2, **options)


@pytest.mark.parametrize("seed", [-1, 2**63, "x", 1.5])
def test_a_seed_must_fit(seed: Any) -> None:
    with pytest.raises(ParlourError, match=r"a seed is a whole number from 0 to 2\*\*63 - 1"):
        parlour.new("go-fox", seed=seed)


def test_an_illegal_move_names_the_legal_ones_and_changes_nothing() -> None:
    position = {"players": 2, "options": {"length": "short"}, "hands": [["red 7", "blue 3"], ["green 4"]]}
    match = parlour.position("ka-blam", {**position, "discard": ["red 5"], "pile": ["..."]})
    before = match.digest(), match.record()
    with pytest.raises(IllegalMove, match="'play blue 3' is not legal now: .*match red or 5; seat 0 can: play red 7"):
        match.play(0, "play blue 3")
    with pytest.raises(IllegalMove, match="you do not hold green 4"):
        match.play(0, "play green 4")
    with pytest.raises(IllegalMove, match="you may not draw while a card fits"):
        match.play(0, "draw")
    with pytest.raises(IllegalMove, match="seat 1 cannot play green 4 now: it is the turn of seat 0"):
        match.play(1, "play green 4")
    with pytest.raises(IllegalMove, match="moves of KA-BLAM! are numbered 0 to 91"):
        match.play(0, 92)
    assert (match.digest(), match.record()) == before


@pytest.mark.parametrize("move", [3.7, None, float("nan"), True, [], b"draw"])
def test_what_is_no_move_at_all(move: Any) -> None:
    match = parlour.new("go-fox", players=2, seed=1, starter=0)
    with pytest.raises(IllegalMove, match="is no move: a move is given by its number or in words"):
        match.play(0, move)


@pytest.mark.parametrize("seat", [True, 1.0, None, [], "0", 7])
def test_what_is_no_seat_at_all(seat: Any) -> None:
    match = parlour.new("go-fox", players=2, seed=1, starter=0)
    with pytest.raises(IllegalMove, match="there is no seat"):
        match.play(seat, 0)
    with pytest.raises(IllegalMove, match="there is no seat"):
        match.legal(seat)


def test_numbers_of_any_integer_type_will_do() -> None:
    match = parlour.new("go-fox", players=np.int64(2), seed=np.int64(1), starter=0)
    match.play(np.int64(0), np.int64(match.legal(np.int64(0))[0]))
    assert parlour.replay(json.dumps(match.record())).moves == match.moves


def test_moves_can_be_copied_and_pickled() -> None:
    move = parlour.new("go-fox", seed=1, starter=0).legal(0)[0]
    for again in (pickle.loads(pickle.dumps(move)), copy.deepcopy(move)):
        assert again == move and str(again) == str(move)


def test_nobody_moves_when_the_game_is_over() -> None:
    match = parlour.new("read-and-grab", players=2, seed=1)
    while not match.over:
        seat = min(match.to_act)
        match.play(seat, match.legal(seat)[0])
    with pytest.raises(IllegalMove, match="the game is over"):
        match.play(0, "turn over")
    assert match.legal(0) == match.choices(0) == []


def test_views_are_of_seats_that_exist() -> None:
    match = parlour.new("go-fox", players=3, seed=1)
    assert match.view(None)["hand"] == []
    for seat in (-1, 3, "0", True, 0.0):
        with pytest.raises(ParlourError, match="there is no seat .*; seats are 0 to 2"):
            match.view(seat)  # type: ignore[arg-type]


# Records


def test_a_record_is_json_and_replays() -> None:
    for game in parlour.GAMES:
        match = played(game.id, players=3)
        again = parlour.replay(json.dumps(match.record()))
        assert again.digest() == match.digest() and again.moves == match.moves


def test_a_match_from_a_position_replays_too() -> None:
    match = parlour.position("ka-blam", played(players=3).position())
    seat = min(match.to_act)
    match.play(seat, match.legal(seat)[0])
    assert parlour.replay(match.record()).digest() == match.digest()


def test_a_record_holds_the_whole_of_a_users_own_components() -> None:
    deck = {
        "title": "Mine",
        "words": {"colours": ["red", "blue"], "numbers": list(range(1, 12))},
        "actions": {"miss": 0, "+2": 3, "reverse": 1},
        "specials": {"wild": 7, "ka-blam": 1},
    }
    match = played(players=2, deck=deck, moves=5)
    assert match.record()["options"]["deck"] == deck
    assert parlour.replay(json.dumps(match.record())).digest() == match.digest()


def damage(**changes: Any) -> dict[str, Any]:
    record = copy.deepcopy(played(players=2, length="short").record())
    for key, value in changes.items():
        if value is None:
            del record[key]
        else:
            record[key] = value
    return record


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("{not json", "this is no record: not JSON"),
        ("[]", "a record is a JSON object"),
        (damage(moves=None), "this record is damaged: moves missing"),
        (damage(game=None, rules=None), "damaged: game, rules missing"),
        (damage(parlour=2), "this record has format 2; this Parlour reads format 1"),
        (damage(rules=0), "made under version 0 of the rules of KA-BLAM!; these are version 2"),
        (damage(components={"deck": "0", "words": "0"}), "made with another deck than 'standard' here"),
        (damage(seed=None), "neither a seed nor a position"),
        (damage(seed="7"), "its seed is '7', not a whole number"),
        (damage(moves="many"), "moves must be a list"),
        (damage(moves=[[0]]), r"move 1 is \[0\]; right would be \[seat, number\]"),
        (damage(moves=[[0, 91], [1, 91]]), "damaged at move 1 of 2: "),
        (damage(moves=[[0, True]]), "move 1 is"),
        (damage(digest="0000"), "its moves end in state .*, but it was written down in state '0000'"),
        (damage(options=3), "options must be an object"),
        (damage(components=[]), "made with another deck"),
        ("[" * 100_000, "this is no record: not JSON"),
        (damage(position=3), "position must be an object"),
    ],
)
def test_a_damaged_record_is_refused_with_the_reason(record: Any, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        parlour.replay(record)


def test_a_record_or_a_position_opens_no_file(tmp_path: Path) -> None:
    """What is handed in from outside must not make this machine read its own files."""
    file = tmp_path / "words.toml"
    file.write_text("secret")
    for options in ({"words": str(file)}, {"deck": "/etc/passwd"}):
        with pytest.raises(BadOption, match="is none of ours .*, nor the content of a file"):
            parlour.replay(damage(options=options))
        with pytest.raises(BadOption, match="is none of ours"):
            parlour.position("ka-blam", {**PLAIN, "options": options})


@pytest.mark.parametrize("options", [{"self": 3}, {"players": 3}, {"cls": 1}])
def test_options_of_any_name_are_reported(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="ka-blam has no option"):
        parlour.replay(damage(options=options))


def test_a_record_of_an_unknown_game_or_table() -> None:
    with pytest.raises(UnknownGame):
        parlour.replay(damage(game="chess"))
    with pytest.raises(BadOption):
        parlour.replay(damage(players=9))


# Positions

HANDS = [["red 7", "blue 3"], ["green 4", "wild"]]
PLAIN = {"players": 2, "hands": HANDS, "discard": ["red 5"], "pile": ["..."]}


def test_what_is_left_out_of_a_position_is_filled_in() -> None:
    match = parlour.position("ka-blam", PLAIN)
    shown = match.position()
    assert shown["to_act"] == [0] and shown["colour"] == "red" and shown["direction"] == "left"
    assert len(shown["pile"]) == 89 - 5
    assert parlour.position("ka-blam", json.dumps(shown)).position() == shown


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pile": []}, "these cards of the deck are nowhere: red 1, red 2, .* and .* more names"),
        ({"discard": ["red 7"]}, r"hands\[0\] has 'red 7'|discard has 'red 7', but the deck has 1 of it"),
        ({"discard": ["red 12"]}, "discard has 'red 12', which is no card of this deck"),
        ({"discard": []}, "discard must have a top card"),
        ({"discard": ["ka-blam"]}, "never has the Exploding card"),
        ({"discard": ["wild"]}, "colour is None; right would be one of red, orange"),
        ({"colour": "blue"}, "colour is 'blue', but red 5 on top makes it red"),
        ({"hands": [["red 7"]]}, "hands must be a list of 2 lists, one for each seat"),
        ({"hands": [["red 7"], []]}, r"hands\[1\] is empty, so the round is over"),
        ({"hands": [["red 7", 7], ["red 1"]]}, r"hands\[0\] must be a list of card names"),
        ({"hands": [["ka-blam", "red 1"], ["red 2"]]}, "seat 0 is to act, but holds ka-blam"),
        ({"to_act": [2]}, "to_act is .*; right would be a list of seats from 0 to 1"),
        ({"to_act": [0, 1]}, "to_act must be one seat"),
        ({"to_act": []}, "either somebody is to act, or there are winners"),
        ({"points": [100, 0]}, "someone has the 100 points that win"),
        ({"points": [1]}, "points is .*; right would be 2 numbers"),
        ({"direction": "up"}, "direction is 'up'; right would be one of left, right"),
        ({"dealer": 5}, "dealer is 5; right would be a number from 0 to 1"),
        ({"chance": "luck"}, "chance is 'luck'; right would be up to 16 hex digits"),
        ({"chance": "-0x1"}, "chance is '-0x1'"),
        ({"chance": "0x10000000000000000"}, "right would be up to 16 hex digits"),
        ({"moon": "full"}, "unknown 'moon'"),
        ({"game": "go-fox"}, "this is a position of 'go-fox', not of 'ka-blam'"),
        ({"discard": ["red 5", "..."]}, "'...' stands in discard, pile; it may stand once"),
        ({"seen_in_hands": [["wild"], []]}, r"seen_in_hands\[0\] has 'wild', which hands\[0\] lacks"),
        ({"options": 3}, "options must be an object"),
        ({"to_act": ["x"]}, "to_act is .*; right would be a list of seats"),
        ({"hands": [["red 7"], ["ka-blam", "red 1"]]}, "only seat 0 is left in the round, and so has won it"),
        ({"to_act": [], "winners": [0, 1]}, "nobody is to act, but nobody has won the game either"),
        ({"to_act": [], "winners": [0]}, "nobody has won the game either"),
    ],
)
def test_a_position_that_breaks_the_bookkeeping(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        parlour.position("ka-blam", {**PLAIN, **changes})


@pytest.mark.parametrize("text", ["{", "[]", "3"])
def test_a_position_must_be_a_json_object(text: str) -> None:
    with pytest.raises(BadPosition, match="position: "):
        parlour.position("ka-blam", text)


@pytest.mark.parametrize(
    ("game", "changes", "message"),
    [
        ("go-fox", {"pairs": [[["red 1", "red 2"]], []]}, "red 1 and red 2, which are no pair"),
        ("go-fox", {"pairs": [[["red 1"]], []]}, "right would be two card names"),
        ("go-fox", {"pairs": []}, "pairs must be a list of 2 lists of pairs"),
        ("go-fox", {"pairs": [5, 5]}, "pairs must be a list of 2 lists of pairs"),
        ("go-fox", {"to_act": [], "winners": [0]}, "the game ends in stage 'ask' with an empty pile"),
        ("read-and-grab", {"to_act": [], "winners": [0]}, "the game ends in stage 'turn' with an empty middle"),
        ("go-fox", {"stage": "lay", "asked": 9}, "seat 0 asked for 9, but holds none"),
        ("go-fox", {"stage": "lay", "asked": 1}, "told no, but the next seat holds a 1"),
        ("go-fox", {"stage": "lay"}, "asked is missing"),
        ("go-fox", {"stage": "dance"}, "stage is 'dance'; right would be one of ask, lay"),
        ("read-and-grab", {"stage": "grab", "turned": "red 9"}, "turned is 'red 9'; right would be one of"),
        ("read-and-grab", {"stage": "grab"}, "turned is None"),
        ("read-and-grab", {"middle": [], "front": [["..."], []]}, r"front\[0\] has '...'"),
    ],
)
def test_positions_of_the_other_games(game: str, changes: dict[str, Any], message: str) -> None:
    hands = {"hands": [["red 1", "red 2"], ["blue 1", "green 3"]], "pile": ["..."]}
    front = {"front": [["red 1", "red 2"], ["blue 1"]], "middle": ["..."]}
    places = hands if game == "go-fox" else front
    parlour.position(game, {"players": 2, **places})
    if "pairs" in changes:
        places = {"hands": [["red 3"], ["blue 3"]], "pile": ["..."]}
    with pytest.raises(BadPosition, match=message):
        parlour.position(game, {"players": 2, **places, **changes})
