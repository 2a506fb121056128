"""Active players without a table, and the reason why each of them waits."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext

from matches.rules.refusals import RuleError
from tournaments import engine
from tournaments.brackets import Bracket, BracketWords, bracket_of
from tournaments.engine import BracketCourse, Slot
from tournaments.engine.errors import ONLY_EACH_OTHER
from tournaments.rounds import engine_state
from tournaments.rounds.rows import side_of_entry
from tournaments.structure.models import Entry, Stage
from tournaments.tables.running import PlayerPlace, StageNow, places, with_counts

_HAS_A_MATCH: Final = "open"


def whereabouts(
    stages: Sequence[Stage], nows: Sequence[StageNow]
) -> tuple[list[StageNow], list[tuple[str, list[PlayerPlace]]]]:
    """Return the stages under way with their counts, and the place of each player.

    The players are grouped by the first letter of the sort name. Eight queries for each
    bracket, five for each free club night.
    """
    brackets = _brackets(stages)
    waiting = [place for one in brackets.values() for place in _waiting(one)]
    for now in nows:
        if now.round.is_endless:
            waiting += _free(now.stage)
    counted = [with_counts(now, _course(brackets, now.stage)) for now in nows]
    return counted, places(nows, waiting)


def free_in(stage: Stage) -> list[Entry]:
    """Return the present entries of a club night without an open match.

    Five queries.
    """
    state = engine_state.load(stage, ahead=True)
    busy = {
        number
        for outcome in state.outcomes
        if outcome.is_open
        for number in (outcome.one, outcome.two)
    }
    free = [entrant.number for entrant in state.due() if entrant.number not in busy]
    return _entries(stage, free)


def wait_for_others(stage: Stage) -> bool:
    """Return True if the only two free players should not play each other now.

    Six queries.
    """
    try:
        engine.check(engine_state.to_draw(stage, ahead=True))
    except RuleError as error:
        return error.refusal is ONLY_EACH_OTHER
    return False


def _brackets(stages: Sequence[Stage]) -> dict[int, Bracket]:
    roots = {stage.root.pk: stage.root for stage in stages if stage.is_plan}
    brackets = {key: bracket_of(root) for key, root in roots.items()}
    return {key: bracket for key, bracket in brackets.items() if bracket is not None}


def _course(brackets: dict[int, Bracket], stage: Stage) -> BracketCourse | None:
    bracket = brackets.get(stage.root.pk)
    return bracket.course if bracket else None


def _waiting(bracket: Bracket) -> Iterator[PlayerPlace]:
    """Yield the entrants who have reached a match whose other side is not known yet."""
    words = BracketWords(bracket)
    where = {
        entrant: slot
        for entrant, slot in bracket.course.everywhere().items()
        if slot.state != _HAS_A_MATCH
    }
    for entry in _entries(bracket.root, list(where)):
        slot = where[entry.number]
        yield PlayerPlace(
            side_of_entry(entry, bracket.root.lot_of),
            bracket.stage_of(slot.node.section),
            waits=_other_side(words, slot, entry.number),
        )


def _other_side(words: BracketWords, slot: Slot, entrant: int) -> str:
    """Return a sentence on the entrant or the match that this entrant waits for."""
    is_top = slot.top == entrant
    if slot.bottom if is_top else slot.top:
        values = {"name": words.side(slot, top=not is_top)}
        return gettext("against %(name)s") % values
    source = slot.node.bottom if is_top else slot.node.top
    before = words.slots[source.of].node
    match = words.label(before.number) or words.match(
        before, seen_from=slot.node.section
    )
    if source.kind == "winner":
        return gettext("waiting for the winner of %(match)s") % {"match": match}
    return gettext("waiting for the loser of %(match)s") % {"match": match}


def _free(stage: Stage) -> Iterator[PlayerPlace]:
    for entry in free_in(stage):
        yield PlayerPlace(
            side_of_entry(entry, stage.lot_of),
            stage,
            waits=gettext("waiting for the next pairing"),
        )


def _entries(stage: Stage, numbers: Sequence[int]) -> list[Entry]:
    return list(
        Entry.objects.filter(division=stage.division_id, number__in=numbers)
        .select_related("player")
        .order_by("number")
    )
