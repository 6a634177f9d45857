"""The tower as a picture: one SVG with the tower from the side and from above, as painted wooden pieces.

Equal poses give equal bytes. The picture needs nothing but itself: no fonts, no style sheet, no ids that could clash
with another picture on the same page. A colour comes with its letter and its pattern, and every piece has its name.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from ..components.piece_set import PieceSet
from ..engine.errors import BadOption
from .paint import CAST, PAINTS, PLATFORM, SHADOW, THEMES, Paint, Theme, in_shadow, mixed, readable_on
from .patterns import pattern_on
from .sight import (
    FROM_ABOVE,
    Box,
    Direction,
    Hiding,
    Line,
    Point,
    Polygon,
    Seen,
    SeenFace,
    back_to_front,
    common,
    hull,
    look,
    shadow_on,
    within,
)
from .solids import Poses, Solid, Vector, piece_at, pieces_at, platform
from .words import tower_in_words

SCALE = 2.6  # pixels to a millimetre, at the picture's own size
ELEVATION = 15.0  # degrees from which the side is seen
FROM_FRONT = Direction.from_front(ELEVATION)
LIGHT: Vector = np.array([-0.36, 0.87, 0.34]) / np.linalg.norm([-0.36, 0.87, 0.34])
INK_WIDTH = 2.0  # pixels
MARGIN = 16.0  # millimetres around platform and pieces
TOP_ROOM = 70.0  # millimetres above the platform that are always shown
LETTER, SMALLEST = 17.0, 13.0  # pixels
FIT = 1.55  # how large a letter may be for the free space around its middle
GAP = 16.0  # pixels around the panels
FONT = "Fredoka, 'Atkinson Hyperlegible', 'DejaVu Sans', sans-serif"

Piece = tuple[str, Sequence[float]]


def tower_svg(
    poses: Poses,
    pieces: PieceSet,
    held: Piece | None = None,
    ghosts: Mapping[str, Sequence[float]] | Iterable[Piece] = (),
    title: str = "",
    theme: str = "light",
    narrow: bool = False,
) -> str:
    """The tower from the side and from above, next to each other, or below each other where it is narrow.

    `held` is the piece in the hand, by name and pose; `ghosts` are pieces that are only outlined: where they could go,
    or where they were.
    """
    if theme not in THEMES:
        raise BadOption(f"there is no theme {theme!r}; there are {', '.join(THEMES)}")
    solids = [platform(pieces), *pieces_at(poses, pieces)]
    if held is not None:
        solids.append(piece_at(*held, pieces))
    pairs = ghosts.items() if isinstance(ghosts, Mapping) else ghosts
    outlined = [piece_at(name, pose, pieces) for name, pose in pairs]
    painter = _Painter(solids, outlined, held is not None, THEMES[theme])
    words = tower_in_words(poses, pieces)
    if held is not None:
        words += f" In the hand: {held[0]}."
    return painter.picture(title, words, narrow)


@dataclass(frozen=True)
class _Panel:
    """One view: where one looks from, what is seen, and which part of the plane is shown."""

    caption: str
    direction: Direction
    box: Box

    @property
    def width(self) -> float:
        return (self.box[2] - self.box[0]) * SCALE

    @property
    def height(self) -> float:
        return (self.box[3] - self.box[1]) * SCALE


class _Painter:
    def __init__(self, solids: Sequence[Solid], ghosts: Sequence[Solid], held: bool, theme: Theme) -> None:
        self.solids, self.ghosts, self.held, self.theme = solids, ghosts, held, theme

    def picture(self, title: str, words: str, narrow: bool) -> str:
        side, above = self.panels()
        if not narrow:
            side, above = self.equally_high(side, above)
        head = GAP + (30 if title else 0)
        if narrow:
            places = [(GAP, head), (GAP, head + side.height + GAP)]
        else:
            places = [(GAP, head), (GAP + side.width + GAP, head)]
        width = max(x + panel.width for (x, _), panel in zip(places, (side, above), strict=True)) + GAP
        height = max(y + panel.height for (_, y), panel in zip(places, (side, above), strict=True)) + GAP
        size = f'viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}" height="{_n(height)}"'
        label = f"{title}. {words}" if title else words
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label={quoteattr(label)} '
            f'font-family="{FONT}" font-weight="600" stroke-linecap="round" stroke-linejoin="round">',
            f'<rect width="{_n(width)}" height="{_n(height)}" fill="{self.theme.paper}"/>',
        ]
        if title:
            parts.append(self.text(title, GAP + 4, GAP + 16, 19, self.theme.ink, "start"))
        for (x, y), panel in zip(places, (side, above), strict=True):
            parts.append(f'<g transform="translate({_n(x)} {_n(y)})">')
            parts += self.panel(panel)
            parts.append("</g>")
        return "\n".join([*parts, "</svg>\n"])

    def panels(self) -> tuple[_Panel, _Panel]:
        """Both as wide, and large enough for all that there is."""
        corners = np.concatenate([solid.corners for solid in [*self.solids, *self.ghosts]])
        reach = _up(float(np.abs(corners[:, 0]).max()) + MARGIN)
        heights = -(corners @ FROM_FRONT.up)
        base = self.solids[0].corners
        room = min(float(heights.min()), -TOP_ROOM)
        side = (-reach, -_up(MARGIN - room), reach, _up(float(heights.max()) + 0.7 * MARGIN))
        back, front = float(corners[:, 2].min()), float(corners[:, 2].max())
        back, front = min(back, float(base[:, 2].min())), max(front, float(base[:, 2].max()))
        above = (-reach, -_up(MARGIN - back), reach, _up(front + 1.5 * MARGIN))
        return _Panel("from the side", FROM_FRONT, side), _Panel("from above", FROM_ABOVE, above)

    def equally_high(self, side: _Panel, above: _Panel) -> tuple[_Panel, _Panel]:
        missing = (side.height - above.height) / SCALE
        left, top, right, bottom = above.box if missing > 0 else side.box
        if missing > 0:
            return side, replace(above, box=(left, top - missing / 2, right, bottom + missing / 2))
        return replace(side, box=(left, top + missing, right, bottom)), above

    # A panel

    def panel(self, panel: _Panel) -> Iterator[str]:
        theme = self.theme
        width, height = panel.width, panel.height
        frame = f'width="{_n(width)}" height="{_n(height)}" rx="20"'
        yield f'<rect {frame} fill="{theme.cloth}"/>'
        if panel.direction is FROM_FRONT:
            far = panel.direction.turned(np.array([0, self.table, -1.6 * self.reach]))
            edge = self.at(far, panel)[1]
            yield (
                f'<path d="M20 0H{_n(width - 20)}a20 20 0 0 1 20 20V{_n(edge)}H0V20a20 20 0 0 1 20 -20Z" '
                f'fill="{theme.wall}"/>'
                f'<path d="M0 {_n(edge)}H{_n(width)}" stroke="{theme.ink}" stroke-width="{_n(INK_WIDTH)}"/>'
            )
        seen = look(self.solids, panel.direction, LIGHT)
        yield self.on_the_table(panel)
        # Where pieces go into each other a little, neither may be seen: better a gap in the dark than a hole.
        outlines = [hull(panel.direction.flat(part.corners)) for solid in self.solids for part in solid.parts]
        yield f'<path d="{self.filled(outlines, panel)}" fill="{PLATFORM.tones[2]}"/>'
        ink = [line for one in seen for line in one.lines]
        for number in back_to_front(seen):
            yield from self.piece(seen[number], panel, ink, self.held and number == len(seen) - 1)
        for ghost in self.ghosts:
            yield self.ghost(ghost, panel)
        if self.held and panel.direction is FROM_FRONT:
            yield self.plumb_line(panel)
        if panel.direction is FROM_FRONT:
            yield from self.height_rule(panel)
        else:
            yield from self.ground_rules(panel)
        yield self.text(panel.caption, 16, 26, 15, theme.ink, "start")
        yield f'<rect {frame} fill="none" stroke="{theme.ink}" stroke-width="{_n(INK_WIDTH)}"/>'

    @property
    def table(self) -> float:
        return self.solids[0].bottom

    @property
    def reach(self) -> float:
        return float(np.abs(self.solids[0].corners[:, [0, 2]]).max())

    def on_the_table(self, panel: _Panel) -> str:
        """The shadow on the table; all else is drawn over it."""
        up = np.array([0.0, 1, 0])
        frame = _rounded(panel.box, 20 / SCALE)
        shadows = [
            common(hull(panel.direction.flat(shadow_on(part, up, self.table, LIGHT))), frame)
            for solid in self.solids
            for part in solid.parts
        ]
        return f'<path d="{self.filled(shadows, panel)}" fill="{self.theme.shadow}"/>'

    def piece(self, seen: Seen, panel: _Panel, ink: Sequence[Line], held: bool) -> Iterator[str]:
        paint = PAINTS.get(seen.solid.colour, PLATFORM)
        name = f"{seen.solid.name}, in the hand" if held else seen.solid.name
        yield f'<g class="{"held" if held else "platform" if paint is PLATFORM else "piece"}"><title>{name}</title>'
        tones: dict[str, list[Polygon]] = {}
        for face in seen.faces:
            tones.setdefault(_tone(paint, face), []).extend(face.polygons)
        for tone, polygons in tones.items():
            yield f'<path d="{self.filled(polygons, panel)}" fill="{tone}"/>'
        if paint.pattern:
            marks = [pattern_on(face, paint.pattern, panel.direction, seen.lines) for face in seen.faces]
            lines = [line for found in marks for line in found]
            width = paint.pattern_width * SCALE
            if lines:
                yield (
                    f'<path d="{self.stroked(lines, panel)}" fill="none" stroke="#fff" stroke-opacity=".38" '
                    f'stroke-width="{_n(width)}"{"" if paint.dotted else _BUTT}/>'
                )
        shadows = [polygon for face in seen.faces for polygon in face.shadows]
        if shadows:
            yield f'<path d="{self.filled(shadows, panel)}" fill="{SHADOW}" fill-opacity="{CAST}"/>'
        if seen.lines:
            outline = self.theme.platform_line if paint is PLATFORM else self.theme.line
            yield (
                f'<path d="{self.stroked(seen.lines, panel)}" fill="none" stroke="{outline}" '
                f'stroke-width="{_n(INK_WIDTH * (1.6 if held else 1))}"/>'
            )
        if paint is not PLATFORM:
            yield from self.letter(seen, paint, panel, ink)
        yield "</g>"

    def letter(
        self, seen: Seen, paint: Paint, panel: _Panel, ink: Sequence[Line], faint: bool = False
    ) -> Iterator[str]:
        """Where there is most room for it; a piece of which too little is seen has none."""
        found = _roomiest(seen, ink)
        if found is None:
            return
        (x, y), room, face = found
        size = min(LETTER, FIT * room * SCALE)
        if size < SMALLEST:
            return
        tone = _tone(paint, face)
        if any(within((x, y), shadow) for shadow in face.shadows):
            tone = in_shadow(tone)
        if faint:
            tone = mixed(tone, self.theme.wall, 0.75)
        x, y = self.at((x, y), panel)
        yield (
            f'<text x="{_n(x)}" y="{_n(y + 0.35 * size)}" font-size="{_n(size)}" text-anchor="middle" '
            f'fill="{readable_on(tone)}" stroke="{tone}" stroke-width="3" paint-order="stroke">{paint.letter}</text>'
        )

    def ghost(self, solid: Solid, panel: _Panel) -> str:
        paint = PAINTS[solid.colour]
        seen = look([solid], panel.direction)[0]
        return (
            f'<g class="ghost"><title>{solid.name}, outlined</title>'
            f'<path d="{self.filled(list(seen.polygons), panel)}" fill="{paint.tones[1]}" fill-opacity=".22"/>'
            f'<path d="{self.stroked(seen.lines, panel)}" fill="none" stroke="{self.theme.ink}" '
            f'stroke-width="{_n(INK_WIDTH)}" stroke-dasharray="5 4"/>'
            f"{''.join(self.letter(seen, paint, panel, seen.lines, faint=True))}</g>"
        )

    # Measures

    def plumb_line(self, panel: _Panel) -> str:
        """From the piece in the hand straight down to what is below it."""
        x, _, z = (float(part) for part in self.solids[-1].centre)
        below = [Hiding(0, part, FROM_ABOVE) for solid in self.solids[:-1] for part in solid.parts]
        ground = max((one.depth((x, z)) for one in below if within((x, z), one.outline)), default=self.table)
        ends = np.array([[x, self.solids[-1].bottom, z], [x, min(ground, self.solids[-1].bottom), z]])
        start, end = (self.at(point, panel) for point in panel.direction.flat(ends))
        return (
            f'<path d="M{_n(start[0])} {_n(start[1])}V{_n(end[1])}m-6 0h12" fill="none" stroke="{self.theme.ink}" '
            f'stroke-width="1.5" stroke-dasharray="2 4"/>'
        )

    def height_rule(self, panel: _Panel) -> Iterator[str]:
        """How high the tower is, measured at its highest point."""
        standing = self.solids[1 : len(self.solids) - self.held]
        if not standing:
            return
        highest = max(
            (corner for solid in standing for corner in solid.corners.tolist()),
            key=lambda corner: (round(corner[1], 3), corner[0]),
        )
        x = panel.box[2] - 13
        ends = [self.at(panel.direction.turned(np.array([x, y, highest[2]])), panel) for y in (0, highest[1])]
        (column, foot), (_, head) = ends
        start = self.at(panel.direction.turned(np.array([max(highest[0], -1e9), highest[1], highest[2]])), panel)
        line = f'stroke="{self.theme.ink}" fill="none"'
        ticks = "".join(
            f"M{_n(column - (5 if step % 5 == 0 else 3))} {_n(foot + (head - foot) * step * 10 / highest[1])}"
            f"h{_n(10 if step % 5 == 0 else 6)}"
            for step in range(int(highest[1] / 10) + 1)
        )
        yield f'<path d="M{_n(column)} {_n(foot)}V{_n(head)}{ticks}" {line} stroke-width="1.5"/>'
        yield f'<path d="M{_n(start[0] + 6)} {_n(head)}H{_n(column + 6)}" {line} stroke-dasharray="2 4"/>'
        yield self.text(f"{highest[1]:.0f} mm", column + 8, head - 8, 14, self.theme.ink, "end")

    def ground_rules(self, panel: _Panel) -> Iterator[str]:
        """Millimetres along both sides, as one says where a piece goes: x to the right, z towards the front."""
        left, top, right, bottom = panel.box
        ticks: list[str] = []
        texts: list[str] = []
        for value in range(-200, 201, 10):
            long = value % 50 == 0
            x, y = self.at((value, value), panel)
            if left + 22 < value < right - 26:
                ticks.append(f"M{_n(x)} {_n(panel.height)}v-{12 if long else 6}")
                if long:
                    texts.append(self.text(str(value), x, panel.height - 17, 13, self.theme.ink))
            if top + 22 < value < bottom - 20:
                ticks.append(f"M0 {_n(y)}h{12 if long else 6}")
                if long:
                    texts.append(self.text(str(value), 16, y + 5, 13, self.theme.ink, "start"))
        yield f'<path d="{"".join(ticks)}" stroke="{self.theme.ink}" stroke-width="1.5" fill="none"/>'
        yield from texts
        yield self.text("x mm", panel.width - 14, panel.height - 10, 13, self.theme.ink, "end")
        yield self.text("z mm", 14, panel.height - 10, 13, self.theme.ink, "start")

    # On paper

    def at(self, point: Point, panel: _Panel) -> Point:
        return (point[0] - panel.box[0]) * SCALE, (point[1] - panel.box[1]) * SCALE

    def filled(self, polygons: Sequence[Polygon], panel: _Panel) -> str:
        return "".join(f"{self.path(polygon, panel)}Z" for polygon in polygons)

    def stroked(self, lines: Sequence[Line], panel: _Panel) -> str:
        return "".join(self.path(line, panel) for line in lines)

    def path(self, points: Sequence[Point], panel: _Panel) -> str:
        placed = [self.at(point, panel) for point in points]
        return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in placed)

    def text(self, words: str, x: float, y: float, size: float, fill: str, anchor: str = "middle") -> str:
        return (
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="{anchor}" fill="{fill}">'
            f"{escape(words)}</text>"
        )


_BUTT = ' stroke-linecap="butt"'


def _tone(paint: Paint, face: SeenFace) -> str:
    """One of three: towards the light, beside it, away from it."""
    lit = float(face.face.normal @ LIGHT)
    return paint.tones[0 if lit > 0.6 else 1 if lit > 0.13 else 2]


def _roomiest(seen: Seen, ink: Sequence[Line]) -> tuple[Point, float, SeenFace] | None:
    """The spot on a piece that is furthest from all lines, how far that is, and the face it is on."""
    polygons = [(np.array(polygon), face) for face in seen.faces for polygon in face.polygons]
    if not polygons:
        return None
    everything = np.concatenate([polygon for polygon, _ in polygons])
    low, high = everything.min(axis=0), everything.max(axis=0)
    starts = np.array([a for line in ink for a in line[:-1]])
    ends = np.array([b for line in ink for b in line[1:]])
    near = (np.minimum(starts, ends) < high + 2).all(axis=1) & (np.maximum(starts, ends) > low - 2).all(axis=1)
    starts, ends = starts[near], ends[near]
    ways = ends - starts
    step = 1.0
    xs = np.arange(math.floor(low[0]), high[0] + step, step)
    ys = np.arange(math.floor(low[1] * 2) / 2, high[1] + step, step / 2)
    grid = np.stack(np.meshgrid(xs, ys, indexing="ij"), axis=-1).reshape(-1, 2)
    owner = np.full(len(grid), -1)
    for number, (polygon, _) in enumerate(polygons):
        inside = np.ones(len(grid), bool)
        for a, b in zip(np.roll(polygon, 1, axis=0), polygon, strict=True):
            inside &= (b[0] - a[0]) * (grid[:, 1] - a[1]) - (b[1] - a[1]) * (grid[:, 0] - a[0]) >= -1e-6
        owner[inside & (owner < 0)] = number
    grid, owner = grid[owner >= 0], owner[owner >= 0]
    if not len(grid):
        return None
    offsets = grid[:, None, :] - starts[None, :, :]
    along = np.clip((offsets * ways).sum(axis=2) / np.maximum((ways * ways).sum(axis=1), 1e-9), 0, 1)
    distances = np.hypot(*np.moveaxis(offsets - along[:, :, None] * ways, 2, 0)).min(axis=1).round(2)
    centre = (low + high) / 2
    order = np.lexsort((np.hypot(*(grid - centre).T).round(2), -np.minimum(distances, LETTER / FIT / SCALE)))
    chosen = int(order[0])
    x, y = grid[chosen].tolist()
    return (x, y), float(distances[chosen]), polygons[int(owner[chosen])][1]


def _rounded(box: Box, radius: float) -> Polygon:
    """A panel's outline."""
    left, top, right, bottom = box
    corners = ((right, bottom, 0), (left, bottom, 90), (left, top, 180), (right, top, 270))
    points = []
    for x, y, start in corners:
        x, y = x - math.copysign(radius, x - (left + right) / 2), y - math.copysign(radius, y - (top + bottom) / 2)
        for degrees in range(start, start + 91, 15):
            angle = math.radians(degrees)
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return points


def _up(value: float) -> float:
    """To the next 5 millimetres, so that a small step of a piece does not move the whole picture."""
    return 5.0 * math.ceil(value / 5)


def _n(value: float) -> str:
    """A number in pixels, to a tenth."""
    text = f"{value:.1f}"
    return "0" if text in ("0.0", "-0.0") else text.removesuffix(".0")
