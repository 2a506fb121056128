"""Opening, cancelling and locking matches, many at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone

from matches.ledger.models.match import Match
from matches.players.codes import MATCH_CODE_LENGTH, SHEET_CODE_LENGTH, new_codes
from matches.rulebook.models import RulesProfile
from matches.rulebook.profiles import DEFAULT, Profile, Reporting
from matches.rulebook.switches import START_1, START_2
from matches.rules import Score


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
    """Lock matches: every change is refused from now on."""
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
