"""What can be wrong with what people and programs hand in. Every message says what, where, and what would be right."""


class ParlourError(ValueError):
    """Bad input. Nothing was changed."""


class UnknownGame(ParlourError):
    """No game has this name."""


class BadOption(ParlourError):
    """An option, or the number of players, that the game does not have or allow."""


class BadComponent(ParlourError):
    """A deck, word list or other component file that cannot be used."""


class BadPosition(ParlourError):
    """A position that breaks the rules' own bookkeeping, such as a card in two places."""


class BadRecord(ParlourError):
    """A record of a match that is damaged, or was made under other rules or components."""


class BadScene(ParlourError):
    """What an umpire is said to have seen, but cannot have."""


class IllegalMove(ParlourError):
    """A move that is not legal now, or not by this seat. `reason` is the why of it, where the game can tell."""

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message
