"""Cooperative Game-On, what the track and the House do: CO-14 to CO-18."""

from __future__ import annotations

import pytest

import parlour

from .coop_tables import (
    IDLE,
    LONG_NAMES,
    NO_BLACK_CARDS,
    PLAYER_COUNTS,
    all_finish,
    complete,
    discards,
    everyone,
    held,
    house,
    out,
    points,
    team,
    told_of_the_end,
    track,
    worth,
)
from .tables import A, B, C, coop, play

# The track


def test_co_14_a_new_card_comes_and_the_track_moves_along():
    match = coop("sun 1", A=IDLE, B=IDLE, deck="moon 1, moon 2, moon 3, moon 4, moon 5, ...")
    all_finish(match)
    assert track(match) == ["sun 1", "moon 1"]
    all_finish(match)
    all_finish(match)
    assert track(match) == ["sun 1", "moon 1", "moon 2", "moon 3"]
    assert (team(match), house(match)) == ([], [])  # four have room
    all_finish(match)
    assert track(match) == ["moon 1", "moon 2", "moon 3", "moon 4"]
    assert house(match) == ["sun 1"]
    assert match.view(None)["deck"] == match.view(A)["deck"] == 48 + 2 - 1 - 4


def test_co_14_complete_the_team_takes_it_otherwise_the_house_does():
    lying = [complete("sun 1", *"AAA"), "sun 2: B red square, B blue circle", complete("sun 9", *"ABB"), "sun 12"]
    match = coop(*lying, A="blue square, white triangle", B=IDLE, deck="moon 1, moon 2, moon 3, ...")
    owners = [(["sun 1"], []), (["sun 1"], ["sun 2"]), (["sun 1", "sun 9"], ["sun 2"])]
    scored = [(2, 0), (2, 2), (5, 2)]
    for expected, total in zip(owners, scored, strict=True):
        all_finish(match)
        assert (team(match), house(match)) == expected
        assert points(match) == total


def test_co_14_a_complete_card_stays_until_it_leaves():
    match = coop(complete("sun 1"), "sun 2", A=IDLE, B=IDLE)
    all_finish(match)
    assert (track(match)[0], points(match)) == ("sun 1", (0, 0))
    assert match.view(None)["track"][0]["covers"] == ["red square", "yellow circle", "blue triangle"]


def test_co_14_player_cards_go_to_their_owners_discards():
    first, second = "sun 1: A red square, B omni 1 as circle", "sun 9: C red square, A black triangle"
    match = coop(first, second, "sun 2", "sun 3", A=IDLE, B=IDLE, C=IDLE)
    all_finish(match)
    assert [discards(match, seat) for seat in (A, B, C)] == [["red square"], ["omni 1"], []]
    assert match.view(None)["track"][0]["covers"] == ["red square", None, "black triangle"]  # they moved along
    assert match.view(None)["track"][0]["covered_by"] == [C, None, A]
    assert match.view(None)["track"][3]["covers"] == [None] * 3  # the new one is bare
    all_finish(match)
    assert [discards(match, seat) for seat in (A, B, C)] == [
        ["black triangle", "red square"],
        ["omni 1"],
        ["red square"],
    ]


def test_co_14_what_comes_and_leaves_is_told():
    match = coop(
        "sun 1",
        complete("sun 2"),
        "sun 3: scuttled",
        "sun 4",
        A=IDLE,
        B=IDLE,
        finished="A",
        options={"pace": "each"},
        deck="moon 1, moon 2, moon 3, moon 4, ...",
    )
    assert told_of_the_end(match, A) == (
        "Ben finishes.\n"
        "New on the track: moon 1 and moon 2. The team takes sun 2. The House takes sun 1. Round 2 begins."
    )
    assert "Nobody gets sun 3." in told_of_the_end(match, None)


# The pace

NEW_CARDS = {
    "printed": dict.fromkeys(PLAYER_COUNTS, (1, 1)),
    "even": {2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (3, 3)},  # in the first round, in the second, and so on
    "each": {players: (players, players) for players in PLAYER_COUNTS},
}


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("pace", NEW_CARDS)
def test_co_14a_so_many_new_cards_a_round(players: int, pace: str):
    match = parlour.new("game-on-coop", players=players, seed=4, pace=pace, black_cards=False)
    for number in range(1, 7):
        left = match.view(None)["deck"]
        all_finish(match)
        brought = left - match.view(None)["deck"]
        if match.over:
            assert number > 3
            return
        assert brought == NEW_CARDS[pace][players][(number - 1) % 2]


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("number", [1, 2, 3, 4, 17, 18])
def test_co_14a_it_goes_by_the_number_of_the_round(players: int, number: int):
    match = coop("sun 1", options={"pace": "even"}, round=number, **everyone(players))
    all_finish(match)
    brought = NEW_CARDS["even"][players][(number - 1) % 2]
    assert len(track(match)) == 1 + brought


def test_co_14a_printed_is_the_default_and_even_is_proposed_from_three_players_up():
    from parlour.games.game_on_coop import GameOnCoop

    assert parlour.new("game-on-coop", players=4, seed=0).view(None)["pace"] == "printed"
    assert [GameOnCoop(players).suggestions() for players in PLAYER_COUNTS] == [{}, *[{"pace": "even"}] * 4]
    assert parlour.new("game-on-coop", players=4, seed=0, pace="even").view(None)["pace"] == "even"
    (option,) = [option for option in GameOnCoop.options if option.name == "pace"]
    assert "heroes" in option.help
    with pytest.raises(parlour.BadOption, match="pace: 'slow' is not one of its values; right would be printed or"):
        parlour.new("game-on-coop", pace="slow")


def test_co_14a_a_black_card_does_not_count_as_a_new_card():
    match = coop(
        "sun 1", "sun 2", options={"pace": "each"}, deck="black card, moon 1, moon 2, moon 3, ...", **everyone(3)
    )
    all_finish(match)
    assert track(match) == ["moon 1", "moon 2", "moon 3"]
    match = coop(
        "sun 1", options={"pace": "each"}, deck="moon 1, black card, black card, moon 2, moon 3, ...", **everyone(3)
    )
    all_finish(match)
    assert (track(match), house(match)) == (["moon 2", "moon 3"], ["sun 1", "moon 1"])


@pytest.mark.parametrize(("first", "ends"), [("star 9", True), ("star 13", False)])
def test_co_14a_the_target_is_looked_at_after_each_card_that_leaves(first: str, ends: bool):
    """Two leave. The first may bring the House to 20; the second brings the team to 21."""
    lying = [first, complete("sun 9"), "sun 1", "sun 2"]
    match = coop(
        *lying,
        options={"pace": "each"},
        A="white square",
        B="white circle",
        team=worth(18, ["sun 9"]),
        house=worth(18, [first], ["star"]),
        deck="moon 1, moon 2, moon 3, ...",
    )
    all_finish(match)
    assert match.over
    if ends:
        assert (match.winners, points(match)) == (set(), (18, 21))
        assert track(match) == ["sun 9", "sun 1", "sun 2", "moon 1"]  # the rest stays as it is
        too_late = "Cards leave one by one, so sun 9 came too late."
        assert match.game.ending(match.states[0]) == f"The House has reached 20 points. {too_late}"
        assert (held(match, A), match.view(None)["round"]) == (["white square"], 1)
    else:
        assert (match.winners, points(match)) == ({A, B}, (21, 19))
        assert track(match) == ["sun 1", "sun 2", "moon 1", "moon 2"]


@pytest.mark.parametrize(("before", "ends"), [(17, True), (16, False)])
def test_co_14a_the_team_too_wins_before_the_next_card_leaves(before: int, ends: bool):
    match = coop(
        complete("sun 9"),
        "star 9",
        "sun 1",
        "sun 2",
        options={"pace": "each"},
        A=IDLE,
        B=IDLE,
        team=worth(before, ["sun 9"]),
        house=worth(18, ["star 9"], ["star"]),
    )
    all_finish(match)
    assert match.winners == ({A, B} if ends else set())
    assert points(match) == ((20, 18) if ends else (19, 21))


# Black Cards


def test_co_15_a_black_card_wipes_the_track():
    match = coop(
        complete("sun 9"),
        "sun 1: B red square",
        complete("star 10"),
        "sun 3: scuttled",
        A=IDLE,
        B="white triangle",
        deck="black card, moon 1, moon 2, ...",
        finished="A",
    )
    told = told_of_the_end(match, B)
    assert (team(match), house(match)) == (["sun 9", "star 10"], ["sun 1"])
    assert sorted(out(match)) == ["black card", "sun 3"]  # scuttled to nobody; the Black Card is set aside
    assert points(match) == (3, 2)  # CO-4
    assert track(match) == ["moon 1"]  # a normal card starts the track again
    assert match.view(None)["track"][0]["covers"] == [None] * 3
    assert match.view(None)["track"][0]["scuttled"] is False
    assert discards(match, A) == ["red square", "red triangle", "yellow square", "yellow triangle"]
    assert discards(match, B) == ["red circle", "red square", "yellow circle"]
    assert (match.view(None)["black_out"], match.view(None)["round"]) == (1, 2)
    assert told == (
        "You finish.\nA Black Card wipes the track! The team takes sun 9 and star 10. The House takes sun 1. "
        "Nobody gets sun 3. New on the track: moon 1. Round 2 begins."
    )


def test_co_15_at_once_before_anything_else_leaves():
    match = coop("sun 1", "sun 2", "sun 3", complete("sun 9"), A=IDLE, B=IDLE, deck="black card, moon 1, ...")
    all_finish(match)
    assert (team(match), house(match), track(match)) == (["sun 9"], ["sun 1", "sun 2", "sun 3"], ["moon 1"])
    assert match.view(None)["track"][0]["covers"] == [None] * 3  # nothing stays behind


def test_co_15_two_in_a_row():
    match = coop("sun 1", A=IDLE, B=IDLE, deck="black card, black card, moon 1, ...")
    all_finish(match)
    assert (track(match), house(match)) == (["moon 1"], ["sun 1"])
    assert out(match) == ["black card", "black card"]
    assert match.view(None)["black_out"] == 2


def test_co_15_a_wipe_may_end_the_game():
    match = coop(
        "sun 9",
        complete("sun 10"),
        A="white square",
        B=IDLE,
        house=worth(17, ["sun 9", "sun 10"]),
        deck="black card, moon 1, ...",
    )
    all_finish(match)
    assert (match.over, match.winners, points(match)) == (True, set(), (3, 20))
    assert track(match) == []  # no normal card comes any more
    assert match.position()["deck"][0] == LONG_NAMES["moon 1"]
    assert held(match, A) == ["white square"]


def test_co_15_the_wipe_is_one_event():
    """The oldest card alone brings the House to 20; the team gets to 21 in the same wipe, and wins."""
    match = coop(
        "sun 1",
        complete("sun 9"),
        A=IDLE,
        B=IDLE,
        team=worth(18, ["sun 9", "sun 1"]),
        house=worth(18, (), ["star"]),
        deck="black card, ...",
    )
    all_finish(match)
    assert (match.winners, points(match)) == ({A, B}, (21, 20))


def test_co_16_everybody_draws_up_to_two_cards():
    hands = {"A": "", "B": "red square", "C": "red square, blue circle"}
    piles = dict.fromkeys("ABC", "omni 1, omni 2, omni 3, ...")
    match = coop("sun 12", **hands, piles=piles)
    all_finish(match)
    assert held(match, A) == ["omni 1", "omni 2"]
    assert held(match, B) == ["omni 1", "red square"]
    assert held(match, C) == ["blue circle", "red square"]
    assert match.view(None)["hand_sizes"] == [2, 2, 2]
    assert [pile[0] for pile in match.position()["piles"]] == ["omni 3", "omni 2", "omni 1"]


def test_co_16_only_then():
    match = coop("sun 1", A="red square, blue circle", B=IDLE, piles={"A": "omni 1, ..."})
    play(match, "A: cover square of card 1 with red square")
    assert held(match, A) == ["blue circle"]
    play(match, "A: finish")
    assert held(match, A) == ["blue circle"]
    play(match, "B: finish")
    assert held(match, A) == ["blue circle", "omni 1"]


def test_co_16_after_what_came_back():
    match = coop(
        "sun 12", A="red circle", B="red circle, blue square", house="sun 9", piles={"A": "omni 1, omni 2, ..."}
    )
    play(match, "A: steal sun 9 by circle", "A: finish", "B: finish")
    assert held(match, A) == ["omni 1", "red circle"]


# The end


def past_the_target(team_points: int, house_points: int, black: int = 1) -> parlour.Match:
    """A wipe brings sun 9 (3 points) to the team and moon 9 (3 points) to the House."""
    others = ["sun 9", "moon 9"]
    match = coop(
        complete("sun 9"),
        "moon 9",
        A=IDLE,
        B=IDLE,
        team=worth(team_points - 3, others),
        house=worth(house_points - 3, others, ["star"]),
        deck="black card, ...",
        out=", ".join(["black card"] * (black - 1)),
    )
    all_finish(match)
    return match


@pytest.mark.parametrize(("team_points", "house_points"), [(21, 20), (20, 21), (22, 20), (20, 22)])
def test_co_17_both_at_or_past_the_target_the_higher_total_wins(team_points: int, house_points: int):
    match = past_the_target(team_points, house_points)
    assert match.over
    assert points(match) == (team_points, house_points)
    assert match.winners == ({A, B} if team_points > house_points else set())


@pytest.mark.parametrize("total", [20, 21, 22])
@pytest.mark.parametrize("black", [1, 2])
def test_co_17_a_tie_goes_to_the_house_which_adds_one_for_each_black_card(total: int, black: int):
    match = past_the_target(total, total, black)
    assert match.over and match.winners == set()
    assert points(match) == (total, total + black)  # it shows in the final total
    assert match.view(A)["house_points"] == total + black
    again = parlour.position("game-on-coop", match.position())
    assert points(again) == points(match)


def test_co_17_black_cards_count_for_nothing_else():
    match = coop("sun 12", A=IDLE, B=IDLE, house=worth(19, ["sun 12"]), out="black card, black card")
    assert points(match) == (0, 19)
    all_finish(match)
    assert not match.over
    assert points(match) == (0, 19)
    ahead = past_the_target(21, 20, 2)  # 20 and 2 Black Cards would be 22
    assert (ahead.winners, points(ahead)) == ({A, B}, (21, 20))
    even = coop(
        "sun 12",
        A=IDLE,
        B=IDLE,
        team=worth(18, ["sun 12"]),
        house=worth(18, (), ["star"]),
        out="black card, black card",
    )
    all_finish(even)  # a tie before the end is none
    assert (even.over, points(even)) == (False, (18, 18))


def test_co_17_the_end_is_told():
    def told(team_points: int, house_points: int) -> str:
        others = ["sun 9", "moon 9"]
        match = coop(
            complete("sun 9"),
            "moon 9",
            A=IDLE,
            B=IDLE,
            team=worth(team_points - 3, others),
            house=worth(house_points - 3, others, ["star"]),
            deck="black card, ...",
        )
        return told_of_the_end(match, None)

    assert told(21, 20).endswith("The House takes moon 9.\nThe team wins, 21 to 20!")
    assert told(20, 21).endswith("The House wins. The team has 20 to 21.")
    assert told(20, 20).endswith("The House wins. The team has 20 to 21.")


@pytest.mark.parametrize(
    ("team_before", "house_before", "total", "won"),
    [
        ("", "", (3, 3), False),  # equal: the House
        ("sun 13", "", (4, 3), True),
        ("", "moon 13", (3, 4), False),
        ("star 1, star 9", "", (3, 3), False),  # CO-4
    ],
)
def test_co_18_the_deck_is_empty_and_the_higher_total_wins(
    team_before: str, house_before: str, total: tuple[int, int], won: bool
):
    match = coop(
        complete("sun 9"),
        "moon 10",
        "sun 3: scuttled",
        A="white circle",
        B=IDLE,
        deck="",
        out="...",
        team=team_before,
        house=house_before,
        options=NO_BLACK_CARDS,
    )
    all_finish(match)
    assert match.over and track(match) == []
    assert "sun 9" in team(match) and "moon 10" in house(match) and "sun 3" in out(match)
    assert points(match) == total
    assert match.winners == ({A, B} if won else set())
    assert held(match, A) == ["white circle"]
    assert discards(match, A) == ["red square", "red triangle"]


def test_co_18_only_when_a_card_must_be_drawn():
    match = coop("sun 1", A=IDLE, B=IDLE, deck="moon 1", out="...", options=NO_BLACK_CARDS)
    all_finish(match)
    assert (match.over, match.view(None)["deck"], track(match)) == (False, 0, ["sun 1", "moon 1"])
    told = told_of_the_end(match, A)
    assert match.over and house(match) == ["sun 1", "moon 1"]
    assert told == (
        "Ben finishes.\nThe deck is empty, so the track is settled. The House takes sun 1 and moon 1.\n"
        "The House wins. The team has 0 to 4."
    )


def test_co_18_the_second_of_two_new_cards_is_missing():
    match = coop(
        "sun 1",
        "sun 2",
        "sun 3",
        complete("sun 9"),
        A=IDLE,
        B=IDLE,
        deck="moon 1",
        out="...",
        options=NO_BLACK_CARDS | {"pace": "each"},
    )
    all_finish(match)
    assert match.over and track(match) == []
    assert (team(match), house(match)) == (["sun 9"], ["sun 1", "sun 2", "sun 3", "moon 1"])
    assert points(match) == (3, 8)


def test_co_18_nothing_follows_the_last_black_card():
    match = coop(complete("sun 9"), "moon 9", A=IDLE, B=IDLE, deck="black card", out="...")
    all_finish(match)
    assert match.over and track(match) == []
    assert (match.winners, points(match)) == (set(), (3, 3 + 2))  # a tie, and both Black Cards were drawn


def test_co_18_a_last_card_may_reach_the_target():
    match = coop(
        complete("sun 9"),
        "sun 1",
        A=IDLE,
        B=IDLE,
        deck="",
        out="...",
        options=NO_BLACK_CARDS,
        team=worth(18, ["sun 9", "sun 1"]),
    )
    all_finish(match)
    assert (match.winners, points(match)) == ({A, B}, (21, 2))


# The examples of the rule page


def test_the_example_round():
    match = coop(
        "sun 1: A red square",
        "sun 2",
        "sun 3",
        "sun 4",
        A="yellow circle, white square",
        B="omni 1, red circle",
        team=worth(8, types=["moon"]),
        house=worth(12, types=["star"]),
    )
    play(match, "A: cover circle of card 1 with yellow circle", "B: cover triangle of card 1 with omni 1")
    all_finish(match)
    assert (points(match), track(match)[0]) == ((10, 12), "sun 2")
    assert (discards(match, A), discards(match, B)) == (["red square", "yellow circle"], ["omni 1"])
    assert match.view(None)["piles"] == [33 - 3 - 1, 33 - 2 - 1]


def test_the_example_of_a_steal():
    for last, stolen in (("circle", True), ("triangle", False)):
        hands = dict.fromkeys("AB", "red circle, white square") | {"C": "red circle, red triangle"}
        match = coop("sun 12", house="moon 9", **hands)
        play(match, "A: steal moon 9 by circle", "B: steal moon 9 by circle")
        assert points(match) == (0, 3)
        play(match, f"C: steal moon 9 by {last}")
        assert points(match) == ((3, 0) if stolen else (0, 3))
        all_finish(match)
        assert [name in held(match, C) for name in ("red circle", "red triangle")] == [not stolen, True]
