"""Withdrawing an entry and bringing it back: the options and their effects."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from matches.ledger.models.match import Match
from tournaments import engine
from tournaments.engine.format import LEAVES_ROUNDS
from tournaments.entries.options import words
from tournaments.entries.options.choices import Choice, ChoiceGroup, EntryChange
from tournaments.entries.options.snapshot import (
    StageSnapshot,
    aside_lines,
    decided,
    is_over,
    is_ready,
    label_of,
    lost_sections,
    moves,
    other_side,
    place_line,
    side_of,
)
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Entry
from tournaments.structure.queries import PlannedLine

WALKOVER: Final = Match.How.WALKOVER.value
RETIRED: Final = Match.How.RETIRED.value
CLAIMED: Final = (Match.State.REPORTED, Match.State.DISPUTED)


def leaving(snapshots: Sequence[StageSnapshot], entry: Entry) -> ChoiceGroup:
    """Return the options to withdraw an entry that takes part."""
    title = PlannedLine(words.WITHDRAW)
    snapshot, rows = where_open(snapshots, entry.number)
    claimed = [label_of(row) for row in rows if _is_claimed(row)]
    if claimed:
        refusal = PlannedLine(words.REPORTED, {"matches": ", ".join(claimed)})
        return ChoiceGroup(title, refusals=(refusal,))
    found: list[Choice] = []
    if rows:
        found.append(_ended(snapshot, entry, rows))
        found.append(_last_match(snapshot, entry, rows))
    else:
        found.append(_plain(snapshot, entry))
    if snapshot.format.leaving.can_void and _played(snapshot, entry.number):
        found.append(_void(snapshot, entry))
    return ChoiceGroup(title, tuple(found), button=title)


def coming_back(snapshots: Sequence[StageSnapshot], entry: Entry) -> ChoiceGroup:
    """Return the option to bring a withdrawn entry back, or why it is not possible."""
    title, number = PlannedLine(words.COME_BACK), entry.number
    snapshot = next(
        (snapshot for snapshot in snapshots if snapshot.takes_part(number)),
        snapshots[0],
    )
    effects: list[PlannedLine] = [PlannedLine(words.DRAWN_AGAIN)]
    aside: list[Pairing] = []
    if snapshot.bracket is not None:
        gone = snapshot.drawn.gone - {number}
        after = replace(snapshot.drawn, gone=gone)
        where = after.course().where_now(number)
        aside = snapshot.unfit(after, where.node.number) if where else []
        begun = [label_of(row) for row in aside if not is_ready(row)]
        if begun:
            refusal = PlannedLine(words.BEGUN_WITHOUT, {"matches": ", ".join(begun)})
            return ChoiceGroup(title, refusals=(refusal,))
        kept = after.without([row.slot for row in aside if row.slot is not None])
        effects = [
            *moves(snapshot, snapshot.course, kept.course()),
            *aside_lines(snapshot, aside),
        ] or [PlannedLine(words.NO_MATCH_HERE)]
    choice = Choice(
        key=f"back-{snapshot.root.number}-{number}",
        root=snapshot.root,
        title=PlannedLine(words.IS_BACK),
        effects=tuple(effects),
        act="reinstated",
        params={"name": snapshot.names[number]},
        change=EntryChange(gone={number: False}, aside=tuple(row.pk for row in aside)),
        is_recommended=True,
    )
    return ChoiceGroup(title, (choice,), button=PlannedLine(words.BRING_BACK))


def _plain(snapshot: StageSnapshot, entry: Entry) -> Choice:
    number = entry.number
    leaving = snapshot.format.leaving if snapshot.is_drawn else LEAVES_ROUNDS
    effects = [*gone_lines(snapshot, number), *map(PlannedLine, leaving.effects)]
    return Choice(
        key=f"leave-{snapshot.root.number}-{number}",
        root=snapshot.root,
        title=PlannedLine(leaving.title),
        effects=tuple(effects) or (PlannedLine(words.NO_MATCH_WAITS),),
        act="withdrawn",
        params={"name": snapshot.names[number]},
        change=EntryChange(gone={number: True}),
        is_recommended=True,
    )


def _ended(snapshot: StageSnapshot, entry: Entry, rows: Sequence[Pairing]) -> Choice:
    """Return the option to end open matches now: a walk-over, or a retirement."""
    number, name = entry.number, snapshot.names[entry.number]
    others = {other_side(row, number) for row in rows}
    begun = [row for row in rows if not is_ready(row)]
    values = {"name": snapshot.names[min(others)], "matches": labels(rows)}
    if begun and begun[0].match is not None:
        score = f"{begun[0].match.score_1}–{begun[0].match.score_2}"
        title = words.RETIRES
        if len(others) > 1:
            title = words.RETIRES_OPPONENTS
        first = PlannedLine(words.SCORE_STAYS, {"score": score})
    else:
        title = words.WITHDRAWS
        if len(others) > 1:
            title = words.WITHDRAWS_OPPONENTS
        first = PlannedLine(words.NOTHING_PLAYED)
    return Choice(
        key=f"end-{snapshot.root.number}-{number}",
        root=snapshot.root,
        title=PlannedLine(title, values),
        effects=(first, *gone_lines(snapshot, number, rows)),
        act="withdrawn",
        params={"name": name},
        change=EntryChange(
            gone={number: True},
            endings=tuple(ending(row, number, WALKOVER) for row in rows),
        ),
        is_recommended=not begun,
    )


def _last_match(
    snapshot: StageSnapshot, entry: Entry, rows: Sequence[Pairing]
) -> Choice:
    number = entry.number
    return Choice(
        key=f"last-{snapshot.root.number}-{number}",
        root=snapshot.root,
        title=PlannedLine(words.FINISHES_FIRST, {"matches": labels(rows)}),
        effects=(PlannedLine(words.RESULT_COUNTS),),
        act="withdrawn_after",
        params={"name": snapshot.names[number], "matches": labels(rows)},
        change=EntryChange(gone={number: True}),
        is_recommended=any(not is_ready(row) for row in rows),
    )


def _void(snapshot: StageSnapshot, entry: Entry) -> Choice:
    """Return the option to void all results of an entry in a round robin.

    Every opponent, past or future, then has a bye, so that all are treated alike.
    """
    number = entry.number
    rows = [row for row in snapshot.of(number) if row.entry_2 is not None]
    played = [row for row in rows if row.match and is_over(row.match)]
    effects = [
        PlannedLine(
            words.NO_LONGER_COUNTS,
            {"match": label_of(row), "name": snapshot.names[other_side(row, number)]},
        )
        for row in played
    ]
    return Choice(
        key=f"void-{snapshot.root.number}-{number}",
        root=snapshot.root,
        title=PlannedLine(words.ALL_VOID),
        effects=(*effects, PlannedLine(words.OPPONENTS_HAVE_BYES)),
        act="withdrawn_void",
        params={"name": snapshot.names[number]},
        change=EntryChange(
            gone={number: True},
            byes=tuple(
                (row.pk, other_side(row, number)) for row in rows if row.leg == 1
            ),
            aside=tuple(row.pk for row in rows if row.leg > 1),
        ),
    )


def gone_lines(
    snapshot: StageSnapshot,
    number: int,
    rows: Sequence[Pairing] = (),
    *,
    is_aside: bool = False,
) -> Iterator[PlannedLine]:
    """Yield the effects of a withdrawal once the matches `rows` are over.

    `is_aside`: these matches are set aside instead of won by the opponents.
    """
    if snapshot.bracket is None:
        if snapshot.is_drawn:
            yield from place_line(_absent(snapshot, number), number)
        return
    after = replace(snapshot.drawn, gone=snapshot.drawn.gone | {number})
    slots = [row.slot for row in rows if row.slot is not None]
    if is_aside:
        after = after.without(slots)
    for row in () if is_aside else rows:
        if row.slot is not None:
            after = decided(after, row.slot, other_side(row, number))
    walked = after.course()
    yield from moves(snapshot, snapshot.course, walked)
    yield from lost_sections(snapshot, number, before=snapshot.course, after=walked)


def _absent(snapshot: StageSnapshot, number: int) -> engine.StageState:
    return replace(
        snapshot.state,
        entrants=tuple(
            replace(entrant, present=False) if entrant.number == number else entrant
            for entrant in snapshot.state.entrants
        ),
    )


def where_open(
    snapshots: Sequence[StageSnapshot], number: int
) -> tuple[StageSnapshot, Sequence[Pairing]]:
    """Return the stage where an entry has open matches, with these matches.

    Without open matches it is the last stage in which the entry takes part.
    """
    for snapshot in snapshots:
        rows = snapshot.open_of(number)
        if rows:
            return snapshot, rows
    part = [snapshot for snapshot in snapshots if snapshot.takes_part(number)]
    return (part or list(snapshots))[-1 if part else 0], ()


def _played(snapshot: StageSnapshot, number: int) -> bool:
    return any(row.match and is_over(row.match) for row in snapshot.of(number))


def _is_claimed(row: Pairing) -> bool:
    return row.match is not None and row.match.state in CLAIMED


def ending(row: Pairing, number: int, how: str) -> tuple[int, str, int | None]:
    """Return an ending (match, how, winning side) in favour of the opponent.

    A match that has begun ends by retirement, whatever `how` says.
    """
    if not is_ready(row):
        how = RETIRED
    return row.match_id or 0, how, 3 - side_of(row, number)


def labels(rows: Sequence[Pairing]) -> str:
    """Return the labels of matches, separated by commas."""
    return ", ".join(label_of(row) for row in rows)
