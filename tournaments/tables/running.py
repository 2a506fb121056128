"""The matches that each stage is playing, and the players without a table.

A stage plays its newest round, and older matches that are still open.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import get_language, gettext

from matches.ledger.models.match import Match
from matches.players.alphabet import alphabetical, first_letter
from matches.rules.refusals import RuleError
from tournaments import engine
from tournaments.brackets import Bracket, BracketWords, bracket_of
from tournaments.engine import BracketCourse, Slot, has_schedule
from tournaments.engine.errors import ONLY_EACH_OTHER
from tournaments.engine.plan import PRELIMINARY
from tournaments.rounds import engine_state
from tournaments.rounds.models import DECIDED, Pairing, Round
from tournaments.rounds.rows import (
    WAITED_FOR,
    PairingRow,
    PairingSide,
    RoundView,
    pairing_rows,
    side_of_entry,
    with_reasons,
)
from tournaments.structure.models import Entry, Stage

_UNPLAYED: Final = frozenset({"bye", "empty", "needless"})
"""States of a bracket's node that is not a match."""
_OF_THE_ROOT: Final = frozenset({"main", "lower", "final"})
"""Sections of a plan that belong to the root, not to a branch."""


IS_OPEN: Final = Q(match__isnull=False) & ~DECIDED
"""Keeps pairings whose match has no result, or a disputed one."""


@dataclass(frozen=True, slots=True)
class StageNow:
    stage: Stage
    round: RoundView


@dataclass(frozen=True, slots=True)
class PlayerPlace:
    """The table of one player, or what the player waits for, in the A–Z list.

    `older` is the round of the match if it is not the newest one, else 0.
    """

    seat: PairingSide
    stage: Stage
    opponent: PairingSide | None = None
    row: PairingRow | None = None
    waits: str = ""
    older: int = 0

    @property
    def score_words(self) -> str:
        row = self.row
        if row is None or not row.winner:
            is_over = row is not None and row.is_decided
            return gettext("double forfeit") if is_over else gettext("playing")
        score = [row.score_1, row.score_2]
        if self.seat.number != row.one.number:
            score.reverse()
        return f"{score[0]}–{score[1]}"

    @property
    def against(self) -> str:
        """Whom the player meets; only with an opponent."""
        name = self.opponent.name if self.opponent else ""
        return gettext("against %(name)s") % {"name": name}

    @property
    def anchor(self) -> str:
        match = self.row.match_number if self.row else 0
        return f"where-{self.stage.number}-{self.seat.number}-{match}"

    @property
    def is_on(self) -> bool:
        return bool(self.waits) or (self.row is not None and self.row.is_open)


@dataclass(frozen=True, slots=True)
class RunningRound:
    """The round that a stage plays, and its open matches of every round.

    `newest` is the number of the newest published round: the one that is played, but
    for a schedule that was published ahead. `is_waited_for`: a reported, disputed or
    unfinished match needs a director.
    """

    round: RoundView | None = None
    open_labels: tuple[str, ...] = ()
    is_waited_for: bool = False
    newest: int = 0


def running_round(stage: Stage, course: BracketCourse | None = None) -> RunningRound:
    """Return the round that a stage plays, and its published matches without a result.

    Of a schedule that was published ahead the matches of later rounds are left out that
    only wait for their day. `course` is that of a bracket and gives its counts. Two
    queries, two more while a match waits to be called, and one more of a schedule.
    """
    rounds = Round.objects.filter(stage=stage.root).order_by("-number")
    newest = rounds.first()
    if newest is None:
        return RunningRound()
    last = newest.number
    newest = _played_now({stage.pk: newest}, [stage])[stage.pk]
    is_shown = Q(draw=newest.draw_id) | _open_until(newest, stage)
    # A bracket is one draw: all of its matches are asked for, and `_shown` chooses.
    is_shown = Q() if stage.is_plan else is_shown
    found = Pairing.objects.live().filter(is_shown, stage=stage).listed()
    counts = None if course is None else counts_of(stage, course)
    numbers = sorted(_number(pairing) for pairing in found if _is_open(pairing))
    return RunningRound(
        _view(stage, newest, found, counts=counts),
        tuple(f"M{number}" for number in numbers),
        any(pairing.match and pairing.match.state in WAITED_FOR for pairing in found),
        last,
    )


def played_rows(stage: Stage) -> tuple[PairingRow, ...]:
    """Return the decided matches of a stage, the newest first. One query."""
    rows = Pairing.objects.live().with_match().filter(DECIDED, stage=stage).listed()
    return pairing_rows(sorted(rows, key=_number, reverse=True), stage)


def now_playing(stages: Sequence[Stage]) -> list[StageNow]:
    """Return the stages with a published round and what each of them is playing.

    Two queries, and two for each stage in which a match waits to be called; one more if
    there is a schedule. Of later rounds of a schedule that was published ahead the
    matches are left out that only wait for their day.
    """
    published = {
        published.stage_id: published
        for published in Round.objects.filter(
            stage__in=[stage.root for stage in stages]
        ).order_by("number")
    }
    if not published:
        return []
    newest = _played_now(published, stages)
    is_shown = Q(draw__in=[one.draw_id for one in newest.values()])
    is_shown |= (
        Q(stage__in=[stage for stage in stages if not _has_schedule(stage)]) & IS_OPEN
    )
    for stage in stages:
        if _has_schedule(stage) and stage.pk in newest:
            is_shown |= Q(stage=stage) & _open_until(newest[stage.pk], stage)
    found = Pairing.objects.live().filter(is_shown, stage__in=stages).listed()
    views = [
        StageNow(stage, _view(stage, newest[stage.root.pk], own))
        for stage in stages
        if stage.root.pk in newest
        and (own := [pairing for pairing in found if pairing.stage_id == stage.pk])
    ]
    return [now for now in views if now.round.rows]


def _played_now(
    newest: Mapping[int, Round], stages: Iterable[Stage]
) -> dict[int, Round]:
    """Return the round that each stage plays, given its newest round.

    It is the newest one, or of a schedule the first with an open match. One query if
    there is a schedule that was published ahead.
    """
    ahead = [
        stage.pk
        for stage in stages
        if stage.pk in newest and newest[stage.pk].number > 1 and _has_schedule(stage)
    ]
    if not ahead:
        return dict(newest)
    is_open = Pairing.objects.filter(IS_OPEN, draw=OuterRef("draw"))
    # The latest first, so that the earliest of a stage is what its key keeps in the
    # end.
    rounds = Round.objects.filter(Exists(is_open), stage__in=ahead).order_by("-number")
    return {**newest, **{drawn_round.stage_id: drawn_round for drawn_round in rounds}}


def _has_schedule(stage: Stage) -> bool:
    return has_schedule(stage.format)


def _open_until(now: Round, stage: Stage) -> Q:
    """Return which matches are open; of a schedule none that wait for a later round."""
    waits = Q(
        round_number__gt=now.number,
        match__state=Match.State.READY,
        called_at__isnull=True,
        on_hold=False,
        wanted_table__isnull=True,
    )
    return IS_OPEN & ~waits if _has_schedule(stage) else IS_OPEN


def counts_of(stage: Stage, course: BracketCourse) -> tuple[int, int]:
    """Return two counts of a bracket's section: decided matches, and all matches."""
    sections = {stage.section} if stage.is_branch else _OF_THE_ROOT
    states = [
        slot.state
        for slot in course.slots.values()
        if slot.node.section.removesuffix(PRELIMINARY) in sections
        and slot.state not in _UNPLAYED
    ]
    return states.count("decided"), len(states)


def with_counts(now: StageNow, course: BracketCourse | None) -> StageNow:
    if course is None:
        return now
    counts = counts_of(now.stage, course)
    return replace(now, round=replace(now.round, counts=counts))


def places(
    nows: Sequence[StageNow], waiting: Iterable[PlayerPlace] = ()
) -> list[tuple[str, list[PlayerPlace]]]:
    """Return the players who are still in, by the first letter of the sort name.

    A player in several stages is listed once for each match open or to come, and
    without any such match once for the last one. A player who is out of a bracket is
    not listed.
    """
    found = [
        *waiting,
        *(
            PlayerPlace(seat, now.stage, other, row, older=_older(now, row))
            for now in nows
            for row in now.round.rows
            for seat, other in ((row.one, row.two), (row.two, row.one))
            if seat is not None and (row.is_open or not now.stage.is_plan)
        ),
    ]
    busy = {place.seat.key for place in found if place.is_on}
    found = [place for place in found if place.is_on or place.seat.key not in busy]
    language = get_language() or "en"
    found.sort(key=lambda place: alphabetical(place.seat.sort_name, language))
    groups: dict[str, list[PlayerPlace]] = {}
    for place in found:
        letter = first_letter(place.seat.sort_name, language)
        groups.setdefault(letter, []).append(place)
    return list(groups.items())


def _older(now: StageNow, row: PairingRow) -> int:
    is_newest = row.round_number == now.round.round.number
    has_rounds = not now.stage.is_plan and not now.round.is_endless
    return row.round_number if has_rounds and not is_newest else 0


def _view(
    stage: Stage,
    newest: Round,
    found: Iterable[Pairing],
    *,
    counts: tuple[int, int] | None = None,
) -> RoundView:
    shown = _shown(found, newest, is_plan=stage.is_plan)
    rows = with_reasons(pairing_rows(shown, stage))
    return RoundView(newest, rows, counts, stage.is_endless)


def _shown(
    found: Iterable[Pairing], newest: Round, *, is_plan: bool
) -> Iterable[Pairing]:
    """Return the pairings to show: open ones of older rounds, then the newest round.

    Of a schedule `newest` is the round that is played, and open matches of later rounds
    come last: one that is called ahead moves no other line.
    """
    if is_plan:
        last = max((pairing.round_number for pairing in found), default=0)
        shown = [
            pairing
            for pairing in found
            if pairing.round_number == last or _is_open(pairing)
        ]
        return sorted(shown, key=_number)
    others = [pairing for pairing in found if pairing.draw_id != newest.draw_id]
    others = sorted((pairing for pairing in others if _is_open(pairing)), key=_number)
    return [
        *(pairing for pairing in others if pairing.round_number < newest.number),
        *(pairing for pairing in found if pairing.draw_id == newest.draw_id),
        *(pairing for pairing in others if pairing.round_number > newest.number),
    ]


def _is_open(pairing: Pairing) -> bool:
    """Return True if a match has no result, or a disputed one."""
    match = pairing.match
    if match is None:
        return False
    return not match.is_over or match.state == Match.State.DISPUTED


def _number(pairing: Pairing) -> int:
    return pairing.match_number or 0


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
