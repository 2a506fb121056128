"""The one list of a desk with several stages: what is on the tables, and what waits.

A row stays where it is until the page is loaded again, so that no answer moves what is
under the cursor: the order is that of the moment when the desk was opened, matches that
are opened since come last, and a match that gets its result stays in its place. Only a
match that a director sends to another table goes there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.progress.queries import Desk, DeskView
from tournaments.rounds.models import DECIDED, Pairing
from tournaments.rounds.rows import PairingRow, fetched, rows_of
from tournaments.structure.models import Stage, Tournament

BY_TABLE: Final = "table"
BY_WAITING: Final = "waiting"
_MILLI: Final = 1000
_LONGEST_STAY: Final = 12 * 3600 * _MILLI


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A match in the list, with its stage and the title of that."""

    row: PairingRow
    stage: Stage
    title: str


@dataclass(frozen=True, slots=True)
class Chip:
    """A link that shows the matches of one stage, or of all."""

    title: str
    query: str
    count: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class QueueOptions:
    """How the list is shown: of which stage (0: all), in which order, opened when.

    `opened` counts milliseconds.
    """

    stage: int = 0
    order: str = BY_TABLE
    opened: int = 0

    @property
    def moment(self) -> datetime:
        """When the desk was opened."""
        return datetime.fromtimestamp(self.opened / _MILLI, UTC)


@dataclass(frozen=True, slots=True)
class Queue:
    """The list, and the links that show it otherwise."""

    rows: tuple[QueueRow, ...]
    chips: tuple[Chip, ...]
    orders: tuple[Chip, ...]
    asked: QueueOptions

    @property
    def open_count(self) -> int:
        """The number of matches in the list that have no result."""
        return sum(one.row.is_open for one in self.rows)


def asked_of(stage: str = "", order: str = "", opened: str = "") -> QueueOptions:
    """Return what the address asks for; anything odd is as if nothing was asked."""
    now = _now()
    since = int(opened) if opened.isdecimal() and len(opened) <= len(str(now)) else 0
    is_recent = now - _LONGEST_STAY <= since <= now
    return QueueOptions(
        stage=int(stage) if stage.isdecimal() and len(stage) < len("99999") else 0,
        order=BY_WAITING if order == BY_WAITING else BY_TABLE,
        opened=since if is_recent else now,
    )


def queue_of(desk: Desk, asked: QueueOptions) -> Queue:
    """Return the list of a desk. One query if the desk was opened a while ago."""
    titles = {view.stage.pk: view for view in desk.shown}
    found = {
        row.match_number: QueueRow(row, view.stage, view.title)
        for view in desk.shown
        if view.round
        for row in view.round.rows
        if row.is_open
    }
    if asked.opened < _now():
        for one in _ended_since(desk.tournament, titles, asked.moment):
            found.setdefault(one.row.match_number, one)
    numbers = {view.stage.number for view in desk.shown}
    chosen = asked.stage if asked.stage in numbers else 0
    rows = [one for one in found.values() if chosen in {0, one.stage.number}]
    rows.sort(key=lambda one: _place(one.row, asked))
    return Queue(
        rows=tuple(rows),
        chips=_chips(desk.shown, list(found.values()), asked, chosen=chosen),
        orders=_orders(asked),
        asked=asked,
    )


def _ended_since(
    tournament: Tournament, views: dict[int, DeskView], moment: datetime
) -> list[QueueRow]:
    rows = fetched(
        Pairing.objects.live()
        .with_match()
        .filter(DECIDED, tournament=tournament, match__finished_at__gte=moment)
    )
    found = []
    for view in views.values():
        own = [row for row in rows if row.stage_id == view.stage.pk]
        found += [
            QueueRow(row, view.stage, view.title) for row in rows_of(own, view.stage)
        ]
    return found


def _place(row: PairingRow, asked: QueueOptions) -> tuple[int, int, int]:
    """Return where a row stands: by what was so when the desk was opened."""
    opened = _time(row.opened_at)
    if opened > asked.opened:
        return 2, 0, row.match_number
    called = _time(row.called_at)
    was_called = 0 < called <= asked.opened
    if asked.order == BY_WAITING:
        return 0, called if was_called else opened, row.match_number
    if was_called:
        return 0, row.table or 0, row.match_number
    return 1, 0, row.match_number


def _chips(
    views: Sequence[DeskView],
    rows: Sequence[QueueRow],
    asked: QueueOptions,
    *,
    chosen: int,
) -> tuple[Chip, ...]:
    by = f"&by={BY_WAITING}" if asked.order == BY_WAITING else ""
    open_rows = [one for one in rows if one.row.is_open]
    chips = [Chip(gettext("All"), f"?stage=0{by}", len(open_rows), chosen == 0)]
    for view in views:
        number = view.stage.number
        count = sum(one.stage.number == number for one in open_rows)
        if count or number == chosen:
            query = f"?stage={number}{by}"
            chips.append(Chip(view.title, query, count, chosen == number))
    return tuple(chips)


def _orders(asked: QueueOptions) -> tuple[Chip, ...]:
    of = f"?stage={asked.stage}"
    return (
        Chip(gettext("By table"), of, 0, asked.order == BY_TABLE),
        Chip(
            gettext("By waiting time"),
            f"{of}&by={BY_WAITING}",
            0,
            asked.order == BY_WAITING,
        ),
    )


def _now() -> int:
    return _time(timezone.now())


def _time(moment: datetime | None) -> int:
    """Return a moment in milliseconds, 0 for none."""
    return 0 if moment is None else int(moment.timestamp() * _MILLI)
