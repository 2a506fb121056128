"""Compares the contents of a match file with the recorded games of a match.

The database has the bytes of a file; the file is parsed again when it is needed. The
contents of a file are computed, never stored.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final, TypeVar

from matches.ledger.models.facts import (
    Adjustment,
    FinalScore,
    Game,
    MatchFile,
    Payment,
    reported_in_order,
)
from matches.ledger.models.match import Match
from matches.rules import (
    Ending,
    GameResult,
    Ledger,
    Line,
    MoneySession,
    PaymentFact,
    Score,
    Side,
    replay_session,
    rescore,
)
from matches.rules.errors import GameError
from matches.transcripts import JudgedFile, JudgedGame, judge, read

_KEPT: Final = 8
_WORDS: Final = re.compile(r"\w+")
ItemT = TypeVar("ItemT")


class FileAgreement(StrEnum):
    """The relation of the games in a file to the recorded games.

    FRESH: no games are recorded. SAME: the same games are recorded. FEWER: the recorded
    games are the first games of the file. DIFFERS: a game differs, or more games are
    recorded.
    """

    FRESH = "fresh"
    SAME = "same"
    FEWER = "fewer"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class ComparedFileGame:
    """One game of a file beside the recorded game with the same number.

    `result` has the sides of the match; None if the file does not say who won.
    `irregular` is the error of the rule of this match that the game breaks.
    """

    number: int
    judged: JudgedGame | None
    result: GameResult | None
    recorded: GameResult | None
    score: Score | None = None
    irregular: GameError | None = None

    @property
    def is_same(self) -> bool:
        return self.result is not None and same(self.result, self.recorded)

    @property
    def has_moves(self) -> bool:
        return self.judged is not None and bool(self.judged.written.acts)


@dataclass(frozen=True, slots=True)
class FileComparison:
    """A file compared with a match.

    `results` are its games in order, with the sides of the match, up to the first game
    without a result. `ledger` is their score by the rules of the match; None if they
    cannot be scored, and `refusal` is the reason.
    """

    games: tuple[ComparedFileGame, ...]
    results: tuple[GameResult, ...]
    standing: FileAgreement
    ledger: Ledger | MoneySession | None
    refusal: GameError | None = None

    @property
    def shown(self) -> Score | None:
        return self.ledger.shown if isinstance(self.ledger, Ledger) else None

    @property
    def winner(self) -> Side | None:
        return self.ledger.winner if isinstance(self.ledger, Ledger) else None

    @property
    def irregular(self) -> tuple[ComparedFileGame, ...]:
        """The games that break a rule of this match but count."""
        return tuple(game for game in self.games if game.irregular is not None)

    def agrees(self, final: FinalScore | None) -> bool:
        """Return True if the file ends with the reported score, or none is reported."""
        if final is None:
            return True
        shown = self.shown
        return shown is not None and (shown.one, shown.two) == (
            final.score_1,
            final.score_2,
        )


def same(one: GameResult, other: GameResult | None) -> bool:
    """Return True if two results describe the same game.

    A resignation is ignored: a file always marks it, but on the pad a player need not.
    """
    if other is None:
        return False
    return one == other or _essence(one) == _essence(other)


def _essence(result: GameResult) -> tuple[object, ...]:
    dropped = result.ending == Ending.DROPPED
    awarded = result.points if result.awarded is None else result.awarded
    kind = None if result.awarded is not None else result.kind
    return result.winner, result.cube, dropped, kind, awarded


def parsed(content: bytes, *, name: str = "", length: int | None = None) -> JudgedFile:
    """Parse a match file and judge it by the rules. The newest results are cached.

    `length` is the length of the match to which the file belongs. It decides how a file
    is read that may be a match or a money game.

    Raises RuleError: this is no match file that can be read.
    """
    judged = _parsed(bytes(content), name, None)
    if judged.is_unlimited and length == judged.transcript.length:
        return _parsed(bytes(content), name, False)
    return judged


@lru_cache(maxsize=_KEPT)
def _parsed(content: bytes, name: str, unlimited: bool | None) -> JudgedFile:
    return judge(read(content, name=name), unlimited=unlimited)


def judged_file(file: MatchFile) -> JudgedFile:
    return parsed(bytes(file.content), name=file.name, length=file.match.length)


def used_files(match: Match) -> set[int]:
    """Return the primary keys of the files with moves of valid games. One query."""
    named = match.games.valid().filter(file__voided_at__isnull=True)
    files = named.exclude(file=None).values_list("file_id", flat=True)
    return {pk for pk in files if pk is not None}


def by_sides(result: GameResult, *, swapped: bool) -> GameResult:
    if not swapped:
        return result
    return replace(result, winner=result.winner.other)


def guess_swapped(match: Match, judged: JudgedFile) -> bool | None:
    """Return by the names whether the left column is player 2; None if that is unclear.

    It compares the names of the columns, because the header of a file may swap them.
    """
    left, right = (_words(name) for name in judged.transcript.names)
    one, two = _words(match.player_1.name), _words(match.player_2.name)
    straight = len(left & one) + len(right & two)
    crossed = len(left & two) + len(right & one)
    return None if straight == crossed else crossed > straight


def _words(name: str) -> set[str]:
    return set(_WORDS.findall(name.casefold()))


def compare_with_match(
    match: Match, judged: JudgedFile, *, swapped: bool
) -> FileComparison:
    """Compare a file with the recorded games of a match. Three queries."""
    return compare_rows(
        match,
        judged,
        swapped=swapped,
        games=list(match.games.valid().order_by("number")),
        others=list(match.payments.valid())
        if match.is_money
        else list(match.adjustments.valid()),
    )


def compare_rows(
    match: Match,
    judged: JudgedFile,
    *,
    swapped: bool,
    games: Sequence[Game],
    others: Sequence[Adjustment] | Sequence[Payment],
) -> FileComparison:
    """Compare a file with rows of a match that the caller has read. No query."""
    file_results = [
        None if game.result is None else by_sides(game.result, swapped=swapped)
        for game in judged.games
    ]
    results = tuple(_until_unknown(file_results))
    recorded = [game.result for game in games]
    standing = _standing(results, recorded)
    ledger, lines, refusal = _scored(match, results, others)
    count = max(len(file_results), len(recorded))
    return FileComparison(
        games=tuple(
            ComparedFileGame(
                number=place + 1,
                judged=_at(judged.games, place),
                result=_at(file_results, place),
                recorded=_at(recorded, place),
                score=_capped(match, _at(lines, place)),
                irregular=_irregular(_at(lines, place)),
            )
            for place in range(count)
        ),
        results=results,
        standing=standing,
        ledger=ledger,
        refusal=refusal,
    )


def _until_unknown(file_results: Sequence[GameResult | None]) -> list[GameResult]:
    found: list[GameResult] = []
    for result in file_results:
        if result is None:
            break
        found.append(result)
    return found


def _standing(
    results: Sequence[GameResult], recorded: Sequence[GameResult]
) -> FileAgreement:
    if not recorded:
        return FileAgreement.FRESH
    pairs = zip(results, recorded, strict=False)
    if len(recorded) > len(results) or not all(same(*pair) for pair in pairs):
        return FileAgreement.DIFFERS
    return FileAgreement.SAME if len(recorded) == len(results) else FileAgreement.FEWER


def _scored(
    match: Match,
    results: Sequence[GameResult],
    others: Sequence[Adjustment] | Sequence[Payment],
) -> tuple[Ledger | MoneySession | None, Sequence[Line], GameError | None]:
    """Score the games of the file as if they were the recorded ones."""
    if match.is_money:
        payments = [other for other in others if isinstance(other, Payment)]
        try:
            return _session(match, results, payments), (), None
        except GameError as error:
            return None, (), error
    adjustments = [other for other in others if isinstance(other, Adjustment)]
    ledger = rescore(match.rules, reported_in_order(results, adjustments))
    lines = [entry for entry in ledger.entries if isinstance(entry, Line)]
    return ledger, lines, None


def _session(
    match: Match, results: Sequence[GameResult], payments: Sequence[Payment]
) -> MoneySession:
    facts: list[GameResult | PaymentFact] = []
    for number, result in enumerate(results, start=1):
        facts += [row.fact for row in payments if row.after == number - 1]
        facts.append(result)
    return replay_session(match.money_rules, facts)


def _capped(match: Match, line: Line | None) -> Score | None:
    return None if line is None else line.after.capped(match.length)


def _irregular(line: Line | None) -> GameError | None:
    return None if line is None else line.irregular


def _at(row: Sequence[ItemT], place: int) -> ItemT | None:
    return row[place] if place < len(row) else None
