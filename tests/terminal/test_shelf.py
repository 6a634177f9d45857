import pytest

import parlour
from parlour import terminal
from parlour.terminal.shelf import TableSettings

from .people import Person, Screen


def visit(*script, then=None, live=False):
    screen, person = Screen(live=live), Person(script, then)
    terminal.shelf(screen, person, seed=1, pace=0)
    return screen, person


def test_the_shelf_shows_every_game():
    screen, _ = visit("quit")
    for game in parlour.GAMES:
        assert game.title in screen.shown
        assert f"{game.seats[0]} to {game.seats[-1]} players" in screen.shown
    assert "Until next time!" in screen.shown


def test_two_keystrokes_to_a_game():
    screen, _ = visit("", "")
    assert "Your hand: 5 cards" in screen.shown


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("2", "GO FOX!"),
        ("go fox", "GO FOX!"),
        ("Read and grab", "READ AND GRAB"),
        ("freaky", "Freaky"),
        ("ka", "KA-BLAM!"),
        ("ka-blam", "KA-BLAM!"),
    ],
)
def test_games_by_number_or_name(typed, title):
    screen, person = visit(typed)
    assert person.prompts[-1].strip() == "Enter deals >"
    assert title in screen.shown.split("In a hurry")[1]


def test_what_is_no_game_is_told_so():
    screen, _ = visit("chess", "0", "99", "help", "quit")
    assert screen.shown.count(f"is no game here. Type a number from 1 to {len(parlour.GAMES)}") == 3


@pytest.mark.parametrize("live", [False, True])
def test_whole_games_and_again(live):
    script = ["go fox", "players 2", "", *["1"] * 300]
    screen, person = Screen(live=live), Person(script, then="1")
    finished = 0

    def leave_after_two():
        nonlocal finished
        if screen.shown.count("Again?") > finished:
            finished += 1
            person.script = iter(["", *["1"] * 300] if finished == 1 else ["shelf", "quit"])

    person.before_typing = leave_after_two
    terminal.shelf(screen, person, seed=1, pace=0)
    assert finished == 2
    assert screen.shown.count("The game is over") >= 2
    assert screen.shown.count("A number or a name opens a game") == 2, "back at the shelf"


def test_settings_by_key_and_by_name():
    screen, _ = visit("1", "1", "p", "5", "b", "target 300", "r", "starter 2", "deck", "rules", "help", "quit")
    for line in (
        "length is now short.",
        "players is now 5: you and 4 bots.",
        "bots is now clever.",
        "target is now 300.",
        "reading is now on.",
        "starter is now 2.",
        "deck is now double.",
    ):
        assert line in screen.shown
    assert "Getting ready" in screen.shown


def test_wrong_settings_change_nothing():
    screen, _ = visit("1", "players 9", "target 3", "bots genius", "colour red", "starter 7", "words /no/such.toml", "")
    shown = " ".join(screen.shown.split())
    assert "for 2 to 6 players, not for '9'" in shown
    assert "a whole number from 50 to 500" in shown
    assert "there is no bot 'genius'" in shown
    assert "'colour' changes nothing here" in shown
    assert "seat from 0 to 2" in shown
    assert "there is no '/no/such.toml'" in shown
    assert "Your hand: 5 cards" in shown, "it is dealt with the settings as they were"


@pytest.mark.parametrize("kind", parlour.GAMES)
def test_the_usual_settings_are_the_games_own(kind):
    settings = TableSettings(kind)
    assert settings.game().plain_settings == kind(3, **kind(3).suggestions()).plain_settings
