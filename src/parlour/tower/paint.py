"""The colours of the pieces: three tones each, a letter and a pattern; and of the two themes."""

from __future__ import annotations

from dataclasses import dataclass

INK, WHITE = "#22201D", "#FFFFFF"
SHADOW, CAST = "#000000", 0.24  # what pieces cast on each other, and how dark that is


@dataclass(frozen=True)
class Paint:
    letter: str
    pattern: str  # "strokes", "grid", "lines", "dots", or nothing
    tones: tuple[str, str, str]  # towards the light, beside it, away from it

    @property
    def dotted(self) -> bool:
        return self.pattern == "dots"

    @property
    def pattern_width(self) -> float:
        """Of its strokes or dots, in millimetres."""
        return 1.7 if self.dotted else 0.6


@dataclass(frozen=True)
class Theme:
    ink: str
    paper: str
    wall: str  # behind the table
    cloth: str  # on the table
    shadow: str  # on the cloth
    line: str  # around pieces
    platform_line: str


def mixed(colour: str, other: str, share: float) -> str:
    """So much of the other colour in it."""
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one + (two - one) * share):02X}" for one, two in pairs)


def _tones(colour: str, beside: float = 0.09) -> tuple[str, str, str]:
    """Of a colour of the games. On each of them, in shadow too, ink or white has a contrast of 4.5 to 1."""
    return mixed(colour, WHITE, 0.08), mixed(colour, INK, beside), mixed(colour, INK, 0.34)


PAINTS = {
    "red": Paint("R", "strokes", _tones("#D7263D")),
    "green": Paint("G", "grid", _tones("#2A9D5C", 0.01)),
    "blue": Paint("B", "lines", _tones("#2F5DD0")),
    "yellow": Paint("Y", "dots", _tones("#F2B705", 0.07)),
    "white": Paint("W", "", (WHITE, "#EFE9DC", "#D3CBB9")),
}
PLATFORM = Paint("", "", ("#45403A", "#302D29", "#22201D"))
THEMES = {
    "light": Theme(INK, "#FBF7EE", "#FBF7EE", "#EDE4D0", "#DACDAF", INK, INK),
    "dark": Theme("#F4EEDF", "#1B1916", "#1B1916", "#2B2721", "#1F1C18", INK, "#8F836B"),
}


def contrast(one: str, other: str) -> float:
    """Between two colours, as the rules for readable text count it: from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def in_shadow(tone: str) -> str:
    return mixed(tone, SHADOW, CAST)


def readable_on(tone: str) -> str:
    """Ink or white, whichever can be read better on it."""
    return max((INK, WHITE), key=lambda text: contrast(text, tone))


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
