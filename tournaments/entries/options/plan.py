"""All options for one entry now, and its situation in each stage."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournaments.engine import StageState
from tournaments.entries.options import words
from tournaments.entries.options.choices import Choice, ChoiceGroup, EntryChange
from tournaments.entries.options.late_brackets import late_in_bracket
from tournaments.entries.options.late_rounds import late_in_rounds
from tournaments.entries.options.leaving import coming_back, leaving
from tournaments.entries.options.no_shows import not_there
from tournaments.entries.options.snapshot import (
    StageSnapshot,
    label_of,
    other_side,
    place_line,
    snapshots_of,
)
from tournaments.rounds.models import Round
from tournaments.structure.models import Division, Entry, Stage
from tournaments.structure.queries import PlannedLine, StageTitle
from tournaments.tables.people import at_tables, people_of


@dataclass(frozen=True, slots=True)
class OptionsView:
    """One entry: lines on its situation (`stands`, by stage title) and options.

    `first` is the stage in which it begins, in the `state` of now.
    """

    entry: Entry
    first: Stage
    state: StageState
    stands: tuple[tuple[StageTitle, tuple[PlannedLine, ...]], ...]
    groups: tuple[ChoiceGroup, ...]

    @property
    def choices(self) -> list[Choice]:
        """All options of all groups."""
        return [choice for group in self.groups for choice in group.choices]


def options_of(entry: Entry) -> OptionsView:
    """Return the legal options for an entry now, with all effects."""
    snapshots = snapshots_of(entry.division)
    return OptionsView(
        entry,
        snapshots[0].root,
        snapshots[0].state,
        stands=tuple(
            (snapshot.title, tuple(_stands(snapshot, entry.number)))
            for snapshot in snapshots
        ),
        groups=tuple(group for group in _groups(snapshots, entry) if group is not None),
    )


def choice_named(view: OptionsView, value: str) -> Choice | None:
    """Return the option of this value, None if it no longer exists unchanged."""
    return next((choice for choice in view.choices if choice.value == value), None)


def _groups(
    snapshots: Sequence[StageSnapshot], entry: Entry
) -> Iterator[ChoiceGroup | None]:
    first, number = snapshots[0], entry.number
    if entry.withdrawn_at is not None:
        yield coming_back(snapshots, entry)
        return
    if not any(snapshot.takes_part(number) for snapshot in snapshots):
        yield _with_lists(_late(first, entry), _lists(first, entry, leaves=True))
        yield _elsewhere(first, entry)
        if first.is_drawn:
            yield replace(leaving(snapshots, entry), is_folded=True)
        return
    yield not_there(snapshots, entry, _latecomers(snapshots, entry))
    again = _again(snapshots, entry)
    if again is not None and not again.is_folded:
        again = _with_lists(again, _lists(first, entry, leaves=False))
    yield again
    yield leaving(snapshots, entry)


def _with_lists(group: ChoiceGroup, lists: Sequence[Choice]) -> ChoiceGroup:
    """Return a group with lists that start by themselves before its folded options."""
    shown = [choice for choice in group.choices if not choice.is_folded]
    return replace(group, choices=(*shown, *lists, *group.folded))


def _lists(snapshot: StageSnapshot, entry: Entry, *, leaves: bool) -> list[Choice]:
    """Return the open lists of the tournament that start by themselves.

    `leaves`: the entry moves there, instead of being entered there as well.
    """
    drawn = Round.objects.filter(stage__division=OuterRef("pk"))
    entered = Entry.objects.filter(division=OuterRef("pk"), player=entry.player_id)
    divisions = Division.objects.filter(
        ~Exists(drawn),
        ~Exists(entered),
        tournament=snapshot.root.division.tournament_id,
        starts_at__gt=0,
    ).exclude(pk=entry.division_id)
    if leaves and not snapshot.is_drawn:
        return []
    return [
        Choice(
            key=f"list-{snapshot.root.number}-{division.number}",
            root=snapshot.root,
            title=PlannedLine(
                words.JOINS_LIST,
                {
                    "division": str(division),
                    "here": division.entries.active().count(),
                    "most": division.starts_at,
                },
            ),
            effects=(PlannedLine(words.STARTS_WHEN_FULL),),
            act="moved",
            params={
                "name": snapshot.names[entry.number],
                "division": str(division),
            },
            change=EntryChange(division=division.number)
            if leaves
            else EntryChange(also=division.number),
        )
        for division in divisions.order_by("number")
    ]


def _late(snapshot: StageSnapshot, entry: Entry) -> ChoiceGroup:
    if not snapshot.is_drawn:
        text = PlannedLine(words.NOTHING_DRAWN)
        return ChoiceGroup(PlannedLine(words.BEGIN), note=text)
    if snapshot.bracket is not None:
        return late_in_bracket(snapshot, entry)
    return late_in_rounds(snapshot, entry)


def _elsewhere(snapshot: StageSnapshot, entry: Entry) -> ChoiceGroup | None:
    """Return the other divisions that an entry can move to before it is drawn."""
    found, refusals = [], []
    others = Division.objects.filter(
        tournament=snapshot.root.division.tournament_id
    ).exclude(pk=entry.division_id)
    if snapshot.is_drawn:  # the lists are offered with the places
        others = others.filter(starts_at=0)
    for division in others.order_by("number"):
        if division.entries.filter(player=entry.player_id).exists():
            refusals.append(PlannedLine(words.ENTERED_TOO, {"division": division}))
            continue
        values: dict[str, str | int] = {
            "name": snapshot.names[entry.number],
            "division": str(division),
        }
        found.append(
            Choice(
                key=f"move-{snapshot.root.number}-{division.number}",
                root=snapshot.root,
                title=PlannedLine(words.MOVES, values),
                effects=(PlannedLine(words.ENTRY_REMOVED),),
                act="moved",
                params=values,
                change=EntryChange(division=division.number),
            )
        )
    if not found and not refusals:
        return None
    title = PlannedLine(words.ANOTHER_DIVISION)
    return ChoiceGroup(
        title,
        tuple(found),
        tuple(refusals),
        button=PlannedLine(words.MOVE),
        is_folded=True,
    )


def _again(snapshots: Sequence[StageSnapshot], entry: Entry) -> ChoiceGroup | None:
    """Return the option of a re-entry for an entry that is out of the first stage."""
    snapshot, number = snapshots[0], entry.number
    title = PlannedLine(words.ENTER_AGAIN)
    if snapshot.format.out is None and snapshot.bracket is None:
        return None
    if not _is_out(snapshot, number):
        return ChoiceGroup(
            title,
            refusals=(PlannedLine(words.NOT_OUT),),
            is_folded=True,
        )
    newer = Entry.objects.filter(
        division=entry.division_id, player=entry.player_id, again__gt=entry.again
    ).first()
    if newer is not None:
        return ChoiceGroup(title, refusals=(PlannedLine(words.ENTERED_AGAIN),))
    if (refusal := _no_rebuy(snapshot.root, entry)) is not None:
        return ChoiceGroup(title, refusals=(refusal,))
    choice = Choice(
        key=f"again-{snapshot.root.number}-{number}",
        root=snapshot.root,
        title=PlannedLine(words.BUYS_IN),
        effects=(
            PlannedLine(words.THEN_CHOOSE),
            PlannedLine(words.FIRST_RESULTS_STAY),
        ),
        act="entered_again",
        params={"name": snapshot.names[number]},
        change=EntryChange(again=True),
    )
    return ChoiceGroup(title, (choice,), button=title)


def _no_rebuy(root: Stage, entry: Entry) -> PlannedLine | None:
    """Return why a stage with re-buys takes no further entry of a player."""
    if root.rebuys and entry.again >= root.rebuys:
        return PlannedLine(words.NO_REBUYS_LEFT, {"count": root.rebuys})
    if root.rebuys_until and timezone.localtime().strftime("%H:%M") > root.rebuys_until:
        return PlannedLine(words.REBUYS_OVER, {"time": root.rebuys_until})
    return None


def _is_out(snapshot: StageSnapshot, number: int) -> bool:
    if snapshot.bracket is not None:
        return snapshot.course.where_now(number) is None
    out = snapshot.format.out
    is_open = bool(snapshot.open_of(number))
    return not is_open and out is not None and number in out(snapshot.state)


def _latecomers(snapshots: Sequence[StageSnapshot], entry: Entry) -> list[Entry]:
    """Return the active entries that were never drawn and are at no table now."""
    waiting = Entry.objects.active().filter(division=entry.division_id)
    busy = at_tables(entry.division.tournament_id)
    never_drawn = [
        pk
        for pk, number in waiting.exclude(pk=entry.pk).values_list("pk", "number")
        if not any(snapshot.takes_part(number) for snapshot in snapshots)
    ]
    if not never_drawn:
        return []
    latecomers = list(waiting.filter(pk__in=never_drawn).order_by("number"))
    people = people_of([late.player_id for late in latecomers])
    return [late for late in latecomers if not busy & people[late.player_id]]


def _stands(snapshot: StageSnapshot, number: int) -> Iterator[PlannedLine]:
    """Yield lines on the situation of an entry in one stage."""
    if not snapshot.is_drawn:
        yield PlannedLine(words.NOT_DRAWN)
        return
    if not snapshot.takes_part(number):
        yield PlannedLine(words.NOT_DRAWN_HERE)
        return
    yield from place_line(snapshot.state, number)
    for row in snapshot.open_of(number):
        values = {
            "match": label_of(row),
            "name": snapshot.names[other_side(row, number)],
            "table": row.table or 0,
        }
        yield PlannedLine(words.OPEN_AT_TABLE if row.table else words.OPEN, values)
    if snapshot.bracket is not None and not snapshot.open_of(number):
        where = snapshot.course.where_now(number)
        if where is None:
            yield PlannedLine(words.NO_MATCH_TO_COME)
        else:
            node = where.node
            yield PlannedLine(
                words.WAITS,
                {"where": snapshot.words.round(node.section, node.round)},
            )
