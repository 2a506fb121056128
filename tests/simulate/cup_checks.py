"""What must hold of a bracket, counted from its matches and without the engine."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace

from tests.simulate.brackets import LONGEST, CupStory, drawn_again
from tests.simulate.checks import fit_for_json, placed_once
from tournaments.engine import (
    Branch,
    Outcome,
    audit,
    format_named,
    is_finished,
    section_standings,
    standings,
)
from tournaments.engine.audit import audit_plan
from tournaments.engine.audit.wishes import FORBIDDEN_PAIR
from tournaments.engine.bracket.loser_order import earliest_rematch
from tournaments.engine.state import NOT_TO_MEET

MAINS = {"elimination": ("main",), "double_elimination": ("main", "lower", "final")}
FIRST_LOSS_ROUNDS = 2


def cup_faults_of(story: CupStory) -> Iterator[str]:
    """Yield what is wrong with a bracket."""
    if story.steps >= LONGEST:
        yield "does not end"
    if not drawn_again(story):
        yield "another draw from the record or from another order"
    yield from fit_for_json(story.drawn)
    yield from _audited(story)
    # Who was absent from the draw has no place until there is a line.
    numbers = [one.number for one in story.state.entrants if one.lot is not None]
    yield from placed_once(standings(story.state), numbers)
    if not is_finished(story.state):
        yield "it ended before its end"
    if story.busy:
        yield f"{story.busy} are in two matches at once"
    yield from _plan_stays(story)
    for section in story.plan.sections():
        if section not in MAINS[story.cup.format]:
            yield from _branch_placed(story, section)
    if story.cup.correction == "record":
        return
    yield from _losses(story)
    yield from _branches(story)
    yield from _promise(story)
    if story.is_smooth and not story.corrections:
        yield from _smooth(story)


def _audited(story: CupStory) -> Iterator[str]:
    forbidden = any(
        note.message == NOT_TO_MEET
        for one in story.drawn.pairings
        for note in one.notes
    )
    for note in audit(story.before, story.drawn):
        if not (forbidden and note.message is FORBIDDEN_PAIR):
            yield f"audit: {note}"
    due = sum(one.present for one in story.before.entrants)
    for note in audit_plan(story.plan, due):
        yield f"audit of the plan: {note}"
    if len(story.drawn.lots) != due:
        yield f"lines: {len(story.drawn.lots)} for {due}"


def _plan_stays(story: CupStory) -> Iterator[str]:
    """Check that results never change the plan."""
    planned = format_named(story.cup.format).plan
    if planned is None or planned(replace(story.state, plan=None)) != story.plan:
        yield "the results have changed the plan"


def _branch_placed(story: CupStory, section: str) -> Iterator[str]:
    table = section_standings(story.state, section)
    there = _people(story, section)
    for fault in placed_once(table, there):
        yield f"{section}: {fault}"


def _people(story: CupStory, section: str) -> set[int]:
    slots = story.course().slots.values()
    return {
        each
        for slot in slots
        if slot.node.section == section
        for each in (slot.top, slot.bottom)
        if each
    }


def _matches(story: CupStory) -> list[tuple[str, int, Outcome]]:
    """Return section, round and outcome of every match, as the plan numbers them."""
    nodes = {node.number: node for node in story.plan.nodes}
    found = sorted(story.state.outcomes, key=lambda one: one.slot or 0)
    return [
        (nodes[one.slot].section, nodes[one.slot].round, one)
        for one in found
        if one.slot
    ]


def _losers(one: Outcome) -> set[int]:
    return {each for each in (one.one, one.two) if each and each != one.winner}


def _losses(story: CupStory) -> Iterator[str]:
    """Check that nobody plays on who is out, nor above where he has lost."""
    mains = MAINS[story.cup.format]
    lost: defaultdict[str, Counter[int]] = defaultdict(Counter)
    matches = _matches(story)
    for section, _, one in matches:
        where = "main" if section in mains else section
        for each in (one.one, one.two or 0):
            if lost[where][each] >= (len(mains) > 1 and where == "main") + 1:
                yield f"{each} plays on in {section}"
        lost[where].update(_losers(one))
    if len({one.slot for _, _, one in matches}) != len(matches):
        yield "a match is there twice"


def _branches(story: CupStory) -> Iterator[str]:
    """Check that everybody who should enter a branch does, once, and nobody else."""
    for branch in story.state.options.branches:
        there = _people(story, branch.section)
        dropped = _dropped(story, branch)
        has_nodes = branch.section in story.plan.sections()
        if there - dropped:
            yield f"{branch.section}: {sorted(there - dropped)} have not lost"
        missing = dropped - there - story.gone
        if has_nodes and missing:
            yield f"{branch.section}: {sorted(missing)} are missing"
        if not has_nodes and len(dropped) > 1:
            yield f"{branch.section}: it does not exist"


def _dropped(story: CupStory, branch: Branch) -> set[int]:
    """Return the losers of the rounds that a branch takes; a forfeit drops nobody."""
    rounds = max((node.round for node in story.plan.of(branch.of)), default=0)
    last = min(branch.last or rounds - 1, rounds)
    if branch.pattern == "first_loss" and not branch.last:
        last = min(FIRST_LOSS_ROUNDS, rounds - 1)
    played: set[int] = set()
    dropped = set()
    for section, number, one in _matches(story):
        if section != branch.of:
            continue
        for loser in _losers(one) if one.winner is not None else ():
            is_first = branch.pattern != "first_loss" or loser not in played
            if branch.first <= number <= last and is_first:
                dropped.add(loser)
        if one.played and one.winner is not None:
            played |= {one.one, one.two or 0}
    return dropped


def _promise(story: CupStory) -> Iterator[str]:
    """Check that nobody meets again before the round where it is possible."""
    met: set[frozenset[int | None]] = set()
    earliest = {
        section: earliest_rematch(story.plan, section)
        for section in story.plan.sections()
    }
    resets = {node.number for node in story.plan.nodes if node.is_reset}
    for section, number, one in _matches(story):
        pair = frozenset((one.one, one.two))
        first = earliest[section]
        if (
            pair in met
            and one.slot not in resets
            and (first is None or number - 1 < first)
        ):
            yield f"{section}: {sorted(pair, key=str)} meet again in round {number}"
        if one.played and not one.nobody:
            met.add(pair)


def _smooth(story: CupStory) -> Iterator[str]:
    """Check the number of matches, the champion, and the places by rounds."""
    field = len(story.drawn.lots)
    count = Counter(section for section, _, _ in _matches(story))
    mains = sum(count[section] for section in MAINS[story.cup.format])
    is_double = story.cup.format == "double_elimination"
    allowed = {2 * field - 2, 2 * field - 1} if is_double else {field - 1}
    if mains not in allowed:
        yield f"matches: {mains} for {field}"
    for branch in story.state.options.branches:
        there = len(_people(story, branch.section))
        if count[branch.section] != max(there - 1, 0):
            yield f"{branch.section}: {count[branch.section]} matches for {there}"
    if not is_double:
        yield from _places(story, field)
    rows = [row for row in standings(story.state).rows if row.place == 1]
    if len(rows) != 1 or rows[0].losses > is_double:
        yield "no champion"


def _places(story: CupStory, field: int) -> Iterator[str]:
    """Compare the places with the rounds in which everybody lost."""
    out = {
        loser: number
        for section, number, one in _matches(story)
        if section == "main"
        for loser in _losers(one)
    }
    places = {row.entrant: row.place for row in standings(story.state).rows}
    for loser, number in out.items():
        further = field - sum(other <= number for other in out.values())
        if places[loser] != further + 1:
            yield f"{loser} is at {places[loser]} instead of {further + 1}"
