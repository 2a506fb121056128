"""Opening due bracket matches, and calling what can be called after each change.

The tournament is locked before matches are opened or called: numbers and tables are
chosen from what is read here, and two transactions could otherwise choose the same.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import count
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from matches.ledger.club_matches import Terms, open_matches
from matches.ledger.models.match import Match
from matches.rules.refusals import Message
from matches.web import journal
from tournaments.engine import VACANT, Note, Slot
from tournaments.engine.plan import PRELIMINARY
from tournaments.rounds import engine_state
from tournaments.rounds.engine_state import same_people
from tournaments.rounds.models import Draw, Pairing
from tournaments.structure.columns import StoredNote
from tournaments.structure.locking import bump, lock_live_matches
from tournaments.structure.models import Entry, Placing, Stage, Tournament
from tournaments.tables.calls import call_free
from tournaments.tables.people import AT_A_TABLE, same_day

LATE_BY_LOT = Message(
    "draw.late_by_lot", "%(entrant)s entered late: this place was drawn."
)
LATE_BY_HAND = Message(
    "draw.late_by_hand", "%(entrant)s entered late and was placed by hand: %(reason)s"
)
RECENT: Final = timedelta(days=7)
_OF_IT: Final = Q(tournament=OuterRef("pk"))


class PairedEntry(NamedTuple):
    entry: int
    player: int


class PairingToOpen(NamedTuple):
    """Two entries that meet and have no match yet: columns of a `Pairing`.

    `match_number` is None if the match gets the next one.
    """

    stage: Stage
    round_number: int
    position: int
    one: PairedEntry
    two: PairedEntry
    leg: int = 1
    slot: int | None = None
    match_number: int | None = None
    notes: tuple[StoredNote, ...] = ()


def advance(tournament_id: int) -> int:
    """Open due matches, call free players; return how many matches were changed.

    Everything is derived from the stored facts, so the call is idempotent: a worker can
    run it at any time, and a lost or repeated call does no harm.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament_id)
        if locked.is_closed:
            return 0
        brackets = list(_drawn_brackets(locked))
        if brackets:
            # A correction of a result must not run between the reading of the result
            # here and the opening of the match that depends on it.
            lock_live_matches(locked)
        moved = sum(open_due(root, locked) for root in brackets)
        moved += call_free(locked)
        if moved:
            bump(locked)
    return moved


def waiting_tournaments() -> list[int]:
    recent = timezone.now() - RECENT
    return list(
        Tournament.objects.open()
        .filter(divisions__stages__draws__published_at__gte=recent)
        .filter(
            Exists(Stage.objects.filter(_OF_IT, plan__isnull=False))
            # A rest ends without an act.
            | Q(hall_use__hall__rest_minutes__gt=0) & _has_uncalled()
        )
        .distinct()
        .values_list("pk", flat=True)
    )


def advance_waiting() -> None:
    """Do what a process was to do that was killed after a result was stored."""
    for tournament_id in waiting_tournaments():
        advance(tournament_id)


def match_moved(match_id: int) -> None:
    """Advance the tournament of a match whose state changed, if that can matter.

    Then the others of the day: a match there may wait for one of the two players.
    """
    # `playing_at` is part of the condition, so that only the first game sets the time,
    # and a repeat of this call changes nothing.
    Pairing.objects.filter(
        match=match_id,
        match__state=Match.State.PLAYING,
        called_at__isnull=False,
        playing_at__isnull=True,
    ).update(playing_at=timezone.now())
    own = Tournament.objects.filter(pairings__match=match_id).first()
    if own is None:
        return
    has_plan = Exists(Stage.objects.filter(_OF_IT, plan__isnull=False))
    rows = same_day(own).open()
    rows = rows.filter(Q(pk=own.pk) & has_plan | _has_uncalled())
    # Each in a transaction of its own. To hold two tournaments at once, locked in the
    # order of two different matches, could deadlock.
    for tournament in rows.order_by("pk").values_list("pk", flat=True).distinct():
        advance(tournament)


def _has_uncalled() -> Exists:
    waiting = Pairing.objects.live().filter(
        _OF_IT, match__state__in=AT_A_TABLE, called_at__isnull=True
    )
    return Exists(waiting)


def open_due(root: Stage, tournament: Tournament) -> int:
    """Open a match in every due slot of a bracket; return how many were opened.

    A slot is due if both its entrants are known and it has no match. The caller has
    locked the tournament.
    """
    due = _without_oneself(root)
    if not due:
        return 0
    # Further matches of a tie have the next numbers.
    kept = {
        slot.node.number: 0 if slot.played else root.number_of(slot.node.number)
        for slot in due
    }
    used = _used_numbers(tournament, kept.values())
    draw = Draw.objects.defer("record").get(stage=root, round__isnull=False)
    stages, notes = stages_by_section(root), _late_notes(root)
    entries = Entry.objects.filter(division=root.division_id)
    seats = {
        number: PairedEntry(key, player)
        for number, key, player in entries.values_list("number", "pk", "player_id")
    }
    to_open = [
        every_leg(
            PairingToOpen(
                stage=stages.get(slot.node.section.removesuffix(PRELIMINARY), root),
                round_number=slot.node.round,
                position=slot.node.number,
                one=seats[slot.top or 0],
                two=seats[slot.bottom or 0],
                slot=slot.node.number,
                match_number=_unused(kept[slot.node.number], used),
                notes=tuple(
                    notes[entry] for entry in (slot.top, slot.bottom) if entry in notes
                ),
            ),
            slot.played + 1,
        )[-1]
        for slot in due
    ]
    insert_opened(to_open, open_matches_for(to_open, tournament), draw)
    return len(to_open)


def _late_notes(root: Stage) -> dict[int | None, StoredNote]:
    """Return how late entries that have not played yet got their place. One query."""
    late = Entry.objects.filter(
        division=root.division_id, placing__in=(Placing.BY_LOT, Placing.BY_HAND)
    )
    new = late.exclude(
        Exists(
            Pairing.objects.live().filter(
                Q(entry_1=OuterRef("pk")) | Q(entry_2=OuterRef("pk"))
            )
        )
    )
    return {
        entry.number: engine_state.stored_note(
            Note(LATE_BY_HAND, {"entrant": entry.number, "reason": reason})
            if (reason := entry.placing_reason)
            else Note(LATE_BY_LOT, {"entrant": entry.number})
        )
        for entry in new
    }


def keep_numbers(root: Stage, tournament: Tournament) -> None:
    """Give every match of a bracket that is to be played its number, in playing order.

    The bracket has just been drawn. A slot with a bye gets none; if a latecomer enters
    there, its match gets the next number when it is opened.
    """
    slots = engine_state.course_of(root, engine_state.load(root)).slots.values()
    played = [
        slot.node.number for slot in slots if VACANT not in (slot.top, slot.bottom)
    ]
    kept = [0] * max(slot.node.number for slot in slots)
    first = tournament.take_numbers("match", len(played))
    for number, slot in enumerate(sorted(played), start=first):
        kept[slot - 1] = number
    root.match_numbers = kept
    root.save(update_fields=["match_numbers"])


def _used_numbers(tournament: Tournament, numbers: Iterable[int]) -> set[int]:
    """Return those of some match numbers that a match has, even one set aside."""
    rows = Pairing.objects.filter(tournament=tournament, match_number__in=numbers)
    return {number for number in rows.values_list("match_number", flat=True) if number}


def _unused(number: int, used: set[int]) -> int | None:
    """Return a number, unless there is none or a match that was set aside has it."""
    return None if number == 0 or number in used else number


def _without_oneself(root: Stage) -> list[Slot]:
    """Return the due slots; a slot with two entries of one person becomes a bye.

    This happens late in a bracket, because such entries begin as far apart as they can,
    and where a correction brings an entry back whose player has entered again since.
    The later entry is pinned out of the slot, the earlier one advances, and the log
    says so.
    """
    state, same = engine_state.load(root), same_people(root)
    # A bye can make the next slot due with the same problem, so the loop repeats. It
    # ends because each pass pins at least one more side, and there are finitely many.
    while True:
        due = engine_state.course_of(root, state).due()
        alone = [
            slot
            for slot in due
            if tuple(sorted((slot.top or 0, slot.bottom or 0))) in same
        ]
        if not alone:
            return due
        pins = [
            (slot.node.number, 1 if (slot.top or 0) > (slot.bottom or 0) else 2, None)
            for slot in alone
        ]
        root.pins = [*root.pins, *pins]
        root.save(update_fields=["pins"])
        _tell_oneself(root, alone)
        state = engine_state.load(root)


def _tell_oneself(root: Stage, slots: Sequence[Slot]) -> None:
    numbers = [sorted((slot.top or 0, slot.bottom or 0)) for slot in slots]
    names = dict(
        Entry.objects.filter(
            division=root.division_id,
            number__in=[number for both in numbers for number in both],
        ).values_list("number", "player__name")
    )
    for earlier, later in numbers:
        journal.record_act(
            act="met_oneself",
            by=None,
            subject=root.division.tournament.subject,
            name=names[earlier],
            other=names[later],
        )


def open_matches_for(
    pairings: Sequence[PairingToOpen], tournament: Tournament
) -> list[tuple[int, int]]:
    """Open a match for each pairing; return its primary key and its number.

    Matches of one stage and length have the same terms and are inserted together.
    """
    without = sum(pairing.match_number is None for pairing in pairings)
    numbers = count(tournament.take_numbers("match", without) if without else 0)
    together: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for place, pairing in enumerate(pairings):
        length = pairing.stage.length_of(pairing.round_number)
        together[pairing.stage.pk, length].append(place)
    matches: dict[int, int] = {}
    for places in together.values():
        new = [
            (pairings[place].one.player, pairings[place].two.player) for place in places
        ]
        keys = open_matches(new=new, terms=_terms(pairings[places[0]]))
        matches.update(zip(places, keys, strict=True))
    return [
        (matches[place], pairing.match_number or next(numbers))
        for place, pairing in enumerate(pairings)
    ]


def insert_opened(
    pairings: Sequence[PairingToOpen], opened: Iterable[tuple[int, int]], draw: Draw
) -> None:
    Pairing.objects.bulk_create(
        Pairing(
            tournament_id=pairing.stage.tournament_id,
            stage=pairing.stage,
            draw=draw,
            round_number=pairing.round_number,
            position=pairing.position,
            leg=pairing.leg,
            slot=pairing.slot,
            entry_1_id=pairing.one.entry,
            entry_2_id=pairing.two.entry,
            match_id=match,
            match_number=number,
            notes=list(pairing.notes),
        )
        for pairing, (match, number) in zip(pairings, opened, strict=True)
    )


def every_leg(first: PairingToOpen, legs: int) -> list[PairingToOpen]:
    """Return a pairing once for each of its matches.

    The two sides exchange seats in every even leg.
    """
    sides = first.one, first.two
    return [
        first._replace(leg=leg, one=sides[1 - leg % 2], two=sides[leg % 2])
        for leg in range(1, legs + 1)
    ]


def stages_by_section(root: Stage) -> dict[str, Stage]:
    """Return the branches of a bracket by section of its plan. One query."""
    branches = list(
        Stage.objects.filter(division=root.division_id, parent__isnull=False)
        .select_related("division__profile")
        .order_by("number")
    )
    under, stages = {root.pk}, {}
    for branch in branches:
        if branch.parent_id in under:
            under.add(branch.pk)
            stages[branch.section] = branch
    return stages


def _drawn_brackets(tournament: Tournament) -> Iterator[Stage]:
    return iter(
        Stage.objects.filter(tournament=tournament, plan__isnull=False)
        .select_related("division__profile", "division__tournament")
        .order_by("number")
    )


def _terms(pairing: PairingToOpen) -> Terms:
    stage, division = pairing.stage, pairing.stage.division
    return Terms(
        length=stage.length_of(pairing.round_number),
        profile=division.profile,
        reporting=division.reporting,
        rated=division.rated,
        equity_table=division.equity_table,
        in_event=True,
    )
