"""Game-On Competitive: the slow checker by itself and by hand, and the rules against it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

import parlour

from . import game_on
from .enumerate import Position
from .game_on import after, canonical, deal, legal, scores, winners
from .game_on_cards import BLACK_CARD, SHORT_NAMES, TYPES, colour_on, faces, game_cards, player_deck
from .judge_game_on import dealt_wrongly, die_rolls, disagreement
from .test_oracle import Seeded
from .test_oracle import cards as listed

COMPETITIONS = ("dice", "rock-paper-scissors", "trivia")
LONG_NAMES = {short: card for card, short in SHORT_NAMES.items()}

Player = Callable[[list[str], Position, random.Random], str]  # chooses one of the legal moves


class Told:
    """Chance that picks what it is told, one after the other, and leaves every order as it is."""

    def __init__(self, *picks: str) -> None:
        self.picks = list(picks)

    def pick(self, cards: list[str]) -> str:
        picked = self.picks.pop(0)
        assert picked in cards
        return picked

    def shuffle(self, cards: list[str]) -> list[str]:
        return list(cards)


def long_names(text: str) -> list[str]:
    return [LONG_NAMES[name] for name in listed(text)]


def table(hands: list[str], area: str = "sun 9, sun 10, sun 11, sun 12", **other: Any) -> Position:
    """A position in the middle of things; `area`, `control` and `deck` by short names."""
    players = len(hands)
    control = other.pop("control", [""] * players)
    deck = listed(other.pop("deck", "leaf 1, leaf 2, leaf 3, leaf 4, leaf 5, leaf 6"))
    piles = other.pop("piles", ["white square, white circle, white triangle, white square"] * players)
    position = deal(players, other.pop("options", {}), Seeded(0))
    position |= {
        "hands": [listed(hand) for hand in hands],
        "piles": [listed(pile) for pile in piles],
        "area": long_names(area),
        "deck": [LONG_NAMES.get(name, name) for name in deck],
        "control": [long_names(names) for names in control],
    }
    return position | other


def attack(by: int, on: str, shape: str) -> dict[str, Any]:
    return {"by": by, "on": on, "shape": shape}


def on_card(position: Position, number: int, seat: int, text: str) -> None:
    """Lay these cards of the seat on a Game Card of the Play Area; `-` leaves a shape free."""
    position["covers"][number - 1][seat] = [None if card == "-" else card for card in listed(text)]


def finish_all(position: Position, *rolls: str) -> Position:
    """The position when all that have not yet have finished, with these rolls of the dice, all of them rolled."""
    chance = Told(*rolls)
    while position["stage"] == "act" and position["to_act"]:
        number = position["round"]
        position = after(position, position["to_act"][0], "finish", chance)
        if position["round"] != number:
            break
    assert chance.picks == []
    return position


def step(position: Position, seat: int, move: str, *picks: str, **other: Any) -> Position:
    """The position after the move, with what chance picks, and all of it; the position given is left as it was."""
    before, chance = deepcopy(position), Told(*picks)
    result = after(position, seat, move, chance, **other)
    assert position == before
    assert chance.picks == []
    assert disagreement(position, seat, move, result, **other) == ""
    return result


def where_player_cards_are(position: Position, seat: int) -> Counter[str]:
    cards = Counter(position["hands"][seat] + position["piles"][seat] + position["discards"][seat])
    cards.update(card for covers in position["covers"] for card in covers[seat] if card)
    together = zip(position["attacks"], position["thieves"], strict=True)
    cards.update(card for one, card in together if one["by"] == seat)
    return cards


def where_game_cards_are(position: Position) -> Counter[str]:
    cards = Counter(position["deck"] + position["gone"] + position["set_aside"])
    cards.update(card for controlled in position["control"] for card in controlled)
    cards.update(card for card in position["area"] if card)
    return cards


def assert_all_is_in_order(position: Position) -> None:
    """What holds in every position: no card is lost, and nothing is where it cannot be."""
    for seat in range(position["players"]):
        assert where_player_cards_are(position, seat) == Counter(player_deck())
    types = game_on.types_in_game(position)
    expected = Counter(card for card in SHORT_NAMES if card.split(":")[0] in types)
    expected[BLACK_CARD] = int(position["options"].get("timer", 0))
    assert where_game_cards_are(position) == +expected
    assert sorted(position["oldest_first"]) == [n for n, card in enumerate(position["area"], 1) if card]
    assert BLACK_CARD not in position["area"]
    controlled = [SHORT_NAMES[card] for cards in position["control"] for card in cards]
    assert set(position["locked"]) <= set(controlled)
    assert {one["on"] for one in position["attacks"]} <= set(controlled) - set(position["locked"])
    if position["stage"] == "act":
        assert position["contest"] is None


# Players


def anything(moves: list[str], _position: Position, rng: random.Random) -> str:
    return rng.choice(moves)


def keen(moves: list[str], _position: Position, rng: random.Random) -> str:
    """Plays and steals more often than not, and seldom defends."""
    weights = {"cover": 6.0, "steal": 3.0, "convert": 2.0, "redraw": 0.3, "defend": 0.4}
    return rng.choices(moves, [weights.get(move.split(" ")[0], 1.0) for move in moves])[0]


def crowding(moves: list[str], position: Position, rng: random.Random) -> str:
    """Goes where most cards lie already and steals what others steal; shows and answers what is likely to tie."""

    def crowd(move: str) -> int:
        words = move.split(" ")
        if words[0] == "cover":
            lying = [card for covers in position["covers"][int(words[4]) - 1] for card in covers if card]
            return 10 + len(lying)
        if words[0] == "steal":
            return 10 * [one["on"] for one in position["attacks"]].count(" ".join(words[1:3]))
        return 0

    waiting = [move for move in moves if move != "redraw"]
    if position["stage"] != "act" or rng.random() < 0.1:
        return rng.choice(moves if rng.random() < 0.5 else moves[:1])
    return max(waiting, key=lambda move: (crowd(move), rng.random()))


PLAYERS = (anything, keen, crowding)


# The checker by itself


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("competition", COMPETITIONS)
def test_the_checker_deals_and_plays_by_itself(players: int, competition: str) -> None:
    player = PLAYERS[(players + COMPETITIONS.index(competition)) % len(PLAYERS)]
    rng, chance = random.Random(players), Seeded(players)
    options = {"competition": competition, "timer": (0, 0, 0, 1, 3, 0, 6)[players]}
    if players % 2 == 0:
        options["types"] = ",".join(chance.shuffle(list(TYPES))[:players])
    position = deal(players, options, chance)
    assert dealt_wrongly(position) == ""
    questions = range(5, 25)  # few enough to run out
    steps = 0
    while position["to_act"]:
        assert_all_is_in_order(position)
        seat = rng.choice(position["to_act"])
        move = player(legal(position, seat), position, rng)
        following = after(position, seat, move, chance, questions)
        assert disagreement(position, seat, move, following, questions) == ""
        position = following
        steps += 1
        assert steps < 20_000
    assert_all_is_in_order(position)
    assert [legal(position, seat) for seat in range(players)] == [[] for _ in range(players)]
    assert len(set(position["asked"])) == len(position["asked"])
    # GC-31: read off the names, in another way.
    points = []
    for controlled, hand in zip(position["control"], position["hands"], strict=True):
        worth = {card: int(card.split("; ")[1][0]) for card in controlled}
        shown = [card for card in controlled if "chevron" in card and SHORT_NAMES[card] not in position["locked"]]
        points.append(sum(worth.values()) + len(shown) - len(hand))
    assert scores(position) == points
    assert position["winners"] == winners(position)
    assert all(points[seat] == max(points) for seat in position["winners"])


def test_games_of_the_checker_have_everything_in_them() -> None:
    """The crowding games are not empty ones: all kinds of contests, locks, beaten thieves, conversions come up."""
    seen: Counter[str] = Counter()
    for seed in range(6):
        rng, chance = random.Random(seed), Seeded(seed)
        position = deal(4, {"competition": COMPETITIONS[1 + seed % 2]}, chance)
        while position["to_act"]:
            seat = rng.choice(position["to_act"])
            move = (crowding, keen)[rng.random() < 0.3](legal(position, seat), position, rng)
            seen[move.split(" ")[0]] += 1
            position = after(position, seat, move, chance)
            if position["contest"]:
                seen[position["contest"]["for"]] += 1
                seen[f"undecided {position['contest']['undecided']}"] += 1
        seen.update(
            locked=len(position["locked"]), beaten=sum(map(len, position["beaten"])), gone=len(position["gone"])
        )
    wanted = ["cover", "steal", "convert", "redraw", "finish", "defend", "do", "show", "answer", "area", "thieves"]
    wanted += ["locked", "beaten", "undecided 0", "undecided 1", "undecided 2"]
    assert [one for one in wanted if seen[one] < 5] == []


def test_wrong_results_are_rejected() -> None:
    """Whatever is changed in the position after a move, the judge sees it."""
    rejected = 0
    for seed in range(4):
        rng, chance = random.Random(seed), Seeded(seed)
        options = {"competition": COMPETITIONS[seed % 3], "timer": 2}
        position = deal(3, options, chance)
        while position["to_act"]:
            seat = rng.choice(position["to_act"])
            move = crowding(legal(position, seat), position, rng)
            following = after(position, seat, move, chance)
            wrong = tampered(following, rng)
            if canonical(wrong) != canonical(following):
                assert disagreement(position, seat, move, wrong) != ""
                rejected += 1
            position = following
    assert rejected > 300


def tampered(position: Position, rng: random.Random) -> Position:
    """The position with one thing wrong in it, so that no fall of chance explains it."""
    wrong = deepcopy(position)
    one, other = rng.sample(range(position["players"]), 2)
    change = rng.randrange(12)
    if change == 0 and wrong["hands"][one]:
        wrong["discards"][one].append(wrong["hands"][one].pop())
    elif change == 1 and wrong["piles"][one]:
        wrong["hands"][one].append(wrong["piles"][one].pop(0))
    elif change == 2 and wrong["piles"][one]:
        wrong["hands"][one].append(wrong["piles"][one].pop())
    elif change == 3 and wrong["control"][one]:
        wrong["control"][other].append(wrong["control"][one].pop())
    elif change == 4 and wrong["control"][one]:
        wrong["locked"] = sorted(set(wrong["locked"]) ^ {SHORT_NAMES[wrong["control"][one][0]]})
    elif change == 5 and len(wrong["oldest_first"]) > 1:
        wrong["oldest_first"].reverse()
    elif change == 6 and wrong["to_act"]:
        wrong["to_act"].pop()
        wrong["winners"] = [0]
    elif change == 7:
        wrong["idle"] += 1
    elif change == 8:
        wrong["beaten"][one].append("sun 1")
    elif change == 9:
        wrong["round"] += 1
    elif change == 10:
        wrong["deeds"][one] = "converted red" if wrong["deeds"][one] != "converted red" else "nothing"
    else:
        wrong["deck"].reverse()
    return wrong


def test_wrong_deals_are_rejected() -> None:
    dealt = deal(3, {"timer": 2}, Seeded(1))
    assert dealt_wrongly(dealt) == ""
    wrong = deepcopy(dealt)
    wrong["hands"][0].append(wrong["piles"][0].pop(0))
    assert dealt_wrongly(wrong)
    wrong = deepcopy(dealt)
    wrong["deck"].remove(BLACK_CARD)
    assert dealt_wrongly(wrong)
    wrong = deepcopy(dealt)
    place = wrong["deck"].index(BLACK_CARD)
    wrong["area"][0], wrong["deck"][place] = wrong["deck"][place], wrong["area"][0]
    assert dealt_wrongly(wrong)
    assert dealt_wrongly(dealt | {"options": {"timer": 2, "types": "sun,moon,leaf"}})


# The checker by hand


def test_cards_by_hand() -> None:
    # GC-3, for t = 0 and some of t = 4.
    shown = [[colour_on(card, shape) for shape in ("square", "circle", "triangle")] for card in game_cards(["sun"])]
    initials = ["".join(colour[0] if colour != "black" else "x" for colour in one) for one in shown]
    assert " ".join(initials) == "ryb rbw yrb ybw bry byw wry wyb rrr yyy bbb www xry yxb bwx xwr"
    assert LONG_NAMES["sun 1"] == "sun: red square, yellow circle, blue triangle; 2 points"
    assert LONG_NAMES["sun 2"] == "sun: red square, blue circle, white triangle; 2 points; chevron"
    assert LONG_NAMES["drop 1"] == "drop: red square, yellow circle, white triangle; 2 points"
    assert LONG_NAMES["drop 12"] == "drop: white square, white circle, white triangle; 3 points; chevron"
    assert LONG_NAMES["drop 14"] == "drop: yellow square, white circle, black triangle; 1 point; convert yellow"
    assert len(SHORT_NAMES) == len(LONG_NAMES) == 96
    # GC-4
    assert Counter(Counter(player_deck()).values()) == {2: 15, 1: 3}
    assert faces("omni 3") == {"square": "blue", "circle": "white", "triangle": "red"}
    # GC-5: with two players the third type is the first left over.
    two = deal(2, {"types": "moon,sun"}, Seeded(0))
    assert (game_on.types_of_seats(two), game_on.types_in_game(two)) == (["moon", "sun"], ["moon", "sun", "star"])
    assert len(two["deck"]) == 44


def test_matching_by_hand() -> None:
    # GC-11 to GC-13: sun 13 is black square, red circle, yellow triangle.
    position = table(["blue square, red circle, omni 2", ""], "sun 13, sun 9, sun 10, sun 12")
    on_card(position, 2, 0, "-, black circle, -")
    on_card(position, 1, 1, "white square, -, -")
    assert legal(position, 0) == [
        "cover square of card 1 with blue square",
        "cover square of card 1 with omni 2",
        "cover circle of card 1 with red circle",
        "cover square of card 3 with omni 2",
        "cover triangle of card 4 with omni 2",
        "redraw",
        "finish",
    ]
    assert legal(position, 1) == ["finish"]


def test_conversion_by_hand() -> None:
    # GC-15: sun 13 converts to red; locked and attacked ones do not; moon 9 (all red) can then be stolen with anything.
    position = table(
        ["blue circle, black square, omni 2", "red circle"],
        "sun 10, sun 11, sun 12, moon 10",
        control=["sun 13, moon 13, star 13", "moon 9"],
        locked=["moon 13"],
        attacks=[attack(1, "star 13", "circle")],
        thieves=["red circle"],
    )
    assert [move for move in legal(position, 0) if move.startswith("convert")] == ["convert with sun 13"]
    assert "cover square of card 1 with black square" in legal(position, 0)
    assert "steal moon 9 with blue circle" not in legal(position, 0)
    position = step(position, 0, "convert with sun 13")
    assert (position["gone"], position["deeds"]) == ([LONG_NAMES["sun 13"]], ["converted red", "nothing"])
    # The black square is red now, and wild no more; an OMNI is red all over; no redraw, no second conversion.
    assert legal(position, 0) == [
        "steal moon 9 with black square",
        "steal moon 9 with blue circle",
        "steal moon 9 with omni 2 as square",
        "steal moon 9 with omni 2 as circle",
        "steal moon 9 with omni 2 as triangle",
        "finish",
    ]
    # GC-22: one card for each target.
    position = step(position, 0, "steal moon 9 with omni 2 as circle")
    assert (legal(position, 0), position["deeds"][0]) == (["finish"], "converted red")
    # GC-15: not after a card was played, and not without a card in hand.
    played = table(["red circle, red circle", ""], control=["sun 13", "sun 15"])
    played = step(played, 0, "cover circle of card 1 with red circle")
    assert played["deeds"] == ["played", "nothing"]
    assert legal(played, 0) == ["finish"]
    assert legal(played, 1) == ["finish"]


def test_converted_cards_keep_covering_by_hand() -> None:
    # GC-15: in a later round the blue square still covers the red one; taken back, it is blue again.
    position = table(["blue square", "red circle"], piles=["", "red square"], control=["sun 13", ""])
    position = step(position, 0, "convert with sun 13")
    position = step(position, 0, "cover square of card 1 with blue square")
    position = finish_all(position)
    assert (position["round"], position["covers"][0][0]) == (2, ["blue square", None, None])
    on_card(position, 1, 1, "red square, red circle, red triangle")
    position = finish_all(position)
    assert position["hands"][0] == ["blue square"]
    assert [SHORT_NAMES[card] for card in position["control"][1]] == ["sun 9"]


def test_redraw_by_hand() -> None:
    # GC-16: the hand goes under the pile first: with a short pile some of it comes back.
    position = table(["red square, red circle, red triangle", ""], piles=["blue square", ""])
    position = step(position, 0, "redraw")
    assert position["hands"][0] == ["blue square", "red square", "red circle"]
    assert (position["piles"][0], position["deeds"][0], position["to_act"]) == (["red triangle"], "redrew", [1])
    # Any of the hand may be what comes back, but not the pile's card, which was on top.
    before = table(["red square, red circle, red triangle", ""], piles=["blue square", ""])
    fine = position | {"hands": [["blue square", "red triangle", "red circle"], []], "piles": [["red square"], []]}
    assert disagreement(before, 0, "redraw", fine) == ""
    wrong = position | {"hands": [["red square", "red triangle", "red circle"], []], "piles": [["blue square"], []]}
    assert disagreement(before, 0, "redraw", wrong) != ""
    # GC-16: not without a card in hand or a pile, nor after another deed.
    assert legal(table(["", "red circle"], "sun 10, sun 11, sun 12, moon 10"), 0) == ["finish"]
    empty = table(["", "red circle"], "sun 10, sun 11, sun 12, moon 10", piles=["red circle", ""])
    assert legal(empty, 1) == ["finish"]
    # Redrawing last, with two cards: the draw step takes the third from the shuffled pile, whatever it is.
    before = table(["red square, red circle", ""], piles=["blue square, blue circle, white circle", ""], to_act=[0])
    last = step(before, 0, "redraw")
    assert last["hands"][0] == ["blue square", "blue circle", "white circle"]
    other = last | {"hands": [["blue circle", "red circle", "blue square"], []]}
    assert disagreement(before, 0, "redraw", other | {"piles": [["red square", "white circle"], []]}) == ""
    assert disagreement(before, 0, "redraw", other | {"piles": [["red square", "red circle"], []]}) != ""


def test_the_unfinished_take_back_before_the_contest_by_hand() -> None:
    # GC-19: seat 2 gets its white square back from contested card 1, to defend with, and its yellow one from
    # uncontested card 2 only when seat 0 takes that.
    position = table(
        ["", "", "white circle"],
        control=["", "", "moon 9"],
        attacks=[attack(0, "moon 9", "square")],
        thieves=["red square"],
        piles=["", "red square", "red circle"],
        deck="leaf 1, leaf 2, leaf 3",
    )
    for seat in (0, 1):
        on_card(position, 1, seat, "red square, red circle, red triangle")
    on_card(position, 1, 2, "white square, -, -")
    on_card(position, 2, 0, "yellow square, yellow circle, yellow triangle")
    on_card(position, 2, 2, "yellow square, -, omni 3")
    position = finish_all(position, "3", "5")
    assert (position["stage"], position["to_act"]) == ("defend", [2])
    assert legal(position, 2) == ["defend with white square", "do not defend"]
    # GC-18: the winner's cards are discarded, the loser's are in hand again.
    assert position["hands"][0] == position["discards"][1] == ["red square", "red circle", "red triangle"]
    assert (position["area"][0], position["oldest_first"]) == (None, [2, 3, 4])
    assert [SHORT_NAMES[card] for card in position["control"][1]] == ["sun 9"]
    assert position["covers"][1][2] == ["yellow square", None, "omni 3"]
    position = step(position, 2, "defend with white square")
    # GC-27, GC-28: both places are filled, the lowest first, and count as the newest.
    assert position["hands"][2] == ["white circle", "yellow square", "omni 3"]
    assert [SHORT_NAMES[card] for card in position["control"][0]] == ["sun 10"]
    assert [SHORT_NAMES[card] for card in position["area"]] == ["leaf 1", "leaf 2", "sun 11", "sun 12"]
    assert (position["oldest_first"], position["round"]) == ([3, 4, 1, 2], 2)
    # GC-24: the defence went to the bottom of the pile; with three cards in hand seat 2 draws nothing (GC-28).
    assert position["piles"][2] == ["red circle", "white square"]


def test_contests_are_settled_oldest_first_by_hand() -> None:
    # GC-21
    position = table(["", ""], options={"competition": "rock-paper-scissors"}, oldest_first=[3, 1, 4, 2])
    for number, colour in ((1, "red"), (2, "yellow"), (3, "blue")):
        for seat in (0, 1):
            on_card(position, number, seat, f"{colour} square, {colour} circle, {colour} triangle")
    position = finish_all(position)
    order = []
    while position["stage"] == "compete":
        contest = position["contest"]
        order.append(contest["card"])
        assert (contest["for"], contest["rivals"], position["to_act"]) == ("area", [0, 1], [0, 1])
        position = step(position, 1, "show rock")
        assert (position["to_act"], position["contest"]["choices"]) == ([0], [None, "rock"])
        position = step(position, 0, "show paper")
    assert order == ["sun 11", "sun 9", "sun 10"]
    assert len(position["control"][0]) == 3
    assert len(position["hands"][1]) == 9  # GC-28: more than three may be held
    assert position["oldest_first"] == [4, 1, 2, 3]


def test_rock_paper_scissors_by_hand() -> None:
    position = table([""] * 4, options={"competition": "rock-paper-scissors"})
    for seat in range(4):
        on_card(position, 1, seat, "red square, red circle, red triangle")
    start = finish_all(position)

    def show(here: Position, signs: str, *picks: str) -> Position:
        for sign, seat in zip(signs, here["contest"]["rivals"], strict=True):
            last = seat == here["contest"]["rivals"][-1]
            move = {"r": "show rock", "p": "show paper", "s": "show scissors"}[sign]
            here = step(here, seat, move, *(picks if last else ()))
        return here

    def standing(here: Position) -> tuple[list[int], int, list[int]]:
        return here["contest"]["rivals"], here["contest"]["undecided"], here["to_act"]

    # GC-20: all three signs, one sign: again; losing signs drop out, and that too is undecided unless one is left.
    assert standing(show(start, "rrps")) == ([0, 1, 2, 3], 1, [0, 1, 2, 3])
    assert standing(show(start, "ssss")) == ([0, 1, 2, 3], 1, [0, 1, 2, 3])
    assert standing(show(start, "rprp")) == ([1, 3], 1, [1, 3])
    assert show(start, "ssrs")["control"][2] == long_names("sun 9")
    # After three undecided goes a die roll decides, among those still in.
    twice = show(show(start, "rrps"), "sspp")
    assert standing(twice) == ([0, 1], 2, [0, 1])
    assert show(twice, "sr")["control"][1] == long_names("sun 9")
    rolled = show(twice, "pp", "4", "4", "2", "1")
    assert (rolled["control"][0], rolled["contest"]) == (long_names("sun 9"), None)
    assert len(rolled["hands"][2]) == 3


def test_trivia_by_hand() -> None:
    position = table([""] * 3, options={"competition": "trivia"}, asked=[7])
    for seat in range(3):
        on_card(position, 1, seat, "red square, red circle, red triangle")
    few = [7, 8, 9]
    position = step(position, 0, "finish", questions=few)
    position = step(position, 1, "finish", questions=few)
    assert "is due" in disagreement(
        position, 2, "finish", after(position | {"asked": []}, 2, "finish", Told("7", "2")), few
    )
    start = step(position, 2, "finish", "9", "2", questions=few)
    assert (start["contest"]["question"], start["contest"]["right"], start["asked"]) == (9, 2, [7, 9])
    assert legal(start, 1) == ["answer a", "answer b", "answer c", "answer d"]

    def answer(here: Position, letters: str, *picks: str) -> Position:
        for letter, seat in zip(letters, here["contest"]["rivals"], strict=True):
            last = seat == here["contest"]["rivals"][-1]
            here = step(here, seat, f"answer {letter}", *(picks if last else ()), questions=few)
        return here

    # GC-20: wrong answers lose to right ones.
    assert answer(start, "bcd")["control"][1] == long_names("sun 9")
    again = answer(start, "cbc", "8", "0")
    assert (again["contest"]["rivals"], again["contest"]["undecided"], again["asked"]) == ([0, 2], 1, [7, 9, 8])
    # No one is separated, and no question is left: a die roll among those still in.
    assert answer(again, "bb", "1", "6")["control"][2] == long_names("sun 9")
    assert answer(again, "aa", "2", "1")["control"][0] == long_names("sun 9")
    # All wrong: all still in.
    assert answer(start, "abd", "8", "0")["contest"]["rivals"] == [0, 1, 2]
    # No question left at all.
    dry = step(position | {"asked": few}, 2, "finish", "3", "5", "5", "1", "2", questions=few)
    assert dry["control"][2] == long_names("sun 9")


def test_beaten_thieves_by_hand() -> None:
    # GC-23, GC-26: seats 0 and 2 go for moon 9, seat 1 for moon 10 in between. Seat 2 wins, at seat 0's place.
    position = table(
        ["red circle, yellow circle", "blue circle", "white square", "black circle, white circle"],
        control=["", "", "", "moon 9, moon 10"],
        attacks=[attack(0, "moon 9", "square"), attack(1, "moon 10", "circle"), attack(2, "moon 9", "circle")],
        thieves=["red square", "yellow circle", "omni 1"],
        piles=["", "", "", ""],
        deeds=["played", "played", "played", "nothing"],
    )
    position = finish_all(position, "2", "3")
    assert position["hands"][0] == ["red circle", "yellow circle", "red square"]
    assert position["beaten"] == [["moon 9"], [], [], []]
    assert (position["stage"], position["to_act"]) == ("defend", [3])
    assert position["attacks"] == [attack(2, "moon 9", "circle"), attack(1, "moon 10", "circle")]
    assert position["thieves"] == ["omni 1", "yellow circle"]
    # GC-25: seat 2 takes it. Seat 0 may not target it again, whoever controls it; seat 3 may.
    position = step(position, 3, "do not defend", "6", "1")
    assert (position["control"][2], position["discards"][2]) == (long_names("moon 9"), ["omni 1"])
    assert (position["stage"], position["to_act"]) == ("defend", [3])
    position = step(position, 3, "defend with black circle")
    assert (position["round"], position["discards"][1]) == (2, ["yellow circle"])
    steals = [[move for move in legal(position, seat) if move.startswith("steal")] for seat in range(4)]
    assert steals[0] == ["steal moon 10 with yellow circle"]
    assert steals[3] == ["steal moon 9 with black circle"]  # it was drawn again


def test_an_unsorted_list_of_attacks_is_read_too() -> None:
    # The order of the list does not matter as long as the position says which one is being settled.
    position = table(
        ["", "", "", "red circle"],
        control=["", "", "", "moon 9, moon 10"],
        stage="defend",
        to_act=[3],
        attacks=[attack(1, "moon 10", "circle"), attack(2, "moon 9", "square")],
        thieves=["yellow circle", "red square"],
    )
    contest = {"for": "steal", "card": "moon 9", "rivals": [2, 3], "undecided": 0, "choices": [None, None]}
    assert legal(position, 3) == ["defend with red circle", "do not defend"]
    said = position | {"contest": contest | {"question": None}}
    assert legal(said, 3) == ["do not defend"]
    assert canonical(said)["attacks"][0]["with"] == "red square"
    assert step(said, 3, "do not defend", "6", "1")["locked"] == []
    assert after(said, 3, "do not defend", Told("1", "6"))["locked"] == ["moon 9"]


def test_defence_and_lock_by_hand() -> None:
    # GC-24: any colour, black too, and OMNIs for any shape; not another shape.
    position = table(
        ["", "red circle, black triangle, white triangle, omni 2"],
        control=["", "moon 13"],
        attacks=[attack(0, "moon 13", "triangle")],
        thieves=["blue triangle"],
        piles=["red square", "red square"],
        to_act=[1],
    )
    position = step(position, 1, "finish")
    moves = ["defend with black triangle", "defend with omni 2", "defend with white triangle", "do not defend"]
    assert (position["to_act"], legal(position, 1), legal(position, 0)) == ([1], moves, [])
    held = step(position, 1, "defend with omni 2")
    assert (held["piles"][1], held["discards"][0], held["locked"]) == (["red square", "omni 2"], ["blue triangle"], [])
    assert held["control"] == [[], long_names("moon 13")]
    # GC-25: the thief loses, and the card is locked: no more steals, and no conversion (GC-15).
    locked = step(position, 1, "do not defend", "2", "2", "3", "4")
    assert (locked["locked"], locked["discards"][0]) == (["moon 13"], ["blue triangle"])
    assert locked["control"] == [[], long_names("moon 13")]
    assert not any(move.startswith("convert") for move in legal(locked, 1))
    locked["hands"][0] = ["black square", "black circle", "black triangle"]
    assert not any(move.startswith("steal") for move in legal(locked, 0))
    assert any(move.startswith("steal") for move in legal(locked | {"locked": []}, 0))
    # The thief wins.
    stolen = step(position, 1, "do not defend", "4", "3")
    assert (stolen["control"], stolen["locked"]) == ([long_names("moon 13"), []], [])
    # GC-24: asked all the same with an empty hand. GC-25: then they compete as the table agreed.
    position = position | {"hands": [[], []], "options": {"competition": "rock-paper-scissors"}}
    assert legal(position, 1) == ["do not defend"]
    position = step(position, 1, "do not defend")
    assert (position["contest"]["for"], position["contest"]["rivals"]) == ("steal", [0, 1])
    assert position["to_act"] == [0, 1]
    position = step(step(position, 0, "show rock"), 1, "show paper")
    assert position["locked"] == ["moon 13"]


def test_a_defence_uses_the_hand_of_that_moment_by_hand() -> None:
    # GC-26: seat 1 is beaten over moon 9 and gets its square back; it defends sun 13 with it later in the round.
    position = table(
        ["", "", "red circle"],
        control=["", "sun 13", "moon 9"],
        attacks=[attack(0, "moon 9", "circle"), attack(2, "sun 13", "square"), attack(1, "moon 9", "square")],
        thieves=["red circle", "blue square", "red square"],
        to_act=[2],
    )
    position = step(position, 2, "finish", "6", "5")
    position = step(position, 2, "defend with red circle")
    assert (position["to_act"], legal(position, 1)) == ([1], ["defend with red square", "do not defend"])


def test_black_cards_by_hand() -> None:
    # GC-29: set aside and replaced; when all are out the game ends, after the draw.
    position = table(
        ["", "", ""],
        deck="black card, leaf 1, black card",
        options={"timer": 2},
        piles=["red square, red circle", "blue circle", ""],
    )
    on_card(position, 2, 0, "yellow square, yellow circle, yellow triangle")
    on_card(position, 4, 1, "white square, white circle, white triangle")
    position = finish_all(position)
    assert (position["to_act"], position["set_aside"], position["deck"]) == ([], [BLACK_CARD] * 2, [])
    assert [SHORT_NAMES[card] if card else None for card in position["area"]] == ["sun 9", "leaf 1", "sun 11", None]
    assert position["oldest_first"] == [1, 3, 2]
    assert [len(hand) for hand in position["hands"]] == [2, 1, 0]
    # GC-31: 3 points and a chevron each, and the cards in hand.
    assert (scores(position), position["winners"]) == ([2, 3, 0], [1])
    # With one of them still to come it goes on.
    position = table(["", "", ""], deck="black card, leaf 1, black card", options={"timer": 2})
    on_card(position, 2, 0, "yellow square, yellow circle, yellow triangle")
    position = finish_all(position)
    assert (position["round"], position["to_act"]) == (2, [0, 1, 2])


def test_the_end_with_empty_piles_by_hand() -> None:
    area = "sun 9, moon 9, star 9, leaf 9"  # all of them red
    # GC-30 a: nobody can play, steal or convert, though somebody just did.
    position = table(["blue circle, red circle", "blue square"], area, piles=["", ""])
    on_card(position, 1, 0, "red square, -, red triangle")
    position = step(position, 0, "cover circle of card 1 with red circle")
    over = finish_all(position | {"deck": long_names("leaf 11")}, *())
    assert over["to_act"] == [0, 1]  # leaf 11 is all blue: they can play there
    over = finish_all(position | {"deck": []})
    assert (over["to_act"], over["winners"], scores(over)) == ([], [0], [3, -1])
    # A steal or a conversion that is possible keeps it going.
    going = finish_all(position | {"deck": [], "control": [long_names("sun 13"), []]})
    assert going["to_act"] == [0, 1]
    # ... but not when that card is locked.
    over = finish_all(position | {"deck": [], "control": [long_names("sun 13"), []], "locked": ["sun 13", "sun 9"]})
    assert over["to_act"] == []
    # Everyone passed: over, though they could play. A draw pile that is not empty keeps it going.
    passed = table(["red circle", "red square"], area, piles=["", ""])
    assert finish_all(passed)["to_act"] == []
    passed = table(["red circle", "red square, red square, red square"], area, piles=["", "blue circle"])
    assert finish_all(passed)["round"] == 2
    # Looked at after the draw step: the last card is drawn.
    passed = table(["red circle", "red square"], area, piles=["", "blue circle"])
    assert finish_all(passed)["to_act"] == []
    # A redraw is not a pass: the pile runs dry in the draw step, and they can play.
    redrawn = table(["red circle, red circle", "red square"], area, piles=["blue circle", ""])
    redrawn = step(redrawn, 0, "redraw")
    redrawn = step(redrawn, 1, "finish")
    assert (redrawn["piles"], redrawn["to_act"], redrawn["idle"]) == ([[], []], [0, 1], 1)


def test_the_end_after_idle_rounds_by_hand() -> None:
    # GC-30 b: redraws count as idle; a card played does not.
    position = table(["red circle, red circle, red circle", ""], idle=2)
    assert (finish_all(position)["to_act"], finish_all(position)["idle"]) == ([], 3)
    assert step(step(position, 1, "finish"), 0, "redraw")["to_act"] == []
    played = finish_all(step(position, 0, "cover circle of card 1 with red circle"))
    assert (played["to_act"], played["idle"]) == ([0, 1], 0)
    converted = step(position | {"control": [long_names("sun 13"), []]}, 0, "convert with sun 13")
    assert finish_all(converted)["idle"] == 0
    assert finish_all(position | {"idle": 1})["idle"] == 2


def test_scores_and_ties_by_hand() -> None:
    position = table(
        ["red circle, omni 1", "", ""],
        control=["sun 9, sun 1", "moon 13, moon 14, moon 15", "sun 10"],
        locked=["sun 10"],
        to_act=[],
    )
    on_card(position, 3, 1, "blue square, -, -")
    # GC-31: 3 + 1 + 2 - 2; 1 + 1 + 1; 3 without its chevron. Cards on the table and in the pile cost nothing.
    assert scores(position) == [4, 3, 3]
    assert winners(position) == [0]
    position["hands"][0].append("red circle")
    # GC-32: three tie with 3; two suns of seat 0's type, three moons of seat 1's, no star of seat 2's.
    assert (scores(position), winners(position)) == ([3, 3, 3], [1])
    # The types may be chosen: now seat 2 has one of its own, and seat 0 none.
    position["options"] = {"types": "star,leaf,sun"}
    assert winners(position) == [2]
    # Locked ones count too (sun 10 is). Still tied: shared.
    position["options"] = {"types": "star,leaf,drop"}
    assert winners(position) == [0, 1, 2]


# Our game against the checker

ours = pytest.mark.skipif(all(game.id != "game-on" for game in parlour.GAMES), reason="the game is not on the shelf")


Rolls = list[tuple[list[int], int]]  # of dice: who rolled, and who won


def whole_game(players: int, seed: int, player: Player, rolls: Rolls | None = None, **options: Any) -> None:
    """A whole game, in which both must always agree: on the legal moves, and on the position after each."""
    match = parlour.new("game-on", players=players, seed=seed, **options)
    rng = random.Random(seed)
    before: Position = match.position()
    assert dealt_wrongly(before) == ""
    while not match.over:
        assert_all_is_in_order(before)
        assert match.to_act == set(before["to_act"])
        for seat in range(players):
            assert sorted(legal(before, seat)) == sorted(str(move) for move in match.legal(seat))
        seat = rng.choice(sorted(match.to_act))
        move = player(legal(before, seat), before, rng)
        match.play(seat, move)
        shown: Position = match.position()
        assert disagreement(before, seat, move, shown) == ""
        if rolls is not None:
            rolls += die_rolls(before, seat, move, shown)
        before = shown
    assert_all_is_in_order(before)
    assert match.scores == scores(before)
    assert match.winners == set(winners(before))


@ours
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("competition", COMPETITIONS)
@pytest.mark.parametrize("player", PLAYERS)
def test_whole_games_agree(players: int, competition: str, player: Player) -> None:
    seed = (PLAYERS.index(player) + COMPETITIONS.index(competition)) % 2
    whole_game(players, seed, player, competition=competition, timer=(0, 0, 0, 1, 2, 0, 6)[players - seed])


@ours
def test_whole_games_with_chosen_types_agree() -> None:
    for seed, types in enumerate(("moon,sun", "flame,drop", "leaf,sun,flame", "flame,drop,leaf,star,moon,sun")):
        whole_game(types.count(",") + 1, seed, keen, types=types)


@ours
def test_every_rival_may_win_a_die_roll() -> None:
    rolls: Rolls = []
    for seed in range(6):
        whole_game(2 + seed % 3, seed, crowding, rolls)
    first = sum(winner == rivals[0] for rivals, winner in rolls)
    last = sum(winner == rivals[-1] for rivals, winner in rolls)
    assert min(first, last) > 0.2 * (first + last)
