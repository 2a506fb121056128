"""A stage as plain lists: what a draw was made from, kept and published with it."""

from decimal import Decimal
from typing import Any

from tournaments.engine.state import Entrant, Outcome, StageState


def to_record(state: StageState) -> dict[str, Any]:
    """Return a stage in canonical order, ready for JSON.

    Shape: `entrants` rows of number, rating (text or null), club, present, joined, lot;
    `outcomes` rows of round, one, two, winner, points of one and two, played,
    length (null: the stage's).
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
        outcomes=tuple(Outcome(*row) for row in record["outcomes"]),
    )


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
    ]
