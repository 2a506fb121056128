"""The addresses of the site without its pages, for the worker.

Jobs write addresses on paper and into messages, and answer no request. Loading all
pages to know their addresses takes 13 MB, so `manage.py prepare` writes the routes into
a file, and the worker reads them (`clubsite.worker_urls`).
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

import django
from django.conf import settings
from django.urls import (
    URLPattern,
    URLResolver,
    get_resolver,
    path,
    re_path,
    register_converter,
)
from django.urls.converters import get_converters
from django.urls.resolvers import RegexPattern

from tournaments.structure.stage_converter import StageConverter

PAGES: Final = "clubsite.urls"
PACKAGES: Final = ("clubsite", "matches", "tournaments")


class Route(NamedTuple):
    """The route of a page: of `path`, or of `re_path` if it `is_regex`."""

    name: str
    route: str
    is_regex: bool
    values: dict[str, Any]


def write_routes() -> bool:
    """Write the routes of all pages if a module changed; return True if so."""
    if read_routes() is not None:
        return False
    kept = {"of": _fingerprint(), "routes": list(_routes(get_resolver(PAGES), ""))}
    # Write, then rename: a worker never reads half a file. On a disk that is full or
    # read-only the worker loads the pages.
    part = _file().with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        part.write_text(json.dumps(kept), encoding="utf-8")
        part.replace(_file())
    return True


def read_routes() -> list[Route] | None:
    """Return the routes of all pages, None if the file is missing or an old one."""
    try:
        kept = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if kept.get("of") != _fingerprint():
        return None
    return [Route(*route) for route in kept["routes"]]


def patterns() -> Sequence[URLPattern | URLResolver]:
    """Return the URL patterns of all pages, without their views if the file is there.

    Without it the pages are loaded: the same addresses, and a larger process.
    """
    routes = read_routes()
    if routes is None:
        return get_resolver(PAGES).url_patterns
    if "stage" not in get_converters():
        register_converter(StageConverter, "stage")
    return [
        (re_path if route.is_regex else path)(
            route.route, _no_page, route.values, name=route.name
        )
        for route in routes
    ]


def _routes(resolver: URLResolver, before: str) -> Iterator[Route]:
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            # No job writes an address of the API, whose names are a space of their own.
            yield from () if one.namespace else _routes(one, route)
        elif one.name:
            is_regex = isinstance(one.pattern, RegexPattern)
            yield Route(one.name, route, is_regex, one.default_args)


def _fingerprint() -> str:
    """Return a digest of all modules of the product.

    Not of those that list routes alone: the routes of the API come from its operations,
    which stand in many rooms. Reading all takes some hundredths of a second.
    """
    digest = sha256(django.__version__.encode())
    for package in PACKAGES:
        for module in sorted((Path(settings.BASE_DIR) / package).rglob("*.py")):
            digest.update(module.read_bytes())
    return digest.hexdigest()


def _file() -> Path:
    return Path(settings.DATA_DIR) / "addresses.json"


def _no_page(*_args: object, **_kwargs: object) -> NoReturn:
    message = "a worker answers no request"
    raise RuntimeError(message)
