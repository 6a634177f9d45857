"""Every game in five short lines, for who has never played it: on the rule page, at the table and in the terminal.

The lines are true for the options they are asked about. A rule page says everything; these say what it takes to begin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .engine.game import Game
from .games.game_on_coop.rules import TARGET


class HowToPlay(NamedTuple):
    """In the order in which they are told."""

    aim: str
    turn: str
    special: str
    end: str
    score: str


HEADINGS = HowToPlay("The aim", "Your turn", "Special", "The end", "The score")


def how_to_play(game: Game) -> HowToPlay:
    """The five lines of a game as it is set up."""
    return _LINES[game.id](game)


def _ka_blam(game: Game) -> HowToPlay:
    short, target = game.settings["length"] == "short", game.settings["target"]
    return HowToPlay(
        "Be the first to get rid of all your cards.",
        "Lay a card that has the colour, the number or the sign of the top card. You have none? "
        "Then draw one card, and your turn is over.",
        "A Wild goes on everything, and you name the colour. Signs make the next player miss a turn, or draw 2 and "
        "miss it, or turn play round. Draw the KA-BLAM! card, and you are out.",
        "The first player without cards wins. There is only one round."
        if short
        else f"A round ends when somebody has no cards left. Whoever is first to {target} points wins the game.",
        "There are no points in the short game."
        if short
        else "Whoever wins a round gets the numbers on the cards that the others still hold; other cards count 10.",
    )


def _go_fox(game: Game) -> HowToPlay:
    return HowToPlay(
        "Collect the most pairs. Two cards with the same number are a pair.",
        "Ask the next player for a number that you have. If they have it, too, you get a card and lay down the pair. "
        "Then you draw a card.",
        "If they do not have it, they say GO FOX! Now you may lay down a pair from your own hand before you draw.",
        "The pile is empty? Then you play on without drawing until all have had as many turns."
        if game.settings["even_turns"]
        else "The game is over when the pile is empty.",
        "Each pair is a point. The most points win, and a tie is shared.",
    )


def _read_and_grab(game: Game) -> HowToPlay:
    look = "It is shown to you." if game.settings["grabs"] == "offered" else "Nobody tells you: keep your eyes open!"
    return HowToPlay(
        "Collect whole sets. A set is all six cards of one number.",
        "Turn over a card from the middle and read its word. It goes in front of you.",
        f"Somebody else has cards of that number? You can grab them, unless the set is whole. {look}",
        "The game is over when the middle is empty.",
        "Each whole set is a point. Sets that are not whole count nothing.",
    )


def _freaky(game: Game) -> HowToPlay:
    look = "Such rows are lit." if game.settings["taking"] == "help" else "Nobody tells you: look for it!"
    return HowToPlay(
        "Collect the most cards. You get them by taking rows.",
        "Lay one, two or three cards on rows. A card fits if the last card there has its number, its background "
        "or its circles. If it fits nowhere, it starts a new row.",
        f"Does a row show one thing four times, anywhere in it? After laying you can take the whole row, and "
        f"then you lay no more. {look}",
        "When you are done you draw up to three cards. If there are not enough left, the game is over.",
        "Each card that you have taken is a point. Cards in your hand count nothing.",
    )


_CONTEST = {
    "dice": "the highest die wins",
    "rock-paper-scissors": "you play rock, paper, scissors for it",
    "trivia": "a quiz question decides",
}
_ALL_AT_ONCE = (
    "Everybody plays at the same time. Cover shapes with cards of the same shape and colour; "
    "black goes with every colour. Then say that you are done."
)


def _game_on(game: Game) -> HowToPlay:
    timer, contest = game.settings["timer"], _CONTEST[game.settings["competition"]]
    black = f", or when {timer} Black Cards have come up" if timer > 1 else ", or when the Black Card comes up"
    return HowToPlay(
        "Cover all three shapes of a Game Card to win it. If another wins it, your cards on it come back.",
        _ALL_AT_ONCE,
        "With one fitting card you can try to steal a Game Card; with its shape the owner may defend it. "
        f"Two want the same card? Then {contest}.",
        f"The game is over when nobody can draw or play any more{black if timer else ''}.",
        "Add up your Game Cards. A chevron (a white arrow) is one more, a card left in your hand one less.",
    )


def _game_on_coop(game: Game) -> HowToPlay:
    target = TARGET * game.players
    black = " A Black Card clears them all." if game.settings["black_cards"] else ""
    together = " If all play the same card, steal one back, or scuttle one: nobody gets it."
    two = " With two players, the team scores only cards with a sign of its decks."
    return HowToPlay(
        f"You are one team against the House. Get {target} points, 10 for each of you, before it does.",
        _ALL_AT_ONCE,
        f"New cards push old ones off: to you if all covered, else to the House.{black}{together}",
        f"The first side with {target} points wins. If the cards run out, the higher score wins.",
        f"A Game Card counts what is printed on it.{two if game.players == 2 else ''}",
    )


def _in_time(game: Game) -> str:
    return f"You have {game.settings['hand_time']} seconds for each piece."


def _shapes(game: Game) -> HowToPlay:
    back = " and get those cards back" if game.settings["uncompleted"] == "strict" else ""
    return HowToPlay(
        "Get rid of all your cards. Every card is a piece for the tower.",
        "Lay down cards of one colour, as many as you dare. Put their pieces on the tower, one by one. "
        "Then you draw a card. " + _in_time(game),
        f"Something falls? Your turn is over: you draw a card for each piece that did not make it{back}, "
        "and one from another player.",
        "The first player without cards wins.",
        "There are no points.",
    )


def _last_one_in(game: Game, turn: str) -> HowToPlay:
    return HowToPlay(
        "Be the last one in the game. Let nothing fall!",
        f"{turn} {_in_time(game)}",
        "If something falls in your turn, you are out. For a Wild you choose a white piece.",
        "The last one in wins. If no cards are left, all who are still in win together.",
        "There are no points.",
    )


def _shapes_survivor(game: Game) -> HowToPlay:
    return _last_one_in(game, "Draw a card, and put its piece on the tower.")


def _shapes_pass(game: Game) -> HowToPlay:
    return _last_one_in(
        game,
        "First place the pieces that others passed to you. Then draw three cards: "
        "place one, pass one on to somebody, and throw one away.",
    )


def _shapes_draft(game: Game) -> HowToPlay:
    return _last_one_in(
        game,
        "First all pick a card and pass the rest on, again and again. Put your cards in a row. "
        "Then, in turn, place the piece of the card on the left.",
    )


_LINES: dict[str, Callable[[Game], HowToPlay]] = {
    "ka-blam": _ka_blam,
    "go-fox": _go_fox,
    "read-and-grab": _read_and_grab,
    "freaky": _freaky,
    "game-on": _game_on,
    "game-on-coop": _game_on_coop,
    "shapes": _shapes,
    "shapes-survivor": _shapes_survivor,
    "shapes-pass": _shapes_pass,
    "shapes-draft": _shapes_draft,
}
