"""Shapes and its variants in a terminal: with the model of falls, and with a real tower."""

import json
import random
import re
import tempfile
from pathlib import Path

import pytest

import parlour
from parlour import terminal
from parlour.engine.errors import ParlourError
from parlour.physics import rapier
from parlour.terminal import pieces
from parlour.terminal.reading import NotUnderstood
from parlour.terminal.tower import TowerTable, read_placement
from parlour.tower.placing import Placement, pose_for

from .people import Person, Screen

VARIANTS = ("shapes", "shapes-survivor", "shapes-pass", "shapes-draft")
FLAT = [0, 0, 0, 1]
POSES = {"white square": [0, 7.5, 0, *FLAT], "green plank": [0, 22.5, 0, *FLAT]}
POSITION = {
    "players": 3,
    "stage": "laying",
    "turn_of": 0,
    "turn": 3,
    "starter": 0,
    "to_act": [0],
    "hands": [
        ["red bar", "red half disc", "blue L", "wild", "wild", "clear the board"],
        ["blue bar", "green L", "green arch"],
        ["yellow disc", "yellow bar"],
    ],
    "platform": ["white square", "green plank"],
    "discard": ["wild", "green plank"],
    "deck": ["..."],
}
BY_PHYSICS = {"options": {"falls": "physics"}, "scene": {"poses": POSES}}


@pytest.fixture(autouse=True)
def _pictures_in_a_place_of_their_own(monkeypatch):
    with tempfile.TemporaryDirectory(prefix="p") as place:  # a short one: its path is to fit in a line
        monkeypatch.setattr(tempfile, "tempdir", place)
        yield


def table_at(person, screen=None, game="shapes", position=None, seed=1, players=3, bots="greedy", **options):
    options = {**options, **(position or {}).get("options", {})}
    table = TowerTable(parlour.find(game)(players, **options), bots, seed, None, screen or Screen())
    if position is not None:
        table.match = parlour.position(game, position)
    table.read_aloud_pause, table.pace, table.read_line = False, 0, person
    return table


def seen_at(position, *script, screen=None, game="shapes"):
    """What someone saw who typed this; the match, and the lines."""
    screen = screen or Screen(width=100)
    table = table_at(Person([*script, "quit"]), screen, game, {**POSITION, **position})
    table.sit_down()
    return table.match, screen.shown


def moves_of(match, seat=0):
    return [str(move) for who, move in match.moves if who == seat]


class Chooser:
    """Takes any number of the list, or presses Enter where that does something; sometimes types nonsense first."""

    def __init__(self, seed=1, nonsense=0.0):
        self.dice, self.nonsense = random.Random(seed), nonsense
        self.table, self.prompts, self.looks = None, [], []

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
        seen = self.table.seen()
        count = len(self.table.view.offers(seen))
        if not count and self.dice.random() < 0.7:
            return f"{self.dice.randint(-50, 50)} {self.dice.randint(-50, 40)} {self.dice.randint(0, 90)}"
        if self.table.view.on_enter(seen) is not None and self.dice.random() < 0.9:
            return ""
        return str(self.dice.randint(1, count)) if count else ""


NONSENSE = [
    "0", "999", "-1", "٣", "", " ", "x", "lay", "take", "lay purple bar", "wild", "white", "stop", "t", "h", "let",
    "enough!", "1 1 1 1 1", "nan nan", "1e9 0", "inf 0 0", "20", "20 -10 45 60 7", "upright", "on edge", "20 x", "pass",
    "rob me", "let go of it", "falls", "all at rest", "red bar falls", "help", "log", "hand", "save", "[bold]",
    "\x00", "🎲",
]  # fmt: skip


# Whole games


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize(
    ("width", "players", "live"), [(100, 3, True), (60, 4, True), (40, 2, True), (40, 4, False), (60, 2, False)]
)
def test_a_whole_game(game, width, players, live):
    screen, person = Screen(width=width, height=24 if width < 100 else 40, live=live), Chooser(seed=width)
    match = person.sit_at(table_at(person, screen, game, seed=3, players=players))
    assert match.over
    assert max(len(line) for line in screen.shown.splitlines()) <= width
    assert "The game is over" in screen.last_screen
    ending = screen.last_screen.split("The game is over")[1]
    for name, score in zip(["You", "Ana", "Ben", "Cleo"], match.scores, strict=False):
        left = f"{-score} card" if game == "shapes" else "still in" if score else "out"
        assert re.search(rf"{name} +{left}", ending)
    if match.winners == {0}:
        assert "You win!" in ending


CHILDREN = {"falls": "physics", "hand": "child", "hand_time": 10}
FEW = {
    "hands": [["red bar", "wild"], ["blue bar", "green L"], ["yellow disc", "yellow bar"]],
    "options": CHILDREN,
    "scene": {"poses": POSES},
}


@pytest.mark.parametrize("game", VARIANTS)
def test_a_whole_game_on_a_real_tower(game):
    """With hands that shake, and the Classic one with few cards: it can be long."""
    screen, person = Screen(width=100, height=50, live=True), Chooser(seed=4)
    start = {"position": {**POSITION, **FEW}} if game == "shapes" else {"players": 2}
    table = table_at(person, screen, game, seed=2, bots="random", **{**CHILDREN, **start})
    match = person.sit_at(table)
    assert match.over
    assert max(len(line) for line in screen.shown.splitlines()) <= 100
    assert "picture: " in screen.shown
    assert parlour.replay(match.record()).digest() == match.digest()
    told = Screen(width=100)
    terminal.show_replay(match, told)
    assert "The game is over" in told.shown


@pytest.mark.parametrize("game", VARIANTS)
def test_odd_input_never_breaks_the_table(game):
    person = Chooser(seed=5, nonsense=0.5)
    match = person.sit_at(table_at(person, Screen(live=True), game, seed=5, players=2))
    assert match.over


def test_odd_input_never_breaks_a_table_with_a_tower():
    person = Chooser(seed=5, nonsense=0.5)
    table = table_at(person, Screen(live=True), "shapes-survivor", seed=5, players=2, bots="random", **CHILDREN)
    assert person.sit_at(table).over


@pytest.mark.parametrize("size", [(20, 10), (30, 8), (59, 5)])
@pytest.mark.parametrize("game", VARIANTS)
def test_tiny_screens_are_no_error(size, game):
    screen = Screen(*size, live=True)
    table_at(Person(["1"] * 12, then="quit"), screen, game, seed=2).sit_down()
    assert "Until next time!" in " ".join(screen.shown.split())
    table_at(Person(["quit"]), screen, "shapes", {**POSITION, **BY_PHYSICS}).sit_down()


def test_the_same_seed_and_person_are_the_same_game():
    records = []
    for seed in (7, 7, 8):
        person = Chooser()
        records.append(person.sit_at(table_at(person, seed=seed)).record())
    assert records[0] == records[1] != records[2]


# What is shown


def test_the_platform_is_a_list_where_the_model_decides():
    _, shown = seen_at({})
    assert re.search(r"On the platform, 2 pieces: +W ■ square +┼G ━ plank┼", shown)
    assert "picture:" not in shown
    assert "tower" not in shown.split("Your hand")[0]


def test_the_hand_is_sorted_by_colour_with_numbers():
    _, shown = seen_at({})
    assert "Your hand: 6 cards" in shown
    assert re.search(r"1 +╱R ▬ bar╱ +2 +╱R ◓ half disc╱", shown)  # noqa: RUF001
    assert re.search(r"3 +│B ▙ L│", shown)
    assert re.search(r"4 +\* wild +×2 +5 +clear the board", shown)  # noqa: RUF001
    assert re.search(r"6 +enough", shown)
    assert "Your turn: lay cards of one colour and any wilds, clear the board, or enough." in shown


def test_the_others_and_the_deck():
    screen = Screen(live=True)
    _, shown = seen_at({}, screen=screen)
    assert re.search(r"╭ Ana ─+╮ +╭ Ben ─+╮", shown)
    assert re.search(r"│ 3 cards +│ ▶ │ 2 cards", shown)
    assert "turn 3 · 41 in the deck · 2 discarded" in screen.last_screen


def test_what_is_intended_and_held():
    position = {"stage": "placing", "hands": [["blue L"], *POSITION["hands"][1:]]}
    position |= {"intended": ["red bar", "red half disc", "wild"], "whites": ["white disc"]}
    match, shown = seen_at(position, "white disc")
    assert re.search(r"You intend: ╱R ▬ bar╱ +╱R ◓ half disc╱ +W ● disc", shown)  # noqa: RUF001
    assert "Which piece do you place now?" in shown
    assert re.search(r"1 +take red bar +2 +take red half disc +3 +take white disc", shown)
    assert moves_of(match) == ["take white disc"]
    after = shown.split("You take the white disc in hand.")[1]
    assert re.search(r"You intend: ╱R ▬ bar╱ +╱R ◓ half disc╱ *\n", after)  # noqa: RUF001
    assert re.search(r"You hold +W ● disc", after)
    assert "Enter: let go" in after


def test_the_tower_is_drawn_where_there_is_one():
    _, shown = seen_at(BY_PHYSICS)
    assert " G plank " in shown
    assert "░" in shown, "from above, too"
    path = Path(re.search(r"picture: (\S+\.svg)", shown)[1])
    picture = path.read_text()
    assert picture.startswith("<svg")
    assert "<title>green plank</title>" in picture
    _, shown = seen_at(BY_PHYSICS, screen=Screen(width=60))
    assert "░" not in shown
    assert " G plank " in shown


def test_an_empty_platform_is_shown_where_pieces_go_by_numbers():
    table = table_at(Person(["quit"]), screen := Screen(width=100), falls="physics", starter=0)
    table.sit_down()
    assert "░" in screen.shown
    assert "picture: " in screen.shown


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_the_tower_fits_on_a_low_screen(width):
    for stage in ({}, {"stage": "holding", "held": "red bar", "intended": ["red bar"]}):
        hands = [POSITION["hands"][0][bool(stage) :], *POSITION["hands"][1:]]
        screen = Screen(width=width, height=24 if width > 40 else 30, live=True)
        seen_at({**BY_PHYSICS, **stage, "hands": hands}, screen=screen)
        lines = screen.last_screen.split("You leave the table")[0].rstrip().splitlines()
        assert len(lines) <= screen.height
        assert max(map(len, lines)) <= width
        assert "▀▀▀▀" in screen.last_screen, "the platform"
        assert "Your hand" in screen.last_screen


def test_help_explains_the_signs():
    _, shown = seen_at(BY_PHYSICS, "help")
    for words in ("red right triangle", "any white piece that is not in play", "20 mm right of the middle"):
        assert words in shown
    signs = {pieces.chip(f"{colour} {shape}", True).plain for colour in pieces.PAINTS for shape in pieces.SIGNS}
    assert len(signs) == 50, "no two alike, even without colours"


# Laying cards


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        (["1"], "lay red bar"),
        (["red bar"], "lay red bar"),
        (["red half"], "lay red half disc"),
        (["lay wild as white half disc"], "lay wild as white half disc"),
        (["4", "2"], "lay wild as white plank"),
        (["4", "arch"], "lay wild as white arch"),
        (["wild as white disc"], "lay wild as white disc"),
        (["6"], "enough"),
        (["e"], "enough"),
        (["clear"], "clear the board"),
    ],
)
def test_numbers_and_words(typed, played):
    match, _ = seen_at({}, *typed)
    assert moves_of(match)[0] == played


def test_what_does_not_go_is_explained():
    match, shown = seen_at({}, "lay green arch", "take red bar", "99", "draw", "wild as white square", "xyz")
    assert match.moves == []
    for line in (
        "You do not hold green arch.",
        "The list goes from 1 to 6.",
        "Now is the time to lay cards, or say enough.",
        "White square is in play already",
        "'xyz' is nothing you can do now.",
    ):
        assert line in shown
    match, shown = seen_at({}, "red bar", "blue L")
    assert "The cards you lay are of one colour, and you have begun with red." in shown
    assert "Lay more red cards or wilds, or enough." in shown
    assert moves_of(match) == ["lay red bar"]


def test_letting_go_decides_at_once_where_the_model_does():
    match, shown = seen_at({}, "1", "enough", "", "")
    assert moves_of(match)[:4] == ["lay red bar", "enough", "take red bar", "let go"]
    assert re.search(r"You let go of the red bar\. (It stands\.|The .* falls?!)", shown)


# Others' turns, and stopping them

ANAS_TURN = {
    "turn_of": 1,
    "to_act": [0, 1],
    "hands": [["red bar", "stop turn"], ["blue bar", "blue disc", "green L"], ["yellow disc", "stop turn"]],
    "deck": ["yellow square", "yellow L", "yellow arch", "..."],
}


def test_a_stop_is_offered_in_the_turns_of_others():
    match, shown = seen_at(ANAS_TURN, "stop")
    assert "Ana's turn: stop it, or let it go on (t: for the whole turn)?" in shown
    assert re.search(r"1 +let it go on +2 +stop this turn", shown)
    assert "Enter: let it go on. A number, or: let it go on" in shown or "Enter: let it go on" in shown
    assert str(match.moves[0][1]) == "stop turn 3"
    assert "You stop the turn of Ana." in shown


def test_enter_lets_it_go_on_until_the_next_moment():
    person = Person(["", "", "stop", "quit"])
    table = table_at(person, Screen(width=100), position={**POSITION, **ANAS_TURN})
    table.sit_down()
    mine = [(number, str(move)) for number, (seat, move) in enumerate(table.match.moves) if seat == 0]
    assert [move for _, move in mine[:3]] == ["let it go on", "let it go on", "stop turn 3"]
    anas = [str(move) for seat, move in table.match.moves[: mine[2][0]] if seat == 1]
    assert len(anas) == 2, "she moved once between two questions"
    assert not any("go on" in line for line in table.told)


def test_a_whole_turn_can_be_let_go():
    person = Person(["t", "quit"])
    table = table_at(person, Screen(width=100), position={**POSITION, **ANAS_TURN})
    table.sit_down()
    assert table.match.view(None)["turn"] == 4, "only asked again in the next one"
    assert len(person.prompts) == 2


def test_a_stop_of_ones_own_turn_is_offered_but_not_with_a_piece_in_hand():
    hands = [["red bar", "blue L", "stop turn"], *POSITION["hands"][1:]]
    _, shown = seen_at({"hands": hands}, "1", "enough", "take red bar")
    questions = shown.split("You lay no more: 1 piece to place.")
    assert "You may also stop your turn." in questions[0]
    assert "stop your own turn" in questions[1].split("You take the red bar in hand")[0]
    assert "stop your own turn" not in questions[1].split("You take the red bar in hand")[1]


def test_nothing_shows_who_else_holds_a_stop():
    """SH-16b: neither in the line that says who is to move, nor in the log, nor in what is drawn how often."""
    screens = []
    for third in (["yellow disc", "stop turn"], ["yellow disc", "yellow bar"]):
        position = {"turn_of": 1, "hands": [["red bar"], ["blue bar", "blue disc", "green L"], third]}
        position["to_act"] = [1, 2] if "stop turn" in third else [1]
        screen = Screen(width=100, live=True)
        table = table_at(Person(["quit"]), screen, position={**POSITION, **position, "deck": ["..."]})
        for _ in range(3):
            table.draw(waiting=True)
            table.others_move()
        screens.append(re.sub(r"\d+ cards?", "cards", screen.shown))
        assert "Ana to move ..." in screen.shown
        assert "Ben to move" not in screen.shown
    assert screens[0] == screens[1]


@pytest.mark.parametrize("game", VARIANTS)
def test_what_is_hidden_changes_nothing_on_the_screen(game):
    screen, person = Screen(width=100, height=60, live=True), Chooser(seed=3)
    table = table_at(person, screen, game, seed=6)
    stages = set()

    def look():
        match = table.match
        pictures = []
        for other in (match, match.redealt(0, len(person.prompts)), match.redealt(0, len(person.prompts) + 1000)):
            table.match = other
            upper, lower = table.parts(table.seen(), waiting=False)
            pictures.append([table.rows(part) for part in upper + lower])
        table.match = match
        assert pictures[0] == pictures[1] == pictures[2]
        stages.add(match.view(0)["stage"])

    person.looks.append(look)
    person.sit_at(table)
    assert len(stages) >= 4


def test_somebody_else_may_say_it_first():
    match = table_at(person := Person(["", "quit"]), seed=4)
    match.sit_down()
    assert str(match.match.moves[0][1]) == "let's play shapes"
    assert match.match.moves[0][0] in (1, 2)
    assert len(person.typed) >= 1
    match = table_at(Person(["let's play shapes!", "quit"]), seed=4)
    match.sit_down()
    assert match.match.moves[0][0] == 0


# Falls, and what follows


def test_after_a_fall_one_is_asked_whom_to_rob():
    match, shown = seen_at({"stage": "robbing"}, "Ana")
    assert "Something fell: steal a card, and that ends your turn. From whom?" in shown
    assert re.search(r"1 +rob Ana \(3 cards\) +2 +rob Ben \(2 cards\)", shown)
    assert moves_of(match) == ["rob seat 1"]
    assert re.search(r"You steal (blue bar|green L|green arch) from Ana\.", shown)


def test_passing_asks_for_the_card_then_to_whom():
    position = {"stage": "passing", "hands": [["red bar", "wild"], [], []], "discard": ["green plank", "wild"]}
    match, shown = seen_at(position, "1", "Ben", game="shapes-pass")
    assert moves_of(match)[0] == "pass red bar to seat 2"
    assert "Which card do you pass, and to whom? What is left is tossed." in shown
    match, shown = seen_at(position, "3", "arch to ana", game="shapes-pass")
    assert moves_of(match)[0] == "pass wild as white arch to seat 1"
    match, _ = seen_at(position, "pass wild to Ana", game="shapes-pass")
    assert moves_of(match)[0] == "pass wild to seat 1"


def test_drafting_shows_packet_picks_and_row():
    table = table_at(Person(["1", "2", "quit"]), Screen(width=100), "shapes-draft", starter=0)
    table.sit_down()
    shown = table.console.shown
    assert "Your turn: keep one card; the others go on to the left." in shown
    assert "Your hand: 9 cards" in shown
    assert "Your picks: 1 card" in shown
    person = Chooser()
    table = table_at(person, Screen(width=100), "shapes-draft", starter=0)
    person.sit_at(table)
    assert "Your row, left to right: " in table.console.shown
    assert re.search(r"│ \d in a row", table.console.shown)


# Placing on a real tower

HOLDING = {
    **BY_PHYSICS,
    "stage": "holding",
    "held": "red bar",
    "intended": ["red bar"],
    "hands": [["red half disc", "blue L"], *POSITION["hands"][1:]],
}


@pytest.mark.parametrize(
    ("text", "placement"),
    [
        ("20 -10", Placement(20, -10)),
        ("20 -10 45", Placement(20, -10, 45)),
        ("20, -10, 45°", Placement(20, -10, 45)),
        ("20mm -10mm", Placement(20, -10)),
        ("20 -10 45 60", Placement(20, -10, 45, 60)),
        ("20 -10 upright", Placement(20, -10, stance="upright")),
        ("on edge 20 -10 90", Placement(20, -10, 90, stance="on edge")),
        ("20 -10 on its edge", Placement(20, -10, stance="on edge")),
        ("flat 0 0", Placement(0, 0)),
    ],
)
def test_where_a_piece_goes(text, placement):
    assert read_placement(text) == placement


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("20", "Say x and z in mm"),
        ("1 2 3 4 5", "Say x and z in mm"),
        ("20 there", "'there' is no number. Say x and z in mm"),
        ("200 0", "x goes from -150 to 150, and 200 does not."),
        ("0 0 0 -5", "height goes from 0 to 600, and -5 does not."),
        ("nan 0", "x goes from -150 to 150"),
        ("0 inf", "z goes from -150 to 150"),
        ("let go", "'let' is no number"),
    ],
)
def test_where_a_piece_does_not_go(text, complaint):
    with pytest.raises(NotUnderstood) as refused:
        read_placement(text)
    assert complaint in str(refused.value)
    match, shown = seen_at(HOLDING, text)
    assert match.moves == []
    assert " ".join(complaint.split()) in " ".join(shown.split())


def test_a_piece_comes_to_lie_where_it_was_put():
    match, shown = seen_at(HOLDING, "20 2 90")
    assert "Where? Say x, z and turn" in shown
    assert "Enter: a steady hand places it. For example: 20 -10 45" in shown
    x, y, z, *_ = match.scene["poses"]["red bar"]
    assert (x, y, z) == pytest.approx((20, 37.5, 2), abs=1.0)
    assert "You let go of the red bar." in shown
    assert "All is at rest." in shown
    assert [str(move) for _, move in match.moves[:2]] == ["let go", "all at rest"]


@pytest.mark.parametrize("typed", ["", "h", "hand"])
def test_a_steady_hand_does_it(typed):
    match, _ = seen_at(HOLDING, typed)
    assert "red bar" in match.scene["poses"]


def test_what_falls_is_told():
    match, shown = seen_at(HOLDING, "120 0 0")
    assert "You let go of the red bar." in shown
    assert "The red bar falls!" in shown
    assert "From whom?" in shown
    assert "red bar" not in match.scene["poses"]


def test_the_picture_is_drawn_anew_after_each_placement():
    screen = Screen(width=100)
    table = table_at(Person(["20 2 90", "quit"]), screen, position={**POSITION, **HOLDING})
    table.draw_picture()
    before = table.view.picture.read_text()
    assert "red bar" not in before
    table.sit_down()
    assert "<title>red bar</title>" in table.view.picture.read_text()
    assert len(set(re.findall(r"picture: (\S+)", screen.shown))) == 1, "in the same place"
    assert [path.name for path in table.view.picture.parent.iterdir()] == ["tower.svg"]


def test_without_a_place_for_it_there_is_no_picture(monkeypatch):
    monkeypatch.setattr(tempfile, "mkdtemp", lambda **_: "/nowhere/at/all")
    _, shown = seen_at(BY_PHYSICS)
    assert "picture:" not in shown
    assert " G plank " in shown


def test_a_stop_with_a_piece_in_hand_puts_it_back():
    position = {**ANAS_TURN, **BY_PHYSICS, "stage": "holding", "held": "blue bar", "intended": ["blue bar"]}
    position["hands"] = [["red bar", "stop turn"], ["blue disc", "green L"], ["yellow disc"]]
    match, shown = seen_at(position, "stop")
    assert "You stop the turn of Ana. blue bar is discarded." in shown
    assert "blue bar" not in match.view(0)["platform"]
    assert match.view(0)["turn_of"] == 2


def test_where_there_is_no_physics_that_is_said(monkeypatch):
    monkeypatch.setattr(rapier, "rapier3d", None)
    with pytest.raises(ParlourError, match="not available on this machine .* play with falls=model instead"):
        table_at(Person(), falls="physics")


@pytest.mark.parametrize("bots", ["greedy", "random", "random,greedy"])
def test_bots_of_any_kind_have_hands(bots):
    table = table_at(Person(["quit"]), game="shapes-survivor", falls="physics", bots=bots, starter=1)
    table.sit_down()
    assert len(table.match.scene["poses"]) > 0


def test_poses_of_placements():
    kinds = parlour.find("shapes")(2).settings["pieces"]
    on_floor = pose_for("red bar", Placement(10, 20, 30), {}, kinds)
    assert on_floor.place == pytest.approx((10, 8, 20), abs=0.01)
    on_plank = pose_for("red bar", Placement(0, 0, 90), POSES, kinds)
    assert on_plank.y == pytest.approx(38, abs=0.01), "half a millimetre over it"
    upright = pose_for("red bar", Placement(0, 0, stance="upright"), {}, kinds)
    assert upright.y == pytest.approx(30.5, abs=0.01)
    assert pose_for("red arch", Placement(0, 0, stance="on edge"), {}, kinds).y == pytest.approx(17.6, abs=0.1)
    assert pose_for("red bar", Placement(0, 0, 0, 60), POSES, kinds).y == pytest.approx(67.5)
    beside = pose_for("red bar", Placement(140, 0), POSES, kinds)
    assert beside.y == pytest.approx(8, abs=0.01), "as if the platform went on"


def test_a_record_of_a_real_tower_is_told(tmp_path):
    screen, path = Screen(width=100), tmp_path / "mine.json"
    table = table_at(Person([f"save {path}", "20 2 90", "quit"]), screen, position={**POSITION, **HOLDING})
    table.sit_down()
    match = parlour.replay(json.loads(path.read_text()))
    assert match.scene == table.match.scene
    told = Screen(width=100)
    terminal.show_replay(match, told)
    assert "Seat 0 lets go of the red bar." in told.shown
    assert "All is at rest." in told.shown
