"""Rows of the players of a division, written out for the reason in `row_tags`."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from django import template
from django.template.defaultfilters import floatformat
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from tournaments.engine import LotPlace
from tournaments.engine.state import group_name
from tournaments.entries.queries import EntryRow
from tournaments.templatetags.row_tags import Words

register = template.Library()


@register.simple_tag
def has_countries(rows: Iterable[EntryRow]) -> bool:
    """Return whether a reader of these entries sees the country of any."""
    return any(row.entry.player.told_country for row in rows)


@register.simple_tag
def people_rows(
    entries: Sequence[EntryRow], *, has_lots: bool, in_groups: bool, is_before: bool
) -> SafeString:
    """Return the rows of the players for visitors.

    Before the first round no player is missing yet.
    """
    words = Words()
    in_countries = has_countries(entries)
    rows = []
    for row in entries:
        is_missing = is_before and row.tag == "missing"
        shown = "" if is_missing else words.state(row.tag)
        lot = ""
        if has_lots:
            lot = f'<td class="is-num">{_lot(row.place, in_groups=in_groups)}</td>'
        rows.append(
            _person(row, words, shown=shown, lot=lot, in_countries=in_countries)
        )
    return mark_safe("".join(rows))  # noqa: S308 - every value is escaped


def _person(
    row: EntryRow, words: Words, *, shown: str, lot: str, in_countries: bool
) -> str:
    entry, player = row.entry, row.entry.player
    out = ' class="is-out"' if entry.withdrawn_at else ""
    club, country = escape(player.told_club), escape(player.told_country)
    tags = "".join(f' <span class="tag">{escape(one)}</span>' for one in _tags(row))
    both = " · ".join(filter(None, (club, country)))
    on_phone = f' <span class="sub is-phone">{both}</span>' if both else ""
    countries = f'<td class="is-extra">{country}</td>' if in_countries else ""
    known = entry.told_rating
    rating = "" if known is None else floatformat(known)
    return (
        f'<tr id="entry-{entry.number}" data-part{out}>{lot}'
        f'<th scope="row" class="who"><a href="{words.player(player.key)}">'
        f"{escape(player.name)}</a>{tags}{on_phone}</th>"
        f'<td class="is-extra">{club}</td>{countries}<td class="is-num">{rating}</td>'
        f'<td class="state-cell">{shown}</td></tr>'
    )


def _tags(row: EntryRow) -> Iterator[str]:
    """Yield what stands beside the name of a player."""
    if row.entry.again:
        yield pgettext("entry", "Again")
    if row.byes:
        yield gettext("bye in round %(rounds)s") % {"rounds": row.byes}
    if row.absences:
        yield gettext("absent in round %(rounds)s") % {"rounds": row.absences}
    if row.is_upper:
        yield gettext("upper half")


def _lot(place: LotPlace | None, *, in_groups: bool) -> str:
    if place is None:
        return ""
    is_named = in_groups and place.group
    return (
        f"{group_name(place.group)} {place.number}" if is_named else str(place.number)
    )
