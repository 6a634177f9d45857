"""Games to look at while a view is being made: `python web/dev/fixtures.py [GAME ...]` writes dev/fixtures/GAME.json.

Each is a list of `state` messages as seat 0 would get them, with bots that play at random in all seats.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import parlour
from parlour.engine.game import Telling

PLAYERS = {"ka-blam": 4, "go-fox": 4, "read-and-grab": 3, "freaky": 3, "game-on": 4, "game-on-coop": 4}
NAMES = ("Mira", "Ana", "Ben", "Cleo", "Dan", "Eva")
STATES = 60


def states(game: str, seed: int = 7) -> list[dict[str, object]]:
    """The first moves, then the end of the game."""
    match, dice = parlour.new(game, players=PLAYERS[game], seed=seed), random.Random(seed)
    telling = Telling(NAMES[: PLAYERS[game]], to=0)
    messages = [message(match, 0, [], [])]
    while not match.over and len(match.moves) < 5000:
        before, seat = match.copy(), dice.choice(sorted(match.to_act))
        move = dice.choice(match.legal(seat))
        match.play(seat, move)
        told = [line for line in match.tell(before, telling).split("\n") if line]
        if len(messages) < STATES or match.over:
            messages.append(message(match, len(messages), told, [[seat, str(move)]] if told else []))
    return messages


def message(match: parlour.Match, seq: int, told: list[str], moves: list[list[object]]) -> dict[str, object]:
    fairness = {"commitment": "", "secret": "", "round": 1, "words": [], "seed": "7"}
    over = {"winners": sorted(match.winners), "scores": list(match.scores), "fairness": fairness}
    return {
        "type": "state",
        "seq": seq,
        "view": {**match.view(0), "words": match.game.printed()},
        "choices": [[int(move), str(move)] for move in match.choices(0)] if not match.over else [],
        "told": told,
        "moves": moves,
        "seats": [seat_of(seat) for seat in range(match.game.players)],
        "reading": None,
        "over": over if match.over else None,
    }


def seat_of(seat: int) -> dict[str, object]:
    who: dict[str, object] = {"who": "bot", "bot": "random"} if seat else {"who": "person", "bot": None}
    about = {"here": True, "standing_in": False, "host": seat == 0, "left_ms": None, "runs": False}
    return {"seat": seat, "name": NAMES[seat], **who, **about}


if __name__ == "__main__":
    folder = Path(__file__).parent / "fixtures"
    folder.mkdir(exist_ok=True)
    for game in sys.argv[1:] or PLAYERS:
        (folder / f"{game}.json").write_text(json.dumps(states(game)))
