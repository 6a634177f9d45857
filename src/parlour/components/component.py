"""A component: the content of a TOML file, ours (a preset, by name) or a user's own, checked when it is loaded."""

from __future__ import annotations

import functools
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Self

from ..engine.errors import BadComponent

_HERE = Path(__file__).parent


class Component(ABC):
    """A subclass says where its presets are and checks what a file says."""

    kind: ClassVar[str]  # "deck", as errors name it
    folder: ClassVar[str]  # where the presets are

    def __init__(self, content: Mapping[str, Any], where: str, preset: str | None) -> None:
        self.content = dict(content)
        self.where = where  # the file, for complaints
        self.preset = preset
        self.title = self._title()
        self.check()

    @abstractmethod
    def check(self) -> None:
        """Take the content apart, or complain."""

    @property
    def as_option(self) -> Any:
        """How records and positions name it: by preset, or by its whole content."""
        return self.preset or self.content

    @classmethod
    def presets(cls) -> list[str]:
        """The names of those that come with Parlour."""
        return sorted(path.stem for path in (_HERE / cls.folder).glob("*.toml"))

    @classmethod
    def load(cls, value: Any) -> Self:
        """From the name of a preset, the path of a file, or the content of one."""
        if isinstance(value, cls):
            return value
        if isinstance(value, Mapping):
            return cls(value, f"this {cls.kind}", None)
        if not isinstance(value, str | Path):
            raise BadComponent(f"{cls.kind}: {value!r} is neither a name, a file nor the content of one")
        if value in cls.presets():
            return cls._preset(str(value))
        path = Path(value)
        if not _is_file(path):
            raise BadComponent(
                f"{cls.kind}: there is no {str(value)[:200]!r}; right would be {', '.join(cls.presets())}, "
                "or the path of a TOML file"
            )
        return cls.read(_text(path, cls.kind), str(path))

    @classmethod
    def read(cls, text: str, where: str = "") -> Self:
        """From the text of a file."""
        where = where or f"this {cls.kind}"
        return cls(cls.parse(text, where), where, None)

    @classmethod
    def parse(cls, text: str, where: str) -> Mapping[str, Any]:
        """The content of a text in TOML. A subclass may know a plainer form, too."""
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadComponent(f"{where}: not a TOML file: {error}") from None
        except (ValueError, RecursionError):  # a number of thousands of digits, or brackets in brackets
            raise BadComponent(f"{where}: no {cls.kind} is written like this") from None

    @classmethod
    @functools.cache  # ours do not change while we run: each is read once
    def _preset(cls, name: str) -> Self:
        where = f"{name}.toml"
        return cls(cls.parse(_text(_HERE / cls.folder / where, cls.kind), where), where, name)

    def wrong(self, what: str) -> BadComponent:
        """A complaint that names the file."""
        return BadComponent(f"{self.where}: {what}")

    def only_keys(self, table: Mapping[str, Any], known: tuple[str, ...], place: str = "") -> None:
        """Complain of keys that mean nothing: they are spelling mistakes."""
        prefix = f"{place}: " if place else ""
        for key in table:
            if key not in known:
                raise self.wrong(f"{prefix}unknown {key!r}; expected {', '.join(known)}")

    def table(self, key: str) -> Mapping[str, Any]:
        """A table of the file that must be there."""
        value = self.content.get(key)
        if not isinstance(value, Mapping):
            raise self.wrong(f"the table [{key}] is missing" if value is None else f"{key} must be a table [{key}]")
        return value

    def _title(self) -> str:
        title = self.content.get("title")
        if not isinstance(title, str) or not title.strip():
            raise self.wrong(f'expected title = "..." with the name of this {self.kind}, found {title!r}')
        return title.strip()


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that is too long, or a folder that may not be read
        return False


def _text(path: Path, kind: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadComponent(f"{path}: this {kind} cannot be read: it is not written in UTF-8") from None
    except OSError as error:
        raise BadComponent(f"{path}: this {kind} cannot be read: {error}") from None
