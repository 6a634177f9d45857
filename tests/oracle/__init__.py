"""Slow checkers of the word-deck games, written from the clauses alone."""
