"""What a host does besides playing: words of their own, removing a player; and who watches."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import Pages
from .playing import Player, sit
from .site import Site
from .test_games import GAMES

WORDS = [f"{first}{second}" for first in "bcdfgh" for second in "aeioujklmnp"]


def own_words(page: Page, site: Site) -> None:
    page.goto(site.address)
    page.get_by_role("button", name="On this device: The word deck").click()
    page.get_by_role("button", name=re.compile("^GO FOX!")).click()
    page.get_by_role("combobox", name="Words").select_option("own")


def test_a_teacher_pastes_a_list_of_words_and_plays_with_them(site: Site, pages: Pages) -> None:
    page = pages.new()
    own_words(page, site)
    page.get_by_role("textbox", name="Words").fill("\n".join(WORDS[:60]))
    page.get_by_role("button", name="Use these words").click()
    expect(page.get_by_role("alert")).to_contain_text("found 60 words; expected 66")
    page.get_by_role("textbox", name="Words").fill("\n".join(WORDS))
    page.get_by_role("button", name="Use these words").click()
    expect(page.get_by_role("combobox", name="Words")).to_have_value("own")
    page.get_by_role("button", name="Deal the cards").click()
    page.get_by_role("button", name=re.compile("^I am ")).click()
    hand = page.locator("[data-place=hand] [data-card]")
    expect(hand.first).to_be_visible()
    said = hand.all_inner_texts()
    assert all(any(f", {word}" in one for word in WORDS) for one in said)
    pages.problems[:] = [one for one in pages.problems if "400" not in one]  # the browser complains of the refusal


def test_the_device_keeps_a_list_from_a_file_for_the_next_table(site: Site, pages: Pages, tmp_path: Path) -> None:
    page = pages.new()
    own_words(page, site)
    written = tmp_path / "week.txt"
    written.write_text(", ".join(WORDS), encoding="utf-8")
    page.get_by_label("Load a file").set_input_files(written)
    expect(page.get_by_role("combobox", name="Words")).to_have_value("own")
    own_words(page, site)
    expect(page.get_by_role("combobox", name="Words")).to_have_value("own")
    expect(page.get_by_role("textbox", name="Words")).to_have_count(0)  # nothing is asked again


def test_the_host_removes_a_player_and_a_bot_plays_on(site: Site, pages: Pages) -> None:
    table = site.open_table("go-fox", ["me", "here"], names=["Mira", "Jonas"])
    host, other = pages.new(), pages.new()
    sit(host, site, table, 0)
    sit(other, site, table, 1)
    for page in (host, other):
        page.wait_for_selector("[data-seq]")
    host.get_by_role("button", name="This table: share, settings, leave").click()
    host.get_by_role("button", name="Remove", exact=True).click()
    host.get_by_role("button", name="Yes, remove Jonas").click()
    expect(other.get_by_text("has taken you from the table", exact=False)).to_be_visible()
    assert other.locator("[data-card]").count() == 0
    expect(host.get_by_role("dialog").locator("li b")).to_have_count(2)
    expect(host.get_by_role("dialog").locator("li", has_text="bot")).to_have_count(1)
    host.keyboard.press("Escape")
    expect(host.locator("p.left")).to_contain_text("Jonas is no longer at the table.")
    player = Player(host)
    for _ in range(3):
        assert player.wait_until_asked()
        player.move()


def test_the_host_sets_clocks_in_the_middle_of_a_match(site: Site, pages: Pages) -> None:
    table = site.open_table("go-fox", ["me", "here"], names=["Mira", "Jonas"])
    host, other = pages.new(), pages.new()
    sit(host, site, table, 0)
    sit(other, site, table, 1)
    expect(other.locator("[data-seq]")).to_have_count(1)
    assert other.get_by_role("timer").count() == 0
    host.get_by_role("button", name="This table: share, settings, leave").click()
    host.get_by_label("Clocks").select_option("15 minutes for the match")
    expect(other.get_by_role("timer")).to_have_text([re.compile("^1[45]:")] * 2)
    host.get_by_label("When a player is away, a bot plays for them").select_option("Never")
    expect(host.get_by_label("When a player is away, a bot plays for them")).to_have_value("0")
    shown = site.ask(f"/api/tables/{table['code']}")["settings"]
    assert (shown["clocks"]["seconds"], shown["away_limit"]) == (900, 0)


def test_a_seat_of_a_bot_is_kept_for_a_friend_who_comes_late(site: Site, pages: Pages) -> None:
    """And who sits there is the host when the host leaves for good."""
    table = site.open_table("go-fox", ["me", "bot:greedy"], names=["Mira"], settings={"pause": 10_000})
    host, friend = pages.new(), pages.new()
    sit(host, site, table, 0)
    friend.goto(f"{site.address}/t/{table['code']}")
    expect(friend.get_by_text("You are watching")).to_be_visible()
    host.get_by_role("button", name="This table: share, settings, leave").click()
    bot = host.get_by_role("dialog").locator("li", has_text="bot")
    bot.get_by_role("button", name="Free it for a friend").click()
    expect(bot).to_contain_text("until a friend sits down")
    friend.get_by_role("textbox", name="Your name").fill("Jonas")
    friend.get_by_role("button", name="Sit down and play").click()
    expect(friend.locator("[data-place=hand] [data-card]").first).to_be_visible()
    expect(friend.get_by_role("heading", name="There is a seat for you")).to_have_count(0)
    expect(host.get_by_role("dialog").get_by_role("button", name="Remove", exact=True)).to_have_count(1)
    host.keyboard.press("Escape")
    expect(host.locator("p.left")).to_contain_text("Jonas has sat down, and plays on for")
    host.get_by_role("button", name="This table: share, settings, leave").click()
    host.get_by_role("button", name="Leave the table").click()
    host.get_by_role("button", name="Leave for good").click()
    expect(friend.locator("p.left")).to_contain_text("You are the host now.")
    player = Player(friend)
    for _ in range(2):
        assert player.wait_until_asked()
        player.move()


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_sees_no_hands_and_no_buttons(game: str, site: Site, pages: Pages) -> None:
    table = site.open_table(game, ["me", "bot:greedy"], options=GAMES[game], names=["Mira"])
    player_page, watcher = pages.new(), pages.new()
    sit(player_page, site, table)
    watcher.goto(f"{site.address}/t/{table['code']}")
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    player = Player(player_page)
    for _ in range(2):
        assert player.wait_until_asked()
        player.move()
    expect(watcher.locator("[data-seq]")).not_to_have_attribute("data-seq", "-1")
    assert watcher.locator(".slot, .place.lit, [data-does]:not([data-does='go on'])").count() == 0
    assert watcher.locator("[data-place=hand] [data-card]").count() == 0
    watcher.get_by_role("button", name="This table: share, settings, leave").click()
    assert watcher.get_by_role("button", name=re.compile("^(Remove|Hand to a bot)$")).count() == 0
