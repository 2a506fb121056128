"""Words and rows that templates of tournaments need."""

from functools import cache
from html import escape

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from matches.rules.errors import RuleError
from matches.web import sentence
from tournaments.engine import format_named
from tournaments.selectors.standings import StandingRow, StandingsTable

register = template.Library()

TOP = 3


@register.simple_tag
def translated(message: str) -> str:
    """Return a message of the pure core in the reader's language."""
    return gettext(message)


@register.simple_tag
def format_label(key: str) -> str:
    """Return the name of a format."""
    return gettext(format_named(key).label)


@register.simple_tag
def format_explanation(key: str) -> str:
    """Return the sentence that says how a format is drawn."""
    return gettext(format_named(key).explanation)


@register.simple_tag
def standings_rows(table: StandingsTable) -> SafeString:
    """Return the rows of the standings.

    Written out here because the template engine would need ten times as long for them
    as computing them takes; the page is asked for by every phone after every result.
    """
    link = reverse("player", args=["KEY"])
    translate = cache(gettext)  # the same few sentences in all the rows
    rows = "".join(_row(row, row.why_text(translate), link) for row in table.rows)
    return mark_safe(rows)  # noqa: S308 - every value is escaped in _row


def _row(row: StandingRow, reason: str, link: str) -> str:
    place = f"={row.place}" if row.shared else str(row.place)
    classes = "place" + " is-shared" * row.shared + " is-top" * (row.place <= TOP)
    club = f' <span class="sub">{escape(row.club)}</span>' if row.club else ""
    values = "".join(
        f'<td class="is-num is-extra">{escape(value)}</td>' for value in row.values
    )
    why = f'<td class="is-why">{escape(reason)}</td>' if row.values else ""
    out = ' class="is-out"' if row.withdrawn else ""
    return (
        f'<tr{out}><td class="{classes}">{place}</td>'
        f'<th scope="row" class="who"><a href="{link.replace("KEY", row.key)}">'
        f"{escape(row.name)}</a>{club}</th>"
        f'<td class="is-num is-strong">{row.wins}–{row.losses}</td>{values}{why}</tr>'
    )


@register.simple_tag
def rule_error(error: RuleError) -> str:
    """Return what was wrong in the reader's language."""
    return sentence(error)
