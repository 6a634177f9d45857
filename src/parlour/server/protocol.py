"""Writes what others know of the messages: TypeScript for the page, and the lists in docs/protocol.md.

    python -m parlour.server.protocol

What a message means stands in `messages.py`, once. What the page sends may leave out whatever has a default; what the
server sends holds everything.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
from msgspec import inspect as kinds

from . import messages

ROOT = Path(__file__).parents[3]
TYPESCRIPT = ROOT / "web" / "src" / "lib" / "protocol.ts"
PAGE = ROOT / "docs" / "protocol.md"

FROM_PAGE = get_args(messages.FromPage)
FROM_SERVER = get_args(messages.FromServer)
TOWERS = (messages.PiecesShown, messages.PlatformShown, messages.PieceOutline, messages.TowerShown)
ASKED = (messages.NewTable, messages.SitDown, messages.ReadComponent)
SHOWN = (messages.TableInfo, messages.Shelf, messages.RulesShown, *TOWERS)
ANSWERED = (messages.TableOpened, messages.HeldSeat, messages.ComponentRead, messages.Problem)

_HEAD = "// Made from src/parlour/server/messages.py by `python -m parlour.server.protocol`; do not edit.\n"


def typescript() -> str:
    """The module that the page imports."""
    parts = [_HEAD]
    sent = _with_parts((*FROM_PAGE, *ASKED))
    received = _with_parts((*FROM_SERVER, *ANSWERED, *SHOWN))
    for kind in received:
        parts.append(_interface(kind, sent=False))
    for kind in sent:
        if kind not in received:
            parts.append(_interface(kind, sent=True))
    parts.append(_union("FromPage", FROM_PAGE))
    parts.append(_union("FromServer", FROM_SERVER))
    return "\n".join(parts)


def _with_parts(wanted: tuple[type, ...]) -> list[type]:
    """These classes and all that they are made of, parts first."""
    found: list[type] = []

    def visit(kind: kinds.Type) -> None:
        if isinstance(kind, kinds.StructType):
            for field in kind.fields:
                visit(field.type)
            if kind.cls not in found:
                found.append(kind.cls)
        for inner in _inside(kind):
            visit(inner)

    for one in wanted:
        visit(kinds.type_info(one))
    return found


def _inside(kind: kinds.Type) -> Iterator[kinds.Type]:
    match kind:
        case kinds.ListType(item_type=item):
            yield item
        case kinds.DictType(value_type=value):
            yield value
        case kinds.UnionType(types=types):
            yield from types
        case kinds.TupleType(item_types=items):
            yield from items


def _interface(struct: type, sent: bool) -> str:
    info = kinds.type_info(struct)
    assert isinstance(info, kinds.StructType)
    lines = [f"export interface {struct.__name__} {{"]
    if info.tag is not None:
        lines.append(f'  type: "{info.tag}";')
    comments = _comments(struct)
    for field in info.fields:
        if field.name in comments:
            lines.append(f"  /** {comments[field.name]} */")
        optional = "?" if sent and not field.required else ""
        lines.append(f"  {field.encode_name}{optional}: {_type(field.type)};")
    about = _about(struct)
    return (f"/** {about} */\n" if about else "") + "\n".join([*lines, "}\n"])


def _type(kind: kinds.Type) -> str:
    match kind:
        case kinds.StructType(cls=struct):
            return struct.__name__
        case kinds.NoneType():
            return "null"
        case kinds.BoolType():
            return "boolean"
        case kinds.IntType() | kinds.FloatType():
            return "number"
        case kinds.StrType():
            return "string"
        case kinds.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case kinds.ListType(item_type=item):
            several = isinstance(item, kinds.UnionType | kinds.LiteralType)
            return f"({_type(item)})[]" if several else f"{_type(item)}[]"
        case kinds.DictType(value_type=value):
            return f"Record<string, {_type(value)}>"
        case kinds.TupleType(item_types=items):
            return f"[{', '.join(map(_type, items))}]"
        case kinds.UnionType(types=types):
            return " | ".join(sorted(map(_type, types), key=lambda name: name == "null"))
        case kinds.AnyType():
            return "unknown"
    raise TypeError(f"no TypeScript is known for {kind}")


def _union(name: str, structs: tuple[type, ...]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {struct.__name__}" for struct in structs) + ";\n"


def _about(struct: type) -> str:
    written = struct.__doc__ or ""
    return "" if written.startswith(f"{struct.__name__}(") else " ".join(inspect.cleandoc(written).split())


def _comments(struct: type) -> dict[str, str]:
    """What stands behind each field in the source."""
    return dict(re.findall(r"^    (\w+): .*?  # (.*)$", inspect.getsource(struct), re.MULTILINE))


def lists() -> dict[str, str]:
    """The lists of messages, by the name of their place in the page."""
    return {
        "from the page": _described(FROM_PAGE),
        "from the server": _described(FROM_SERVER),
        "parts": _described(
            (
                messages.TableInfo,
                messages.Seat,
                messages.Settings,
                messages.Clocks,
                messages.Live,
                messages.Moment,
                messages.Turn,
                messages.Ending,
            )
        ),
        "fairness": _described((messages.Fairness,)),
        "over HTTP": _described((*ASKED, *ANSWERED, *TOWERS)),
    }


def _described(structs: tuple[type, ...]) -> str:
    lines = []
    for struct in structs:
        info = kinds.type_info(struct)
        assert isinstance(info, kinds.StructType)
        about = _about(struct)
        lines.append(f"- **`{info.tag or struct.__name__}`**{': ' + about if about else ''}")
        comments = _comments(struct)
        for field in info.fields:
            default = ""
            if field.default is not msgspec.NODEFAULT and not isinstance(field.default, msgspec.Struct):
                default = f", by default `{msgspec.json.encode(field.default).decode()}`"
            said = f": {comments[field.name]}" if field.name in comments else ""
            lines.append(f"  - `{field.name}` ({_type(field.type).replace(' | ', ' or ')}{default}){said}")
    return "\n".join(lines)


def page(text: str) -> str:
    """docs/protocol.md with its lists made anew."""
    for name, made in lists().items():
        place = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        text, found = place.subn(lambda at, made=made: f"{at[1]}{made}\n{at[2]}", text)  # type: ignore[misc]
        assert found == 1, name
    return text


def main() -> None:
    TYPESCRIPT.write_text(typescript(), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
