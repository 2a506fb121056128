"""A worker knows all addresses without loading the pages."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern

from clubsite.run import addresses
from tests.live import ROOT, environment

SHOWN = """
from clubsite.celery import app, know_addresses_without_pages
import django, sys
django.setup()
know_addresses_without_pages()
from django.urls import reverse
print(reverse("standings", args=["open", 2]), "tournaments.urls" in sys.modules)
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path


def known(patterns: Sequence[URLPattern | URLResolver]) -> dict[str, list[Any]]:
    """Return by name all that `reverse` looks at."""
    found = URLResolver(RegexPattern(r"^/"), patterns).reverse_dict
    return {
        name: [
            (possible, pattern, defaults, {key: type(how) for key, how in hows.items()})
            for possible, pattern, defaults, hows in found.getlist(name)
        ]
        for name in found
        if isinstance(name, str)
    }


def test_addresses_are_those_of_the_pages() -> None:
    pages = get_resolver(addresses.PAGES).url_patterns
    assert addresses.write_routes() is True
    assert addresses.write_routes() is False
    routes = addresses.patterns()
    assert known(routes) == known(pages)
    assert len(known(routes)) > 100
    for route in routes:
        assert isinstance(route, URLPattern)
        with pytest.raises(RuntimeError, match="no request"):
            route.callback()


@pytest.mark.parametrize("text", ["", "[", "{}", '{"of": "", "routes": []}'])
def test_with_another_file_or_none_the_pages_are_loaded(
    tmp_path: Path, text: str
) -> None:
    pages = get_resolver(addresses.PAGES).url_patterns
    assert addresses.patterns() is pages
    (tmp_path / "addresses.json").write_text(text, encoding="utf-8")
    assert addresses.patterns() is pages
    assert addresses.write_routes() is True
    assert addresses.read_routes() is not None


@pytest.mark.parametrize("is_prepared", [True, False])
def test_a_worker_loads_no_page_for_an_address(
    tmp_path: Path, is_prepared: bool
) -> None:
    if is_prepared:
        addresses.write_routes()
    done = subprocess.run(
        [sys.executable, "-c", SHOWN],
        cwd=ROOT,
        env=environment(
            tmp_path,
            CRAWFORD_SECRET_KEY="x" * 50,
            DJANGO_SETTINGS_MODULE="clubsite.settings",
        ),
        capture_output=True,
        text=True,
        check=False,
    )
    shown = f"/tournaments/open/stages/2/standings/ {not is_prepared}\n"
    assert done.stdout == shown, done.stderr
