"""What a bot says to its team, in plain words: which card it can help with, and what that card then still needs.

With hidden hands it does not name the cards that it holds, only what the team could bring.
"""

from __future__ import annotations

from collections import defaultdict

from ..engine.game import in_words
from ..engine.match import Match


def says(match: Match, seat: int) -> str:
    """Something to say before a seat acts in Cooperative Game-On; nothing elsewhere, or if there is nothing to say."""
    if match.game.id != "game-on-coop" or seat not in match.to_act:
        return ""
    view = match.view(seat)
    mine: dict[int, dict[str, str]] = defaultdict(dict)  # by place, the shapes that the seat can cover, and with what
    for move in match.legal(seat):
        words = str(move).split(" ", 6)
        if words[0] == "cover" and words[6] not in mine[int(words[4])].values():
            mine[int(words[4])].setdefault(words[1], words[6])
    best, fewest = 0, 4
    for place, card in enumerate(view["track"], 1):
        left = sum(cover is None for cover in card["covers"]) - len(mine[place])
        if mine[place] and left < fewest:
            best, fewest = place, left
    if not best:
        return "I can cover nothing here just now."
    card, able = view["track"][best - 1], mine[best]
    shown = [one.strip() for one in card["card"].split(":", 1)[1].split(";")[0].split(",")]
    open_shapes = [shape for shape, cover in zip(shown, card["covers"], strict=True) if cover is None]
    needed = [shape for shape in open_shapes if shape.split()[-1] not in able]
    held = ["an omni" if one.startswith("omni") else _a(one) for one in able.values()]
    with_what = f" with {in_words(held)}" if view["open_hands"] else ""
    told = f"I can cover the {in_words(list(able))} of card {best}{with_what}."
    # A black shape is covered by any colour of it.
    wanted = [f"any {one.split()[-1]}" if one.startswith("black ") else _a(one) for one in needed]
    return f"{told} It then needs {in_words(wanted)}." if wanted else told


def _a(thing: str) -> str:
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"
