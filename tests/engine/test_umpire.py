"""The umpire: what the rules cannot know is said by a door of its own, with what was seen kept in the record."""

import json
from typing import Any

import pytest

import parlour
from parlour.engine.batch import Batch
from parlour.engine.game import Telling

HANDS = [["red bar", "blue disc"], ["green L", "stop turn"]]
BAR = [0.0, 7.5, 0.0, 0.0, 0.0, 0.0, 1.0]
SQUARE = [40.0, 7.5, 0.0, 0.0, 0.0, 0.0, 1.0]


def table(**places: Any) -> parlour.Match:
    given = {"hands": HANDS, "platform": ["red square"], "deck": ["..."], "options": {"falls": "physics"}, **places}
    return parlour.position("shapes", given)


def let_go() -> parlour.Match:
    match = table()
    for move in ("lay red bar", "enough", "take red bar", "let go"):
        match.play(0, move)
    return match


def test_only_the_umpire_can_say_what_falls():
    match = let_go()
    assert match.to_act == set() and match.umpire_asked and not match.over
    assert {str(move) for move in match.decisions()} == {"red bar falls", "red square falls", "all at rest"}
    for seat in (0, 1):
        with pytest.raises(parlour.IllegalMove, match="the umpire decides"):
            match.play(seat, "all at rest")
    for seat in (14, 2, -1):
        with pytest.raises(parlour.IllegalMove, match="there is no seat"):
            match.play(seat, "all at rest")
    match.decide("all at rest")
    assert match.view(None)["stage"] == "closing"


def test_where_nothing_is_left_to_it_the_umpire_is_refused():
    match = table()
    before = match.position()
    assert not match.umpire_asked and match.decisions() == []
    with pytest.raises(parlour.IllegalMove, match="nothing is left to an umpire now"):
        match.decide("all at rest")
    with pytest.raises(parlour.IllegalMove, match="nothing is left to an umpire now"):
        parlour.new("ka-blam", seed=1).decide("draw")
    assert match.position() == before


@pytest.mark.parametrize("move", ["blue disc falls", "let go", "draw", "stand on your head", 5000, None])
def test_what_cannot_have_happened_is_refused_and_changes_nothing(move: Any):
    match = let_go()
    before = match.record()
    with pytest.raises(parlour.IllegalMove):
        match.decide(move)
    assert match.record() == before


def test_what_the_umpire_saw_is_in_view_position_and_record():
    match = let_go()
    match.decide("all at rest", {"poses": {"red square": SQUARE, "red bar": BAR}})
    assert match.scene == {"poses": {"red square": SQUARE, "red bar": BAR}}
    assert match.view(None)["scene"] == match.view(1)["scene"] == match.position()["scene"] == match.scene
    record = json.loads(json.dumps(match.record()))
    assert record["moves"][-1][0] == "umpire"
    again = parlour.replay(record)
    assert again.states.tobytes() == match.states.tobytes()
    assert again.record() == match.record() and again.scene == match.scene
    assert parlour.position("shapes", match.position()).scene == match.scene
    assert match.copy().scene == match.scene


def test_of_a_scene_only_what_is_still_there_is_shown():
    match = table(hands=[["clear the board", "red bar"], ["green L"]], scene={"poses": {"red square": SQUARE}})
    assert match.scene == {"poses": {"red square": SQUARE}}
    match.play(0, "clear the board")
    assert match.scene == {"poses": {}}
    assert parlour.replay(match.record()).position() == match.position()


@pytest.mark.parametrize(
    ("scene", "why"),
    [
        ({"poses": {"red bar": BAR}}, "red square without a pose"),
        ({"poses": {"red bar": BAR, "red square": SQUARE, "blue disc": BAR}}, "blue disc not there"),
        ({"poses": {"red bar": BAR[:6], "red square": SQUARE}}, "right would be 7 numbers"),
        ({"poses": {"red bar": [float("nan"), *BAR[1:]], "red square": SQUARE}}, "no number"),
        ({"poses": {"red bar": ["0", *BAR[1:]], "red square": SQUARE}}, "no number"),
        ({"poses": {"red bar": [9000.0, *BAR[1:]], "red square": SQUARE}}, "not on the platform"),
        ({"poses": {"red bar": [*BAR[:6], 0.5], "red square": SQUARE}}, "unit quaternion"),
        ({"poses": {"red bar": BAR, "red square": SQUARE}, "more": 1}, "a scene is"),
        ({}, "a scene is"),
        ([], "a scene is"),
    ],
)
def test_a_scene_that_does_not_fit_is_refused_and_changes_nothing(scene: Any, why: str):
    match = let_go()
    before, bits = match.record(), match.states.tobytes()
    with pytest.raises(parlour.BadScene, match=why):
        match.decide("all at rest", scene)
    assert match.record() == before and match.states.tobytes() == bits


def test_damaged_scenes_of_a_record_are_refused():
    match = let_go()
    match.decide("all at rest", {"poses": {"red square": SQUARE, "red bar": BAR}})
    record = json.loads(json.dumps(match.record()))
    last = str(len(record["moves"]))
    moved = json.loads(json.dumps(record))
    moved["scenes"][last]["poses"]["red bar"][0] = 1.0
    with pytest.raises(parlour.BadRecord, match="but it was written down in state"):
        parlour.replay(moved)
    for scenes, why in (
        ({last: {"poses": {}}}, "damaged at move 5"),
        ({**record["scenes"], "1": {"poses": {}}}, "no decision for the scenes 1"),
        ([], "scenes must be an object"),
    ):
        with pytest.raises(parlour.BadRecord, match=why):
            parlour.replay({**record, "scenes": scenes})
    for seat in ("judge", 14, None):
        with pytest.raises((parlour.BadRecord, parlour.IllegalMove)):
            parlour.replay({**record, "moves": [*record["moves"][:-1], [seat, record["moves"][-1][1]]]})


def test_a_game_without_umpire_has_no_scenes():
    position = parlour.new("freaky", seed=1).position()
    with pytest.raises(parlour.BadScene, match="has no scenes"):
        parlour.position("freaky", {**position, "scene": {"poses": {}}})


def test_what_an_umpire_decides_cannot_be_played_in_bulk():
    game = parlour.find("shapes")(2, falls="physics")
    with pytest.raises(parlour.BadOption, match="leaves decisions to an umpire"):
        Batch(game, 10)
    with pytest.raises(parlour.BadOption, match="leaves decisions to an umpire"):
        parlour.simulate("shapes", games=10, falls="physics", progress=False)


def test_the_log_tells_what_the_umpire_said():
    match = let_go()
    before = match.copy()
    match.decide("red square falls")
    assert match.tell(before, Telling(["Ann", "Ben"])) == "The red square falls!"
