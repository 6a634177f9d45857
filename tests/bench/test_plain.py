"""The plain references play by the rules: they are what the compiled rules are measured against."""

import random
from collections import Counter
from statistics import mean, stdev

import pytest

import parlour
from bench import ours
from bench.plain import GAMES, freaky, game_on, game_on_coop, shapes


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_plays_the_same_games(name: str) -> None:
    once, again = ([GAMES[name](4, rng) for _ in range(3)] for rng in (random.Random(5), random.Random(5)))
    assert once == again


@pytest.mark.parametrize("players", range(2, 6))
def test_freaky_keeps_its_cards_to_the_end(players: int) -> None:
    rng = random.Random(players)
    for _ in range(5):
        game = freaky.Game(players, rng)
        while not game.winners:
            hands = [card for player in game.players for card in player.hand + player.taken]
            cards = hands + game.pile + [card for row in game.rows for card in row.cards]
            assert len(cards) == len(set(cards)) == 108
            game.apply(rng.choice(game.legal_moves()))
        assert len(game.pile) < freaky.HAND_SIZE
        assert max(len(player.taken) for player in game.players) == len(game.winners[0].taken)


@pytest.mark.parametrize("timer", [0, 2])
@pytest.mark.parametrize("players", range(2, 7))
def test_game_on_keeps_its_cards_to_the_end(players: int, timer: int) -> None:
    rng = random.Random(players)
    for _ in range(3):
        game = game_on.Game(players, rng, timer)
        decks = [sorted(card.name for card in player.pile + player.hand) for player in game.players]
        while not game.winners:
            for seat, player in enumerate(game.players):
                cards = player.hand + player.pile + player.discards
                cards += [card for offer in game.area for card in offer.covers[seat].values()]
                cards += [attack.card for attack in [*game.attacks, game.attack] if attack and attack.seat == seat]
                assert sorted(card.name for card in cards) == decks[seat]
                assert all(prize.owner == seat for prize in player.prizes)
            cards_on_table = [offer.card for offer in game.area] + game.deck + game.gone + game.set_aside
            cards_on_table += [prize.card for player in game.players for prize in player.prizes]
            assert len(cards_on_table) == 16 * max(3, players) + timer
            assert len(set(cards_on_table)) == 16 * max(3, players) + (timer > 0)
            seat = rng.choice(game.to_act)
            moves = game.legal_moves(seat)
            assert len(moves) == len(set(moves))
            game.apply(seat, rng.choice(moves))
        assert not game.to_act


@pytest.mark.parametrize("type", game_on.TYPES)
def test_game_on_has_the_cards_of_the_rule_book(type: str) -> None:
    cards = game_on.game_cards(type)
    assert Counter(card.points for card in cards) == {2: 8, 3: 4, 1: 4}
    assert sum(card.chevron for card in cards) == 8
    assert [card.convert for card in cards if card.convert] == list(game_on.COLOURS)
    assert len({tuple(card.colours.values()) for card in cards}) == 16
    assert Counter(card.name.split()[0] for card in game_on.player_cards()) == {
        **dict.fromkeys((*game_on.COLOURS, game_on.BLACK), 6),
        "omni": 3,
    }


@pytest.mark.parametrize(("pace", "black_cards"), [("printed", True), ("even", True), ("each", False)])
@pytest.mark.parametrize("players", range(2, 7))
def test_cooperative_game_on_keeps_its_cards_to_the_end(players: int, pace: str, black_cards: bool) -> None:
    rng = random.Random(players)
    for _ in range(3):
        game = game_on_coop.Game(players, rng, pace, black_cards)
        deck = sorted(card.name for card in game.players[0].pile + game.players[0].hand)
        while game.winner is None:
            for player in game.players:
                cards = player.hand + player.pile + player.discards
                cards += [card for place in game.track for owner, card in place.covers.values() if owner is player]
                cards += [player.commitment.card] if player.commitment else []
                assert sorted(card.name for card in cards) == deck
            cards_on_table = [place.card for place in game.track] + game.team + game.house + game.out + game.deck
            assert len(cards_on_table) + game.black_drawn == 16 * max(3, players) + black_cards * players
            assert 1 <= len(game.track) <= 4
            seat = rng.choice(game.to_act)
            moves = game.legal_moves(seat)
            assert len(moves) == len(set(moves))
            game.apply(seat, rng.choice(moves))
        assert (game.winner == "team") == (game.totals[0] > game.totals[1])
        assert max(game.totals) >= game.target or not game.deck


@pytest.mark.parametrize("players", range(2, 5))
def test_shapes_keeps_its_cards_and_pieces_to_the_end(players: int) -> None:
    rng = random.Random(players)
    for _ in range(20):
        game = shapes.Game(players, rng)
        while not game.winners:
            hands = [card for player in game.players for card in player.hand]
            cards = hands + list(game.intended.values()) + game.discard + game.deck
            assert Counter(cards) == Counter(shapes.all_cards())
            pieces = game.platform + list(game.intended)
            assert len(pieces) == len(set(pieces))
            assert not {card.piece for card in hands + game.deck} & set(pieces)
            seat = rng.choice(game.to_act)
            moves = game.legal_moves(seat)
            assert len(moves) == len(set(moves))
            game.apply(seat, rng.choice(moves))
        assert not game.to_act


@pytest.mark.parametrize(
    ("players", "cards"), [(2, [1, 1, 1, 1]), (3, [1, 2, 1, 2]), (4, [2, 2]), (5, [2, 3, 2, 3]), (6, [3, 3])]
)
def test_the_even_pace_is_that_of_the_rule_book(players: int, cards: list[int]) -> None:
    game = game_on_coop.Game(players, random.Random(1), "even")
    for number, count in enumerate(cards, 1):
        game.round = number
        assert game.new_cards() == count


@pytest.mark.parametrize(("players", "least", "most"), [(2, 160, 166), (3, 155, 161), (4, 150, 156), (5, 145, 151)])
def test_freaky_is_as_long_as_it_should_be(players: int, least: float, most: float) -> None:
    assert least < mean(lengths("freaky", players)) < most


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", [name for name in ours.GAMES if name in GAMES])
def test_a_plain_game_is_as_long_as_the_compiled_one(name: str, players: int) -> None:
    """Within five standard errors."""
    compiled = parlour.simulate(name, games=20_000, players=players, progress=False, **ours.GAMES[name])
    plain = lengths(name, players)
    assert abs(mean(plain) - compiled.moves_per_game["mean"]) < 5 * stdev(plain) / len(plain) ** 0.5


def lengths(name: str, players: int) -> list[int]:
    rng = random.Random(players)
    return [GAMES[name](players, rng) for _ in range(300)]
