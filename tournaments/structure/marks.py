"""The mark of a tournament: what its public pages are made from, as a short text.

Phones and caches ask by it whether anything has changed.
"""

from collections.abc import Mapping
from datetime import datetime
from string import Formatter
from typing import Any, Final, NamedTuple, TypeVar

from django.db import connection, models
from django.db.models.expressions import RawSQL
from django.utils import timezone

from matches.club.known import CLUB
from tournaments.structure.models import Tournament, Visibility

Row = TypeVar("Row", bound=models.Model)

# Written out: every page of a visitor asks this every few seconds, and Django takes
# ten times as long to compose the question as the database to answer it.
MATCH_REVISIONS: Final = """(
    SELECT COALESCE(SUM(matches_match.revision), 0)
    FROM tournaments_pairing
    JOIN matches_match ON matches_match.id = tournaments_pairing.match_id
    WHERE tournaments_pairing.tournament_id = {tournament}
)"""
GENERATION: Final = (
    "COALESCE((SELECT value FROM matches_cachegeneration WHERE id = 1), '')"
)
CLUB_NUMBER: Final = "COALESCE((SELECT MAX(number) FROM matches_club), 0)"
_MOMENTS: Final = """(
    SELECT COUNT(CASE WHEN shown_from <= {now} THEN 1 END)
        + COUNT(CASE WHEN shown_until <= {now} THEN 1 END)
    FROM tournaments_announcement WHERE tournament_id = {tournament}
) + (
    SELECT COUNT(*) FROM tournaments_roundclock
    WHERE ends_at <= {now} AND tournament_id = {tournament}
)"""
_TOLD: Final = """(
    SELECT COUNT(*) FROM tournaments_announcement WHERE tournament_id = {tournament}
) + (
    SELECT COUNT(*) FROM tournaments_roundclock WHERE tournament_id = {tournament}
)"""
_VALUES: Final = {
    "match_revisions": MATCH_REVISIONS,
    "generation": GENERATION,
    "club_number": CLUB_NUMBER,
    "moments": _MOMENTS,
    "told": _TOLD,
}
"""The SQL of each value of a mark besides the tournament's own revision."""

OF_ROW: Final = "tournaments_tournament.id"
_SELECT: Final = " ".join(
    (
        "SELECT",
        ", ".join(("id", "revision", *_VALUES.values())),
        "FROM tournaments_tournament",
    )
).format(tournament=OF_ROW, now="%s")
_BY_ID: Final = f"{_SELECT} WHERE id = %s"
_BY_SLUG: Final = f"{_SELECT} WHERE slug = %s AND deleted_at IS NULL"
_FOR_EVERYBODY: Final = f"{_BY_SLUG} AND visibility <> '{Visibility.PRIVATE.value}'"
_AT_SLUG: Final = (
    "(SELECT id FROM tournaments_tournament WHERE slug = %s AND deleted_at IS NULL)"
)


class TournamentMark(NamedTuple):
    """The state of everything that the public pages of a tournament are made from.

    Two pages with the same address and the same mark are equal. `generation` is that of
    the caches, `club` the number of the club's settings. `moments` counts the
    beginnings and ends of announcements and round clocks that have passed, because
    pages change then without an act. `told` counts the announcements and clocks.
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
    """Run a statement that selects a tournament by primary key or by slug."""
    now = _stored(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(statement, [now, now, now, tournament])
        row = cursor.fetchone()
    if row is None:
        raise Tournament.DoesNotExist
    return mark_in(dict(zip(("id", "revision", *_VALUES), row, strict=True)))


def with_mark(
    rows: models.QuerySet[Row], slug: str, now: datetime
) -> models.QuerySet[Row]:
    """Add the values of the mark of the tournament with this slug to each row.

    They do not depend on the row, so a database computes them once.
    """
    given = {"tournament": slug, "now": _stored(now)}
    marked: models.QuerySet[Row] = rows.annotate(
        **{
            name: RawSQL(  # noqa: S611 - constants
                sql.format(tournament=_AT_SLUG, now="%s"),
                [given[place] for _, place, *_ in Formatter().parse(sql) if place],
            )
            for name, sql in _VALUES.items()
        }
    )
    return marked


def mark_in(values: Mapping[str, Any]) -> TournamentMark:
    """Return the mark with these values: of `with_mark`, and `id` and `revision`."""
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


def _stored(moment: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)
