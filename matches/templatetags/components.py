"""Components of pages: icons, states, fields, progress, next steps.

They are built in: no template has to load them.
"""

from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.contrib.messages.storage.base import Message
from django.forms import BaseForm, BoundField
from django.template import Context
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language_bidi, pgettext_lazy

register = template.Library()


@dataclass(frozen=True, slots=True)
class _State:
    """A state as people see it: an icon, the class of its colour, and a word."""

    icon: str
    css: str
    word: Promise


STATES: Final = {
    "waiting": _State("hourglass", "", pgettext_lazy("state", "Waits")),
    "ready": _State("circle-dashed", "is-strong", pgettext_lazy("state", "Ready")),
    "called": _State("megaphone", "is-warn", pgettext_lazy("state", "Called")),
    "playing": _State("play", "is-info", pgettext_lazy("state", "Playing")),
    "open": _State("play", "is-info", pgettext_lazy("state", "Open")),
    "reported": _State(
        "message-circle-question", "is-wait", pgettext_lazy("state", "Reported")
    ),
    "disputed": _State("triangle-alert", "is-bad", pgettext_lazy("state", "Disputed")),
    "done": _State("check", "is-ok", pgettext_lazy("state", "Done")),
    "walkover": _State("flag-off", "", pgettext_lazy("state", "Walk-over")),
    "retired": _State("door-open", "", pgettext_lazy("state", "Retired")),
    "penalty": _State("timer-off", "", pgettext_lazy("state", "Penalty")),
    "unfinished": _State("pause", "is-warn", pgettext_lazy("state", "Unfinished")),
    "forfeit": _State("ban", "", pgettext_lazy("state", "Forfeit")),
    "nobody": _State("x", "", pgettext_lazy("state", "Double forfeit")),
    "bye": _State("skip-forward", "", pgettext_lazy("state", "Bye")),
    "here": _State("user-check", "is-ok", pgettext_lazy("state", "Here")),
    "missing": _State("user-x", "is-warn", pgettext_lazy("state", "Not here yet")),
    "withdrawn": _State("user-minus", "", pgettext_lazy("state", "Withdrawn")),
    "late": _State("user-plus", "is-warn", pgettext_lazy("state", "Late")),
    "draft": _State("eye", "is-wait", pgettext_lazy("state", "Draft")),
    "published": _State("check", "is-ok", pgettext_lazy("state", "Published")),
    "planned": _State("clock", "", pgettext_lazy("state", "Planned")),
    "running": _State("play", "is-info", pgettext_lazy("state", "Running")),
    "finished": _State("check", "is-ok", pgettext_lazy("state", "Finished")),
    "closed": _State("lock", "", pgettext_lazy("state", "Closed")),
    "provisional": _State("clock", "is-warn", pgettext_lazy("state", "Provisional")),
    "known": _State("check", "is-ok", pgettext_lazy("state", "Known")),
    "new": _State("plus", "is-info", pgettext_lazy("state", "New")),
    "unsure": _State("circle-help", "is-warn", pgettext_lazy("state", "Unsure")),
    "duplicate": _State("copy", "", pgettext_lazy("state", "Duplicate")),
    "error": _State("triangle-alert", "is-bad", pgettext_lazy("state", "Error")),
    "queued": _State("hourglass", "", pgettext_lazy("state", "Queued")),
    "working": _State("refresh-cw", "is-info", pgettext_lazy("state", "Working")),
    "failed": _State("triangle-alert", "is-bad", pgettext_lazy("state", "Failed")),
}

MESSAGES: Final = {
    "success": ("is-ok", "check"),
    "info": ("is-info", "info"),
    "debug": ("is-info", "info"),
    "warning": ("is-warn", "triangle-alert"),
    "error": ("is-bad", "triangle-alert"),
}
"""The class and the icon of a message by its level."""


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return an icon. It is decoration: words beside it must say the same."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#i-{}"/></svg>',
        static("icons/icons.svg"),
        name,
    )


@register.simple_tag
def state(key: str, detail: object = "") -> SafeString:
    """Return a state as a coloured word with its icon; "" for a state without one."""
    shown = STATES.get(key)
    if shown is None:
        return SafeString()
    return format_html(
        '<span class="tag{}">{}{}{}</span>',
        f" {shown.css}" if shown.css else "",
        icon(shown.icon),
        shown.word,
        f" {detail}" if detail else "",
    )


@register.inclusion_tag("_field.html")
def field(
    field: BoundField,
    *,
    width: str = "",
    segmented: bool = False,
    hide_label: bool = False,
    hide_optional: bool = False,
) -> dict[str, Any]:
    """Show a field of a form with its label, its hint and its errors."""
    is_optional = not field.field.required and not hide_optional
    return {
        "field": field,
        "width": width,
        "segmented": segmented,
        "hide_label": hide_label,
        "is_optional": is_optional,
    }


@register.simple_tag
def field_anchor(field: BoundField) -> str:
    """Return the id to which a list of errors links."""
    return f"field_{field.html_name}" if field.use_fieldset else field.id_for_label


@register.simple_tag
def arrow_key(side: int) -> str:
    """Return the arrow key of a side: one is where lines of text begin."""
    is_left = (side == 1) != get_language_bidi()
    return "ArrowLeft" if is_left else "ArrowRight"


@register.simple_block_tag(takes_context=True)
def head_text(context: Context, content: str, name: str) -> SafeString:
    """Return the text on one line, as an attribute can hold it, and remember it."""
    on_one_line = " ".join(content.split()).replace('"', "&quot;")
    text = mark_safe(on_one_line)  # noqa: S308 - templates have escaped it
    context.render_context[name] = text
    return text


@register.simple_tag(takes_context=True)
def head_text_again(context: Context, name: str) -> SafeString:
    """Return a text of the head once more, for links that are shared."""
    text: SafeString = context.render_context[name]
    return text


@register.simple_tag(takes_context=True)
def aria_current(context: Context, url: str) -> str:
    """Return the attribute of a link to this page, or to the area that it is in."""
    path = context["request"].path
    if url == path:
        return mark_safe('aria-current="page"')
    return mark_safe('aria-current="true"') if url in path else ""


@register.simple_tag
def message_css(message: Message) -> str:
    """Return the class of a message."""
    return MESSAGES[message.level_tag][0]


@register.simple_tag
def message_icon(message: Message) -> SafeString:
    """Return the icon of a message."""
    return icon(MESSAGES[message.level_tag][1])


@register.simple_tag
def names(match: Any) -> str:
    """Return the names of both players of a match."""
    return f"{match.player_1.name} – {match.player_2.name}"


@dataclass(frozen=True, slots=True)
class _FormError:
    """One error of a form, with the label of its field and the id to go to."""

    text: str
    label: str = ""
    anchor: str = ""


@register.inclusion_tag("_form_errors.html")
def form_errors(
    form: BaseForm | None, *, also: BaseForm | None = None, also_error: str = ""
) -> dict[str, Any]:
    """Show what is wrong with a form, and with another one that was sent with it."""
    if not form:  # a page that has its form only after it was sent
        return {"errors": []}
    errors = [_FormError(str(error)) for error in form.non_field_errors()]
    errors += _errors_of(form)
    if also_error:
        errors.append(_FormError(also_error))
    return {"errors": errors + (_errors_of(also) if also else [])}


def _errors_of(form: BaseForm) -> list[_FormError]:
    found = []
    for bound in form:
        label = "" if bound.is_hidden else str(bound.label)
        found += [
            _FormError(str(error), label, field_anchor(bound)) for error in bound.errors
        ]
    return found
