"""The one list of a desk with several stages: matches at tables, and waiting ones.

Rows keep their places until the page is reloaded, so that no update moves the row under
the cursor: the order is that of the time when the desk was opened, later matches come
last, and a match with a new result stays. Only a match that a director moves to another
table moves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.rounds.models import DECIDED, Pairing
from tournaments.rounds.rows import PairingRow, pairing_rows
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import title_in_division
from tournaments.tables.progress import Desk, DeskView

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
    """A link that changes the list, for example to the matches of one stage."""

    title: str
    query: str
    count: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class QueueOptions:
    """The options of the list: division, stage, order, and when the desk was opened.

    0 stands for all of them. `opened` counts milliseconds.
    """

    division: int = 0
    stage: int = 0
    order: str = BY_TABLE
    opened: int = 0

    @property
    def moment(self) -> datetime:
        """When the desk was opened."""
        return datetime.fromtimestamp(self.opened / _MILLI, UTC)


@dataclass(frozen=True, slots=True)
class Queue:
    """The list, and the links that change it.

    `divisions` are all of them, where there are several; `stages` are those of the
    chosen division.
    """

    rows: tuple[QueueRow, ...]
    divisions: tuple[Chip, ...]
    stages: tuple[Chip, ...]
    orders: tuple[Chip, ...]
    asked: QueueOptions

    @property
    def open_count(self) -> int:
        """The number of matches in the list that have no result."""
        return sum(row.row.is_open for row in self.rows)


def asked_of(address: Mapping[str, str]) -> QueueOptions:
    """Return the options in an address; invalid values are ignored."""
    order, opened = address.get("by", ""), address.get("opened", "")
    now = _now()
    since = int(opened) if opened.isdecimal() and len(opened) <= len(str(now)) else 0
    is_recent = now - _LONGEST_STAY <= since <= now
    return QueueOptions(
        division=_number(address.get("division", "")),
        stage=_number(address.get("stage", "")),
        order=BY_WAITING if order == BY_WAITING else BY_TABLE,
        opened=since if is_recent else now,
    )


def _number(typed: str) -> int:
    return int(typed) if typed.isdecimal() and len(typed) < len("99999") else 0


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
    listed = _chosen(list(found.values()), asked := _known(desk, asked))
    return Queue(
        rows=tuple(sorted(listed, key=lambda one: _place(one, asked))),
        divisions=_divisions(desk, list(found.values()), asked),
        stages=_stages(desk, list(found.values()), asked),
        orders=_orders(asked),
        asked=asked,
    )


def _known(desk: Desk, asked: QueueOptions) -> QueueOptions:
    """Return the options, with the division of the stage; without unknown stages."""
    stages = {view.stage.number: view.stage for view in desk.shown}
    if stage := stages.get(asked.stage):
        return replace(asked, division=stage.division.number)
    divisions = {stage.division.number for stage in stages.values()}
    division = asked.division if asked.division in divisions else 0
    return replace(asked, division=division, stage=0)


def _chosen(rows: Sequence[QueueRow], asked: QueueOptions) -> list[QueueRow]:
    return [
        row
        for row in rows
        if asked.stage in {0, row.stage.number}
        and asked.division in {0, row.stage.division.number}
    ]


def _ended_since(
    tournament: Tournament, views: dict[int, DeskView], moment: datetime
) -> list[QueueRow]:
    decided = (
        Pairing.objects.live()
        .with_match()
        .filter(DECIDED, tournament=tournament, match__finished_at__gte=moment)
    )
    rows = list(decided.listed())
    found = []
    for view in views.values():
        own = [row for row in rows if row.stage_id == view.stage.pk]
        found += [
            QueueRow(row, view.stage, view.title)
            for row in pairing_rows(own, view.stage)
        ]
    return found


def _place(one: QueueRow, asked: QueueOptions) -> tuple[int, int, int, int]:
    """Return the sort key of a row, from facts at the time when the desk was opened.

    By table, the matches at tables come first, by their tables, and then those that
    wait, in the order in which they are called (`tournaments.tables.order`).
    """
    row = one.row
    opened = _time(row.opened_at)
    if opened > asked.opened:
        return 2, 0, 0, row.match_number
    called = _time(row.called_at)
    was_called = 0 < called <= asked.opened
    if asked.order == BY_WAITING:
        return 0, 0, called if was_called else opened, row.match_number
    if was_called:
        return 0, 0, row.table or 0, row.match_number
    return 1, one.stage.call_rank, opened // _MILLI, row.match_number


def _divisions(
    desk: Desk, rows: Sequence[QueueRow], asked: QueueOptions
) -> tuple[Chip, ...]:
    """Return all and each division; none if there is only one."""
    divisions = {view.stage.division.number: view.stage.division for view in desk.shown}
    if len(divisions) == 1:
        return ()
    everything = QueueOptions(order=asked.order)
    return (
        _chip(gettext("All"), rows, everything, is_chosen=not asked.division),
        *(
            _chip(
                *(str(division), rows, replace(everything, division=number)),
                is_chosen=number == asked.division and not asked.stage,
            )
            for number, division in divisions.items()
        ),
    )


def _stages(
    desk: Desk, rows: Sequence[QueueRow], asked: QueueOptions
) -> tuple[Chip, ...]:
    """Return the stages with open matches of the chosen or only division."""
    several = len({view.stage.division_id for view in desk.shown}) > 1
    if several and not asked.division:
        return ()
    everything = QueueOptions(order=asked.order)
    chips = (
        []
        if several
        else [_chip(gettext("All"), rows, everything, is_chosen=not asked.stage)]
    )
    for stage in (view.stage for view in desk.shown):
        if asked.division in {0, stage.division.number}:
            chip = _chip(
                *(title_in_division(stage), rows),
                replace(everything, stage=stage.number),
                is_chosen=stage.number == asked.stage,
            )
            chips += [chip] if chip.count or chip.is_chosen else []
    return tuple(chips)


def _chip(
    title: str, rows: Sequence[QueueRow], asked: QueueOptions, *, is_chosen: bool
) -> Chip:
    count = sum(one.row.is_open for one in _chosen(rows, asked))
    return Chip(title, _query(asked), count, is_chosen)


def _orders(asked: QueueOptions) -> tuple[Chip, ...]:
    orders = {BY_TABLE: gettext("By table"), BY_WAITING: gettext("By waiting time")}
    return tuple(
        Chip(title, _query(replace(asked, order=order)), 0, asked.order == order)
        for order, title in orders.items()
    )


def _query(asked: QueueOptions) -> str:
    """Return the query for these options, without `opened`: the order is new."""
    shown = {"division": asked.division, "stage": asked.stage, "by": asked.order}
    if asked.stage:
        del shown["division"]
    return f"?{urlencode(shown)}"


def _now() -> int:
    return _time(timezone.now())


def _time(moment: datetime | None) -> int:
    """Return a moment in milliseconds, 0 for none."""
    return 0 if moment is None else int(moment.timestamp() * _MILLI)
