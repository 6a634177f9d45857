"""What a sensible child does in Game-On when somebody is after one of its cards."""

from typing import Any

from parlour.bots.simple import SimpleBot

from ..rules.tables import A, game_on

ATTACKED: dict[str, Any] = {"control": {"A": "moon 13", "B": "moon 9"}, "attacks": ["B: moon 13 with white circle"]}


def choices(hand: str, **table: Any) -> set[str]:
    """The Play Area is all red, all yellow, all blue and all white."""
    match = game_on(A=hand, B="white square", acting="A", **table)
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
