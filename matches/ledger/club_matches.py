"""Club matches: opened outside tournaments, by a director or a player."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from matches.ledger.book import LockedMatch, lock_match, write
from matches.ledger.models.match import ENDED, Match
from matches.ledger.occasions import occasion_of
from matches.ledger.reporter import PERSONAL, By, Reporter, reporter_of, write_line
from matches.players.codes import MATCH_CODE_LENGTH, SHEET_CODE_LENGTH, new_codes
from matches.players.models import Player
from matches.players.names import fold, read_name, spelled_alike
from matches.players.queries import keys_named
from matches.players.services import NewPlayer, create_players
from matches.rulebook.models import RulesProfile
from matches.rulebook.profiles import DEFAULT, Profile, Reporting
from matches.rulebook.switches import START_1, START_2
from matches.rules import Score
from matches.rules.refusals import Refusal, RuleError
from matches.web import form_keys


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The conditions of new matches; the length is 0 for a money session.

    `in_event`: they are part of an event, such as a tournament, and no club matches.

    `equity_table` names the table of winning chances that is shown, empty for none.
    """

    length: int
    profile: RulesProfile
    reporting: str = Reporting.DIRECTOR
    rated: bool = True
    equity_table: str = ""
    start: tuple[int, int] | None = None
    in_event: bool = False


def profile_row(profile: Profile = DEFAULT) -> RulesProfile:
    """Return the row of a rules profile; equal profiles share one row."""
    # The digest is unique: of two transactions that need a new profile one makes it.
    row, _made = RulesProfile.objects.get_or_create(
        digest=profile.digest, defaults={"values": profile.values}
    )
    return row


def open_matches(*, new: Sequence[tuple[int, int]], terms: Terms) -> list[int]:
    """Create matches of two players each; return their keys in the given order.

    Raises RuleError: the length, the profile or the start score is invalid.
    """
    profile = terms.profile.profile
    start = terms.start or (profile[START_1], profile[START_2])
    if terms.length:
        profile.match_rules(terms.length, start=Score(*start))
    else:
        start = (0, 0)
    now = timezone.now()
    codes = _fresh("code", MATCH_CODE_LENGTH, len(new))
    sheet_codes = _fresh("sheet_code", SHEET_CODE_LENGTH, len(new))
    matches = Match.objects.bulk_create(
        Match(
            code=code,
            sheet_code=sheet_code,
            player_1_id=one,
            player_2_id=two,
            length=terms.length,
            profile=terms.profile,
            reporting=terms.reporting,
            rated=terms.rated,
            equity_table=terms.equity_table,
            in_event=terms.in_event,
            start_1=start[0],
            start_2=start[1],
            score_1=start[0],
            score_2=start[1],
            created_at=now,
        )
        for (one, two), code, sheet_code in zip(new, codes, sheet_codes, strict=True)
    )
    return [match.pk for match in matches]


def cancel_matches(match_ids: Iterable[int]) -> None:
    """Void matches that will not be played; their codes are no longer usable."""
    Match.objects.filter(pk__in=list(match_ids)).move(Match.State.VOID)


def lock_matches(match_ids: Iterable[int]) -> None:
    Match.objects.filter(pk__in=list(match_ids)).update(locked_at=timezone.now())


def unlock_matches(match_ids: Iterable[int]) -> None:
    Match.objects.filter(pk__in=list(match_ids)).update(locked_at=None)


def _fresh(column: str, length: int, count: int) -> list[str]:
    """Return codes that no match has in a column. One query, more if one was taken."""
    # Another transaction may take a code between this query and the insert. The unique
    # constraint then refuses the insert; with 30⁶ codes this practically never happens.
    codes: set[str] = set()
    while len(codes) < count:
        tried = set(new_codes(length, count - len(codes)))
        taken = Match.objects.filter(**{f"{column}__in": tried})
        codes |= tried - set(taken.values_list(column, flat=True))
    return list(codes)


def club_matches() -> QuerySet[Match]:
    """Return the matches and sessions outside tournaments, the newest first."""
    matches = Match.objects.filter(in_event=False).exclude(state=Match.State.VOID)
    people = matches.select_related("player_1", "player_2", "profile")
    return people.order_by(ENDED.desc(), "-pk")


MOST_UNBEGUN: Final = 10
"""The most matches without a recorded game that a player may have opened."""

Person: TypeAlias = Player | NewPlayer
"""A player of the directory, or the name of a new player."""

Opened: TypeAlias = tuple[Match, tuple[str, ...] | None]
"""A match and the names added to the directory, None if it was open already."""

SAME_PLAYER = Refusal(
    "club_match.same_player",
    "%(name)s cannot play against themselves. Enter two different players.",
)
NOT_IN_DIRECTORY = Refusal(
    "club_match.not_in_directory",
    "No player in the list is called %(name)s. Choose a name from the list, or ask a "
    "director to add this player.",
)
NAMESAKES_IN_DIRECTORY = Refusal(
    "club_match.namesakes_in_directory",
    "More than one player is called %(name)s. Choose one of these: %(choices)s.",
)
TOO_MANY_UNBEGUN = Refusal(
    "club_match.too_many_unbegun",
    "You already have %(count)s open matches that have not started. Play or cancel one "
    "first.",
)
NOT_CLUB_MATCH = Refusal(
    "club_match.not_club_match",
    "This match belongs to %(title)s. To cancel it, unpublish its round there.",
)
MATCH_BEGUN = Refusal(
    "club_match.match_begun",
    "This match has started and cannot be cancelled. Remove its results first.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubMatch:
    """The match to open. `length` is 0 for a money session."""

    one: Person
    two: Person
    length: int
    profile: Profile
    reporting: str = Reporting.TRUST
    rated: bool = True
    equity_table: str = ""

    @property
    def content(self) -> str:
        """A text that identifies this match, to compare repeats of the act."""
        names = f"{self.one.name} – {self.two.name}"
        terms = (self.length, self.reporting, self.rated, self.equity_table)
        return f"{names} {terms} {self.profile.digest}"


class PlayerChoices:
    """The players of the directory, by the labels of the list of suggestions.

    A label is the name. If several players have it, it is followed by the club, or by
    the player's key if the clubs are equal, too.
    """

    def __init__(self, players: Iterable[Player]) -> None:
        by_name: dict[str, list[Player]] = {}
        for player in players:
            by_name.setdefault(player.name, []).append(player)
        self.labels: Final[dict[str, Player]] = {}
        for name, namesakes in by_name.items():
            for player in namesakes:
                self.labels[_label(name, player, namesakes)] = player

    def person(self, typed: str, *, may_add: bool) -> Person:
        """Return the player with this label or name in any spelling, or a new one.

        Raises UNREADABLE_TEXT, NO_NAME, NAME_TOO_LONG, NAMESAKES_IN_DIRECTORY; and
        NOT_IN_DIRECTORY for a new player unless `may_add`.
        """
        if typed.strip() in self.labels:
            return self.labels[typed.strip()]
        name = read_name(typed)
        found = self._called(name)
        if len(found) > 1:
            raise NAMESAKES_IN_DIRECTORY(name=name, choices=", ".join(found))
        if found:
            return next(iter(found.values()))
        if not may_add:
            raise NOT_IN_DIRECTORY(name=name)
        return NewPlayer(name)

    def _called(self, name: str) -> dict[str, Player]:
        key = fold(name)
        alike = {
            label: player
            for label, player in self.labels.items()
            if fold(player.name) == key and spelled_alike(player.name, name)
        }
        same = {
            label: player
            for label, player in alike.items()
            if player.name.casefold() == name.casefold()
        }
        return same or alike


def directory() -> PlayerChoices:
    """Return the labels of the directory. One query."""
    known = Player.objects.real().only("name", "club", "key", "sort_name")
    return PlayerChoices(known.order_by("sort_name", "pk"))


SUGGESTED: Final = 60
"""The number of suggested players; a longer list would not be read."""


def suggested(typed: str = "") -> PlayerChoices:
    """Return the labels of players found by what was typed; of `SUGGESTED` at most.

    Before anything is typed, those of the newest matches come first. Three queries.
    """
    if typed:
        keys = keys_named(typed)[:SUGGESTED]
    else:
        newest = Match.objects.order_by("-pk").values_list("player_1", "player_2")
        recent = chain.from_iterable(newest[:SUGGESTED])
        others = (
            Player.objects.real().order_by("sort_name").values_list("pk", flat=True)
        )
        keys = list(dict.fromkeys([*recent, *others[:SUGGESTED]]))[:SUGGESTED]
    names = Player.objects.filter(pk__in=keys).values("name")
    # Namesakes are included, so that their labels differ.
    found = Player.objects.filter(name__in=names)
    return PlayerChoices(found.order_by("sort_name", "pk")[: 2 * SUGGESTED])


def open_club_match(*, wanted: ClubMatch, by: By, op: str = "") -> Opened:
    """Open a match outside tournaments, and add new players to the directory.

    A repeat with the same `op` returns the match that was opened.

    Raises OTHER_ACT: the key belongs to another act. SAME_PLAYER, TOO_MANY_UNBEGUN;
    RuleError: the length, the profile or the start score is invalid.
    """
    if _is_same(wanted.one, wanted.two):
        raise SAME_PLAYER(name=wanted.one.name)
    if form_keys.is_repeat(op, wanted.content):
        return _opened_with(op), None
    reporter = reporter_of(by)
    _check_unbegun(wanted, reporter)
    try:
        with transaction.atomic():
            return _open(wanted, reporter, op)
    except RuleError:
        # The same form was sent twice at once; the other request opened the match.
        if not form_keys.is_repeat(op, wanted.content):
            raise
        return _opened_with(op), None


def cancel_club_match(*, match_id: int, by: By) -> None:
    """Cancel a match outside tournaments for which nothing counts yet.

    Raises NOT_CLUB_MATCH, MATCH_BEGUN, MATCH_CANCELLED, MATCH_LOCKED.
    """
    with lock_match(match_id, by) as book:
        match = book.match
        occasion = occasion_of(match)
        if occasion is not None:
            raise NOT_CLUB_MATCH(title=occasion.title)
        if not _is_unbegun(book):
            raise MATCH_BEGUN()
        match.state = Match.State.VOID
        write(match)
        book.tell("match_cancelled")


def was_opened_by_player(match: Match) -> bool:
    return match.opened_via == PERSONAL


def _open(wanted: ClubMatch, by: Reporter, op: str) -> Opened:
    new = [
        person for person in (wanted.one, wanted.two) if isinstance(person, NewPlayer)
    ]
    added = iter(create_players(new))
    one, two = (
        next(added) if isinstance(person, NewPlayer) else person
        for person in (wanted.one, wanted.two)
    )
    terms = Terms(
        length=wanted.length,
        profile=profile_row(wanted.profile),
        reporting=wanted.reporting,
        rated=wanted.rated,
        equity_table=wanted.equity_table,
    )
    (opened,) = open_matches(new=[(one.pk, two.pk)], terms=terms)
    Match.objects.filter(pk=opened).update(opened_via=by.via)
    match = _match().get(pk=opened)
    form_keys.use_key(op, wanted.content, match=match)
    write_line(act="match_opened", reporter=by, match=match)
    return match, tuple(player.name for player in new)


def _opened_with(op: str) -> Match:
    return _match().get(pk=form_keys.match_of(op))


def _match() -> QuerySet[Match]:
    return Match.objects.select_related("player_1", "player_2", "profile")


def _check_unbegun(wanted: ClubMatch, by: Reporter) -> None:
    if not by.is_player or not isinstance(wanted.one, Player):
        return
    waiting = Match.objects.filter(player_1=wanted.one, state=Match.State.READY)
    count = waiting.filter(in_event=False).count()
    if count >= MOST_UNBEGUN:
        raise TOO_MANY_UNBEGUN(count=count)


def _is_unbegun(book: LockedMatch) -> bool:
    facts = (book.games, book.adjustments, book.payments, book.final)
    return book.match.state == Match.State.READY and not any(facts)


def _is_same(one: Person, two: Person) -> bool:
    if isinstance(one, Player) and isinstance(two, Player):
        return one.pk == two.pk
    return type(one) is type(two) and fold(one.name) == fold(two.name)


def _label(name: str, player: Player, namesakes: list[Player]) -> str:
    if len(namesakes) == 1:
        return name
    clubs = [namesake.told_club for namesake in namesakes]
    club = player.told_club
    is_told = club and clubs.count(club) == 1
    return f"{name} ({club if is_told else player.key})"
