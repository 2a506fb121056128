"""Components of pages: icons, states, names, scores, fields, panels, crumbs, steps.

They are built in: no template has to load them.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from django import template
from django.contrib.messages.storage.base import Message
from django.forms import BaseForm, BoundField
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import (
    get_language,
    get_language_bidi,
    gettext,
    gettext_lazy,
    pgettext_lazy,
)

from matches.accounts.signing_in import device_words
from matches.documents.languages import BETWEEN
from matches.help.views import part_about
from matches.ratings.panels import shown_change, shown_rating
from matches.web.sentences import marked_place

if TYPE_CHECKING:
    from matches.ledger.models.match import Match

register = template.Library()
_SCORE: Final = re.compile(r"\d+–\d+")
register.filter("device", device_words)
register.filter(shown_rating)
register.filter(shown_change)


@dataclass(frozen=True, slots=True)
class _State:
    icon: str
    css: str
    word: "Promise | str"


STATES: Final = {
    "waiting": _State("hourglass", "", pgettext_lazy("state", "Waiting")),
    "ready": _State("circle-dashed", "is-strong", gettext_lazy("Ready")),
    "called": _State("megaphone", "is-warn", gettext_lazy("Called")),
    "playing": _State("play", "is-info", gettext_lazy("Playing")),
    "open": _State("play", "is-info", pgettext_lazy("state", "Open")),
    "reported": _State("message-circle-question", "is-wait", gettext_lazy("Reported")),
    "disputed": _State("triangle-alert", "is-bad", gettext_lazy("Disputed")),
    "done": _State("check", "is-ok", gettext_lazy("Done")),
    "walkover": _State("flag-off", "", capfirst(gettext_lazy("walkover"))),
    "retired": _State("door-open", "", capfirst(gettext_lazy("retired"))),
    "penalty": _State("ban", "", capfirst(gettext_lazy("penalty"))),
    "time": _State("timer-off", "", pgettext_lazy("state", "Timed out")),
    "unfinished": _State("pause", "is-warn", gettext_lazy("Unfinished")),
    "unplayed": _State("x", "", gettext_lazy("Not played")),
    "forfeit": _State("ban", "", capfirst(gettext_lazy("forfeit"))),
    "nobody": _State("x", "", capfirst(gettext_lazy("double forfeit"))),
    "bye": _State("skip-forward", "", capfirst(gettext_lazy("bye"))),
    "here": _State("user-check", "is-ok", gettext_lazy("Checked in")),
    "missing": _State("user-x", "is-warn", gettext_lazy("Not checked in")),
    "withdrawn": _State("user-minus", "", pgettext_lazy("state", "Withdrawn")),
    "late": _State("user-plus", "is-warn", pgettext_lazy("state", "Late")),
    "draft": _State("eye", "is-wait", capfirst(gettext_lazy("draft"))),
    "published": _State("check", "is-ok", capfirst(gettext_lazy("published"))),
    "practice": _State("dices", "is-wait", gettext_lazy("Practice")),
    "planned": _State("clock", "", pgettext_lazy("state", "Planned")),
    "running": _State("play", "is-info", pgettext_lazy("state", "Running")),
    "finished": _State("check", "is-ok", pgettext_lazy("state", "Finished")),
    "closed": _State("lock", "", pgettext_lazy("state", "Closed")),
    "provisional": _State("clock", "is-warn", capfirst(gettext_lazy("provisional"))),
    "known": _State("check", "is-ok", pgettext_lazy("state", "Known player")),
    "new": _State("plus", "is-info", gettext_lazy("New player")),
    "unsure": _State("circle-help", "is-warn", pgettext_lazy("state", "Unclear")),
    "duplicate": _State("copy", "", pgettext_lazy("state", "Duplicate")),
    "error": _State("triangle-alert", "is-bad", pgettext_lazy("state", "Error")),
    "queued": _State("hourglass", "", pgettext_lazy("state", "Queued")),
    "working": _State("refresh-cw", "is-info", pgettext_lazy("state", "In progress")),
    "failed": _State("triangle-alert", "is-bad", capfirst(gettext_lazy("failed"))),
    "won": _State("check", "is-ok", pgettext_lazy("result", "Won")),
    "lost": _State("x", "", pgettext_lazy("result", "Lost")),
    "aside": _State("pause", "is-wait", gettext_lazy("Unfinished")),
    "crawford": _State("cube-struck", "", gettext_lazy("Crawford")),
    "same": _State("check", "is-ok", gettext_lazy("the same")),
    "differs": _State("arrow-left-right", "is-warn", gettext_lazy("different")),
    "drawn": _State("lock", "", gettext_lazy("drawn")),
    "to_print": _State("printer", "is-info", pgettext_lazy("paper", "To print")),
    "print_changed": _State(
        "refresh-cw", "is-warn", pgettext_lazy("paper", "Changed since printing")
    ),
    "printed": _State("check", "is-ok", gettext_lazy("Printed")),
}

MESSAGES: Final = {
    "success": ("is-ok", "check"),
    "info": ("is-info", "info"),
    "debug": ("is-info", "info"),
    "warning": ("is-warn", "triangle-alert"),
    "error": ("is-bad", "triangle-alert"),
}
"""The class and the icon of a message by its level."""

SHORT_STEPS: Final = 2
"""A job with at most this many steps shows no progress bar."""


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """Return an icon. It is decoration: words beside it must say the same."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#i-{}"/></svg>',
        static("icons/icons.svg"),
        name,
    )


@register.filter
def unbroken(sentence: object) -> SafeString:
    """Return a sentence in which no line ends within a score."""
    text = conditional_escape(str(sentence))
    # What was put around the score is all that is not escaped already.
    return mark_safe(_SCORE.sub(r'<span class="nowrap">\g<0></span>', text))  # noqa: S308


@register.filter
def shown_place(place: tuple[int, bool]) -> str:
    """Return a place on a list: its number, and whether others share it."""
    return marked_place(place[0], shared=place[1])


@register.simple_tag
def time_now() -> str:
    """Return the time of day to the second: 19:30:05."""
    return f"{timezone.localtime():%H:%M:%S}"


@register.simple_tag
def state(key: str, detail: object = "") -> SafeString:
    """Return a state as a coloured word with its icon; "" for a state without one."""
    if key not in STATES:
        return SafeString()
    return _tag(key, get_language() or "", f" {detail}" if detail else "")


@lru_cache
def _tag(key: str, _language: str, detail: str) -> SafeString:
    shown = STATES[key]
    return format_html(
        '<span class="tag{}">{}{}{}</span>',
        f" {shown.css}" if shown.css else "",
        icon(shown.icon),
        shown.word,
        detail,
    )


@register.simple_tag
def state_word(key: str) -> str:
    return str(STATES[key].word)


SAVED_AS: Final = {
    "csv": gettext_lazy("List (CSV)"),
    "xlsx": gettext_lazy("Spreadsheet (XLSX)"),
    "json": gettext_lazy("For developers (JSON)"),
    "trf": gettext_lazy("For federations (TRF16)"),
}
"""The kinds of files, by the end of their names."""


@register.inclusion_tag("_save_as.html")
def save_as(
    name: str, *args: object, also: str = "", query: str = "", of: str = ""
) -> dict[str, object]:
    """Show links to the table of a page as files; `name` is the URL name of the files.

    `also` is a further kind that this table has; `query` selects its rows. `of` names
    the table where a page offers two.
    """
    kinds = ["csv", "xlsx", "json", *filter(None, [also])]
    end = f"?{query}" if query else ""
    return {
        "files": [
            (SAVED_AS[kind], reverse(name, args=[*args, kind]) + end) for kind in kinds
        ],
        "of": of,
    }


@register.inclusion_tag("_field.html")
def field(
    field: BoundField,
    *,
    width: str = "",
    segmented: bool = False,
    hide_label: bool = False,
    hide_optional: bool = False,
) -> dict[str, object]:
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
    """Return the arrow key of a side; side 1 is where lines of text begin."""
    is_left = (side == 1) != get_language_bidi()
    return "ArrowLeft" if is_left else "ArrowRight"


@register.filter
def stacked(label: str) -> str:
    """Put a label in two languages on two lines."""
    return str(label).replace(BETWEEN, "\n")


@register.simple_tag(takes_context=True)
def help_url(context: Context) -> str:
    at = getattr(context.get("request"), "resolver_match", None)
    part = part_about(at.url_name) if at else None
    return part.get_absolute_url() if part else reverse("help")


@register.simple_block_tag(takes_context=True)
def head_text(context: Context, content: str, name: str) -> SafeString:
    """Return the text on one line, escaped for an attribute, and store it."""
    on_one_line = " ".join(content.split()).replace('"', "&quot;")
    text = mark_safe(on_one_line)  # noqa: S308 - templates have escaped it
    context.render_context[name] = text
    return text


@register.simple_tag(takes_context=True)
def head_text_again(context: Context, name: str) -> SafeString:
    """Return a stored text of the head again, for the preview of shared links."""
    text: SafeString = context.render_context[name]
    return text


@register.simple_tag(takes_context=True)
def aria_current(context: Context, url: str) -> str:
    """Return the attribute of a link to this page, or to the area that it is in."""
    path = context["request"].path
    if url == path:
        return mark_safe('aria-current="page"')
    return mark_safe('aria-current="true"') if url in path else ""


@register.inclusion_tag("_act.html")
def act(
    view: str, *address: object, label: str, **options: object
) -> dict[str, object]:
    """Show a button that does one act: a POST to the address of a view.

    Options: `css` of the button, and `form`, that of its form; `symbol`, the name of an
    icon; `about`, which row it is, for those who do not see it; `key`, a shortcut;
    `waits`: without a connection the act waits on the device.
    """
    usual = dict.fromkeys(("css", "form", "symbol", "about", "key", "waits"), "")
    return {**usual, **options, "label": label, "url": reverse(view, args=address)}


@register.simple_tag(takes_context=True)
def tab(context: Context, key: str, *, url: str, symbol: str, label: str) -> SafeString:
    """Return a tab of the bar of a tournament, marked if its `key` is that of the page.

    `symbol` is the name of its icon.
    """
    is_current = key == context.get("tab")
    return format_html(
        '<li><a class="subbar__tab" href="{}"{}>{}<span>{}</span></a></li>',
        url,
        mark_safe(' aria-current="page"') if is_current else "",
        icon(symbol),
        label,
    )


@register.simple_tag
def message_css(message: Message) -> str:
    return MESSAGES[message.level_tag][0]


@register.simple_tag
def message_icon(message: Message) -> SafeString:
    return icon(MESSAGES[message.level_tag][1])


@register.simple_tag
def names(match: "Match") -> str:
    """Return the names of both players of a match."""
    return f"{match.player_1.name} – {match.player_2.name}"


@register.simple_tag
def name(name: object, side: int, *, is_small: bool = False) -> SafeString:
    return format_html(
        '<span class="checker is-{}{}" aria-hidden="true"></span> {}',
        "one" if side == 1 else "two",
        " is-small" if is_small else "",
        name,
    )


@register.simple_tag
def score(one: object, two: object) -> SafeString:
    """Return a score. It reads from left to right in every language, on one line."""
    return format_html(
        '<bdi class="num nowrap" dir="ltr">{}–{}</bdi>', localize(one), localize(two)
    )


_NOTE_ICONS: Final = {
    "is-warn": "triangle-alert",
    "is-bad": "triangle-alert",
    "is-ok": "circle-check",
}


@register.simple_block_tag
def note(
    content: SafeString, css: str = "is-warn", symbol: str = "", *, says: str = ""
) -> SafeString:
    """Return a remark with an icon, a warning by default; tests find what it `says`."""
    return format_html(
        '<p class="note {}"{}>{}<span>{}</span></p>',
        css,
        format_html(' data-says="{}"', says) if says else "",
        icon(symbol or _NOTE_ICONS.get(css, "info")),
        content,
    )


@register.simple_block_tag
def panel(  # noqa: PLR0913 - what may be said of a panel, mostly by name
    content: SafeString,
    anchor: str,
    title: object,
    *,
    number: object = "",
    count: object = "",
    css: str = "section",
    key: str = "",
    more: object = "",
    more_url: str = "",
    folds: bool = False,
) -> SafeString:
    """Return a part of a page under its title, which labels it for screen readers.

    `anchor` is the id of the title, with a `number` where a page has several; `key` is
    the id of the panel, `count` how many things it holds, `more` the words of a link
    beside the title. One that `folds` is opened and shut by its title, and is shut at
    first on a narrow window (`folds.js`). A template writes out a title with more
    content beside it.
    """
    if number != "":
        anchor = f"{anchor}-{number}"
    if folds:
        return format_html(
            '<details class="{} fold" open data-fold="{}">'
            '<summary class="section__head"><h2 class="section__title" id="{}">{}</h2>'
            "</summary>{}</details>",
            *(css, anchor, anchor, title, content),
        )
    return format_html(
        '<section class="{}"{} aria-labelledby="{}"><div class="section__head">'
        '<h2 class="section__title" id="{}">{}{}</h2>{}</div>{}</section>',
        css,
        format_html(' id="{}"', key) if key else "",
        anchor,
        anchor,
        title,
        format_html(' <span class="count">{}</span>', count) if count != "" else "",
        format_html('<a class="section__more" href="{}">{}</a>', more_url, more)
        if more_url
        else "",
        content,
    )


@register.simple_block_tag
def crumbs(content: SafeString) -> SafeString:
    """Return the way to a page: links to what it is part of, in a list."""
    return format_html(
        '<nav class="crumbs" aria-label="{}"><ol>{}</ol></nav>',
        gettext("You are here"),
        content,
    )


class Progress(Protocol):
    @property
    def step(self) -> int:
        """The number of steps done."""

    @property
    def steps(self) -> int:
        """The number of all steps."""

    @property
    def step_text(self) -> str:
        """The present step in words; "" while the job waits."""


@register.inclusion_tag("_steps.html")
def steps(
    job: Progress,
    title: object,
    url: str,
    *,
    is_counted: bool = False,
    is_short: bool = False,
) -> dict[str, object]:
    """Show the progress of a job, with a link to reload for browsers without scripts.

    `is_counted`: the number of the present step is shown. `is_short`: the job ends
    soon, so no progress bar and no advice to leave the page are shown.
    """
    return {
        "job": job,
        "title": title,
        "url": url,
        "is_counted": is_counted and bool(job.step_text),
        "is_short": is_short,
        "shows_share": not is_short or job.steps > SHORT_STEPS,
    }


FormError: TypeAlias = tuple[str, str, str]
"""One error of a form, the label of its field, and the id to go to."""


@register.inclusion_tag("_form_errors.html", takes_context=True)
def form_errors(
    context: Context,
    form: BaseForm | None,
    *,
    also: BaseForm | None = None,
    also_error: str = "",
    saves: bool = True,
) -> dict[str, object]:
    """Show the errors of a form, and of another one that was sent with it.

    Forms sent by POST also say that nothing was saved, unless they save nothing anyway.
    """
    if not form:  # a page that has its form only after it was sent
        return {"errors": []}
    errors = [(str(error), "", "") for error in form.non_field_errors()]
    errors += _errors_of(form)
    if also_error:
        errors.append((also_error, "", ""))
    return {
        "errors": errors + (_errors_of(also) if also else []),
        "saves": saves and context["request"].method == "POST",
    }


def _errors_of(form: BaseForm) -> list[FormError]:
    return [
        (str(error), "" if bound.is_hidden else str(bound.label), field_anchor(bound))
        for bound in form
        for error in bound.errors
    ]
