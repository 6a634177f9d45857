"""Game-On Competitive, straight from the clauses GC-1 to GC-32.

Chance is handed in (`deal`, `after`); `judge_game_on` holds another game's positions against these rules instead.
The file is long because it keeps a whole sheet together, in the order of its clauses.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

from .enumerate import Chance, Position
from .game_on_cards import (
    BLACK_CARD,
    OMNIS,
    SHAPES,
    SHORT_NAMES,
    TYPES,
    colour_on,
    convert_symbol,
    faces,
    game_cards,
    has_chevron,
    match,
    player_deck,
    points_on,
)

# GC-20: a losing sign, and what it loses to.
BEATEN_BY = {"rock": "paper", "paper": "scissors", "scissors": "rock"}
LETTERS = ("a", "b", "c", "d")
DIE = ["1", "2", "3", "4", "5", "6"]
# The trivia questions are nothing but numbers here; these, unless a caller says which.
QUESTIONS: Sequence[int] = range(1000)


# Chance


class Fate(Protocol):
    """How chance falls, wherever the rules leave something to it."""

    def shuffled(self, cards: list[str]) -> list[str]: ...

    def put_under(self, hand: list[str], come_back: int) -> list[str]:
        """GC-16: the order of a hand that is put under a pile, the first `come_back` of which are drawn again."""

    def die_roll(self, rivals: list[int]) -> int: ...

    def question(self, not_asked: list[int]) -> tuple[int, int]:
        """The next question, and the place of its right answer."""


class Free:
    """Fate as chance has it."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def shuffled(self, cards: list[str]) -> list[str]:
        return self.chance.shuffle(cards)

    def put_under(self, hand: list[str], come_back: int) -> list[str]:
        # The clauses do not say in which order the hand lies; that matters only if some of it is drawn again.
        return self.chance.shuffle(hand) if come_back else hand

    def die_roll(self, rivals: list[int]) -> int:
        # GC-20: highest wins, the tied roll again.
        while len(rivals) > 1:
            rolls = {seat: int(self.chance.pick(list(DIE))) for seat in rivals}
            rivals = [seat for seat in rivals if rolls[seat] == max(rolls.values())]
        return rivals[0]

    def question(self, not_asked: list[int]) -> tuple[int, int]:
        question = int(self.chance.pick([str(number) for number in not_asked]))
        return question, int(self.chance.pick([str(place) for place in range(4)]))


# What a seat may do


def legal(position: Position, seat: int) -> list[str]:
    """The distinct legal moves of the seat."""
    if seat not in position["to_act"]:
        return []
    if position["stage"] == "act":
        return _acts(position, seat)
    if position["stage"] == "defend":
        return _defences(position, seat)
    if position["options"].get("competition", "dice") == "trivia":
        return [f"answer {letter}" for letter in LETTERS]
    return [f"show {sign}" for sign in BEATEN_BY]


def _acts(position: Position, seat: int) -> list[str]:
    hand: list[str] = position["hands"][seat]
    deed: str = position["deeds"][seat]
    # GC-10: as much of the hand as you like.
    moves = _covers(position, seat) + _steals(position, seat)
    # GC-15: before playing any card this round; at most one a round; with a card in hand.
    if deed == "nothing" and hand:
        for card in position["control"][seat]:
            under_attack = SHORT_NAMES[card] in [attack["on"] for attack in position["attacks"]]
            locked = SHORT_NAMES[card] in position["locked"]
            if convert_symbol(card) and not under_attack and not locked:
                moves.append(f"convert with {SHORT_NAMES[card]}")
    # GC-16: only as the first deed of a round, with a card in hand and a draw pile that is not empty.
    if deed == "nothing" and hand and position["piles"][seat]:
        moves.append("redraw")
    # GC-9, GC-17: say that you have finished; passing is allowed.
    moves.append("finish")
    return moves


def _conversion(position: Position, seat: int) -> str | None:
    """GC-15: the colour that the seat's hand counts as in this round, if it converted."""
    deed: str = position["deeds"][seat]
    return deed.removeprefix("converted ") if deed.startswith("converted ") else None


def _covers(position: Position, seat: int) -> list[str]:
    moves: list[str] = []
    for place, game_card in enumerate(position["area"]):
        if game_card is None:
            continue
        for card in sorted(set(position["hands"][seat])):
            for shape, colour in faces(card, _conversion(position, seat)).items():
                # GC-13: one player covers each shape at most once; what others cover is no hindrance.
                free = position["covers"][place][seat][SHAPES.index(shape)] is None
                # GC-10, GC-11: on matching shapes.
                if free and match(colour, colour_on(game_card, shape)):
                    moves.append(f"cover {shape} of card {place + 1} with {card}")
    return moves


def _steals(position: Position, seat: int) -> list[str]:
    moves: list[str] = []
    for controller, controlled in enumerate(position["control"]):
        for game_card in controlled:
            name = SHORT_NAMES[game_card]
            # GC-10: on a card controlled by another player.
            if controller == seat:
                continue
            # GC-22: locked cards cannot be targeted. GC-23: nor those over which one was beaten, whoever has them.
            if name in position["locked"] or name in position["beaten"][seat]:
                continue
            # GC-22: one card for each target in a round.
            if any(attack["by"] == seat and attack["on"] == name for attack in position["attacks"]):
                continue
            for card in sorted(set(position["hands"][seat])):
                for shape, colour in faces(card, _conversion(position, seat)).items():
                    # GC-22: one matching shape is enough.
                    if match(colour, colour_on(game_card, shape)):
                        moves.append(f"steal {name} with {card}" + (f" as {shape}" if card in OMNIS else ""))
    return moves


def _defences(position: Position, seat: int) -> list[str]:
    # GC-24: a hand card of the same shape as the thief's, any colour; an OMNI defends any shape.
    shape = _settled_first(position)[0][0]["shape"]
    moves = [f"defend with {card}" for card in sorted(set(position["hands"][seat])) if shape in faces(card)]
    # GC-24: the controller may defend, and is asked whether or not it is possible.
    return [*moves, "do not defend"]


# The moves


def after(position: Position, seat: int, move: str, chance: Chance, questions: Sequence[int] = QUESTIONS) -> Position:
    """The position after the seat's move."""
    return follow(position, seat, move, Free(chance), questions)


def follow(position: Position, seat: int, move: str, fate: Fate, questions: Sequence[int]) -> Position:
    """The position after the seat's move, with chance falling as fate has it."""
    if move not in legal(position, seat):
        raise ValueError(f"not a legal move of seat {seat} here: {move!r}")
    result: Position = json.loads(json.dumps(position))  # a copy
    words = move.split(" ")
    if position["stage"] == "act":
        if words[0] == "cover":
            _cover(result, seat, move)
        elif words[0] == "steal":
            _steal(result, seat, move)
        elif words[0] == "convert":
            _convert(result, seat, move.removeprefix("convert with "))
        else:
            if words[0] == "redraw":
                _redraw(result, seat, fate)
            # GC-9: finishing is final for the round, which moves on when all have.
            result["to_act"].remove(seat)
            if not result["to_act"]:
                _go_on(result, fate, questions)
    elif position["stage"] == "defend":
        _answer_the_thief(result, seat, move, fate, questions)
    else:
        # GC-20: chosen in secret, shown together.
        result["contest"]["choices"] = _choices_by_seat(result)
        result["contest"]["choices"][seat] = words[1]
        result["to_act"].remove(seat)
        if not result["to_act"] and _end_of_go(result, fate, questions):
            _go_on(result, fate, questions)
    return result


def _played(position: Position, seat: int, card: str) -> None:
    position["hands"][seat].remove(card)
    if _conversion(position, seat) is None:
        position["deeds"][seat] = "played"


def _cover(position: Position, seat: int, move: str) -> None:
    # cover SHAPE of card PLACE with CARD
    words, card = move.split(" with ")
    shape, place = words.split(" ")[1], int(words.split(" ")[4])
    position["covers"][place - 1][seat][SHAPES.index(shape)] = card
    _played(position, seat, card)


def _steal(position: Position, seat: int, move: str) -> None:
    # steal TARGET with CARD, steal TARGET with OMNI as SHAPE
    target, card = move.removeprefix("steal ").split(" with ")
    if " as " in card:
        card, shape = card.split(" as ")  # GC-12: it is played as one of its shapes
    else:
        shape = card.split(" ")[1]
    position["attacks"].append({"by": seat, "on": target, "shape": shape})
    position["thieves"].append(card)
    _played(position, seat, card)


def _convert(position: Position, seat: int, name: str) -> None:
    # GC-15: the Game Card is gone; the shapes in hand count as its colour.
    game_card = next(card for card in position["control"][seat] if SHORT_NAMES[card] == name)
    position["control"][seat].remove(game_card)
    position["gone"].append(game_card)
    position["deeds"][seat] = f"converted {convert_symbol(game_card)}"


def _redraw(position: Position, seat: int, fate: Fate) -> None:
    # GC-16: the whole hand under the pile, draw as many from the top, then shuffle the pile.
    hand, pile = position["hands"][seat], position["piles"][seat]
    pile = pile + fate.put_under(hand, max(0, len(hand) - len(pile)))
    position["hands"][seat] = pile[: len(hand)]
    position["piles"][seat] = fate.shuffled(pile[len(hand) :])
    position["deeds"][seat] = "redrew"


# Compete, resolve steals, take control: what follows of itself once all have finished


def _go_on(position: Position, fate: Fate, questions: Sequence[int]) -> None:
    """Carry out whatever is next, until somebody must choose."""
    while True:
        # GC-21: several competitions are settled oldest Game Card first.
        contested = [number for number in position["oldest_first"] if len(_complete(position, number)) >= 2]
        if contested:
            rivals = _complete(position, contested[0])
            # GC-19: cards of those who have not matched all shapes go back, at once, before the contest.
            for seat in range(position["players"]):
                if seat not in rivals:
                    _take_back(position, contested[0], seat)
            name = SHORT_NAMES[position["area"][contested[0] - 1]]
            settled = _compete(position, "area", name, rivals, fate, questions)
        elif position["attacks"]:
            # GC-26: in the order they were played, all thieves of one card at its first thief's place.
            target = position["attacks"][0]["on"]
            thieves = sorted(attack["by"] for attack in position["attacks"] if attack["on"] == target)
            if len(thieves) == 1:
                # GC-24: the controller is always asked.
                position["stage"] = "defend"
                position["to_act"] = [_controller(position, target)]
                return
            # GC-23: several thieves of one card first compete with each other.
            settled = _compete(position, "thieves", target, thieves, fate, questions)
        else:
            _end_round(position)
            return
        if not settled:
            return


def _complete(position: Position, number: int) -> list[int]:
    """GC-18: who has matched all shapes of the Game Card at that place of the Play Area."""
    covers = position["covers"][number - 1]
    return [seat for seat in range(position["players"]) if None not in covers[seat]]


def _take_back(position: Position, number: int, seat: int) -> None:
    # GC-15: a card that comes back is itself again. GC-12: an OMNI too.
    position["hands"][seat] += [card for card in position["covers"][number - 1][seat] if card]
    position["covers"][number - 1][seat] = [None, None, None]


def _take_control(position: Position, number: int, seat: int) -> None:
    """GC-18, GC-27: the seat takes the Game Card and discards the cards used; other cards on it go back to hands."""
    position["discards"][seat] += position["covers"][number - 1][seat]
    position["covers"][number - 1][seat] = [None, None, None]
    for other in range(position["players"]):
        _take_back(position, number, other)
    position["control"][seat].append(position["area"][number - 1])
    position["area"][number - 1] = None
    position["oldest_first"].remove(number)


def _controller(position: Position, name: str) -> int:
    return next(seat for seat, cards in enumerate(position["control"]) if name in [SHORT_NAMES[card] for card in cards])


def _compete(position: Position, kind: str, name: str, rivals: list[int], fate: Fate, questions: Sequence[int]) -> bool:
    """Begin a competition; True if it is settled already."""
    position["contest"] = {"for": kind, "card": name, "rivals": rivals, "undecided": 0}
    return _next_go(position, fate, questions)


def _next_go(position: Position, fate: Fate, questions: Sequence[int]) -> bool:
    """Have the rivals choose, or the dice decide at once; True if that settles it."""
    contest = position["contest"]
    # GC-7, GC-20: the way to settle competitions is fixed for the match.
    competition = position["options"].get("competition", "dice")
    # GC-20: never a question asked before in the match.
    not_asked = [number for number in questions if number not in position["asked"]]
    # GC-20: after three undecided goes, or when no question is left, a die roll decides.
    if competition == "dice" or contest["undecided"] == 3 or (competition == "trivia" and not not_asked):
        _won(position, fate.die_roll(contest["rivals"]))
        return True
    contest["choices"] = [None] * position["players"]
    contest["question"] = None
    if competition == "trivia":
        contest["question"], contest["right"] = fate.question(not_asked)
        position["asked"].append(contest["question"])
    position["stage"] = "compete"
    position["to_act"] = list(contest["rivals"])
    return False


def _end_of_go(position: Position, fate: Fate, questions: Sequence[int]) -> bool:
    """All rivals have chosen: True if that settles the competition."""
    contest = position["contest"]
    choices: list[Any] = contest["choices"]
    if contest["question"] is None:
        signs = {choices[seat] for seat in contest["rivals"]}
        # GC-20: those showing a losing sign drop out; if all three or one sign show, again.
        losing = {sign for sign in signs if BEATEN_BY[sign] in signs} if len(signs) == 2 else set()
        still_in = [seat for seat in contest["rivals"] if choices[seat] not in losing]
    else:
        # GC-20: wrong answers lose to right ones.
        right = [seat for seat in contest["rivals"] if choices[seat] == LETTERS[contest["right"]]]
        still_in = right or contest["rivals"]
    if len(still_in) == 1:
        _won(position, still_in[0])
        return True
    # GC-20: a go that leaves more than one player in is undecided.
    contest["rivals"] = still_in
    contest["undecided"] += 1
    return _next_go(position, fate, questions)


def _won(position: Position, winner: int) -> None:
    """The competition is won, and what it was about is carried out."""
    contest = position["contest"]
    if contest["for"] == "area":
        # GC-18: the winner takes control and discards the cards used; the losers take theirs back.
        place = next(place for place, card in enumerate(position["area"]) if SHORT_NAMES.get(card) == contest["card"])
        _take_control(position, place + 1, winner)
    elif contest["for"] == "thieves":
        attacks, thieves = _settled_first(position)
        ours = [(attack, card) for attack, card in zip(attacks, thieves, strict=True)]
        for attack, card in ours:
            if attack["on"] == contest["card"] and attack["by"] != winner:
                # GC-23: the beaten take their card back and may not target that Game Card again.
                position["hands"][attack["by"]].append(card)
                position["beaten"][attack["by"]].append(contest["card"])
        left = [(attack, card) for attack, card in ours if attack["on"] != contest["card"] or attack["by"] == winner]
        # GC-26: the one who is left stands at the first thief's place.
        left.sort(key=lambda one: one[0]["on"] != contest["card"])
        position["attacks"] = [attack for attack, _ in left]
        position["thieves"] = [card for _, card in left]
    else:
        attack = _discard_the_thief(position)
        controller = _controller(position, attack["on"])
        if winner == attack["by"]:
            # GC-25: the thief takes the Game Card.
            game_card = next(card for card in position["control"][controller] if SHORT_NAMES[card] == attack["on"])
            position["control"][controller].remove(game_card)
            position["control"][winner].append(game_card)
        else:
            # GC-25: the Game Card is locked.
            position["locked"].append(attack["on"])
    position["contest"] = None


def _answer_the_thief(position: Position, seat: int, move: str, fate: Fate, questions: Sequence[int]) -> None:
    position["attacks"], position["thieves"] = _settled_first(position)
    position["contest"] = None
    attack = position["attacks"][0]
    if move == "do not defend":
        # GC-25: otherwise controller and thief compete.
        if not _compete(position, "steal", attack["on"], sorted([seat, attack["by"]]), fate, questions):
            return
    else:
        # GC-24: the card goes to the bottom of the controller's pile; the thief's is discarded; the Game Card stays.
        card = move.removeprefix("defend with ")
        position["hands"][seat].remove(card)
        position["piles"][seat].append(card)
        _discard_the_thief(position)
    _go_on(position, fate, questions)


def _discard_the_thief(position: Position) -> dict[str, Any]:
    """The attack being settled is over, and its card is discarded; the attack."""
    position["attacks"], position["thieves"] = _settled_first(position)
    attack: dict[str, Any] = position["attacks"].pop(0)
    position["discards"][attack["by"]].append(position["thieves"].pop(0))
    return attack


def _settled_first(position: Position) -> tuple[list[dict[str, Any]], list[str]]:
    """The attacks and their cards, those on one Game Card together at its first thief's place (GC-26).

    The Game Card being settled comes first. It is that of the contest, if one over a steal is on.
    """
    attacks: list[dict[str, Any]] = position["attacks"]
    contest = position["contest"]
    order = [contest["card"]] if contest and contest["for"] != "area" else []
    order += [attack["on"] for attack in attacks]
    both = sorted(zip(attacks, position["thieves"], strict=True), key=lambda one: order.index(one[0]["on"]))
    return [attack for attack, _ in both], [card for _, card in both]


# Clean up, draw, end


def _end_round(position: Position) -> None:
    # GC-27: whoever alone has matched all shapes takes the Game Card.
    for number in list(position["oldest_first"]):
        for seat in _complete(position, number)[:1]:
            _take_control(position, number, seat)
    # GC-6, GC-28: new Game Cards replace those taken.
    for place in range(4):
        while position["area"][place] is None and position["deck"]:
            game_card = position["deck"].pop(0)
            if game_card == BLACK_CARD:
                # GC-29: a black one that comes up is set aside and replaced.
                position["set_aside"].append(game_card)
            else:
                position["area"][place] = game_card
                position["oldest_first"].append(place + 1)
    # GC-28: everyone with two or fewer cards draws up to three.
    for hand, pile in zip(position["hands"], position["piles"], strict=True):
        while len(hand) < 3 and pile:
            hand.append(pile.pop(0))
    # GC-30 b: rounds running in which nobody played, stole or converted; redraws count as idle.
    deeds: list[str] = position["deeds"]
    idle = all(deed in ("nothing", "redrew") for deed in deeds)
    position["idle"] = position["idle"] + 1 if idle else 0
    everyone_passed = all(deed == "nothing" for deed in deeds)
    position["deeds"] = ["nothing"] * position["players"]
    position["stage"] = "act"
    position["to_act"] = list(range(position["players"]))
    if _ends(position, everyone_passed):
        position["to_act"] = []
        position["winners"] = _best(position)
    else:
        position["round"] += 1


def _ends(position: Position, everyone_passed: bool) -> bool:
    """Whether the game ends, looked at after the draw step and with a new round about to begin."""
    # GC-29: all black cards are out.
    timer = int(position["options"].get("timer", 0))
    if timer and len(position["set_aside"]) == timer:
        return True
    # GC-30 b: three idle rounds running, in any case.
    if position["idle"] >= 3:
        return True
    # GC-30 a: all draw piles are empty, and either no one can play, steal or convert, or everyone passed.
    nobody_can = all(_acts(position, seat) == ["finish"] for seat in range(position["players"]))
    return not any(position["piles"]) and (nobody_can or everyone_passed)


def scores(position: Position) -> list[int]:
    """GC-31: points, +1 for each chevron showing, -1 for each card left in hand; a locked card's does not show."""
    return [
        sum(points_on(card) for card in controlled)
        + sum(1 for card in controlled if has_chevron(card) and SHORT_NAMES[card] not in position["locked"])
        - len(hand)
        for controlled, hand in zip(position["control"], position["hands"], strict=True)
    ]


def winners(position: Position) -> list[int]:
    """The seats that have won a finished game."""
    if position["to_act"]:
        raise ValueError("the game is not over")
    return _best(position)


def _best(position: Position) -> list[int]:
    points = scores(position)
    tied = [seat for seat, score in enumerate(points) if score == max(points)]
    # GC-32: among the tied, the most Game Cards of one's own deck's type, locked ones too; still tied, shared.
    kinds = types_of_seats(position)
    own = {seat: sum(card.startswith(f"{kinds[seat]}:") for card in position["control"][seat]) for seat in tied}
    return [seat for seat in tied if own[seat] == max(own.values())]


# The deal


def types_of_seats(position: Position) -> list[str]:
    """GC-5: a different type for each seat, by seat unless chosen."""
    chosen = position["options"].get("types", "by seat")
    if chosen == "by seat":
        return list(TYPES[: position["players"]])
    return [kind.strip() for kind in (chosen.split(",") if isinstance(chosen, str) else chosen)]


def types_in_game(position: Position) -> list[str]:
    """GC-3, GC-5: the Game Cards of max(3, n) types; with two players the third is the first left over."""
    mine = types_of_seats(position)
    left_over = [kind for kind in TYPES if kind not in mine]
    return mine + left_over[: max(0, 3 - len(mine))]


def deal(players: int, options: dict[str, Any], chance: Chance) -> Position:
    """GC-5 to GC-8: a new game."""
    position: Position = {
        "game": "game-on",
        "players": players,
        "options": dict(options),
        "to_act": list(range(players)),
        "stage": "act",
        "round": 1,
        "idle": 0,
        "hands": [],
        "piles": [],
        "discards": [[] for _ in range(players)],
        "oldest_first": [1, 2, 3, 4],
        "covers": [[[None, None, None] for _ in range(players)] for _ in range(4)],
        "control": [[] for _ in range(players)],
        "locked": [],
        "gone": [],
        "set_aside": [],
        "attacks": [],
        "thieves": [],
        "beaten": [[] for _ in range(players)],
        "deeds": ["nothing"] * players,
        "contest": None,
        "asked": [],
    }
    # GC-6: shuffle the Game Cards, turn up four.
    deck = chance.shuffle(game_cards(types_in_game(position)))
    position["area"], deck = deck[:4], deck[4:]
    # GC-29: the black cards are shuffled in after the first four are turned up.
    timer = int(options.get("timer", 0))
    position["deck"] = chance.shuffle(deck + [BLACK_CARD] * timer) if timer else deck
    # GC-8: everyone draws three cards; the rest is their draw pile.
    for _ in range(players):
        cards = chance.shuffle(player_deck())
        position["hands"].append(cards[:3])
        position["piles"].append(cards[3:])
    return position


# What matters


# Everything of a position that the rules use; when the game is over, what was about the round no longer counts.
KEYS = (
    *("game", "players", "to_act", "hands", "piles", "discards", "area", "oldest_first", "covers", "deck", "control"),
    *("locked", "gone", "set_aside", "attacks", "beaten", "asked"),
)
KEYS_IN_PLAY = ("stage", "round", "idle", "deeds", "contest")


def canonical(position: Position) -> Position:
    """The position without what does not matter to the rules, and with orders that do not matter sorted."""
    over = not position["to_act"]
    result = {key: position[key] for key in (KEYS if over else KEYS + KEYS_IN_PLAY)}
    for key in ("to_act", "locked", "gone", "set_aside", "asked"):
        result[key] = sorted(result[key])
    for key in ("hands", "discards", "control", "beaten"):
        result[key] = [sorted(cards) for cards in result[key]]
    attacks, thieves = position["attacks"], position["thieves"]
    if position["stage"] != "act":
        attacks, thieves = _settled_first(position)
    result["attacks"] = [attack | {"with": card} for attack, card in zip(attacks, thieves, strict=True)]
    if over:
        result["winners"] = sorted(position["winners"])
    elif position["stage"] == "compete":
        contest = position["contest"]
        kept = {key: contest[key] for key in ("for", "card", "undecided", "question")}
        kept |= {"rivals": sorted(contest["rivals"]), "choices": _choices_by_seat(position)}
        result["contest"] = kept if contest["question"] is None else kept | {"right": contest["right"]}
    else:
        result["contest"] = None
    return result


def _choices_by_seat(position: Position) -> list[str | None]:
    """The choices of a contest with an entry for each seat, be they listed so or by the rivals alone."""
    contest = position["contest"]
    if len(contest["choices"]) == position["players"]:
        return list(contest["choices"])
    chosen = dict(zip(contest["rivals"], contest["choices"], strict=True))
    return [chosen.get(seat) for seat in range(position["players"])]
