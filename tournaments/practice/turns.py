"""One turn of a practice: the due events, each in a transaction of its own.

Acts of the director are respected: a turn reads the rows, and a refused act was done at
the desk before. `marks` keep the seconds at which something happened, by match number:
`called`, `sits`, `told`, `unsure`, `ended`.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Q

from matches.jobs import queue as jobs_queue
from matches.ledger.adjust import PointsDecision
from matches.ledger.book import open_reports
from matches.ledger.models.match import Match
from matches.ledger.queries import match_view
from matches.ledger.recording import record_final, record_game
from matches.ledger.replace_result import Wanted
from matches.ledger.reporter import SHEET, Reporter
from matches.players.models import Player
from matches.players.services import NewPlayer
from matches.reports.services import confirm, decide, dispute, version_from_score
from matches.rules import Phase, Side
from matches.rules.refusals import RuleError
from tournaments.draws.job import make_draw
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw
from tournaments.entries.services import add_entries, check_in
from tournaments.hall import services
from tournaments.practice.course import (
    GAME,
    MINUTE,
    MOST_PEOPLE,
    Course,
    ReportingWay,
    arrives_at,
    course_of,
    game_of,
    invented_people,
)
from tournaments.practice.models import Practice
from tournaments.results.correction.services import Chosen, correct, preview
from tournaments.rounds.models import DECIDED, Pairing
from tournaments.structure.locking import bump
from tournaments.structure.models import CheckedIn, Entry, Tournament
from tournaments.tables.progress import DeskView, desk_of

LONGEST: Final = 10
"""The most real seconds of one turn; a longer time counts as a pause."""
UNSURE: Final = 40
"""Seconds until the other player answers a report."""
PATIENCE: Final = {
    "sheet": 4 * MINUTE,
    "dispute": 8 * MINUTE,
    "wrong": 12 * MINUTE,
    "walk in": 8 * MINUTE,
}
"""Seconds that a player waits at the desk until the practice acts for the director."""
DRAWS_AFTER: Final = 4 * MINUTE
PUBLISHES_AFTER: Final = 90
WALKS_IN: Final = "walks in"
"""The mark of a player who waits at the desk and is not entered."""
WALKS_OUT: Final = "walks out"
"""The mark of that player, who could not be given a match and has left."""
BEGINS_AT: Final = 9 * MINUTE
"""The second at which the first round is drawn."""
OPEN: Final = Q(match__state__in=(Match.State.READY, Match.State.PLAYING))

logger = logging.getLogger(__name__)


class PublishedMatch(NamedTuple):
    """A match of a published round, with its number and its pairing."""

    number: int
    match: Match
    pairing: Pairing


@dataclass(slots=True)
class Turn:
    """The state of one turn. `now` is in seconds of the practice."""

    practice: Practice
    now: int
    marks: dict[str, int] = field(default_factory=dict)

    @property
    def tournament(self) -> Tournament:
        """The tournament."""
        return self.practice.tournament

    def course(self, of: PublishedMatch) -> Course:
        """Return the course of a match."""
        return course_of(self.practice.seed, of.number, of.match.length)

    def since(self, key: str) -> int:
        """Return the seconds since something began, which is now if it is new."""
        began = self.marks.setdefault(key, self.now)
        return self.now - began


def take_turn(pk: int, now: datetime) -> None:
    """Carry out the due events of a practice. `now` is the real time."""
    practice = Practice.objects.select_related("tournament").filter(pk=pk).first()
    if practice is None or not practice.is_on or practice.tournament.is_closed:
        return
    passed = min(max((now - practice.turned_at).total_seconds(), 0), LONGEST)
    turn = Turn(
        practice,
        practice.seconds + round(passed * practice.speed),
        dict(practice.marks),
    )
    before = _at_desk(turn)
    for act in _acts(turn):
        try:
            act()
        except RuleError as error:
            # The director has acted before, or has decided otherwise.
            logger.info("practice %s: %s", pk, error)
    _adopt_people(turn.tournament)
    with transaction.atomic():
        if before != _at_desk(turn):
            bump(turn.tournament)  # the desk shows who stands there
        # Only the columns of the turn are written: the director may have changed speed
        # or has stopped the practice since it was read.
        kept = Practice.objects.select_for_update().filter(pk=pk)
        kept.update(seconds=turn.now, turned_at=now, marks=turn.marks)
        practice.marks = turn.marks
        is_over = "drawn" in turn.marks and desk_of(turn.tournament).all_rounds_done
        if is_over and not wrong_results(practice):
            kept.update(ended_at=now)


def _at_desk(turn: Turn) -> object:
    """Return a value that changes when a player comes to the desk."""
    coming = ("sheet ", "settled ", WALKS_IN, WALKS_OUT)
    return {key for key in turn.marks if key.startswith(coming)}


def _acts(turn: Turn) -> Iterator[Callable[[], object]]:
    yield lambda: _arrive(turn)
    yield lambda: _walk_in(turn)
    for one in _rows(turn.tournament, OPEN, called_at__isnull=False):
        yield partial(_play, turn, one)
    answered = Q(match__state__in=(Match.State.REPORTED, Match.State.DISPUTED))
    for one in _rows(turn.tournament, answered):
        yield partial(_answer, turn, one)
    if turn.practice.does_desk:
        for one in wrong_results(turn.practice):
            yield partial(_put_right, turn, one)
        yield lambda: _draw(turn)


def _rows(tournament: Tournament, which: Q, **more: object) -> list[PublishedMatch]:
    rows = Pairing.objects.live().with_match().filter(which, **more)
    rows = rows.filter(tournament=tournament).order_by("match_number")
    return [
        PublishedMatch(row.match_number or 0, row.match, row)
        for row in rows.select_related("match__player_1", "match__player_2")
        if row.match is not None
    ]


# People ---------------------------------------------------------------------------


def _arrive(turn: Turn) -> None:
    """Check latecomers in by phone."""
    missing = Entry.objects.active().filter(
        tournament=turn.tournament, checked_in_at__isnull=True
    )
    seed = turn.practice.seed
    come = [
        number
        for number in missing.values_list("number", flat=True)
        if arrives_at(seed, number) <= turn.now and f"came {number}" not in turn.marks
    ]
    if not come:
        return
    for number in come:  # only once: a director may mark them as missing afterwards
        turn.marks[f"came {number}"] = turn.now
    check_in(
        tournament=turn.tournament,
        numbers=come,
        here=True,
        by=None,
        how=CheckedIn.BY_PHONE,
    )


def walk_in(practice: Practice) -> str:
    """Return the name of a player who is here without an entry, or ""."""
    if WALKS_IN not in practice.marks or WALKS_OUT in practice.marks:
        return ""
    entries = Entry.objects.filter(tournament=practice.tournament)
    name, _club = invented_people(practice.seed, MOST_PEOPLE + 1)[-1]
    return "" if entries.filter(player__name=name).exists() else name


def _walk_in(turn: Turn) -> None:
    """Let a player without an entry arrive once the first round is played.

    In a bracket only a director can find a place. A player who gets none goes home.
    """
    if "drawn" not in turn.marks or turn.since("since drawn") < 5 * MINUTE:
        return
    acts = turn.since(WALKS_IN) >= PATIENCE["walk in"] and turn.practice.does_desk
    name = walk_in(turn.practice)
    if not name:
        return
    first = turn.tournament.stages.order_by("number").first()
    can_join = first is not None and not first.is_plan
    if desk_of(turn.tournament).all_rounds_done or (acts and not can_join):
        turn.since(WALKS_OUT)
    elif acts:
        add_entries(
            tournament=turn.tournament,
            known=[],
            new=[NewPlayer(name)],
            here=True,
            by=None,
        )


def _adopt_people(tournament: Tournament) -> None:
    """Mark players who were entered by hand and play only here as invented."""
    Player.objects.filter(
        entries__tournament=tournament,
        created_at__gte=tournament.created_at,
        is_invented=False,
    ).exclude(
        pk__in=Entry.objects.exclude(tournament=tournament).values("player")
    ).update(is_invented=True)


# Matches --------------------------------------------------------------------------


def _play(turn: Turn, of: PublishedMatch) -> None:
    """Continue a called match: seat the players, record games, or report the result."""
    number, course = of.number, turn.course(of)
    waited = turn.since(f"called {number}")
    if of.pairing.playing_at is None and of.match.state == Match.State.READY:
        if waited >= course.sits:
            services.sit(turn.tournament, number, by=None)
            turn.since(f"sits {number}")
        return
    played = turn.since(f"sits {number}")
    if course.way == ReportingWay.LIVE:
        _record_live(turn, of, played)
    elif played >= course.plays:
        _tell(turn, of, course)


def _record_live(turn: Turn, of: PublishedMatch, played: int) -> None:
    ledger = match_view(of.match).ledger
    done = len(ledger.entries)
    if ledger.phase is Phase.OVER or played < (done + 1) * GAME:
        return
    is_free = ledger.phase is Phase.NORMAL
    result = game_of(turn.practice.seed, of.number, done, cube_is_free=is_free)
    record_game(match_id=of.match.pk, result=result, after=done, by=None)


def _tell(turn: Turn, of: PublishedMatch, course: Course) -> None:
    """Let a player report, or hand the sheet in at the desk."""
    if course.way == ReportingWay.SHEET:
        waits = turn.since(f"sheet {of.number}")
        if turn.practice.does_desk and waits >= PATIENCE["sheet"]:
            _record(of.match, course.score, by=None)
        return
    score = course.other_score if course.way == ReportingWay.WRONG else course.score
    _record(of.match, score, by=_phone(Side.ONE))
    turn.since(f"told {of.number}")


def _answer(turn: Turn, of: PublishedMatch) -> None:
    """Let the other player confirm or contradict, and settle a dispute in the end."""
    number, match, course = of.number, of.match, turn.course(of)
    if match.state == Match.State.DISPUTED:
        waits = turn.since(f"dispute {number}")
        if turn.practice.does_desk and waits >= PATIENCE["dispute"]:
            version = version_from_score(match, *course.score)
            decision = PointsDecision(side=Side.ONE)
            decide(match_id=match.pk, version=version, decision=decision, by=None)
        return
    theirs = open_reports(match).filter(side=Side.ONE).first()
    if theirs is None or turn.since(f"told {number}") < UNSURE:
        return
    if course.way == ReportingWay.DISPUTED:
        version = version_from_score(match, *course.other_score)
        dispute(match_id=match.pk, version=version, by=_phone(Side.TWO))
    else:
        confirm(match_id=match.pk, report_id=theirs.pk, by=_phone(Side.TWO))
    turn.since(f"settled {number}")


def _put_right(turn: Turn, of: PublishedMatch) -> None:
    """Correct a result that both had confirmed with exchanged scores.

    If later matches depend on it, the way is the one suggested to a director.
    """
    course = turn.course(of)
    if turn.since(f"wrong {of.number}") < PATIENCE["wrong"]:
        return
    one, two = course.score
    winner = Side.ONE if one > two else Side.TWO
    wanted = Wanted(how=Match.How.PLAYED, winner=winner, points=min(one, two))
    effects = preview(match=of.match, wanted=wanted)
    chosen = Chosen(wanted=wanted, mode=effects.suggestion.mode, mark=effects.mark)
    correct(tournament=turn.tournament, match=of.match, chosen=chosen, by=None)


def handed_in(practice: Practice) -> list[PublishedMatch]:
    """Return the matches whose score sheet lies at the desk. One query."""
    numbers = _numbers(practice, "sheet")
    rows = _rows(practice.tournament, ~DECIDED, match_number__in=numbers)
    return rows if numbers else []


def wrong_results(practice: Practice) -> list[PublishedMatch]:
    """Return the matches of which both players say that the result is wrong."""
    numbers = _numbers(practice, "settled")
    if not numbers:
        return []
    rows = _rows(practice.tournament, DECIDED, match_number__in=numbers)
    return [of for of in rows if _is_wrong(practice, of)]


def _numbers(practice: Practice, what: str) -> list[int]:
    """Return the numbers of the matches that have a mark."""
    start = f"{what} "
    found = [key for key in practice.marks if key.startswith(start)]
    return [int(key.removeprefix(start)) for key in found]


def _is_wrong(practice: Practice, of: PublishedMatch) -> bool:
    course = course_of(practice.seed, of.number, of.match.length)
    told = (of.match.score_1, of.match.score_2)
    return course.way == ReportingWay.WRONG and told == course.other_score


def _record(match: Match, score: tuple[int, int], *, by: Reporter | None) -> None:
    one, two = score
    record_final(match_id=match.pk, score_1=one, score_2=two, by=by)


def _phone(side: Side) -> Reporter:
    return Reporter(side=side, via=SHEET, device=f"{side.value}")


# Rounds ---------------------------------------------------------------------------


def _draw(turn: Turn) -> None:
    """Draw and publish the next round if the director does not."""
    if turn.now < BEGINS_AT:
        return
    for view in desk_of(turn.tournament).views:
        if not view.stage.is_branch and not view.waits_for:
            _draw_stage(turn, view)


def _draw_stage(turn: Turn, view: DeskView) -> None:
    key = f"{view.stage.number} {view.round_number + 1}"
    if view.draw is not None:
        mine = view.draw.is_draft and view.draw.requested_by_id is None
        if mine and turn.since(f"draft {key}") >= PUBLISHES_AFTER:
            publish_round(draw_id=view.draw.pk, tournament=turn.tournament, by=None)
            turn.marks["drawn"] = turn.now
        return
    if view.open_labels or view.is_over or (view.stage.is_plan and view.round):
        return
    if view.round and turn.since(f"ready {key}") < DRAWS_AFTER:
        return
    draw = request_draw(tournament=turn.tournament, stage=view.stage, by=None)
    jobs_queue.run(draw.job_id or 0, work=make_draw)
    turn.since(f"draft {key}")
