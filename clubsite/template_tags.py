"""Django's tags for words, addresses and blocks, quicker where nothing in them varies.

Most of a page that is made anew is not its rows but what stands around them: some
sixty words, twenty addresses and fifty blocks. Django composes a lazy text for each of
these words, looks for each address among all patterns, and for the blocks through all
of the page that is extended.
"""

from functools import lru_cache, partial
from typing import Any

from django.template import Context, Library, Template
from django.template.base import (
    FilterExpression,
    Node,
    NodeList,
    Parser,
    Token,
    Variable,
)
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as any_url
from django.template.loader_tags import (
    ExtendsNode,
    IncludeNode,
    do_extends,
    do_include,
)
from django.templatetags import i18n
from django.templatetags.i18n import TranslateNode
from django.urls import NoReverseMatch
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from matches.web.addresses import MOST_ADDRESSES, address_of

register = Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class WordsNode(TranslateNode):
    """Words that stand in the template, without a filter: `{% translate "Menu" %}`.

    Their context, if any, stands there as well.
    """

    def __init__(self, node: TranslateNode) -> None:
        told: FilterExpression | None = node.message_context
        super().__init__(node.filter_expression, noop=False, asvar=node.asvar)
        self.translate = partial(pgettext, told.var) if told else gettext
        # As Django asks for it: a sign of percent is doubled in the catalogues.
        self.message = mark_safe(  # noqa: S308 - from a template
            node.filter_expression.var.literal.replace("%", "%%")
        )

    def render(self, context: Context) -> SafeString:
        """Return the words, or keep them under the name that the tag gives them."""
        text = mark_safe(  # noqa: S308 - from a template or a catalogue
            self.translate(self.message).replace("%%", "%")
        )
        if not self.asvar:
            return text
        context[self.asvar] = text
        return SafeString()


class AddressNode(URLNode):
    """The address of a page by the name that stands in the template, not by keywords.

    A page is made again with every result, and its addresses stay the same.
    """

    def render(self, context: Context) -> str:
        """Return the address, or keep it under the name that the tag gives it."""
        args = [arg.resolve(context) for arg in self.args]
        try:
            address = address_of(str(self.view_name.var), *args)
        except NoReverseMatch:
            if not self.asvar:
                raise
            address = ""
        if context.autoescape:
            address = _written(address)
        if not self.asvar:
            return address
        context[self.asvar] = address
        return ""


_written = lru_cache(maxsize=MOST_ADDRESSES)(escape)


class KnownTemplateNode(IncludeNode):
    """`{% include %}` of a template by the name that stands there, looked up once."""

    def __init__(self, node: IncludeNode) -> None:
        super().__init__(
            node.template,
            extra_context=node.extra_context,
            isolated_context=node.isolated_context,
        )
        self._known: Template | None = None

    def render(self, context: Context) -> SafeString:
        """Return the text of the template in this context."""
        if self._known is None:
            ours: Any = context.template
            self._known = ours.engine.get_template(str(self.template.var))
        values = {
            name: value.resolve(context) for name, value in self.extra_context.items()
        }
        if self.isolated_context:
            return self._known.render(context.new(values))
        with context.push(**values):
            return self._known.render(context)


class SearchedNodes(NodeList):
    """The nodes of a template, which is not searched twice for nodes of one type."""

    def __init__(self, nodes: NodeList) -> None:
        super().__init__(nodes)
        self.contains_nontext = nodes.contains_nontext
        self._found: dict[type[Node], list[Node]] = {}

    def get_nodes_by_type(self, nodetype: type[Node]) -> list[Node]:
        """Return all nodes of a type, those within others too."""
        if nodetype not in self._found:
            self._found[nodetype] = super().get_nodes_by_type(nodetype)
        return self._found[nodetype]


class KnownParentNode(ExtendsNode):
    """`{% extends %}` of a template by the name that stands there, looked up once."""

    def __init__(self, node: ExtendsNode) -> None:
        super().__init__(node.nodelist, node.parent_name)
        self._known: Template | None = None

    def get_parent(self, context: Context) -> Template:
        """Return the template that is extended, which is kept with its blocks."""
        if self._known is None:
            parent: Template = super().get_parent(context)
            if not isinstance(parent.nodelist, SearchedNodes):
                parent.nodelist = SearchedNodes(parent.nodelist)
            self._known = parent
        return self._known


@register.tag
def extends(parser: Parser, token: Token) -> ExtendsNode:
    """Extend a template as Django does."""
    node: ExtendsNode = do_extends(parser, token)
    name: Any = node.parent_name
    return node if name.is_var or name.filters else KnownParentNode(node)


@register.tag
def include(parser: Parser, token: Token) -> IncludeNode:
    """Include a template as Django does."""
    node: IncludeNode = do_include(parser, token)
    name: FilterExpression = node.template
    if name.is_var or name.filters:
        return node
    return KnownTemplateNode(node)


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> TranslateNode:
    """Translate as Django does."""
    node: TranslateNode = i18n.do_translate(parser, token)
    words: FilterExpression = node.filter_expression
    is_plain = (
        not (node.noop or words.filters)
        and isinstance(words.var, Variable)
        and isinstance(words.var.literal, str)
        and _is_plain(node.message_context)
    )
    return WordsNode(node) if is_plain else node


def _is_plain(told: FilterExpression | None) -> bool:
    """Return True if the context of words is none, or stands in the template."""
    return told is None or not (told.filters or told.is_var)


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """Return an address as Django does."""
    node: URLNode = any_url(parser, token)
    name: FilterExpression = node.view_name
    if node.kwargs or name.filters or name.is_var:
        return node
    return AddressNode(name, node.args, {}, node.asvar)
