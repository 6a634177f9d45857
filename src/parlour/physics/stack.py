"""The stack on the platform, and the hand that places pieces on it: real rigid-body physics (SH-4 to SH-8).

Outside, lengths are millimetres; y is up, and 0 is the platform's top. A step is 1/240 of a second. The same calls give
the same bits on the same kind of machine, also from a snapshot and in another process. A step runs on one thread and
lets other Python threads run meanwhile: the engine releases the GIL for it, and waits to have it back. A stack is not
for two threads at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Self

from ..components.piece_set import PieceSet
from .bodies import MM, add_ground, add_piece, bodies
from .checks import lying, reachable, turn_of
from .errors import BadHold, BadSnapshot
from .hand import Hand
from .pose import FLAT, Pose, Turn
from .rapier import demand, rapier3d
from .rest import STILL_STEPS, Rest
from .snapshot import fingerprint, packed, unpacked
from .world import ITERATIONS, STEP, empty_world, lull, restored, stop

if TYPE_CHECKING:
    from rapier3d import PhysicsWorld, RigidBody, RigidBodyHandle

SETTLING = 20.0  # seconds after which what still moves is frozen as it lies
_TOUCH = 0.01  # cm: nearer than this touches the table
_CLEAR = 20.0  # mm between the tower and a piece that is taken in hand
_LIFT = 2.0  # mm by which it is lifted until it is free


class Stack:
    """A platform with what lies on it, and at most one piece in the hand."""

    def __init__(self, pieces: PieceSet, iterations: int = ITERATIONS) -> None:
        demand()
        self.pieces = pieces
        self._bodies = bodies(pieces)
        self._shapes: dict[str, str] = {}  # of every piece here, the held one too
        self._hand: Hand | None = None
        self._fallen: list[str] = []
        self._rest = Rest()
        self._disturbed = False  # a piece was taken off since the last step: what lay on it has yet to wake
        # Pieces that have not moved since they were put down, exactly as they were: the engine rounds turns.
        self._lie: dict[str, Pose] = {}
        world = empty_world(iterations)
        _, table = add_ground(world, pieces)
        self._enter(world, {}, table)

    def _enter(self, world: PhysicsWorld, handles: Mapping[str, RigidBodyHandle], table: RigidBodyHandle) -> None:
        """Go on in this world."""
        self._world = world
        self._handles = dict(handles)
        self._rigid: dict[str, RigidBody] = {name: world.rigid_bodies[handle] for name, handle in handles.items()}
        self._table = table
        self._table_top = world.rigid_bodies[table].colliders[0]

    @classmethod
    def from_poses(
        cls,
        pieces: PieceSet,
        poses: Mapping[str, Sequence[float]],
        shapes: Mapping[str, str] | None = None,
        iterations: int = ITERATIONS,
    ) -> Self:
        """Pieces that lie asleep exactly as given; BadPoses if they cannot."""
        stack = cls(pieces, iterations)
        named = {name: (shapes or {}).get(name) or shape_of(name) for name in poses}
        placed = lying(pieces, poses, named)
        for name, pose in placed.items():
            stack._add(name, named[name], pose)
        lull(stack._world, stack._rigid.values())
        stack._lie = placed
        return stack

    # The hand

    @property
    def held(self) -> str | None:
        return self._hand.name if self._hand else None

    @property
    def held_pose(self) -> Pose | None:
        return self._pose(self._hand.name) if self._hand else None

    @property
    def target_turn(self) -> Turn:
        """How the hand should turn what it holds."""
        return self._hand.target.turn if self._hand else FLAT

    @property
    def clear_height(self) -> float:
        """In mm: where the held piece, however it is turned, touches nothing."""
        held = self.held
        tops = [self._pose(name).y + self._radius(shape) for name, shape in self._shapes.items() if name != held]
        return max(tops, default=0.0) + (self._radius(self._shapes[held]) if held else 0.0)

    def take(self, name: str, shape: str | None = None, at: Sequence[float] | None = None) -> Pose:
        """Take a piece in the hand, in free space.

        That is above the tower, lying flat; or at the pose `at`, or as far above it as is free. Returns where.
        """
        if self._hand:
            raise BadHold(f"{self._hand.name!r} is in the hand; let go of it before you take {name!r}")
        if name in self._rigid:
            raise BadHold(f"{name!r} is on the platform already; once let go a piece is not taken up again")
        shape = shape or shape_of(name)
        if shape not in self._bodies:
            raise BadHold(f"{name!r} has the shape {shape!r}; expected one of {', '.join(self._bodies)}")
        if at is None:
            above = self._top() + self._radius(shape) + _CLEAR
            pose = Pose(0.0, above, 0.0, *FLAT)
        else:
            pose = self._lifted(shape, Pose(*reachable(at[:3]), *(turn_of(at[3:]) if len(at) > 3 else FLAT)))
        self._add(name, shape, pose)
        self._rigid[name].gravity_scale = 0.0
        self._hand = Hand(name, pose)
        return pose

    def aim(self, x: float, y: float, z: float, turn: Sequence[float] | None = None) -> None:
        """Where the hand should go, and how it should turn (None: as before). BadTarget if it cannot."""
        if not self._hand:
            raise BadHold("there is nothing in the hand to aim; take a piece first")
        place = reachable((x, y, z))
        self._hand.target = Pose(*place, *(self._hand.target.turn if turn is None else turn_of(turn)))

    def let_go(self) -> None:
        if not self._hand:
            raise BadHold("there is nothing in the hand to let go of; take a piece first")
        piece = self._rigid[self._hand.name]
        self._hand.release(piece)
        piece.gravity_scale = 1.0
        stop(piece)
        piece.wake_up()
        self._hand = None
        self._rest.disturb()

    def put_back(self) -> None:
        """The piece leaves the hand unplayed."""
        if not self._hand:
            raise BadHold("there is nothing in the hand to put back")
        self._drop(self._hand.name)

    # Time

    def step(self, steps: int = 1) -> None:
        """Let time go on; at rest, with nothing in the hand, nothing happens and it costs nothing."""
        for _ in range(steps):
            if self._hand:
                name = self._hand.name
                self._hand.pull(self._rigid[name], self._bodies[self._shapes[name]])
            elif self._asleep():
                return
            self._disturbed = False
            self._world.step()
            self._watch()

    def _watch(self) -> None:
        """After a step: what fell (SH-6), and whether anything moves."""
        gone = [self._name(handle) for handle in self._world.quarantine.bodies]  # no numbers any more
        held = self.held
        awake = [(name, piece) for name, piece in self._rigid.items() if name != held and not piece.is_sleeping]
        for name, piece in awake:
            self._lie.pop(name, None)
            if piece.translation.y < 0:
                gone.append(name)
        self._rest.watch(awake)
        for pair in self._world.narrow_phase.contact_pairs_with(self._table_top):
            contact = pair.find_deepest_contact()
            if contact is not None and contact.dist < _TOUCH:
                other = pair.collider2 if pair.collider1 == self._table_top else pair.collider1
                parent = self._world.colliders[other].parent
                if parent is not None and (name := self._name(parent)) != held:
                    gone.append(name)
        for name in dict.fromkeys(gone):
            self._drop(name)
            self._fallen.append(name)

    def settle(self, seconds: float = SETTLING, still: int = STILL_STEPS) -> bool:
        """Wait for rest; what still moves after that time is frozen as it lies. Whether all came to rest.

        For trials that decide nothing, 8 still steps in a row are enough.
        """
        self._must_be_free("settle")
        for _ in range(math.ceil(seconds / STEP)):
            if self._is_at_rest(still):
                break
            self.step()
        rested = self._is_at_rest(still)
        self.freeze()
        return rested

    @property
    def at_rest(self) -> bool:
        """Whether nothing on the platform moves; a piece in the hand does not count."""
        return self._is_at_rest(STILL_STEPS)

    def _is_at_rest(self, still: int) -> bool:
        return self._rest.has_come(still) or self._asleep()

    @property
    def still(self) -> int:
        """For how many steps in a row nothing moved: for those who cannot wait for `at_rest`."""
        return self._rest.still

    def _asleep(self) -> bool:
        held = self.held
        return not self._disturbed and all(piece.is_sleeping for name, piece in self._rigid.items() if name != held)

    def freeze(self) -> None:
        """All stays as it lies, until something touches it."""
        self._must_be_free("freeze")
        if not self._asleep():
            lull(self._world, self._rigid.values())
            self._disturbed = False

    # What is where

    @property
    def fallen(self) -> tuple[str, ...]:
        """What fell since `clear_fallen`, in order. Fallen pieces are off the world."""
        return tuple(self._fallen)

    def clear_fallen(self) -> None:
        self._fallen.clear()

    def poses(self) -> dict[str, Pose]:
        """Of every piece on the platform, in the order they were placed."""
        return {name: self._pose(name) for name in self._rigid if name != self.held}

    def stirred(self) -> dict[str, Pose]:
        """Of the piece in the hand, and of those that have moved since they were put down."""
        return {name: self._pose(name) for name in self._rigid if name not in self._lie}

    def shape(self, name: str) -> str:
        """Of a piece on the platform or in the hand."""
        return self._shapes[name]

    def remove(self, names: Iterable[str]) -> None:
        """Lift pieces off the platform; nothing else moves (SH-13)."""
        self._must_be_free("remove pieces")
        leaving = set(names)
        if missing := sorted(leaving - set(self._rigid)):
            raise BadHold(f"there is no {missing[0]!r} on the platform")
        self.freeze()
        poses, shapes = self.poses(), self._shapes
        # What stays is laid out anew: in this world the engine would wake those that lay on what is gone.
        world = empty_world(self._world.integration_parameters.num_solver_iterations)
        _, table = add_ground(world, self.pieces)
        self._shapes = {}
        self._enter(world, {}, table)
        self._lie = {name: pose for name, pose in poses.items() if name not in leaving}
        for name, pose in self._lie.items():
            self._add(name, shapes[name], pose)
        lull(world, self._rigid.values())

    # Copies

    def snapshot(self) -> bytes:
        notes = {
            "pieces": fingerprint(self.pieces),
            "shapes": self._shapes,
            "handles": {name: (handle.index, handle.generation) for name, handle in self._handles.items()},
            "table": (self._table.index, self._table.generation),
            "held": self.held,
            "target": self._hand.target if self._hand else None,
            "fallen": self._fallen,
            "rest": asdict(self._rest),
            "disturbed": self._disturbed,
            "lie": self._lie,
        }
        return packed(notes, self._world.snapshot())

    @classmethod
    def restore(cls, pieces: PieceSet, blob: bytes) -> Self:
        """A stack that goes on exactly as the one of the snapshot; BadSnapshot if that cannot be."""
        demand()
        notes, content = unpacked(blob)
        if notes["pieces"] != fingerprint(pieces):
            raise BadSnapshot(f"this snapshot was taken with other pieces than {pieces.title!r}")
        try:
            world = restored(content)
        except (rapier3d.RapierError, ValueError) as error:
            raise BadSnapshot(f"the physics engine cannot read this snapshot: {error}") from None
        stack = cls(pieces)
        stack._shapes = notes["shapes"]
        stack._hand = Hand(notes["held"], Pose(*notes["target"])) if notes["held"] else None
        stack._fallen = notes["fallen"]
        stack._rest, stack._disturbed = Rest(**notes["rest"]), notes["disturbed"]
        stack._lie = {name: Pose(*pose) for name, pose in notes["lie"].items()}
        handles = {name: rapier3d.RigidBodyHandle(*handle) for name, handle in notes["handles"].items()}
        stack._enter(world, handles, rapier3d.RigidBodyHandle(*notes["table"]))
        return stack

    def clone(self, iterations: int | None = None) -> Stack:
        """A stack of its own that goes on from here; with fewer iterations it is faster, for trials."""
        copy = object.__new__(Stack)
        copy.pieces, copy._bodies = self.pieces, self._bodies
        copy._shapes, copy._lie, copy._fallen = dict(self._shapes), dict(self._lie), list(self._fallen)
        copy._hand = replace(self._hand) if self._hand else None
        copy._rest, copy._disturbed = self._rest.copy(), self._disturbed
        copy._enter(restored(self._world.snapshot(), iterations), self._handles, self._table)
        return copy

    # Inside

    def _add(self, name: str, shape: str, pose: Pose) -> None:
        handle = add_piece(self._world, self._bodies[shape], pose)
        self._handles[name] = handle
        self._rigid[name] = self._world.rigid_bodies[handle]
        self._shapes[name] = shape

    def _drop(self, name: str) -> None:
        """Off the world, from the platform or the hand."""
        if name == self.held:
            self._hand = None
        self._world.remove_body(self._handles.pop(name))
        del self._rigid[name], self._shapes[name]
        self._lie.pop(name, None)
        self._rest.disturb()
        self._disturbed = True

    def _must_be_free(self, to: str) -> None:
        if self._hand:
            raise BadHold(f"cannot {to} with {self._hand.name!r} in the hand; let go of it or put it back first")

    def _name(self, wanted: RigidBodyHandle) -> str:
        return next(name for name, handle in self._handles.items() if handle == wanted)

    def _pose(self, name: str) -> Pose:
        if name in self._lie:
            return self._lie[name]
        piece = self._rigid[name]
        x, y, z = piece.translation.to_tuple()
        return Pose(x / MM, y / MM, z / MM, *piece.rotation.to_tuple())

    def _radius(self, shape: str) -> float:
        """Of the ball around a piece, in mm."""
        return math.hypot(self.pieces.shapes[shape].reach, self.pieces.thickness / 2)

    def _top(self) -> float:
        """A height, in mm, that nothing on the platform reaches."""
        return max((self._pose(name).y + self._radius(shape) for name, shape in self._shapes.items()), default=0.0)

    def _lifted(self, shape: str, pose: Pose) -> Pose:
        """The first free pose straight above this one."""
        highest = self._top() + self._radius(shape)
        while pose.y < highest and not self._is_free(shape, pose):
            pose = pose._replace(y=pose.y + _LIFT)
        return pose

    def _is_free(self, shape: str, pose: Pose) -> bool:
        found: list[object] = []
        self._world.update_query_pipeline()
        at = rapier3d.Isometry3((pose.x * MM, pose.y * MM, pose.z * MM), pose.turn)
        for place, hull in self._bodies[shape].hulls:
            inside = rapier3d.Isometry3(place, FLAT)
            self._world.query_pipeline.intersect_shape(at * inside, hull, found.append)
        return not found


def shape_of(name: str) -> str:
    """Of a piece named by its colour and its shape: "red half disc"."""
    return name.partition(" ")[2]
