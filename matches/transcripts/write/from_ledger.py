"""Creates a match file from a score sheet: names, scores and results, without moves.

A score sheet has the final value of the cube of a game, not the players who turned it.
If a double was dropped, the winner owned the cube; otherwise the loser is written as
its owner.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, TypeAlias

from matches.rules import (
    AdjustmentLine,
    Ending,
    GameResult,
    GameRules,
    Ledger,
    Line,
    MoneyLine,
    MoneySession,
    Phase,
    Score,
    Scoring,
)
from matches.transcripts.record import (
    Action,
    ActKind,
    FileFormat,
    Transcript,
    WrittenGame,
)

REMARK: Final = "Remark"
"""The prefix of tags for facts that the file formats have no field for."""

_Names: TypeAlias = tuple[str, str]
_Tags: TypeAlias = Iterable[tuple[str, str]]
_AllTags: TypeAlias = tuple[tuple[str, str], ...]


def from_ledger(ledger: Ledger, *, names: _Names, tags: _Tags = ()) -> Transcript:
    """Return the transcript of a match, without moves.

    `names` are those of sides ONE and TWO; `tags` are put first: Site, Event, Round,
    EventDate. Games after the end of the match are left out.
    """
    rules = ledger.rules
    games = [_line(ledger, line, names) for line in ledger.lines]
    return Transcript(
        format=FileFormat.MAT,
        length=rules.length,
        names=names,
        games=tuple(games),
        tags=_tags(tags, rules, _remarks(ledger, names)),
        crawford=rules.crawford if rules.length > 1 else None,
        jacoby=rules.jacoby or None,
    )


def from_session(
    session: MoneySession, *, names: _Names, tags: _Tags = ()
) -> Transcript:
    """Return the transcript of a money session, without moves.

    A file has no field for a divided stake; a remark mentions it. Payments are left
    out.
    """
    score = Score(0, 0)
    games = []
    for line in session.lines:
        points = line.points if line.points.denominator == 1 else 0
        games.append(
            _game(line.number, line.result, score, points=int(points), names=names)
        )
        score = score.plus(line.result.winner, int(points))
    return Transcript(
        format=FileFormat.MAT,
        length=0,
        names=names,
        games=tuple(games),
        tags=_tags(tags, session.rules, _money_remarks(session, names)),
        jacoby=session.rules.jacoby,
    )


def _line(ledger: Ledger, line: Line, names: _Names) -> WrittenGame:
    rules = ledger.rules
    has_crawford = rules.crawford and rules.length > 1
    return replace(
        _game(line.number, line.result, line.before, points=line.points, names=names),
        crawford=line.phase is Phase.CRAWFORD if has_crawford else None,
        ends_match=max(line.after.one, line.after.two) >= rules.length,
    )


def _game(
    number: int, result: GameResult, before: Score, *, points: int, names: _Names
) -> WrittenGame:
    counts = points > 0
    return WrittenGame(
        number=number,
        names=names,
        before=before,
        acts=tuple(_acts(result)) if counts else (),
        winner=result.winner if counts else None,
        stated=points if counts else None,
        resigned=counts and result.ending == Ending.RESIGNED,
        cube=result.opening,
    )


def _acts(result: GameResult) -> Iterator[Action]:
    winner, loser = result.winner, result.winner.other
    is_drop = result.ending == Ending.DROPPED
    if result.is_turned:
        owner = winner if is_drop else loser
        yield Action(winner, ActKind.SETUP, value=result.cube, owner=owner)
    if is_drop:
        yield Action(winner, ActKind.DOUBLE, value=result.cube * 2)
        yield Action(loser, ActKind.DROP)


def _tags(tags: _Tags, rules: GameRules, remarks: Iterable[str]) -> _AllTags:
    """Return the tags with numbered remarks, because readers keep one tag of a name."""
    every_remark = [*_rule_remarks(rules), *remarks]
    numbered = ((f"{REMARK} {n}", remark) for n, remark in enumerate(every_remark, 1))
    return (*tags, *_rule_tags(rules), *numbered)


def _rule_tags(rules: GameRules) -> Iterator[tuple[str, str]]:
    if rules.cube_cap is not None:
        yield "CubeLimit", str(rules.cube_cap)
    if rules.beavers:
        yield "Beaver", "On"


def _rule_remarks(rules: GameRules) -> Iterator[str]:
    if rules.scoring == Scoring.CHECKERS:
        yield "Points count the checkers left on the board (poengspill)"
    elif rules.values != (1, 2, 3):
        single, gammon, backgammon = rules.values
        yield f"A win counts {single}, {gammon} or {backgammon}"


def _remarks(ledger: Ledger, names: _Names) -> Iterator[str]:
    start = ledger.rules.start
    if start != Score(0, 0):
        yield f"The match began at {start.one}-{start.two}"
    for entry in ledger.entries:
        if entry.phase is Phase.OVER and isinstance(entry, Line):
            continue
        if isinstance(entry, AdjustmentLine):
            fact = entry.adjustment
            name = names[fact.side - 1]
            points = f"points {fact.points:+} for {name} ({fact.reason})"
            yield f"Before game {entry.number}: {points}"
            continue
        yield from _game_remarks(entry, names)


def _money_remarks(session: MoneySession, names: _Names) -> Iterator[str]:
    for line in session.lines:
        yield from _game_remarks(line, names)


def _game_remarks(line: Line | MoneyLine, names: _Names) -> Iterator[str]:
    result, game = line.result, f"Game {line.number}"
    if result.automatic:
        yield f"{game}: automatic doubles, the cube began at {result.opening}"
    if result.ending == Ending.WASHED:
        yield f"{game}: cancelled, no points"
        return
    if result.awarded is not None:
        reason = f" ({result.reason})" if result.reason else ""
        name, points = names[result.winner - 1], str(line.points)
        yield f"{game}: points awarded to {name}: {points}{reason}"
