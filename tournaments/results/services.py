"""The result box of the desk: a match number and two scores, typed in one line."""

import re
from dataclasses import dataclass
from typing import Final

from matches.accounts.models import User
from matches.ledger.models.match import Match
from matches.ledger.recording import Recorded, record_final
from matches.rules import MatchRules, check_final
from matches.rules.refusals import RuleError
from tournaments.results.errors import LINE_UNREADABLE, NO_SUCH_MATCH, NOT_OPEN_YET
from tournaments.rounds.models import Pairing
from tournaments.structure.models import LIVE_MATCH, Stage, Tournament

LONGEST: Final = 40
# Numbers stand apart by space or one mark; a dash right before a number that follows
# a space is a minus sign, and no score is negative.
_APART: Final = r"(?:\s*[.,/+*:]\s*|[–-]\s*|\s+[–-]\s+|\s+)"
_NUMBER: Final = r"M?(\d{1,5})"
_SCORE: Final = r"(\d{1,3})"
_NUMBERS: Final = re.compile(
    rf"{_NUMBER}{_APART}{_SCORE}{_APART}{_SCORE}", re.IGNORECASE
)
_JOINED: Final = re.compile(rf"{_NUMBER}{_APART}(\d{{2,6}})", re.IGNORECASE)
_GOES_ON: Final = rf"(?:{_APART}|\s+[–-])?"

# For the result box in the browser, in what regular expressions of both have in common.
MATCH_NUMBER: Final = rf"\s*{_NUMBER}(?!\d)"
"""The beginning of a line that names a match."""
LINE_SO_FAR: Final = (
    rf"\s*{_NUMBER}"
    rf"(?:{_APART}{_SCORE}(?:{_APART}{_SCORE}\s*|{_GOES_ON})|{_GOES_ON})"
)
"""A line, or the beginning of one."""
JOINED_SCORES: Final = rf"\s*{_NUMBER}{_APART}(\d{{2,6}})\s*"
"""A line whose two scores are typed together, as after a scanned sheet: `23 72`."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """The match `number` ended `one` to `two`, in the order of the score sheet."""

    number: int
    one: int
    two: int


def read_result_line(typed: str) -> ResultLine | None:
    """Return the result in a line like `23 7 5`, `23-7-5` or `M23 7 5`, else None."""
    line = typed.strip()
    found = _NUMBERS.fullmatch(line) if len(line) <= LONGEST else None
    if found is None:
        return None
    number, one, two = (int(part) for part in found.groups())
    return ResultLine(number=number, one=one, two=two)


def result_in_line(tournament: Tournament, typed: str) -> ResultLine | None:
    """Return the result in a line, also if its two scores are typed together.

    `23 72` is 7–2 if that alone can be the end of a match to its length: then no other
    place to part the digits gives a final score. One query for such a line.
    """
    line = typed.strip()
    found = _JOINED.fullmatch(line) if len(line) <= LONGEST else None
    if found is None:
        return read_result_line(typed)
    number, digits = int(found[1]), found[2]
    match = _match_numbered(tournament, number)
    scores = () if match is None else _parted(digits, match.rules)
    return ResultLine(number, *scores[0]) if len(scores) == 1 else None


def _parted(digits: str, rules: MatchRules) -> list[tuple[int, int]]:
    """Return the final scores that the digits can be, one after the other."""
    pairs = [(digits[:at], digits[at:]) for at in range(1, len(digits))]
    plain = [(one, two) for one, two in pairs if all(map(_is_plain, (one, two)))]
    return [
        pair for one, two in plain if _is_final(rules, pair := (int(one), int(two)))
    ]


def _is_plain(number: str) -> bool:
    return number == "0" or not number.startswith("0")


def _is_final(rules: MatchRules, scores: tuple[int, int]) -> bool:
    try:
        check_final(rules, *scores)
    except RuleError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class RecordedLine:
    """The result of a line in the result box."""

    pairing: Pairing
    recorded: Recorded


def record_line(*, tournament: Tournament, typed: str, by: User | None) -> RecordedLine:
    """Record `match-number top-score bottom-score`.

    Raises LINE_UNREADABLE, NO_SUCH_MATCH, NOT_OPEN_YET, and the errors of
    `record_final`.
    """
    line = result_in_line(tournament, typed)
    if line is None:
        raise LINE_UNREADABLE(typed=typed.strip()[:LONGEST])
    pairing = (
        Pairing.objects.live()
        .with_match()
        .filter(tournament=tournament, match_number=line.number)
        .only("match_id", "match_number")
        .first()
    )
    if pairing is None or pairing.match_id is None:
        raise no_match(tournament, line.number)
    recorded = record_final(
        match_id=pairing.match_id, score_1=line.one, score_2=line.two, by=by
    )
    return RecordedLine(pairing=pairing, recorded=recorded)


def no_match(tournament: Tournament, number: int) -> RuleError:
    """Return the refusal of a number that no match of a tournament has, or has yet."""
    brackets = Stage.objects.filter(tournament=tournament, plan__isnull=False)
    kept = brackets.values_list("match_numbers", flat=True)
    is_kept = number > 0 and any(number in numbers for numbers in kept)
    return (NOT_OPEN_YET if is_kept else NO_SUCH_MATCH)(number=number)


def match_in_line(*, tournament: Tournament, typed: str) -> Match | None:
    """Return the match that a line of the result box names, or None.

    One query; two if the scores are typed together.
    """
    line = result_in_line(tournament, typed)
    return None if line is None else _match_numbered(tournament, line.number)


def _match_numbered(tournament: Tournament, number: int) -> Match | None:
    return Match.objects.filter(
        LIVE_MATCH, pairing__tournament=tournament, pairing__match_number=number
    ).first()
