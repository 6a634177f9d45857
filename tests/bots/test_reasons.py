"""Why a move is advised: what a good player would say, in positions that a player can read."""

from typing import Any

import pytest

import parlour
from parlour.bots.advice import advice
from parlour.bots.levels import can_search
from parlour.bots.reasons import why
from parlour.bots.search import Budget
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


def test_ka_blam_does_not_count_points_in_the_short_game() -> None:
    match = ka_blam(["red 4", "red 9", "blue 5"], "red 1", [MANY, FULL], length="short")
    assert said(match, "play red 9", "play red 4") == ""


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
    assert said(go_fox({}), "ask for 8", "ask for 2") == "five 8s are out of sight, and only two 2s"
    assert said(go_fox({}), "ask for 2", "ask for 8") == ""
    assert said(go_fox({"8": [0, 1]}), "ask for 8", "ask for 2") == "", "they have just said that they hold none"


def test_go_fox_remembers_what_was_asked() -> None:
    hands = [["red 8", "blue 2"], ["green 8", "green 5", "red 9"]]
    places = {"players": 2, "hands": hands, "known": [{}, {"8": [1, 3], "2": [0, 0]}], "pile": ["..."]}
    match = parlour.position("go-fox", places)
    assert said(match, "ask for 8", "ask for 2") == "they must hold an 8, since they asked for one"
    assert said(go_fox({"2": [0, 0]}), "ask for 8", "ask for 2") == "they said no to 2 and have drawn nothing since"


def test_read_and_grab_counts_the_set() -> None:
    front = [["red 7"], ["blue 7", "green 7"], ["orange 7", "yellow 7", "purple 7"]]
    places = {"players": 3, "stage": "grab", "turned": "red 7", "front": front, "middle": ["..."]}
    match = parlour.position("read-and-grab", places)
    assert said(match, "grab 7s from seat 2", "finish") == "you would have four of the six 7s"
    front = [["red 7", "blue 7", "green 7"], [], ["orange 7", "yellow 7", "purple 7"]]
    match = parlour.position("read-and-grab", {**places, "front": front})
    assert said(match, "grab 7s from seat 2", "finish") == "it completes your set of 7s"


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


def test_freaky_gives_the_next_player_nothing() -> None:
    rows = [["blue/green/5"], ["red/orange/1", "red/yellow/1"], ["green/purple/4"]]
    match = freaky(["red/blue/3", "green/blue/4", "purple/yellow/2"], rows)
    told = said(match, "play green/blue/4 on row 3", "play red/blue/3 on row 2")
    assert told == "it brings whoever is next no closer to four alike"
    assert said(match, "play red/blue/3 on row 2", "play green/blue/4 on row 3") == ""


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


def test_game_on_says_what_a_card_still_needs() -> None:
    """Sun 1 shows a red square, a yellow circle and a blue triangle."""
    match = parlour.position("game-on", GAME_ON)
    card = next(one for one in match.view(0)["area"] if one["name"] == "sun 1")["card"]
    assert card == "sun: red square, yellow circle, blue triangle; 2 points"
    move = "cover triangle of card 1 with blue triangle"
    needs = "sun 1 (2 points) then needs only a yellow circle"
    assert said(match, move, "finish") == f"{needs}, and you hold what fits; you compete with seat 1 for it"
    alone = {**GAME_ON, "covers": [[["red square", None, None], [None] * 3, [None] * 3], *GAME_ON["covers"][1:]]}
    assert said(parlour.position("game-on", alone), move, "finish") == f"{needs}, and you hold what fits"
    match.play(0, move)
    last = "cover circle of card 1 with black circle"
    assert said(match, last, "finish") == "it completes sun 1 (2 points); you compete with seat 1 for it"


def test_game_on_praises_no_card_that_comes_back() -> None:
    """Seat 1 has completed sun 1, and seat 0 cannot."""
    hands = [["blue triangle", "white circle"], ["blue circle", "red circle"], ["white square"]]
    match = parlour.position("game-on", {**GAME_ON, "hands": hands})
    assert said(match, "cover triangle of card 1 with blue triangle", "finish") == ""


def test_game_on_keeps_nothing_for_later_when_there_is_none() -> None:
    match = parlour.position("game-on", {**GAME_ON, "piles": [[], ["red square"], ["red square"]]})
    assert said(match, "finish", "cover triangle of card 1 with blue triangle") == ""


def test_game_on_says_what_a_steal_may_bring() -> None:
    match = parlour.position("game-on", GAME_ON)
    steal = next(str(move) for move in match.legal(0) if str(move).startswith("steal star 9 "))
    held = next(one for one in match.view(0)["control"][2] if one["name"] == "star 9")["card"]
    assert "3 points; chevron" in held
    assert said(match, steal, "finish") == "it may take star 9 (4 points) from seat 2"


def test_game_on_says_that_nobody_can_defend() -> None:
    hands = [["blue triangle", "black circle", "omni 1"], ["blue circle", "red circle"], []]
    match = parlour.position("game-on", {**GAME_ON, "hands": hands})
    steal = next(str(move) for move in match.legal(0) if str(move).startswith("steal star 9 "))
    assert said(match, steal, "finish").endswith("from seat 2, who has no card to defend it with")


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
    assert why(match, 0, "redraw", ["finish", *covers]) == ""
    assert why(match, 0, "redraw", ["finish", *few]) == "only your white square fits what is there"
    assert why(match, 0, "redraw", ["finish"]) == "nothing in your hand fits what is there"


def test_game_on_says_what_is_kept() -> None:
    match = parlour.position("game-on", {**GAME_ON, "piles": [["red square"]] * 3})
    kept = "it keeps your black circle, which fits any colour, for a better moment"
    assert said(match, "finish", "cover triangle of card 1 with blue triangle") == kept


def coop(**changes: Any) -> Match:
    places = {
        "players": 2,
        "to_act": [0, 1],
        "round": 5,
        "hands": [["blue triangle", "white square"], ["yellow circle", "red circle"]],
        "track": ["sun 1", "moon 13", "moon 12", "star 12"],
        "covers": [["red square", None, None], [None] * 3, [None] * 3, [None] * 3],
        "covered_by": [[0, None, None], [None] * 3, [None] * 3, [None] * 3],
        "deck": ["..."],
    }
    return parlour.position("game-on-coop", {**places, **changes})


def test_coop_counts_on_the_team() -> None:
    move = "cover triangle of card 1 with blue triangle"
    needs = "sun 1 (2 points) then needs only a yellow circle"
    assert said(coop(), move, "finish") == f"{needs}, and the team holds what fits; it leaves after this round"
    hidden = coop(options={"hands": "hidden"})
    assert said(hidden, move, "finish") == f"{needs}; it leaves after this round"


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
        assert "more often" not in advice(match, 0, Budget(playouts=100), seed).reason


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
