"""Late entry in formats that are drawn round by round."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext

from tournaments import engine
from tournaments.engine import Note
from tournaments.participation.choices import Choice, ChoiceGroup, EntryChange
from tournaments.participation.snapshot import StageSnapshot, is_over
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Entry


def late_in_rounds(snapshot: StageSnapshot, entry: Entry) -> ChoiceGroup:
    """Return the options of an entry that was never drawn."""
    choices: list[Choice] = []
    refusals: list[str] = []
    for found in (*_byes(snapshot, entry), _next_round(snapshot, entry)):
        if isinstance(found, Choice):
            choices.insert(0, found) if found.is_recommended else choices.append(found)
        else:
            refusals.append(found)
    title = gettext("Begin to play")
    if not _comes_next(snapshot, entry):
        return ChoiceGroup(title, tuple(choices), tuple(refusals), button=title)
    return ChoiceGroup(
        title,
        tuple(replace(one, is_anyway=one.is_recommended) for one in choices),
        tuple(refusals),
        note=gettext("Nothing has to be done here."),
        button=gettext("Begin at once"),
        is_folded=True,
    )


def _comes_next(snapshot: StageSnapshot, entry: Entry) -> bool:
    """Return True if the entry is in the next draw without any choice."""
    if entry.checked_in_at is None or entry.joined_round > snapshot.state.next_round:
        return False
    return isinstance(_next_round(snapshot, entry), Choice)


def _next_round(snapshot: StageSnapshot, entry: Entry) -> Choice | str:
    """Return the option to join the next round, or a sentence why not."""
    number = snapshot.state.next_round
    last = snapshot.format.last_round(snapshot.state)
    if last and number > last:
        return gettext("Round %(number)s was the last one.") % {"number": number - 1}
    joining = snapshot.late.next_round(snapshot.state, entry.number)
    if joining.refusal is not None:
        return _text(joining.refusal)
    return Choice(
        key=f"join-{snapshot.root.number}-{number}",
        root=snapshot.root,
        title=_joins_text(snapshot, number),
        effects=tuple(map(_text, joining.effects)),
        act="late_joined",
        params={"name": snapshot.names[entry.number], "round": number},
        change=EntryChange(joined={entry.number: number}, here={entry.number: True}),
        is_recommended=True,
    )


def _joins_text(snapshot: StageSnapshot, number: int) -> str:
    if snapshot.format.is_endless:
        return gettext("Gets a match as soon as somebody is free.")
    return gettext("Plays from round %(number)s on.") % {"number": number}


def _byes(snapshot: StageSnapshot, entry: Entry) -> Iterator[Choice | str]:
    """Yield an option for each bye of the current round, or a sentence why not."""
    running = [row for row in snapshot.rows if row.round_number == snapshot.newest]
    byes = [row for row in running if row.entry_2 is None]
    if not byes:
        return
    values = {"number": snapshot.newest}
    if not any(row.match and not is_over(row.match) for row in running):
        yield gettext("Round %(number)s has been played: its bye stays.") % values
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
        gettext("%(name)s no longer has a bye: the match counts.")
        % {"name": snapshot.names[holder.number]},
        *map(_text, joining.effects),
    ]
    lots = {} if joining.lot is None else {entry.number: joining.lot}
    return Choice(
        key=f"bye-{snapshot.root.number}-{holder.number}",
        root=snapshot.root,
        title=gettext("Plays %(name)s now, in round %(number)s.")
        % {"name": snapshot.names[holder.number], "number": number},
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
            lots=lots,
            filled=(row.pk, entry.number),
        ),
    )


def _text(note: Note) -> str:
    return gettext(note.message.english) % note.params
