"""The mark of a tournament: what its public pages are made from, as a short text.

Phones and caches ask by it whether anything has changed.
"""

from typing import Final, NamedTuple

from django.db import connection, models
from django.db.models.expressions import RawSQL
from django.utils import timezone

from matches.web.club import CLUB
from tournaments.structure.models import Tournament, Visibility

# Written out: every page of a visitor asks this every few seconds, and Django takes
# ten times as long to compose the question as the database to answer it.
_MATCH_REVISIONS: Final = """(
    SELECT COALESCE(SUM(matches_match.revision), 0)
    FROM tournaments_pairing
    JOIN matches_match ON matches_match.id = tournaments_pairing.match_id
    WHERE tournaments_pairing.tournament_id = {tournament}
)"""
_GENERATION: Final = (
    "COALESCE((SELECT value FROM matches_cachegeneration WHERE id = 1), '')"
)
_CLUB_NUMBER: Final = "COALESCE((SELECT MAX(number) FROM matches_club), 0)"
_MOMENTS: Final = """(
    SELECT COUNT(CASE WHEN shown_from <= {now} THEN 1 END)
        + COUNT(CASE WHEN shown_until <= {now} THEN 1 END)
    FROM tournaments_announcement WHERE tournament_id = {tournament}
) + (
    SELECT COUNT(*) FROM tournaments_roundclock
    WHERE ends_at <= {now} AND tournament_id = {tournament}
) + (
    SELECT COUNT(CASE WHEN opens_at <= {now} THEN 1 END)
        + COUNT(CASE WHEN closes_at <= {now} THEN 1 END)
    FROM tournaments_signuplist
    JOIN tournaments_division ON tournaments_division.id = division_id
    WHERE tournament_id = {tournament}
)"""
_NOWS: Final = _MOMENTS.count("{now}")
_TOLD: Final = """(
    SELECT COUNT(*) FROM tournaments_announcement WHERE tournament_id = {tournament}
) + (
    SELECT COUNT(*) FROM tournaments_roundclock WHERE tournament_id = {tournament}
)"""
_VALUES: Final = {
    "match_revisions": _MATCH_REVISIONS,
    "generation": _GENERATION,
    "club_number": _CLUB_NUMBER,
    "moments": _MOMENTS,
    "told": _TOLD,
}
"""The SQL of each value of a mark besides the tournament's own revision."""
_OF_RESULTS: Final = ("match_revisions", "generation", "club_number")
"""The values that change with results and settings, not with announcements."""

_OF_ROW: Final = "tournaments_tournament.id"
_SELECT: Final = " ".join(
    (
        "SELECT",
        ", ".join(("id", "revision", *_VALUES.values())),
        "FROM tournaments_tournament",
    )
).format(tournament=_OF_ROW, now="%s")
_BY_ID: Final = f"{_SELECT} WHERE id = %s"
_BY_SLUG: Final = f"{_SELECT} WHERE slug = %s AND deleted_at IS NULL"
_FOR_EVERYBODY: Final = f"{_BY_SLUG} AND visibility <> '{Visibility.PRIVATE.value}'"


class TournamentMark(NamedTuple):
    """The state of everything that the public pages of a tournament are made from.

    Two pages with the same address and the same mark are equal. `generation` is that of
    the caches, `club` the number of the club's settings. `moments` counts the
    beginnings and ends of announcements, round clocks and sign-ups that have passed,
    because pages change then without an act. `told` counts the announcements and
    clocks.
    """

    tournament_id: int
    fingerprint: int
    generation: str = ""
    club: int = 0
    moments: int = 0
    told: int = 0

    @property
    def text(self) -> str:
        """The mark as text, for cache keys and for addresses that phones poll."""
        club = f"_{self.club}" if self.club else ""
        moments = f"_t{self.moments}" if self.moments else ""
        return (
            f"{self.tournament_id}-{self.fingerprint}.{self.generation}{club}{moments}"
        )


def fingerprint(tournament_id: int) -> int:
    """Return a number that grows whenever a fact of the tournament changes.

    Its own revision plus the revisions of all its matches, taken-back rounds included.
    One query.
    """
    return _mark(_BY_ID, tournament_id).fingerprint


def mark_of(tournament: Tournament) -> TournamentMark:
    """Return the mark of a tournament as it is now. One query."""
    return _mark(_BY_ID, tournament.pk)


def mark_at(slug: str) -> TournamentMark:
    """Return the mark of the tournament with this slug that everybody may see.

    One query. Raises Tournament.DoesNotExist if there is none or it is private.
    """
    return _mark(_FOR_EVERYBODY, slug)


def mark_of_any(slug: str) -> TournamentMark:
    """Return the mark of the tournament with this slug, also of a private one.

    One query. Raises Tournament.DoesNotExist.
    """
    return _mark(_BY_SLUG, slug)


def _mark(statement: str, tournament: int | str) -> TournamentMark:
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(statement, [now] * _NOWS + [tournament])
        row = cursor.fetchone()
    if row is None:
        raise Tournament.DoesNotExist
    values = dict(zip(("id", "revision", *_VALUES), row, strict=True))
    club = int(values["club_number"])
    # Every poll learns here, without a query of its own, that another process has
    # changed the settings of the club.
    CLUB.seen(club)
    return TournamentMark(
        tournament_id=int(values["id"]),
        fingerprint=int(values["revision"] + values["match_revisions"]),
        generation=str(values["generation"]),
        club=club,
        moments=int(values["moments"]),
        told=int(values["told"]),
    )


def with_own_marks(
    tournaments: models.QuerySet[Tournament],
) -> models.QuerySet[Tournament]:
    """Add to each tournament the values of its mark, without those of announcements."""
    return tournaments.annotate(
        **{
            name: RawSQL(_VALUES[name].format(tournament=_OF_ROW), ())  # noqa: S611 - a constant
            for name in _OF_RESULTS
        }
    )
