"""The schema of the API, made from the table of its operations."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from inspect import getdoc
from typing import Any, Final

import msgspec
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from matches.api.operations import JSON, Operation, Resource
from matches.api.shapes import Problem

VERSION: Final = "1"
ROOT: Final = f"api/v{VERSION}/"
_REF: Final = "#/components/schemas/{name}"
_PARAMETER: Final = re.compile(r"<(?:(\w+):)?(\w+)>")
_REFUSED: Final = {
    "401": "The token is missing, or does not work",
    "403": "The role of the token does not allow it",
    "404": "Nothing is there, or nothing that the asker may know of",
    "405": "The address takes other methods",
    "409": "Somebody else was first, or the key was used for something else",
    "413": "More than one request may carry",
    "422": "The request is wrong: the code says what of it",
    "429": "Too many requests from one address",
}
_OF_READS: Final = ("401", "404", "405", "422", "429")
_OF_WRITES: Final = ("401", "403", "404", "405", "409", "413", "422", "429")


@cache
def document() -> dict[str, object]:
    """Return the schema. Made once: addresses do not change while the site runs."""
    found = sorted(resources())
    kinds = list(dict.fromkeys(_kinds(found)))
    shapes, components = msgspec.json.schema_components(kinds, ref_template=_REF)
    of = dict(zip(kinds, shapes, strict=True))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Crawford",
            "version": VERSION,
            "description": "Tournaments, players, rounds, matches and standings.",
        },
        "servers": [{"url": f"{settings.SITE_PATH}/"}],
        "paths": {
            path: {
                method.lower(): _operation(path, operation, of)
                for method, operation in resource.operations.items()
            }
            for path, resource in found
        },
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def resources() -> Iterator[tuple[str, Resource]]:
    """Yield every resource of the site with its address."""
    for route, callback in _views(get_resolver(), ""):
        if isinstance(callback, Resource):
            yield "/" + _PARAMETER.sub(r"{\2}", route), callback


def _views(of: URLResolver, before: str) -> Iterator[tuple[str, Any]]:
    for found in of.url_patterns:
        route = f"{before}{found.pattern}"
        if isinstance(found, URLPattern):
            yield route, found.callback
        else:
            yield from _views(found, route.removeprefix("^/"))


def _kinds(found: list[tuple[str, Resource]]) -> Iterator[Any]:
    yield Problem
    for _path, resource in found:
        for operation in resource.operations.values():
            yield operation.answer
            yield operation.query
            if operation.body is not None:
                yield operation.body


def _operation(
    path: str, operation: Operation, of: Mapping[Any, object]
) -> dict[str, Any]:
    refused = _OF_READS if operation.body is None else _OF_WRITES
    told: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "description": getdoc(operation.run) or "",
        "parameters": [*_in_path(path), *_in_query(operation)],
        "responses": {
            str(int(operation.status)): {
                "description": operation.summary,
                "content": {JSON: {"schema": of[operation.answer]}},
            },
            **{status: _refusal(status, of) for status in refused},
        },
        "security": [{}, {"token": []}],
    }
    if operation.body is None:
        told["responses"]["304"] = {"description": "As the ETag says: not changed"}
        return told
    told["security"] = [{"token": []}]
    told["requestBody"] = {
        "required": True,
        "content": {JSON: {"schema": of[operation.body]}},
    }
    return told


def _refusal(status: str, of: Mapping[Any, object]) -> dict[str, object]:
    return {
        "description": _REFUSED[status],
        "content": {JSON: {"schema": of[Problem]}},
    }


def _in_path(path: str) -> Iterator[dict[str, object]]:
    numbers = {"number", "stage", "pk"}
    for name in re.findall(r"{(\w+)}", path):
        kind = {"type": "integer", "minimum": 0} if name in numbers else _TEXT
        yield {"name": name, "in": "path", "required": True, "schema": kind}


_TEXT: Final = {"type": "string", "minLength": 1}


def _in_query(operation: Operation) -> Iterator[dict[str, object]]:
    _shape, components = msgspec.json.schema_components([operation.query])
    found = components[operation.query.__name__]
    for name, kind in found["properties"].items():
        yield {
            "name": name,
            "in": "query",
            "required": name in found["required"],
            "schema": kind,
        }
