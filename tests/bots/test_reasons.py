"""Why a move is advised: what a good player would say, in positions that a player can read."""

from typing import Any

import pytest

import parlour
from parlour.bots.advice import advice
from parlour.bots.levels import can_search
from parlour.bots.reasons import in_vain, why
from parlour.bots.search import Budget, Weighed, search
from parlour.engine.match import Match
from parlour.testing import moments


def said(match: Match, move: str, than: str, seat: int = 0) -> str:
    legal = [str(one) for one in match.legal(seat)]
    assert move in legal and than in legal, legal
    return why(match, seat, move, [than, *(one for one in legal if one not in (move, than))])


def ka_blam(hand: list[str], top: str, others: list[list[str]], **options: Any) -> Match:
    places = {"players": 1 + len(others), "hands": [hand, *others], "discard": [top], "pile": ["..."]}
    return parlour.position("ka-blam", {**places, "options": options})


FULL = ["purple 1", "purple 2", "purple 3", "purple 4"]
MANY = ["blue 1", "blue 2", "blue 3", "blue 4"]


def test_ka_blam_by_what_comes_next() -> None:
    match = ka_blam(["red 7", "green 3", "green 9", "green 8", "blue 7", "wild"], "yellow 7", [MANY[:3], FULL])
    assert said(match, "play red 7", "play wild as green") == "it keeps your wild for later"
    assert said(match, "play wild as green", "play red 7") == "green is the colour you hold most of"
    assert said(match, "play wild as yellow", "play red 7") == ""
    match = ka_blam(["red 7", "red 3", "red 4", "blue 7"], "green 7", [MANY[:3], FULL])
    assert said(match, "play red 7", "play blue 7") == "red is the colour you hold most of"
    match = ka_blam(["red 7", "red 8", "blue 8"], "red 1", [MANY, FULL])
    assert said(match, "play red 8", "play red 7") == "two of your cards can follow it"


def test_ka_blam_by_what_it_does_to_others() -> None:
    match = ka_blam(["red miss", "red +2", "red 4", "red 9"], "red 1", [["blue 1"], FULL])
    assert said(match, "play red miss", "play red 4") == "it keeps seat 1, who has one card left, from playing"
    match = ka_blam(["red miss", "red +2", "red 4", "red 9"], "red 1", [MANY, FULL])
    assert said(match, "play red +2", "play red 4") == "it makes seat 1 take two cards and miss a turn"
    assert said(match, "play red miss", "play red 4") == "it makes seat 1 miss a turn"
    assert said(match, "play red 4", "play red miss") == "it keeps your red miss for when you need it"
    assert said(match, "play red 9", "play red 4") == "whoever else wins the round would get 9 points for it"
    alone = ka_blam(["red reverse", "red 4", "red 9"], "red 1", [MANY])
    assert said(alone, "play red reverse", "play red 4") == "it is your turn again at once"
    two_left = ka_blam(["red reverse", "red 4"], "red 1", [MANY])
    told = "it is your turn again at once, to play your last card"
    assert said(two_left, "play red reverse", "play red 4") == told


def test_ka_blam_halts_nobody_for_somebody_with_fewer_cards() -> None:
    """Seat 1 has four cards, or two, and seat 2, who would play instead, has one."""
    hand = ["red miss", "red +2", "red 4", "red 9"]
    for held in (MANY, MANY[:2]):
        match = ka_blam(hand, "red 1", [held, ["purple 1"]])
        assert "seat" not in said(match, "play red miss", "play red 4")
        assert said(match, "play red +2", "play red 4") == "it makes seat 1 take two cards"


def test_ka_blam_knows_who_had_to_draw_on_a_colour() -> None:
    """Of the few cards that they have taken since, one may be blue; most of the hand cannot be."""
    stuck = [None, ["blue 8", 1], ["wild as blue", 0]]
    hands = [["orange 5", "blue 9", "wild"], ["blue 1", "green 1", "green 2"], FULL]
    places = {"players": 3, "hands": hands, "discard": ["red 8"], "pile": ["..."]}

    def told(move: str, than: str, **other: Any) -> str:
        return said(parlour.position("ka-blam", {**places, "stuck": stuck, **other}), move, than)

    assert told("play wild as blue", "play wild as orange") == "on blue, seat 1 and seat 2 had to draw"
    assert told("play wild as orange", "play wild as blue") == "you hold an orange card to follow it"
    before = {"stuck": [None, ["green 8", 0], None], "lacked": [{}, {"blue": 1}, {}]}
    assert told("play wild as blue", "play wild as orange", **before) == "on blue, seat 1 had to draw"
    holds_blue = "you hold a blue card to follow it"
    assert told("play wild as blue", "play wild as orange", stuck=[None, ["blue 8", 2], ["blue 1", 0]]) == holds_blue
    assert told("play wild as blue", "play wild as orange", stuck=[None, None, ["blue 1", 0]]) == holds_blue
    two = {"hands": [["blue 8", "red 9", "red 3"], *hands[1:]]}
    assert told("play blue 8", "play red 9", **two) == "on blue, seat 1 and seat 2 had to draw"
    assert "had to draw" not in told("play red 9", "play red 3", **two, stuck=[None, ["red 8", 0], None])


def test_ka_blam_keeps_what_goes_with_other_cards() -> None:
    match = ka_blam(["green 6", "green 9", "red 9", "blue 9", "blue 5"], "green 10", [MANY, FULL])
    told = "it keeps your green 9, which your red 9 and blue 9 can follow"
    assert said(match, "play green 6", "play green 9") == told
    match = ka_blam(["green 6", "green 9", "red 9", "blue 6", "blue 5"], "green 10", [MANY, FULL])
    assert said(match, "play green 6", "play green 9") == "", "as many go with one as with the other"


def test_ka_blam_does_not_count_points_in_the_short_game() -> None:
    match = ka_blam(["red 4", "red 9", "blue 5"], "red 1", [MANY, FULL], length="short")
    assert said(match, "play red 9", "play red 4") == ""


@pytest.mark.parametrize("explained", ["play red 4", "play red 9"])
def test_of_moves_as_good_as_each_other_the_one_with_a_reason_is_advised(
    explained: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ka_blam(["red 4", "red 9", "blue 5"], "red 1", [MANY, FULL], length="short")
    best = str(advice(match, 0, Budget(playouts=200)).move)
    monkeypatch.setattr("parlour.bots.advice.why", lambda _, __, move, ___: "it is so" if move == explained else "")
    for more, advised in ((0.0, explained), (0.05, best)):
        monkeypatch.setattr("parlour.bots.advice._more", lambda *_, more=more: (more, 0.0))
        assert str(advice(match, 0, Budget(playouts=200)).move) == advised


def test_the_last_card_wins_the_round() -> None:
    match = ka_blam(["wild"], "red 1", [MANY])
    assert said(match, "play wild as red", "play wild as blue") == "it is your last card, and wins the round"


def go_fox(known: dict[str, list[int]]) -> Match:
    hands = [["red 8", "blue 2", "green 2"], ["green 4", "green 5", "red 9"]]
    pairs = [[["red 2", "orange 2"]], []]
    return parlour.position(
        "go-fox", {"players": 2, "hands": hands, "pairs": pairs, "known": [{}, known], "pile": ["..."]}
    )


def test_go_fox_counts_what_is_out_of_sight() -> None:
    assert said(go_fox({}), "ask for 8", "ask for 2") == (
        "five 8s are out of sight, and only two 2s, so seat 1 is likelier to have an 8"
    )
    assert said(go_fox({}), "ask for 2", "ask for 8") == ""
    assert said(go_fox({"8": [0, 1]}), "ask for 8", "ask for 2") == "", "they have just said that they hold none"


def test_go_fox_remembers_what_was_asked() -> None:
    hands = [["red 8", "blue 2"], ["green 8", "green 5", "red 9"]]
    places = {"players": 2, "hands": hands, "known": [{}, {"8": [1, 3], "2": [0, 0]}], "pile": ["..."]}
    match = parlour.position("go-fox", places)
    assert said(match, "ask for 8", "ask for 2") == "since seat 1 asked for an 8, one must be there"
    assert (
        said(go_fox({"2": [0, 0]}), "ask for 8", "ask for 2")
        == "when asked, seat 1 had no 2, and has drawn nothing since"
    )
    hands = [["red 8", "blue 2"], ["green 4", "green 5", "red 9"]]
    match = parlour.position("go-fox", {**places, "hands": hands, "known": [{}, {"2": [0, 1]}]})
    told = "when asked, seat 1 had no 2, and has drawn only one card since"
    assert said(match, "ask for 8", "ask for 2") == told
    match = parlour.position("go-fox", {**places, "hands": hands, "known": [{"8": [1, 2]}, {}]})
    told = "all know already that you hold an 8, so that asking gives nothing away"
    assert said(match, "ask for 8", "ask for 2") == told


def test_go_fox_says_that_none_has_more() -> None:
    hands = [["red 8", "blue 2", "green 2"], ["green 4", "green 5", "red 9"]]
    match = parlour.position("go-fox", {"players": 2, "hands": hands, "pile": ["..."]})
    assert said(match, "ask for 2", "ask for 8") == "", "there are more 8s"
    hands[0][2] = "green 3"
    even = parlour.position("go-fox", {"players": 2, "hands": hands, "pile": ["..."]})
    told = "five 8s are out of sight; no other number you hold is likelier to be in seat 1's hand"
    assert said(even, "ask for 8", "ask for 2") == told
    hands[0] = ["red 8", "blue 8", "red 2", "blue 2", "green 3"]
    match = parlour.position("go-fox", {"players": 2, "hands": hands, "pile": ["..."]})
    assert said(match, "ask for 8", "ask for 2") == (
        "four 8s are out of sight, as many as 2s, so seat 1 is as likely to have an 8"
    )


def test_go_fox_takes_no_card_that_was_laid_for_a_no() -> None:
    """Seat 1 has laid two 8s, and was never asked for one."""
    places = {"players": 2, "hands": [["red 8", "red 2"], ["green 4", "green 5", "red 9"]], "pile": ["..."]}
    places |= {"pairs": [[["blue 2", "green 2"]], [["blue 8", "green 8"]]]}
    match = parlour.position("go-fox", {**places, "known": [{}, {"8": [0, 1]}]})
    told = "three 8s are out of sight; no other number you hold is likelier to be in seat 1's hand"
    assert said(match, "ask for 8", "ask for 2") == told


def test_go_fox_makes_nothing_of_a_no_that_is_older_than_the_hand() -> None:
    """Seat 1 says no to 2, gives its 4 away and draws. Did it hold nothing else, then that may well be a 2."""
    often = "five 8s are out of sight; no other number you hold is likelier to be in seat 1's hand"
    denied = "when asked, seat 1 had no 2, and has drawn only one card since"
    for held, told in ((["green 4"], often), (["green 4", "green 5"], denied)):
        places = {"hands": [["red 8", "red 2", "red 4"], held], "pile": ["green 10", "green 9", "..."]}
        match = parlour.position("go-fox", {"players": 2, **places})
        for seat, move in ((0, "ask for 2"), (0, "draw"), (1, "ask for 4")):
            match.play(seat, move)
        assert said(match, "ask for 8", "ask for 2") == told


def test_go_fox_tells_one_pair_from_another() -> None:
    """Four 2s and four 8s are out of sight, if none are laid. Seat 2 asks seat 0."""
    hands = [["red 8", "blue 8", "red 2", "blue 2"], ["green 4", "green 5", "red 9"], ["green 3", "red 3"]]
    places = {"players": 3, "hands": hands, "stage": "lay", "asked": 8, "pile": ["..."]}
    match = parlour.position("go-fox", places)
    assert said(match, "lay pair 8", "draw") == "a pair on the table is a point nobody can take away"
    assert said(match, "lay pair 8", "lay pair 2") == ""
    match = parlour.position("go-fox", {**places, "pairs": [[], [["green 2", "orange 2"]], []]})
    told = "four 8s are out of sight, and only two 2s, so you are likelier to be asked for an 8"
    assert said(match, "lay pair 8", "lay pair 2") == told
    assert said(match, "lay pair 2", "lay pair 8") == ""
    hands[2][0] = "green 2"
    match = parlour.position("go-fox", {**places, "known": [{}, {}, {"2": [1, 2]}]})
    assert said(match, "lay pair 2", "lay pair 8") == "since seat 2 asked for a 2, you may well be asked for it again"


def test_read_and_grab_counts_the_set() -> None:
    front = [["red 7"], ["blue 7", "green 7"], ["orange 7", "yellow 7", "purple 7"]]
    places = {"players": 3, "stage": "grab", "turned": "red 7", "front": front, "middle": ["..."]}
    match = parlour.position("read-and-grab", places)
    assert said(match, "grab 7s from seat 2", "finish") == "you would have four of the six 7s"
    front = [["red 7", "blue 7", "green 7"], [], ["orange 7", "yellow 7", "purple 7"]]
    match = parlour.position("read-and-grab", {**places, "front": front})
    assert said(match, "grab 7s from seat 2", "finish") == "it completes your set of 7s"


def test_read_and_grab_says_that_there_is_nothing_to_see() -> None:
    front = [["red 1"], ["blue 7", "green 7"]]
    match = parlour.position(
        "read-and-grab", {"players": 2, "stage": "grab", "turned": "red 1", "front": front, "middle": ["..."]}
    )
    assert advice(match, 0, Budget(playouts=20)).reason == "Nobody else has 1s."


def test_the_only_move_has_a_reason() -> None:
    """Which differs with the game, and from one move to another."""
    nothing = ka_blam(["red 7", "green 3"], "blue 9", [MANY])
    assert advice(nothing, 0).reason == "No card in your hand fits."
    one = ka_blam(["red 7", "blue 8"], "blue 9", [MANY])
    assert advice(one, 0).reason == "No other card in your hand fits."
    hands = [["red 8", "blue 8"], ["green 4", "green 5", "red 9"]]
    match = parlour.position("go-fox", {"players": 2, "hands": hands, "pile": ["..."]})
    assert advice(match, 0).reason == "It is the only number that you hold."
    attacks = {
        "attacks": [{"by": 2, "on": "sun 13", "shape": "square"}],
        "thieves": ["white square"],
        "stage": "defend",
    }
    hands = [["blue triangle", "black circle"], ["blue circle", "red circle"], []]
    match = parlour.position("game-on", {**GAME_ON, **attacks, "hands": hands, "to_act": [0]})
    assert advice(match, 0).reason == "You hold nothing to defend it with."


def test_whoever_can_grab_is_told_to() -> None:
    """However luck falls out in a few playouts."""
    front = [["red 7"], ["blue 7", "green 7"], ["orange 3"]]
    places = {"players": 3, "stage": "grab", "turned": "red 7", "front": front, "middle": ["..."]}
    match = parlour.position("read-and-grab", places)
    assert {str(advice(match, 0, Budget(playouts=40), seed).move) for seed in range(4)} == {"grab 7s from seat 1"}


def freaky(hand: list[str], rows: list[list[str]]) -> Match:
    hands = [hand, ["blue/red/1", "blue/red/6", "blue/red/4"]]
    return parlour.position("freaky", {"hands": hands, "rows": rows, "pile": ["..."]})


def test_freaky_sees_four_alike() -> None:
    rows = [["blue/green/5"], ["red/orange/1", "red/yellow/1", "red/green/1"], ["green/purple/4"]]
    match = freaky(["red/blue/3", "green/blue/4", "purple/red/6"], rows)
    lays = "play red/blue/3 on row 2"
    told = said(match, lays, "play green/blue/4 on row 3")
    assert told == "it makes four red backgrounds, and you can take the row of 4 cards"
    match.play(0, lays)
    assert said(match, "take row 2", "finish") == "it brings you 4 cards"


def test_freaky_makes_no_four_that_was_there_before() -> None:
    """Row 2 has four 1s, and the card is a 3: it makes the row longer, and nothing else."""
    rows = [["blue/green/5"], ["blue/purple/1", "orange/green/1", "yellow/purple/1", "purple/red/1"]]
    match = freaky(["purple/green/3", "blue/red/3", "green/red/6"], rows)
    told = said(match, "play purple/green/3 on row 2", "play blue/red/3 on row 1")
    assert told == "row 2 has four 1s already, and this makes it 5 cards to take"
    match.play(0, "play blue/red/3 on row 1")
    assert said(match, "play purple/green/3 on row 2", "take row 2") == told


def test_freaky_sees_what_can_follow() -> None:
    rows = [["blue/green/5"], ["red/orange/1", "red/yellow/1"], ["green/purple/4"]]
    match = freaky(["red/blue/3", "red/green/6", "purple/red/6"], rows)
    told = said(match, "play red/blue/3 on row 2", "play red/green/6 on row 1")
    assert told == "your red 6 with green circles can follow it, and makes four red backgrounds"


def test_freaky_sees_two_that_can_follow() -> None:
    rows = [["blue/green/5"], ["red/orange/1"], ["green/purple/4"]]
    match = freaky(["red/blue/3", "red/green/6", "red/purple/2"], rows)
    told = said(match, "play red/blue/3 on row 2", "play red/green/6 on row 1")
    assert told.startswith("your red ") and told.endswith(" can follow it, and make four red backgrounds")


def test_freaky_says_nothing_of_a_new_row_where_all_are() -> None:
    match = freaky(["red/blue/3", "red/green/6", "orange/yellow/2"], [["green/purple/4"]])
    assert said(match, "new row red/blue/3", "new row orange/yellow/2") == ""
    told = "it keeps two red backgrounds together in your hand"
    assert said(match, "new row orange/yellow/2", "new row red/blue/3") == told
    assert said(match, "new row red/green/6", "new row red/blue/3") == "", "it parts them, too"


def test_freaky_gives_the_next_player_nothing() -> None:
    rows = [["blue/green/5"], ["red/orange/1", "red/yellow/1"], ["green/purple/4"]]
    match = freaky(["red/blue/3", "green/blue/4", "purple/yellow/2"], rows)
    told = said(match, "play green/blue/4 on row 3", "play red/blue/3 on row 2")
    assert told == "it brings whoever is next no closer to four alike"
    assert said(match, "play red/blue/3 on row 2", "play green/blue/4 on row 3") == ""


def test_freaky_says_what_for_whoever_is_next_is_brought_near() -> None:
    rows = [["blue/green/5"], ["red/orange/1", "red/yellow/1"], ["green/purple/4"]]
    match = freaky(["red/blue/3", "green/blue/4", "purple/yellow/2"], rows)
    match.play(0, "play green/blue/4 on row 3")
    told = "it gets you a new card, even if it makes three red backgrounds for whoever is next"
    assert said(match, "play red/blue/3 on row 2", "finish") == told


def test_freaky_says_what_a_harmless_card_is_good_for() -> None:
    rows = [["blue/green/5"], ["red/orange/1"], ["green/purple/4"]]
    match = freaky(["red/blue/3", "green/blue/4", "purple/yellow/2"], rows)
    told = said(match, "play green/blue/4 on row 3", "play red/blue/3 on row 2")
    assert told == "it gets you a new card, and brings no row near to four alike"


def test_freaky_keeps_together_what_is_alike() -> None:
    rows = [["blue/green/5"], ["red/orange/1"], ["green/purple/4"]]
    match = freaky(["red/blue/3", "green/blue/4", "purple/yellow/2"], rows)
    match.play(0, "new row purple/yellow/2")
    assert said(match, "finish", "play green/blue/4 on row 3") == "it keeps two blue circles together in your hand"


def test_freaky_gives_nothing_away_while_nothing_comes_of_it() -> None:
    """Unless the red 3 makes four purple circles."""
    none = "none of your cards makes four alike yet, and in your hand nobody else can use them"
    for row, told in ((["green/purple/4"], none), (["red/purple/5", "blue/purple/1", "green/purple/4"], "")):
        match = freaky(["red/purple/3", "green/blue/4", "yellow/orange/2"], [["blue/green/5"], row])
        match.play(0, "new row yellow/orange/2")
        assert said(match, "finish", "play green/blue/4 on row 2") == told


GAME_ON: dict[str, Any] = {
    "players": 3,
    "to_act": [0, 1, 2],
    "round": 4,
    "area": ["sun 1", "moon 13", "star 12", "sun 6"],
    "hands": [["blue triangle", "black circle", "omni 1"], ["blue circle", "red circle"], ["white square"]],
    "covers": [
        [["red square", None, None], ["red square", "yellow circle", "black triangle"], [None, None, None]],
        [[None, None, None], [None, None, None], [None, "omni 2", None]],
        [["white square", None, None], [None, None, None], [None, None, None]],
        [[None, None, None], [None, None, None], [None, None, None]],
    ],
    "control": [["sun 13"], ["sun 9", "star 2"], ["star 9"]],
    "deeds": ["played", "played", "played"],
}


# Which shows a red square, any circle and a blue triangle: seat 0 holds all of it.
NOT_MOON_13 = "; it is worth more than moon 13, which you could complete"


def test_game_on_says_what_a_card_still_needs() -> None:
    """Sun 1 shows a red square, a yellow circle and a blue triangle."""
    match = parlour.position("game-on", GAME_ON)
    card = next(one for one in match.view(0)["area"] if one["name"] == "sun 1")["card"]
    assert card == "sun: red square, yellow circle, blue triangle; 2 points"
    move = "cover triangle of card 1 with blue triangle"
    needs = "sun 1 (2 points) then needs only a yellow circle"
    holds = f"{needs}, and you hold what fits"
    assert said(match, move, "finish") == f"{holds}; you compete with seat 1 for it{NOT_MOON_13}"
    alone = {**GAME_ON, "covers": [[["red square", None, None], [None] * 3, [None] * 3], *GAME_ON["covers"][1:]]}
    assert said(parlour.position("game-on", alone), move, "finish") == f"{holds}{NOT_MOON_13}"
    match.play(0, move)
    last = "cover circle of card 1 with black circle"
    assert said(match, last, "finish") == "it completes sun 1 (2 points); you compete with seat 1 for it"


def test_game_on_praises_no_card_that_comes_back() -> None:
    """Seat 1 has completed sun 1, and seat 0 cannot."""
    hands = [["blue triangle", "white circle"], ["blue circle", "red circle"], ["white square"]]
    match = parlour.position("game-on", {**GAME_ON, "hands": hands})
    assert said(match, "cover triangle of card 1 with blue triangle", "finish") == ""


def test_game_on_keeps_nothing_for_later_when_there_is_none() -> None:
    hands = [["blue triangle", "white square"], ["blue circle"], ["white square"]]
    match = parlour.position("game-on", {**GAME_ON, "hands": hands, "piles": [[], ["red square"], ["red square"]]})
    assert said(match, "finish", "cover triangle of card 1 with blue triangle") == ""


def test_game_on_says_what_a_steal_may_bring() -> None:
    match = parlour.position("game-on", GAME_ON)
    steal = next(str(move) for move in match.legal(0) if str(move).startswith("steal star 9 "))
    held = next(one for one in match.view(0)["control"][2] if one["name"] == "star 9")["card"]
    assert "3 points; chevron" in held
    assert said(match, steal, "finish") == f"it may take star 9 (4 points) from seat 2{NOT_MOON_13}"


def test_game_on_says_that_nobody_can_defend() -> None:
    hands = [["blue triangle", "black circle", "omni 1"], ["blue circle", "red circle"], []]
    match = parlour.position("game-on", {**GAME_ON, "hands": hands})
    steal = next(str(move) for move in match.legal(0) if str(move).startswith("steal star 9 "))
    assert said(match, steal, "finish").removesuffix(NOT_MOON_13).endswith("seat 2, who has no card to defend it with")


def test_game_on_says_that_what_is_known_of_a_hand_defends_nothing() -> None:
    """Star 9 is all red. All of seat 2's hand is known, and seat 1 is after star 9, too."""
    steal = "steal star 9 with black circle"
    known = {"hands": [["black circle"], ["blue circle"], ["white square"]], "known": [[], [], ["white square"]]}
    told = "it may take star 9 (4 points) from seat 2, who has no card to defend it with"
    assert said(parlour.position("game-on", {**GAME_ON, **known}), steal, "finish") == told
    attacks = {"attacks": [{"by": 1, "on": "star 9", "shape": "circle"}], "thieves": ["red circle"]}
    both = parlour.position("game-on", {**GAME_ON, **known, **attacks})
    assert said(both, steal, "finish") == f"{told}; you compete with seat 1 for it"
    known |= {"hands": [["black circle"], ["blue circle"], ["white circle"]], "known": [[], [], ["white circle"]]}
    match = parlour.position("game-on", {**GAME_ON, **known})
    assert said(match, steal, "finish") == "it may take star 9 (4 points) from seat 2"


def test_game_on_says_what_a_defence_is_kept_for() -> None:
    attacks = {"attacks": [{"by": 2, "on": "sun 13", "shape": "circle"}], "thieves": ["white circle"]}
    match = parlour.position("game-on", {**GAME_ON, **attacks})
    told = said(match, "finish", "cover triangle of card 1 with blue triangle")
    assert told == "it keeps your black circle to defend sun 13 with"


def test_game_on_says_how_much_of_a_hand_fits() -> None:
    rest = {"covers": [[[None] * 3] * 3] * 4, "deeds": ["nothing"] * 3}
    hands = [["white square", "blue square"], ["blue circle"], ["red circle"]]
    match = parlour.position("game-on", {**GAME_ON, **rest, "hands": hands})
    covers = [str(move) for move in match.legal(0) if str(move).startswith("cover")]
    few = [one for one in covers if one.endswith(" with white square")]
    lacking = "star 12 (4 points) would lack a white circle and a white triangle"
    assert why(match, 0, "redraw", ["finish", *covers]) == (
        f"even with all that you hold, {lacking}, and a new hand may bring more"
    )
    assert why(match, 0, "redraw", ["finish", *few]) == (
        "of your cards only the white square fits what is there, and new ones may do more"
    )
    assert why(match, 0, "redraw", ["finish"]) == "nothing in your hand fits what is there"


def completable(
    hand: list[str], *theirs: list[str | None], of: list[str | None] | None = None, at: str = "sun 5", **changes: Any
) -> Match:
    """Sun 5 shows a blue square, a red circle and a yellow triangle; seat 0 has its red circle there."""
    there = [of or [None, "red circle", None], *theirs, *[[None] * 3] * (2 - len(theirs))]
    hands = [hand, ["blue circle", "red square"], ["white square"]]
    places = {"area": [at], "covers": [there], "control": [["sun 9"], ["star 2"], []], "hands": hands}
    return parlour.position("game-on", {**GAME_ON, **places, "deeds": ["nothing"] * 3, **changes})


STAR_2 = "steal star 2 with white circle"


@pytest.mark.parametrize("move", ["redraw", "finish"])
def test_game_on_passes_over_no_card_that_could_be_completed_without_saying_why(move: str) -> None:
    """A black square is as good as a blue one."""
    than = "cover square of card 1 with black square"
    could, near = "you could complete sun 5 (2 points), but", "; nobody else is near to it"
    hand = ["black square", "yellow triangle", "white circle"]
    later = f"{could} each of the two cards may take as much later, from who has none left to defend with"
    assert said(completable(hand), move, than) == later + near
    assert said(completable(hand), move, "steal star 2 with white circle") == later + near, "whatever else there is"
    theirs: list[str | None] = ["blue square", None, "black triangle"]
    assert said(completable(hand, theirs), move, than) == later, "one card of seat 1's completes it"
    last = f"{could} it would take your last two cards, and you could not defend it"
    assert said(completable(hand[:2]), move, than) == last + near
    begun: list[str | None] = [None, "red circle", "yellow triangle"]
    one = f"{could} once you control it, it can be stolen, and while it lies there your cards come back if it is lost"
    assert said(completable(hand, of=begun), move, than) == one + near
    done: list[str | None] = ["blue square", "black circle", "black triangle"]
    assert said(completable(hand, done), move, than) == f"{could} seat 1 would compete with you for it"
    unfit = ["black square", "black circle", "white circle"]
    assert "could complete" not in said(completable(unfit), move, than), "it needs a triangle"


def test_game_on_spends_no_card_that_could_complete_something_without_saying_why() -> None:
    """Star 10 is all yellow, and worth four points; moon 5 shows a blue square, and is worth two."""
    hand, bare = ["black square", "yellow triangle", "blue circle"], [[None] * 3] * 3
    on_sun_5 = [[None, "red circle", None], [None] * 3, [None] * 3]
    places = {"area": ["sun 5", "star 10", "moon 5", "star 3"], "covers": [on_sun_5, bare, bare, bare]}
    match = completable(hand, **places)
    move = "cover triangle of card 2 with yellow triangle"
    told = said(match, move, "finish")
    assert told.startswith(
        "star 10 (4 points) then needs a yellow square and a yellow circle, and you hold one of them"
    )
    assert told.endswith("; it is worth more than sun 5, which you could complete")
    assert "complete" not in said(match, "cover circle of card 4 with blue circle", "finish"), "it still can"
    told = said(match, "cover square of card 3 with black square", "finish")
    assert "; you could complete sun 5 (2 points), but each of the two cards may take as much later, " in told
    steal = said(
        completable(["white circle", "blue square"], of=[None, "red circle", "yellow triangle"]), STAR_2, "finish"
    )
    assert "complete" not in steal
    one = completable(["white circle"], of=["yellow square", None, "blue triangle"], at="moon 14")
    told = "it may take star 2 (3 points) from seat 1; it is worth more than moon 14, which you could complete"
    assert said(one, STAR_2, "finish") == told


def test_game_on_says_what_a_card_would_not_do_yet() -> None:
    """And not, of whatever card it is, that it is saved."""
    match = completable(["blue square", "red circle"], of=[None] * 3, piles=[["red square"]] * 3)
    cover = "cover square of card 1 with blue square"
    lacks = "even with all that you hold, sun 5 (2 points) would lack a yellow triangle"
    assert said(match, "redraw", cover) == f"{lacks}, and a new hand may bring more"
    assert said(match, "finish", cover) == f"{lacks}, and cards that lie there defend nothing"
    match = completable(["blue square", "red circle"], of=[None] * 3, control=[[], [], []], piles=[["red square"]] * 3)
    assert said(match, "finish", cover) == lacks, "there is nothing to defend"


def test_game_on_says_why_a_steal_may_be_left_alone() -> None:
    """Star 2 shows a white circle, and seat 1 holds it."""
    hand, steal = ["yellow square", "white circle"], "steal star 2 with white circle"
    told = "against a steal of star 2 seat 1 has two cards to defend with, and then yours is gone"
    piles = [["red square"]] * 3
    assert (
        said(completable(hand, piles=piles), "finish", steal) == f"nothing in your hand fits what is there, and {told}"
    )
    assert said(completable(["yellow triangle", "white circle"], piles=piles), "finish", steal) == told
    told = "not even a steal that nobody can defend is sure: it takes a competition, and costs your card in any case"
    assert said(completable(hand, piles=piles, hands=[hand, [], ["white square"]]), "finish", steal) == told


def test_game_on_counts_the_hand_with_what_is_left() -> None:
    """Omni 1 is a red square, a yellow circle and a blue triangle; all of sun 1 fits, but these are two cards."""
    hand, of = ["omni 1", "black square"], [None] * 3
    cover = "cover square of card 1 with black square"
    match = completable(hand, of=of, at="sun 1", piles=[["red square"], ["red square", "blue square"], []])
    told = "it spends no card: you have 3 left with your hand, seat 1 has 4, and who runs out first can defend nothing"
    assert said(match, "redraw", cover) == told
    match = completable(hand, of=of, at="sun 1", piles=[["red square"] * 2, ["red square"], []])
    told = "it spends no card: who has some left when others have none can steal what they cannot defend"
    assert said(match, "redraw", cover) == told


def test_game_on_says_what_is_kept() -> None:
    """Of what another move would spend, and which completes nothing now."""
    hands = [["blue triangle", "black circle", "white square"], ["blue circle", "red circle"], ["white square"]]
    places = {"area": ["star 12", "moon 13"], "covers": GAME_ON["covers"][2:], "hands": hands}
    match = parlour.position("game-on", {**GAME_ON, **places, "piles": [["red square"]] * 3})
    kept = "it keeps your black circle, which fits any colour: on moon 13 it completes nothing yet"
    assert said(match, "finish", "cover circle of card 2 with black circle") == kept


def test_game_on_says_against_whom_a_card_defends() -> None:
    """Seat 0 controls sun 13: a black square, a red circle and a yellow triangle. All know seat 1's red circle."""
    known = {"piles": [["red square"]] * 3, "known": [[], ["red circle"], []]}
    hands = [["blue triangle", "black circle"], ["blue circle", "red circle"], ["white square"]]
    match = parlour.position("game-on", {**GAME_ON, **known, "hands": hands})
    told = "your black circle defends sun 13 (1 point) against seat 1's red circle"
    assert said(match, "finish", "cover circle of card 1 with black circle") == told
    told = said(match, "finish", "cover triangle of card 1 with blue triangle")
    assert "defends" not in told, "that leaves the black circle"
    secret = parlour.position("game-on", {**GAME_ON, **known, "hands": hands, "known": [[], [], []]})
    assert "defends" not in said(secret, "finish", "cover circle of card 1 with black circle")
    hands[0].append("omni 1")
    match = parlour.position("game-on", {**GAME_ON, **known, "hands": hands})
    assert "defends" not in said(match, "finish", "cover circle of card 1 with black circle"), "so does omni 1"


COVERED: list[list[str | None]] = [["red square", None, None], [None] * 3, [None] * 3, [None] * 3]
COVERED_BY: list[list[int | None]] = [[0, None, None], [None] * 3, [None] * 3, [None] * 3]


def coop(**changes: Any) -> Match:
    places = {
        "players": 2,
        "to_act": [0, 1],
        "round": 5,
        "hands": [["blue triangle", "white square"], ["yellow circle", "red circle"]],
        "track": ["sun 1", "moon 13", "moon 12", "star 12"],
        "covers": COVERED,
        "covered_by": COVERED_BY,
        "deck": ["..."],
    }
    return parlour.position("game-on-coop", {**places, **changes})


def test_coop_counts_on_the_team() -> None:
    move = "cover triangle of card 1 with blue triangle"
    needs = "sun 1 (2 points) then needs only a yellow circle"
    assert said(coop(), move, "finish") == f"{needs}, and the team holds what fits; it leaves after this round"
    hidden = coop(options={"hands": "hidden"})
    assert said(hidden, move, "finish") == f"{needs}; it leaves after this round"


def test_coop_counts_no_card_of_the_team_twice() -> None:
    """Omni 1 is a red square and a yellow circle. Sun 1 shows both, and one of them would still be missing."""
    track = {"track": ["sun 1"], "covers": [[None] * 3], "covered_by": [[None] * 3]}
    hands = [["blue triangle", "white square"], ["omni 1", "red triangle"]]
    move, needs = "cover triangle of card 1 with blue triangle", "sun 1 (2 points) then needs a red square"
    assert said(coop(**track, hands=hands), move, "finish") == f"{needs} and a yellow circle"
    hands[1][1] = "red square"
    assert said(coop(**track, hands=hands), move, "finish").startswith(f"{needs} and a yellow circle, and the team")


@pytest.mark.parametrize(("players", "pace", "leaving"), [(2, "printed", 1), (2, "each", 2), (4, "even", 2)])
def test_coop_says_of_each_card_that_leaves_that_it_does(players: int, pace: str, leaving: int) -> None:
    """Of a full track as many as come, the oldest first."""
    hands = [["black triangle", "white square"], *[["red square", "red circle"]] * (players - 1)]
    options = {"pace": pace, "hands": "hidden"}
    match = coop(players=players, to_act=[*range(players)], hands=hands, options=options)
    for card in range(1, 5):
        told = said(match, f"cover triangle of card {card} with black triangle", "finish")
        assert told.endswith("; it leaves after this round") == (card <= leaving)


def test_coop_needs_nothing_that_nobody_can_give() -> None:
    """Sun 1 leaves, and lacks a yellow circle. Seat 1, whose hand lies open, has none, or has finished."""
    move = "cover triangle of card 1 with blue triangle"
    told = "nobody can complete sun 1 before it leaves, but you get a new card for your blue triangle"
    without = [["blue triangle", "white square"], ["red circle", "red square"]]
    assert said(coop(hands=without), move, "finish") == told
    assert said(coop(to_act=[0], deeds=["nothing", "acted"]), move, "finish") == told
    stays = coop(hands=without, track=["sun 1", "moon 13", "moon 12"], covers=COVERED[:3], covered_by=COVERED_BY[:3])
    assert said(stays, move, "finish") == "sun 1 (2 points) then needs only a yellow circle"


def test_coop_says_that_nobody_else_can_give_a_card() -> None:
    """The House has sun 5, which shows a yellow triangle; that takes one from everybody."""
    left = {"hands": [["yellow triangle"], ["red circle"]], "house": ["sun 5"], "track": ["sun 11"]}
    left |= {"covers": [[None] * 3], "covered_by": [[None] * 3], "deeds": ["acted", "acted"]}
    steal = "steal sun 5 by triangle"
    takes = "there is nothing else to do: a steal takes the same card from each of you, and"
    none = f"{takes} seat 1 has no yellow triangle"
    assert said(coop(**left), "finish", steal) == none
    assert said(coop(**left, options={"hands": "hidden"}), "finish", steal) == "", "nobody knows"
    able = {**left, "hands": [["yellow triangle"], ["yellow triangle"]]}
    assert said(coop(**able), "finish", steal) == ""
    finished = "there is nothing else to do: all others have finished"
    assert said(coop(**able, to_act=[0]), "finish", steal) == finished
    three = {**able, "players": 3, "to_act": [0, 1, 2], "deeds": ["acted"] * 3}
    three["hands"] = [["yellow triangle"], ["yellow triangle"], ["yellow circle"]]
    told = f"{takes} seat 2 has no yellow triangle"
    assert said(coop(**three), "finish", steal) == told


def steals(hands: list[list[str]], **changes: Any) -> Match:
    """The House has sun 5, which shows a yellow triangle; nothing else fits but a red circle on sun 11, all blue."""
    seats = len(hands)
    places = {"players": seats, "to_act": [*range(seats)], "hands": hands, "house": ["sun 5"], "track": ["sun 11"]}
    deeds = ["acted"] * seats
    return coop(**{**places, "covers": [[None] * 3], "covered_by": [[None] * 3], "deeds": deeds, **changes})


STEAL = "steal sun 5 by triangle"


def test_coop_advises_no_steal_that_somebody_cannot_join(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the search thinks most of it, as it well may: the card comes back, and nothing is lost either way."""
    mine, hidden = ["yellow triangle"], {"hands": "hidden"}
    busy = {"to": "scuttle", "card": "sun 11", "shape": "circle"}
    other = {"commitments": [None, busy], "committed": [[], ["blue circle"]]}
    cannot = [
        steals([mine, ["red circle"]]),
        steals([mine, mine, ["black triangle"]]),
        steals([mine, mine], to_act=[0]),
        steals([mine, mine], to_act=[0], options=hidden),
        steals([mine, []], options=hidden),
        steals([mine, mine, mine], options=hidden),  # who knows? hardly all three
        steals([mine, []], **other, options=hidden),
    ]
    can = [steals([mine, mine]), steals([mine, mine, mine]), steals([mine, ["red circle"]], options=hidden)]

    def steal_first(*given: Any) -> list[Weighed]:
        return sorted(search(*given), key=lambda one: match.game.move_names[one.move] != STEAL)

    monkeypatch.setattr("parlour.bots.advice.search", steal_first)
    for match in cannot:
        assert in_vain(match, 0, STEAL) and why(match, 0, STEAL, ["finish"]) == ""
        assert str(advice(match, 0, Budget(playouts=20)).move) != STEAL
    for match in can:
        assert not in_vain(match, 0, STEAL)
        assert str(advice(match, 0, Budget(playouts=20)).move) == STEAL
    assert not in_vain(can[0], 0, "finish")


def test_coop_says_who_must_join() -> None:
    mine = ["yellow triangle"]
    takes = "it takes 2 points from the House"
    told = f"{takes}, once each of you has spent a yellow triangle, and seat 1 and seat 2 have one each"
    assert said(steals([mine, mine, mine]), STEAL, "finish") == told
    hidden = steals([mine, ["red circle"]], options={"hands": "hidden"})
    assert said(hidden, STEAL, "finish") == f"{takes}, if seat 1, whose hand you cannot see, has a yellow triangle, too"
    scuttles = steals([["blue circle"], ["blue circle"]])
    told = "it keeps sun 11 (3 points) from the House, once each of you has spent a blue circle, and seat 1 has one"
    assert said(scuttles, "scuttle card 1 by circle", "finish") == told


def test_coop_says_why_nothing_is_left_to_do() -> None:
    """Who it is that cannot join, and why."""
    hands = [["yellow triangle"], ["yellow triangle"], ["red circle"]]
    match = steals(hands)
    told = "there is nothing else to do: a steal takes the same card from each of you, and"
    assert said(match, "finish", STEAL) == f"{told} seat 2 has no yellow triangle"
    assert said(steals(hands, to_act=[0, 1]), "finish", STEAL) == f"{told} seat 2 has finished"
    hands[1] = ["black triangle"]
    assert said(steals(hands), "finish", STEAL) == f"{told} seat 1 and seat 2 have no yellow triangle"
    hidden = steals(hands, options={"hands": "hidden"})
    told = "a steal takes the same card from each of you, and it is not likely that seat 1 and seat 2 have it, too"
    assert said(hidden, "finish", STEAL) == told
    for match in (hidden, steals(hands)):
        assert STEAL not in advice(match, 0, Budget(playouts=20)).reason, "nobody thinks of that"


def test_coop_joins_what_others_have_begun() -> None:
    """Seat 1 has committed a card to sun 5, and finished: seat 0 still can."""
    begun = {"to": "steal", "card": "sun 5", "shape": "triangle"}
    left = {"hands": [["yellow triangle"], []], "house": ["sun 5"], "track": ["sun 11"], "to_act": [0]}
    left |= {"covers": [[None] * 3], "covered_by": [[None] * 3], "deeds": ["acted", "acted"]}
    left |= {"committed": [[], ["yellow triangle"]]}
    match = coop(**left, commitments=[None, begun])
    assert said(match, "finish", "steal sun 5 by triangle") == ""
    last = "it takes 2 points from the House, and yours is the last card that it takes"
    assert said(match, "steal sun 5 by triangle", "finish") == last


def test_coop_counts_what_the_team_gets() -> None:
    """Twelves show three white shapes and a chevron, which counts in the other game only; no deck is of stars."""
    needs = "then needs a white circle and a white triangle"
    assert said(coop(), "cover square of card 3 with white square", "finish") == f"moon 12 (3 points) {needs}"
    told = said(coop(), "cover square of card 4 with white square", "finish")
    assert told == f"star 12 (no points, but kept from the House) {needs}"


def test_a_difference_that_may_be_luck_is_not_told() -> None:
    """Both sevens are alike: what a few hundred playouts say of them is chance."""
    match = ka_blam(["red 7", "green 7"], "blue 7", [["yellow 1", "yellow 2"]])
    for seed in range(8):
        assert " more games in 100 " not in advice(match, 0, Budget(playouts=100), seed).reason


def test_as_good_is_what_was_seen_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sevens are alike, but few games cannot tell."""
    match = ka_blam(["red 7", "green 7"], "blue 7", [["yellow 1", "yellow 2"]])
    assert " 7' is about as good." in advice(match, 0, Budget(playouts=100)).reason
    monkeypatch.setattr(parlour.bots.advice, "_COMPARED", 10)
    assert " 7' may be as good." in advice(match, 0, Budget(playouts=100)).reason


@pytest.mark.parametrize("name", [game.id for game in parlour.GAMES if can_search(game())])
@pytest.mark.parametrize("players", [2, 4])
def test_every_move_has_words_that_read_as_a_sentence(name: str, players: int) -> None:
    """Whatever is compared with whatever: words, to which `Somebody's name` cannot be the first."""
    found = set()
    for match in moments(parlour.find(name)(players), 5):
        for seat in sorted(match.to_act):
            shown, legal = match.redealt(seat, 1), [str(move) for move in match.legal(seat)]
            for move, *others in (legal[turn:] + legal[:turn] for turn in range(min(4, len(legal)))):
                if others:
                    words = why(shown, seat, move, others)
                    assert not words.startswith("seat") and words == words.strip() and not words.endswith(".")
                    found.add(words)
    assert len(found) > 1
