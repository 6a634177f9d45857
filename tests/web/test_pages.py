"""Every page, looked at by axe: in light and in dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from .conftest import Pages
from .moments import MOMENTS
from .playing import Player, sit, still
from .site import Site
from .test_games import GAMES

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def complaints(page: Page) -> list[str]:
    still(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run().then((result) => result.violations)")
    return [f"{one['id']}: {one['help']}: {[node['html'][:200] for node in one['nodes']]}" for one in found]


def shelf(page: Page, site: Site) -> None:
    page.goto(site.address)
    page.wait_for_selector("article.box")


def shelf_in_mid_game(page: Page, site: Site) -> None:
    sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], names=["Mira"]))
    page.wait_for_selector("[data-seq]")
    shelf(page, site)
    page.get_by_role("link", name="Go on: KA-BLAM!").wait_for()


def which_game(page: Page, site: Site) -> None:
    shelf(page, site)
    page.get_by_role("button", name="Play now: The word deck").click()
    page.get_by_text("Which game?").wait_for()


def form(page: Page, site: Site) -> None:
    shelf(page, site)
    page.get_by_role("button", name="With friends: Freaky").click()
    page.get_by_text("At the table: clocks, hints, spectators, chat").click()


def gathering(page: Page, site: Site) -> None:
    table = site.ask("/api/tables", {"game": "ka-blam", "seats": ["me", "open", "bot:fair"], "names": ["Mira"]})
    sit(page, site, table)
    page.get_by_role("button", name="Deal the cards").wait_for()


def nothing_here(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/nowhere")


def at_the_table(game: str) -> Callable[[Page, Site], None]:
    def go(page: Page, site: Site) -> None:
        sit(page, site, site.open_table(game, ["me", "bot:greedy", "bot:greedy"], names=["Mira"]))
        player = Player(page, 7)
        for _ in range(3):
            if player.wait_until_asked():
                player.move()
        player.wait_until_asked()

    return go


PAGES = {"shelf": shelf, "form": form, "gathering": gathering, "nothing here": nothing_here}
PAGES |= {"shelf in mid-game": shelf_in_mid_game, "which game": which_game}
PAGES |= {game: at_the_table(game) for game in GAMES}
LOOKS = {
    "wide, light": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "narrow, dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", {**PAGES, **MOMENTS})
def test_axe_finds_nothing(name: str, look: str, site: Site, pages: Pages) -> None:
    page = pages.new(**LOOKS[look])
    {**PAGES, **MOMENTS}[name](page, site)
    assert complaints(page) == []
    expected = ("404", "400", "WebSocket")  # the browser's own word for what this page shows
    pages.problems[:] = [one for one in pages.problems if not any(word in one for word in expected)]


def test_nothing_is_fetched_from_elsewhere(site: Site, pages: Pages) -> None:
    page = pages.new()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    shelf(page, site)
    at_the_table("ka-blam")(page, site)
    elsewhere = [url for url in asked if not url.startswith((site.address, "data:", "blob:"))]
    assert elsewhere == []


def test_digits_in_text_have_a_plain_zero(site: Site, pages: Pages) -> None:
    """Those of Andika are all of one width; among those of Atkinson Hyperlegible, the slashed zero is the widest."""
    page = pages.new()
    shelf(page, site)
    for weight in (400, 700):
        widths = page.evaluate(
            """async (weight) => {
                const at = document.body.appendChild(document.createElement("span"));
                Object.assign(at.style, { fontSize: "100px", fontWeight: weight });
                await document.fonts.load(`${weight} 100px Digits`, "0");
                return [..."0123456789"].map((digit) => {
                    at.textContent = digit;
                    return Math.round(at.getBoundingClientRect().width);
                });
            }""",
            weight,
        )
        assert set(widths) == {55 if weight == 400 else 57}
