"""Writes the announcement of a draw, and joins its seed."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django.utils import timezone

from matches.web import club
from matches.web.shown import public_names
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
from tournaments.engine.record.differences import differences
from tournaments.rounds.draw_announcements import DrawAnnouncement, new_secret
from tournaments.rounds.models import Draw
from tournaments.structure.models import Entry, Stage

TIME: Final = "%Y-%m-%dT%H:%M:%SZ"


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
    salts, hashes = _salted_names(stage, (row[0] for row in state["entrants"]))
    secret = secret or new_secret()
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
        "made": written(now),
        "rolls": rolls,
        "secret": commitment(secret),
        "algorithm": draw.algorithm,
        "version": draw.version,
        "fingerprint": draw.fingerprint,
        "names": names_digest(hashes),
        "reason": draw.reason,
        "differs": _differences(draw),
    }
    return DrawAnnouncement.objects.create(
        tournament=tournament,
        place=content["place"],
        stage_number=stage.number,
        round_number=draw.round_number,
        digest=digest_of(content),
        content=content,
        secret=secret,
        salts={str(number): salt for number, salt in salts.items()},
        hashes={str(number): name for number, name in hashes.items()},
    )


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
    rows = Entry.objects.filter(
        division=stage.division_id, number__in=list(numbers)
    ).order_by("number")
    with public_names():
        return dict(rows.values_list("number", "player__name"))


def _salted_names(
    stage: Stage, numbers: Iterable[int]
) -> tuple[dict[int, str], dict[int, str]]:
    names = names_now(stage, numbers)
    salts = {number: new_secret() for number in names}
    return salts, {
        number: salted(salts[number], name) for number, name in names.items()
    }


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
