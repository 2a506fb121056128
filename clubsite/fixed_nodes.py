"""Parts of templates whose text depends on the language alone, rendered once for each.

Around what a page is about stand some sixty words, icons and addresses that are the
same on every page of a language. Looking each of them up takes as long as writing a
hundred rows.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from django.template import Context
from django.template.base import Node, NodeList, TextNode, TokenType, Variable
from django.template.defaulttags import LoadNode
from django.template.library import SimpleNode
from django.templatetags.i18n import BlockTranslateNode
from django.templatetags.static import StaticNode
from django.urls import get_script_prefix
from django.utils.safestring import SafeString

from clubsite.template_tags import AddressNode, WordsNode
from matches.documents.languages import spoken
from matches.templatetags.components import icon

_LISTS = ("nodelist", "nodelist_loop", "nodelist_empty")


class FixedNode(Node):
    """Nodes that follow one another, whose text is kept for each language.

    If an address is among them, the text is kept for each path of the site as well,
    because addresses begin with that path.
    """

    child_nodelists = ("nodelist",)

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodelist = NodeList(nodes)
        self._has_addresses = any(isinstance(node, AddressNode) for node in nodes)
        self._texts: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """Return the text."""
        key = (spoken(), get_script_prefix() if self._has_addresses else "")
        text = self._texts.get(key)
        if text is None:
            text = self._texts[key] = self.nodelist.render(context)
        return text


def join_fixed(nodes: NodeList) -> None:
    """Replace nodes in a row that are fixed by one node, also within other nodes."""
    for node in nodes:
        for inner in _lists_in(node):
            join_fixed(inner)
    nodes[:] = _joined(nodes)


def _joined(nodes: Iterable[Node]) -> Iterator[Node]:
    shown = (node for node in nodes if not isinstance(node, LoadNode))
    for are_fixed, group in groupby(shown, key=_is_fixed):
        found = list(group)
        is_text = all(isinstance(node, TextNode) for node in found)
        if are_fixed and len(found) > 1 and not is_text:
            yield FixedNode(found)
        else:
            yield from found


def _lists_in(node: Node) -> Iterator[NodeList]:
    if conditions := getattr(node, "conditions_nodelists", None):
        yield from (nodes for _condition, nodes in conditions)
        return
    for name in _LISTS:
        if nodes := getattr(node, name, None):
            yield nodes


def _is_fixed(node: object) -> bool:
    """Return True if the text of a node depends on the language alone."""
    match node:
        case TextNode():
            return True
        case WordsNode() | AddressNode():
            return not (node.asvar or _arguments(node))
        case BlockTranslateNode():
            varies = node.extra_context or node.plural or node.message_context
            texts = (one.token_type == TokenType.TEXT for one in node.singular)
            return not (varies or node.asvar) and all(texts)
        case StaticNode():
            return node.varname is None and _is_literal(node.path)
        case SimpleNode():
            plain = node.func is icon and node.target_var is None
            return plain and all(map(_is_literal, node.args))
    return False


def _arguments(node: WordsNode | AddressNode) -> Sequence[object]:
    return node.args if isinstance(node, AddressNode) else ()


def _is_literal(expression: Any) -> bool:
    """Return True if an expression is a text that stands in the template."""
    if expression.filters:
        return False
    var = expression.var
    return isinstance(var, str) or (
        isinstance(var, Variable) and isinstance(var.literal, str)
    )
