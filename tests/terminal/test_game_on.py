"""Game-On Competitive in a terminal, and what every game has in which seats act together."""

import os
import random
import re
import subprocess
import sys

import pytest

import parlour
from parlour.components.game_on_cards import GameOnCards
from parlour.engine.game import Telling
from parlour.terminal import shapes
from parlour.terminal.table import Table
from parlour.terminal.views import Seen, view_for

from .people import Person, Screen
from .test_shelf import visit

COMPETITIONS = ("dice", "rock-paper-scissors", "trivia")
QUESTIONS = {
    "title": "Test",
    "questions": [
        {"question": f"Which number is {n}?", "answers": [str(n), "91", "92", "93"], "age": "4-6", "topic": "numbers"}
        for n in range(1, 41)
    ],
}
POSITION = {
    "players": 3,
    "to_act": [0, 1, 2],
    "round": 4,
    "area": ["sun 1", "moon 13", "star 12", "sun 6"],
    "hands": [["red square", "black circle", "omni 1"], ["blue circle", "red circle"], ["white square"]],
    "known": [[], ["red circle"], []],
    "covers": [
        [[None, None, None], ["red square", "yellow circle", "black triangle"], [None, None, None]],
        [[None, None, None], [None, None, None], [None, "omni 2", None]],
        [["white square", None, None], [None, None, None], [None, None, None]],
        [[None, None, None], [None, None, None], [None, None, None]],
    ],
    "control": [["sun 13", "moon 2"], ["sun 9", "star 2"], ["star 9", "moon 11"]],
    "locked": ["moon 11"],
    "attacks": [{"by": 2, "on": "moon 2", "shape": "circle"}],
    "thieves": ["white circle"],
    "deeds": ["nothing", "played", "played"],
}


def table_at(person, screen=None, seed=1, players=3, position=None, bots="greedy", **options):
    """A table, from the deal or from a position."""
    table = Table(parlour.find("game-on")(players, **options), bots, seed, None, screen or Screen())
    if position is not None:
        table.match = parlour.position("game-on", {"options": options, **POSITION, **position})
    table.read_aloud_pause, table.pace, table.read_line = False, 0, person
    return table


def seen_at(position, *script, screen=None, **options):
    """What someone saw who typed this; the match, and the lines."""
    screen = screen or Screen()
    table = table_at(Person([*script, "quit"]), screen, position=position, **options)
    table.sit_down()
    return table.match, screen.shown


class Chooser:
    """Takes any number of the list, or any letter; sometimes types nonsense first."""

    def __init__(self, seed=1, nonsense=0.0):
        self.dice, self.nonsense = random.Random(seed), nonsense
        self.table = None
        self.prompts, self.looks = [], []

    def sit_at(self, table):
        self.table, table.read_line = table, self
        table.sit_down()
        return table.match

    def __call__(self, prompt):
        self.prompts.append(prompt)
        for look in self.looks:
            look()
        if self.dice.random() < self.nonsense:
            return self.dice.choice(NONSENSE)
        if "Enter" in prompt:
            return "1"
        count = len(self.table.view.offers(self.table.seen()))
        return str(self.dice.randint(1, count)) if count else self.dice.choice("abcd")


NONSENSE = [
    "0", "999", "1 1 1", "-1", "٣", "", " ", "x", "cover", "steal", "steal sun", "cover card 5", "with", "a", "an",
    "the", "answer e", "show lizard", "convert", "redraw now", "help", "log", "hand", "save", "2 purple", "1 omni 9",
    "[bold]", "defend with everything", "finish finish", "card", "1 with", "1,2", "1.5", "\x00", "🎲",
]  # fmt: skip


# Whole games


@pytest.mark.parametrize(
    ("competition", "width", "players", "live"),
    [
        ("dice", 80, 3, True),
        ("rock-paper-scissors", 60, 2, True),
        ("trivia", 120, 4, True),
        ("dice", 60, 6, False),
        ("trivia", 60, 2, False),
    ],
)
def test_a_whole_game(competition, width, players, live):
    screen, person = Screen(width=width, height=24 if width < 100 else 40, live=live), Chooser()
    match = person.sit_at(table_at(person, screen, 3, players, competition=competition, timer=1, questions=QUESTIONS))
    assert match.over
    assert max(len(line) for line in screen.shown.splitlines()) <= width
    assert "The game is over" in screen.last_screen
    ending = screen.last_screen.split("Game Cards  chevrons")[1]
    names = ["You", "Ana", "Ben", "Cleo", "Dan", "Eva"]
    for name, score in zip(names, match.scores, strict=False):
        worth, chevrons, hand, points = re.search(
            rf"{name} +\d+ for (\d+) +([+]\d+) +(-?\d+) +(-?\d+)", ending
        ).groups()
        assert int(worth) + int(chevrons) + int(hand) == int(points) == score
    rounds = sum("next round" in prompt for prompt in person.prompts)
    assert 0 < rounds < match.view(0)["round"], "where something was settled it is read before play goes on"


def test_on_a_very_narrow_screen_the_game_cards_lie_two_by_two():
    _, narrow = seen_at({}, screen=Screen(width=48))
    _, wide = seen_at({}, screen=Screen(width=60))
    assert [len(re.findall(r"[123] p(?:oin)?ts?", line)) for line in headings(narrow)] == [2, 2]
    assert [len(re.findall(r"[123] p(?:oin)?ts?", line)) for line in headings(wide)] == [4]


def headings(shown):
    """The lines of the Play Area with the points of its cards."""
    return [line for line in shown.splitlines() if re.search(r"[123] p(?:oin)?ts? .*[123] p(?:oin)?ts?", line)][:2]


def test_odd_input_never_breaks_the_table():
    screen, person = Screen(live=True), Chooser(seed=5, nonsense=0.6)
    match = person.sit_at(table_at(person, screen, 5, 2, competition="trivia", timer=1, questions=QUESTIONS))
    assert match.over


@pytest.mark.parametrize("size", [(20, 10), (40, 24), (59, 5)])
def test_tiny_screens_are_no_error(size):
    screen, person = Screen(*size, live=True), Person(["1"] * 12, then="quit")
    table_at(person, screen, 2).sit_down()
    assert "Until next time!" in screen.shown


# Acting together


def test_after_each_move_of_the_person_every_other_who_waits_makes_one():
    person = Chooser(seed=2)
    match = person.sit_at(table_at(person, seed=4, players=3, timer=1))
    told = match.beginning()
    waiting, order, orders, sweeps = set(), [], set(), 0
    for seat, move in match.moves:
        if 0 in told.to_act and seat == 0:
            assert not waiting, "all others have had their move"
        elif 0 in told.to_act:
            assert seat in waiting, "nobody moves twice"
            order.append(seat)
        told.play(seat, move)
        if seat == 0:
            waiting, order = told.to_act - {0}, []
        waiting = (waiting - {seat}) & told.to_act
        if len(order) == 2:
            sweeps += 1
            orders.add(tuple(order))
    assert sweeps > 10
    assert orders == {(1, 2), (2, 1)}, "in any order"


def test_a_master_sees_first_what_the_person_does():
    table = table_at(Person(["1", "finish", "quit"]), seed=4, players=2, bots="master")
    table.sit_down()
    seats = [seat for seat, _ in table.match.moves]
    assert seats[:2] == [0, 0] and 1 in seats


def test_the_same_seed_and_person_are_the_same_game():
    records = []
    for seed in (7, 7, 8):
        person = Chooser()
        records.append(person.sit_at(table_at(person, seed=seed, players=4, timer=1)).record())
    assert records[0] == records[1] != records[2]


def test_when_the_person_has_finished_the_others_go_on():
    match, shown = seen_at(None, "finish", seed=3)
    moves = [(seat, str(move)) for seat, move in match.moves]
    assert moves[0] == (0, "finish")
    assert {seat for seat, move in moves[1:] if move in ("finish", "redraw")} == {1, 2}
    assert "Round 2 begins." in shown


# Nothing hidden shows


@pytest.mark.parametrize("competition", COMPETITIONS)
def test_what_is_hidden_changes_nothing_on_the_screen(competition):
    screen, person = Screen(width=100, height=60, live=True), Chooser(seed=3)
    table = table_at(person, screen, 6, 3, competition=competition, timer=1)
    looks = []

    def look():
        match = table.match
        if len(person.prompts) % 2 and match.view(0)["stage"] == "act":
            return
        pictures = []
        for other in (match, match.redealt(0, len(looks)), match.redealt(0, len(looks) + 1000)):
            table.match = other
            upper, lower = table.parts(table.seen(), waiting=False)
            pictures.append([table.rows(part) for part in upper + lower])
        table.match = match
        assert pictures[0] == pictures[1] == pictures[2]
        looks.append(match.view(0)["stage"])

    person.looks.append(look)
    person.sit_at(table)
    assert {"act", "defend", *(["compete"] if competition != "dice" else [])} <= set(looks)
    assert len(looks) > 20


def test_the_log_tells_of_a_redraw_only_to_the_one_who_redrew():
    _, shown = seen_at({}, "redraw")
    assert re.search(r"You redraw, and get \w+ \w+, \w+ \w+ and \w+ \w+\.", shown)
    match = parlour.position("game-on", POSITION)
    before = match.copy()
    match.play(0, "redraw")
    assert match.tell(before, Telling(["You", "Ana", "Ben"], to=1)) == "You redraws 3 cards."


# What is shown


def test_the_play_area_shows_cards_and_who_covers_what():
    _, shown = seen_at({})
    lines = shown.splitlines()
    first = next(number for number, line in enumerate(lines) if "▏sun 1 " in line)
    names, points, row, keys, ana, ben, you = lines[first : first + 7]
    assert re.findall(r"▏(.*?)▕", names) == ["sun 1       ", "moon 13     ", "star 12     ", "sun 6       "]
    assert re.findall(r"▏(.*?)▕", points) == ["2 points    ", "1 point   »R", "3 points   ^", "2 points   ^"]
    assert re.findall(r"▏(.*?)▕", row) == ["■ R ● Y ▲ B ", "■ R ● K ▲ B ", "□ W ○ W △ W ", "■ B ● Y △ W "]
    assert [part.split() for part in re.findall(r"▏(.*?)▕", keys)] == [["1", "2", "3"], ["4", "5", "6"], ["7"], ["8"]]
    assert re.findall(r"▏(.*?)[▕✓]", ana)[0].split() == ["R", "Y", "K"]
    assert ana.count("✓") == 1
    assert re.findall(r"▏(.*?)▕", ben)[1].split() == ["·", "O2", "·"]
    assert re.findall(r"▏(.*?)▕", you)[2].split() == ["W", "·", "·"]
    for line, name, figures in ((ana, "▶ Ana", "2"), (ben, "▶ Ben", "1"), (you, "▶ You", "3")):
        assert line.startswith(name)
        assert line[len(name) :].split()[0] == figures, "cards in hand"


def test_controlled_cards_show_what_can_be_stolen_and_who_tries():
    _, shown = seen_at({})
    assert re.search(r"  Ana +moon +9  sun 9 RRR 3\^   10  star 2 RWB 2\^  holds ●R", shown)
    assert re.search(r"  Ben +star +moon 11 locked 3   11  star 9 RRR 3\^", shown)
    assert re.search(r"  You +sun +12  sun 13 KRY 1»R  moon 2 RWY 2\^ ◀Ben ○W", shown)


def test_under_each_card_of_the_hand_is_where_it_can_go():
    _, shown = seen_at({})
    assert "▏╱╱╱╱■R╱╱╱╱▕ ▏    ●K    ▕ ▏  OMNI 1  ▕" in shown  # noqa: RUF001
    assert "▏   red    ▕ ▏  black   ▕ ▏ ■R ●Y ▲B ▕" in shown
    assert re.search(r"▸1 4 9-11 +▸2 5 7-11 +▸1-6 8-11", shown)
    assert "12  convert with sun 13: your hand counts as red" in shown
    assert "13  redraw, and finish" in shown
    assert "14  finish" in shown
    assert "Your turn: cover, steal, convert, redraw, or finish (f)." in shown


def test_a_low_screen_leaves_out_what_it_can():
    tall, low = Screen(height=50, live=True), Screen(height=24, live=True)
    for screen in (tall, low):
        hand = ["red square", "red circle", "black circle", "omni 1", "omni 3"]
        seen_at({"hands": [hand, *POSITION["hands"][1:]]}, screen=screen)
        assert "▏sun 1 " in screen.last_screen.split("You leave")[0]
        assert "Your turn" in screen.last_screen
    assert "▏  OMNI 1  ▕" in tall.last_screen
    assert "▏  OMNI 1  ▕" not in low.last_screen
    assert "O1 ■R ●Y ▲B ▸1-6" in low.last_screen
    assert len(low.last_screen.split("\n\n You leave")[0].splitlines()) <= 24


def test_six_players_nearly_fit_a_low_screen():
    screen, person = Screen(height=24, live=True), Chooser()
    table = table_at(person, screen, 3, 6)
    person.looks.append(lambda: len(person.prompts) > 60 and setattr(table, "read_line", lambda _: "quit"))
    person.sit_at(table)
    drawn = [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", part) for part in screen.raw.split("\x1b[2J")]
    heights = sorted(len(part.splitlines()) for part in drawn if "Play Area" in part)
    assert heights[len(heights) // 2] <= 24
    assert heights[-1] < 30


def test_a_conversion_is_shown():
    match, shown = seen_at({}, "convert with sun 13")
    after = shown.split("You discard sun 13: your hand counts as red this round.")[1]
    assert "Your hand: 3 cards counts as  R red" in after.replace("\n", " ") or "counts as  R red " in after
    assert match.view(0)["deeds"][0] == "converted red"


def test_no_game_card_is_drawn_where_none_lies():
    _, shown = seen_at(
        {"area": ["sun 1", None, None, None], "covers": [[[None] * 3] * 3] * 4, "deck": [], "gone": ["..."]}
    )
    assert "╭╌╌╌╌╌╌╌╌╌╌╌╌╮" in shown


def test_the_timer_is_in_the_heading():
    screen = Screen(live=True)
    table_at(Person(["quit"]), screen, timer=3).sit_down()
    assert "round 1 · dice · Black Cards: 0 of 3" in screen.last_screen


# Choosing


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        (["3"], "cover triangle of card 1 with omni 1"),
        (["1", "2"], "cover square of card 1 with omni 1"),
        (["1", "red"], "cover square of card 1 with red square"),
        (["1", "", "1", "1"], "cover square of card 1 with red square"),
        (["1", "17", "help", "red omni", "red"], "cover square of card 1 with red square"),
        (["1 red square"], "cover square of card 1 with red square"),
        (["1 omni"], "cover square of card 1 with omni 1"),
        (["1 blue", "1"], "cover square of card 1 with red square"),
        (["9", "omni 1 as triangle"], "steal sun 9 with omni 1 as square"),
        (["9 black"], "steal sun 9 with black circle"),
        (["12"], "convert with sun 13"),
        (["f"], "finish"),
        (["r"], "redraw"),
        (["star 9 with red"], "steal star 9 with red square"),
        (["circle of card 2 with black circle"], "cover circle of card 2 with black circle"),
        (["cover the circle of card 2 with the black circle, please"], "cover circle of card 2 with black circle"),
    ],
)
def test_numbers_and_words(typed, played):
    if played == "steal sun 9 with omni 1 as square":
        typed = ["9 omni"]
    match, _ = seen_at({}, *typed)
    assert str(match.moves[0][1]) == played


def test_several_cards_for_one_place_are_asked_for():
    _, shown = seen_at({}, "1", "xyz")
    asked = shown.split("(help, rules, log, quit)")[1]
    assert " 1  red square   2  omni 1" in asked
    assert "Type its number, or enough of its words" in asked


def test_what_does_not_go_is_explained():
    script = ["cover square of card 1 with blue square", "steal moon 11 with black circle", "99", "show rock"]
    match, shown = seen_at({}, *script)
    assert match.moves == []
    for line in (
        "You do not hold blue square.",
        "Moon 11 is locked.",
        "The list goes from 1 to 14.",
        "There is nothing to defend and no competition.",
    ):
        assert line in shown


# Competitions and defence

STEAL = {
    "hands": [["red square", "omni 1", "black circle"], ["red triangle"], []],
    "known": [[], [], []],
    "control": [["sun 9"], [], []],
    "locked": [],
    "attacks": [{"by": 1, "on": "sun 9", "shape": "circle"}],
    "thieves": ["red circle"],
    "deeds": ["nothing", "played", "nothing"],
    "to_act": [0],
    "covers": [[[None] * 3] * 3] * 4,
}


def contest(**more):
    return {
        **STEAL,
        "stage": "compete",
        "to_act": [0, 1],
        "contest": {
            "for": "steal",
            "card": "sun 9",
            "rivals": [0, 1],
            "undecided": 0,
            "choices": [None, None, None],
            **more,
        },
    }


def test_a_defence_is_asked_for():
    match, shown = seen_at({**STEAL, "stage": "defend"}, "defend with black")
    asked = " ".join(shown.split())
    assert "Ana tries to steal your sun 9 (3 points, chevron) with ●R red circle. Defend it with a circle" in asked
    assert "1 defend with black circle 2 defend with omni 1 3 do not defend, but compete" in asked
    assert str(match.moves[0][1]) == "defend with black circle"
    assert "You defend sun 9 with black circle." in shown


def test_without_a_defence_one_is_asked_all_the_same():
    position = {**STEAL, "stage": "defend", "hands": [["red square"], ["red triangle"], []]}
    match, shown = seen_at(position, "no")
    assert "You hold no circle to defend it: you will compete for it." in " ".join(shown.split())
    assert str(match.moves[0][1]) == "do not defend"
    assert re.search(r"You and Ana compete for sun 9\. You roll \d, Ana \d\.", shown)


def test_rock_paper_scissors():
    match, shown = seen_at(contest(), "rock", competition="rock-paper-scissors")
    assert "You and Ana compete for sun 9 (3 points, chevron): rock, paper or scissors?" in shown
    assert " 1  show rock   2  show paper   3  show scissors" in shown
    assert [seat for seat, _ in match.moves[:2]] == [0, 1]
    assert re.search(
        r"You choose rock\..*All have chosen\..*You show rock, Ana (rock|paper|scissors)", shown, re.DOTALL
    )


def test_the_others_choose_unseen():
    position = contest(choices=[None, "paper", None]) | {"to_act": [0]}
    _, shown = seen_at(position, competition="rock-paper-scissors")
    assert "has chosen" in shown
    assert "show paper" in shown, "the person may show it"
    assert shown.count("paper") == 3, "in the heading, the list and the question, and nowhere else"


def trivia_table(*script, **more):
    position = contest(question=6, order=0, right=0, **more) | {"asked": [6]}
    return seen_at(position, *script, competition="trivia", questions=QUESTIONS)


def test_questions_are_answered_by_letter():
    for typed in ("a", "answer a", "A"):
        match, shown = trivia_table(typed)
        assert str(match.moves[0][1]) == "answer a"
    assert "Which number is 7?  (numbers)" in shown
    assert re.search(r" a  7 +b  91 +c  92 +d  93", shown)
    assert "You and Ana compete for sun 9 (3 points, chevron): answer a, b, c or d." in " ".join(shown.split())
    assert "For example: b   (help" in shown


def test_a_number_is_no_answer():
    match, shown = trivia_table("7", "1", "e")
    assert match.moves == []
    assert shown.count("Nothing goes by number here. You can: answer a, answer b, answer c, answer d.") == 2


def test_a_competition_that_goes_on_says_how_long():
    _, shown = trivia_table(undecided=2)
    assert "still undecided (1 more go, then dice decide): answer a, b, c or d." in " ".join(shown.split())


def test_long_answers_are_shown_in_full():
    long = "this is an answer of sixty letters, which is all there can be"[:60]
    questions = {
        "title": "Long",
        "questions": [
            {"question": f"{n} " * 60, "answers": [long, "b" * 60, "c" * 60, "d"], "age": "13+", "topic": "x"}
            for n in range(10, 20)
        ],
    }
    position = contest(question=6, order=0, right=0) | {"asked": [6]}
    _, shown = seen_at(position, screen=Screen(width=60), competition="trivia", questions=questions)
    assert long in " ".join(shown.split())
    assert "…" not in shown


# The log


@pytest.mark.parametrize("competition", COMPETITIONS)
def test_every_line_of_the_log_reads_well(competition):
    person = Chooser(seed=8)
    table = table_at(person, seed=9, players=4, competition=competition, timer=1, questions=QUESTIONS)
    person.sit_at(table)
    assert len(table.told) > len(table.match.moves)
    for line in table.told:
        assert re.fullmatch(r"[A-Z].*[.!?]", line), line
        assert len(line) < 160, line
        assert not re.search(r"\b[Yy]ou \w+(?<!pas)s\b(?! \w)", line.replace("You discards", "")), line
        assert not re.search(
            r"\b(Ana|Ben|Cleo) (take|roll|show|say|cover|steal|keep|win|finish|draw|defend)\b", line
        ), line
        assert not re.search(r"\b[Yy]ou (takes|rolls|shows|says|covers|steals|keeps|wins|has|does)\b", line), line


def test_what_was_drawn_is_told():
    _, shown = seen_at({**STEAL, "stage": "defend", "hands": [["red square"], ["red triangle"], []]}, "no")
    drawn = re.search(r"You draw (.*?)\.", " ".join(shown.split()))
    assert drawn
    assert len(re.split(", | and ", drawn[1])) == 2


def test_a_round_is_told_as_a_whole_and_then_done_with():
    screen = Screen(live=True, height=50)
    table = table_at(Person(["no", "", "quit"]), screen, position={**STEAL, "stage": "defend"})
    table.sit_down()
    pages = [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", part) for part in screen.raw.split("\x1b[2J")]
    story = next(page for page in pages if "Press Enter" in page or "Round 4 is over" in page)
    assert "You do not defend sun 9." in story
    assert "You and Ana compete for sun 9." in story
    assert "Round 5 begins." in story
    assert "Points so far" in story
    assert "You do not defend" not in pages[-1]


# The end


def ended(control, hands, scores, winners, locked=()):
    game = parlour.find("game-on")(len(control))
    view = {
        "control": [[{"name": name, "locked": name in locked} for name in names] for names in control],
        "hand_sizes": hands,
        "types": ["sun", "moon", "star"],
        "winners": winners,
    }
    screen = Screen()
    screen.print(view_for("game-on").result(Seen(game, view, (), ["You", "Ana", "Ben"], 80), [], scores))
    return " ".join(screen.shown.split())


def test_the_result_shows_the_arithmetic():
    shown = ended([["sun 9", "moon 2", "moon 4"], ["sun 13"]], [2, 0], [7, 1], [0], locked=["moon 4"])
    assert "You 3 for 7 +2 -2 7" in shown
    assert "Ana 1 for 1 +0 0 1" in shown
    assert "tied" not in shown


def test_gc_32_a_tie_is_explained():
    shown = ended([["sun 1"], ["sun 3"], []], [0, 0, 0], [2, 2, 0], [0])
    assert "The points are tied, and who controls most cards of their own type decides: You 1 sun card" in shown
    assert "Ana 0 moon cards" in shown
    shown = ended([["star 1"], ["star 3"]], [0, 0], [2, 2], [0, 1])
    assert "decides nothing either" in shown


# Cards


@pytest.mark.parametrize("width", range(shapes.NARROWEST, 24))
@pytest.mark.parametrize("flat", [False, True])
def test_game_cards_have_straight_edges_and_show_all_they_are(width, flat):
    cards = GameOnCards.load("standard")
    for name, card in zip(cards.short_names, cards.game_cards, strict=True):
        rows = shapes.game_card(card, name, width, flat=flat)
        assert len(rows) == shapes.rows_above_shapes(width, flat) + 1
        assert {row.cell_len for row in rows} == {width}
        shown = "".join(row.plain for row in rows)
        assert name in shown
        assert f"{card.points}" in shown.replace(name, "")
        assert ("^" in shown) == card.chevron
        assert ("»" in shown) == (card.convert >= 0)
        letters = "".join("RYBWK"[colour] for colour in card.colours)
        assert re.sub(r"[^RYBWK]", "", rows[-1].plain) == letters
        assert re.fullmatch(r"[■□][●○][▲△]", re.sub(r"[^■□●○▲△]", "", rows[-1].plain))


def test_player_cards_have_straight_edges():
    cards = GameOnCards.load("standard")
    names = [*(f"{colour} {shape}" for colour in shapes.PAINTS for shape in shapes.SHAPES), "omni 1", "omni 3"]
    drawn = {tuple(row.plain for row in shapes.player_card(name, cards)) for name in names}
    assert len(drawn) == len(names), "no two alike, even without colours"
    assert {len(row) for rows in drawn for row in rows} == {shapes.PLAYER_WIDTH}


# Files of one's own

MINE = """
title = "Mine"
[[questions]]
question = "What is the answer?"
answers = ["42", "6", "9", "54"]
age = "13+"
topic = "everything"
"""


def test_the_shelf_takes_files_and_options(tmp_path):
    (tmp_path / "Mine.toml").write_text(MINE)
    (tmp_path / "bad.toml").write_text(MINE.replace("age", "year"))
    script = ("competition trivia", f"questions {tmp_path}/bad.toml", f"questions {tmp_path}/Mine.toml", "ages 4-6")
    screen, _ = visit("game-on competitive", *script, "timer 2", "types star,moon,sun", "cards nowhere.toml", "r", "")
    shown = " ".join(screen.shown.split())
    for option in parlour.find("game-on").options:
        assert option.name in shown
    assert "how competitions are settled" in shown
    assert "competition is now trivia." in shown
    assert "unknown 'year'" in shown
    assert "questions is now " in shown
    assert "there is no question for 4-6 in this list of questions" in shown
    assert "types is now star,moon,sun." in shown
    assert "there is no 'nowhere.toml'" in shown
    assert "'r' changes nothing here" in shown, "there are no words to read"
    assert "round 1 · questions · Black Cards: 0 of 2" in shown


def test_a_long_path_leaves_the_settings_readable(tmp_path):
    folder = tmp_path / ("a folder with a long name " * 4)
    folder.mkdir()
    (folder / "Questions for all.toml").write_text(MINE)
    screen, _ = visit("game-on competitive", f"questions {folder}/Questions for all.toml", live=True)
    assert re.search(r" 4 +questions +…\S* ?for all\.toml", screen.last_screen)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [("title = ", "not a TOML file"), ('title = "x"', "expected questions"), ("\xff", "not written in UTF-8")],
)
def test_files_on_the_command_line(tmp_path, content, complaint):
    (tmp_path / "bad.toml").write_bytes(content.encode("latin-1"))
    (tmp_path / "mine.toml").write_text(MINE)
    command = [sys.executable, "-m", "parlour", "play", "game-on", "--competition", "trivia", "--questions"]
    run = {"cwd": tmp_path, "stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "env": dict(os.environ)}
    bad = subprocess.run([*command, "bad.toml"], check=False, **run)
    assert bad.returncode == 2
    assert bad.stderr.startswith("parlour: bad.toml: ")
    assert complaint in bad.stderr
    if complaint == "expected questions":
        good = subprocess.run([*command, "mine.toml"], check=False, **run)
        assert good.returncode == 0
        assert "round 1 · competitions by questions" in good.stdout
