"""A browser and a server for each process of the test run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from . import chromium
from .playing import EXPERIENCED
from .site import Site

_FAST = {"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 800}}
_FEW_PIXELS = {"viewport": {"width": 1024, "height": 720}}  # for towers, which the processor draws


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    started = Site(tmp_path_factory.mktemp("site"))
    yield started
    started.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    node = chromium.NODE / "node"
    if node.exists():
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(node)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    started = chromium.launch(playwright, chromium.PLAIN)
    yield started
    started.close()


@pytest.fixture(scope="session")
def browser_with_gl(playwright: Playwright) -> Iterator[Browser]:
    started = chromium.launch(playwright, chromium.WITH_GL)
    yield started
    started.close()


class Pages:
    """New browser contexts, each with what went wrong in it."""

    def __init__(self, browser: Browser, **usual: Any) -> None:
        self.browser = browser
        self.usual = {**_FAST, **usual}
        self.contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def new(self, **settings: Any) -> Page:
        context = self.browser.new_context(**{**self.usual, **settings})
        context.set_default_timeout(20_000)
        context.add_init_script(EXPERIENCED)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(f"error in the page: {error}"))
        page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture
def pages(browser: Browser) -> Iterator[Pages]:
    """Opens pages; whatever the browser complains of fails the test, unless the test takes it out of `problems`."""
    opened = Pages(browser)
    yield opened
    opened.close()
    assert opened.problems == []


@pytest.fixture
def towers(browser_with_gl: Browser) -> Iterator[Pages]:
    """The same, where towers are drawn in the round."""
    opened = Pages(browser_with_gl, **_FEW_PIXELS)
    yield opened
    opened.close()
    assert opened.problems == []
