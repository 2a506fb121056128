"""The finishing order on paper: as a list, for prizes and diplomas."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext

from matches.documents.text import clean
from matches.rules.text import gettext_noop
from matches.web.sentences import marked_place
from tournaments.paper.standings import NO_STANDINGS
from tournaments.paper.values import ListColumn, ListGroup, PrintedList, head_of
from tournaments.rounds.round_counts import rounds_planned
from tournaments.rounds.rows import published_rounds
from tournaments.standings.finishing import Finisher, finishing_order
from tournaments.structure.marks import mark_of
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.names import shown_name
from tournaments.structure.queries import stages_of


@dataclass(frozen=True, slots=True)
class PlacedPlayer:
    """A player in a place, shared with others if `shared`.

    `won` are won and lost matches: 5–1. `why` says why the place is above the next one.
    """

    place: int
    shared: bool
    name: str
    club: str
    won: str
    why: str

    @property
    def shown_place(self) -> str:
        """The place, marked where it is shared."""
        return marked_place(self.place, shared=self.shared)

    @property
    def shown_name(self) -> str:
        """The name, and the club in brackets."""
        return f"{self.name} ({self.club})" if self.club else self.name


@dataclass(frozen=True, slots=True)
class FinishedEvent:
    """An event with its players, the best first."""

    title: str
    placed: tuple[PlacedPlayer, ...]
    is_provisional: bool


PLACES_CAN_CHANGE: Final = gettext_noop(
    "The tournament is not finished; places may change."
)


def finishing_list(tournament: Tournament) -> PrintedList:
    """Return the finishing order of every event. Raises NO_STANDINGS."""
    events = events_of(tournament)
    return PrintedList(
        head=head_of(
            tournament,
            title=gettext("Final ranking"),
            path=reverse("finishing_order", args=[tournament.slug]),
            advice=advice_on(events),
        ),
        columns=(
            ListColumn(
                title=gettext("Place"), width=16, kind="centre", size=13, is_bold=True
            ),
            ListColumn(title=gettext("Player"), width=92),
            ListColumn(title=gettext("Club"), width=60, size=11),
            ListColumn(title=gettext("Won–lost"), width=22, kind="centre", size=11),
        ),
        groups=tuple(
            ListGroup(
                event.title,
                tuple(
                    (one.shown_place, one.name, one.club, one.won)
                    for one in event.placed
                ),
            )
            for event in events
        ),
        notes=reasons_of(events),
    )


def reasons_of(events: Sequence[FinishedEvent]) -> tuple[str, ...]:
    """Return the notes that say of each place why it is above the next one."""
    notes = []
    for event in events:
        reasons = [
            f"{one.shown_place} {one.name}: {one.why}"
            for one in event.placed
            if one.why
        ]
        if reasons:
            title = gettext("Reason for place")
            notes += [f"{title} · {event.title}" if event.title else title, *reasons]
    return tuple(notes)


def advice_on(events: Sequence[FinishedEvent]) -> str:
    """Return a warning while places can change."""
    if not any(event.is_provisional for event in events):
        return ""
    return gettext(PLACES_CAN_CHANGE)


def events_of(tournament: Tournament, *, last: int = 0) -> tuple[FinishedEvent, ...]:
    """Return the events with a match played, with the places up to `last`.

    With 0 all places. Raises NO_STANDINGS.
    """
    found = tuple(_events(tournament, last))
    if not found:
        raise NO_STANDINGS()
    return found


def _events(tournament: Tournament, last: int) -> Iterator[FinishedEvent]:
    divisions = finishing_order(stages_of(tournament), mark_of(tournament).text)
    for division in divisions:
        for order in division.events:
            if all(finisher.place == 1 for finisher in order.finishers):
                continue  # all are equal: no match was played
            names = (shown_name(division.division.name), order.title)
            yield FinishedEvent(
                title=clean(" · ".join(dict.fromkeys(filter(None, names)))),
                placed=tuple(
                    _placed(finisher)
                    for finisher in order.finishers
                    if not last or finisher.place <= last
                ),
                is_provisional=not tournament.is_closed
                and (order.provisional or any(map(_has_rounds_left, order.stages))),
            )


def _has_rounds_left(stage: Stage) -> bool:
    if not stage.is_in_rounds:
        return False
    return len(published_rounds(stage)) < rounds_planned(stage)


def _placed(one: Finisher) -> PlacedPlayer:
    return PlacedPlayer(
        place=one.place,
        shared=one.shared,
        name=clean(one.row.name),
        club=clean(one.row.club),
        won=one.row.record,
        why=clean(one.why_text),
    )
