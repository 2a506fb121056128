"""The record of a draw as a document that can be checked without this server."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin

from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.urls import reverse

from matches.web.qr import qr_address
from tournaments.draws.announce import names_now, names_since
from tournaments.engine import DrawnRound
from tournaments.engine.record import shortened
from tournaments.engine.record.reading import DOCUMENT
from tournaments.engine.state import swapped
from tournaments.rounds.models import Draw, DrawAnnouncement
from tournaments.structure.models import Entry, Placing, Tournament

HIDDEN: Final = ("seed", "parts", "pairs", "lots", "swaps", "plan")
"""The fields of a document that are public only with the round."""
DRAFTS: Final = (
    Draw.State.DRAWING,
    Draw.State.DRAFT,
    Draw.State.DISCARDED,
    Draw.State.FAILED,
)
"""The states of draws that were not published."""


def draw_document(draw: Draw) -> dict[str, object]:
    """Return everything that is needed to make this draw again. Four queries at most.

    Shape: `crawford_draw` 2, the kind of document; `announcement` and its `digest`
    (`engine.record.announcement`); `chain`, the announcements before it from the first
    of this round on; `state` as the engine records a stage; `names` by entrant number,
    as they were announced, with their `salts`, for names that were hidden since
    `hidden`, the salted hash, and for changed ones `renamed`, the name of today;
    `later`, the announcements after it to the last of this round; `witnessed`, false if
    it came in a file; `late`, rows of number, name and reason of those who entered
    after the draw (no reason: by lot); `seed`, and `parts`, what it was joined from;
    `pairs` rows of one and two (null: a bye) and `lots`, lot by entrant number, both as
    published; `swaps` rows of two who changed places and the reason, in order; of a
    bracket also `plan` with `lines` and rows of `nodes`.
    """
    announcement, record = draw.own_announcement, draw.record
    document = {
        "crawford_draw": DOCUMENT,
        "announcement": announcement.content,
        "digest": announcement.digest,
        "chain": _chain(announcement),
        **_names(draw, announcement),
        "state": record["state"],
        "seed": draw.seed,
        "parts": draw.parts,
        "pairs": _as_swapped(draw),
        "lots": record.get("lots", {}),
        "swaps": [
            [one, two, reason]
            for (one, two), reason in zip(draw.swaps, draw.reasons, strict=True)
        ],
    }
    if "plan" in record:
        document["plan"] = record["plan"]
    # Only of the draw that counts: what came after it in its round was given up.
    is_public = draw.state == Draw.State.PUBLISHED
    if later := _later(announcement) if is_public else []:
        document["later"] = later
    if late := _late(draw) if is_public else []:
        document["late"] = late
    if not announcement.witnessed:
        document["witnessed"] = False
    return document


def chain_document(announcements: Iterable[DrawAnnouncement]) -> dict[str, object]:
    """Return the chain of announcements of a tournament as a document.

    Shape: `crawford_chain` 1, and `announcements`.
    """
    return {"crawford_chain": 1, "announcements": contents_of(announcements)}


def announcements_of(tournament: Tournament) -> list[DrawAnnouncement]:
    """Return all announcements of a tournament, first to last. One query."""
    return list(tournament.draw_announcements.order_by("place"))


def public_announcements(tournament: Tournament) -> list[DrawAnnouncement]:
    """Return the announcements up to the newest one that is public. One query.

    Later announcements of drafts become public with the next publication: a draft does
    not change the fingerprint of the tournament, nor what public pages show.
    """
    of_draft = Draw.objects.filter(
        announcement=OuterRef("pk"), announced_at=None, state__in=DRAFTS
    )
    rows = list(
        tournament.draw_announcements.annotate(is_of_draft=Exists(of_draft))
        .select_related("draw")
        .defer("draw__record")
        .order_by("place")
    )
    places = [row.place for row in rows if not row.is_of_draft]
    return [row for row in rows if row.place <= max(places, default=0)]


def contents_of(rows: Iterable[DrawAnnouncement]) -> list[dict[str, object]]:
    """Return announcements as they were hashed."""
    return [row.content for row in rows]


def _chain(announcement: DrawAnnouncement) -> list[dict[str, object]]:
    """Return the announcements before one, from the first of its round on."""
    told = announcement.content
    if told["number"] == 1:
        return []
    before = DrawAnnouncement.objects.filter(
        tournament=announcement.tournament_id, place__lt=announcement.place
    ).order_by("place")
    of_round = before.filter(
        stage_number=announcement.stage_number,
        round_number=announcement.round_number,
    )
    first = of_round.first()
    place = first.place if first else announcement.place
    return contents_of(before.filter(place__gte=place).all())


def _names(draw: Draw, announcement: DrawAnnouncement) -> dict[str, object]:
    """Return the announced names, the hashes of hidden ones, and later names."""
    since = names_since(draw.stage, announcement)
    found: dict[str, object] = {
        "names": {str(number): name for number, name in since.announced.items()},
        "salts": {
            str(number): announcement.salts[str(number)] for number in since.announced
        },
        "hidden": {str(number): digest for number, digest in since.hidden.items()},
    }
    if since.renamed:
        found["renamed"] = {str(number): name for number, name in since.renamed.items()}
    return found


def _late(draw: Draw) -> list[list[object]]:
    """Return who has a place since the draw. Two queries."""
    root = draw.stage.root
    entries = Entry.objects.filter(
        division=root.division_id, placing__in=(Placing.BY_LOT, Placing.BY_HAND)
    ).exclude(number__in=[entrant.number for entrant in draw.made_from.entrants])
    if root.is_plan:
        seated = {*root.lot_of, *(pin.entrant for pin in root.pinned)}
        entries = entries.filter(number__in=[one for one in seated if one])
    else:
        entries = entries.filter(joined_round=draw.round_number)
    reasons = dict(entries.order_by("number").values_list("number", "placing_reason"))
    names = names_now(root, reasons)
    return [[number, names[number], reason] for number, reason in reasons.items()]


def _later(announcement: DrawAnnouncement) -> list[dict[str, object]]:
    """Return the announcements after one, to the last of its round."""
    after = DrawAnnouncement.objects.filter(
        tournament=announcement.tournament_id, place__gt=announcement.place
    ).order_by("place")
    last = after.filter(
        stage_number=announcement.stage_number, round_number=announcement.round_number
    ).last()
    return contents_of(after.filter(place__lte=last.place)) if last else []


def _as_swapped(draw: Draw) -> list[list[int | None]]:
    """Return the pairs as drawn and swapped; a bye may have become a match since."""
    drawn = DrawnRound(draw.round_number, draw.pairs)
    for first, second in draw.swaps:
        drawn = swapped(drawn, first, second) or drawn
    return [[pairing.one, pairing.two] for pairing in drawn.pairings]


DIGITS = 16
"""The digits of a fingerprint that people compare: 64 bits."""


@dataclass(frozen=True, slots=True)
class DrawReceipt:
    """The address of an announced draw, with the digits of its fingerprint.

    The page at this address says whether the draw still has the same fingerprint.
    """

    url: str
    short: str

    @property
    def qr(self) -> str:
        return qr_address(self.url, in_capitals=False)


def receipt_of(request: HttpRequest, draw: Draw | None) -> DrawReceipt | None:
    """Return the receipt of a draw, None without an announcement."""
    if draw is None or draw.announcement is None:
        return None
    return receipt_at(request.build_absolute_uri(reverse("home")), draw)


def receipt_at(address: str, draw: Draw) -> DrawReceipt:
    """Return the receipt of an announced draw, with an address at this site."""
    stage = draw.stage
    path = reverse(
        "draw_record", args=[stage.division.tournament.slug, stage.number, draw.pk]
    )
    url = urljoin(address, f"{path}?seen={draw.digest[:DIGITS]}")
    return DrawReceipt(url, shortened(draw.digest))


def is_seen(seen: str, draw: Draw) -> bool | None:
    """Return whether a draw has the digits that were seen; None if none were."""
    digits = "".join(filter(str.isalnum, seen)).lower()
    if not digits:
        return None
    return len(digits) >= DIGITS and draw.digest.startswith(digits)
