"""The layers: who may import whom. An import that breaks them fails here."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "parlour"

# A layer, and those below it that it may import. The engine knows no game, games do not know each other.
MAY_IMPORT = {
    "engine": set(),
    "components": {"engine"},
    "games": {"engine", "components"},
    "physics": {"engine", "components"},
    "tower": {"engine", "components", "games", "physics"},
    "bots": {"engine", "components", "games", "physics", "tower"},
    "lab": {"engine", "components", "games", "physics", "tower", "bots"},
    "how_to_play": {"engine", "games"},
    "rulebook": {"engine", "games", "how_to_play"},
    "terminal": {"engine", "games", "bots", "rulebook", "components", "physics", "tower", "parlour"},
    "server": {"engine", "games", "bots", "how_to_play", "rulebook", "components", "physics", "tower"},
    "testing": {"engine", "bots"},
    "cli": {"engine", "games", "bots", "lab", "rulebook", "server", "terminal", "parlour"},
    "parlour": {"engine", "games", "lab"},
    "__main__": {"cli"},
}
# Third parties: rules need nothing but these two, and Numba only when a rule runs.
ENGINE_MAY_USE = {"numpy", "numba"}


def games() -> list[Path]:
    """Every game: a file, or a folder of files."""
    found = (SOURCES / "games").iterdir()
    return [path for path in found if path.name != "__pycache__" and path.stem != "__init__"]


def layer_of(path: Path) -> str:
    first = path.relative_to(SOURCES).parts[0]
    return "parlour" if first == "__init__.py" else first.removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every module that a file imports, as a full name."""
    package = ["parlour", *path.relative_to(SOURCES).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module, node.lineno
            if module == "parlour":
                yield from ((f"parlour.{alias.name}", node.lineno) for alias in node.names)


def test_every_import_goes_down_the_layers() -> None:
    wrong = []
    for path in sorted(SOURCES.rglob("*.py")):
        layer = layer_of(path)
        for module, line in imports(path):
            parts = module.split(".")
            if parts[0] != "parlour" or len(parts) == 1:
                continue
            target = parts[1] if (SOURCES / parts[1]).is_dir() or (SOURCES / f"{parts[1]}.py").exists() else "parlour"
            if target != layer and target not in MAY_IMPORT[layer]:
                wrong.append(f"{path.relative_to(SOURCES)}:{line} ({layer}) imports {module}")
    assert not wrong, "\n".join(wrong)


def test_games_do_not_know_each_other() -> None:
    for game in games():
        own = f"parlour.games.{game.stem}"
        for path in [game] if game.is_file() else game.glob("*.py"):
            others = [
                module
                for module, _ in imports(path)
                if module.startswith("parlour.games") and not (game.is_dir() and (module + ".").startswith(f"{own}."))
            ]
            assert not others, f"{path.relative_to(SOURCES)} imports {others}"


def test_the_engine_needs_numpy_and_numba_only() -> None:
    import sys

    for path in (SOURCES / "engine").glob("*.py"):
        for module, line in imports(path):
            first = module.split(".")[0]
            allowed = first in sys.stdlib_module_names or first in {"parlour", *ENGINE_MAY_USE}
            assert allowed, f"{path.name}:{line} imports {module}"


def test_the_engine_names_no_game() -> None:
    names = [path.stem for path in games()]
    for path in (SOURCES / "engine").glob("*.py"):
        code = ast.parse(path.read_text(encoding="utf-8"))
        said = {node.id for node in ast.walk(code) if isinstance(node, ast.Name)}
        said |= {node.attr for node in ast.walk(code) if isinstance(node, ast.Attribute)}
        assert not said & set(names), f"{path.name} names {said & set(names)}"


def test_every_layer_is_listed() -> None:
    found = {layer_of(path) for path in SOURCES.rglob("*.py")}
    assert found == set(MAY_IMPORT)
