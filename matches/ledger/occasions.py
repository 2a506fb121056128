"""The event that a match belongs to, such as a tournament.

The app `matches` does not import `tournaments`. An app that opens matches registers
three functions here: a provider, which returns the occasions of matches, so that pages
can name and link them; a guard, which is called before a known winner changes; and a
listener, which is called after a match began, ended or was opened again. A `Q` selects
the matches of that app.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db import transaction
from django.db.models import CharField, DateField, F, Q, QuerySet, Value
from django.db.models.functions import Coalesce, TruncDate
from django.utils import timezone

from matches.ledger.models.match import ENDED, Match


@dataclass(frozen=True, slots=True)
class Occasion:
    """The event of one match, with the texts and URLs that pages show.

    `event` is the primary key of the event, by which roles are given; `slug` names it
    in addresses. `table` is the number of the table to which the match was called.
    `correct_url` leads to where a director corrects the result. With `has_news` the
    event has announcements.

    Five values are functions, because most acts on a match show them nowhere.
    `has_dependents` returns True if later matches depend on the result, with a few
    queries; `correct_url` and `standings_url` return "" where there is none.
    """

    title: str
    url: str
    desk_url: Callable[[], str]
    detail: Callable[[], str]
    label: str
    table: int | None
    language: str
    day: date
    event: int | None = None
    slug: str = ""
    has_news: bool = False
    is_closed: bool = False
    correct_url: Callable[[], str] = str
    rounds: int | None = None
    called_at: datetime | None = None
    is_playing: bool = False
    is_private: bool = False
    standings_url: Callable[[], str] = str
    has_dependents: Callable[[], bool] = bool


Provider = Callable[[Sequence[Match]], Mapping[int, Occasion]]
Guard = Callable[[Match], None]

StateListener = Callable[[int], None]

_KNOWN: Final = "_occasion"
_providers: list[Provider] = []
_days: list[F] = []
_kinds: list[F] = []
_kind_labels: list[Callable[[str], str]] = []
_unlisted: list[tuple[Q, str]] = []
_guards: list[Guard] = []

_state_listeners: list[StateListener] = []


def register(
    *,
    provider: Provider,
    day: F,
    kind: F,
    kind_label: Callable[[str], str],
    winner_guard: Guard,
    state_listener: StateListener,
) -> None:
    """Register an app that opens matches. Call once, at start-up.

    The provider answers for many matches at once, by primary key, and `day` is the date
    of their event; `kind` is a key of how it is played, of which `kind_label` makes
    words. Matches of an event are opened with `in_event`. The guard runs inside the
    recording transaction and raises a RuleError to refuse. The state listener gets the
    match's primary key and runs after the commit, for two reasons: an error in it
    cannot roll back a result, and it may lock a tournament, which must not happen under
    a match's lock.
    """
    _providers.append(provider)
    _days.append(day)
    _kinds.append(kind)
    _kind_labels.append(kind_label)
    _guards.append(winner_guard)
    _state_listeners.append(state_listener)


def register_unlisted(matches: Q, event: str) -> None:
    """Register the condition for matches of unlisted events. Call once, at start-up.

    `event` leads from a match to its event.
    """
    _unlisted.append((matches, event))


def occasion_of(match: Match) -> Occasion | None:
    """Return the occasion of `match`, or None if it belongs to no event.

    One query, none for a club match; the answer is cached on the object.
    """
    if _KNOWN not in vars(match):
        vars(match)[_KNOWN] = occasions_of([match]).get(match.pk)
    known: Occasion | None = vars(match)[_KNOWN]
    return known


def keep_occasion(before: Match, after: Match) -> None:
    """Copy the cached occasion to a row of the same match that was read again.

    It is not copied if the state changed, which may change the occasion.
    """
    if _KNOWN in vars(before) and before.state == after.state:
        vars(after)[_KNOWN] = vars(before)[_KNOWN]


def occasions_of(matches: Sequence[Match]) -> dict[int, Occasion]:
    """Return the occasions of matches, by primary key.

    One query for all of them, no query if all are club matches.
    """
    occasions: dict[int, Occasion] = {}
    of_events = [match for match in matches if match.in_event]
    if of_events:
        for ask in _providers:
            occasions |= ask(of_events)
    return occasions


def day_of(match: Match, occasion: Occasion | None) -> date:
    """Return the day of a match: that of its event, else when it ended or was opened.

    The result of a tournament may be typed days later.
    """
    if occasion is not None:
        return occasion.day
    return timezone.localdate(match.finished_at or match.created_at)


def newest_first(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Order matches by `day_of`, those of one day by the time when they ended.

    The primary key decides last: a match imported from a file is older than its row.
    """
    return matches.order_by(shown_day().desc(), ENDED.desc(), "-pk")


def listed(
    matches: QuerySet[Match], *, but: Q, seen: Collection[int]
) -> QuerySet[Match]:
    """Leave out the matches of unlisted events, except `but` and those of `seen`."""
    for unlisted, event in _unlisted:
        matches = matches.filter(~unlisted | but | Q(**{f"{event}__in": seen}))
    return matches


def shown_day() -> Coalesce:
    return Coalesce(*_days, TruncDate(ENDED))


def event_day() -> Coalesce:
    return Coalesce(*_days, Value(None), output_field=DateField())


def event_kind() -> Coalesce:
    """Return how the event of a match is played, "" without one."""
    return Coalesce(*_kinds, Value(""), output_field=CharField())


def kind_label(kind: str) -> str:
    """Return the words for a key of how an event is played."""
    return next(label(kind) for label in _kind_labels)


def guard_winner(match: Match) -> None:
    """Call all guards. Raises the RuleError of one that refuses a change of winner."""
    for ask in _guards:
        ask(match)


def tell_state_changed(match: Match) -> None:
    """Call all state listeners for `match` after the transaction is committed."""
    match_id = match.pk

    def tell_all() -> None:
        for tell in _state_listeners:
            tell(match_id)

    # A closure: with `robust`, Django logs the qualified name of a function that fails,
    # and a partial has none.
    transaction.on_commit(tell_all, robust=True)
