"""The umpire and the tower: what is played is done to the pieces, and what happens to them is said to the match."""

import json
import math

import pytest

import parlour
from parlour.physics.errors import BadHold, BadTarget
from parlour.tower import Umpire

FLAT = [0.0, 0.0, 0.0, 1.0]
ON_THE_PLATFORM = {"poses": {"red square": [0.0, 7.5, 0.0, *FLAT]}}


def classic(**places):
    given = {
        "hands": [["red bar", "red disc", "blue disc"], ["green L", "stop turn"]],
        "platform": ["red square"],
        "scene": ON_THE_PLATFORM,
        "deck": ["..."],
        **places,
    }
    options = {"falls": "physics", **places.pop("options", {})}
    return Umpire(parlour.position("shapes", {**given, "options": options}))


def take(umpire, *pieces):
    for piece in pieces:
        umpire.play(0, f"lay {piece}")
    umpire.play(0, "enough")
    umpire.play(0, f"take {pieces[0]}")


def place(umpire, x, y, z):
    umpire.carry(x, y, z)
    if umpire.stack.held:
        umpire.let_go()
    umpire.run_to_rest()


def test_a_piece_set_down_well_stands_and_its_pose_is_recorded():
    umpire = classic()
    take(umpire, "red bar")
    place(umpire, 0, 22.6, 0)
    assert umpire.stage == "closing"
    x, y, z, *_ = umpire.match.scene["poses"]["red bar"]
    assert (x, y, z) == pytest.approx((0, 22.5, 0), abs=0.3)
    assert umpire.match.view(None)["platform"] == ["red square", "red bar"]


def test_a_piece_let_go_off_the_edge_has_fallen():
    umpire = classic()
    take(umpire, "red bar")
    place(umpire, 120, 10, 0)
    assert umpire.stage == "robbing"
    assert umpire.match.view(None)["platform"] == ["red square"]
    assert umpire.match.scene == ON_THE_PLATFORM, "what was not touched lies exactly as it lay"


def test_a_held_piece_that_pushes_another_off_goes_back():
    umpire = classic(scene={"poses": {"red square": [35.0, 7.5, -30.0, *FLAT]}})
    take(umpire, "red bar")
    umpire.stack.aim(-20, 60, -30)
    umpire.step(120)
    for height in (60, 9):
        umpire.aim(-20, height, -30)
        umpire.step(120)
    while umpire.stack.held and umpire.stack.held_pose.x < 100:
        umpire.aim(min(140, umpire.stack.held_pose.x + 6), 9, -30)
        umpire.step(4)
    umpire.run_to_rest()
    assert umpire.stage == "robbing"
    assert umpire.match.view(None)["platform"] == []
    assert umpire.stack.held is None and umpire.stack.poses() == {}


def test_a_stop_takes_the_piece_out_of_the_hand():
    umpire = classic()
    take(umpire, "red bar")
    umpire.step(30)
    umpire.play(1, "stop turn 1")
    assert umpire.stage == "unrest" and umpire.stack.held is None
    umpire.run_to_rest()
    assert umpire.stage == "laying" and umpire.match.to_act == {1}
    assert set(umpire.stack.poses()) == {"red square"}


def test_a_hand_that_takes_too_long_lets_go_where_it_is():
    umpire = classic(options={"hand_time": 10})
    take(umpire, "red bar")
    umpire.aim(0, 24, 0)
    assert umpire.seconds_left == pytest.approx(10)
    umpire.step(240)
    assert umpire.seconds_left == pytest.approx(9)
    umpire.step(240 * 9)
    assert umpire.stage == "settling"
    umpire.run_to_rest()
    assert umpire.stage == "closing"


def test_clear_the_board_clears_the_tower():
    umpire = classic(hands=[["clear the board", "red bar"], ["green L"]])
    umpire.play(0, "clear the board")
    assert umpire.stack.poses() == {}


def test_strict_lifts_the_piece_off_and_moves_nothing_else():
    umpire = classic(options={"uncompleted": "strict"}, scene={"poses": {"red square": [0.0, 7.5, 70.0, *FLAT]}})
    take(umpire, "red bar")
    place(umpire, 0, 10, 62)  # pushes the square over the edge and stays
    view = umpire.match.view(0)
    assert umpire.stage == "robbing"
    assert "red bar" in view["hand"] and view["platform"] == []
    assert umpire.stack.poses() == {}


def test_a_bad_target_is_refused_and_nothing_moves():
    umpire = classic()
    take(umpire, "red bar")
    before = umpire.stack.snapshot()
    for target in ((math.nan, 20, 0), (0, math.inf, 0), (0, 20, 5000), ("a", 1, 2)):
        with pytest.raises(BadTarget):
            umpire.aim(*target)
        with pytest.raises(BadTarget):
            umpire.carry(*target)
    assert umpire.stack.snapshot() == before


def test_with_nothing_in_the_hand_there_is_nothing_to_aim():
    umpire = classic()
    with pytest.raises(BadHold, match="nothing in the hand"):
        umpire.aim(0, 20, 0)


def test_a_tower_taken_up_again_goes_on_exactly_as_it_would_have():
    first = classic()
    take(first, "red bar", "red disc")
    place(first, 5, 22.8, 3)
    record = json.dumps(first.match.record())
    second = Umpire(parlour.replay(record))
    ends = []
    for umpire in (first, second):
        umpire.play(0, "take red disc")
        place(umpire, 18, 38, 0)  # near the end of the bar
        ends.append(umpire.match.record())
    assert ends[0] == ends[1]


def test_a_record_replays_without_physics(monkeypatch):
    umpire = classic()
    take(umpire, "red bar")
    place(umpire, 120, 10, 0)
    record = umpire.match.record()
    monkeypatch.setattr("parlour.physics.stack.Stack.step", None)
    monkeypatch.setattr("parlour.physics.stack.Stack.__init__", None)
    assert parlour.replay(record).states.tobytes() == umpire.match.states.tobytes()


def test_an_umpire_is_for_shapes_with_physics():
    with pytest.raises(parlour.ParlourError, match="falls=physics"):
        Umpire(parlour.new("shapes", seed=1))
    with pytest.raises(parlour.ParlourError, match="falls=physics"):
        Umpire(parlour.new("freaky", seed=1))
    match = classic().match
    for move in ("lay red bar", "enough", "take red bar", "let go"):
        match.play(0, move)
    with pytest.raises(parlour.ParlourError, match="before the piece was let go"):
        Umpire(match)


def test_what_is_refused_leaves_the_tower_alone():
    umpire = classic()
    before = umpire.stack.snapshot()
    for move in ("take red bar", "take blue disc", "let go", "take red square"):
        with pytest.raises(parlour.IllegalMove):
            umpire.play(0, move)
    assert umpire.stack.snapshot() == before
