import json
import re

import pytest

import parlour
from parlour import terminal
from parlour.terminal.table import Table
from parlour.terminal.views import VIEWS

from .people import WORDS, Person, Screen

GAMES = [game.id for game in parlour.GAMES]
PLAYED_HERE = [game.id for game in parlour.GAMES if game.box not in ("game-on", "shapes")]  # those have their own files


def play(game, players=3, person=None, screen=None, seed=1, bots="greedy", **options):
    screen, person = screen or Screen(), person or Person()
    pause = options.pop("read_aloud_pause", False)
    chosen = parlour.find(game)(players, **options)
    match = terminal.play(chosen, bots, seed, console=screen, pace=0, read_line=person, read_aloud_pause=pause)
    return match, screen, person


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", PLAYED_HERE)
def test_a_whole_game(game, players, live):
    options = {"target": 50} if game == "ka-blam" else {}
    match, screen, _ = play(game, players, screen=Screen(live=live), **options)
    assert match.over
    assert "The game is over" in screen.shown
    assert re.search(r"(You win|wins|share the win)!|Nobody wins", screen.shown)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [60, 80, 100])
def test_nothing_is_wider_than_the_screen(game, width):
    most = parlour.find(game).seats[-1]
    match, screen, _ = play(game, most, Person(["1"] * 30, then="quit"), Screen(width=width, live=True))
    assert len(match.moves) > 30
    assert max(len(line) for line in screen.shown.splitlines()) <= width


@pytest.mark.parametrize("game", [game for game in GAMES if game in VIEWS])
def test_a_small_screen_shows_the_newest_and_the_question(game):
    options = {"starter": 0} if game.startswith("shapes") else {}
    _, screen, _ = play(game, 4, Person(["quit"]), Screen(height=24, live=True), **options)
    assert len(screen.last_screen.splitlines()) <= 28
    assert "Your turn" in screen.last_screen


def test_the_same_seed_is_the_same_game():
    assert play("ka-blam", seed=9)[0].record() == play("ka-blam", seed=9)[0].record()
    assert play("ka-blam", seed=9)[0].record() != play("ka-blam", seed=9, bots="random")[0].record()


def test_every_move_of_the_others_is_told():
    match, screen, _ = play("go-fox", 3)
    asked = [str(move) for seat, move in match.moves if seat == 1 and str(move).startswith("ask")]
    assert screen.shown.count("Ana asks Ben for a") == len(asked) > 10


def test_wrong_input_costs_nothing_and_says_what_is_right():
    script = ["0", "77", "xyzzy", "play", "save", "help", "log", "hand", "", "rules", "quit"]
    match, screen, person = play("ka-blam", 2, Person(script), starter=0, length="short", seed=3)
    assert match.moves == []
    assert person.typed == script
    assert "The list goes from 1 to" in screen.shown or "The list has only number 1" in screen.shown
    assert "'xyzzy' is nothing you can do now" in screen.shown
    assert "Say where" in screen.shown
    assert "Getting ready" in screen.shown, "the rule page"
    assert "There are no points in the short game." in screen.shown, "how to play, as it is played here"
    assert "You leave the table after 0 moves" in screen.shown


def test_a_refused_move_is_explained_and_changes_nothing():
    game = parlour.find("ka-blam")(2, starter=0, length="short")
    held = parlour.Match(game, 3).view(0)["hand"]
    other = next(f"red {number}" for number in range(1, 12) if f"red {number}" not in held)
    match, screen, _ = play("ka-blam", 2, Person([f"play {other}", "quit"]), starter=0, length="short", seed=3)
    assert match.moves == []
    assert f"You do not hold {other}." in screen.shown
    assert "can:" not in screen.shown, "the moves are on the table already"


@pytest.mark.parametrize("way_out", ["quit", "Q", None])
def test_leaving_in_the_middle(way_out):
    person = Person(["1", "1", way_out] if way_out else ["1", "1"], then=None)
    match, screen, _ = play("go-fox", 3, person)
    assert not match.over
    assert len(match.moves) > 1
    assert "Until next time!" in screen.shown


def test_leaving_by_ctrl_c():
    def interrupt(_):
        raise KeyboardInterrupt

    match, screen, _ = play("go-fox", 3, interrupt)
    assert not match.over
    assert "Until next time!" in screen.shown


def test_saving_keeps_the_record_up_to_the_end(tmp_path):
    path = tmp_path / "my game.json"
    match, screen, _ = play("go-fox", 2, Person([f"save {path}"]))
    assert parlour.replay(json.loads(path.read_text())).digest() == match.digest()
    assert match.over
    assert "".join(f"The record of the match is in {path}.".split()) in "".join(screen.shown.split())


def test_saving_never_writes_over_a_file(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ana")
    _, screen, _ = play("go-fox", 2, Person([f"save {path}", "save /no/such/place.json", "quit"]))
    assert path.read_text() == "Dear Ana"
    assert "choose another name" in screen.shown.replace("\n", " ")
    assert "cannot be written" in screen.shown


def test_bad_bots_and_names_are_refused_before_anything_is_shown():
    screen = Screen()
    with pytest.raises(parlour.BadOption, match="there is no bot 'genius'"):
        terminal.play(parlour.find("go-fox")(2), "genius", 1, console=screen)
    with pytest.raises(parlour.ParlourError, match="names: expected one for each of 2 seats"):
        terminal.play(parlour.find("go-fox")(2), "random", 1, names=["You"], console=screen)
    assert screen.raw == ""


def test_the_others_can_have_names():
    screen = Screen()
    game = parlour.find("go-fox")(2)
    terminal.play(game, "random", 1, names=["Mira", "Jonas"], console=screen, pace=0, read_line=Person())
    assert "Jonas" in screen.shown
    assert "Ana" not in screen.shown


# Nothing hidden shows


def _visible(view):
    """Every card that a view names."""
    colour = "(?:red|orange|yellow|green|blue|purple)"
    return set(re.findall(rf"\b(?:{colour} \d+|{colour}/{colour}/\d)", json.dumps(view)))


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize(
    "game", [game.id for game in parlour.GAMES if game.box != "game-on"]
)  # for those: test_game_on
def test_no_hidden_card_is_shown(game, live):
    options = {"words": WORDS} if "words" in {option.name for option in parlour.find(game).options} else {}
    options |= {"length": "short"} if game == "ka-blam" else {}
    screen, person = Screen(live=live), Person()
    table = Table(parlour.find(game)(4, **options), "greedy", 2, None, screen)
    table.read_aloud_pause, table.pace, table.read_line = False, 0, person
    seen, checks, read_so_far = set(), 0, 0

    def check():
        nonlocal checks, read_so_far
        checks += 1
        seen.update(_visible(table.match.view(0)))
        seen.update(str(move).removeprefix("play ") for _, move in table.match.moves)
        position = table.match.position()
        hands = [card for hand in position.get("hands", [])[1:] for card in hand]
        hidden = [*hands, *position.get("pile", []), *position.get("middle", [])]
        shown, read_so_far = screen.shown.lower()[read_so_far:], len(screen.shown)
        spaced = shown.replace(" ", "")  # what is too long for large letters is spelt with spaces
        for card in set(hidden) - seen:
            colour, _, number = card.partition(" ")
            if "/" in card:
                background, circle, value = card.split("/")
                assert card not in shown
                assert f"▏{background[0]}{circle[0]}{value}" not in spaced
                assert f"▏{background[0]}({circle[0]}){value}▕" not in spaced
            elif number.isdigit():
                assert not re.search(rf"\b{card}\b", shown), card
                assert not re.search(rf"zq{colour[0]}{number}(?!\d)", spaced), card

    person.before_typing = check
    table.sit_down()
    assert table.match.over
    assert checks > 5


# Reading


def test_kb_20_the_word_is_shown_large_and_confirming_it_is_no_move():
    plain, _, _ = play("ka-blam", 2, length="short", seed=4)
    match, screen, person = play("ka-blam", 2, length="short", seed=4, read_aloud_pause=True, screen=Screen(live=True))
    words = [str(move) for _, move in match.moves if re.fullmatch(r"play \w+ \d+", str(move))]
    asked = [prompt for prompt in person.prompts if "read it aloud" in prompt]
    assert len(asked) == len(words) > 5
    assert match.record() == plain.record(), "confirming is not in the record"
    assert "█" in screen.last_screen, "the word is large"


def test_kb_20_one_can_leave_while_reading():
    match, screen, person = play(
        "ka-blam", 2, Person(["1", "quit"], then=None), starter=0, read_aloud_pause=True, seed=4
    )
    assert "read it aloud" in person.prompts[-1]
    assert not match.over
    assert "Until next time!" in screen.shown


@pytest.mark.parametrize("game", ["go-fox", "read-and-grab"])
def test_words_are_confirmed_in_the_other_games_too(game):
    _, _, person = play(game, 2, read_aloud_pause=True)
    assert any("read" in prompt and "aloud" in prompt for prompt in person.prompts)


def test_all_can_be_read_without_colours():
    match, screen, _ = play("ka-blam", 3, Person(["quit"]), Screen(live=True, no_color=True))
    assert "38;2" not in screen.raw
    assert "48;2" not in screen.raw
    view = match.view(0)
    rows = screen.last_screen.splitlines()
    for card in view["hand"]:
        if card.split()[-1].isdigit():
            colour, number = card.split()
            assert any(re.search(rf"▏{number}\D+{colour[0].upper()}▕", row) for row in rows), card
            assert any(f" {match.game.printed()[card]} " in row for row in rows), card
    assert f"{view['colour'][0].upper()} {view['colour']}" in screen.last_screen


# READ AND GRAB: call it yourself


def test_rg_3a_nothing_is_pointed_out():
    person = Person(["turn over", "quit"])
    _, screen, _ = play("read-and-grab", 3, person, Screen(live=True), starter=2, seed=5)
    table = screen.last_screen
    assert " 1  finish" in table
    assert " 2 " not in table.split("finish")[1].split("quit")[0], "only what is no claim is listed"
    assert "grab 7 ana" in table, "the same example always"


def test_rg_3a_a_wrong_claim_is_told_so_and_is_no_move():
    script = ["turn over", "grab 12s from ana", "grab 1 ana", "grab 1s from seat 1", "quit"]
    match, screen, _ = play("read-and-grab", 2, Person(script), starter=0, seed=5)
    assert [str(move) for _, move in match.moves] == ["turn over"]
    number = match.view(0)["turned"].split()[1]
    assert number != "1"
    assert screen.shown.count(f"so only {number}s can be grabbed.") == 2


def test_offered_grabs_are_listed():
    person = Person()
    _, screen, _ = play("read-and-grab", 3, person, grabs="offered", seed=5)
    assert re.search(r" 1  +grab \d+s from (Ana|Ben) ", screen.shown)


# Freaky: rows, and spotting what can be taken


def freaky_table(*script, **options):
    """A table at which you have just laid the fourth red background on row 2."""
    person = Person(["play red/blue/3 on row 2", *script, "quit"])
    rows = [["blue/green/5"], ["red/orange/1", "red/yellow/1", "red/green/1"], ["green/purple/4"]]
    hands = [["red/blue/3", "green/blue/4", "purple/red/6"], ["blue/red/1", "blue/red/6", "blue/red/4"]]
    screen = Screen()
    table = Table(parlour.find("freaky")(2, **options), "greedy", 1, None, screen)
    table.match = parlour.position("freaky", {"options": options, "hands": hands, "rows": rows, "pile": ["..."]})
    table.read_aloud_pause, table.pace, table.read_line = False, 0, person
    table.sit_down()
    return table.match, screen.shown.split("You lay the red 3 with blue circles on the red 1 with a green circle.")[1]


def test_rows_hand_and_counts_are_shown():
    _, shown = freaky_table()
    assert re.search(r" 1 +▏B \(G\) 5▕", shown)
    assert re.search(r" 2 +▏RO1▏RY1▏RG1▏R \(B\) 3▕", shown)
    assert "▏4┼┼┼┼┼G▕" in shown and "▏┼( B )┼▕" in shown, "green/blue/4"
    assert "Your hand: 2 cards   0 cards taken" in shown
    assert "0 taken" in shown


def test_under_each_card_is_where_it_can_go():
    match, shown = freaky_table("green/blue/4 on row 3")
    lines = shown.splitlines()
    first = next(number for number, line in enumerate(lines) if "▏G┼┼┼┼┼4▕" in line)
    assert lines[first + 1].split() == ["1", "row", "2", "3", "new", "row"]
    assert lines[first + 2].split() == ["2", "row", "3"]
    assert [str(move) for _, move in match.moves][-1] == "play green/blue/4 on row 3"


def test_fr_10a_nothing_is_pointed_out():
    _, shown = freaky_table()
    assert "◀" not in shown
    assert " 4  finish" in shown
    assert "take row" not in shown, "claims have no numbers"
    assert "or: take 1 " in shown, "the same example always"


def test_fr_10a_a_wrong_claim_is_told_so_and_is_no_move():
    match, shown = freaky_table("take 3", "take row 1", "take 2", "finish")
    assert [str(move) for seat, move in match.moves if seat == 0] == [
        "play red/blue/3 on row 2",
        "take row 2",
        "finish",
    ]
    assert "No background, circle colour or number shows four times in that row." in " ".join(shown.split())
    assert "You take the row with four red backgrounds: 4 cards, 4 points!" in shown
    assert "4 cards taken" in shown


def test_fr_10a_help_me_marks_what_can_be_taken():
    _, shown = freaky_table(taking="help")
    assert re.search(r" 2 +▏RO1▏RY1▏RG1▏R \(B\) 3▕ ◀ take", shown)
    assert shown.count("◀") == 1
    assert " 4  take row 2" in shown


# Points


def test_points_are_shown_with_their_sums():
    match, screen, person = play("ka-blam", 3, seed=2, target=100)
    rounds = re.findall(r"(\d+) \+ (\d+) = (\d+)", screen.shown)
    assert all(int(was) + int(gained) == int(now) for was, gained, now in rounds)
    assert len(rounds) == sum("next round" in prompt for prompt in person.prompts) > 0
    total = re.search(r"points +(\d+) +(\d+) +(\d+)", screen.shown)
    assert total is not None
    assert [int(points) for points in total.groups()] == match.scores


def test_a_hint_says_what_to_do_and_why():
    _, screen, _ = play("go-fox", 2, Person(["hint", "quit"]), bots="master", starter=0)
    reason = r"(Since|Asked|All know) .*\.|.* out of sight.*\."
    why = rf"{reason}|.*((is about|may be) as good|more games in 100 than with 'ask for \d+')"
    in_one_line = re.sub(r"\s+", " ", screen.shown)
    assert re.search(rf"ask for \d+\. ({why})", in_one_line)
    # Chances of all moves come of few games: often another would stand above the one that is advised.
    assert "chances" not in screen.shown


def test_a_hint_calls_people_by_their_names():
    """Whatever can be played keeps the next player, who has one card left, from playing."""
    hands = [["red miss", "red +2", "blue 3"], ["blue 1"], ["purple 1", "purple 2", "purple 3"]]
    places = {"players": 3, "hands": hands, "discard": ["red 1"], "pile": ["..."]}
    screen = Screen()
    table = Table(parlour.find("ka-blam")(3), "fair", 1, ["Me", "Ada", "Bo"], screen)
    table.match = parlour.position("ka-blam", places)
    table.show_hint()
    assert "It keeps Ada, who has one card left, from playing" in screen.shown


def test_there_are_no_hints_where_hands_are_steady():
    _, screen, _ = play("shapes", 2, Person(["hint", "quit"]), starter=0)
    assert "There are no hints here" in screen.shown
