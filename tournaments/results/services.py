"""The result box of the desk: a match number and two scores, typed in one line."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext as _

from matches.accounts.models import User
from matches.ledger.amendments import Wanted, drops_games
from matches.ledger.models.match import Match
from matches.ledger.recording import Recorded, record_final
from matches.rules import MatchRules, check_final
from matches.rules.errors import NO_WINNER, SCORE_TOO_HIGH, TWO_WINNERS
from matches.rules.refusals import RuleError
from tournaments.results.amendments.models import Correction
from tournaments.results.correction.effects import (
    COUNTS_FOR_RATING,
    RESULT_BECOMES,
    WINNER_STAYS,
)
from tournaments.results.correction.plan import Effects
from tournaments.results.correction.services import Chosen, correct, preview
from tournaments.results.errors import LINE_UNREADABLE, NO_SUCH_MATCH, NOT_OPEN_YET
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


ResultLine = tuple[int, int, int]
"""The number of a match, and both scores in the order of the score sheet."""


def read_result_line(typed: str) -> ResultLine | None:
    """Return the result in a line like `23 7 5`, `23-7-5` or `M23 7 5`, else None."""
    line = typed.strip()
    found = _NUMBERS.fullmatch(line) if len(line) <= LONGEST else None
    if found is None:
        return None
    number, one, two = map(int, found.groups())
    return number, one, two


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
    return (number, *scores[0]) if len(scores) == 1 else None


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


def record_line(
    *, tournament: Tournament, typed: str, by: User | None
) -> tuple[int, Recorded]:
    """Record `match-number top-score bottom-score`; return the number, too.

    Raises LINE_UNREADABLE, NO_SUCH_MATCH, NOT_OPEN_YET, and the errors of
    `record_final`.
    """
    line = result_in_line(tournament, typed)
    if line is None:
        raise LINE_UNREADABLE(typed=typed.strip()[:LONGEST])
    number, score_1, score_2 = line
    match = _match_numbered(tournament, number)
    if match is None:
        raise no_match(tournament, number)
    return number, record_final(
        match_id=match.pk, score_1=score_1, score_2=score_2, by=by
    )


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
    return None if line is None else _match_numbered(tournament, line[0])


def _match_numbered(tournament: Tournament, number: int) -> Match | None:
    return Match.objects.filter(
        LIVE_MATCH, pairing__tournament=tournament, pairing__match_number=number
    ).first()


PATTERNS: Final = json.dumps(
    {"line": LINE_SO_FAR, "number": MATCH_NUMBER, "joined": JOINED_SCORES}
)
"""A line that may still become longer, the number that it begins with, and a line whose
scores are typed together."""

GOOD: Final = "."
_FAULTS: Final = {NO_WINNER: "n", TWO_WINNERS: "b", SCORE_TOO_HIGH: "o"}
_TEXTS: Final = {"n": "textNeither", "b": "textBoth", "o": "textOver"}
"""The names of the sentences in the page."""


def final_scores(lengths: Iterable[int]) -> dict[str, dict[str, object]]:
    """Return which final scores matches of these lengths can have, for the browser.

    For each length there is a line for every score of the first player. Its characters
    are for the scores of the second: `GOOD`, or the key of what is wrong. The last line
    and the last characters stand for all higher scores.
    """
    return {
        "texts": dict(_TEXTS),
        "lengths": {str(n): list(_table(n)) for n in sorted(set(lengths))},
    }


@lru_cache
def _table(length: int) -> tuple[str, ...]:
    rules, scores = MatchRules(length), range(length + 2)
    return tuple("".join(_judged(rules, one, two) for two in scores) for one in scores)


def _judged(rules: MatchRules, one: int, two: int) -> str:
    try:
        check_final(rules, one, two)
    except RuleError as error:
        return _FAULTS[error.refusal]
    return GOOD


_SAID: Final = frozenset((RESULT_BECOMES, WINNER_STAYS, COUNTS_FOR_RATING))
"""Effects that are left out, because the desk shows both results itself."""


@dataclass(frozen=True, slots=True)
class Replacement:
    match: Match
    wanted: Wanted
    effects: Effects

    @property
    def lines(self) -> Sequence[str]:
        """The effects beside the result itself, in the reader's language.

        None where there is a choice: the page of the correction lists everything.
        """
        effects = self.effects
        if effects.is_choice:
            return ()
        lines = [line for line in effects.changes if line.message not in _SAID]
        changes = [str(line) for line in lines]
        changes += [
            " ".join(map(str, way.summary)) for way in effects.ways if way.summary
        ]
        if drops_games(self.match, effects.case.result):
            changes.append(
                _("The individual games no longer count; they remain in the history.")
            )
        return changes


def replacement(*, tournament: Tournament, typed: str) -> Replacement:
    """Return the replacement by a line.

    Raises LINE_UNREADABLE, NO_SUCH_MATCH, NOT_OPEN_YET; NOT_CORRECTABLE: the result
    does not count yet; NOTHING_CHANGES; and RuleError if the match cannot end like
    this.
    """
    line = result_in_line(tournament, typed)
    if line is None:
        raise LINE_UNREADABLE(typed=typed.strip())
    match = match_in_line(tournament=tournament, typed=typed)
    if match is None:
        raise no_match(tournament, line[0])
    winner = check_final(match.rules, *line[1:])
    wanted = Wanted(how=Match.How.PLAYED, winner=winner, points=min(line[1:]))
    return Replacement(match, wanted, preview(match=match, wanted=wanted))


def replace(
    found: Replacement, *, tournament: Tournament, mark: str, by: User | None
) -> Correction:
    """Replace a result on which nothing depends that leaves a choice.

    `mark` is that of the effects which were shown. Raises the errors of `correct`,
    PREVIEW_OUTDATED among them: something has happened since.
    """
    chosen = Chosen(wanted=found.wanted, mark=mark)
    return correct(tournament=tournament, match=found.match, chosen=chosen, by=by)
