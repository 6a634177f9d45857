"""Bots at the table: the names people choose by, and how a bot plays before its search is compiled."""

import asyncio
from itertools import combinations
from types import SimpleNamespace

import pytest

import parlour
from parlour.bots import search
from parlour.bots.levels import LEVELS, LevelBot
from parlour.engine.errors import BadOption
from parlour.games import find
from parlour.server import thinkers
from parlour.server.shelf import shelf
from parlour.server.thinkers import NAMES, Thinkers, are_alike, free_name, read_bot, shown, stand_in


def test_levels_are_offered_with_words_for_a_child() -> None:
    assert [bot.who for bot in shown() if not bot.box] == [f"bot:{name}" for name in LEVELS]
    assert all(bot.name and bot.about for bot in shown())
    cards = find("go-fox")
    assert read_bot("bot:master", cards) == "master" and read_bot("bot:random", cards) == "random"
    with pytest.raises(BadOption, match="right would be bot:little, bot:fair, bot:clever, bot:master"):
        read_bot("bot:genius", cards)


def test_shapes_has_hands_of_its_own() -> None:
    hands = [bot.who.removeprefix("bot:") for bot in shown() if bot.box == "shapes"]
    assert hands == [f"{skill} {hand}" for skill in ("easy", "good") for hand in ("child", "grown-up", "surgeon")]
    assert [read_bot(f"bot:{hand}", find("shapes-draft")) for hand in hands] == hands
    with pytest.raises(BadOption, match="right would be bot:easy child"):
        read_bot("bot:master", find("shapes"))


def test_the_shelf_says_of_each_game_who_can_sit_at_it() -> None:
    known = {bot.who for bot in shown()}
    for game in (game for box in shelf().boxes for game in box.games):
        assert game.usual_bot in game.bots
        assert set(game.bots) <= known
        assert [f"bot:{read_bot(who, find(game.id))}" for who in game.bots] == game.bots


def test_no_bot_is_called_like_somebody_at_the_table() -> None:
    assert not any(are_alike(one, other) for one, other in combinations(NAMES, 2))
    assert [free_name(taken) for taken in ([], ["Anna"], ["hanna", "Ken"])] == ["Ana", "Ben", "Cleo"]
    assert free_name(["Ana", "Benny", "Leo", "Cora", "Dan"]) == "Eva"


def test_until_the_search_is_there_a_master_plays_as_the_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody at any table waits for the compiler."""
    match = parlour.new("go-fox", players=2, seed=1, starter=0)

    async def play() -> None:
        bots = Thinkers(1)
        ready = asyncio.Event()

        async def learn(kind: type[parlour.Game]) -> None:
            await ready.wait()
            bots._ready.add(kind.state)

        monkeypatch.setattr(bots, "_learn", learn)
        try:
            early = await bots.choose("master", match.copy(), 0, 5)
            assert early == LevelBot(stand_in(match.game), 5).choose(match, 0)
            assert not bots.can_think(type(match.game))
            ready.set()
            await asyncio.gather(*bots._learning.values())
            assert bots.can_think(type(match.game))
            assert await bots.choose("master", match.copy(), 0, 5) in match.legal(0)
        finally:
            bots.close()

    asyncio.run(play())


def test_the_search_is_compiled_in_a_process_of_its_own_and_then_that_of_the_other_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, others = find("read-and-grab"), [find("freaky"), find("shapes")]
    asked = []

    class Compiler:
        def __init__(self, target: object, args: tuple[list[type[parlour.Game]]], daemon: bool) -> None:
            asked.append([kind.id for kind in args[0]])

        def start(self) -> None:
            pass

        join = terminate = start

    monkeypatch.setattr(thinkers, "get_context", lambda _: SimpleNamespace(Process=Compiler))
    monkeypatch.setattr(search, "is_warm", lambda _: False)
    monkeypatch.setattr(search, "warm", lambda _: None)

    async def play() -> None:
        bots = Thinkers(1, later=others)
        try:
            assert not bots.can_think(first) and not asked
            assert await bots.learned(first)
            assert bots._compiling is not None
            await bots._compiling
            assert asked == [["read-and-grab"], ["freaky"]]  # in Shapes nobody searches
            assert not bots.can_think(others[0])  # it is loaded where it is asked for
        finally:
            bots.close()

    asyncio.run(play())


def test_the_search_of_a_game_is_there_when_it_was_compiled() -> None:
    async def play() -> None:
        bots = Thinkers(1)
        try:
            assert not bots.can_think(find("read-and-grab"))
            assert await bots.learned(find("read-and-grab")) and bots.can_think(find("read-and-grab"))
        finally:
            bots.close()

    asyncio.run(play())
