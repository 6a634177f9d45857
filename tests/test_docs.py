"""Documentation runs: every Python block of these pages, and every table that is made from the code."""

import importlib.util
import re
import sys
import tomllib
from pathlib import Path

import pytest

import parlour
from parlour import rulebook
from parlour.components.deck import Deck
from tests import clauses

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str = "python") -> list[str]:
    return [code for kind, code in BLOCK.findall(page.read_text(encoding="utf-8")) if kind == language]


def run(code: str, path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a page's code as a module of its own: a rule file must be a file."""
    path.write_text(code, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return capsys.readouterr().out


def test_the_readme_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = "\n".join(blocks(ROOT / "README.md"))
    assert "parlour.new" in code
    run(code, tmp_path / "readme.py", capsys)


def test_the_page_on_adding_a_game_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = "\n".join(blocks(ROOT / "docs" / "add-a-game.md"))
    out = run(code, tmp_path / "high_tide.py", capsys)
    assert re.search(r"^\d+ million moves a second$", out, re.MULTILINE)


def test_the_page_on_the_tower_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = "\n".join(blocks(ROOT / "docs" / "shapes.md"))
    assert "umpire.run_to_rest()" in code
    run(code, tmp_path / "tower.py", capsys)


@pytest.mark.parametrize("game", parlour.GAMES, ids=lambda game: game.id)
def test_the_tables_of_options_are_those_of_the_games(game: type[parlour.Game]) -> None:
    page = rulebook.page(game.id)
    assert rulebook.with_options(page, game) == page, "run `python -m parlour.rulebook`"
    assert all(f"`{option.name}`" in page for option in game.options)


def test_every_game_has_its_page_and_its_boxs_page() -> None:
    for game in parlour.GAMES:
        assert rulebook.page(game.id).startswith(f"# {game.title}\n")
        assert rulebook.box_page(game.id).startswith("# ")


def test_the_deck_on_the_page_of_the_box_is_the_standard_deck() -> None:
    (shown,) = [text for text in blocks(ROOT / "docs" / "rulebook" / "word-deck.md", "toml") if "[specials]" in text]
    content, standard = tomllib.loads(shown), Deck.load("standard").content
    assert {**content, "title": ""} == {**standard, "title": ""}


def test_links_between_pages_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_clause_has_a_test() -> None:
    stated, tested = clauses.clauses(ROOT / "docs" / "rulebook"), clauses.tests(ROOT / "tests")
    assert clauses.complaints(stated, tested) == []


def test_the_list_of_clauses_can_complain() -> None:
    from collections import Counter

    stated, tested = Counter({"KB-1": 1, "KB-2": 2}), Counter({"KB-1": 1, "KB-9": 1})
    found = clauses.complaints(stated, tested)
    assert "KB-2 has no test" in found and "KB-9 is tested but stands on no rule page" in found
    assert "KB-2 stands 2 times in the rule pages" in found
    assert clauses.complaints(Counter(), Counter())
