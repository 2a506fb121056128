"""Compares two versions of one match, game by game, with hints from the rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from matches.ledger.models.facts import reported_in_order
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.match_page.words import via_words, words_of
from matches.rulebook.switches import CRAWFORD_DOUBLE, SHEETS_DIFFER, TRAILING
from matches.rules import CrawfordDouble, Line, Score, Side, rescore
from matches.rules.refusals import Message
from matches.web.sentences import sentence_of

TWO = 2

NOT_OVER = Message("versions.not_over", "The match is not finished.")
ONLY_REMARK = Message("versions.only_remark", "No result, only a comment.")
NO_GAMES_LISTED = Message(
    "versions.no_games_listed",
    "Neither version lists the games. If the scores disagree and there is no score "
    "sheet, you have no basis for changing the score: ask to see both players’ sheets "
    "first.",
)
DOUBLE_STANDS = Message(
    "versions.double_stands",
    "They differ about a double in the Crawford game. Under this match’s rules the "
    "score with the cube stands if the double is noticed too late.",
)
DOUBLE_ANNULLED = Message(
    "versions.double_annulled",
    "They differ about a double in the Crawford game. Under this match’s rules the "
    "double is ignored if it is noticed before the next game starts and before a "
    "result is recorded. After that a director decides.",
)


def compare_versions(match: Match, reports: Sequence[Report]) -> dict[str, Any]:
    """Return the open versions of a match side by side: who reported each, and how.

    One query.
    """
    told = sorted(
        (report for report in reports if report.is_open), key=lambda r: r.side
    )
    lines = _scored(match, told)
    most = max(map(len, lines), default=0)
    games = [_compared(match, number, lines) for number in range(1, most + 1)]
    devices = [report.device for report in told]
    return {
        "columns": [
            {
                "report": report,
                "name": match.player(report.side).name,
                "says": _says(match, report),
                "via": via_words(report.via),
            }
            for report in told
        ],
        "games": games,
        "hints": _hints(match, told, games=games, lines=lines),
        "says_playing": any(report.claim == Report.Claim.PLAYING for report in told),
        "same_device": len(told) == TWO and len({*devices}) == 1 and bool(devices[0]),
    }


def _says(match: Match, report: Report) -> str:
    """Return what a version claims besides its score, as a sentence."""
    if report.winner is not None:
        return gettext("%(name)s wins") % {"name": match.player(report.winner).name}
    if report.claim == Report.Claim.PLAYING:
        return sentence_of(NOT_OVER)
    return sentence_of(ONLY_REMARK)


def _scored(match: Match, told: Sequence[Report]) -> list[list[Line]]:
    """Return the games that each report lists, scored. One query if there are any."""
    listed = [report.told.games if report.told else () for report in told]
    given = list(match.adjustments.valid()) if any(listed) else []
    return [
        [
            entry
            for entry in rescore(match.rules, reported_in_order(games, given)).entries
            if isinstance(entry, Line)
        ]
        for games in listed
    ]


def _compared(
    match: Match, number: int, told: Sequence[Sequence[Line]]
) -> dict[str, Any]:
    """Return a game of all versions by its number; a cell is None without it."""
    lines = [
        version[number - 1] if number <= len(version) else None for version in told
    ]
    results = {line.result if line else None for line in lines}
    return {
        "number": number,
        "cells": [_cell(match, line) for line in lines],
        "differs": len(results) > 1 and all(told),
        "crawford_double_differs": _crawford_double_differs(
            [line for line, games in zip(lines, told, strict=True) if games]
        ),
    }


def _cell(match: Match, line: Line | None) -> dict[str, object] | None:
    if line is None:
        return None
    after = line.after.capped(match.length)
    return {
        "winner": match.player(line.result.winner).name,
        "points": line.points,
        "how": words_of(line.result),
        "one": after.one,
        "two": after.two,
        "is_crawford": line.is_crawford_game,
    }


def _hints(
    match: Match,
    told: Sequence[Report],
    *,
    games: Sequence[Mapping[str, Any]],
    lines: Sequence[Sequence[Line]],
) -> list[str]:
    """Return what the rules say about such a dispute; they decide nothing."""
    hints = []
    listed = [report for report in told if report.games]
    if told and not listed and all(report.tells_result for report in told):
        hints.append(sentence_of(NO_GAMES_LISTED))
    if len(listed) == 1 and len(told) == TWO and all(report.told for report in told):
        hints.append(
            gettext(
                "Only %(name)s listed the games. Compare them with the score sheet and "
                "ask which game the other player remembers differently."
            )
            % {"name": match.player(listed[0].side).name}
        )
    if any(game["crawford_double_differs"] for game in games):
        hints.append(_crawford_hint(match))
    if len(told) == TWO and match.profile.profile[SHEETS_DIFFER] == TRAILING:
        hints.append(_behind_hint(match, lines))
    return hints


def _crawford_double_differs(lines: Sequence[Line | None]) -> bool:
    """Return True if a double in the Crawford game is what the versions differ in.

    A version without this game differs too; one that has it as another game than the
    Crawford game differs in an earlier game.
    """
    listed = [line for line in lines if line is not None]
    doubles = {
        line and (line.result.cube, line.result.automatic, line.result.is_doubled)
        for line in lines
    }
    return (
        all(line.is_crawford_game for line in listed)
        and any(line.result.is_doubled for line in listed)
        and (len(doubles) > 1 or len(lines) == 1)
    )


def _behind_hint(match: Match, lines: Sequence[Sequence[Line]]) -> str:
    """Return a hint for rules that trust the sheet of the player who was behind."""
    if not all(lines):
        return gettext(
            "Under this match’s rules, the score sheet of the player who was behind "
            "counts. Ask where the sheets first differ and who was behind at that "
            "point."
        )
    number, score = _parting(*lines)
    if score is None:
        return gettext(
            "Both versions list the same games. Ask the players what they disagree "
            "about."
        )
    values = {"number": number, "one": score.one, "two": score.two}
    if score.one == score.two:
        text = gettext(
            "Under this match’s rules, the sheet of the player who was behind counts. "
            "The versions differ from game %(number)s, at %(one)s–%(two)s, when "
            "neither was behind, so a director decides."
        )
        return text % values
    behind = Side.ONE if score.one < score.two else Side.TWO
    text = gettext(
        "Under this match’s rules, the sheet of the player who was behind counts. The "
        "versions differ from game %(number)s, at %(one)s–%(two)s, so %(name)s’s "
        "version counts."
    )
    return text % (values | {"name": match.player(behind).name})


def _parting(one: Sequence[Line], two: Sequence[Line]) -> tuple[int, Score | None]:
    """Return the first game in which two versions differ, and the score before it."""
    for first, second in zip(one, two, strict=False):
        if first.result != second.result:
            return first.number, first.before
    if len(one) == len(two):
        return len(one), None
    longer = max(one, two, key=len)
    line = longer[min(len(one), len(two))]
    return line.number, line.before


def _crawford_hint(match: Match) -> str:
    if match.profile.profile[CRAWFORD_DOUBLE] == CrawfordDouble.STAND:
        return sentence_of(DOUBLE_STANDS)
    return sentence_of(DOUBLE_ANNULLED)
