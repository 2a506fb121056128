"""The finishing order: everybody of a tournament, first to last, in each of its events.

A stage that was played by the best of another one decides the places of those who
played there. A bracket of losers has an order of its own, side by side with the main.
Each place says why it stands above the next one in the words of the standings.
The places of a closed tournament are kept with its entries, for pages of players.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Count, Q
from django.utils.formats import date_format
from django.utils.translation import ngettext

from matches.accounts import access as accounts_access
from matches.players.queries import PlayerVisit
from matches.rules.game import gettext_noop
from matches.web.bidi import isolated
from matches.web.sentences import marked_place
from tournaments.standings.queries import (
    StandingRow,
    StandingsTable,
    Why,
    standings_table,
    why_text,
)
from tournaments.structure.marks import mark_of
from tournaments.structure.models import Division, Entry, Stage, Tournament
from tournaments.structure.queries import stage_label, stages_of

PLAYED_ON: Final = gettext_noop("Advanced to “%(stage)s”; %(other)s did not.")
PLACE_BEFORE: Final = gettext_noop("Placed higher than %(other)s in “%(stage)s”.")
"""Why a place stands above the next one where another stage has decided that."""


@dataclass(frozen=True, slots=True)
class Finisher:
    """One place: shared with others if `shared`; `why` as in the standings."""

    place: int
    shared: bool
    row: StandingRow
    why: Why | None = None

    @property
    def why_text(self) -> str:
        return why_text(self.why)

    @property
    def shown_place(self) -> str:
        return marked_place(self.place, shared=self.shared)


@dataclass(frozen=True, slots=True)
class EventOrder:
    """The order of one event: a first stage with those it feeds, or a branch.

    `stages` are those that decided it, in the order of play. `provisional`: places can
    still change, because a match or a stage is missing.
    """

    title: str
    stages: tuple[Stage, ...]
    finishers: tuple[Finisher, ...]
    provisional: bool


@dataclass(frozen=True, slots=True)
class DivisionOrder:
    name: str
    division: Division
    events: tuple[EventOrder, ...]


class _Ranked(NamedTuple):
    stage: Stage
    position: int
    row: StandingRow

    @property
    def tie(self) -> tuple[int, int]:
        """The key that entrants with a shared place have in common."""
        return self.stage.pk, self.row.place


def finishing_order(stages: Sequence[Stage], mark: str) -> list[DivisionOrder]:
    """Return the order of every event as of `mark`, by division.

    Three queries for each stage, none if the standings are cached.
    """
    tables = {stage.pk: standings_table(stage, mark) for stage in stages}
    divisions: dict[int, list[Stage]] = {}
    for stage in stages:
        divisions.setdefault(stage.division_id, []).append(stage)
    orders = []
    for own in divisions.values():
        events = tuple(_events(own, tables))
        if events:
            division = own[0].division
            orders.append(DivisionOrder(str(division), division, events))
    return orders


def _events(
    stages: Sequence[Stage], tables: Mapping[int, StandingsTable]
) -> Iterator[EventOrder]:
    for stage in stages:
        if stage.source_id is not None:
            continue  # it decides places of the stage that feeds it
        chain = tuple(_chain(stage, stages))
        order = _order(stage, stages, tables)
        if order:
            yield EventOrder(
                stage_label(stage),
                chain,
                tuple(_placed(order, stages, tables)),
                any(
                    tables[one.pk].provisional
                    or (one.source_id is not None and one.field is None)
                    for one in chain
                ),
            )


def _chain(stage: Stage, stages: Sequence[Stage]) -> Iterator[Stage]:
    yield stage
    for fed in stages:
        if fed.source_id == stage.pk:
            yield from _chain(fed, stages)


def _order(
    stage: Stage, stages: Sequence[Stage], tables: Mapping[int, StandingsTable]
) -> list[_Ranked]:
    """Return the rows of a stage in order, with those of the stages that it feeds."""
    rows = [
        _Ranked(stage, position, row)
        for position, row in enumerate(tables[stage.pk].rows)
    ]
    for fed in stages:
        if fed.source_id != stage.pk or fed.field is None:
            continue
        within = _order(fed, stages, tables)
        known = {row.row.number for row in rows}
        placed = [one for one in within if one.row.number in known]
        went_on = {one.row.number for one in placed}
        slots = [place for place, one in enumerate(rows) if one.row.number in went_on]
        for slot, one in zip(slots, placed, strict=True):
            rows[slot] = one
    return rows


def _placed(
    order: Sequence[_Ranked],
    stages: Sequence[Stage],
    tables: Mapping[int, StandingsTable],
) -> Iterator[Finisher]:
    times = Counter(one.tie for one in order)
    place = 0
    for index, one in enumerate(order):
        is_first = not index or order[index - 1].tie != one.tie
        if is_first:
            place = index + 1
        count, why = times[one.tie], None
        if is_first and count > 1:
            why = _shared(one, tables[one.stage.pk], count)
        elif index + 1 < len(order) and order[index + 1].tie != one.tie:
            why = _above(one, order[index + 1], stages)
        yield Finisher(place, count > 1, one.row, why)


def _shared(one: _Ranked, table: StandingsTable, count: int) -> Why | None:
    """Return what the stage says of a shared place; others may have played on."""
    first = next(row for row in table.rows if row.place == one.row.place)
    if first.why is None:
        return None
    message, params = first.why
    return message, {**params, "count": count}


def _above(one: _Ranked, other: _Ranked, stages: Sequence[Stage]) -> Why | None:
    """Return why one is above the next: as its stage says, or which stage decided."""
    if one.stage == other.stage and other.position == one.position + 1:
        return one.row.why
    source_of = {stage.pk: stage.source_id for stage in stages}
    source = source_of[other.stage.pk]
    while source not in {one.stage.pk, None}:
        source = source_of.get(source)
    is_fed_by_one = source == one.stage.pk
    went_on = one.stage.source_id is not None and one.stage != other.stage
    message = PLAYED_ON if went_on and not is_fed_by_one else PLACE_BEFORE
    return message, {"other": other.row.name, "stage": stage_label(one.stage)}


FIRST_PLACES: Final = 10
"""The number of places of each event in the text; the linked page has all."""


def text_to_paste(
    tournament: Tournament, divisions: Sequence[DivisionOrder], *, address: str
) -> str:
    day = date_format(tournament.date, "DATE_FORMAT")
    parts = [f"{tournament.name}\n{day}"]
    parts += [
        "\n".join(_event(division, event, named=len(divisions) > 1))
        for division in divisions
        for event in division.events
    ]
    return isolated("\n\n".join([*parts, address]))


def _event(division: DivisionOrder, event: EventOrder, *, named: bool) -> Iterator[str]:
    yield f"{division.name} – {event.title}" if named else event.title
    for one in event.finishers[:FIRST_PLACES]:
        yield f"{one.shown_place}. {one.row.name} ({one.row.record})"
    more = len(event.finishers) - FIRST_PLACES
    if more > 0:
        text = ngettext("… and %(count)s more", "… and %(count)s more", more)
        yield text % {"count": more}


BEST: Final = 3
"""How many of the best results a page names."""


def keep_places(tournament: Tournament) -> None:
    """Write the places of the first event of each division with the entries.

    A consolation has an order of its own, which is no place in the division.
    """
    entries = {entry.number: entry for entry in tournament.entries.all()}
    placed = []
    for division in finishing_order(stages_of(tournament), mark_of(tournament).text):
        finishers = division.events[0].finishers
        if all(finisher.place == 1 for finisher in finishers):
            continue  # all are equal: no match was played
        for one in finishers:
            entry = entries[one.row.number]
            entry.final_place = one.place
            placed.append(entry)
    Entry.objects.bulk_update(placed, ["final_place"])


def forget_places(tournament: Tournament) -> None:
    """Remove the places of a tournament that is open again. One query."""
    tournament.entries.update(final_place=None)


def best_panel(visit: PlayerVisit) -> Sequence[Entry]:
    """Return a player's entries with the best places, the newest of equal ones first.

    `placed` is how many have a place in the division. One query.
    """
    if visit.against is not None:
        return ()
    seen = accounts_access.events_of(visit.request.user)
    is_placed = Q(division__entries__final_place__isnull=False)
    rows = (
        Entry.objects.filter(
            player=visit.player,
            final_place__isnull=False,
            tournament__in=Tournament.objects.listed(seen),
        )
        .annotate(placed=Count("division__entries", filter=is_placed))
        .select_related("tournament")
        .order_by("final_place", "-tournament__date", "-pk")
    )
    return list(rows[:BEST])
