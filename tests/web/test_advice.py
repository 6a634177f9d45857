"""Hints and reviews in the page. All with one game, since the search is compiled for each that it is asked for."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Pages
from .moments import COMPILED, ask_for_a_hint, hint, review
from .playing import Player, TouchTyper, sit, still
from .site import Site
from .test_newcomers import TOLD, Between
from .test_pages import LOOKS, complaints

CARD, PLACE = ".slot[data-hint]", ".place[data-hint]"


def do_as_hinted(page: Page, player: Player) -> None:
    """The card that is marked goes to the place that is marked."""
    before = player.seq()
    for marked in (CARD, PLACE):
        element = page.query_selector(marked)
        assert element is not None
        player.choose(element)
    page.wait_for_function("(seq) => Number(document.querySelector('[data-seq]').dataset.seq) > seq", arg=before)
    expect(page.locator("[data-hint], [data-hint-is]")).to_have_count(0)


def test_a_hint_is_asked_for_and_followed_by_mouse(site: Site, pages: Pages) -> None:
    page = pages.new(**LOOKS["wide, light"])
    hint(page, site)
    expect(page.locator("[role=status] [data-hint-is]")).to_contain_text(re.compile(r"Hint: Ask for \d+\."))
    assert complaints(page) == []
    do_as_hinted(page, Player(page))


def test_a_hint_is_asked_for_and_followed_by_keyboard(site: Site, pages: Pages) -> None:
    page = ask_for_a_hint(pages.new(**LOOKS["narrow, dark"]), site)
    page.keyboard.press("h")
    page.locator("[data-hint-is=given]").wait_for(timeout=COMPILED)
    expect(page.locator(CARD).first).to_contain_text("the hint is to play it")
    assert complaints(page) == []
    do_as_hinted(page, TouchTyper(page))


def test_a_hint_is_closed_and_where_the_host_wants_none_there_is_none(site: Site, pages: Pages) -> None:
    page = pages.new()
    hint(page, site)
    page.keyboard.press("Escape")
    expect(page.locator("[data-hint], [data-hint-is]")).to_have_count(0)
    page.get_by_role("button", name="This table: share, settings, leave").click()
    page.get_by_role("checkbox", name="Hints").uncheck()
    expect(page.get_by_role("button", name="Hint", include_hidden=True)).to_have_count(0)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (360, 640)])
def test_a_hint_hides_nothing_of_what_was_said_last(size: tuple[int, int], site: Site, pages: Pages) -> None:
    page = pages.new(viewport={"width": size[0], "height": size[1]})
    Between(page)
    ask_for_a_hint(page, site)
    player = Player(page, seed=2)
    for _ in range(8):
        player.move()
        if not player.wait_until_asked():
            break
        page.get_by_role("button", name="Hint").click()
        page.locator("[data-hint-is=given]").wait_for()
        still(page)
        assert page.evaluate(TOLD) == []
        page.get_by_role("button", name="Close the hint").click()


def test_a_match_is_reviewed_wide_and_narrow_and_after_a_reload(site: Site, pages: Pages) -> None:
    page = pages.new(**LOOKS["wide, light"])
    review(page, site)
    chart, dialog = page.get_by_role("img", name="Chances to win over"), page.get_by_role("dialog")
    moves = len(site.ask(f"/api/tables/{page.url.rsplit('/', 1)[1]}/record")["moves"])
    expect(chart).to_have_accessible_name(re.compile(f"over {moves} moves. Mira: .* Ben: .* at the end"))
    assert complaints(page) == []
    page.get_by_role("slider", name="Move").press("End")
    expect(dialog.locator(".told")).to_contain_text(f"Move {moves}.")

    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    expect(chart).to_be_visible()
    page.wait_for_function("() => document.querySelector('dialog svg[role=img]').getBoundingClientRect().width < 390")
    assert dialog.evaluate("(one) => one.scrollWidth <= one.clientWidth"), "it is wider than the phone"
    assert complaints(page) == []

    told = dialog.inner_text()
    page.reload()
    dialog.get_by_role("button", name="Review the game").click()
    page.get_by_role("heading", name="Where it turned").wait_for(timeout=COMPILED)
    page.get_by_role("slider", name="Move").press("End")
    assert dialog.inner_text() == told


def test_no_hint_is_offered_to_who_only_watches(site: Site, pages: Pages) -> None:
    table = site.open_table("go-fox", ["me", "bot:greedy"], options={"starter": 0}, names=["Mira"])
    page, watcher = pages.new(), pages.new()
    sit(page, site, table)
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    watcher.goto(f"{site.address}/t/{table['code']}")
    watcher.wait_for_selector("[data-seq]")
    expect(watcher.get_by_role("button", name="Hint")).to_have_count(0)


def test_the_key_for_hints_can_be_switched_off(site: Site, pages: Pages) -> None:
    page = ask_for_a_hint(pages.new(), site)
    page.get_by_role("button", name="This table: share, settings, leave").click()
    page.get_by_role("checkbox", name="Keys: H asks for a hint").uncheck()
    assert complaints(page) == []
    page.reload()
    assert Player(page).wait_until_asked()
    button = page.get_by_role("button", name="Hint")
    expect(button).to_be_enabled()
    page.keyboard.press("h")
    expect(page.locator("[data-hint-is]")).to_have_count(0)
    button.click()
    expect(page.locator("[data-hint-is]").first).to_be_visible()
