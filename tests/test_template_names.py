"""Where the names in templates come from: one `page`, or the site's own.

A page is given as one typed value, so that mypy sees what its template gets. Each
template that is rendered is walked here with all that it includes and extends; names
that it makes itself (`for`, `with`, `as`) are known from there on.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.template import Node, NodeList, engines
from django.template.base import FilterExpression, Variable
from django.template.defaulttags import ForNode, WithNode
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode
from django.templatetags.i18n import BlockTranslateNode

from tests.test_templates import PAGES

SITE = {
    "LANGUAGES",
    "block",
    "club",
    "csrf_token",
    "forloop",
    "is_player",
    "own_keys",
    "may",
    "messages",
    "page",
    "redo_url",
    "request",
    "site",
    "undo_url",
    "user",
}
"""The page, what context processors add, and what Django itself sets."""
CONSTANTS = {"True", "False", "None"}
LEFT_OUT = {
    "_empty.html": {"action", "icon", "id", "text", "title", "url"},
    "_fresh.html": {"no_key"},
    "_next_step.html": {"step_number"},
    "_pages.html": {"by_name"},
    "_stack.html": {"part"},
    "matches/decisions/_late.html": {"proposal"},
    "matches/reports/_version_form.html": {"send_playing_games"},
    "tournaments/desk/_matches.html": {"is_played"},
    "tournaments/_listing_search.html": {"form_only"},
    "tournaments/public/_lines.html": {"to_desk"},
}
"""Names that those who include or extend these templates may leave out."""

PLAIN = ("account/", "matches/accounts/", "matches/web/", "mfa/")
"""Where the names in templates are those of views."""

ASSIGNED = ("asvar", "target_var", "varname", "variable")
"""How nodes call the name after `as`."""


def rendered() -> list[str]:
    """Return the templates that are pages of one value; others are parts or plain."""
    bases = {"base.html", "error.html"}
    names = [
        name
        for name in PAGES
        if not Path(name).name.startswith("_") and not name.startswith(PLAIN)
    ]
    return [name for name in names if Path(name).name not in bases]


def names_in(value: Any) -> Iterator[str]:
    """Yield the first names of all variables in an attribute of a node."""
    if isinstance(value, FilterExpression):
        yield from names_in(value.var)
        for _function, arguments in value.filters:
            for _is_lookup, argument in arguments:
                yield from names_in(argument)
    elif isinstance(value, Variable):
        if value.lookups and value.literal is None and value.var not in CONSTANTS:
            yield value.lookups[0]
    elif isinstance(value, dict):
        yield from names_in(list(value.values()))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from names_in(one)
    elif not isinstance(value, Node | NodeList | str | int | type(None)):
        for name in ("value", "first", "second", "vars"):  # terms of conditions
            yield from names_in(getattr(value, name, None))


def loose(nodes: Iterable[Node], known: set[str]) -> set[str]:
    """Return the names that nobody made. Names made on the way are added to `known`."""
    found: set[str] = set()
    for node in nodes:
        found |= _loose_in(node, known)
    return found


def _loose_in(node: Node, known: set[str]) -> set[str]:
    if isinstance(node, ExtendsNode):
        name = str(node.parent_name.var)
        may_miss = LEFT_OUT.get(name, set())
        above = loose(source(name), known | may_miss)
        return loose(node.nodelist, set(known)) | above
    if isinstance(node, IncludeNode):
        given = node.extra_context
        name = str(node.template.var)
        inside = {*known, *given, *LEFT_OUT.get(name, set())}
        return (set(names_in(given)) - known) | loose(source(name), inside)
    inner = set(known)
    if isinstance(node, ForNode):
        inner |= set(node.loopvars)
    if isinstance(node, WithNode | BlockTranslateNode):
        inner |= set(node.extra_context)
    own = {
        name
        for attribute, value in vars(node).items()
        if attribute not in {"loopvars", "origin", "token"}
        for name in names_in(value)
    }
    found = own - known
    if isinstance(node, BlockTranslateNode):
        inner |= {node.countervar} if node.countervar else set()
        tokens = [*node.singular, *(node.plural or ())]
        found |= {
            token.contents.split("|")[0]
            for token in tokens
            if token.token_type.name == "VAR"
        } - inner
    if isinstance(node, BlockNode):
        return found | loose(node.nodelist, inner)
    for part in ("nodelist", "nodelist_loop", "nodelist_empty"):
        found |= loose(getattr(node, part, ()), inner)
    for _condition, branch in getattr(node, "conditions_nodelists", ()):
        # What a branch makes is known after it: {% if %}{% translate … as title %}.
        found |= loose(branch, inner)
    if not isinstance(node, ForNode | WithNode | BlockTranslateNode):
        known |= inner
    for attribute in ASSIGNED:
        name = getattr(node, attribute, None)
        if isinstance(name, str):
            known.add(name)
    return found


def source(name: str) -> NodeList:
    """Return the nodes of a template."""
    return engines["django"].engine.get_template(name).nodelist


def test_pages_are_given_as_one_value() -> None:
    assert set(LEFT_OUT) <= set(PAGES)
    faults = {
        name: names
        for name in rendered()
        if (names := sorted(loose(source(name), set(SITE))))
    }
    told = "\n".join(f"{name}: {', '.join(names)}" for name, names in faults.items())
    assert not faults, told


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("{{ page.match }}{{ match.code }}", {"match"}),
        ("{% for one in page.all %}{{ one }}{% endfor %}{{ one }}", {"one"}),
        ("{% with a=b.c %}{{ a }}{% endwith %}", {"b"}),
        ("{% if not a.b or c == 'x' %}{% endif %}", {"a", "c"}),
        ("{% load i18n %}{% translate 'A' as told %}{{ told }}", set()),
        ("{{ page.day|default:other }}", {"other"}),
        ("{% include '_empty.html' with title=one %}", {"one"}),
    ],
)
def test_the_walk_finds(text: str, names: set[str]) -> None:
    found = loose(engines["django"].from_string(text).template.nodelist, set(SITE))
    assert found == names
