"""What seldom comes about, or is over in a moment, held still: for pictures."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from .playing import Player, sit, staged
from .site import Site
from .test_competitions import competing, question, seated, signs

# All that glides is held so many milliseconds after it has begun.
_IN_MID_AIR = """const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
    const going = animate.apply(this, how);
    going.pause();
    going.currentTime = 200;
    return going;
};"""
_HALF_BLOWN = """addEventListener("animationstart", ({ target }) => {
    for (const one of target.getAnimations()) if (target.closest(".over")) one.pause(), (one.currentTime = 60);
});"""


def moving(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")


def asked(page: Page, site: Site) -> None:
    """A question, with its answers."""
    competing(page, question, "")
    seated(page, site, "trivia")


def signs_shown(page: Page, site: Site) -> None:
    """Signs, and what came of them."""
    competing(page, signs, "All have chosen.\nYou show paper, Mrs. Brown, 3b rock. You take sun 1.")
    seated(page, site, "rock-paper-scissors")
    page.get_by_role("button", name="paper").click()
    page.locator(".outcome").wait_for()


def defence(page: Page, site: Site) -> None:
    """Somebody wants what is ours."""

    def attacked(message: dict[str, Any]) -> None:
        view = message["view"]
        card = {"card": "moon: red square, blue circle, white triangle; 2 points", "name": "moon 5", "locked": False}
        attack = {"by": 1, "on": "moon 5", "shape": "circle", "with": "blue circle"}
        hand = ["black circle", "red square", "omni 1"]
        view |= {"stage": "defend", "to_act": [0], "hand": hand, "control": [[card], []], "attacks": [attack]}
        message["choices"] = [[1, "defend with black circle"], [2, "defend with omni 1"], [3, "do not defend"]]

    staged(page, attacked)
    sit(page, site, site.open_table("game-on", ["me", "here"], names=["Mira", "Ben"]))
    page.get_by_role("region", name="A steal").wait_for()


def colour_wheel(page: Page, site: Site) -> None:
    """A wild is played: which colour?"""

    def hold_a_wild(message: dict[str, Any]) -> None:
        message["view"] |= {"hand": ["wild", "red 7", "blue 3"], "to_act": [0]}
        colours = ["red", "orange", "yellow", "green", "blue", "purple"]
        message["choices"] = [[at, f"play wild as {colour}"] for at, colour in enumerate(colours)]

    staged(page, hold_a_wild)
    sit(page, site, site.open_table("ka-blam", ["me", "here"], names=["Mira", "Ben"], options={"starter": 0}))
    page.locator(".slot.playable").dblclick()
    page.locator(".chooser").wait_for()


def explosion(page: Page, site: Site) -> None:
    """The Exploding card goes off."""
    states = 0

    def explode(message: dict[str, Any]) -> None:
        nonlocal states
        states += 1
        if states > 1:
            message["told"] = ["Ben draws the Exploding card. KA-BLAM! Ben goes out."]

    moving(page)
    page.add_init_script(_HALF_BLOWN)
    staged(page, explode)
    sit(page, site, site.open_table("ka-blam", ["me", "here"], names=["Mira", "Ben"], options={"starter": 0}))
    player = Player(page, 3)
    player.wait_until_asked()
    player.move()
    page.locator(".over").wait_for()


def deal(page: Page, site: Site) -> None:
    """Cards on their way out of the pile."""
    moving(page)
    page.add_init_script(_IN_MID_AIR)
    sit(page, site, site.open_table("ka-blam", ["me", "here", "here"], names=["Mira", "Ben", "Ana"]))
    page.wait_for_selector(".ghost")


RARE = {
    "question": asked,
    "signs": signs_shown,
    "defence": defence,
    "colour wheel": colour_wheel,
    "explosion": explosion,
    "deal": deal,
}
