"""Survivor, Play One Pass One Toss One, and Card Drafting: the slow checker by hand, clause by clause."""

from __future__ import annotations

from .shapes import legal
from .shapes_table import COLOURED, SHAPES, WHITE_PIECES, WILD
from .test_shapes import place, step, steps, table

# Survivor


def test_survivor_draw_a_card_and_place_its_piece() -> None:
    position = table("drawing", "shapes-survivor", deck="red bar, wild, red L", platform="white L")
    assert (legal(position, 0), legal(position, 1)) == ({"draw"}, set())
    position = step(position, 0, "draw")
    assert (position["intended"], legal(position, 0)) == (["red bar"], {"take red bar"})
    position = place(position, "red bar")
    assert (position["discard"], position["turn_of"], position["turn"], position["stage"]) == (
        ["red bar"],
        1,
        2,
        "drawing",
    )
    position = step(position, 1, "draw")
    assert legal(position, 1) == {f"take white {shape}" for shape in SHAPES if shape != "L"}
    position = place(position, "white bar")
    assert (position["platform"], position["whites"]) == (["white L", "red bar", "white bar"], [])


def test_survivor_any_piece_falls_and_you_are_out() -> None:
    position = table("placing", "shapes-survivor", 3, intended="red bar", platform="green L", deck="red L")
    position = place(position, "red bar", falling="green L")
    assert (position["out"], position["platform"], position["discard"]) == ([0], ["red bar"], ["red bar"])
    assert (position["turn_of"], position["winners"]) == (1, [])
    position = table("placing", "shapes-survivor", 3, turn_of=2, intended="red bar", out=[0], deck="red L")
    assert place(position, "red bar")["turn_of"] == 1
    assert place(position, "red bar", falling="red bar")["winners"] == [1]


def test_survivor_a_new_deck() -> None:
    position = table("drawing", "shapes-survivor", platform="red bar", discard="red bar, red L")
    position = step(position, 0, "draw", shuffled="red L")
    assert (position["intended"], position["discard"]) == (["red L"], ["red bar"])


def test_survivor_nothing_left_to_draw() -> None:
    position = table("placing", "shapes-survivor", 3, intended="red bar", out=[1])
    assert place(position, "red bar")["winners"] == [0, 2]
    # One is out, but the fallen piece's card makes a new deck.
    position = table("placing", "shapes-survivor", 3, intended="red bar")
    position = place(position, "red bar", falling="red bar")
    assert (position["winners"], position["stage"], position["turn_of"]) == ([], "drawing", 1)
    # Its card stays behind as its piece does.
    position = table("placing", "shapes-survivor", 3, intended="red bar", platform="red L", discard="")
    assert place(position, "red bar", falling="red L")["winners"] == [1, 2]


# Play One, Pass One, Toss One


def test_pass_play_one_pass_one_toss_one() -> None:
    position = table("drawing", "shapes-pass", 3, deck="red bar, wild, red L, blue L")
    position = step(position, 0, "draw")
    assert (position["hands"][0], position["stage"]) == (["red bar", WILD, "red L"], "playing")
    assert legal(position, 0) == {"take red bar", "take red L", *(f"take {piece}" for piece in WHITE_PIECES)}
    position = place(position, "red L")
    assert (position["stage"], position["hands"][0]) == ("passing", ["red bar", WILD])
    assert legal(position, 0) == {
        f"pass {what} to seat {other}"
        for what in ("red bar", WILD, *(f"wild as {piece}" for piece in WHITE_PIECES))
        for other in (1, 2)
    }
    tossed = step(position, 0, "pass wild to seat 2")
    assert (tossed["waiting"], tossed["reserved"]) == ([[], [], [WILD]], [[], [], []])
    assert (tossed["discard"], tossed["hands"][0]) == (["red bar", "red L"], [])
    assert (tossed["turn_of"], tossed["stage"]) == (1, "drawing")


def test_pass_a_named_white_piece_is_reserved() -> None:
    position = table(
        "passing", "shapes-pass", hands=["wild, wild", ""], platform="white L", deck="blue L, blue bar, red L"
    )
    position = step(position, 0, "pass wild as white disc to seat 1")
    assert (position["waiting"][1], position["reserved"][1]) == ([WILD], ["white disc"])
    assert (position["turn_of"], position["stage"], legal(position, 1)) == (1, "placing", {"take white disc"})
    position = place(position, "white disc")
    assert (position["reserved"], position["stage"]) == ([[], []], "drawing")


def test_pass_a_wild_left_open_is_the_receivers_choice() -> None:
    position = table(
        "placing",
        "shapes-pass",
        turn_of=1,
        waiting=["wild", "wild, wild, red bar", ""],
        reserved=["white arch", "white disc", ""],
        platform="white L",
    )
    free = [f"take white {shape}" for shape in SHAPES if shape not in ("arch", "L")]
    assert legal(position, 1) == {"take red bar", *free}
    left_open = place(position, "white bar")
    assert legal(left_open, 1) == {"take red bar", "take white disc"}
    reserved = place(position, "white disc")
    assert legal(reserved, 1) == {"take red bar", *free} - {"take white disc"}


def test_pass_first_the_cards_passed_to_you() -> None:
    position = table("placing", "shapes-pass", waiting=["red bar, red L", ""], deck="blue L, blue bar, blue disc")
    assert legal(position, 0) == {"take red bar", "take red L"}
    position = place(position, "red L")
    assert (position["stage"], position["waiting"]) == ("placing", [["red bar"], []])
    position = place(position, "red bar")
    assert (position["stage"], position["turn_of"]) == ("drawing", 0)


def test_pass_whoever_falls_passes_nothing() -> None:
    position = table("playing", "shapes-pass", hands=["red bar, red L, wild", "", ""], deck="blue L")
    position = place(position, "red bar", falling="red bar")
    assert (position["hands"][0], sorted(position["discard"])) == ([], ["red L", "red bar", WILD])
    assert (position["out"], position["turn_of"]) == ([0], 1)
    waiting = table(
        "placing", "shapes-pass", waiting=["red bar, wild", "", ""], reserved=["white L", "", ""], deck="blue L"
    )
    waiting = place(waiting, "red bar", falling="red bar")
    assert (waiting["waiting"], waiting["reserved"], waiting["discard"]) == (
        [[], [], []],
        [[], [], []],
        [WILD, "red bar"],
    )


def test_pass_only_to_those_still_in_and_the_last_one_wins() -> None:
    position = table("passing", "shapes-pass", hands=["red bar, red L", "", ""], out=[1])
    assert legal(position, 0) == {"pass red bar to seat 2", "pass red L to seat 2"}
    position = table("playing", "shapes-pass", hands=["red bar, red L, wild", "", ""], out=[1])
    assert place(position, "red bar", falling="red bar")["winners"] == [2]


def test_pass_too_few_cards_for_three() -> None:
    two = step(table("drawing", "shapes-pass", deck="red bar, red L"), 0, "draw")
    two = place(two, "red bar")
    assert (two["stage"], two["hands"][0]) == ("passing", ["red L"])
    two = step(two, 0, "pass red L to seat 1")
    assert (two["turn_of"], two["stage"], two["discard"]) == (1, "placing", ["red bar"])
    one = table("drawing", "shapes-pass", deck="red bar", platform="blue L", discard="blue L")
    assert place(step(one, 0, "draw"), "red bar")["winners"] == [0, 1]


def test_pass_three_drawn_across_a_new_deck() -> None:
    position = table("drawing", "shapes-pass", deck="red bar", discard="red L, blue L, blue bar", platform="blue bar")
    position = step(position, 0, "draw", shuffled="blue L, red L")
    assert (position["hands"][0], position["discard"]) == (["red bar", "blue L", "red L"], ["blue bar"])


def test_pass_a_seat_with_nothing_to_do_is_skipped() -> None:
    position = table("placing", "shapes-pass", waiting=["red bar", "", "red L"])
    position = place(position, "red bar")
    assert (position["turn_of"], position["stage"], position["turn"]) == (2, "placing", 2)
    assert place(position, "red L")["winners"] == [0, 1, 2]
    # Whoever falls makes cards to be drawn, so that nobody is skipped.
    position = table("placing", "shapes-pass", waiting=["red bar", "", "red L"])
    position = place(position, "red bar", falling="red bar")
    assert (position["turn_of"], position["stage"]) == (1, "drawing")


# Card Drafting


def test_draft_all_at_once_and_the_rest_to_the_left() -> None:
    position = table("picking", "shapes-draft", hands=["red bar, red L", "blue bar, blue L", "green bar, wild"])
    assert legal(position, 2) == {"keep green bar", "keep wild"}
    position = steps(position, (2, "keep wild"), (0, "keep red L"))
    assert (position["to_act"], position["choices"]) == ([1], ["red L", None, WILD])
    assert position["hands"] == [["red bar", "red L"], ["blue bar", "blue L"], ["green bar", WILD]]
    position = step(position, 1, "keep blue bar")
    # The last card of a packet is picked by itself: it came from the right.
    assert position["picked"] == [["red L", "green bar"], ["blue bar", "red bar"], [WILD, "blue L"]]
    assert (position["stage"], position["to_act"], position["choices"]) == ("arranging", [0, 1, 2], [None] * 3)


def test_draft_packets_go_round() -> None:
    position = table("picking", "shapes-draft", hands=["red bar, red L, red arch", "blue bar, blue L, blue arch"])
    position = steps(position, (0, "keep red arch"), (1, "keep blue bar"))
    assert (position["stage"], position["to_act"]) == ("picking", [0, 1])
    assert position["hands"] == [["blue L", "blue arch"], ["red bar", "red L"]]
    assert position["picked"] == [["red arch"], ["blue bar"]]


def test_draft_rows_are_put_from_left_to_right() -> None:
    position = table("arranging", "shapes-draft", picked=["red bar, red L, wild", "blue bar, blue L, blue arch"])
    position = step(position, 1, "put blue arch in the row")
    position = step(position, 0, "put wild in the row")
    assert (position["rows"], position["to_act"]) == ([[WILD], ["blue arch"]], [0, 1])
    position = step(position, 0, "put red bar in the row")  # and the last one puts itself
    assert (position["rows"][0], position["picked"][0], position["to_act"]) == ([WILD, "red bar", "red L"], [], [1])
    position = step(position, 1, "put blue bar in the row")
    assert (position["stage"], position["turn_of"], position["to_act"]) == ("placing", 0, [0])
    assert legal(position, 0) == {f"take {piece}" for piece in WHITE_PIECES}


def test_draft_the_left_most_card_in_turn() -> None:
    position = table("placing", "shapes-draft", rows=["red bar, red L", "blue bar, wild"])
    assert legal(position, 0) == {"take red bar"}
    position = place(position, "red bar")
    assert (position["rows"], position["turn_of"]) == ([["red L"], ["blue bar", WILD]], 1)
    assert (position["platform"], position["discard"]) == (["red bar"], ["red bar"])


def test_draft_whoever_falls_is_out_and_the_row_is_discarded() -> None:
    position = table("placing", "shapes-draft", rows=["red bar, red L", "blue bar, wild", "green bar, green L"])
    position = place(position, "red bar", falling="red bar")
    assert (position["out"], position["rows"][0], position["turn_of"]) == ([0], [], 1)
    assert sorted(position["discard"]) == ["red L", "red bar"]
    assert place(position, "blue bar", falling="blue bar")["winners"] == [2]


def test_draft_five_more_and_turn_order_goes_on() -> None:
    position = table(
        "placing",
        "shapes-draft",
        turn_of=1,
        turn=9,
        out=[2],
        rows=["", "red bar", ""],
        deck=", ".join(COLOURED[20:32]),
        discard="green bar",
    )
    position = place(position, "red bar")
    assert [len(hand) for hand in position["hands"]] == [5, 5, 0]
    assert (position["stage"], position["to_act"], position["turn_of"]) == ("picking", [0, 1], 0)
    assert sorted(position["hands"][0] + position["hands"][1]) == sorted(COLOURED[20:30])
    assert (position["deck"], sorted(position["discard"])) == (list(COLOURED[30:32]), ["green bar", "red bar"])
    position = steps(position, *((seat, sorted(legal(position, seat))[0]) for seat in (0, 1)))
    assert [len(hand) for hand in position["hands"]] == [4, 4, 0]  # only among those still in


def test_draft_a_short_deck_takes_in_all_free_discards() -> None:
    position = table(
        "placing",
        "shapes-draft",
        rows=["red bar", ""],
        deck="blue L",
        discard="green bar, green L, red L",
        platform="red L",
    )
    position = place(position, "red bar", shuffled="green L, blue L, green bar")
    # Still short: everyone gets an equal number, here one that leaves no choice; the rest stays.
    assert (position["rows"], position["deck"]) == ([["green L"], ["blue L"]], ["green bar"])
    assert (position["stage"], position["turn_of"]) == ("placing", 1)
    assert sorted(position["discard"]) == ["red L", "red bar"]


def test_draft_none_left_is_a_shared_win() -> None:
    position = table("placing", "shapes-draft", rows=["red bar", "", ""], out=[1], deck="blue L")
    assert place(position, "red bar", shuffled="blue L")["winners"] == [0, 2]
