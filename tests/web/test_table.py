"""A table in the browser: friends, reloads, lost connections, watching, one tablet for all."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .conftest import Pages
from .playing import Player, newcomer, sit
from .site import Site


def play_now(page: Page, site: Site, box: str, game: str | None = None) -> None:
    page.goto(site.address)
    page.get_by_role("button", name=f"Play now: {box}, against bots").click()
    if game:
        page.get_by_role("button", name=re.compile(f"^{game}")).click()
    page.wait_for_selector("[data-seq]")


def code_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def test_a_stranger_is_playing_after_two_clicks(site: Site, pages: Pages) -> None:
    page = pages.new()
    play_now(page, site, "The word deck", "KA-BLAM!")
    assert Player(page).wait_until_asked()


def test_a_newcomer_is_told_how_to_play_once(site: Site, pages: Pages) -> None:
    page = pages.new()
    newcomer(page, site)
    sit(page, site, site.open_table("go-fox", ["me", "bot:greedy"]))
    card = page.get_by_role("dialog", name="How to play GO FOX!")
    expect(card).to_contain_text("Collect the most pairs")
    expect(card.get_by_role("button", name="Let's play")).to_be_focused()
    card.get_by_text("The aim").click()  # anywhere will do
    expect(card).to_have_count(0)
    page.reload()
    player = Player(page)
    assert player.wait_until_asked()
    player.move()  # nothing is in the way


def test_nobody_plays_on_while_a_newcomer_is_told(site: Site, pages: Pages) -> None:
    page = pages.new()
    newcomer(page, site)
    page.get_by_role("button", name="Play now: Freaky, against bots").click()
    card = page.get_by_role("dialog", name="How to play Freaky")
    expect(card).to_be_visible()
    assert site.ask(f"/api/tables/{code_of(page)}")["phase"] == "gathering"
    card.get_by_role("button", name="Let's play").click()
    page.wait_for_selector("[data-seq]")
    assert Player(page).wait_until_asked()


def test_a_friend_need_not_give_a_name(site: Site, pages: Pages) -> None:
    table = site.ask("/api/tables", {"game": "go-fox", "seats": ["me", "open"], "names": ["Mira"]})
    page = pages.new()
    page.goto(f"{site.address}/t/{table['code']}")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("The others see you as")).to_be_visible()
    given = site.ask(f"/api/tables/{table['code']}")["seats"][1]["name"]
    expect(page.locator(".seats b", has_text=given)).to_be_visible()
    page.get_by_placeholder("Your name", exact=True).fill("Jonas")
    page.get_by_role("button", name="Call me that").click()
    expect(page.locator(".seats b", has_text="Jonas")).to_be_visible()


def test_friends_join_by_link_and_play_together(site: Site, pages: Pages) -> None:
    host, friend = pages.new(), pages.new()
    host.goto(site.address)
    host.get_by_role("button", name="With friends: Freaky").click()
    host.get_by_role("radio", name="2").check()
    host.get_by_label("Your name").fill("Mira")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/t/*")
    expect(host.get_by_alt_text("QR code of the table's link")).to_be_visible()
    link = host.get_by_label("Link to this table").input_value()

    friend.goto(link)
    friend.get_by_label("Your name").fill("Jonas <b>")
    friend.get_by_role("button", name="Sit down").click()
    expect(host.locator(".seats b", has_text="Jonas <b>")).to_be_visible()
    friend.get_by_label("Word of Jonas <b>").fill("banana")
    friend.get_by_role("button", name="Mix it in").click()
    expect(host.get_by_text("has mixed in a word")).to_be_visible()

    host.get_by_role("button", name="Deal the cards").click()
    for page in (host, friend):
        page.wait_for_selector("[data-seq]")
    players = [Player(host, 1), Player(friend, 2)]
    for _ in range(12):
        for player in players:
            if player.page.locator(".cloth.yours").count():
                player.move()
        host.wait_for_timeout(50)
    assert sum(player.moves for player in players) >= 2
    expect(friend.locator("[data-seq]")).to_have_attribute("data-seq", str(players[0].seq()))


def test_a_friend_joins_by_typing_the_code(site: Site, pages: Pages) -> None:
    table = site.ask("/api/tables", {"game": "go-fox", "seats": ["me", "open"], "names": ["Mira"]})
    page = pages.new()
    page.goto(site.address)
    page.get_by_role("button", name="Join with a code").click()
    page.get_by_role("textbox").fill(table["code"].lower())
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{table['code']}")
    expect(page.get_by_role("heading", name="GO FOX!")).to_be_visible()


def test_a_wrong_code_is_explained(site: Site, pages: Pages) -> None:
    page = pages.new()
    page.goto(f"{site.address}/t/BBBBBB")
    expect(page.get_by_text("there is no table", exact=False)).to_be_visible()
    pages.problems.clear()  # the browser complains of the 404 itself


def test_a_reload_in_mid_game_changes_nothing(site: Site, pages: Pages) -> None:
    page = pages.new()
    sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], names=["Mira"]))
    player = Player(page)
    for _ in range(4):
        assert player.wait_until_asked()
        player.move()
    assert player.wait_until_asked()
    before = page.locator("[data-place=hand] [data-card]").all_inner_texts(), player.seq()
    page.reload()
    assert player.wait_until_asked()
    assert (page.locator("[data-place=hand] [data-card]").all_inner_texts(), player.seq()) == before
    assert page.locator(".log li, .log p").count() > 0


def test_from_the_shelf_back_to_the_match(site: Site, pages: Pages) -> None:
    page = pages.new()
    sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], names=["Mira"]))
    player, code = Player(page), code_of(page)
    assert player.wait_until_asked()
    page.get_by_role("button", name="This table").click()
    page.get_by_role("link", name="To the shelf; keep my seat").click()
    back = page.get_by_role("link", name=f"Go on: KA-BLAM!, table {code}")
    page.reload()  # the device remembers, not the page
    back.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{code}")
    assert player.wait_until_asked()
    player.move()

    page.get_by_role("button", name="This table").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave for good").click()
    page.wait_for_selector("article.box")
    expect(back).to_have_count(0)


def test_a_lost_connection_is_shown_and_heals_by_itself(site: Site, pages: Pages) -> None:
    page = pages.new()
    sit(page, site, site.open_table("go-fox", ["me", "bot:greedy"], names=["Mira"]))
    player = Player(page)
    assert player.wait_until_asked()
    site.kill()
    expect(page.get_by_text("Connection lost", exact=False)).to_be_visible()
    site.start()
    expect(page.get_by_text("Connection lost", exact=False)).to_be_hidden(timeout=30_000)
    assert player.wait_until_asked()
    player.move()
    pages.problems.clear()  # the browser complains of connections that fail


def test_one_tablet_is_passed_round_behind_a_curtain(site: Site, pages: Pages) -> None:
    page = pages.new()
    page.goto(site.address)
    page.get_by_role("button", name="On this tablet: Freaky").click()
    page.get_by_label("Name of player 1").fill("Mira")
    page.get_by_label("Name of player 2").fill("Jonas")
    page.get_by_role("button", name="Deal the cards").click()
    seen, player = set(), Player(page, 5)
    for _ in range(120):
        curtain = page.get_by_role("button", name=re.compile("^I am "))
        page.wait_for_selector("main.curtain, .cloth.yours")
        if curtain.count():
            assert page.locator("[data-card]").count() == 0, "a card shows through the curtain"
            seen.add(curtain.inner_text())
            if len(seen) == 2:
                return
            curtain.click()
        else:
            player.move()
    raise AssertionError(f"the tablet was never passed on; seen: {seen}")


def test_the_host_hands_a_seat_to_a_bot(site: Site, pages: Pages) -> None:
    table = site.open_table("go-fox", ["me", "here"], names=["Mira", "Jonas"])
    host, other = pages.new(), pages.new()
    sit(host, site, table, 0)
    sit(other, site, table, 1)
    host.wait_for_selector("[data-seq]")
    host.get_by_role("button", name="This table: share, settings, leave").click()
    host.get_by_role("button", name="Hand to a bot").click()
    host.get_by_role("button", name="Yes, to a bot for good").click()
    expect(other.get_by_text("given your seat to a bot", exact=False)).to_be_visible()


def test_again_deals_another_match(site: Site, pages: Pages) -> None:
    page = pages.new()
    sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], options={"length": "short"}, names=["Mira"]))
    player = Player(page, 6)
    player.play_to_the_end()
    page.get_by_role("button", name="Again").click()
    page.wait_for_selector("[data-seq]:not([data-over])")
    assert player.wait_until_asked()
