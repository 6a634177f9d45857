"""A table in the browser: friends, reloads, lost connections, watching, one tablet for all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Pages
from .moments import sit_both
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


@pytest.mark.parametrize("been_here", [False, True])
def test_a_stranger_is_playing_after_two_clicks(been_here: bool, site: Site, pages: Pages) -> None:
    page = pages.new()
    if not been_here:
        newcomer(page, site)
    play_now(page, site, "The word deck", "KA-BLAM!, short")
    cards = page.locator("[data-place=hand] [data-card]")
    expect(cards.first).to_be_visible()
    expect(page.get_by_role("dialog", name="How to play KA-BLAM!")).to_have_count(int(not been_here))
    page.keyboard.press("Escape")
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
    expect(page.locator("[data-place=hand] [data-card]").first).to_be_visible()
    seq = page.locator("[data-seq]").get_attribute("data-seq")
    assert site.ask(f"/api/tables/{code_of(page)}")["newcomer"] == 0
    page.reload()
    expect(card).to_be_visible()
    expect(page.locator("[data-seq]")).to_have_attribute("data-seq", str(seq))
    card.get_by_role("button", name="Let's play").click()
    player = Player(page)
    assert player.wait_until_asked()
    player.move()
    assert site.ask(f"/api/tables/{code_of(page)}")["newcomer"] is None


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


@pytest.mark.parametrize("typed", ["{}-{}", " {} {}"])
def test_a_code_typed_with_a_dash_or_a_space_keeps_the_seat_of_its_table(typed: str, site: Site, pages: Pages) -> None:
    code = site.ask("/api/tables", {"game": "go-fox", "seats": ["me", "open"], "names": ["Mira"]})["code"]
    typed = typed.format(code[:3].lower(), code[3:].lower())
    page = pages.new()
    page.goto(f"{site.address}/t/{typed.strip()}")
    page.wait_for_url(f"**/t/{code}")
    page.goto(site.address)
    page.get_by_role("button", name="Join with a code").click()
    page.get_by_role("textbox").fill(typed)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{code}")
    page.get_by_role("button", name="Sit down and play").click()
    expect(page.get_by_text("you", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_text("you", exact=True)).to_be_visible()
    assert page.evaluate("code => localStorage.getItem('parlour:' + code)", code)


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
    # Which of them are marked as new the page alone knew.
    hand = "(cards) => cards.map((one) => one.dataset.card)"
    before = page.locator("[data-place=hand] [data-card]").evaluate_all(hand), player.seq()
    assert before[0]
    page.reload()
    assert player.wait_until_asked()
    assert (page.locator("[data-place=hand] [data-card]").evaluate_all(hand), player.seq()) == before
    assert page.locator(".log li, .log p").count() > 0


def test_from_the_shelf_back_to_the_match(site: Site, pages: Pages) -> None:
    page = pages.new()
    sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], names=["Mira"]))
    player, code = Player(page), code_of(page)
    assert player.wait_until_asked()
    page.get_by_role("button", name="This table").click()
    page.get_by_role("link", name="To all games; keep my seat").click()
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


def test_a_move_made_without_a_network_goes_out_when_it_is_back(site: Site, pages: Pages) -> None:
    page = pages.new()
    sit(page, site, site.open_table("freaky", ["me", "bot:greedy"], names=["Mira"]))
    assert Player(page).wait_until_asked()
    page.context.set_offline(True)
    expect(page.get_by_text("Connection lost", exact=False)).to_be_visible()
    page.locator("[data-place=hand] .slot").first.click()
    page.locator(".place.lit").first.click()
    expect(page.get_by_text("Your move goes out when the connection is back.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("Connection lost", exact=False)).to_be_hidden()
    expect(page.locator("[data-place=hand] .slot")).to_have_count(2)
    pages.problems.clear()  # the browser complains of connections that fail


def test_the_rules_say_why_a_card_does_not_go_there(site: Site, pages: Pages) -> None:
    page = pages.new()
    for _ in range(
        20
    ):  # until some card fits a row, so that it cannot begin one: mostly the first deal has such a card
        sit(page, site, site.open_table("freaky", ["me", "bot:greedy"], names=["Mira"]))
        assert Player(page).wait_until_asked()
        page.locator("[data-place=hand] .slot").first.click()
        if page.locator("[data-place=new-row].lit").count() == 0:
            break
    page.locator("[data-place=new-row]").click()
    expect(page.locator(".refusal")).to_have_text(re.compile("fits on the .*, so it starts no new row"))
    expect(page.locator(".slot.picked")).to_have_count(1)


def test_a_page_of_before_an_update_is_fetched_anew(site: Site, pages: Pages) -> None:
    """What it would fetch later has other names by then."""
    page = pages.new()
    page.goto(site.address)
    page.evaluate("window.before = true")
    page.route(re.compile("/assets/TablePage.*js"), lambda route: route.fulfill(status=404), times=1)
    page.get_by_role("button", name="Play now: Freaky, against bots").click()
    assert Player(page).wait_until_asked()
    assert not page.evaluate("window.before")
    pages.problems.clear()  # the browser complains of what is not there


def test_a_table_that_cannot_be_fetched_is_said_so_until_the_server_is_back(site: Site, pages: Pages) -> None:
    page = pages.new()
    code = site.open_table("freaky", ["me", "bot:fair"], names=["Mira"])["code"]
    page.goto(f"{site.address}/nowhere")
    page.route("**/*", lambda route: route.abort())
    page.evaluate(f"history.pushState(null, '', '/t/{code}'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("heading", name="The table cannot be fetched")).to_be_visible()
    page.unroute_all()
    expect(page.get_by_role("heading", name="Freaky")).to_be_visible(timeout=30_000)
    pages.problems.clear()  # the browser complains of connections that fail


ON_THE_CURTAIN = {text.format(name) for name in ("Mira", "Jonas") for text in
                  ("Pass the device to {}", "I am {}: show my cards", "Skip to the table")}  # fmt: skip


def test_one_tablet_is_passed_round_behind_a_curtain(site: Site, pages: Pages) -> None:
    page = pages.new()
    page.goto(site.address)
    page.get_by_role("button", name="On this device: Freaky").click()
    page.get_by_label("Name of player 1").fill("Mira")
    page.get_by_label("Name of player 2").fill("Jonas")
    page.get_by_role("button", name="Deal the cards").click()
    seen, player = set(), Player(page, 5)
    for _ in range(120):
        curtain = page.get_by_role("button", name=re.compile("^I am "))
        page.wait_for_selector("main.curtain, .cloth.yours")
        if curtain.count():
            assert page.locator("[data-card]").count() == 0, "a card shows through the curtain"
            said = page.locator("body").inner_text().split("\n")
            assert {line for line in said if line.strip()} <= ON_THE_CURTAIN, "what one drew is no other's business"
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
    host.get_by_role("button", name="Yes, to a bot").click()
    expect(other.get_by_text("given your seat to a bot", exact=False)).to_be_visible()


def test_again_deals_another_match(site: Site, pages: Pages) -> None:
    page = pages.new()
    sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], options={"length": "short"}, names=["Mira"]))
    player = Player(page, 6)
    player.play_to_the_end()
    page.get_by_role("button", name="Again").click()
    page.wait_for_selector("[data-seq]:not([data-over])")
    assert player.wait_until_asked()


def test_on_one_tablet_again_deals_whoever_saw_the_end(site: Site, pages: Pages) -> None:
    page = pages.new()
    page.clock.install()
    table = site.open_table("ka-blam", ["here", "me"], options={"length": "short"}, names=["Mira", "Jonas"])
    sit_both(page, site, table)
    play_on_one_tablet(page)
    again = page.get_by_role("button", name="Again")
    expect(again).to_be_visible()
    again.click()
    expect(page.get_by_role("button", name=re.compile("^I am "))).to_be_visible()
    assert site.ask(f"/api/tables/{table['code']}")["round"] == 2


def play_on_one_tablet(page: Page) -> None:
    """To the end, by whoever has the tablet."""
    player, curtain = Player(page, 5), page.get_by_role("button", name=re.compile("^I am "))
    while True:
        page.wait_for_function(
            "() => document.querySelector('[data-over], main.curtain') "
            "|| !document.querySelector('[data-waiting]') && document.querySelector('.cloth.yours')"
        )
        if page.locator("[data-over]").count():
            return
        if curtain.count():
            curtain.click()
        else:
            player.move()
            page.clock.fast_forward(1500)  # one's own move has been looked at


def test_the_way_back_closes_what_lies_over_the_table(site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": 390, "height": 844})
    play_now(page, site, "Freaky")
    page.wait_for_selector("[data-seq]")
    table, dialog = page.url, page.get_by_role("dialog")
    log = page.get_by_role("button", name="Log", exact=True)
    log.click()
    expect(dialog).to_be_visible()
    page.go_back()
    expect(dialog).to_have_count(0)
    log.click()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(dialog).to_have_count(0)
    assert page.url == table
    page.go_back()
    expect(page.get_by_role("button", name="Play now: Freaky")).to_be_visible()


def test_a_double_click_hands_no_seat_away(site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": 1280, "height": 800})
    sit(page, site, site.open_table("go-fox", ["me", "here"], names=["Mira", "Jonas"]))
    page.wait_for_selector("[data-seq]")
    page.get_by_role("button", name="This table: share, settings, leave").click()
    way_out = page.get_by_role("button", name="Leave the table")
    expect(way_out).to_be_in_viewport(ratio=1)  # however much stands above it
    page.get_by_role("button", name="Hand to a bot").dblclick()
    sure = page.get_by_role("button", name="Yes, to a bot")
    expect(sure).to_be_in_viewport(ratio=1)
    way_out.dblclick()
    expect(page.get_by_role("button", name="Leave for good")).to_be_visible()
