import re

import pytest

import parlour
from parlour import terminal
from parlour.bots.simple import SimpleBot
from parlour.bots.talk import says
from parlour.terminal.shelf import TableSettings
from parlour.terminal.table import Table, result_panel

from .people import Person, Screen

GAME = parlour.find("game-on-coop")


class Sensible(Person):
    """Plays as a greedy bot would, by number."""

    table: Table

    def __init__(self):
        super().__init__(self.moves())

    def moves(self):
        bot = SimpleBot("greedy", 5)
        while True:
            if self.prompts[-1] != " > ":
                yield "1"  # Enter, or the first of the cards that will do
                continue
            wanted = bot.choose(self.table.match, 0)
            offers = self.table.view.offers(self.table.seen())
            yield str(next(number for number, moves in enumerate(offers, 1) if wanted in moves))


def sit_down(players=3, person=None, screen=None, seed=1, match=None, **options):
    screen, person = screen or Screen(), person or Sensible()
    table = Table(match.game if match else GAME(players, **options), "greedy", seed, None, screen)
    table.match = match or table.match
    table.read_aloud_pause, table.pace, table.read_line = False, 0, person
    if isinstance(person, Sensible):
        person.table = table
    table.sit_down()
    return table.match, screen, person


def position(**places):
    """A table at which all are still to act."""
    players = len(places["hands"])
    places = {"players": players, "to_act": list(range(players)), "deck": ["..."], **places}
    return parlour.position("game-on-coop", places)


def table_of_three(**changes):
    """Round 3: an incomplete card, one turned over, a complete one, a bare one; Ben has committed a card."""
    places = {
        "options": {"pace": "even"},
        "round": 3,
        "hands": [["red circle", "omni 2"], ["white square", "red circle"], ["red circle"]],
        "deeds": ["nothing", "nothing", "acted"],
        "commitments": [None, None, {"to": "steal", "card": "moon 11", "shape": "square"}],
        "committed": [[], [], ["blue square"]],
        "track": ["sun 9", "moon 3", "star 1", "star 9"],
        "covers": [["red square", None, "black triangle"], [], ["red square", "blue circle", "yellow triangle"], []],
        "covered_by": [[0, None, 2], [], [1, 2, 0], []],
        "scuttled": [2],
        "team": ["sun 1", "moon 1"],
        "house": ["moon 9", "star 12", "sun 13", "moon 11"],
        "out": ["black card"],
    }
    return position(**{**places, **changes})


def shown_at(match, *script, **screen):
    """What is on the screen when the person has typed this."""
    screen = Screen(live=True, **screen)
    match, screen, _ = sit_down(person=Person([*script, "quit"]), screen=screen, match=match)
    return match, screen.last_screen


# Whole games


@pytest.mark.parametrize(
    ("players", "hands", "width", "height"),
    [(2, "open", 60, 24), (2, "hidden", 80, 24), (6, "open", 80, 24), (6, "hidden", 60, 40), (6, "hidden", 80, 24)],
)
def test_a_whole_game_fits_the_screen(players, hands, width, height):
    screen, heights = Screen(width=width, height=height, live=True), []
    person = Sensible()
    person.before_typing = lambda: heights.append(len(screen.last_screen.splitlines()))
    match, screen, person = sit_down(players, person, screen, seed=3, hands=hands, pace="even")
    assert match.over
    assert "The game is over" in screen.shown
    assert max(len(line) for line in screen.shown.splitlines()) <= width
    assert max(rows for rows, prompt in zip(heights, person.prompts, strict=True) if prompt == " > ") < height


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_a_whole_game_on_paper(hands):
    match, screen, _ = sit_down(3, seed=2, hands=hands)
    assert match.over
    assert re.search(r"The (team|House) wins!", screen.shown)


def test_losing_to_the_house_ends_properly():
    match, screen, _ = sit_down(2, Person(then="finish"), Screen(live=True), seed=1)
    assert match.over and not match.winners
    assert "The House wins!" in screen.last_screen
    assert "wins this time" not in screen.shown and "share the win" not in screen.shown
    points = match.view(0)["house_points"]
    assert re.search(rf"House +\d+ of 3 points, \d+ of 2.* = {points}\b", screen.last_screen)
    assert re.search(r"Team +.* \d+ ", screen.last_screen)


def test_every_view_can_show_a_result_without_winners():
    match = parlour.new("go-fox", players=2, seed=1)
    table = Table(match.game, "greedy", 1, None, Screen())
    table.console.print(result_panel(table.match, table.seen(), []))
    assert "Nobody wins this time." in table.console.shown


# Nothing hidden shows


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("live", [False, True])
def test_the_screen_is_the_same_whatever_the_others_hold(live, players):
    screen, person = Screen(live=live), Sensible()
    differed = 0

    def check():
        """Draw the table once more, with all that the person cannot know dealt anew."""
        nonlocal differed
        table, match = person.table, person.table.match
        drawn = []
        for table.match in (match, match.redealt(0, len(match.moves))):
            with screen.capture() as capture:
                table.draw()
            drawn.append(capture.get())
        differed += table.match.position()["hands"] != match.position()["hands"]
        table.match = match
        assert drawn[0] == drawn[1]
        assert f"Ana moon {len(match.position()['hands'][1])} card" in screen.shown

    person.before_typing = check
    sit_down(players, person, screen, hands="hidden", pace="even")
    assert differed > 15


def test_a_redraw_is_told_only_to_who_may_know():
    for hands, known in (("open", True), ("hidden", False)):
        _, screen, _ = sit_down(3, seed=2, hands=hands, pace="even")
        redraws = re.findall(r"(?:Ana|Ben) redraws(: now [a-z]+ \w+ and \w+ \w+)?\.", " ".join(screen.shown.split()))
        assert redraws and all(bool(drawn) == known for drawn in redraws)


# The table


def test_the_track_is_a_belt_that_runs_to_its_end():
    _, shown = shown_at(table_of_three(), width=80, height=40)
    assert re.search(r"◀ now to House ━+◀ next round ━+◀ next round ━+◀ in 2 rounds ━", shown)
    assert "1 new card after this round · 40 in the deck, 2 of them black" in shown


@pytest.mark.parametrize(
    ("pace", "round_", "new", "labels"),
    [
        ("printed", 1, 1, ["now to House", "next round", "in 2 rounds", "in 3 rounds"]),
        ("even", 1, 1, ["now to House", "next round", "next round", "in 2 rounds"]),
        ("even", 2, 2, ["now to House", "now to nobody", "next round", "in 2 rounds"]),
        ("each", 1, 3, ["now to House", "now to nobody", "now to team", "next round"]),
    ],
)
def test_co_14a_what_leaves_after_this_round(pace, round_, new, labels):
    match = table_of_three(options={"pace": pace}, round=round_)
    _, shown = shown_at(match)
    assert f"{new} new card{'s' if new > 1 else ''} after this round" in shown
    assert re.findall(r"◀ (.*?) ━", shown) == labels
    before = match.view(0)
    for seat in range(3):
        match.play(seat, "finish")
    after = match.view(0)
    if after["black_out"] == before["black_out"]:
        gone = sum(label.startswith("now") for label in labels)
        assert [card["name"] for card in before["track"]][gone:] == [c["name"] for c in after["track"]][: 4 - gone]


def test_a_track_that_is_not_full_loses_nothing_yet():
    one = {"track": ["sun 9"], "covers": [], "covered_by": [], "scuttled": []}
    _, shown = shown_at(table_of_three(options={"pace": "printed"}, **one))
    assert "◀ in 3 rounds" in shown and "now to" not in shown
    assert shown.count("╭╌") == 3


def test_what_covers_each_shape_and_whose_it_is():
    _, shown = shown_at(table_of_three(), height=24)
    lines = shown.splitlines()
    at = next(number for number, line in enumerate(lines) if "▏sun 9" in line)
    assert lines[at].split("▕")[0].split() == ["▏sun", "9", "3"]
    assert [part.split() for part in lines[at + 1].split("▏")[1:4:2]] == [
        ["■R", "●R", "▲R", "▕"],
        ["■R", "●B", "▲Y", "▕"],
    ]
    assert lines[at + 2].split("▏")[1].split() == ["R", "1", "K", "▕"], "a number where it can be covered"
    assert lines[at + 3].split("▏")[1].split() == ["You", "Ben", "▕"]
    assert lines[at + 3].split("▏")[3].split() == ["Ana", "Ben", "You", "✓"], "complete"
    assert "moon 3" in lines[at].split("▏")[2] and "turned over" in lines[at + 1].split("▏")[2]


def test_points_stand_against_the_target():
    _, shown = shown_at(table_of_three(), height=24)
    assert re.search(r"Team +4 █+░+ of 30, 2 cards +House 10 █+░+ of 30, 4 cards", shown)
    team, house = (len(bar) for bar in re.findall("█+", shown))
    assert team < house
    _, shown = shown_at(table_of_three(), height=50)
    assert re.search(r"Team +4 █+░+ of 30, 2 cards\n", shown)
    assert "Team  sun 1  moon 1" in shown


def test_the_cards_of_the_house_have_numbers_where_they_can_be_stolen():
    match, shown = shown_at(table_of_three(), "3")
    assert str(match.moves[0][1]) == "steal moon 9 by circle"
    _, shown = shown_at(table_of_three())
    assert re.search(r"House  3  moon 9 RRR 3  moon 11 BBB 3  star 12 WWW 3   4  sun 13 KRY 1", shown)


def test_what_all_can_steal_is_said_while_hands_are_open():
    free = {"commitments": [], "committed": [[], [], []], "deeds": []}
    hands = [["red circle", "omni 2"], ["white square", "red circle"], ["red circle", "blue square"]]
    _, shown = shown_at(table_of_three(**free, hands=hands))
    assert "moon 9 RRR 3 all can" in shown
    assert re.search(r"scuttle sun 9 by ●R, all can", shown)
    hidden = {"options": {"pace": "even", "hands": "hidden"}}
    _, shown = shown_at(table_of_three(**free, hands=hands, **hidden))
    assert "all can" not in shown
    assert "Ana moon 2 cards" in shown


def test_commitments_say_who_is_missing():
    _, shown = shown_at(table_of_three())
    assert "Ben has committed ■B to steal moon 11; Ana and you are missing" in shown
    _, shown = shown_at(table_of_three(), "steal moon 9")
    assert "Ben has committed ■B to steal moon 11; you have chosen otherwise: it fails" in shown
    late = table_of_three(to_act=[0, 2], deeds=["nothing", "acted", "acted"])
    _, shown = shown_at(late)
    assert "Ben has committed ■B to steal moon 11; Ana has finished: it fails" in shown
    assert "Ana moon □W ●R finished" in shown


def test_a_steal_together():
    hands = [["blue square", "omni 2"], ["blue square", "omni 1"], ["omni 3"]]
    match, shown = shown_at(table_of_three(hands=hands), "steal moon 11")
    assert "moon 11" in [card["name"] for card in match.view(0)["team"]]
    assert "All have committed: the team steals moon 11!" in " ".join(shown.split())
    assert "has committed" not in shown


def test_the_hand_says_where_each_card_can_go():
    _, shown = shown_at(table_of_three(), height=50)
    assert re.search(r"●R.* cover 1 2 ", shown)
    assert re.search(r" red +▕ steal 3 4 ", shown)
    assert re.search(r" circle +▕ scuttle 5 6 ", shown)
    assert "OMNI 2" in shown
    for number, words in ((5, "scuttle sun 9 by ●R"), (7, "redraw, and finish"), (8, "finish")):
        assert f" {number}  {words}" in shown


def test_it_is_asked_which_card_where_several_will_do():
    hands = [["red circle", "black circle"], ["white square", "red circle"], ["red circle"]]
    match, _ = shown_at(table_of_three(hands=hands), "1", "black", "1 red")
    assert next(str(move) for seat, move in match.moves if seat == 0) == "cover circle of card 1 with black circle"
    match, _ = shown_at(table_of_three(hands=hands), "1 red")
    assert str(match.moves[0][1]) == "cover circle of card 1 with red circle"


def test_co_4_a_type_that_nobody_plays_is_marked():
    match = position(
        hands=[["white square"] * 2, ["white circle"] * 2], track=["star 1", "sun 1"], house=["star 2"], round=2
    )
    _, shown = shown_at(match)
    assert "▏star 1*" in shown and "star 2* RWB 2" in shown and "sun 1*" not in shown
    _, screen, _ = sit_down(person=Person(["help", "quit"]), match=match)
    assert "it scores for the House, not for the team" in " ".join(screen.shown.split())


def test_names_that_begin_alike_are_told_apart_on_the_track():
    screen = Screen(live=True, width=60)
    names = ["You", "Martina", "Martin"]
    table = Table(GAME(3), "greedy", 1, names, screen)
    table.match = table_of_three()
    table.read_aloud_pause, table.pace, table.read_line = False, 0, Person(["quit"])
    table.sit_down()
    assert "▏Ma1 Ma2 You✓" in screen.last_screen


def test_everything_is_there_in_words_and_signs_without_colours():
    screen = Screen(live=True, no_color=True, height=20)
    sit_down(person=Person(["quit"]), screen=screen, match=table_of_three())
    assert "48;2" not in screen.raw
    for sign in ("■R", "●B", "▲Y", "O2", "RRR", "turned over", "✓"):
        assert sign in screen.last_screen


# The log and the end


def test_the_end_of_a_round_is_told_in_its_own_line():
    match = table_of_three(deck=["star 2", "..."])
    for seat in (1, 2):
        match.play(seat, "finish")
    _, shown = shown_at(match, "finish")
    told = " ".join(shown.split())
    assert "· Not all have committed: nothing comes of it. Ben takes blue square back." in told
    assert "· New on the track: star 2. The House takes sun 9. Round 4 begins." in told


def test_a_black_card_is_worth_a_pause():
    match = table_of_three(deck=["black card", "black card", "star 2", "..."])
    for seat in (1, 2):
        match.play(seat, "finish")
    screen, person = Screen(live=True), Person(["finish", "", "quit"])
    sit_down(person=person, screen=screen, match=match)
    told = " ".join(screen.shown.split())
    assert "A Black Card wipes the track! The team takes star 1. The House takes sun 9 and star 9. " in told
    assert "Nobody gets moon 3. Another Black Card finds the track empty. New on the track: star 2." in told
    assert "The team 4 + 2 = 6 the House 10 + 6 = 16" in told
    assert any("Enter for the next round" in prompt for prompt in person.prompts)


def _ending(team, house, deck=("black card", "..."), **more):
    """The last round of two: sun 9 comes to the team, moon 9 to the House."""
    places = {
        "hands": [["white square"] * 2] * 2,
        "track": ["sun 9", "moon 9"],
        "covers": [["red square", "red circle", "red triangle"], []],
        "covered_by": [[0, 1, 0], []],
        "team": team,
        "house": house,
        "deck": list(deck),
        **more,
    }
    match, screen, _ = sit_down(person=Person(["finish"], then=None), match=position(**places))
    assert match.over
    return match, " ".join(screen.shown.replace("│", " ").split("The game is over")[1].split())


SEVENTEEN = ["sun 10", "sun 11", "sun 12", "moon 10", "moon 11", "moon 1"]
OF_THE_HOUSE = ["star 9", "star 10", "star 11", "star 12", "moon 12", "moon 2"]


def test_co_17_the_tie_is_explained():
    match, shown = _ending([*SEVENTEEN, "star 2"], OF_THE_HOUSE)
    assert match.view(0)["house_points"] == 21
    assert "The House wins!" in shown
    assert "Team 6 of 3 points, 1 of 2 18 + 2 = 20" in shown
    assert "House 6 of 3 points, 1 of 2, 1 Black Card 18 + 2 + 1 = 21" in shown
    assert "20 to 20 is a tie, and a tie goes to the House, which adds 1 for each Black Card drawn: 20 + 1." in shown
    assert "The team's star 2 scored nothing: nobody's deck is of that type." in shown


def test_the_team_wins():
    match, shown = _ending([*SEVENTEEN, "sun 13"], OF_THE_HOUSE)
    assert match.winners == {0, 1}
    assert "The team wins!" in shown
    assert "Team 6 of 3 points, 1 of 2, 1 of 1 18 + 2 + 1 = 21" in shown
    assert shown.count("Both sides have reached 20 points: the higher total wins") == 1
    assert "is a tie" not in shown


def test_co_18_the_deck_is_empty():
    match, shown = _ending([], [], deck=[], out=["..."], options={"black_cards": False})
    assert not match.winners
    assert "The Game Cards have run out: the higher total wins" in shown
    assert "3 to 3 is a tie, and a tie goes to the House." in shown


def test_a_replay_tells_it_too():
    match, bot, screen = parlour.new("game-on-coop", players=2, seed=1), SimpleBot("random", 1), Screen(width=100)
    while not match.over:
        seat = min(match.to_act)
        match.play(seat, bot.choose(match, seat))
    terminal.show_replay(match, screen)
    assert f"The {'team' if match.winners else 'House'} wins!" in screen.shown
    assert "The House takes" in screen.shown


# The set-up


def test_co_14a_the_set_up_suggests_even_pace_and_says_why():
    settings = TableSettings(GAME)
    assert (settings.players, settings.options["pace"]) == (3, "even")
    assert "Suggested: even, as with one new card a round three and more players hardly ever lose" in (
        settings.about("pace")
    )
    settings.change("players 2", lambda _: "")
    assert settings.options["pace"] == "printed"
    assert "Suggested" not in settings.about("pace")
    settings.change("pace each", lambda _: "")
    settings.change("players 5", lambda _: "")
    assert settings.options["pace"] == "each", "what the person chose stays"
    assert "Suggested: even" in settings.about("pace")


def test_all_signs_are_explained():
    _, screen, _ = sit_down(3, Person(["help", "quit"]))
    for words in ("has not finished yet", "complete: all three shapes are covered", "everybody holds"):
        assert words in " ".join(screen.shown.split())


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_bots_say_what_they_would_do_before_they_first_act_in_a_round(hands):
    match, screen, person = sit_down(hands=hands)
    again = match.beginning()
    meant = {1: [], 2: []}
    for seat, move in match.moves:
        if seat and again.view(seat)["deeds"][seat] == "nothing":
            meant[seat].append(says(again, seat))
        again.play(seat, move)
    for seat, name in ((1, "Ana: "), (2, "Ben: ")):
        heard = [line.removeprefix(name) for line in person.table.told if line.startswith(name)]
        assert heard == [words for words in meant[seat] if words]
        assert heard[0].split(".")[0] in " ".join(screen.shown.split())
