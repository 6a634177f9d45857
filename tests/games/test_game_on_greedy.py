"""What a sensible child does in Game-On: what it keeps to defend, and whom it steals from."""

from typing import Any

from parlour.bots.simple import SimpleBot

from ..rules.tables import A, game_on

ATTACKED: dict[str, Any] = {"control": {"A": "moon 13", "B": "moon 9"}, "attacks": ["B: moon 13 with white circle"]}


def choices(hand: str, **table: Any) -> set[str]:
    """The Play Area is all red, all yellow, all blue and all white."""
    match = game_on(**{"A": hand, "B": "white square", "acting": "A", **table})
    return {str(SimpleBot("greedy", seed).choose(match, A)) for seed in range(20)}


def test_it_keeps_the_last_card_that_defends() -> None:
    assert choices("yellow circle", **ATTACKED) == {"finish"}
    assert choices("yellow circle, blue square", **ATTACKED) == {"cover square of card 3 with blue square"}


def test_it_keeps_no_more_than_it_needs() -> None:
    assert choices("yellow circle, yellow circle", **ATTACKED) == {"cover circle of card 2 with yellow circle"}


def test_it_keeps_nothing_where_nobody_is_after_its_cards() -> None:
    assert choices("yellow circle") == {"cover circle of card 2 with yellow circle"}
    others = {**ATTACKED, "control": {"B": "moon 9", "C": "moon 13"}}
    assert choices("yellow circle", C="white triangle", **others) == {"cover circle of card 2 with yellow circle"}


def test_it_completes_a_card_all_the_same() -> None:
    covers = {"A2": "yellow square, -, yellow triangle"}
    assert choices("yellow circle", covers=covers, **ATTACKED) == {"cover circle of card 2 with yellow circle"}


def test_it_steals_first_from_who_holds_nothing_to_defend_with() -> None:
    """Moon 9 is all red."""
    theirs = {"control": {"B": "moon 9"}}
    assert choices("red circle", B="", **theirs) == {"steal moon 9 with red circle"}
    assert choices("red circle", B="white square", **theirs) == {"cover circle of card 1 with red circle"}


def test_it_completes_rather_than_steals() -> None:
    covers = {"A1": "red square, -, red triangle"}
    held = choices("red circle", B="", control={"B": "moon 9"}, covers=covers)
    assert held == {"cover circle of card 1 with red circle"}


def test_with_what_fits_nothing_it_steals_from_who_holds_one_card_but_not_from_more() -> None:
    """Its red square of the all red card 1 is covered already, so another one fits nothing in the Play Area."""
    theirs = {"control": {"B": "moon 9"}, "covers": {"A1": "red square, -, -"}}
    assert choices("red square", B="white square", **theirs) == {"steal moon 9 with red square"}
    assert choices("red square", B="white square, white circle", **theirs) == {"redraw"}
