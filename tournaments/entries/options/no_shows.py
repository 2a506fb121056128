"""Options for an entry that does not come to its match."""

from collections.abc import Iterator, Sequence
from typing import Final

from matches.ledger.models.match import Match
from tournaments.engine import Substitute
from tournaments.engine.pairing.lots import by_lot
from tournaments.entries.options import words
from tournaments.entries.options.choices import Choice, ChoiceGroup, EntryChange
from tournaments.entries.options.leaving import (
    WALKOVER,
    ending,
    gone_lines,
    labels,
    where_open,
)
from tournaments.entries.options.snapshot import (
    StageSnapshot,
    decided,
    is_ready,
    moves,
    other_side,
)
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Entry, Placing
from tournaments.structure.queries import PlannedLine

SUBSTITUTE: Final = "substitute:%s"
"""The purpose of the lots of latecomers for the seat in a match of this number."""

NOBODY: Final = Match.How.NOBODY.value


def not_there(
    snapshots: Sequence[StageSnapshot], entry: Entry, latecomers: Sequence[Entry]
) -> ChoiceGroup | None:
    """Return the options if an entry does not come; None if it has no unbegun match."""
    snapshot, rows = where_open(snapshots, entry.number)
    if not rows or not all(is_ready(row) for row in rows):
        return None
    opponent = other_side(rows[0], entry.number)
    if any(other_side(row, entry.number) != opponent for row in rows):
        return None
    found = [
        _walkover(snapshot, entry, rows),
        _nobody(snapshot, entry, rows),
        _bye_instead(snapshot, entry, rows),
        *_replacements(snapshot, entry, rows, latecomers=latecomers),
    ]
    return ChoiceGroup(
        PlannedLine(words.DOES_NOT_COME, {"matches": labels(rows)}),
        tuple(one for one in found if one is not None),
        note=PlannedLine(words.CAN_WAIT),
        button=PlannedLine(words.DECIDE, {"matches": labels(rows)}),
    )


def _walkover(snapshot: StageSnapshot, entry: Entry, rows: Sequence[Pairing]) -> Choice:
    number = entry.number
    opponent = other_side(rows[0], number)
    return Choice(
        key=f"walkover-{snapshot.root.number}-{rows[0].match_number}",
        root=snapshot.root,
        title=PlannedLine(
            words.WINS_BY_WALKOVER,
            {"name": snapshot.names[opponent], "matches": labels(rows)},
        ),
        effects=tuple(_without_play(snapshot, rows, winner=opponent)),
        act="no_show",
        params={"name": snapshot.names[number], "matches": labels(rows)},
        change=EntryChange(
            endings=tuple(ending(row, number, WALKOVER) for row in rows)
        ),
        is_recommended=True,
    )


def _nobody(snapshot: StageSnapshot, entry: Entry, rows: Sequence[Pairing]) -> Choice:
    opponent = other_side(rows[0], entry.number)
    both = {
        "one": snapshot.names[entry.number],
        "two": snapshot.names[opponent],
        "matches": labels(rows),
    }
    return Choice(
        key=f"nobody-{snapshot.root.number}-{rows[0].match_number}",
        root=snapshot.root,
        title=PlannedLine(words.NEITHER_COMES, both),
        effects=tuple(_without_play(snapshot, rows, winner=None)),
        act="neither_came",
        params=both | {"name": both["one"]},
        change=EntryChange(
            endings=tuple((row.match_id or 0, NOBODY, None) for row in rows)
        ),
    )


def _bye_instead(
    snapshot: StageSnapshot, entry: Entry, rows: Sequence[Pairing]
) -> Choice | None:
    """Return the option to take the entry out, so that the opponent has a bye.

    None if the format has no byes.
    """
    number, opponent = entry.number, other_side(rows[0], entry.number)
    name = snapshot.names[opponent]
    first = [row for row in rows if row.leg == 1]
    change = EntryChange(
        here={number: False},
        byes=tuple((row.pk, opponent) for row in first),
        aside=tuple(row.pk for row in rows if row.leg > 1),
    )
    effects = [
        PlannedLine(words.SET_ASIDE, {"matches": labels(rows)}),
        PlannedLine(words.MISSING),
    ]
    if snapshot.bracket is not None:
        change = EntryChange(gone={number: True}, aside=tuple(row.pk for row in rows))
        effects = [
            PlannedLine(words.SET_ASIDE, {"matches": labels(rows)}),
            *gone_lines(snapshot, number, rows, is_aside=True),
        ]
    elif not snapshot.format.has_byes:
        return None
    return Choice(
        key=f"rest-{snapshot.root.number}-{rows[0].match_number}",
        root=snapshot.root,
        title=PlannedLine(words.TAKEN_OUT, {"name": name}),
        effects=tuple(effects),
        act="taken_out",
        params={"name": snapshot.names[number], "other": name},
        change=change,
    )


def _replacements(
    snapshot: StageSnapshot,
    entry: Entry,
    rows: Sequence[Pairing],
    *,
    latecomers: Sequence[Entry],
) -> Iterator[Choice]:
    """Yield an option for each latecomer who can take the seat, the drawn one first."""
    number, row = entry.number, rows[0]
    if not _can_be_replaced(snapshot, number, rows):
        return
    lot = snapshot.root.lot_of.get(number)
    opponent = other_side(row, number)
    by_number = {late.number: late for late in latecomers}
    order = by_lot(snapshot.seed, SUBSTITUTE % row.match_number, by_number)
    for late in (by_number[one] for one in order):
        by_hand = late.number != order[0]
        lots: dict[int, int | None] = (
            {} if lot is None else {number: None, late.number: lot}
        )
        values = {
            "name": snapshot.names[late.number],
            "other": snapshot.names[opponent],
            "matches": labels(rows),
        }
        yield Choice(
            key=f"seat-{snapshot.root.number}-{late.number}",
            root=snapshot.root,
            title=PlannedLine(words.PLAYS_INSTEAD, values),
            effects=(
                PlannedLine(words.SAME_TABLE, values),
                PlannedLine(words.MISSING),
            ),
            act="replaced_by_hand" if by_hand else "replaced",
            params=values | {"gone": snapshot.names[number]},
            change=EntryChange(
                joined={} if snapshot.bracket else {late.number: row.round_number},
                here={late.number: True, number: False},
                placed={
                    late.number: (Placing.BY_HAND if by_hand else Placing.BY_LOT).value
                },
                lots=lots,
                seats=tuple((row.pk, number, late.number) for row in rows),
            ),
            is_folded=by_hand,
            needs_reason=by_hand,
        )


def _can_be_replaced(
    snapshot: StageSnapshot, number: int, rows: Sequence[Pairing]
) -> bool:
    """Return True if the format allows a substitute for these matches."""
    others = [row for row in snapshot.of(number) if row not in rows]
    if snapshot.format.substitute is Substitute.NEVER:
        return False
    if snapshot.format.substitute is Substitute.FIRST_MATCH:
        return not others and number in snapshot.root.lot_of
    return rows[0].round_number == snapshot.newest


def _without_play(
    snapshot: StageSnapshot, rows: Sequence[Pairing], *, winner: int | None
) -> Iterator[PlannedLine]:
    if snapshot.bracket is not None and rows[0].slot is not None:
        after = decided(snapshot.drawn, rows[0].slot, winner)
        yield from moves(snapshot, snapshot.course, after.course())
        return
    if winner is None:
        yield PlannedLine(words.LOSS_FOR_BOTH)
        return
    yield PlannedLine(words.WIN_WITHOUT_MEETING, {"name": snapshot.names[winner]})
