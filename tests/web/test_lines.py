"""Lost, busy and missing connections: what the page says, wherever one is, and that it heals by itself."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from .conftest import Pages
from .moments import sit_both
from .playing import Player, sit
from .site import Site

LOST = "Connection lost"


class Line:
    """The page's line to its tables, which can be cut."""

    def __init__(self, page: Page, cut: bool = False) -> None:
        self.cut = cut
        self._open: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/ws/"), self._connect)

    def _connect(self, here: WebSocketRoute) -> None:
        if self.cut:
            here.close()
        else:
            here.connect_to_server()
            self._open.append(here)

    def lose(self) -> None:
        self.cut = True
        for line in self._open:
            line.close()
        self._open.clear()


def friends(site: Site) -> Any:
    return site.ask("/api/tables", {"game": "go-fox", "seats": ["me", "open"], "names": ["Mira"]})


def test_a_server_that_is_busy_is_asked_again(site: Site, pages: Pages) -> None:
    page = pages.new()
    table = site.open_table("freaky", ["me", "bot:fair"], names=["Mira"])
    answers = [
        lambda route: route.abort(),
        lambda route: route.fulfill(status=503, body=json.dumps({"reason": "busy"})),
    ]

    def answer(route: Route) -> None:
        answers.pop(0)(route) if answers else route.continue_()

    page.route(f"**/api/tables/{table['code']}", answer)
    sit(page, site, table)
    expect(page.get_by_role("heading", name="The table cannot be reached just now")).to_be_visible()
    assert Player(page).wait_until_asked()  # nothing is done but to wait
    pages.problems.clear()  # the browser complains of what fails


def test_who_does_not_want_to_wait_asks_a_busy_server_now(site: Site, pages: Pages) -> None:
    page = pages.new()
    table = site.open_table("freaky", ["me", "bot:fair"], names=["Mira"])
    page.clock.install()
    page.route(f"**/api/tables/{table['code']}", lambda route: route.abort(), times=1)
    page.clock.pause_at("2040-01-01")  # it does not ask by itself
    sit(page, site, table)
    page.get_by_role("button", name="Try again now").click()
    page.clock.resume()
    assert Player(page).wait_until_asked()
    pages.problems.clear()  # the browser complains of what fails


def test_at_the_gathering_a_lost_line_is_told_and_what_cannot_be_done_meanwhile(site: Site, pages: Pages) -> None:
    page = pages.new()
    line = Line(page)
    sit(page, site, friends(site))
    deal = page.get_by_role("button", name="Deal the cards")
    expect(deal).to_be_enabled()
    line.lose()
    expect(page.get_by_text(LOST)).to_be_visible()
    expect(deal).to_be_disabled()
    expect(deal).to_have_accessible_description(re.compile("The cards can be dealt as soon as it is back"))
    deal.click(force=True)  # nothing is kept for later, when it would be a surprise
    line.cut = False
    expect(page.get_by_text(LOST)).to_have_count(0)
    expect(deal).to_be_enabled()
    deal.click()
    assert Player(page).wait_until_asked()


def test_behind_the_curtain_a_lost_line_is_told(site: Site, pages: Pages) -> None:
    page = pages.new()
    line = Line(page)
    sit_both(page, site, site.open_table("freaky", ["me", "here"], names=["Mira", "Jonas"]))
    page.get_by_role("button", name=re.compile("^I am ")).wait_for()
    line.lose()
    expect(page.get_by_text(LOST)).to_be_visible()
    line.cut = False
    expect(page.get_by_text(LOST)).to_have_count(0)


def test_where_no_websocket_passes_that_is_said(site: Site, pages: Pages) -> None:
    page = pages.new()
    line = Line(page, cut=True)
    page.clock.install()
    sit(page, site, friends(site))
    expect(page.get_by_text("Coming to the table.")).to_be_visible()
    page.clock.fast_forward(26_000)
    told = page.get_by_role("heading", name="The line to the table does not come about")
    expect(told).to_be_visible(timeout=20_000)
    expect(page.get_by_text("docs/operating.md")).to_be_visible()
    line.cut = False
    page.clock.fast_forward(10_000)
    expect(page.get_by_role("button", name="Deal the cards")).to_be_visible()
