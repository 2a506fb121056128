"""What a match was played in.

A match knows nothing of tournaments. An app that opens matches registers three
functions here: one that says what given matches belong to, so that pages can name and
link it; one that is asked before a known winner changes; one that is told when a match
has begun, has ended or is open again. A condition tells its matches from others.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from matches.ledger.models.match import Match


@dataclass(frozen=True, slots=True)
class Occasion:
    """The surroundings of one match, ready for a page.

    `correct_url`: where a director corrects the result, empty if there is none.
    `is_rested`: asked whether later matches rest on the result; it takes a few queries.
    """

    title: str
    url: str
    desk_url: str
    detail: str
    label: str
    table: int | None
    language: str
    correct_url: str = ""
    is_rested: Callable[[], bool] = bool


Provider = Callable[[Sequence[Match]], Mapping[int, Occasion]]
Guard = Callable[[Match], None]

StateListener = Callable[[int], None]

_KNOWN: Final = "_occasion"
_providers: list[Provider] = []
_belonging: list[Q] = []
_guards: list[Guard] = []

_state_listeners: list[StateListener] = []


def register(
    *,
    provider: Provider,
    belonging: Q,
    winner_guard: Guard,
    state_listener: StateListener,
) -> None:
    """Be asked about matches, and told when their state changes.

    The provider answers for many matches at once, by primary key; `belonging` finds
    all the matches it answers for. The guard runs inside the recording transaction and
    raises a RuleError to refuse. The state listener gets the match's primary key and
    runs after that transaction, so that an error in it costs no result. Called once, at
    start-up.
    """
    _providers.append(provider)
    _belonging.append(belonging)
    _guards.append(winner_guard)
    _state_listeners.append(state_listener)


def occasion_of(match: Match) -> Occasion | None:
    """Return what `match` was played in, or None for a match of its own.

    One query; none if this very object has been asked about before.
    """
    if _KNOWN not in vars(match):
        vars(match)[_KNOWN] = occasions_of([match]).get(match.pk)
    known: Occasion | None = vars(match)[_KNOWN]
    return known


def occasions_of(matches: Sequence[Match]) -> dict[int, Occasion]:
    """Return what matches were played in, by primary key. One query for all."""
    occasions: dict[int, Occasion] = {}
    if matches:
        for ask in _providers:
            occasions |= ask(matches)
    return occasions


def without_occasion(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Leave out the matches that belong to something."""
    for condition in _belonging:
        matches = matches.exclude(condition)
    return matches


def guard_winner(match: Match) -> None:
    """Ask everybody who registered whether the winner of `match` may change."""
    for ask in _guards:
        ask(match)


def tell_state_changed(match: Match) -> None:
    """Tell everybody who registered, once it is committed, that the state changed."""
    match_id = match.pk

    def tell_all() -> None:
        for tell in _state_listeners:
            tell(match_id)

    # A closure: Django names what failed by its qualified name, which a partial lacks.
    transaction.on_commit(tell_all, robust=True)
