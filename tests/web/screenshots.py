"""Pictures of every view, to be looked at: `make screenshots` puts them into build/screenshots.

python -m tests.web.screenshots [FOLDER]
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from . import chromium
from .playing import still
from .site import Site
from .test_pages import PAGES

SIZES = {"1280": {"width": 1280, "height": 800}, "390": {"width": 390, "height": 844}}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.NODE / "node")
    found = chromium.find()
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        site = Site(Path(data))
        browser = playwright.chromium.launch(
            executable_path=str(found.path), args=chromium.FLAGS, env={**os.environ, **found.environment}
        )
        for scheme in ("light", "dark"):
            for size, viewport in SIZES.items():
                for name, go in PAGES.items():
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
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("build/screenshots"))
