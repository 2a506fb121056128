"""Writes the announcement of a draw, and joins its seed."""

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import Q
from django.utils import timezone

from matches.web import club
from matches.web.shown import full_names, public_names
from tournaments.engine.record import differences
from tournaments.engine.record.announcement import (
    DICE,
    SECRET,
    commitment,
    digest_of,
    names_digest,
    salted,
    seed_from,
    sorted_rolls,
)
from tournaments.rounds.models import Draw, DrawAnnouncement, new_secret
from tournaments.structure.models import Entry, Stage, Visibility

TIME: Final = "%Y-%m-%dT%H:%M:%SZ"
A_DAY: Final = timedelta(days=1)
MOST_THROWN_AWAY: Final = 200


def announce(draw: Draw, *, rolls: int = 0, secret: str = "") -> DrawAnnouncement:
    """Write the announcement of a new draw; return it, saved.

    With `rolls` of two dice it is public before the seed. Without them the server's
    secret is the seed: `secret`, 32 hexadecimal digits, or if it is empty random ones.
    The caller has locked the tournament.
    """
    stage, now = draw.stage, timezone.now()
    tournament = stage.division.tournament
    chain = DrawAnnouncement.objects.filter(tournament=tournament).order_by("place")
    last = chain.last()
    of_round = chain.filter(stage_number=stage.number, round_number=draw.round_number)
    state: Mapping[str, Any] = draw.record["state"]
    numbers = [row[0] for row in state["entrants"]]
    names = names_now(stage, numbers)
    salts = {number: new_secret() for number in names}
    hashes = {number: salted(salts[number], names[number]) for number in names}
    secret = secret or new_secret()
    entries = Entry.objects.filter(division=stage.division_id, number__in=numbers)
    people = list(entries.values_list("player", flat=True))
    thrown = thrown_away(stage, draw.round_number, people)
    content: dict[str, Any] = {
        "club": club.read().title,
        "tournament": {
            "title": tournament.name,
            "slug": tournament.slug,
            "date": tournament.date.isoformat(),
        },
        "stage": {"number": stage.number, "name": stage.name},
        "round": draw.round_number,
        "number": of_round.count() + 1,
        "place": last.place + 1 if last else 1,
        "before": last.digest if last else "",
        # Later than the one before it, whatever the clock of the server says.
        "made": max(written(now), last.content["made"] if last else ""),
        "rolls": rolls,
        "secret": commitment(secret),
        "algorithm": draw.algorithm,
        "version": draw.version,
        "fingerprint": draw.fingerprint,
        "names": names_digest(hashes),
        "reason": draw.reason,
        "differs": _differences(draw),
    }
    if thrown:
        content["replaces"] = [other.digest for other in thrown]
    announcement = DrawAnnouncement.objects.create(
        tournament=tournament,
        place=content["place"],
        stage_number=stage.number,
        round_number=draw.round_number,
        digest=digest_of(content),
        content=content,
        secret=secret,
        salts=_by_text(salts),
        hashes=_by_text(hashes),
        names=_by_text(names),
        people=people,
        witnessed=True,
    )
    for other in thrown:
        other.replaced_by = announcement
        other.save(update_fields=["replaced_by"])
    return announcement


def thrown_away(
    stage: Stage, round_number: int, people: Collection[int]
) -> list[DrawAnnouncement]:
    """Return the announcements of today for these people whose draw was thrown away.

    Their division, stage or tournament was removed, or their tournament deleted. Those
    are the same people of whom at least half are. One query.
    """
    gone = Q(draw=None) | Q(tournament=None) | Q(tournament__deleted_at__isnull=False)
    rows = DrawAnnouncement.objects.filter(gone, round_number=round_number)
    rows = rows.exclude(tournament=stage.tournament_id, stage_number=stage.number)
    rows = rows.exclude(tournament__visibility=Visibility.PRACTICE)
    since, wanted = timezone.now() - A_DAY, set(people)
    return [
        row
        for row in rows.order_by("-pk")[:MOST_THROWN_AWAY]
        if row.made_at >= since
        and 2 * len(wanted.intersection(row.people))
        >= min(len(wanted), len(row.people))
        and wanted.intersection(row.people)
    ]


def seed_of(announcement: DrawAnnouncement, dice: str) -> tuple[str, dict[str, str]]:
    """Return the seed of a draw and the parts that it is joined from.

    `dice` are those that were called out, if the announcement has rolls. Raises the
    errors of `sorted_rolls`.
    """
    parts = {SECRET: announcement.secret}
    if rolls := announcement.content["rolls"]:
        parts[DICE] = sorted_rolls(dice, rolls=rolls)
    return seed_from(announcement.digest, parts), parts


def written(moment: datetime) -> str:
    """Return a moment as an announcement writes it: UTC, to the second."""
    return moment.astimezone(UTC).strftime(TIME)


def names_now(stage: Stage, numbers: Iterable[int]) -> dict[int, str]:
    """Return the public names of entries by number. One query."""
    with public_names():
        return _names_of(stage, numbers)


class NamesSince(NamedTuple):
    """Names of an announcement by entry number, and what became of them.

    `hidden` has the salted hashes of those that were forgotten or are shown shorter at
    the player's wish, `renamed` the present names of the others that differ.
    """

    announced: dict[int, str]
    hidden: dict[int, str]
    renamed: dict[int, str]


def names_since(stage: Stage, announcement: DrawAnnouncement) -> NamesSince:
    """Return the names of an announcement, compared with those of now. Two queries."""
    numbers = [*map(int, announcement.hashes)]
    now, since = names_now(stage, numbers), NamesSince({}, {}, {})
    with full_names():
        full = _names_of(stage, numbers)
    for number in numbers:
        salt, digest = (
            announcement.salts[str(number)],
            announcement.hashes[str(number)],
        )
        said = announcement.names.get(str(number), "")
        name = now.get(number, said)
        if salted(salt, name) == digest:
            since.announced[number] = name
        elif salted(salt, said) != digest or full.get(number) == said:
            # Whoever is forgotten is replaced in `names`, too.
            since.hidden[number] = digest
        else:
            since.announced[number], since.renamed[number] = said, name
    return since


def _names_of(stage: Stage, numbers: Iterable[int]) -> dict[int, str]:
    rows = Entry.objects.filter(
        division=stage.division_id, number__in=list(numbers)
    ).order_by("number")
    return dict(rows.values_list("number", "player__name"))


def _by_text(texts: Mapping[int, str]) -> dict[str, str]:
    return {str(number): text for number, text in texts.items()}


def _differences(draw: Draw) -> list[Any]:
    """Return the differences from the field of the former draw of this round."""
    before = (
        Draw.objects.filter(
            stage=draw.stage_id,
            round_number=draw.round_number,
            announcement__isnull=False,
        )
        .order_by("number")
        .last()
    )
    if before is None:
        return []
    return differences(before.record["state"], draw.record["state"])
