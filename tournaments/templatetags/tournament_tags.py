"""Words and rows for the templates of tournaments."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import get_text_list
from django.utils.translation import gettext

from matches.accounts import access as accounts_access
from matches.documents.registry import Offer, offers
from matches.web.answers import sentence
from tournaments.engine import LotPlace, format_named
from tournaments.engine.state import group_name
from tournaments.entries.queries import EntryRow
from tournaments.rounds.documents import ROUND
from tournaments.rounds.models import Round
from tournaments.rounds.rows import PairingSide, RoundView
from tournaments.standings.queries import StandingsTable, localized
from tournaments.standings.working import UNPLAYED
from tournaments.structure.details import about_lines, when_text
from tournaments.structure.documents import STAGE, TOURNAMENT
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.names import round_or_draw_name, shown_name
from tournaments.structure.plan import format_of
from tournaments.structure.queries import (
    entries_of_keys,
    stage_url,
    title_in_division,
    title_of,
)

register = template.Library()

register.simple_tag(gettext, name="translated")
register.simple_tag(when_text, name="when")
register.simple_tag(stage_url)
register.simple_tag(title_of, name="stage_title")
register.simple_tag(title_in_division)
register.simple_tag(sentence, name="rule_error")
register.simple_tag(lambda stage: not stage.is_endless, name="has_rounds")
register.filter("decimal_sign", localized)


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
def about_event(tournament: Tournament) -> str:
    """Return what a tournament is in one line, for links that are shared."""
    return ": ".join((tournament.name, " · ".join(about_lines(tournament))))


@register.simple_tag(name="round_or_draw_name")
def round_or_draw_name_of(stage: Stage, number: int) -> str:
    """Return the name of a round of a stage, or of a draw of a free club night."""
    return round_or_draw_name(number, is_endless=stage.is_endless)


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
    return gettext(format_of(key).label)


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
def rows_id(stage: Stage, group: int) -> str:
    """Return what the ids of the rows of a table of standings begin with."""
    return f"place-{stage.number}-{group}-"


@register.simple_tag
def shown_number(shown: RoundView, stage: Stage) -> int:
    """Return the number of a round, 0 where rounds have none: brackets, free nights."""
    return 0 if stage.is_plan or shown.is_endless else shown.round.number


@register.simple_tag
def seats_at(stage: Stage) -> tuple[str, str]:
    """Return where the names of a stage lead: to players, or to paths in a bracket.

    These are the addresses without their end, and what of a side ends them.
    """
    if stage.is_plan:
        return stage_url(stage, "stage") + "path/", "number"
    return reverse("player_list"), "key"


@register.filter
def seat(side: PairingSide, addresses: tuple[str, str] | None) -> str:
    """Return the name of a side; it is a link where `seats_at` says the addresses."""
    if not addresses:
        return side.name
    start, end = addresses
    address = f"{start}{getattr(side, end)}/"
    return format_html('<a href="{}">{}</a>', address, side.name)


@register.simple_tag
def has_countries(rows: Iterable[EntryRow]) -> bool:
    """Return whether a reader of these entries sees the country of any."""
    return any(row.entry.player.told_country for row in rows)
