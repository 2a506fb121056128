"""Words and rows for the templates of tournaments."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import get_text_list
from django.utils.translation import gettext

from matches.accounts import access as accounts_access
from matches.columns.places import marked_place
from matches.documents.registry import Offer, offers
from matches.rules.refusals import RuleError
from matches.web.answers import sentence
from tournaments.engine import LotPlace, format_named
from tournaments.engine.state import group_name
from tournaments.entries.queries import EntryRow
from tournaments.rounds.documents import ROUND
from tournaments.rounds.models import Round
from tournaments.rounds.rows import PairingSide
from tournaments.standings.queries import (
    GroupTable,
    StandingRow,
    StandingsTable,
    localized,
)
from tournaments.standings.words import UNPLAYED
from tournaments.structure.details import about_lines, when_text
from tournaments.structure.documents import STAGE, TOURNAMENT
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.names import round_or_draw_name, shown_name
from tournaments.structure.queries import (
    entries_of_keys,
    stage_url,
    title_in_division,
    title_of,
)

register = template.Library()

BRANCH = "branch"
TOP = 3
MOST_CELLS = 1024


@register.simple_tag
def translated(message: str) -> str:
    """Return a message of the pure core in the reader's language."""
    return gettext(message)


@register.simple_tag(takes_context=True)
def may_at(context: Context, event: int | None) -> accounts_access.MayHere:
    """Return what the visitor may do to a tournament (primary key): `here.see`.

    No query for a stranger, and none for who may do everything everywhere.
    """
    user = context.get("user")
    return accounts_access.MayHere(lambda: accounts_access.acts_at(user, event))


@register.simple_tag(takes_context=True)
def own_entries(context: Context, tournament: Tournament) -> str:
    """Return the numbers of the entries of the player of this browser."""
    return " ".join(map(str, entries_of_keys(tournament, context["own_keys"]())))


@register.simple_tag
def when(tournament: Tournament) -> str:
    """Return when a tournament begins and ends."""
    return when_text(tournament)


@register.simple_tag
def about_event(tournament: Tournament) -> str:
    """Return what a tournament is in one line, for links that are shared."""
    return ": ".join((str(tournament.name), " · ".join(about_lines(tournament))))


@register.simple_tag(name="stage_url")
def stage_address(stage: Stage, name: str, *args: object) -> str:
    """Return the address `name` of a stage."""
    return stage_url(stage, name, *args)


@register.simple_tag
def stage_title(stage: Stage) -> str:
    """Return the title of a stage, its division first."""
    return title_of(stage)


@register.simple_tag(name="round_or_draw_name")
def round_or_draw_name_of(stage: Stage, number: int) -> str:
    """Return the name of a round of a stage, or of a draw of a free club night."""
    return round_or_draw_name(number, is_endless=stage.is_endless)


@register.simple_tag
def has_rounds(stage: Stage) -> bool:
    """Return whether what is drawn at once is called a round: not in a free night."""
    return not stage.is_endless


@register.simple_tag(name="title_in_division")
def stage_title_in_division(stage: Stage) -> str:
    """Return the title of a stage among those of its division."""
    return title_in_division(stage)


@register.simple_tag
def stages_by_division(stages: Sequence[Stage]) -> list[tuple[str, list[Stage]]]:
    """Return the names of the divisions, each with its stages.

    If no division has several stages, all stand in one list without a name.
    """
    if len({stage.division_id for stage in stages}) in {1, len(stages)}:
        return [("", list(stages))]
    return [
        (shown_name(own[0].division.name), own)
        for own in (
            list(group) for _, group in groupby(stages, key=attrgetter("division_id"))
        )
    ]


@register.simple_tag
def documents_of(
    subject: Tournament | Stage | Round, stage: Stage | None = None
) -> list[Offer]:
    """Return links to the printed documents of a tournament, a stage or a round.

    `stage` saves a query for the stage of a round.
    """
    if isinstance(subject, Tournament):
        return offers(TOURNAMENT.kind, subject)
    if isinstance(subject, Stage):
        return offers(STAGE.kind, subject)
    if stage is not None:
        subject.stage = stage.root
    return offers(ROUND.kind, subject)


@register.simple_tag
def format_label(key: str) -> str:
    """Return the name of a format, or of a bracket of losers."""
    if key == BRANCH:
        return gettext("Losers’ bracket")
    return gettext(format_named(key).label)


@register.simple_tag
def format_explanation(key: str) -> str:
    """Return the sentence that says how a format is drawn."""
    return gettext(format_named(key).explanation)


@register.simple_tag
def group_title(number: int) -> str:
    """Return the name of a group; 0 for the entrants in no group."""
    if not number:
        return gettext("Without a group")
    return gettext("Group %(letter)s") % {"letter": group_name(number)}


@register.simple_tag
def lot_text(stage: Stage, lot: int) -> str:
    """Return a player number, a line, or the group and the number in it."""
    place = format_named(stage.format).lot_place(lot)
    if not place.group or stage.chosen.groups == 1:
        return gettext("no. %(number)s") % {"number": place.number}
    return gettext("%(group)s, no. %(number)s") % {
        "group": group_title(place.group),
        "number": place.number,
    }


@register.simple_tag
def seat_facts(stage: Stage, seat: PairingSide) -> str:
    """Return the club and the lot of a player in a draft."""
    lot = lot_text(stage, seat.lot) if seat.lot else ""
    return " · ".join(filter(None, [seat.club, lot]))


@register.simple_tag
def has_groups(rows: Iterable[EntryRow]) -> bool:
    """Return True if the entries are in several groups."""
    return len({row.place.group for row in rows if row.place}) > 1


@register.simple_tag
def lot_cell(place: LotPlace | None, *, in_groups: bool) -> str:
    """Return a lot for a column: 7, or C 2 for number 2 of the third group."""
    if place is None:
        return ""
    number = str(place.number)
    has_group = in_groups and place.group
    return f"{group_name(place.group)} {number}" if has_group else number


@register.simple_tag
def places_text(table: StandingsTable) -> str:
    """Return the sentences that say how places are decided."""
    names = [gettext(column.name) for column in table.columns if not column.ranks_first]
    if table.has_play_off:
        names.append(gettext("a play-off"))
    names = names or [gettext("nothing else")]
    return gettext(table.explanation) % {
        "tiebreaks": get_text_list(names, gettext("and"))
    }


@register.simple_tag
def unplayed_text(table: StandingsTable) -> str:
    """Return what matches that were not played count in tie-breaks by opponents."""
    return gettext(UNPLAYED[table.unplayed]) if table.unplayed else ""


@register.simple_tag
def standings_rows(
    rows: StandingsTable | GroupTable, stage: Stage, table: StandingsTable
) -> SafeString:
    """Return the rows of the standings, or of a group; each leads to its sums if any.

    Rows are parts of the page by their position, so that phones get those that changed.

    Written out here because the template engine would need ten times as long for them
    as computing them takes; the page is asked for by every phone after every result.
    """
    link = reverse("player", args=["KEY"])
    translate = cache(gettext)  # the same few sentences in all the rows
    cell = cache(_cell)  # the same few numbers
    words = cache(escape)  # and the same few clubs
    sums = sums_link(stage) if table.has_sums else None
    reasons = table.has_reasons
    group = rows.number if isinstance(rows, GroupTable) else 0
    written = "".join(
        f'<tr id="place-{stage.number}-{group}-{position}" data-part'
        + _row(
            row,
            row.why_text(translate) if reasons else None,
            link,
            cell=cell,
            words=words,
            sums=sums,
        )
        for position, row in enumerate(rows.rows, start=1)
    )
    return mark_safe(written)  # noqa: S308 - every value is escaped in _row


class SumsLink(NamedTuple):
    """The link to the sums of a row: its address without the entry, and its word."""

    address: str
    word: str


def sums_link(stage: Stage) -> SumsLink:
    """Return the link to the sums of any row of a stage."""
    slug = stage.division.tournament.slug
    address = reverse("standing", args=[slug, stage.number, 0]).removesuffix("0/")
    return SumsLink(address, escape(gettext("How it adds up")))


def _cell(value: str) -> str:
    return _written_cell(localized(value))


@lru_cache(maxsize=MOST_CELLS)
def _written_cell(shown: str) -> str:
    return f'<td class="is-num is-extra">{escape(shown)}</td>'


def _row(
    row: StandingRow,
    reason: str | None,
    link: str,
    *,
    cell: Callable[[str], str],
    words: Callable[[str], str],
    sums: SumsLink | None,
) -> str:
    """Return a row; `reason` is None in a table that gives none.

    `cell` and `words` write a value and what many rows have in common, escaped.
    """
    # Taken apart at once: looking each field up by its name takes longer.
    place, shared, entry, called, club, key, gone, wins, losses, values, _, points = row
    name = escape(called)
    classes = "place" + " is-shared" * shared + " is-top" * (place <= TOP)
    shown_club = f' <span class="sub">{words(club)}</span>' if club else ""
    cells = "".join(map(cell, values[1:] if points else values))
    record = f'<td class="is-num is-strong">{wins}–{losses}</td>'
    if points:
        record = (
            f'<td class="is-num">{wins}–{losses}</td>'
            f'<td class="is-num is-strong">{escape(localized(points))}</td>'
        )
    link_to_sums = (
        f' <a class="sub" href="{sums.address}{entry}/">{sums.word}'
        f'<span class="hidden"> {name}</span></a>'
        if sums
        else ""
    )
    why = (
        ""
        if reason is None
        else f'<td class="is-why">{escape(reason)}{link_to_sums}</td>'
    )
    out = ' class="is-out"' if gone else ""
    return (
        f'{out}><td class="{classes}">{marked_place(place, shared=shared)}</td>'
        f'<th scope="row" class="who"><a href="{link.replace("KEY", key)}">'
        f"{name}</a>{shown_club}</th>"
        f"{record}{cells}{why}</tr>"
    )


@register.simple_tag
def rule_error(error: RuleError) -> str:
    """Return the sentence of an error in the reader's language."""
    return sentence(error)
