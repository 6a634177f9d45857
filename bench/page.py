"""How long until a table can be played at, in a real browser: from the click on a link to the first card that answers.

    python -m bench.page [--repeats N]

Each time a browser that has kept nothing goes to a table whose server is warm, on this machine. Medians, in
milliseconds; the exit status is 1 when one is over the bar.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.web import chromium
from tests.web.playing import BUTTONS, CARDS, PLACES
from tests.web.site import Site
from tests.web.test_games import GAMES

BAR = 1000  # ms

# Something can be done, the browser is idle enough to answer, and what was drawn is on the screen.
_INTERACTIVE = """(selector) => new Promise((done) => {
    const look = () => document.querySelector(selector)
        ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
        : requestAnimationFrame(look);
    look();
})"""


def measure(browser: Browser, site: Site, game: str) -> float:
    """Once: a new table at which it is your turn first, or after the bots have moved at once."""
    opened = site.open_table(game, ["me", "bot:greedy", "bot:greedy"], options=GAMES[game], names=["Mira"])
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{site.address}/healthz")  # of the same origin, and empty
    page.evaluate(
        "([code, held]) => localStorage.setItem('parlour:' + code, JSON.stringify(held))",
        [opened["code"], opened["seats"]],
    )
    page.goto(f"{site.address}/t/{opened['code']}", wait_until="commit")
    took: float = page.evaluate(_INTERACTIVE, ", ".join((CARDS, PLACES, BUTTONS)))
    context.close()
    return took


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.page", description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=7, help="medians are of this many (default: 7)")
    given = parser.parse_args()
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.NODE / "node")
    found = chromium.find()
    shown = Table("game", "median ms", "slowest ms", "bar ms", "holds", title="A table view, until it can be played at")
    slow = False
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        site = Site(Path(data))
        browser = playwright.chromium.launch(
            executable_path=str(found.path), args=chromium.FLAGS, env={**os.environ, **found.environment}
        )
        measure(browser, site, "ka-blam")  # the browser's own start is not ours
        for game in GAMES:
            times = [measure(browser, site, game) for _ in range(given.repeats)]
            median = statistics.median(times)
            slow |= median >= BAR
            shown.add_row(game, f"{median:.0f}", f"{max(times):.0f}", str(BAR), "yes" if median < BAR else "NO")
        browser.close()
        site.stop()
    Console().print(shown)
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
