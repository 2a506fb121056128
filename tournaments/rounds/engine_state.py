"""The border post: rows become the engine's frozen picture of a stage."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from matches.ledger.models.match import Match
from matches.players.models import Player
from matches.rulebook.switches import BYE_HALVES, WALKOVER
from matches.rules.text import gettext_noop
from tournaments import engine
from tournaments.engine import (
    BracketPlan,
    Branch,
    Entrant,
    Note,
    Options,
    Outcome,
    StageState,
    Standings,
)
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Entry, Stage
from tournaments.structure.saved import StoredNote


def plain(note: engine.Note) -> StoredNote:
    """Return a note as the record keeps it."""
    return {"message": note.message, "params": dict(note.params)}


MAIN: Final = "main"
CUT_SHARED = gettext_noop(
    "%(entrant)s goes on and %(other)s does not, although they are equal in "
    "everything: the order of entry decided. If your rules decide otherwise, withdraw "
    "the one who does not go on and draw again."
)
_ON_THE_BOARD: Final = {"", Match.How.PLAYED.value}


def to_draw(stage: Stage, *, ahead: bool = False) -> StageState:
    """Return what the next draw of a stage is made from. Six queries.

    Beside the facts: who is the same person as somebody else cannot meet him.
    """
    state = load(stage, ahead=ahead)
    never = {*state.options.forbidden, *same_people(stage.root)}
    options = replace(state.options, forbidden=tuple(sorted(never)))
    return replace(state, options=options)


def load(
    stage: Stage, *, before_round: int | None = None, ahead: bool = False
) -> StageState:
    """Return the published facts of a stage, in four queries whatever its size.

    A branch is part of its root: that stage is returned. `before_round` leaves out that
    round and later ones; `ahead`: a round is to be drawn although results are missing.
    """
    root = stage.root
    profile = root.division.profile.profile
    outcomes = _outcomes(root, before_round)
    rounds = max((outcome.round for outcome in outcomes), default=0)
    return StageState(
        format=root.format,
        rounds=root.rounds,
        length=root.match_length,
        entrants=_entrants(root, rounds + 1),
        outcomes=outcomes,
        bye=Fraction(profile[BYE_HALVES], 2),
        walkover=profile[WALKOVER],
        options=options_of(root),
        pins=root.pinned,
        plan=None if root.plan is None else plan_of(root),
        ahead=ahead,
    )


def options_of(root: Stage) -> Options:
    """Return what was chosen for a stage, its branches included. One query."""
    return replace(root.chosen, branches=_branches(root) if root.is_plan else ())


def plan_of(root: Stage) -> BracketPlan:
    """Return the plan of a bracket as it was drawn."""
    drawn = root.plan
    assert drawn is not None  # noqa: S101 - callers have asked
    return BracketPlan.from_rows(drawn["lines"], drawn["nodes"])


def course_of(root: Stage, state: StageState) -> engine.BracketCourse:
    """Return how a drawn bracket stands."""
    return engine.course(
        plan_of(root),
        lines=root.lot_of,
        outcomes=state.outcomes,
        pins=state.pins,
        gone=[entrant.number for entrant in state.entrants if not entrant.present],
    )


def standings(stage: Stage) -> Standings:
    """Return the standings of a stage or of one branch, as of now."""
    return standings_in(stage, load(stage))


def standings_in(stage: Stage, state: StageState) -> Standings:
    """Return the standings of a stage whose state has been loaded."""
    if stage.is_branch:
        return engine.section_standings(state, stage.section)
    return engine.standings(state)


def field_of(stage: Stage) -> list[int] | None:
    """Return who plays a stage that is fed by another, the best first; else None.

    Until its first round is published it follows the standings there: who withdraws
    makes room for the next.
    """
    if stage.field is not None:
        return list(stage.field)
    if stage.source is None:
        return None
    gone = set(
        Entry.objects.withdrawn()
        .filter(division=stage.division_id)
        .values_list("number", flat=True)
    )
    placed = [row.entrant for row in standings(stage.source).rows]
    first = stage.take_from - 1
    last = first + stage.take if stage.take else None
    return [number for number in placed if number not in gone][first:last]


def groups_before(root: Stage) -> dict[int, str]:
    """Return the groups of the stage that feeds this one, if there were several."""
    source = root.source
    if source is None or source.is_branch:
        return {}
    place = engine.format_named(source.format).lot_place
    groups = {number: place(lot).group for number, lot in source.lot_of.items()}
    if len(set(groups.values())) == 1:
        return {}
    return {number: str(group) for number, group in groups.items()}


def same_people(root: Stage) -> set[tuple[int, int]]:
    """Return entries that cannot meet: a re-entry, or pairs that share a person."""
    entries = dict(
        Entry.objects.filter(division=root.division_id).values_list("number", "player")
    )
    members: defaultdict[int, set[int]] = defaultdict(set)
    through = Player.members.through.objects.filter(
        from_player__entries__division=root.division_id
    )
    for pair, member in through.values_list("from_player", "to_player"):
        members[pair].add(member)
    people = {number: members.get(key, {key}) for number, key in entries.items()}
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for number in sorted(people):
        for person in people[number]:
            holders[person].append(number)
    return {pair for held in holders.values() for pair in combinations(held, 2)}


def cut_notes(stage: Stage) -> tuple[Note, ...]:
    """Say if the last who goes on is equal in everything to the next who does not."""
    if stage.source is None or not stage.take:
        return ()
    gone = (
        Entry.objects.withdrawn()
        .filter(division=stage.division_id)
        .values_list("number", flat=True)
    )
    left = set(gone)
    rows = [row for row in standings(stage.source).rows if row.entrant not in left]
    last = stage.take_from - 1 + stage.take
    around = rows[last - 1 : last + 1]
    if len(around) < 2 or around[0].place != around[1].place:  # noqa: PLR2004 - a cut
        return ()
    one, two = (row.entrant for row in around)
    return (Note(CUT_SHARED, {"entrant": one, "other": two}),)


def _branches(root: Stage) -> tuple[Branch, ...]:
    """Return the brackets of losers, parents before their branches."""
    rows = list(
        Stage.objects.filter(division=root.division_id, parent__isnull=False).order_by(
            "number"
        )
    )
    sections, branches = {root.pk: MAIN}, []
    for row in rows:
        if row.parent_id not in sections:
            continue
        sections[row.pk] = row.section
        branches.append(
            Branch(section=row.section, of=sections[row.parent_id], **row.options)
        )
    return tuple(branches)


def _entrants(root: Stage, round_number: int) -> tuple[Entrant, ...]:
    placed = field_of(root)
    seeds = None if placed is None else {one: n for n, one in enumerate(placed, 1)}
    groups = groups_before(root)
    lots, is_drawn = root.lot_of, root.plan is not None or seeds is not None
    rows = (
        Entry.objects.filter(division=root.division_id)
        .order_by("number")
        .values_list(
            "number",
            "player__rating",
            "player__club",
            "player__country",
            "family",
            "checked_in_at",
            "withdrawn_at",
            "joined_round",
            "bye_round",
        )
    )
    return tuple(
        Entrant(
            number=number,
            rating=rating,
            club=club,
            present=gone is None and (is_drawn or here is not None),
            joined=1 if seeds else joined,
            lot=lots.get(number),
            country=country,
            family=family,
            seed=None if seeds is None else seeds[number],
            wants_bye=bye_round == round_number,
            group=groups.get(number, ""),
        )
        for (
            number,
            rating,
            club,
            country,
            family,
            here,
            gone,
            joined,
            bye_round,
        ) in rows
        if seeds is None or number in seeds
    )


def _outcomes(root: Stage, before_round: int | None) -> tuple[Outcome, ...]:
    chosen = Pairing.objects.live().filter(draw__stage=root.pk)
    if before_round is not None:
        chosen = chosen.filter(round_number__lt=before_round)
    rows = chosen.order_by("round_number", "position", "leg").values_list(
        "round_number",
        "leg",
        "slot",
        "entry_1__number",
        "entry_2__number",
        "match__winner",
        "match__score_1",
        "match__score_2",
        "match__how",
        "match__state",
        "match__length",
    )
    return tuple(_outcome(row) for row in rows)


def _outcome(row: Sequence[Any]) -> Outcome:
    round_number, leg, slot, one, two, winner, *match = row
    if two is None:
        return Outcome(round_number, one, None, winner=one, played=False)
    points_one, points_two, how, state, length = match
    won = None if winner is None else (one, two)[winner - 1]
    if leg % 2 == 0:  # the seats are exchanged, the pairing is the same
        one, two, points_one, points_two = two, one, points_two, points_one
    return Outcome(
        round=round_number,
        one=one,
        two=two,
        winner=won,
        points_one=points_one,
        points_two=points_two,
        played=how in _ON_THE_BOARD,
        length=length,
        nobody=winner is None and state == Match.State.DONE,
        slot=slot,
    )
