"""Words that are played: shown large, said aloud where the browser has a voice, and confirmed where the table waits."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from .conftest import Pages
from .playing import Player, sit
from .site import Site

VOICE = """window.said = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
const voice = { cancel() {}, speak: ({ text }) => window.said.push(text) };
Object.defineProperty(window, "speechSynthesis", { value: voice });"""


ON_THE_PILE = "[data-place=discard] text"


def with_a_voice(pages: Pages, site: Site, table: Any) -> Page:
    page = pages.new()
    page.add_init_script(VOICE)
    sit(page, site, table)
    return page


def play_a_word(page: Page, seen: str, seed: int = 3) -> str:
    """Play until a word of ours is seen there; which it is."""
    player = Player(page, seed)
    while player.wait_until_asked():
        texts = page.locator("[data-place=hand] .slot.playable", has_text=", ").all_inner_texts()
        words = [text.split(", ")[1].split(";")[0] for text in texts]
        player.move()
        there = [text.strip() for text in page.locator(seen).all_text_contents()]
        if found := [word for word in words if word in there]:
            return found[0]
    raise AssertionError("no word was played")


def test_a_word_is_seen_large_and_said_aloud_unless_the_voice_is_off(site: Site, pages: Pages) -> None:
    more: dict[str, Any] = {"options": {"starter": 0}, "names": ["Mira"], "settings": {"pause": 10_000}}
    page = with_a_voice(pages, site, site.open_table("ka-blam", ["me", "bot:greedy"], **more))
    word = play_a_word(page, ON_THE_PILE)
    assert page.evaluate("said").pop() == word  # others' words are said, too
    box = page.locator(ON_THE_PILE, has_text=word).first.bounding_box()
    assert box is not None
    assert box["height"] >= 24

    page.get_by_role("button", name="This table: share, settings, leave").click()
    page.get_by_label("Say words aloud").uncheck()
    sit(page, site, site.open_table("ka-blam", ["me", "bot:greedy"], **more))  # the device remembers
    play_a_word(page, ON_THE_PILE)
    assert page.evaluate("said") == []


def test_the_table_waits_until_its_reader_has_read_a_word(site: Site, pages: Pages) -> None:
    settings = {"confirm_words": True}
    table = site.open_table("ka-blam", ["me", "bot:greedy"], options={"starter": 0}, names=["Mira"], settings=settings)
    page, watcher = with_a_voice(pages, site, table), pages.new()
    watcher.goto(f"{site.address}/t/{table['code']}")
    watcher.wait_for_selector("[data-seq]")
    word = play_a_word(page, ".words .word")
    done = page.get_by_role("button", name="I have read it")
    expect(done).to_be_focused()
    expect(watcher.get_by_text("Mira is reading")).to_be_visible()
    expect(watcher.locator(".words .word")).to_have_text(word)
    assert watcher.get_by_role("button", name="read it").count() == 0
    assert word not in page.evaluate("said")  # the voice would say it first
    page.get_by_role("button", name="Hear it").click()
    assert page.evaluate("said")[-1] == word
    done.click()
    expect(done).to_have_count(0)
    expect(watcher.get_by_text("Mira is reading")).to_have_count(0)
    assert Player(page).wait_until_asked()
