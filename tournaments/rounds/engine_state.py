"""Reading a stage from the database into the immutable `StageState` of the engine.

This is the only module that builds engine states from rows. The engine itself knows no
database: a draw is a function of this state and a seed.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, NamedTuple

from django.db.models.functions import Coalesce

from matches.ledger.models.match import Match
from matches.players.models import Player
from matches.rulebook.switches import BYE_HALVES, WALKOVER
from matches.rules.refusals import Message, RuleError
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
from tournaments.engine.bracket.preliminary import with_preliminaries
from tournaments.engine.standings.tiebreaks import known_tiebreaks
from tournaments.engine.state import BY_PR, ENTRANT_PARAMS, Rest
from tournaments.rounds.models import Draw, Pairing
from tournaments.structure.columns import StoredNote
from tournaments.structure.models import Entry, Stage


class EntryFacts(NamedTuple):
    """The values of an entry that the engine needs, and its name and key for pages.

    One query reads both, because standings need both.
    """

    number: int
    rating: Decimal | None
    pr: Decimal | None
    seed: int | None
    club: str
    country: str
    family: str
    checked_in_at: datetime | None
    withdrawn_at: datetime | None
    joined_round: int
    bye_round: int | None
    rests: dict[str, str] | None
    name: str
    key: str


def entries_of(stage: Stage, *, waiting: bool = False) -> list[EntryFacts]:
    """Return the entries of the division of a stage, by number. One query.

    `waiting`: also those that wait for a place.
    """
    rows = Entry.objects.filter(division=stage.division_id).order_by("number")
    counted = rows if waiting else rows.placed()
    found = counted.values_list(
        "number",
        Coalesce("rating", "player__rating"),
        *("pr", "seed", "player__club", "player__country", "family", "checked_in_at"),
        *("withdrawn_at", "joined_round", "bye_round", "rests"),
        *("player__name", "player__key"),
    )
    return list(map(EntryFacts._make, found))


def same_people(root: Stage) -> set[tuple[int, int]]:
    """Return pairs of entries that cannot meet, because they share a person.

    Such entries are a re-entry and its first entry, or two doubles pairs with one
    player in common. The lower entry number comes first.
    """
    entries = dict(
        Entry.objects.filter(division=root.division_id).values_list("number", "player")
    )
    members: defaultdict[int, set[int]] = defaultdict(set)
    through = Player.members.through.objects.filter(
        from_player__entries__division=root.division_id
    )
    for pair, member in through.values_list("from_player", "to_player"):
        members[pair].add(member)
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for number, key in sorted(entries.items()):
        for person in members.get(key, {key}):
            holders[person].append(number)
    return {pair for numbers in holders.values() for pair in combinations(numbers, 2)}


def rests_until(entries: Sequence[EntryFacts], round_number: int) -> tuple[Rest, ...]:
    found: list[Rest] = []
    for entry in entries:
        for text, kind in (entry.rests or {}).items():
            sat_out = int(text)
            is_next = sat_out == round_number and not entry.withdrawn_at
            if sat_out < round_number or is_next:
                found.append(Rest(sat_out, entry.number, kind))
    return tuple(found)


def ranked(
    strengths: Iterable[tuple[int, int | None, Decimal | None, Decimal | None]],
) -> dict[int, int]:
    """Return the rank of each entry by the seed that a director gave, PR, and rating.

    Each row is number, seed, PR and rating. Equal ones have the same rank, so that lots
    decide between them.

    >>> ranked([(1, None, None, 17), (2, None, 4, 9), (3, None, 4, 15), (4, 1, 5, 8)])
    {4: 1, 2: 2, 3: 2, 1: 3}
    """
    nought = Decimal(0)
    keys = {}
    for number, seed, pr, rating in strengths:
        by_rating = (rating is None, -(rating or nought))
        by_pr = (True, nought, *by_rating) if pr is None else (False, pr, False, nought)
        by_seed = (False, seed or 0, False, nought, False, nought)
        keys[number] = (True, 0, *by_pr) if seed is None else by_seed
    ranks = {key: rank for rank, key in enumerate(sorted(set(keys.values())), 1)}
    return {
        number: ranks[keys[number]] for number in sorted(keys, key=keys.__getitem__)
    }


def stored_note(note: engine.Note) -> StoredNote:
    return {"code": note.message.code, "params": dict(note.params)}


MAIN: Final = "main"
CUT_SHARED = Message(
    "draw.cut_shared",
    "%(entrant)s goes on and %(other)s does not: they are level, so lots decided. If "
    "they play off for the place, withdraw the loser before you draw.",
)
_ON_THE_BOARD: Final = {"", Match.How.PLAYED.value, Match.How.TIME.value}


def to_draw(stage: Stage, *, ahead: bool = False) -> StageState:
    """Return the input of the next draw of a stage. Six queries, seven if it is fed.

    Pairs that are not to meet are kept with the first stage of a division; they hold in
    all of its stages. So do entries that share a person.
    """
    state = load(stage, ahead=ahead)
    root = stage.root
    field = {entrant.number for entrant in state.entrants}
    options = state.options
    if root.source_id is not None:
        first = Stage.objects.filter(division=root.division_id).order_by("number")[0]
        never = {*options.forbidden, *first.chosen.forbidden}
        known = [pair for pair in sorted(never) if field.issuperset(pair)]
        if "forbidden" in engine.format_named(root.format).options:
            options = replace(options, forbidden=tuple(known))
    # Sorted, because the record of the draw is hashed: the same facts must give the
    # same fingerprint.
    same = [pair for pair in sorted(same_people(root)) if field.issuperset(pair)]
    return replace(state, options=options, same_person=tuple(same))


def with_names(error: RuleError, stage: Stage) -> RuleError:
    numbers = {
        key: value
        for key, value in error.params.items()
        if key in ENTRANT_PARAMS and isinstance(value, int)
    }
    if not numbers:
        return error
    names = dict(
        Entry.objects.filter(
            division=stage.division_id, number__in=numbers.values()
        ).values_list("number", "player__name")
    )
    called = {key: names.get(number, number) for key, number in numbers.items()}
    return error.refusal(**{**error.params, **called})


def load(
    stage: Stage,
    *,
    before_round: int | None = None,
    ahead: bool = False,
    entries: Sequence[EntryFacts] | None = None,
) -> StageState:
    """Return the published facts of a stage, in four queries for any size.

    For a branch the state of its root is returned, because both are one bracket.
    `before_round` leaves out that round and later ones. `ahead`: the next round is
    drawn although results are missing. `entries` are those of the division, if the
    caller has read them.
    """
    root = stage.root
    profile = root.division.profile.profile
    outcomes = _outcomes(root, before_round)
    rounds = max((outcome.round for outcome in outcomes), default=0)
    options = options_of(root)
    known = entries_of(root) if entries is None else entries
    entrants, rests = _entrants(root, rounds + 1, known)
    first = _first_draw(root, options) if rounds else None
    return StageState(
        format=root.format,
        rounds=root.rounds,
        length=root.match_length,
        entrants=_as_first_drawn(entrants, options, first),
        rests=rests,
        outcomes=outcomes,
        bye=Fraction(profile[BYE_HALVES], 2),
        walkover=profile[WALKOVER],
        options=options,
        pins=root.pinned,
        plan=None if root.plan is None else plan_of(root),
        ahead=ahead,
        lots_seed=_lots_seed(options, first),
    )


def _first_draw(root: Stage, options: Options) -> Draw | None:
    """Return the published draw of the first round, if a tie-break needs it.

    One query then, none otherwise.
    """
    chosen = known_tiebreaks(options.tiebreaks)
    if not any(tiebreak.by_lots or tiebreak.by_ratings for tiebreak in chosen):
        return None
    drawn = Draw.objects.filter(stage=root, round__isnull=False)
    return drawn.order_by("round_number").first()


def _lots_seed(options: Options, first: Draw | None) -> str:
    chosen = known_tiebreaks(options.tiebreaks)
    is_read = any(tiebreak.by_lots for tiebreak in chosen)
    return first.seed if first is not None and is_read else ""


def _as_first_drawn(
    entrants: tuple[Entrant, ...], options: Options, first: Draw | None
) -> tuple[Entrant, ...]:
    """Return the entrants with the ratings that they had in the first draw.

    Only if a tie-break compares ratings, so that no place changes with a later rating.
    """
    # The ratings of the day are in the record of the first draw; those of the entries
    # move with every evening.
    chosen = known_tiebreaks(options.tiebreaks)
    if first is None or not any(tiebreak.by_ratings for tiebreak in chosen):
        return entrants
    before = engine.from_record(first.record["state"]).entrants
    known = {entrant.number: entrant for entrant in before}
    return tuple(
        replace(
            entrant,
            rating=known.get(entrant.number, entrant).rating,
            pr=known.get(entrant.number, entrant).pr,
        )
        for entrant in entrants
    )


def options_of(root: Stage) -> Options:
    """Return the options of a stage, with those of its branches. One query."""
    return replace(root.chosen, branches=_branches(root) if root.is_plan else ())


def plan_of(root: Stage) -> BracketPlan:
    """Return the plan of a bracket, with the preliminary matches of late entries.

    Raises ValueError before it is drawn.
    """
    return with_preliminaries(drawn_plan_of(root), root.lot_of.values())


def drawn_plan_of(root: Stage) -> BracketPlan:
    """Return the plan of a bracket as it was drawn.

    Raises ValueError before it is drawn.
    """
    drawn = root.plan
    if drawn is None:
        message = f"{root} is not drawn"
        raise ValueError(message)
    return BracketPlan.from_rows(drawn["lines"], drawn["nodes"])


def course_of(root: Stage, state: StageState) -> engine.BracketCourse:
    return engine.course(
        plan_of(root),
        lines=root.lot_of,
        outcomes=state.outcomes,
        pins=state.pins,
        gone=[entrant.number for entrant in state.entrants if not entrant.present],
        legs=state.options.legs,
    )


def standings(stage: Stage) -> Standings:
    return standings_in(stage, load(stage))


def standings_in(stage: Stage, state: StageState) -> Standings:
    """Return the standings of a stage whose state has been loaded."""
    if stage.is_branch:
        return engine.section_standings(state, stage.section)
    return engine.standings(state)


def field_of(stage: Stage) -> list[int] | None:
    """Return the entry numbers of a stage with a source stage, the best first.

    None for a stage without a source. After the first round is published the stored
    field is returned. Before that, the field follows the standings of the source: an
    entry that withdraws makes room for the next one.
    """
    if stage.field is not None:
        return list(stage.field)
    if stage.source is None:
        return None
    # Withdrawn entries are removed before the slice is taken, so that the next ones in
    # the standings move up.
    placed = [one.entrant for one in _qualifiers(stage, stage.source)]
    known = engine.format_named(stage.source.root.format)
    if known.through is not None and not stage.source.is_branch:
        qualified = known.through(load(stage.source))
        if stage.take_from == 1:
            placed = [number for number in placed if number in qualified]
        else:
            placed = _newest(stage.source, placed, without=qualified)
        return placed[: stage.take or None]
    first = stage.take_from - 1
    last = first + stage.take if stage.take else None
    return placed[first:last]


def _newest(
    source: Stage, numbers: Sequence[int], *, without: frozenset[int]
) -> list[int]:
    """Return the newest entry of each person of whom no entry is in `without`."""
    again = same_people(source)
    later = {low for low, _high in again}
    through = {number for pair in again if without & set(pair) for number in pair}
    return [
        number
        for number in numbers
        if number not in without and number not in through and number not in later
    ]


def _qualifiers(stage: Stage, source: Stage) -> list[engine.Qualifier]:
    state = load(source)
    groups: Mapping[int, Standings] = {}
    if not source.is_branch:
        groups = engine.format_named(source.root.format).groups(state)
    withdrawn = Entry.objects.withdrawn().filter(division=stage.division_id)
    drawn = Draw.objects.filter(stage=source.root, round__isnull=False)
    seeds = drawn.order_by("round_number").values_list("seed", flat=True)
    return engine.qualifiers(
        standings_in(source, state),
        groups,
        seed=seeds.first() or "",
        gone=frozenset(withdrawn.values_list("number", flat=True)),
    )


def groups_before(root: Stage) -> dict[int, str]:
    """Return the group of each entry in the source stage, by entry number.

    Empty if the source stage has fewer than two groups.
    """
    source = root.source
    if source is None or source.is_branch:
        return {}
    place = engine.format_named(source.format).lot_place
    groups = {number: place(lot).group for number, lot in source.lot_of.items()}
    if len(set(groups.values())) == 1:
        return {}
    return {number: str(group) for number, group in groups.items()}


def cut_notes(stage: Stage) -> tuple[Note, ...]:
    """Return a note for each two entrants of whom a lot lets only one go on."""
    if stage.source is None or not stage.take:
        return ()
    order = _qualifiers(stage, stage.source)
    cut = stage.take_from - 1 + stage.take
    return tuple(
        Note(CUT_SHARED, {"entrant": one, "other": other})
        for one, other in engine.by_lot_at(order, cut)
    )


def _branches(root: Stage) -> tuple[Branch, ...]:
    """Return the branches of a bracket, parents before their branches."""
    rows = list(
        Stage.objects.filter(division=root.division_id, parent__isnull=False).order_by(
            "number"
        )
    )
    sections, branches = {root.pk: MAIN}, []
    # A parent has a lower number than its branches, so one pass in order is enough.
    # Rows of other roots in the division have no known parent and are left out.
    for row in rows:
        if row.parent_id not in sections:
            continue
        sections[row.pk] = row.section
        branches.append(
            Branch(section=row.section, of=sections[row.parent_id], **row.options)
        )
    return tuple(branches)


def _entrants(
    root: Stage, round_number: int, entries: Sequence[EntryFacts]
) -> tuple[tuple[Entrant, ...], tuple[Rest, ...]]:
    """Return the field, and the rests in that round and in earlier ones.

    Rests in later rounds are left out, because they can still change.
    """
    placed = field_of(root)
    seeds = None if placed is None else {n: seed for seed, n in enumerate(placed, 1)}
    ranks: Mapping[int, int] = {}
    groups = groups_before(root)
    lots, is_drawn = root.lot_of, root.plan is not None or seeds is not None
    is_by_pr = root.options.get("seeds_by") == BY_PR
    is_by_number = "seeded" in root.options and any(entry.seed for entry in entries)
    if seeds is None and (is_by_pr or is_by_number):
        ranks = ranked(
            (entry.number, entry.seed, entry.pr if is_by_pr else None, entry.rating)
            for entry in entries
        )
    rests = rests_until(entries, round_number) if can_rest(root) else ()
    entrants = tuple(
        Entrant(
            number=entry.number,
            rating=entry.rating,
            pr=entry.pr,
            club=entry.club,
            # Check-in matters only until the field is fixed: in a drawn bracket, or in
            # a stage with a source, an entry takes part unless it withdraws.
            present=entry.withdrawn_at is None
            and (is_drawn or entry.checked_in_at is not None),
            # `joined_round` counts rounds of the first stage, not of this one.
            joined=1 if seeds else entry.joined_round,
            lot=lots.get(entry.number),
            country=entry.country,
            family=entry.family,
            seed=ranks.get(entry.number) if seeds is None else seeds[entry.number],
            wants_bye=entry.bye_round == round_number,
            group=groups.get(entry.number, ""),
        )
        for entry in entries
        if seeds is None or entry.number in seeds
    )
    return entrants, rests


def can_rest(stage: Stage) -> bool:
    is_first = stage.source_id is None and stage.parent_id is None
    return is_first and engine.format_named(stage.format).can_rest


def _outcomes(root: Stage, before_round: int | None) -> tuple[Outcome, ...]:
    chosen = Pairing.objects.live().filter(draw__stage=root.pk)
    if before_round is not None:
        chosen = chosen.filter(round_number__lt=before_round)
    rows = chosen.order_by("round_number", "position", "leg").values(
        *("round_number", "leg", "slot", "entry_1__number", "entry_2__number"),
        *("match__winner", "match__score_1", "match__score_2"),
        *("match__how", "match__state", "match__length"),
    )
    return tuple(map(_outcome, rows))


def _outcome(row: Mapping[str, Any]) -> Outcome:
    """Return the outcome of a pairing, with its sides as in the pairing."""
    one, two, number = (
        row["entry_1__number"],
        row["entry_2__number"],
        row["round_number"],
    )
    if two is None:
        return Outcome(number, one, None, winner=one, played=False)
    winner, state, slot = row["match__winner"], row["match__state"], row["slot"]
    points_one, points_two = row["match__score_1"], row["match__score_2"]
    # A disputed result counts nowhere until it is decided. In a bracket its winner may
    # have a match already, which stays.
    is_disputed = state == Match.State.DISPUTED
    is_known = winner is not None and (slot is not None or not is_disputed)
    won = (one, two)[winner - 1] if is_known else None
    if row["leg"] % 2 == 0:  # the sides are exchanged in even legs, not in the pairing
        one, two, points_one, points_two = two, one, points_two, points_one
    return Outcome(
        round=number,
        one=one,
        two=two,
        winner=won,
        points_one=points_one,
        points_two=points_two,
        played=row["match__how"] in _ON_THE_BOARD,
        length=row["match__length"],
        nobody=winner is None and state == Match.State.DONE,
        slot=slot,
        disputed=is_disputed and slot is not None,
    )
