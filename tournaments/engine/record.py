"""A stage as plain lists: what a draw was made from, kept and published with it."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from tournaments.engine.state import Entrant, Outcome, StageState

OUTCOME_FIELDS = 8
"""In every row; a double forfeit has one more."""


def to_record(state: StageState) -> dict[str, Any]:
    """Return a stage in canonical order, ready for JSON.

    Shape: `entrants` rows of number, rating (text or null), club, present, joined, lot;
    `outcomes` rows of round, one, two, winner, points of one and two, played,
    length (null: the stage's) and, only in a double forfeit, true. `bye` (as text:
    1/2 or 0) and `walkover` stand there only if they are not what is usual.
    """
    return {
        "format": state.format,
        "rounds": state.rounds,
        "length": state.length,
        "entrants": [
            _entrant(entrant)
            for entrant in sorted(state.entrants, key=lambda each: each.number)
        ],
        "outcomes": [
            _outcome(outcome)
            for outcome in sorted(
                state.outcomes, key=lambda each: (each.round, each.one)
            )
        ],
        **_unusual(state),
    }


def from_record(record: dict[str, Any]) -> StageState:
    """Return the stage that `to_record` wrote down."""
    return StageState(
        format=record["format"],
        rounds=record["rounds"],
        length=record["length"],
        entrants=tuple(
            Entrant(
                number=number,
                rating=None if rating is None else Decimal(rating),
                club=club,
                present=present,
                joined=joined,
                lot=lot,
            )
            for number, rating, club, present, joined, lot in record["entrants"]
        ),
        outcomes=tuple(
            Outcome(*row[:OUTCOME_FIELDS], nobody=any(row[OUTCOME_FIELDS:]))
            for row in record["outcomes"]
        ),
        bye=Fraction(record.get("bye", 1)),
        walkover=record.get("walkover", "none"),
    )


def _unusual(state: StageState) -> dict[str, str]:
    unusual = {}
    if state.bye != 1:
        unusual["bye"] = str(state.bye)
    if state.walkover != "none":
        unusual["walkover"] = state.walkover
    return unusual


def _entrant(entrant: Entrant) -> list[Any]:
    rating = None if entrant.rating is None else str(entrant.rating)
    return [
        entrant.number,
        rating,
        entrant.club,
        entrant.present,
        entrant.joined,
        entrant.lot,
    ]


def _outcome(outcome: Outcome) -> list[Any]:
    return [
        outcome.round,
        outcome.one,
        outcome.two,
        outcome.winner,
        outcome.points_one,
        outcome.points_two,
        outcome.played,
        outcome.length,
        *([True] if outcome.nobody else []),
    ]
