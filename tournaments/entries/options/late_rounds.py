"""Late entry in formats that are drawn round by round."""

from collections.abc import Iterator
from dataclasses import replace

from tournaments import engine
from tournaments.engine import Note
from tournaments.entries.options import words
from tournaments.entries.options.choices import Choice, ChoiceGroup, EntryChange
from tournaments.entries.options.snapshot import StageSnapshot, is_over
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Entry, Placing
from tournaments.structure.queries import PlannedLine


def late_in_rounds(snapshot: StageSnapshot, entry: Entry) -> ChoiceGroup:
    """Return the options of an entry that was never drawn."""
    choices: list[Choice] = []
    refusals: list[PlannedLine] = []
    for found in (*_byes(snapshot, entry), _next_round(snapshot, entry)):
        if isinstance(found, Choice):
            choices.insert(0, found) if found.is_recommended else choices.append(found)
        else:
            refusals.append(found)
    title = PlannedLine(words.BEGIN)
    if not _comes_next(snapshot, entry):
        return ChoiceGroup(title, tuple(choices), tuple(refusals), button=title)
    return ChoiceGroup(
        title,
        tuple(replace(choice, is_anyway=choice.is_recommended) for choice in choices),
        tuple(refusals),
        note=PlannedLine(words.NOTHING_TO_DO),
        button=PlannedLine(words.BEGIN_AT_ONCE),
        is_folded=True,
    )


def _comes_next(snapshot: StageSnapshot, entry: Entry) -> bool:
    """Return True if the entry is in the next draw without any choice."""
    if entry.checked_in_at is None or entry.joined_round > snapshot.state.next_round:
        return False
    return isinstance(_next_round(snapshot, entry), Choice)


def _next_round(snapshot: StageSnapshot, entry: Entry) -> Choice | PlannedLine:
    """Return the option to join the next round, or a line that says why not."""
    number = snapshot.state.next_round
    last = snapshot.format.last_round(snapshot.state)
    if last and number > last:
        return PlannedLine(words.LAST_ROUND_OVER, {"number": number - 1})
    joining = snapshot.late.next_round(snapshot.state, entry.number)
    if joining.refusal is not None:
        return _line(joining.refusal)
    return Choice(
        key=f"join-{snapshot.root.number}-{number}",
        root=snapshot.root,
        title=_joins_text(snapshot, number),
        effects=tuple(map(_line, joining.effects)),
        act="late_joined",
        params={"name": snapshot.names[entry.number], "round": number},
        change=EntryChange(
            joined={entry.number: number},
            here={entry.number: True},
            placed={entry.number: Placing.USUAL.value},
        ),
        is_recommended=True,
    )


def _joins_text(snapshot: StageSnapshot, number: int) -> PlannedLine:
    if snapshot.format.is_endless:
        return PlannedLine(words.GETS_MATCH)
    return PlannedLine(words.PLAYS_FROM_ROUND, {"number": number})


def _byes(snapshot: StageSnapshot, entry: Entry) -> Iterator[Choice | PlannedLine]:
    """Yield an option for each bye of the current round, or a line: why not."""
    running = [row for row in snapshot.rows if row.round_number == snapshot.newest]
    byes = [row for row in running if row.entry_2 is None]
    if not byes:
        return
    values = {"number": snapshot.newest}
    if not any(row.match and not is_over(row.match) for row in running):
        yield PlannedLine(words.BYE_STAYS, values)
        return
    for row in byes:
        found = _bye(snapshot, entry, row)
        if found is not None:
            yield found


def _bye(snapshot: StageSnapshot, entry: Entry, row: Pairing) -> Choice | None:
    holder, number = row.entry_1, snapshot.newest
    if holder.withdrawn_at is not None or holder.player_id == entry.player_id:
        return None
    notes = row.reasons
    joining = snapshot.late.bye(
        snapshot.state, engine.DrawnPairing(holder.number, None, notes)
    )
    if joining is None:
        return None
    effects = [
        PlannedLine(words.BYE_ENDS, {"name": snapshot.names[holder.number]}),
        *map(_line, joining.effects),
    ]
    lots = {} if joining.lot is None else {entry.number: joining.lot}
    return Choice(
        key=f"bye-{snapshot.root.number}-{holder.number}",
        root=snapshot.root,
        title=PlannedLine(
            words.PLAYS_NOW, {"name": snapshot.names[holder.number], "number": number}
        ),
        effects=tuple(effects),
        act="late_took_bye",
        params={
            "name": snapshot.names[entry.number],
            "other": snapshot.names[holder.number],
            "round": number,
        },
        change=EntryChange(
            joined={entry.number: number},
            here={entry.number: True},
            placed={entry.number: Placing.BY_LOT.value},
            lots=lots,
            filled=(row.pk, entry.number),
        ),
    )


def _line(note: Note) -> PlannedLine:
    return PlannedLine(note.message, note.params)
