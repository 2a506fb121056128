"""Every `page.x.y` that a template names exists: on the page, and on what it holds.

mypy checks what a view puts into a `Page`; Django shows nothing for a name that does
not exist, without a word. Here the templates of each page are walked with the types of
its fields and properties. Where a type is not known (`Any`, `object`, the fields that a
form adds), nothing is said about what comes after it.
"""

import functools
import inspect
import sys
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any

import pytest
from django.db.models import Field, ForeignObjectRel, Model
from django.forms import BaseForm, BoundField
from django.template import Node, engines
from django.template.base import FilterExpression, Variable
from django.template.defaulttags import ForNode, WithNode
from django.template.loader_tags import ExtendsNode, IncludeNode
from django.templatetags.i18n import BlockTranslateNode
from django.urls import get_resolver
from django.utils.functional import Promise, cached_property

from clubsite.faults import FaultPage
from matches.web.answers import Page
from tests.test_template_names import ASSIGNED, SITE, loose, rendered, source

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
UNKNOWN = object()
"""What may have any name."""
MISSING = object()
"""What a name without a value is."""
OURS = {"builtins", "clubsite", "matches", "tests", "tournaments"}
"""Packages whose classes say which attributes they have, in annotations."""
WITHOUT_VALUE = {
    *("400.html", "403.html", "403_csrf.html", "404.html", "500.html"),
    *(
        path.relative_to(TEMPLATES).as_posix()
        for path in TEMPLATES.rglob("*_base.html")
    ),
}
"""Pages that Django shows by itself, and bases of pages."""

Scope = dict[str, Any]


def pages(base: type[Page] = Page) -> Iterator[type[Page]]:
    """Yield all pages with a template; those of tests are no pages of the product."""
    for page in base.__subclasses__():
        if hasattr(page, "template") and not page.__module__.startswith("tests"):
            yield page
        yield from pages(page)


def is_part(template: str) -> bool:
    """Whether a template is a part of a page, for htmx alone."""
    return PurePath(template).name.startswith("_")


def members(kind: Any) -> list[Any]:
    """Return the types of a union without None, and of everything else itself."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return [
            one
            for part in typing.get_args(kind)
            if part is not types.NoneType
            for one in members(part)
        ]
    if typing.get_origin(kind) in (typing.Final, typing.ClassVar, typing.Annotated):
        return members(typing.get_args(kind)[0])
    return [kind]


def is_open(kind: Any) -> bool:
    """Whether nothing is known about a type."""
    return kind in (UNKNOWN, Any, object) or isinstance(kind, typing.TypeVar | str)


def attribute(kind: Any, name: str) -> Any:
    """Return the type of a name, MISSING if no type of a union has it."""
    found = [one for part in members(kind) if (one := _of_one(part, name)) != MISSING]
    if not found:
        return MISSING
    return found[0] if len(found) == 1 else typing.Union[tuple(found)]  # noqa: UP007


def _of_one(kind: Any, name: str) -> Any:
    plain = typing.get_origin(kind) or kind
    if is_open(kind) or not isinstance(plain, type) or plain is Promise:
        return UNKNOWN
    if issubclass(plain, Mapping):
        return _of_mapping(kind, plain, name)
    if name.isdecimal():
        return element(kind, int(name))
    if issubclass(plain, BaseForm) and not hasattr(plain, name):
        return BoundField if name in getattr(plain, "base_fields", ()) else UNKNOWN
    return _of_class(plain, name)


def _of_mapping(kind: Any, plain: type, name: str) -> Any:
    key, value = typing.get_args(kind) or (UNKNOWN, UNKNOWN)
    if not hasattr(plain, name):
        return value
    return list[tuple[key, value]] if name == "items" else UNKNOWN


def _of_class(kind: type, name: str) -> Any:
    hint = _hints(kind).get(name, MISSING)
    if hint is not MISSING:
        return hint
    if issubclass(kind, Model) and (related := _of_model(kind, name)) is not MISSING:
        return related
    found = inspect.getattr_static(kind, name, MISSING)
    if isinstance(found, property):
        return _returned(found.fget)
    if isinstance(found, cached_property):
        return _returned(found.func)
    if inspect.isfunction(found):
        return _returned(found)
    is_ours = kind.__module__.split(".")[0] in OURS
    return MISSING if found is MISSING and is_ours else UNKNOWN


def _of_model(kind: type[Model], name: str) -> Any:
    found = {column.name: column for column in kind._meta.get_fields()}.get(name)
    if isinstance(found, Field) and found.is_relation:
        return found.related_model
    if isinstance(found, ForeignObjectRel):
        return MISSING  # the accessor may have another name
    return MISSING if found is None else UNKNOWN


def _hints(kind: type) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in reversed(kind.__mro__):
        space = vars(sys.modules[one.__module__])
        for name, hint in inspect.get_annotations(one).items():
            found[name] = _meant(hint, space)
    return found


def _returned(function: Any) -> Any:
    hint = inspect.get_annotations(function).get("return", UNKNOWN)
    return _meant(hint, getattr(function, "__globals__", {}))


def _meant(hint: Any, space: dict[str, Any]) -> Any:
    """Return the type of an annotation, which may be a text of imports for mypy."""
    if not isinstance(hint, str):
        return hint
    try:
        return eval(hint, space)  # noqa: S307 - an annotation of ours
    except (NameError, AttributeError):
        return UNKNOWN


def element(kind: Any, place: int | None = None) -> Any:
    """Return the type of what a list holds, of a tuple at one place."""
    found = []
    for part in members(kind):
        arguments = typing.get_args(part)
        if is_open(part) or not arguments or part is UNKNOWN:
            found.append(_iterated(part))
        elif typing.get_origin(part) is tuple and arguments[-1] is not Ellipsis:
            many = typing.Union[arguments]  # noqa: UP007
            is_there = place is not None and place < len(arguments)
            found.append(arguments[place] if is_there and place is not None else many)
        else:
            found.append(arguments[0])
    return found[0] if len(found) == 1 else UNKNOWN


def _iterated(kind: Any) -> Any:
    if isinstance(kind, type) and issubclass(kind, BaseForm):
        return BoundField
    if isinstance(kind, type) and hasattr(kind, "_fields"):  # a named tuple
        return typing.Union[tuple(_hints(kind)[name] for name in kind._fields)]  # noqa: UP007
    return UNKNOWN


@dataclass
class Walk:
    """A walk over the templates of one page: what it did not find, where it was."""

    template: str
    faults: set[str] = field(default_factory=set)
    done: set[tuple[object, ...]] = field(default_factory=set)

    def nodes(self, nodes: Iterable[Node], scope: Scope) -> None:
        """Walk nodes; names that they make are added to the scope."""
        for node in nodes:
            self.node(node, scope)

    def node(self, node: Node, scope: Scope) -> None:
        """Walk one node and what is inside it."""
        if isinstance(node, ExtendsNode):
            self.nodes(node.nodelist, dict(scope))
            self.file(str(node.parent_name.var), scope)
            return
        if isinstance(node, IncludeNode):
            given = {
                name: self.value(value, scope)
                for name, value in node.extra_context.items()
            }
            self.file(str(node.template.var), {**scope, **given})
            return
        inner = dict(scope)
        if isinstance(node, ForNode):
            inner.update(self.loop(node, scope))
        elif isinstance(node, WithNode | BlockTranslateNode):
            for name, value in node.extra_context.items():
                inner[name] = self.value(value, scope)
        else:
            for value in vars(node).values():
                self.values(value, scope)
        for name in ("nodelist", "nodelist_loop", "nodelist_empty"):
            self.nodes(getattr(node, name, ()), inner)
        for _condition, branch in getattr(node, "conditions_nodelists", ()):
            self.nodes(branch, inner)
        if not isinstance(node, ForNode | WithNode | BlockTranslateNode):
            scope.update(inner)
        for name in ASSIGNED:
            made = getattr(node, name, None)
            if isinstance(made, str):
                scope[made] = UNKNOWN

    def file(self, name: str, scope: Scope) -> None:
        """Walk another template."""
        key = name, *sorted((name, str(kind)) for name, kind in scope.items())
        if key in self.done:
            return
        self.done.add(key)
        before, self.template = self.template, name
        self.nodes(nodes_of(name), dict(scope))
        self.template = before

    def loop(self, node: ForNode, scope: Scope) -> Scope:
        """Return the types of the variables of a loop."""
        kind = element(self.value(node.sequence, scope))
        if len(node.loopvars) == 1:
            return {node.loopvars[0]: kind, "forloop": UNKNOWN}
        return {name: element(kind, at) for at, name in enumerate(node.loopvars)}

    def values(self, value: Any, scope: Scope) -> None:
        """Look up all variables in an attribute of a node."""
        if isinstance(value, FilterExpression | Variable):
            self.value(value, scope)
        elif isinstance(value, dict):
            self.values(list(value.values()), scope)
        elif isinstance(value, list | tuple):
            for one in value:
                if not isinstance(one, Node):
                    self.values(one, scope)
        elif not isinstance(value, Node | str | int | type(None)):
            for name in ("value", "first", "second", "vars"):  # terms of conditions
                self.values(getattr(value, name, None), scope)

    def value(self, value: Any, scope: Scope) -> Any:
        """Return the type of a variable. A filter may return anything."""
        if isinstance(value, FilterExpression):
            kind = self.value(value.var, scope)
            for _function, arguments in value.filters:
                for _is_lookup, argument in arguments:
                    self.values(argument, scope)
            return UNKNOWN if value.filters else kind
        if not isinstance(value, Variable) or not value.lookups:
            return UNKNOWN
        first, *rest = value.lookups
        kind = scope.get(first, UNKNOWN)
        for name in rest:
            kind = attribute(kind, name)
            if kind is MISSING:
                self.faults.add(f"{self.template}: {value.var} has no {name}")
                return UNKNOWN
        return kind


nodes_of = functools.cache(source)


def walked(page: type[Page], template: str) -> Walk:
    """Walk a template of a page."""
    walk = Walk(template)
    walk.nodes(nodes_of(template), {"page": page})
    return walk


@pytest.fixture(scope="module")
def found() -> list[type[Page]]:
    """All pages of the product."""
    get_resolver().url_patterns  # noqa: B018 - imports all views, and so all pages
    # A class with slots is made twice; the second is the one that is used.
    found = {(page.__module__, page.__qualname__): page for page in pages()}
    assert FaultPage in found.values()
    return list(found.values())


def test_every_page_is_one_value(found: list[type[Page]]) -> None:
    assert set(rendered()) - WITHOUT_VALUE == {
        page.template for page in found if not is_part(page.template)
    }


def test_what_templates_name_is_there(found: list[type[Page]]) -> None:
    faults = []
    for page in found:
        for template in filter(None, (page.template, page.fragment)):
            names = sorted(loose(nodes_of(template), set(SITE)))
            walk = walked(page, template)
            told = [f"{template}: {name} is not of the page" for name in names]
            faults += [f"{page.__name__}, {fault}" for fault in told]
            faults += [f"{page.__name__}, {fault}" for fault in sorted(walk.faults)]
    assert not faults, "\n".join(faults)


class _Person(typing.NamedTuple):
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Example(Page):
    people: list[_Person]
    by_place: Mapping[int, tuple[_Person, int]]
    first: "_Person | None"

    @property
    def last(self) -> _Person:
        """The last person."""
        return self.people[-1]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{{ page.first.name }}{{ page.last.name.title }}", ""),
        ("{{ page.nobody }}", "nobody"),
        ("{% if page.last.age == 3 or not page.x %}{% endif %}", "age x"),
        ("{% for one in page.people %}{{ one.name }}{{ one.age }}{% endfor %}", "age"),
        (
            "{% for place, found in page.by_place.items %}{% for one in found %}"
            "{{ one.name }}{{ one.age }}{% endfor %}{% endfor %}",
            "age",
        ),
        ("{% with one=page.last %}{{ one.age }}{% endwith %}", "age"),
        ("{{ page.first.name|default:page.firs }}", "firs"),
        (
            "{% load i18n %}{% blocktranslate with a=page.b %}{{ a }}"
            "{% endblocktranslate %}",
            "b",
        ),
        ("{% include '_empty.html' with title=page.titel %}", "titel"),
    ],
)
def test_the_walk_finds(text: str, fault: str) -> None:
    walk = Walk("text")
    nodes = engines["django"].from_string(text).template.nodelist
    walk.nodes(nodes, {"page": _Example})
    ends = {found.rsplit(" ", 1)[1] for found in walk.faults}
    assert ends == set(fault.split())
