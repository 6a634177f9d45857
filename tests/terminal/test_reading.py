import pytest

import parlour
from parlour.engine.game import with_names
from parlour.engine.match import Match
from parlour.terminal.reading import NotUnderstood, read_move

NAMES = ["You", "Ana", "Ben"]


@pytest.fixture
def ka_blam():
    position = {
        "players": 3,
        "options": {"length": "short"},
        "to_act": [0],
        "hands": [["red 7", "blue 5", "wild", "green 9", "red reverse"], ["blue 1"], ["blue 2"]],
        "discard": ["red 5"],
        "pile": ["..."],
    }
    return parlour.position("ka-blam", position)


def read(match: Match, text: str) -> str:
    return str(read_move(text, match, 0, match.choices(0), NAMES))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("play red 7", "play red 7"),
        ("RED 7", "play red 7"),
        ("r 7", "play red 7"),
        ("red reverse", "play red reverse"),
        ("rev", "play red reverse"),
        ("wild blue", "play wild as blue"),
        ("wild as purple", "play wild as purple"),
        ("w p", "play wild as purple"),
        ("blue 5", "play blue 5"),
        ("play green 9", "play green 9"),  # it does not fit: that is for the match to say
        ("draw", "draw"),
    ],
)
def test_moves_in_words(ka_blam, typed, meant):
    assert read(ka_blam, typed) == meant


def test_numbers_always_mean_the_list(ka_blam):
    assert read(ka_blam, "1") == str(ka_blam.choices(0)[0])
    with pytest.raises(NotUnderstood, match="from 1 to 9"):
        read(ka_blam, "99")


def test_unclear_words_are_asked_back(ka_blam):
    with pytest.raises(NotUnderstood, match="could be play red 7, play red reverse, play wild as red: say"):
        read(ka_blam, "red")
    with pytest.raises(NotUnderstood, match="nothing you can do"):
        read(ka_blam, "castle kingside")


@pytest.mark.parametrize(
    "typed",
    ["grab 7s from Ben", "grab 7 ben", "7s ben", "grab 7s from seat 2", "grab 7 2", "grab the 7s from ben!", "g 7 b"],
)
def test_claims(typed):
    match = parlour.new("read-and-grab", players=3, starter=0, seed=1)
    match.play(0, "turn over")
    assert read(match, typed) == "grab 7s from seat 2"


@pytest.mark.parametrize("typed", ["ask for", "ask ana for a", "ask", "do you have a"])
def test_asking(typed):
    match = parlour.new("go-fox", players=3, starter=0, seed=1)
    number = match.view(0)["hand"][0].split()[1]
    if typed == "do you have a":
        with pytest.raises(NotUnderstood):
            read(match, f"{typed} {number}")
    else:
        assert read(match, f"{typed} {number}") == f"ask for {number}"


def test_seats_are_told_by_name():
    assert with_names("grab 7s from seat 2", NAMES) == "grab 7s from Ben"
    assert with_names("grab 7s from seat 5", NAMES) == "grab 7s from seat 5"
