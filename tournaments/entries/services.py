"""Enters players, checks them in and removes them, each act with its undo."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from django.db import transaction
from django.db.models import F, Max, Q
from django.utils import timezone

from matches.accounts.models import User
from matches.players.models import Player
from matches.players.services import NewPlayer, create_players, renew_players
from matches.web import journal
from tournaments.engine import StageState, format_named
from tournaments.entries.errors import ALREADY_ENTERED
from tournaments.entries.pairs import join_members
from tournaments.entries.queries import entries_of, first_stage, next_round
from tournaments.results.amendments.facts import FactScope
from tournaments.results.amendments.models import Amendment
from tournaments.results.amendments.services import Recording, recording
from tournaments.results.amendments.write import delete_entry
from tournaments.rounds import engine_state
from tournaments.structure.locking import bump, lock_open
from tournaments.structure.models import (
    CheckedIn,
    Division,
    Entry,
    EntryQuerySet,
    Placing,
    Stage,
    Tournament,
)

NAMES_SHOWN: Final = 5
_ACTS: Final = {
    CheckedIn.AT_DESK: ("checked_in", "checked_out"),
    CheckedIn.BY_PHONE: ("checked_in_by_phone", "checked_out_by_phone"),
    CheckedIn.AT_DOOR: ("checked_in_at_door", "checked_out_at_door"),
}
"""The acts of the journal for a check-in, and for one that is taken back."""


@dataclass(frozen=True, slots=True)
class Added:
    """The added entries; `undo` is None if there are none."""

    entries: tuple[Entry, ...]
    undo: Amendment | None


def add_entries(  # noqa: PLR0913 - who enters, and what a list says of them
    *,
    tournament: Tournament,
    known: Sequence[Player],
    new: Sequence[NewPlayer],
    here: bool,
    division: int = 1,
    by: User | None,
    renewals: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
) -> Added:
    """Enter known and new players, either all of them or none.

    `division` is its number; `here` checks them in at once. After the first round has
    been published they join from the next round on. `renewals` has what changes in the
    directory for known players, by key and column; undo restores that, too. If
    `tournament` has changed since it was read, a new person with a name that is entered
    meanwhile is refused.

    Raises TOURNAMENT_CLOSED, ALREADY_ENTERED.
    """
    if not known and not new:
        return Added(entries=(), undo=None)
    with transaction.atomic():
        locked = lock_open(tournament)
        # Something was saved since this request read the tournament: perhaps the same
        # list, sent twice.
        if locked.revision != tournament.revision:
            _refuse_repeated(locked, division, new)
        renewed = {player.pk for player in known if player.key in renewals}
        scope = FactScope(locked, is_list=True, players=renewed)
        with recording(locked, act="entries_added", by=by, scope=scope) as made:
            renew_players(renewals)
            entries = enter(
                made,
                known=known,
                new=new,
                here=here,
                division=division,
            )
    return Added(entries=tuple(entries), undo=made.amendment)


def enter(
    made: Recording,
    *,
    known: Sequence[Player],
    new: Sequence[NewPlayer],
    here: bool,
    division: int,
) -> list[Entry]:
    """Add entries within an amendment that the caller records; see `add_entries`."""
    locked = made.scope.tournament
    stage = first_stage(Division.objects.get(tournament=locked, number=division))
    _refuse_entered(stage.division, known)
    created = create_players(new)
    members = join_members(created)
    made.scope.players |= {player.pk for player in (*created, *members)}
    entries = _enter(
        stage.division,
        [*known, *created],
        # Taken from the counter and never from the largest number: a removed entry
        # keeps its number in the records of draws.
        first=locked.take_numbers("entry", len(known) + len(created)),
        joined=next_round(stage),
        here=here,
    )
    _let_wait(stage, entries)
    made.params |= {"count": len(entries), "names": _names(entries)}
    return entries


def _let_wait(stage: Stage, entries: Sequence[Entry]) -> None:
    """Mark new entries that the next draw does not place: they wait for a place."""
    if next_round(stage) == 1:
        return
    known = format_named(stage.format)
    waiting = [entry.number for entry in entries]
    if known.late is not None:
        state = engine_state.load(stage, entries=engine_state.entries_of(stage))
        last = known.last_round(state)
        is_over = bool(last and state.next_round > last)
        waiting = [
            number
            for number in waiting
            if is_over
            or known.late.next_round(_up_to(state, number), number).refusal is not None
        ]
    for entry in entries:
        if entry.number in waiting:
            entry.placing = Placing.WAITS
            entry.save(update_fields=["placing"])


def _up_to(state: StageState, number: int) -> StageState:
    """Return a state without the entries that came after this one."""
    entrants = (entrant for entrant in state.entrants if entrant.number <= number)
    return replace(state, entrants=tuple(entrants))


def enter_again(made: Recording, entry: Entry) -> Entry:
    """Let a player who is out enter once more, with a number of its own.

    The caller records the amendment.
    """
    locked = made.scope.tournament
    newest = Entry.objects.filter(
        division=entry.division_id, player=entry.player_id
    ).aggregate(newest=Max("again"))
    again = Entry.objects.create(
        tournament=locked,
        division_id=entry.division_id,
        player_id=entry.player_id,
        number=locked.take_numbers("entry"),
        again=(newest["newest"] or 0) + 1,
        family=entry.family,
        joined_round=next_round(first_stage(entry.division)),
        checked_in_at=timezone.now(),
    )
    _let_wait(first_stage(entry.division), [again])
    made.params |= {"count": 1, "names": entry.player.name}
    return again


def remove_entry(
    *, tournament: Tournament, number: int, by: User | None
) -> Amendment | None:
    """Remove an entry that was not drawn yet; None if that is done already.

    Raises ENTRY_HAS_PLAYED, TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        entry = entries_of(locked).filter(number=number).first()
        if entry is None:
            return None
        params = {"names": entry.player.name}
        with recording(
            locked,
            act="entries_removed",
            by=by,
            params=params,
            scope=FactScope(locked, is_list=True),
        ) as made:
            delete_entry(entry)
    return made.amendment


def check_in(
    *,
    tournament: Tournament,
    numbers: Sequence[int],
    here: bool,
    by: User | None,
    how: CheckedIn = CheckedIn.AT_DESK,
    moment: datetime | None = None,
) -> int:
    """Check people in or out; return the number of changed entries.

    A player with several entries in the tournament is checked in or out for all. `how`
    says who did it: the desk, or the players themselves. `moment` is the time of the
    check-in, now if it is None; `take_back_check_in` finds the entries by it.

    Raises TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        people = entries_of(locked).filter(number__in=numbers).values("player")
        chosen = (
            entries_of(locked)
            .active()
            .filter(player__in=people, checked_in_at__isnull=here)
        )
        return _set_here(locked, chosen, here=here, by=by, how=how, moment=moment)


def take_back_check_in(*, tournament: Tournament, moment: str, by: User | None) -> int:
    """Check out all who were checked in at the desk at one moment; return how many.

    `moment` is the stored time in ISO format. An entry that was checked out or in since
    has another time and keeps it; so does a withdrawn one.

    Raises TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        here = (
            entries_of(locked)
            .active()
            .filter(checked_in_at__isnull=False, checked_in_by=CheckedIn.AT_DESK)
            .values_list("pk", "checked_in_at")
        )
        together = [pk for pk, since in here if since and since.isoformat() == moment]
        chosen = entries_of(locked).filter(pk__in=together)
        return _set_here(locked, chosen, here=False, by=by)


def needed_in(player: Player) -> list[str]:
    """Return the open tournaments in which a player is entered, from yesterday on."""
    since = timezone.localdate() - timedelta(days=1)
    members = Q(player=player) | Q(player__members=player)
    rows = Entry.objects.active().of_open_tournaments()
    rows = rows.filter(
        members, Q(tournament__date__gte=since) | Q(tournament__end_date__gte=since)
    )
    names = rows.order_by("pk").values_list("tournament__name", flat=True)
    return list(names.distinct())


def both_entered(one: Player, other: Player) -> list[str]:
    """Return the tournaments in one division of which both are entered."""
    of_one, of_other = (
        Entry.objects.filter(Q(player=player) | Q(player__members=player))
        for player in (one, other)
    )
    divisions = of_one.filter(division__in=of_other.values("division"))
    names = divisions.order_by("pk").values_list("tournament__name", flat=True)
    return list(dict.fromkeys(names))


def player_changed(player: Player) -> None:
    """Increase the revision of every tournament that shows this player.

    A draft does not become outdated by a new name, because names are not part of its
    input; it does by a new club or rating.
    """
    # Locked in the order of keys, so that two such calls cannot deadlock.
    shown = list(
        Tournament.objects.filter(
            pk__in=Entry.objects.filter(player=player).values("division__tournament")
        )
        .select_for_update()
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    Tournament.objects.filter(pk__in=shown).update(revision=F("revision") + 1)


def _set_here(
    locked: Tournament,
    chosen: EntryQuerySet,
    *,
    here: bool,
    by: User | None,
    how: CheckedIn = CheckedIn.AT_DESK,
    moment: datetime | None = None,
) -> int:
    """Check the chosen entries in or out, and tell the journal if there are any."""
    names = _names(list(chosen))
    ids = list(chosen.values_list("pk", flat=True))
    changed = Entry.objects.filter(pk__in=ids).update(
        checked_in_at=(moment or timezone.now()) if here else None,
        checked_in_by=how if here else CheckedIn.AT_DESK,
    )
    if changed:
        bump(locked)
        journal.record_act(
            act=_ACTS[how][0 if here else 1],
            by=by,
            subject=locked.subject,
            names=names,
        )
    return changed


def _enter(
    division: Division,
    players: Sequence[Player],
    *,
    first: int,
    joined: int,
    here: bool,
) -> list[Entry]:
    now = timezone.now() if here else None
    return Entry.objects.bulk_create(
        Entry(
            tournament_id=division.tournament_id,
            division=division,
            player=player,
            number=number,
            joined_round=joined,
            checked_in_at=now,
        )
        for number, player in enumerate(players, start=first)
    )


def _refuse_entered(division: Division, players: Sequence[Player]) -> None:
    twice = Entry.objects.filter(division=division, player__in=players)
    found = twice.select_related("player").first()
    if found is not None:
        raise ALREADY_ENTERED(name=found.player.name)


def _refuse_repeated(
    locked: Tournament, division: int, new: Sequence[NewPlayer]
) -> None:
    """Refuse new names that were entered meanwhile: the list was sent twice."""
    names = [person.name for person in new]
    entries = Entry.objects.filter(
        tournament=locked, division__number=division, player__name__in=names
    )
    entry = entries.select_related("player").first()
    if entry is not None:
        raise ALREADY_ENTERED(name=entry.player.name)


def _names(entries: Sequence[Entry]) -> str:
    shown = ", ".join(entry.player.name for entry in entries[:NAMES_SHOWN])
    return (
        f"{shown} +{len(entries) - NAMES_SHOWN}"
        if len(entries) > NAMES_SHOWN
        else shown
    )
