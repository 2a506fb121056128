"""How somebody leaves or comes back, and what follows from it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext

from matches.ledger.models.match import Match
from tournaments import engine
from tournaments.engine.formats.common import LEAVES_ROUNDS
from tournaments.participation.choices import Choice, ChoiceGroup, EntryChange
from tournaments.participation.stage import (
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

WALKOVER: Final = Match.How.WALKOVER.value
RETIRED: Final = Match.How.RETIRED.value
CLAIMED: Final = (Match.State.REPORTED, Match.State.DISPUTED)


def leaving(scenes: Sequence[StageSnapshot], entry: Entry) -> ChoiceGroup:
    """Return how somebody who takes part can withdraw."""
    title = gettext("Withdraw")
    scene, rows = where_open(scenes, entry.number)
    claimed = [label_of(row) for row in rows if _is_claimed(row)]
    if claimed:
        text = gettext("%(matches)s was reported: decide about that first.")
        refusal = text % {"matches": ", ".join(claimed)}
        return ChoiceGroup(title, refusals=(refusal,), is_folded=True)
    found: list[Choice] = []
    if rows:
        found.append(_ended(scene, entry, rows))
        found.append(_last_match(scene, entry, rows))
    else:
        found.append(_plain(scene, entry))
    if scene.format.leaving.can_void and _played(scene, entry.number):
        found.append(_void(scene, entry))
    return ChoiceGroup(title, tuple(found), button=title, is_folded=True)


def coming_back(scenes: Sequence[StageSnapshot], entry: Entry) -> ChoiceGroup:
    """Return how somebody who has withdrawn can come back."""
    title, number = gettext("Come back"), entry.number
    scene = next((one for one in scenes if one.takes_part(number)), scenes[0])
    effects: list[str] = [gettext("Is drawn again from the next round on.")]
    aside: list[Pairing] = []
    if scene.bracket is not None:
        gone = scene.drawn.gone - {number}
        after = replace(scene.drawn, gone=gone)
        where = after.course().where_now(number)
        aside = scene.unfit(after, where.node.number) if where else []
        begun = [label_of(row) for row in aside if not is_ready(row)]
        if begun:
            text = gettext("Cannot come back: %(matches)s has begun without them.")
            return ChoiceGroup(title, refusals=(text % {"matches": ", ".join(begun)},))
        kept = after.without([row.slot for row in aside if row.slot is not None])
        effects = [
            *moves(scene, scene.course, kept.course()),
            *aside_lines(scene, aside),
        ] or [gettext("No match is waiting for them here.")]
    choice = Choice(
        key=f"back-{scene.root.number}-{number}",
        root=scene.root,
        title=gettext("Is back."),
        effects=tuple(effects),
        act="reinstated",
        params={"name": scene.names[number]},
        change=EntryChange(gone={number: False}, aside=tuple(row.pk for row in aside)),
        is_recommended=True,
    )
    return ChoiceGroup(title, (choice,), button=gettext("Bring back"))


def _plain(scene: StageSnapshot, entry: Entry) -> Choice:
    number = entry.number
    leaving = scene.format.leaving if scene.is_drawn else LEAVES_ROUNDS
    effects = [*gone_lines(scene, number), *map(gettext, leaving.effects)]
    return Choice(
        key=f"leave-{scene.root.number}-{number}",
        root=scene.root,
        title=gettext(leaving.title),
        effects=tuple(effects) or (gettext("No match is waiting for them."),),
        act="withdrawn",
        params={"name": scene.names[number]},
        change=EntryChange(gone={number: True}),
        is_recommended=True,
    )


def _ended(scene: StageSnapshot, entry: Entry, rows: Sequence[Pairing]) -> Choice:
    """Return leaving at once: a walk-over, or a retirement where play has begun."""
    number, name = entry.number, scene.names[entry.number]
    opponent = scene.names[other_side(rows[0], number)]
    begun = [row for row in rows if not is_ready(row)]
    values = {"name": opponent, "matches": labels(rows)}
    if begun and begun[0].match is not None:
        score = f"{begun[0].match.score_1}–{begun[0].match.score_2}"
        title = gettext("Retires now; %(name)s wins %(matches)s.") % values
        first = gettext("The score so far stays: %(score)s.") % {"score": score}
    else:
        title = gettext("Withdraws now; %(name)s wins %(matches)s by walk-over.")
        title, first = title % values, gettext("Nothing was played: no points count.")
    return Choice(
        key=f"end-{scene.root.number}-{number}",
        root=scene.root,
        title=title,
        effects=(first, *gone_lines(scene, number, rows)),
        act="withdrawn",
        params={"name": name},
        change=EntryChange(
            gone={number: True},
            endings=tuple(ending(row, number, WALKOVER) for row in rows),
        ),
        is_recommended=not begun,
        is_grave=True,
    )


def _last_match(scene: StageSnapshot, entry: Entry, rows: Sequence[Pairing]) -> Choice:
    number = entry.number
    return Choice(
        key=f"last-{scene.root.number}-{number}",
        root=scene.root,
        title=gettext("Finishes %(matches)s first, then leaves.")
        % {"matches": labels(rows)},
        effects=(gettext("The result counts; after it nobody waits for them."),),
        act="withdrawn_after",
        params={"name": scene.names[number], "matches": labels(rows)},
        change=EntryChange(gone={number: True}),
        is_recommended=any(not is_ready(row) for row in rows),
    )


def _void(scene: StageSnapshot, entry: Entry) -> Choice:
    """Return what takes somebody's results out of a round robin, for all alike."""
    number = entry.number
    rows = [row for row in scene.of(number) if row.entry_2 is not None]
    played = [row for row in rows if row.match and is_over(row.match)]
    effects = [
        gettext("%(match)s against %(name)s no longer counts: a bye instead.")
        % {"match": label_of(row), "name": scene.names[other_side(row, number)]}
        for row in played
    ]
    return Choice(
        key=f"void-{scene.root.number}-{number}",
        root=scene.root,
        title=gettext("Withdraws; all their results are void."),
        effects=(*effects, gettext("Opponents to come have a bye, too.")),
        act="withdrawn_void",
        params={"name": scene.names[number]},
        change=EntryChange(
            gone={number: True},
            byes=tuple(
                (row.pk, other_side(row, number)) for row in rows if row.leg == 1
            ),
            aside=tuple(row.pk for row in rows if row.leg > 1),
        ),
        is_grave=True,
    )


def gone_lines(
    scene: StageSnapshot,
    number: int,
    rows: Sequence[Pairing] = (),
    *,
    is_aside: bool = False,
) -> Iterator[str]:
    """Say what follows if somebody is gone, after the end of the matches given."""
    if scene.bracket is None:
        if scene.is_drawn:
            yield place_line(_absent(scene, number), number)
        return
    after = replace(scene.drawn, gone=scene.drawn.gone | {number})
    slots = [row.slot for row in rows if row.slot is not None]
    if is_aside:
        after = after.without(slots)
    for row in () if is_aside else rows:
        if row.slot is not None:
            after = decided(after, row.slot, other_side(row, number))
    walked = after.course()
    yield from moves(scene, scene.course, walked)
    yield from lost_sections(scene, number, before=scene.course, after=walked)


def _absent(scene: StageSnapshot, number: int) -> engine.StageState:
    return replace(
        scene.state,
        entrants=tuple(
            replace(one, present=False) if one.number == number else one
            for one in scene.state.entrants
        ),
    )


def where_open(
    scenes: Sequence[StageSnapshot], number: int
) -> tuple[StageSnapshot, Sequence[Pairing]]:
    """Return the stage where somebody has an open match, else the last one entered."""
    for scene in scenes:
        rows = scene.open_of(number)
        if rows:
            return scene, rows
    part = [scene for scene in scenes if scene.takes_part(number)]
    return (part or list(scenes))[-1 if part else 0], ()


def _played(scene: StageSnapshot, number: int) -> bool:
    return any(row.match and is_over(row.match) for row in scene.of(number))


def _is_claimed(row: Pairing) -> bool:
    return row.match is not None and row.match.state in CLAIMED


def ending(row: Pairing, number: int, how: str) -> tuple[int, str, int | None]:
    """Return how a match ends for whoever sits opposite."""
    if not is_ready(row):
        how = RETIRED
    return row.match_id or 0, how, 3 - side_of(row, number)


def labels(rows: Sequence[Pairing]) -> str:
    """Return the numbers of matches."""
    return ", ".join(label_of(row) for row in rows)
