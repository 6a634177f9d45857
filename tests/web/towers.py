"""Somebody at a table of Shapes, who places pieces as a person does: by mouse, by touch or by keys."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from .playing import TouchTyper, sit
from .site import Site

expect.set_options(timeout=30_000)  # a tower in software is drawn slowly where the machine is busy

BOT = "bot:easy child"
HOLDING = ".shapes.holding .hand-panel"
PLACED = ("placing", "playing")  # the stages in which a piece is taken in hand
OVER = ".frame[data-over]"
ASKED = ".frame:not([data-waiting]) .cloth.yours .shapes:not([data-phase])"
TOWER = "[data-place=tower].lit"
MINE_TO_PLACE = ".mat .slot.playable"
NO_GL = "HTMLCanvasElement.prototype.getContext = () => null"
# All of them lie well on one another. As many as two players need.
FLAT = {
    "title": "What lies well",
    "cards": [f"{colour} {shape}" for colour in ("red", "green") for shape in ("square", "bar", "disc", "plank", "L")]
    + ["blue square"],
    "wild": 10,
}
Place = tuple[float, float, float]


def open_tower(site: Site, game: str, seats: list[str], **more: Any) -> Any:
    """A table where the first seat starts, without a race."""
    options = {"starter": 0, **more.pop("options", {})}
    return site.open_table(game, seats, options=options, **more)


def poses_on(page: Page) -> str:
    """Where everything is that is drawn there."""
    return str(page.locator(".scene").evaluate("(one) => JSON.stringify(one.poses())"))


class Builder:
    def __init__(self, page: Page, site: Site, table: Any, seat: int = 0) -> None:
        self.page = page
        sit(page, site, table, seat)
        self.ready()

    def ready(self) -> None:
        """The table is there, and the tower is drawn (or its picture is)."""
        self.page.wait_for_selector("[data-scene=round][data-drawn], [data-scene=flat]", timeout=60_000)

    @property
    def stage(self) -> str:
        return self.page.locator(".shapes").get_attribute("data-stage") or ""

    def wait_for(self, *stages: str, timeout: float = 60_000) -> str:
        """Until the table is in one of these stages, and what was sent is acknowledged; which."""
        wanted = ", ".join(
            f".frame:not([data-waiting]) .shapes[data-stage={stage}]:not([data-phase])" for stage in stages
        )
        self.page.wait_for_selector(wanted, timeout=timeout)
        return self.stage

    def pieces(self, count: int) -> None:
        """Wait until so many lie on the platform."""
        words = f"The tower, {count} piece{'' if count == 1 else 's'}"
        expect(self.page.get_by_role("application", name=re.compile(f"^{words}(;|$)"))).to_be_visible(timeout=60_000)

    def is_asked(self) -> bool:
        """Wait until it is our turn; False when the match is over."""
        self.page.wait_for_selector(f"{OVER}, {ASKED}", timeout=120_000)
        return not self.page.locator(OVER).count()

    def step(self, steady: bool = True) -> str:
        """Do what is asked, by mouse, in whatever variant; an unsteady hand lets things fall. What was done."""
        page, stage = self.page, self.stage
        before = page.locator(".frame").get_attribute("data-seq")
        if stage in ("drawing", "closing"):
            self.draw()
        elif stage == "laying":
            self.lay()
            self.press(".buttons [data-does]")
            self.wait_for("placing")
        elif stage == "robbing":
            self.press(".rob")
        elif stage in PLACED:
            self.take()
            if steady:
                self.place_by_keys()
            else:
                self.drop_beside()
        elif stage in ("picking", "arranging"):
            self.press("[data-place=hand] .slot.playable")
            self.press(".slot.picked")
        elif stage == "passing":
            self.press("[data-place=hand] .slot.playable")
            self.press("[data-place^=pass-].lit")
            self.choose(f".frame:not([data-seq='{before}'])")
        else:
            raise AssertionError(f"nothing is known of stage {stage!r}")
        page.wait_for_selector(f".frame:not([data-seq='{before}'])")
        return stage

    def press(self, selector: str) -> None:
        """The first of these."""
        self.page.locator(selector).first.click()

    def lay(self, card: str = ".slot.playable") -> None:
        """Lay a card from the hand; where it is a wild, for the first white piece."""
        laid = self.page.locator(".mat [data-card]").count()
        self.press(f"[data-place=hand] {card}")
        self.press(".slot.picked")
        more = f".mat .laid:nth-child({laid + 1}) [data-card]"
        self.choose(more)
        self.page.wait_for_selector(more)

    def draw(self) -> None:
        self.press("[data-place=pile].lit")

    def take(self) -> None:
        """Take the first piece that can be taken, by mouse: from the mat, or from the hand to the tower."""
        if self.page.locator(MINE_TO_PLACE).count():
            self.press(MINE_TO_PLACE)
        else:
            self.press("[data-place=hand] .slot.playable")
            self.to_the_tower()
        self.choose(HOLDING)
        self.held()

    def to_the_tower(self) -> None:
        self.page.locator(TOWER).click(position={"x": 200, "y": 120})

    def choose(self, or_else: str) -> None:
        """Of several, the first; where there is only one, that is done already."""
        self.page.wait_for_selector(f"{or_else}, [role=menuitem]")
        if self.page.locator("[role=menuitem]").count():
            self.press("[role=menuitem]")

    def held(self) -> None:
        """Wait until the piece is in the hand, and can be aimed."""
        self.page.wait_for_selector(HOLDING)
        self.page.wait_for_function(
            "() => document.querySelector('.stand .where')?.textContent.match(/mm above|Touching/)"
        )

    def draw_and_take(self) -> None:
        self.wait_for("drawing")
        self.draw()
        self.wait_for("placing")
        self.take()

    @property
    def aim(self) -> Place:
        """Where the hand is told to go."""
        x, y, z = map(float, (self.page.locator(".scene").get_attribute("data-aim") or "").split())
        return x, y, z

    def wait_for_aim(self, other_than: Place) -> Place:
        was = " ".join(f"{part:.1f}" for part in other_than)
        self.page.wait_for_function(
            "(was) => ![was, ''].includes(document.querySelector('.scene').dataset.aim)", arg=was
        )
        return self.aim

    def on_screen(self, place: Place) -> tuple[float, float]:
        spot = self.page.locator(".scene").evaluate("(one, place) => one.spot(place)", list(place))
        return spot["x"], spot["y"]

    def let_go(self) -> None:
        self.page.get_by_role("button", name="Let go").click()

    def place_by_keys(self) -> None:
        """Straight down until it touches, and let go."""
        self.at_the_tower()
        self.page.keyboard.press("End")
        self.touches()
        self.page.keyboard.press("Space")

    def at_the_tower(self) -> None:
        """Where the keys move the piece."""
        self.page.locator(".scene").focus()

    def touches(self) -> None:
        """What carries the piece may give way a little under it."""
        expect(self.page.locator(".stand .where")).to_contain_text(
            re.compile(r"Touching|\b[012](\.\d)? mm above"), timeout=20_000
        )

    def drop_beside(self) -> None:
        """As far to the right as the hand goes, and let go."""
        self.at_the_tower()
        for _ in range(32):
            self.page.keyboard.press("ArrowRight")
        expect(self.page.locator(".stand .where")).to_contain_text("Beside the platform")
        self.page.keyboard.press("Space")


class Typist(Builder):
    """The same by keyboard alone: Tab, arrows, Enter, and the keys of the hand."""

    def press(self, selector: str) -> None:
        wanted = self.page.wait_for_selector(selector)
        assert wanted is not None
        TouchTyper(self.page).choose(wanted)

    def to_the_tower(self) -> None:
        self.press(TOWER)

    def at_the_tower(self) -> None:
        """The keys are there as soon as a piece is in the hand: nobody looks for them."""
        expect(self.page.locator(".scene")).to_be_focused()
