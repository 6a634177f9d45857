"""Large lettering: words five rows high, in letters as children first learn them (a and g with one storey)."""

from __future__ import annotations

from rich.cells import cell_len

ROWS = 5  # of text; each holds two rows of dots, upper and lower half blocks

# Ten rows of dots a letter: three for ascenders, five for the body, two for descenders.
_SHEETS = (
    (
        "a b c d e f g h i",
        "...... #..... ..... ....# ..... ..##. ..... #.... .",
        "...... #..... ..... ....# ..... .#..# ..... #.... #",
        "...... #..... ..... ....# ..... .#... ..... #.... .",
        ".##.#. #.##.. .###. .##.# .###. ####. .##.# #.##. #",
        "#..##. ##..#. #.... #..## #...# .#... #..## ##..# #",
        "#...#. #...#. #.... #...# ##### .#... #...# #...# #",
        "#..##. ##..#. #...# #..## #.... .#... #..## #...# #",
        ".##.#. #.##.. .###. .##.# .###. .#... .##.# #...# #",
        "...... ...... ..... ..... ..... ..... ....# ..... .",
        "...... ...... ..... ..... ..... ..... .###. ..... .",
    ),
    (
        "j k l m n o p q r",
        "... #.... #. ....... ..... ..... ..... ..... ....",
        "..# #.... #. ....... ..... ..... ..... ..... ....",
        "... #.... #. ....... ..... ..... ..... ..... ....",
        "..# #..#. #. ##.##.. #.##. .###. #.##. .##.# #.##",
        "..# #.#.. #. #..#..# ##..# #...# ##..# #..## ##..",
        "..# ##... #. #..#..# #...# #...# #...# #...# #...",
        "..# #.#.. #. #..#..# #...# #...# ##..# #..## #...",
        "..# #..#. .# #..#..# #...# .###. #.##. .##.# #...",
        "..# ..... .. ....... ..... ..... #.... ....# ....",
        "##. ..... .. ....... ..... ..... #.... ....# ....",
    ),
    (
        "s t u v w x y z - ! + 2",
        "..... .... ..... ..... ..... ..... ..... ..... ... # ..... .....",
        "..... .#.. ..... ..... ..... ..... ..... ..... ... # ..... .###.",
        "..... .#.. ..... ..... ..... ..... ..... ..... ... # ..#.. #...#",
        ".#### #### #...# #...# #...# #...# #...# ##### ... # ..#.. ....#",
        "#.... .#.. #...# #...# #...# .#.#. #...# ...#. ... # ##### ...#.",
        ".###. .#.. #...# #...# #.#.# ..#.. #...# ..#.. ### # ..#.. ..#..",
        "....# .#.. #..## .#.#. #.#.# .#.#. #..## .#... ... . ..#.. .#...",
        "####. ..## .##.# ..#.. .#.#. #...# .##.# ##### ... # ..... #####",
        "..... .... ..... ..... ..... ..... ....# ..... ... . ..... .....",
        "..... .... ..... ..... ..... ..... .###. ..... ... . ..... .....",
    ),
)
_HALVES = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def _glyphs() -> dict[str, tuple[str, ...]]:
    glyphs = {}
    for letters, *dots in _SHEETS:
        for letter, *columns in zip(letters.split(), *(row.split() for row in dots), strict=True):
            width = max(len(row.rstrip(".")) for row in columns)
            rows = [row.ljust(width, ".")[:width] for row in columns]
            glyphs[letter] = tuple(
                "".join(_HALVES[upper + lower] for upper, lower in zip(rows[at], rows[at + 1], strict=True))
                for at in range(0, 2 * ROWS, 2)
            )
    return glyphs


_GLYPHS = _glyphs()


def large(word: str, width: int) -> list[str]:
    """The word in rows of one width, five high if it can be, or as one row of spaced capitals.

    Capitals where the letters are not ours or there is no room: a word must be readable in any script.
    """
    letters = word.lower()
    if letters and all(letter in _GLYPHS for letter in letters):
        rows = [" ".join(_GLYPHS[letter][row] for letter in letters) for row in range(ROWS)]
        if len(rows[0]) <= width:
            return rows
    spaced = " ".join(word.upper())
    return [spaced if cell_len(spaced) <= width else word.upper()]
