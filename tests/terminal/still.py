"""Draws docs/terminal.svg, the still in the README: `PYTHONPATH=src python -m tests.terminal.still`."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import parlour
from parlour.bots.simple import SimpleBot
from parlour.terminal.table import Table

PLACE = Path(__file__).parents[2] / "docs" / "terminal.svg"
SEED, TURNS = 38, 61  # a table worth looking at: every colour, actions, and points from earlier rounds
PAPER = TerminalTheme((0xFB, 0xF7, 0xEE), (0x22, 0x20, 0x1D), [(0x22, 0x20, 0x1D)] * 8)
CELL = 12.2  # the width of a character in these drawings


def draw() -> str:
    screen = Console(
        width=84, height=40, force_terminal=True, color_system="truecolor", file=io.StringIO(), _environ={}
    )
    table = Table(parlour.find("ka-blam")(4, target=200), "greedy", SEED, None, screen)
    person, turns = SimpleBot("greedy", SEED), 0

    def read_line(prompt: str) -> str:
        nonlocal turns
        if "Enter" in prompt:
            return ""
        turns += 1
        return str(person.choose(table.match, 0)) if turns < TURNS else "quit"

    table.read_aloud_pause, table.pace, table.read_line = False, 0, read_line
    table.sit_down()
    screen.record = True
    table.draw()
    screen.print(" >", end="")
    return _at_home_anywhere(screen.export_svg(title="parlour play ka-blam --players 4 --target 200", theme=PAPER))


def _at_home_anywhere(svg: str) -> str:
    """Without fonts from elsewhere, and without spaces at the ends of texts: not every program keeps them."""
    svg = re.sub(r"@font-face\s*\{[^}]*\}", "", svg)
    svg = svg.replace("Fira Code, monospace", "'DejaVu Sans Mono', Menlo, Consolas, monospace")
    svg = re.sub(
        r'<text class="(\S+)" x="([\d.]+)" (y="[\d.]+") textLength="[\d.]+" ([^>]*)>([^<]*)</text>', _trim, svg
    )
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


def _trim(found: re.Match[str]) -> str:
    kind, x, y, rest, text = found.groups()
    plain = re.sub(r"&#x?\w+;", lambda code: "\xa0" if code[0] == "&#160;" else code[0], text)
    left = len(plain) - len(plain.lstrip("\xa0"))
    shown = plain.strip("\xa0\n")
    if not shown:
        return ""
    length = len(re.sub(r"&#?\w+;", "?", shown)) * CELL
    return f'<text class="{kind}" x="{float(x) + left * CELL:g}" {y} textLength="{length:g}" {rest}>{shown}</text>'


if __name__ == "__main__":
    PLACE.write_text(draw(), encoding="utf-8")
