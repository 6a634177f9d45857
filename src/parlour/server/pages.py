"""The files of the page, read once and kept compressed."""

from __future__ import annotations

import gzip
import mimetypes
import sys
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

_PLACES = (  # in the sources, or where the package was installed
    Path(__file__).parents[3] / "web" / "dist",
    Path(sys.prefix) / "share" / "parlour" / "web",
)
_FOREVER = "public, max-age=31536000, immutable"  # names of files in assets/ change with their content
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
SAFE_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # a link to a table is an invitation
    "Cross-Origin-Opener-Policy": "same-origin",
}
_NO_PAGE = (
    b"<!doctype html><title>Parlour</title><p>The page has not been built yet. Run <code>make web</code> and start "
    b"the server again."
)


@dataclass(frozen=True)
class _File:
    content: bytes
    packed: bytes | None
    kind: str
    lasting: str


class Pages:
    def __init__(self, folder: Path | None = None) -> None:
        found = folder or next((place for place in _PLACES if (place / "index.html").exists()), None)
        self.files: dict[str, _File] = {}
        if found is not None:
            for path in sorted(found.rglob("*")):
                if path.is_file():
                    self.files["/" + path.relative_to(found).as_posix()] = _read(path)
        self.built = "/index.html" in self.files
        self.files.setdefault("/index.html", _File(_NO_PAGE, None, "text/html; charset=utf-8", "no-cache"))

    def file(self, request: Request) -> Response:
        file = self.files.get(request.url.path)
        return _response(request, file) if file else self.index(request, 404)

    def index(self, request: Request, status: int = 200) -> Response:
        """The page itself: it shows what belongs to its address."""
        return _response(request, self.files["/index.html"], status)


def _read(path: Path) -> _File:
    content = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind.endswith(("javascript", "json")):
        kind += "; charset=utf-8"
    packed = gzip.compress(content, 9, mtime=0)
    lasting = _FOREVER if "assets" in path.parts else "no-cache"
    return _File(content, packed if len(packed) < 0.9 * len(content) else None, kind, lasting)


def _response(request: Request, file: _File, status: int = 200) -> Response:
    headers = {"Cache-Control": file.lasting, "Vary": "Accept-Encoding", **SAFE_HEADERS}
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(file.packed, status, headers, file.kind)
    return Response(file.content, status, headers, file.kind)
