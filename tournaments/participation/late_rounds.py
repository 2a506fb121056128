"""Where a latecomer can begin in formats that are drawn round after round."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext

from tournaments import engine
from tournaments.engine.formats.round_robin import (
    BYE_SCHEDULE,
    GROUP_STEP,
    group_of,
    number_in_group,
)
from tournaments.engine.pairing import berger
from tournaments.participation.choices import Change, Choice, Group
from tournaments.participation.stage import Scene, is_over
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Entry

NIGHT: Final = "night"
LIVES: Final = "lives"
MONRAD: Final = "monrad"
ROBIN: Final = "round_robin"


def late_in_rounds(scene: Scene, entry: Entry) -> Group:
    """Return how somebody who was never drawn can begin."""
    choices: list[Choice] = []
    refusals: list[str] = []
    for found in (*_byes(scene, entry), _next_round(scene, entry)):
        if isinstance(found, Choice):
            choices.insert(0, found) if found.is_recommended else choices.append(found)
        else:
            refusals.append(found)
    title = gettext("Begin to play")
    if not _comes_next(scene, entry):
        return Group(title, tuple(choices), tuple(refusals), button=title)
    return Group(
        title,
        tuple(replace(one, is_anyway=one.is_recommended) for one in choices),
        tuple(refusals),
        note=gettext("Nothing has to be done here."),
        button=gettext("Begin at once"),
        is_folded=True,
    )


def _comes_next(scene: Scene, entry: Entry) -> bool:
    """Tell whether somebody is drawn next anyway, without a choice."""
    if entry.checked_in_at is None or entry.joined_round > scene.state.next_round:
        return False
    return isinstance(_next_round(scene, entry), Choice)


def _next_round(scene: Scene, entry: Entry) -> Choice | str:
    """Return what joining the next round does, or why that is not possible."""
    state, number = scene.state, scene.state.next_round
    key = engine.format_named(scene.root.format)
    if key.key != NIGHT and _rounds(scene) and number > _rounds(scene):
        return gettext("Round %(number)s was the last one.") % {"number": number - 1}
    effects = [gettext("Wins of the rounds missed: none.")]
    if key.key == NIGHT:
        effects = [gettext("Gets a match in the next draw.")]
    if key.key == LIVES:
        effects = [_lives(scene, number)]
    if key.key == MONRAD:
        effects.append(
            gettext("Gets player number %(number)s, unless more latecomers are drawn.")
            % {"number": max(state_lots(scene), default=0) + 1}
        )
    if key.key == ROBIN:
        seats = free_seats(scene)
        waiting = [
            one.number
            for one in state.entrants
            if one.present and one.lot is None and one.number != entry.number
        ]
        if len(seats) <= len(waiting):
            return gettext("No number is free: every group is even.")
        effects.append(_seat_line(scene, seats[0]))
    return Choice(
        key=f"join-{scene.root.number}-{number}",
        root=scene.root,
        title=gettext("Plays from round %(number)s on.") % {"number": number},
        effects=tuple(effects),
        act="late_joined",
        params={"name": scene.names[entry.number], "round": number},
        change=Change(joined={entry.number: number}, here={entry.number: True}),
        is_recommended=True,
    )


def _byes(scene: Scene, entry: Entry) -> Iterator[Choice | str]:
    """Yield a choice for each bye of the round that is being played."""
    running = [row for row in scene.rows if row.round_number == scene.newest]
    byes = [row for row in running if row.entry_2 is None]
    if not byes or scene.root.format == NIGHT:
        return
    values = {"number": scene.newest}
    if not any(row.match and not is_over(row.match) for row in running):
        yield gettext("Round %(number)s is played: its bye stays.") % values
        return
    for row in byes:
        found = _bye(scene, entry, row)
        if found is not None:
            yield found


def _bye(scene: Scene, entry: Entry, row: Pairing) -> Choice | None:
    holder, number = row.entry_1, scene.newest
    if holder.withdrawn_at is not None or holder.player_id == entry.player_id:
        return None
    lots: dict[int, int | None] = {}
    effects = [
        gettext("%(name)s no longer has a bye: the match counts.")
        % {"name": scene.names[holder.number]}
    ]
    if scene.root.format == ROBIN:
        seat = _seat_opposite(scene, row)
        if seat is None:
            return None
        lots = {entry.number: seat}
        effects.append(_seat_line(scene, seat))
    if scene.root.format == MONRAD:
        lots = {entry.number: max(state_lots(scene), default=0) + 1}
        effects.append(
            gettext("Gets player number %(number)s.") % {"number": lots[entry.number]}
        )
    if scene.root.format == LIVES:
        effects.append(_lives(scene, number))
    return Choice(
        key=f"bye-{scene.root.number}-{holder.number}",
        root=scene.root,
        title=gettext("Plays %(name)s now, in round %(number)s.")
        % {"name": scene.names[holder.number], "number": number},
        effects=tuple(effects),
        act="late_took_bye",
        params={
            "name": scene.names[entry.number],
            "other": scene.names[holder.number],
            "round": number,
        },
        change=Change(
            joined={entry.number: number},
            here={entry.number: True},
            lots=lots,
            filled=(row.pk, entry.number),
        ),
    )


def _lives(scene: Scene, joined: int) -> str:
    lives = scene.state.options.lives
    return gettext("Begins with %(lost)s of %(lives)s lives lost.") % {
        "lost": min(joined - 1, lives - 1),
        "lives": lives,
    }


def _rounds(scene: Scene) -> int:
    """Return how many rounds there are, 0 where that is not known."""
    if scene.root.format == LIVES:
        return 0
    if scene.root.format == ROBIN:
        sizes = [berger.round_count(max(group)) for group in _groups(scene).values()]
        full = scene.state.options.times * max(sizes, default=0)
        return min(scene.state.rounds or full, full)
    return scene.state.rounds


def state_lots(scene: Scene) -> list[int]:
    """Return the lots given so far."""
    return [one.lot for one in scene.state.entrants if one.lot is not None]


def _groups(scene: Scene) -> dict[int, set[int]]:
    groups: dict[int, set[int]] = {}
    for lot in state_lots(scene):
        groups.setdefault(group_of(lot), set()).add(number_in_group(lot))
    return groups


def free_seats(scene: Scene) -> list[int]:
    """Return the lots that are free in a round robin, small groups first."""
    free = sorted(
        (len(taken), group, seat)
        for group, taken in _groups(scene).items()
        for seat in range(1, berger.table_size(max(taken)) + 1)
        if seat not in taken
    )
    return [GROUP_STEP * group + seat for _, group, seat in free]


def _seat_line(scene: Scene, lot: int) -> str:
    values = {"number": number_in_group(lot), "group": group_of(lot)}
    if len(_groups(scene)) > 1:
        return gettext("Takes number %(number)s of group %(group)s.") % values
    return gettext("Takes number %(number)s, which is free.") % values


def _seat_opposite(scene: Scene, row: Pairing) -> int | None:
    """Return the free number that the holder of a bye would meet by the schedule."""
    lot = scene.root.lot_of.get(row.entry_1.number)
    if lot is None or not any(one["message"] == BYE_SCHEDULE for one in row.notes):
        return None
    seats = [one for one in free_seats(scene) if group_of(one) == group_of(lot)]
    return seats[0] if len(seats) == 1 else None
