"""Everything that can be done for one entry now, and where it stands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.participation.choices import Choice, ChoiceGroup, EntryChange
from tournaments.participation.late_brackets import late_in_bracket
from tournaments.participation.late_rounds import late_in_rounds
from tournaments.participation.leaving import coming_back, leaving
from tournaments.participation.no_shows import not_there
from tournaments.participation.stage import (
    StageSnapshot,
    at_tables,
    label_of,
    other_side,
    people_of,
    place_line,
    snapshots_of,
)
from tournaments.structure.models import Division, Entry


@dataclass(frozen=True, slots=True)
class OptionsView:
    """One entry: where it stands in each stage, and what can be done."""

    entry: Entry
    stands: tuple[tuple[str, tuple[str, ...]], ...]
    groups: tuple[ChoiceGroup, ...]

    @property
    def choices(self) -> list[Choice]:
        """All options of all groups."""
        return [choice for group in self.groups for choice in group.choices]


def options_of(entry: Entry) -> OptionsView:
    """Return what is legal for an entry now, with all effects."""
    scenes = snapshots_of(entry.division)
    return OptionsView(
        entry,
        stands=tuple(
            (scene.title, tuple(_stands(scene, entry.number))) for scene in scenes
        ),
        groups=tuple(group for group in _groups(scenes, entry) if group is not None),
    )


def choice_named(view: OptionsView, value: str) -> Choice | None:
    """Return the option that a page has sent, None if it is another one by now."""
    return next((choice for choice in view.choices if choice.value == value), None)


def _groups(
    scenes: Sequence[StageSnapshot], entry: Entry
) -> Iterator[ChoiceGroup | None]:
    first, number = scenes[0], entry.number
    if entry.withdrawn_at is not None:
        yield coming_back(scenes, entry)
        return
    if not any(scene.takes_part(number) for scene in scenes):
        yield _late(first, entry)
        yield _elsewhere(first, entry)
        if first.is_drawn:
            yield leaving(scenes, entry)
        return
    yield not_there(scenes, entry, _latecomers(scenes, entry))
    yield _again(scenes, entry)
    yield leaving(scenes, entry)


def _late(scene: StageSnapshot, entry: Entry) -> ChoiceGroup:
    if not scene.is_drawn:
        text = gettext("Nothing is drawn yet: whoever is here is drawn in round 1.")
        return ChoiceGroup(gettext("Begin to play"), note=text)
    if scene.bracket is not None:
        return late_in_bracket(scene, entry)
    return late_in_rounds(scene, entry)


def _elsewhere(scene: StageSnapshot, entry: Entry) -> ChoiceGroup | None:
    """Return the other divisions that somebody who was not drawn can move to."""
    found, refusals = [], []
    others = Division.objects.filter(
        tournament=scene.root.division.tournament_id
    ).exclude(pk=entry.division_id)
    for division in others.order_by("number"):
        if division.entries.filter(player=entry.player_id).exists():
            text = gettext("Is entered in %(division)s, too.")
            refusals.append(text % {"division": division})
            continue
        values: dict[str, str | int] = {
            "name": scene.names[entry.number],
            "division": str(division),
        }
        found.append(
            Choice(
                key=f"move-{scene.root.number}-{division.number}",
                root=scene.root,
                title=gettext("Moves to %(division)s.") % values,
                effects=(gettext("The entry here is removed."),),
                act="moved",
                params=values,
                change=EntryChange(division=division.number),
            )
        )
    if not found and not refusals:
        return None
    title = gettext("Another division")
    return ChoiceGroup(
        title, tuple(found), tuple(refusals), button=gettext("Move"), is_folded=True
    )


def _again(scenes: Sequence[StageSnapshot], entry: Entry) -> ChoiceGroup | None:
    """Return a re-entry of somebody who is out where everybody began."""
    scene, number = scenes[0], entry.number
    title = gettext("Enter again")
    if scene.format.out is None and scene.bracket is None:
        return None
    if not _is_out(scene, number):
        return ChoiceGroup(
            title,
            refusals=(gettext("Not out yet: still in the running."),),
            is_folded=True,
        )
    newer = Entry.objects.filter(
        division=entry.division_id, player=entry.player_id, again__gt=entry.again
    ).first()
    if newer is not None:
        return ChoiceGroup(title, refusals=(gettext("Has entered again already."),))
    choice = Choice(
        key=f"again-{scene.root.number}-{number}",
        root=scene.root,
        title=gettext("Buys in again with a new entry."),
        effects=(
            gettext("Then choose where it begins, as for a latecomer."),
            gettext("The results of the first entry stay."),
        ),
        act="entered_again",
        params={"name": scene.names[number]},
        change=EntryChange(again=True),
    )
    return ChoiceGroup(title, (choice,), button=title)


def _is_out(scene: StageSnapshot, number: int) -> bool:
    if scene.bracket is not None:
        return scene.course.where_now(number) is None
    out = scene.format.out
    is_open = bool(scene.open_of(number))
    return not is_open and out is not None and number in out(scene.state)


def _latecomers(scenes: Sequence[StageSnapshot], entry: Entry) -> list[Entry]:
    """Return who is on the list, was never drawn and sits at no table now."""
    waiting = (
        Entry.objects.active()
        .filter(division=entry.division_id)
        .select_related("player")
    )
    busy = at_tables(entry.division.tournament_id)
    latecomers = [
        late
        for late in waiting.order_by("number")
        if late.pk != entry.pk
        and not any(scene.takes_part(late.number) for scene in scenes)
    ]
    people = people_of([late.player_id for late in latecomers])
    return [late for late in latecomers if not busy & people[late.player_id]]


def _stands(scene: StageSnapshot, number: int) -> Iterator[str]:
    """Say where an entry stands in one stage."""
    if not scene.is_drawn:
        yield gettext("Not drawn yet.")
        return
    if not scene.takes_part(number):
        yield gettext("Has not been drawn here.")
        return
    yield from filter(None, [place_line(scene.state, number)])
    for row in scene.open_of(number):
        values = {
            "match": label_of(row),
            "name": scene.names[other_side(row, number)],
            "table": row.table or 0,
        }
        text = gettext("%(match)s against %(name)s is open.")
        if row.table:
            text = gettext("%(match)s against %(name)s is open, table %(table)s.")
        yield text % values
    if scene.bracket is not None and not scene.open_of(number):
        where = scene.course.where_now(number)
        if where is None:
            yield gettext("No match is to come.")
        else:
            node = where.node
            yield gettext("Waits for the next match: %(where)s.") % {
                "where": scene.words.round_here(node.section, node.round)
            }
