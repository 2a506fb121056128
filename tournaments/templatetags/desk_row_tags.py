"""Rows of the long lists on the desk, written out for the reason in `row_tags`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Final

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import (
    ngettext,
)

from matches.rules.text import gettext_noop
from tournaments.desk.lines import DeskLines
from tournaments.desk.page import DeskPage
from tournaments.desk.queue import QueueRow
from tournaments.rounds.rows import PairingRow, RoundView
from tournaments.structure.models import Stage
from tournaments.templatetags.row_tags import Words, match_cells

register = template.Library()

_ACTS_OF_ROWS: Final = ("call", "enter_result", "decide", "correct", "print")


@register.simple_tag
def desk_match_rows(
    rows: Sequence[PairingRow],
    shown: RoundView,
    stage: Stage,
    *,
    lines: DeskLines,
    is_played: bool = False,
    may: Mapping[str, bool],
) -> SafeString:
    """Return the rows of matches for directors.

    `is_played`: those of the list of played matches, which has ids of its own, because
    the newest round lists some of them too. `may`: what the visitor may do; codes of
    score sheets are only for those who may print them.
    """
    may = _asked(may)
    words, lines = Words(lines.slug), replace(lines, may=may)
    number = 0 if stage.is_plan or shown.is_endless else shown.round.number
    prefix = f"{'played-' if is_played else ''}match-"
    return mark_safe(  # noqa: S308 - every value is escaped
        "".join(
            f"<tr {_for_script(row, stage, prefix, with_codes=may['print'])}>"
            f"{_desk_cells(row, stage, words, lines=lines, number=number)}</tr>"
            for row in rows
        )
    )


@register.simple_tag
def queue_rows(page: DeskPage, *, may: Mapping[str, bool]) -> SafeString:
    """Return the rows of the matches of all stages, each with the name of its stage."""
    may = _asked(may)
    words, lines = Words(page.tournament.slug), replace(page.lines, may=may)
    listed = page.queue.rows if page.queue else ()
    return mark_safe(  # noqa: S308 - every value is escaped
        "".join(
            f"<tr {_of_queue(one, with_codes=may['print'])}>"
            f"{_desk_cells(one.row, one.stage, words, lines=lines, title=one.title)}"
            "</tr>"
            for one in listed
        )
    )


def _asked(may: Mapping[str, bool]) -> Mapping[str, bool]:
    """Return the permissions of the visitor for rows, looked up once for all rows."""
    return {act: may[act] for act in _ACTS_OF_ROWS}


def _of_queue(one: QueueRow, *, with_codes: bool) -> str:
    """Return the attributes of a row in the list of all stages."""
    attributes = _for_script(one.row, one.stage, "match-", with_codes=with_codes)
    return f'{attributes} data-filter-row data-stage="{one.stage.number}"'


def _desk_cells(
    row: PairingRow,
    stage: Stage,
    words: Words,
    *,
    lines: DeskLines,
    number: int = 0,
    title: str = "",
) -> str:
    """Return the cells of a row for directors; `title` is that of its stage."""
    may_call = lines.may["call"]
    is_over = lines.is_closed or not lines.may["enter_result"]
    chip = f' <span class="tag is-stage">{escape(title)}</span>' if title else ""
    return (
        f"{match_cells(row, words, number=number, chip=chip)}"
        f"{_waits(row, lines)}{_late(row, stage, words, lines=lines)}"
        f"{_until(row, words, lines)}</td>"
        f'<td class="row-actions">{_to_table(row, words, lines) if may_call else ""}'
        f"{_action(row, words, is_over=is_over, corrects=lines.may['correct'])}</td>"
    )


def _waits(row: PairingRow, lines: DeskLines) -> str:
    text = lines.waits.get(row.match_number, "")
    return f' <span class="sub">{escape(text)}</span>' if text else ""


def _until(row: PairingRow, words: Words, lines: DeskLines) -> str:
    """Return when a match at a table will be over, and whether it is behind."""
    found = lines.pace.get(row.match_number)
    return "" if found is None or not row.is_open else words.until(found)


def _late(row: PairingRow, stage: Stage, words: Words, *, lines: DeskLines) -> str:
    """Return how late a match is, with the points and the buttons that award them."""
    clock = lines.late(row, stage)
    if clock is None:
        return ""
    text = ngettext("%(count)s minute", "%(count)s minutes", clock.minutes)
    shown = escape(text % {"count": clock.minutes})
    if not clock.points or not lines.may["decide"]:
        return f' <span class="sub num">{shown}</span>'
    points = ngettext(
        "late: %(count)s point?", "late: %(count)s points?", clock.points
    ) % {"count": clock.points}
    url = f"{words.late(row.code)}?late={clock.minutes}"
    link = f' <a class="late num" href="{url}">{shown} {escape(points)}</a>'
    return link if clock.decides else link + _late_buttons(row, words, clock.points)


def _late_buttons(row: PairingRow, words: Words, points: int) -> str:
    """Return a button for each player who may get the points of a late opponent."""
    where = words.give_late(row.match_number, points)
    return "".join(
        f' <button class="button is-quiet is-small" form="hall-form" name="winner" '
        f'value="{number}" formaction="{where}">'
        f"+{points} {words.name(side.name)}</button>"
        for number, side in ((1, row.one), (2, row.two))
        if side is not None
    )


def _to_table(row: PairingRow, words: Words, lines: DeskLines) -> str:
    """Return the button that calls a match, or says that both players sit."""
    if not lines.has_hall or lines.is_closed or not row.is_open:
        return ""
    if row.tag == "waiting":
        act, word = "call", gettext_noop("Call")
    elif row.tag == "called":
        act, word = "sit", gettext_noop("Seated")
    else:
        return ""
    return (
        '<button class="button is-quiet is-small" form="hall-form" name="do" '
        f'value="{act}" formaction="{words.table(row.match_number)}">'
        f'{words.say(word)} <span class="hidden">{row.label}</span></button> '
    )


def _for_script(row: PairingRow, stage: Stage, prefix: str, *, with_codes: bool) -> str:
    """Return the attributes of a row; the result box reads them while one types."""
    done = ' class="is-done" data-done' if row.is_decided else ""
    if not row.code:
        return f'id="bye-{stage.number}-{row.position}" data-part{done}'
    codes = f"{row.code} {row.sheet_code}" if with_codes else row.code
    return (
        f'id="{prefix}{row.match_number}" data-part{done} '
        f'data-match="{row.match_number}" data-length="{row.length}" '
        f'data-codes="{codes}"'
    )


def _action(
    row: PairingRow, words: Words, *, is_over: bool, corrects: bool = False
) -> str:
    """Return the link to a match, named by the next act; none for a bye.

    With `corrects`, the link of a decided match leads to where it is corrected. That of
    a match without a result offers its scores at once, where the script can.
    """
    if not row.code:
        return ""
    url, offers = words.match(row.code), ""
    if is_over:
        word = gettext_noop("Games")
    elif row.state == "disputed":
        word = gettext_noop("Decide")
    elif row.state == "reported":
        word = gettext_noop("Answer")
    elif row.is_decided:
        word = gettext_noop("Correct")
        url = words.correct(row.code) if corrects and row.state == "done" else url
    else:
        word, offers = gettext_noop("Enter"), f' data-scores-of="{row.match_number}"'
    quiet = " is-quiet" if row.is_decided or is_over else ""
    return (
        f'<a class="button{quiet} is-small" href="{url}"{offers}>'
        f'{words.say(word)} <span class="hidden">{row.label}</span></a>'
    )
