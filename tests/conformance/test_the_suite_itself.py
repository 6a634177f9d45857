"""The conformance suite can complain: games broken on purpose, and the check that must notice."""

from typing import Any

import pytest

from parlour.engine.game import Telling
from parlour.engine.position import Places
from parlour.games.go_fox import GoFox
from parlour.testing import CHECKS, conformance


class ShowsAllHands(GoFox):
    def all_see(self, state: Any) -> dict[str, Any]:
        return {**super().all_see(state), "others": super().write_places(state)["hands"]}


class SaysThingsTwice(GoFox):
    def seat_sees(self, state: Any, seat: int | None) -> dict[str, Any]:
        return {**super().seat_sees(state, seat), "pile": 0}


class ShowsMoreThanItsRows(GoFox):
    def seat_sees(self, state: Any, seat: int | None) -> dict[str, Any]:
        return {**super().seat_sees(state, seat), "left": int(state.pile_count)}


class NamesTheNextCard(GoFox):
    def tell(self, before: Any, after: Any, seat: int, move: int, telling: Telling) -> str:
        next_card = self.write_places(after)["pile"][:1]
        return f"{super().tell(before, after, seat, move, telling)} Next comes {next_card}."


class SaysNothing(GoFox):
    def tell(self, before: Any, after: Any, seat: int, move: int, telling: Telling) -> str:
        return ""


class LosesACard(GoFox):
    def write_places(self, state: Any) -> dict[str, Any]:
        places = super().write_places(state)
        return {**places, "pile": places["pile"][1:]} if state.pairs > 3 else places


class ForgetsTheStarter(GoFox):
    def read_places(self, state: Any, places: Places) -> None:
        super().read_places(state, places)
        state.starter = 0


class TwoMovesAlike(GoFox):
    move_names = ("ask for 2", *GoFox.move_names[1:])


class HidesALegalMove(GoFox):
    def choices(self, state: Any, seat: int, legal: list[int]) -> list[int]:
        return legal[1:]


BROKEN = [
    (ShowsAllHands, "a_redeal_changes_nothing_the_seat_sees"),
    (ShowsAllHands, "views_never_show_hidden_cards"),
    (SaysThingsTwice, "views_never_show_hidden_cards"),
    (ShowsMoreThanItsRows, "its_own_row_is_all_a_seat_sees_of_its_own"),
    (NamesTheNextCard, "logs_tell_every_move_and_no_secret"),
    (SaysNothing, "logs_tell_every_move_and_no_secret"),
    (LosesACard, "cards_are_conserved"),
    (ForgetsTheStarter, "positions_can_be_set_up_again"),
    (TwoMovesAlike, "moves_read_as_they_are_written"),
    (HidesALegalMove, "moves_read_as_they_are_written"),
]


@pytest.mark.parametrize(("kind", "check"), BROKEN, ids=lambda one: one if isinstance(one, str) else one.__name__)
def test_a_broken_game_is_noticed(kind: type[GoFox], check: str) -> None:
    with pytest.raises(AssertionError, match=f"{check}: go-fox with 3 players, seed"):
        CHECKS[check](kind(3), range(3))


def test_one_call_runs_them_all() -> None:
    with pytest.raises(AssertionError, match="go-fox with 2 players, seed 0: nothing is told of"):
        conformance(SaysNothing, games=1)
