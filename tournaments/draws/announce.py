"""Writes the announcement of a draw, and joins its seed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from matches.club import known as club
from matches.columns.shown import public_names
from tournaments.draws.errors import (
    BEACON_OTHER,
    BEACON_TO_COME,
    NUMBERS_STILL_OPEN,
    PUBLIC_NUMBER_NEEDED,
)
from tournaments.engine.record import drand
from tournaments.engine.record.announcement import (
    DICE,
    NUMBERS,
    PUBLIC,
    SECRET,
    SOURCES,
    TYPED,
    commitment,
    digest_of,
    in_order,
    joined,
    names_digest,
    salted,
)
from tournaments.engine.record.dice import USUAL_ROLLS, sorted_rolls
from tournaments.engine.record.differences import differences
from tournaments.engine.record.proof_fields import LONGEST_PUBLIC
from tournaments.rounds.draw_announcements import DrawAnnouncement, new_secret
from tournaments.rounds.models import Draw
from tournaments.structure.models import Entry, Stage

TIME: Final = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The sources of the seed of an announced draw, beside the server's secret.

    `rolls` is the number of rolls of two dice, 0 for none. `minutes` is the time in
    which phones may send numbers, 0 for none. `public` describes a number that is drawn
    elsewhere later; in its place `beacon_minutes` is the time until a round of the
    beacon drand, 0 for none.
    """

    rolls: int = USUAL_ROLLS
    minutes: int = 0
    public: str = ""
    beacon_minutes: int = 0

    @property
    def names(self) -> list[str]:
        """The names of the sources, in the order of the record."""
        chosen = {
            DICE: self.rolls > 0,
            NUMBERS: self.minutes > 0,
            PUBLIC: bool(self.public) or self.beacon_minutes > 0,
            SECRET: True,
        }
        return [name for name in SOURCES if chosen.get(name)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seed:
    """The director's input when a draw is made.

    For an announced draw these are the announced `dice` and `public` number. For any
    other draw it is a `text`, which is the seed and proves nothing; without it the
    server chooses the seed.
    """

    text: str = ""
    dice: str = ""
    public: str = ""


MACHINE: Final = Seed()
DICE_AND_SECRET: Final = Sources()


def announce(
    draw: Draw, *, sources: Sources | None, typed: bool = False
) -> DrawAnnouncement:
    """Write the announcement of a new draw; return it, saved.

    Without `sources` nothing is public before the seed: it comes from the server's
    secret alone, or is `typed`. The caller has locked the tournament.
    """
    stage, now = draw.stage, timezone.now()
    tournament = stage.division.tournament
    chain = DrawAnnouncement.objects.filter(tournament=tournament).order_by("place")
    last = chain.last()
    of_round = chain.filter(stage_number=stage.number, round_number=draw.round_number)
    state: Mapping[str, Any] = draw.record["state"]
    salts, hashes = _salted_names(stage, (row[0] for row in state["entrants"]))
    secret = "" if typed else new_secret()
    closes = _closing(sources, now)
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
        "open": sources is not None,
        "algorithm": draw.algorithm,
        "version": draw.version,
        "fingerprint": draw.fingerprint,
        "names": names_digest(hashes),
        "sources": [TYPED] if typed else (sources or Sources(rolls=0)).names,
        "reason": draw.reason,
        "differs": _differences(draw),
    }
    if secret:
        content["secret"] = commitment(secret)
    if sources is not None:
        content.update(_terms(sources, now))
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
        closes_at=closes,
    )


def _closing(sources: Sources | None, now: datetime) -> datetime | None:
    """Return when phones can send no more numbers, to the second; None: they cannot."""
    if sources is None or not sources.minutes:
        return None
    return now.replace(microsecond=0) + timedelta(minutes=sources.minutes)


def _terms(sources: Sources, now: datetime) -> dict[str, object]:
    """Return the fields of an announcement that depend on its sources."""
    terms: dict[str, object] = {}
    if sources.rolls:
        terms["rolls"] = sources.rolls
    closes = _closing(sources, now)
    if closes is not None:
        terms["until"] = written(closes)
    if sources.public:
        terms["public"] = sources.public
    if sources.beacon_minutes:
        then = now + timedelta(minutes=sources.beacon_minutes)
        terms["public"] = drand.first_round_after(then.timestamp()).name
    return terms


def seed_of(
    announcement: DrawAnnouncement, given: Seed
) -> tuple[str, dict[str, object]]:
    """Return the seed of a draw and the parts that it is joined from.

    Raises NUMBERS_STILL_OPEN, PUBLIC_NUMBER_NEEDED, BEACON_TO_COME, BEACON_OTHER, and
    the errors of `sorted_rolls`.
    """
    parts: dict[str, object] = {}
    sources = announcement.sources
    if NUMBERS in sources:
        if announcement.is_collecting:
            raise NUMBERS_STILL_OPEN()
        parts[NUMBERS] = in_order(announcement.numbers.values_list("number", flat=True))
    if DICE in sources:
        rolls = announcement.content["rolls"]
        parts[DICE] = sorted_rolls(given.dice, rolls=rolls)
    if PUBLIC in sources:
        parts[PUBLIC] = _public(announcement.content["public"], given.public)
    if SECRET in sources:
        parts[SECRET] = announcement.secret
    if TYPED in sources:
        parts[TYPED] = given.text
    return joined(announcement.digest, parts), parts


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


def _public(name: str, given: str) -> str:
    """Return the public number as the record holds it; a number of drand is checked."""
    if not given.strip():
        raise PUBLIC_NUMBER_NEEDED()
    beacon = drand.round_of(name)
    if beacon is None:
        return " ".join(given.split())[:LONGEST_PUBLIC]
    signature = drand.signature_in(given)
    if beacon.is_signed(signature):
        return signature
    published = datetime.fromtimestamp(beacon.seconds, UTC)
    if published > timezone.now():
        at = timezone.localtime(published)
        raise BEACON_TO_COME(time=at.strftime("%H:%M:%S"))
    raise BEACON_OTHER(round=beacon.number)


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
