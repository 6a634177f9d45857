"""Pictures of every view, to be looked at: `make screenshots` puts them into build/screenshots.

python -m tests.web.screenshots [FOLDER [NAME ...]]
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Error, Page, sync_playwright

from . import chromium
from .moments import ADVICE, MOMENTS
from .playing import still
from .site import Site
from .test_pages import PAGES
from .test_shapes import lay
from .towers import Builder, open_tower

SIZES = {"1280": {"width": 1280, "height": 800}, "390": {"width": 390, "height": 844}}


STEADY = ["bot:good surgeon", "bot:good surgeon"]


def at_the_tower(game: str, turns: int, hold: bool) -> Callable[[Page, Site], None]:
    """After some turns of steady hands, and of one that puts pieces where they touch."""

    def go(page: Page, site: Site) -> None:
        table = open_tower(site, game, ["me", *STEADY], names=["Mira"], options={"starter": 1})
        builder = Builder(page, site, table)
        for turn in range(turns):
            page.wait_for_selector(".frame[data-over], .cloth.yours .shapes:not([data-phase])", timeout=200_000)
            last = turn == turns - 1
            if game == "shapes":
                lay(builder)
            elif builder.stage == "drawing":
                builder.draw()
                builder.wait_for("placing", "playing")
            if last and not hold:
                return
            builder.take()
            if last:
                return
            builder.place_by_keys()
            if builder.wait_for("closing", "passing", "drawing", "placing") == "closing":
                builder.draw()

    return go


def drafting(page: Page, site: Site) -> None:
    builder = Builder(page, site, open_tower(site, "shapes-draft", ["me", *STEADY], names=["Mira"]))
    for kept in range(1, 4):
        builder.wait_for("picking")
        page.locator("[data-place=hand] .slot.playable").first.click()
        page.locator(".slot.picked").click()
        page.wait_for_function(f"() => document.querySelectorAll('.mat [data-card]').length === {kept}")


TOWERS = {
    "race": lambda page, site: Builder(page, site, site.open_table("shapes", ["me", "here"], names=["Mira", "Jonas"])),
    "shapes": at_the_tower("shapes", 2, hold=False),
    "shapes holding": at_the_tower("shapes", 2, hold=True),
    "shapes survivor": at_the_tower("shapes-survivor", 3, hold=True),
    "shapes draft": drafting,
    "shapes pass": at_the_tower("shapes-pass", 1, hold=False),
}


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    pages = {name: go for name, go in {**PAGES, **MOMENTS, **ADVICE, **TOWERS}.items() if not wanted or name in wanted}
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.NODE / "node")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        site = Site(Path(data))
        browser = chromium.launch(playwright, chromium.WITH_GL)
        for scheme in ("light", "dark"):
            for size, viewport in SIZES.items():
                for name, go in pages.items():
                    page = browser.new_page(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
                    path = folder / f"{name.replace(' ', '-')}-{size}-{scheme}.png"
                    try:
                        go(page, site)
                        still(page)
                    except Error as error:
                        print(f"{path.name}: {str(error).splitlines()[0]}", file=sys.stderr)
                    page.screenshot(path=path)
                    print(path, flush=True)
                    page.close()
        browser.close()
        site.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("build/screenshots"), sys.argv[2:])
