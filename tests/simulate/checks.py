"""What must hold of a tournament of rounds, counted without the engine.

Every check yields a sentence for each thing that is wrong. The authority for "can it be
avoided" is networkx: a perfect matching of least weight.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import networkx as nx

from tests.simulate import shuffled
from tests.simulate.rounds import LONGEST, Drawn, Story
from tournaments.engine import (
    DrawnRound,
    Outcome,
    StageState,
    Standings,
    audit,
    draw,
    format_named,
    from_record,
    is_finished,
    standings,
    to_record,
)
from tournaments.engine.formats.round_robin.pairing import group_of, number_in_group
from tournaments.engine.state import HALF_BYE, NOT_TO_MEET, REMATCH, SECOND_BYE, Promise

AUTHORITY = 64
"""Fields up to this size are asked about in full, larger ones if something is odd."""

MEETING, AGAINST_SELF = 10**4, 10**9
"""What a meeting and a pair of one person cost beside a forbidden pair, which is 1."""

HALVES = 2
"""Only a bye may count otherwise than a whole win, and then it counts a half."""

ONE_BYE = frozenset({Promise.FEWEST_BYES_FIRST, Promise.LOWEST_BYE_FIRST})
NO_REMATCHES = frozenset({Promise.NO_REMATCH})

Two = frozenset[int]


def promises(key: str, some: frozenset[Promise]) -> bool:
    return not some.isdisjoint(format_named(key).promises)


def faults_of(story: Story) -> Iterator[str]:
    """Yield what is wrong with a tournament."""
    key = story.kind.format
    if len(story.rounds) >= LONGEST:
        yield f"does not end: {len(story.rounds)} rounds"
    for one in story.rounds:
        where = f"round {one.drawn.round}: "
        for fault in (
            *fit_for_json(one.drawn),
            *_people(one),
            *_byes(one),
            *_rematches(one),
            *_audited(one),
        ):
            yield where + fault
    if promises(key, ONE_BYE):
        yield from _loyal(story)
    if key == "round_robin" and story.is_smooth:
        yield from _complete(story.final)
    yield from placed_once(
        standings(story.final), [one.number for one in story.final.entrants]
    )
    yield from _wins(story.final)
    yield from _ended(story)


def repeated(one: Drawn, random: Random) -> Iterator[str]:
    """Draw again from the record, from another order and with other names."""
    written = json.loads(json.dumps(to_record(one.state)))
    if draw(from_record(written), one.seed) != one.drawn:
        yield "another draw from the record"
    entrants, outcomes = one.state.entrants, one.state.outcomes
    mixed = replace(
        one.state,
        entrants=tuple(
            replace(entrants[place], club=_renamed(entrants[place].club))
            for place in shuffled(random, range(len(entrants)))
        ),
        outcomes=tuple(
            outcomes[place] for place in shuffled(random, range(len(outcomes)))
        ),
    )
    if draw(mixed, one.seed) != one.drawn:
        yield "another draw from another order"
    if standings(mixed) != standings(one.state):
        yield "other standings from another order"


def _renamed(club: str) -> str:
    return f"club of {club}" if club else ""


def placed_once(table: Standings, numbers: Iterable[int]) -> Iterator[str]:
    """Check standard competition ranking: 1, 2, 2, 4."""
    if sorted(row.entrant for row in table.rows) != sorted(numbers):
        yield "not everybody is placed exactly once"
    shared = Counter(row.place for row in table.rows)
    expected = 1
    for index, row in enumerate(table.rows):
        if index and row.place != table.rows[index - 1].place:
            expected = index + 1
        if row.place != expected:
            yield f"place {row.place} instead of {expected}"
        if row.shared != (shared[row.place] > 1):
            yield f"place {row.place} is shared or not"
        if len(row.values) != len(table.columns):
            yield f"{len(row.values)} values in {len(table.columns)} columns"
        if not (isinstance(row.wins, int) or row.wins.denominator == HALVES):
            yield f"wins: {row.wins!r}"
    if table.provisional:
        yield "the standings are still provisional"


def fit_for_json(drawn: DrawnRound) -> Iterator[str]:
    """Check that what is kept of the notes of a round is read back unchanged."""
    for pairing in drawn.pairings:
        for note in pairing.notes:
            if json.loads(json.dumps(note.params)) != note.params:
                yield f"a note is kept as something else: {note}"


def _wins(state: StageState) -> Iterator[str]:
    """Check that everybody keeps what they have won, whoever withdrew since then.

    What two matches of a round count together is the standings' own rule.
    """
    if state.options.legs > 1 or format_named(state.format).is_bracket:
        return
    won: Counter[int] = Counter()
    drawn = set()
    for one in state.outcomes:
        drawn |= {one.one, one.two}
        if one.winner is not None:
            won[one.winner] += state.bye if one.two is None else 1
    rounds = {one.round for one in state.outcomes}
    for rest in state.rests:
        if rest.round in rounds:
            asked = rest.kind == HALF_BYE
            options = state.options
            worth = options.asked_worth if asked else options.absent_worth
            won[rest.entrant] += Fraction(worth)
    for one in state.entrants:
        if one.present or one.number in drawn:
            won[one.number] += (one.joined - 1) * Fraction(state.options.late_worth)
    for row in standings(state).rows:
        if row.wins != won[row.entrant]:
            yield f"{row.entrant} has {row.wins} wins instead of {won[row.entrant]}"


def people(drawn: DrawnRound) -> list[int]:
    both = [each for one in drawn.pairings for each in (one.one, one.two)]
    return [each for each in both if each is not None]


def expected_in(state: StageState, drawn: DrawnRound) -> set[int]:
    """Return who must be in a round, counted again."""
    newest = max((one.round for one in state.outcomes), default=0)
    due = {
        one.number for one in state.entrants if one.present and one.joined <= newest + 1
    } - {rest.entrant for rest in state.rests if rest.round == newest + 1}
    if state.format == "lives":
        lost = lives_lost(state)
        return {one for one in due if lost[one] < state.options.lives}
    if state.format == "night":
        return due - {
            each for one in state.outcomes if one.is_open for each in (one.one, one.two)
        }
    if state.format == "rebuy_round":
        return due - {each for one in state.outcomes for each in (one.one, one.two)}
    if state.format == "round_robin":
        return due & _in_play(state, drawn)
    return due


def lives_lost(state: StageState) -> Counter[int]:
    """Return how many rounds everybody has lost, or missed at the beginning."""
    balance: Counter[tuple[int, int]] = Counter()
    for one in state.outcomes:
        if one.two is None or one.is_open:
            continue
        for each in (one.one, one.two):
            balance[one.round, each] += 1 if one.winner == each else -1
    lost = Counter(each for (_, each), sum_ in balance.items() if sum_ < 0)
    newest = max((one.round for one in state.outcomes), default=0)
    lost.update(rest.entrant for rest in state.rests if rest.round <= newest)
    for entrant in state.entrants:
        lost[entrant.number] += min(entrant.joined - 1, state.options.lives - 1)
    return lost


def _in_play(state: StageState, drawn: DrawnRound) -> set[int]:
    """Return who sits in a group whose schedule is not over."""
    groups: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for one in state.entrants:
        lot = drawn.lots.get(one.number, one.lot)
        if lot is not None:
            groups[group_of(lot)][one.number] = number_in_group(lot)
    playing: set[int] = set()
    for seats in groups.values():
        size = max(seats.values())
        if drawn.round <= state.options.times * (size - 1 + size % 2):
            playing |= set(seats)
    return playing


def _people(one: Drawn) -> Iterator[str]:
    seated, due = people(one.drawn), expected_in(one.state, one.drawn)
    if len(seated) != len(set(seated)):
        yield "somebody is in two pairings"
    if set(seated) - due:
        yield f"{sorted(set(seated) - due)} are out and paired"
    missing = due - set(seated)
    if one.state.format == "night":
        yield from _waits(one.state, due, missing)
    elif one.state.format == "rebuy_round":
        if len(missing) != len(due) % 2:
            yield f"{sorted(missing)} wait"
    elif missing:
        yield f"{sorted(missing)} are not paired"


def _waits(state: StageState, due: set[int], missing: set[int]) -> Iterator[str]:
    if len(missing) != len(due) % 2 and not all(
        _better_apart(state, *two) for two in combinations(missing, 2)
    ):
        yield f"{sorted(missing)} wait"
    matches = Counter(each for two in played_rounds(state) for each in two[1])
    for waiting in missing:
        # Two who have just met leave no free choice of who waits.
        rivals = [each for each in due if not _better_apart(state, waiting, each)]
        most = max(matches[each] for each in rivals)
        if matches[waiting] < most and len(rivals) == len(due):
            yield f"{waiting} waits and has not played most"


def _better_apart(state: StageState, one: int, two: int) -> bool:
    """Tell whether two wait rather than play each other on a club night."""
    never = {*map(frozenset, (*state.options.forbidden, *state.same_person))}
    return frozenset((one, two)) in never or _just_met(state, one, two)


def _just_met(state: StageState, one: int, two: int) -> bool:
    """Tell whether two have played their last match against each other."""
    last: dict[int, tuple[int, Two]] = {}
    for number, pair in sorted(played_rounds(state), key=lambda each: each[0]):
        for each in pair:
            last[each] = number, pair
    return one in last and last[one] == last.get(two) and one != two


def played_rounds(state: StageState) -> set[tuple[int, Two]]:
    """Return who played whom in which round; what is under way is not among it."""
    return {
        (one.round, frozenset((one.one, one.two)))
        for one in state.outcomes
        if one.two is not None and one.played and one.winner is not None
    }


def _byes(one: Drawn) -> Iterator[str]:
    state, drawn = one.state, one.drawn
    holders = [pairing.one for pairing in drawn.pairings if pairing.two is None]
    if state.format == "night" and holders:
        yield "a bye on a club night"
    if not promises(state.format, ONE_BYE):
        return
    seated = people(drawn)
    if len(holders) != len(seated) % 2:
        yield f"byes: {len(holders)}"
    if holders and drawn.pairings[-1].two is not None:
        yield "the bye is not last"
    if holders and SECOND_BYE not in messages(drawn):
        byes = bye_count(state.outcomes)
        if byes[holders[0]] > min(byes[each] for each in seated):
            yield f"{holders[0]} has a bye before somebody with fewer"


def bye_count(outcomes: Iterable[Outcome]) -> Counter[int]:
    return Counter(one.one for one in outcomes if one.two is None)


def messages(drawn: DrawnRound) -> set[str]:
    return {note.message for one in drawn.pairings for note in one.notes}


def _loyal(story: Story) -> Iterator[str]:
    """Check that byes are one apart among those who were in every round so far."""
    loyal: set[int] | None = None
    for one in story.rounds:
        if SECOND_BYE in messages(one.drawn):
            return
        seated = set(people(one.drawn))
        loyal = seated if loyal is None else loyal & seated
        byes = bye_count(one.state.outcomes)
        byes.update(each.one for each in one.drawn.pairings if each.two is None)
        counts = [byes[each] for each in loyal]
        if counts and max(counts) - min(counts) > 1:
            yield f"round {one.drawn.round}: byes are two apart"


def meetings(state: StageState) -> Counter[Two]:
    """Return how often two have met, once in a round; who still plays has met."""
    met = {
        (one.round, frozenset((one.one, one.two)))
        for one in state.outcomes
        if one.two is not None and one.played and not one.nobody
    }
    return Counter(two for _, two in met)


def _rematches(one: Drawn) -> Iterator[str]:
    state, drawn = one.state, one.drawn
    if state.format == "round_robin":
        yield from _too_often(state, drawn)
    if state.format == "night":
        yield from _night_rematches(state, drawn)
    if state.format == "danish":
        yield from _kept(state, drawn, again=False)
    if not promises(state.format, NO_REMATCHES):
        return
    met = meetings(state)
    again = [
        pairing
        for pairing in drawn.pairings
        if pairing.two and met[frozenset((pairing.one, pairing.two))]
    ]
    for pairing in again:
        if REMATCH not in {note.message for note in pairing.notes}:
            yield f"{pairing.one} and {pairing.two} meet again, unsaid"
    if len(again) != sum(
        note.message == REMATCH for each in drawn.pairings for note in each.notes
    ):
        yield "a rematch is stated that is none"
    yield from _kept(state, drawn, again=bool(again))


def _kept(state: StageState, drawn: DrawnRound, *, again: bool) -> Iterator[str]:
    """Check what never is, and what is as little as can be: asked of networkx."""
    seated, costs = people(drawn), costs_of(state)
    twos = [frozenset((one.one, one.two)) for one in drawn.pairings if one.two]
    found = sum(costs[two] for two in twos)
    if found >= AGAINST_SELF:
        yield "somebody is drawn against themselves"
    if len(seated) > AUTHORITY:
        return
    if again or found:
        least = least_meetings(seated, costs)
        # Two matches of one round may count as two meetings or as one.
        if least == 0 or (state.options.legs == 1 and found > least):
            yield f"rematches and forbidden pairs: {found}, possible: {least}"
    if SECOND_BYE in messages(drawn):
        byes = bye_count(state.outcomes)
        fewest = min(byes[each] for each in seated)
        few = {each for each in seated if byes[each] == fewest}
        if state.options.legs == 1 and least_meetings(seated, costs, bye=few) <= found:
            yield "a second bye that could be avoided"


def costs_of(state: StageState) -> Counter[Two]:
    """Return what a pair costs: a person, then meetings, then a forbidden pair."""
    is_checked = promises(state.format, NO_REMATCHES)
    met = meetings(state) if is_checked else Counter[Two]()
    costs = Counter({two: times * MEETING for two, times in met.items()})
    costs.update(map(frozenset, state.options.forbidden))
    for pair in state.same_person:
        costs[frozenset(pair)] += AGAINST_SELF
    return costs


def least_meetings(
    numbers: Iterable[int], met: Counter[Two], bye: set[int] | None = None
) -> int:
    """Ask networkx for the round with the fewest earlier meetings; return these."""
    people_ = list(numbers)
    graph = nx.Graph()
    graph.add_nodes_from(people_)
    graph.add_weighted_edges_from(
        (one, two, -met[frozenset((one, two))])
        for index, one in enumerate(people_)
        for two in people_[index + 1 :]
    )
    if len(people_) % 2:
        holders = people_ if bye is None else bye
        graph.add_weighted_edges_from((one, "bye", 0) for one in holders)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return -sum(graph.edges[edge]["weight"] for edge in matching)


def _too_often(state: StageState, drawn: DrawnRound) -> Iterator[str]:
    rounds = {
        (one.round, frozenset((one.one, one.two)))
        for one in state.outcomes
        if one.two is not None
    }
    paired = Counter(two for _, two in rounds)
    for one in drawn.pairings:
        if one.two and paired[frozenset((one.one, one.two))] >= state.options.times:
            yield f"{one.one} and {one.two} meet too often"


def _night_rematches(state: StageState, drawn: DrawnRound) -> Iterator[str]:
    seated = people(drawn)
    met = Counter(two for _, two in played_rounds(state))
    again = sum(met[frozenset((one.one, one.two or 0))] > 0 for one in drawn.pairings)
    if state.options.forbidden or state.same_person:
        return
    if again and len(seated) <= AUTHORITY and not least_meetings(seated, met):
        yield f"rematches: {again}, possible: 0"


def _complete(state: StageState) -> Iterator[str]:
    """Check that in full groups everybody has met everybody, and had his byes."""
    groups: defaultdict[int, set[int]] = defaultdict(set)
    for one in state.entrants:
        if one.lot is not None:
            groups[group_of(one.lot)].add(one.number)
    times = state.options.times
    largest = max((len(each) for each in groups.values()), default=0)
    if not groups or state.rounds < times * (largest - 1 + largest % 2):
        return
    met, byes = meetings(state), bye_count(state.outcomes)
    wanted = {
        frozenset((one, two))
        for group in groups.values()
        for one in group
        for two in group
        if one < two
    }
    if set(met) != wanted or set(met.values()) - {times}:
        yield "not everybody has met everybody"
    for group in groups.values():
        if {byes[one] for one in group} != {times * (len(group) % 2)}:
            yield "not everybody of a group has as many byes"


def _audited(one: Drawn) -> Iterator[str]:
    for note in audit(one.state, one.drawn):
        if not _is_stated(one.drawn, note.params):
            yield f"audit: {note}"


def _is_stated(drawn: DrawnRound, params: object) -> bool:
    """Tell whether the two that ought never to meet say themselves that they must."""
    if not isinstance(params, dict):
        return False
    two = {params.get("entrant"), params.get("other")}
    return any(
        {one.one, one.two} == two
        and any(note.message == NOT_TO_MEET for note in one.notes)
        for one in drawn.pairings
    )


def _ended(story: Story) -> Iterator[str]:
    state = story.final
    present = sum(one.present for one in state.entrants)
    if not story.rounds or present <= 1:
        return
    if story.kind.format == "night":
        if state.next_round != state.rounds + 1:
            yield f"the night ended before round {state.rounds}"
        return
    if not is_finished(state):
        yield "it ended before its end"
    # Who comes late brings lives along, or a match of their own.
    if story.kind.format in {"lives", "rebuy_round"}:
        return
    if len(story.rounds) > state.rounds:
        yield f"rounds: {len(story.rounds)}, and {state.rounds} were to be played"
    if story.is_smooth and len(story.rounds) != state.rounds:
        yield f"rounds: {len(story.rounds)} instead of {state.rounds}"
