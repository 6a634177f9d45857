"""Where a page comes from, as browsers say it and as people write it."""

from __future__ import annotations

import pytest

from parlour.engine.errors import BadOption
from parlour.server.origins import comes_from, read_origin


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("https://games.example.org", "https://games.example.org"),
        ("https://games.example.org/", "https://games.example.org"),
        ("HTTPS://Games.Example.ORG", "https://games.example.org"),
        ("https://games.example.org:443", "https://games.example.org"),
        ("http://games.example.org:443", "http://games.example.org:443"),
        ("http://192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://spiele.bücher.example", "https://spiele.xn--bcher-kva.example"),
    ],
)
def test_a_site_may_be_written_in_several_ways(written: str, meant: str) -> None:
    origins = frozenset({read_origin(written)})
    assert origins == {meant}
    assert comes_from(meant, "elsewhere:8000", origins)


@pytest.mark.parametrize(
    "written",
    ["", "games.example.org", "games.example.org:8000", "ftp://games.example.org", "https://", "https:///t",
     "https://games.example.org/play", "https://games.example.org?a", "https://me@games.example.org", "null", "*",
     "https://games.example.org:port", "https://games.example.org:99999", "http://[", "https://a..b"],
)  # fmt: skip
def test_what_is_no_site_is_said_to_be_none(written: str) -> None:
    with pytest.raises(BadOption, match="--origin: expected the address of a site, such as https://games"):
        read_origin(written)


def test_only_this_site_and_those_named_may_do_things_here() -> None:
    origins = frozenset({"https://games.example.org"})
    for origin in ("http://here:8000", "HTTP://HERE:8000", "https://games.example.org", "https://GAMES.example.org"):
        assert comes_from(origin, "here:8000", origins)
    for origin in (
        "null", "", "http://here", "http://here:8001", "http://games.example.org", "http://[", "http://a..b",
        "https://games.example.org.evil.example", "https://games.example.org:8443", "http://x:port",
    ):  # fmt: skip
        assert not comes_from(origin, "here:8000", origins)
