"""Pictures of every view, to be looked at: `make screenshots` puts them into build/screenshots.

python -m tests.web.screenshots [FOLDER [NAME ...]] [--only PART-OF-A-FILE-NAME]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Error, Page, sync_playwright

from . import chromium
from .moments import ADVICE, MOMENTS
from .playing import EXPERIENCED, still
from .rare import RARE
from .site import Site
from .test_pages import PAGES
from .test_shapes import NAMES, TWO, table_with_a_stop
from .towers import PLACED, Builder, open_tower

SIZES = {"1280": {"width": 1280, "height": 800}, "390": {"width": 390, "height": 844}}
SHORT = {"390x640": {"width": 390, "height": 640}, "360x640": {"width": 360, "height": 640}}  # phones for towers


STEADY = ["bot:easy surgeon", "bot:easy surgeon"]
# As on a machine with a graphics card: here the processor draws, and nobody shall know.
FINE = """const known = WebGL2RenderingContext.prototype.getExtension;
WebGL2RenderingContext.prototype.getExtension = function (name) {
    return name === "WEBGL_debug_renderer_info" ? null : known.call(this, name);
};"""


def at_the_tower(game: str, pieces: int, hold: bool = True) -> Callable[[Page, Site], None]:
    """After some pieces of ours, among those of steady hands; then one more is in hand, or about to be."""

    def go(page: Page, site: Site) -> None:
        builder = Builder(page, site, open_tower(site, game, ["me", *STEADY], names=["Mira"]))
        placed = 0
        while builder.is_asked():
            if placed == pieces and builder.stage in PLACED:
                if hold:
                    builder.take()
                return
            placed += builder.step() in PLACED

    return go


def drafting(page: Page, site: Site) -> None:
    builder = Builder(page, site, open_tower(site, "shapes-draft", ["me", *STEADY], names=["Mira"]))
    for _ in range(3):
        builder.is_asked()
        builder.step()
    builder.is_asked()


def arranging(page: Page, site: Site) -> None:
    builder = Builder(page, site, open_tower(site, "shapes-draft", ["me", *STEADY], names=["Mira"]))
    while builder.is_asked() and len(page.query_selector_all(".mat .nth")) < 3:
        builder.step()


def stoppable(page: Page, site: Site) -> None:
    """Another places a piece, and we hold a Stop Turn."""
    table = table_with_a_stop(site, page)
    other = page.context.browser.new_page()  # type: ignore[union-attr]
    builder = Builder(other, site, table)
    builder.step()
    builder.take()
    page.wait_for_selector(".octagon")


def fallen(page: Page, site: Site) -> None:
    """We let something fall, and steal a card."""
    builder = Builder(page, site, open_tower(site, "shapes", TWO, names=NAMES))
    builder.step()
    builder.wait_for("placing")
    builder.step(steady=False)
    builder.wait_for("robbing")


TOWERS = {
    "race": lambda page, site: Builder(page, site, site.open_table("shapes", TWO, names=NAMES)),
    "shapes": at_the_tower("shapes", 1, hold=False),
    "shapes holding": at_the_tower("shapes", 1),
    "shapes stop": stoppable,
    "shapes fallen": fallen,
    "shapes survivor": at_the_tower("shapes-survivor", 3),
    "shapes draft": drafting,
    "shapes row": arranging,
    "shapes pass": at_the_tower("shapes-pass", 0, hold=False),
    "shapes pass holding": at_the_tower("shapes-pass", 1),
}


def main(folder: Path, wanted: list[str], only: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    views = {**PAGES, **MOMENTS, **RARE, **ADVICE, **TOWERS}
    pages = {name: go for name, go in views.items() if not wanted or name in wanted}
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.NODE / "node")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        site = Site(Path(data))
        browser = chromium.launch(playwright, chromium.WITH_GL)
        for scheme in ("light", "dark"):
            for size, viewport in {**SIZES, **SHORT}.items():
                for name, go in pages.items():
                    path = folder / f"{name.replace(' ', '-')}-{size}-{scheme}.png"
                    if only not in path.name or (size in SHORT and name not in TOWERS):
                        continue
                    page = browser.new_page(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
                    page.add_init_script(FINE)
                    page.add_init_script(EXPERIENCED)
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
    parser = argparse.ArgumentParser(description="Pictures of every view, to be looked at.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/screenshots"))
    parser.add_argument("names", nargs="*", help="of the views; all, if none is named")
    parser.add_argument("--only", default="", help="part of the name of a picture, as in 390-dark")
    told = parser.parse_args()
    main(told.folder, told.names, told.only)
