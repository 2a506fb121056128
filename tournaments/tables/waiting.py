"""Matches that need a director: disputed, reported or unfinished."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from django.db.models import FilteredRelation, Q

from matches.ledger.models.match import Match
from matches.ledger.models.report import OPEN_REPORTS, Report
from matches.ledger.reporter import HANDOVER
from matches.rules.refusals import Message
from matches.web.sentences import sentence_of
from tournaments.rounds.rows import WAITED_FOR
from tournaments.structure.models import LIVE_MATCH, Stage

PUT_ASIDE: Final = Message("waiting.put_aside", "Adjourned at %(one)s–%(two)s.")
ONE_PHONE: Final = Message(
    "waiting.one_phone", "Both players reported %(score)s, on one phone."
)
BOTH_SAY: Final = Message("waiting.both_say", "Both players reported %(score)s.")
NOT_OVER: Final = Message(
    "waiting.not_over", "%(name)s says the match is not finished."
)
REMARK: Final = Message("waiting.remark", "%(name)s sent a remark.")
SAYS: Final = Message("waiting.says", "%(name)s reported %(score)s.")


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    """One match that needs a director, and the sentence that says why.

    `report` is the primary key of the report that one button accepts, None if there is
    no such button.
    """

    label: str
    code: str
    one: str
    two: str
    state: str
    text: str
    report: int | None = None


def waiting_in(stage: Stage) -> tuple[WaitingMatch, ...]:
    """Return the matches of a stage that need a director, disputes first. One query.

    A branch, such as the consolation of a bracket, has its own, though the draw of its
    root made them.
    """
    told = FilteredRelation("reports", condition=Q(reports__state__in=OPEN_REPORTS))
    rows = (
        Match.objects.annotate(told=told)
        .filter(LIVE_MATCH, pairing__stage=stage, state__in=WAITED_FOR)
        .order_by("pairing__match_number", "told__pk")
        .values_list(
            "code",
            "state",
            "score_1",
            "score_2",
            "pairing__match_number",
            "player_1__name",
            "player_2__name",
            "told__pk",
            "told__side",
            "told__claim",
            "told__via",
            "told__score_1",
            "told__score_2",
        )
    )
    told_rows = (_ToldRow(*row) for row in rows)
    found = [
        _waiting(list(reports))
        for _code, reports in groupby(told_rows, attrgetter("code"))
    ]
    found.sort(key=lambda match: WAITED_FOR.index(Match.State(match.state)))
    return tuple(found)


class _ToldRow(NamedTuple):
    """A match with one of its open reports, whose columns are None if there is none."""

    code: str
    state: str
    score_1: int
    score_2: int
    number: int | None
    one: str
    two: str
    report: int | None
    side: int | None
    claim: str | None
    via: str | None
    told_1: int | None
    told_2: int | None

    @property
    def score(self) -> str:
        return f"{self.told_1}–{self.told_2}"


def _waiting(rows: Sequence[_ToldRow]) -> WaitingMatch:
    first = rows[0]
    told = [row for row in rows if row.report is not None]
    is_reported = first.state == Match.State.REPORTED
    return WaitingMatch(
        label=f"M{first.number}",
        code=first.code,
        one=first.one,
        two=first.two,
        state=first.state,
        text=_text(first, told),
        report=told[0].report if told and is_reported else None,
    )


def _text(first: _ToldRow, told: Sequence[_ToldRow]) -> str:
    if first.state == Match.State.UNFINISHED:
        values = {"one": first.score_1, "two": first.score_2}
        return sentence_of(PUT_ASIDE, values)
    results = [row for row in told if row.claim == Report.Claim.RESULT]
    scores = {row.score for row in results}
    if len(results) > 1 and any(row.via == HANDOVER for row in results):
        return sentence_of(ONE_PHONE, {"score": results[0].score})
    if len(results) > 1 and len(scores) == 1:
        return sentence_of(BOTH_SAY, {"score": scores.pop()})
    return " ".join(_says(row) for row in told)


def _says(row: _ToldRow) -> str:
    values = {"name": row.one if row.side == 1 else row.two, "score": row.score}
    if row.claim == Report.Claim.PLAYING:
        return sentence_of(NOT_OVER, values)
    if row.claim == Report.Claim.REMARK:
        return sentence_of(REMARK, values)
    return sentence_of(SAYS, values)
