"""Where a page comes from: ours, or one that --origin names, may do things here; no other in its visitors' names."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from ..engine.errors import BadOption

_USUAL = {"http": 80, "https": 443}  # browsers leave these out


def comes_from(origin: str, host: str, origins: frozenset[str]) -> bool:
    """Whether a page of this origin may do things here, at this host."""
    try:
        return urlsplit(origin).netloc.lower() == host.lower() or _plain(urlsplit(origin)) in origins
    except ValueError:  # such as http://[
        return False


def read_origin(text: str) -> str:
    """An origin as somebody wrote it, in the form that is compared."""
    try:
        found = urlsplit(text.strip())
        more = found.path not in ("", "/") or found.query or found.fragment or found.username is not None
        if found.scheme in _USUAL and found.hostname and not more:
            return _plain(found)
    except ValueError:
        pass
    raise BadOption(
        f"--origin: expected the address of a site, such as https://games.example.org or http://192.168.1.5:8000, "
        f"found {text!r}"
    )


def _plain(origin: SplitResult) -> str:
    host = origin.hostname or ""
    host = f"[{host}]" if ":" in host else host.encode("idna").decode()
    port = "" if origin.port in (None, _USUAL.get(origin.scheme)) else f":{origin.port}"
    return f"{origin.scheme}://{host}{port}"
