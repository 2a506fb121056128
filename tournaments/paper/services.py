"""Records printings and takes them back. Each act can be undone."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from matches.accounts.models import User
from matches.documents import registry
from matches.documents.languages import speaking
from matches.documents.registry import DETAIL, AnyDocument, BySheet
from matches.rules.refusals import Refusal
from matches.web import journal
from matches.web.form_keys import made_once
from matches.web.shown import public_names
from tournaments.paper.models import Printing
from tournaments.rounds.documents import ROUND
from tournaments.rounds.models import Pairing
from tournaments.structure.documents import STAGE, TOURNAMENT
from tournaments.structure.models import Tournament

NOTHING_NEW = Refusal(
    "print_centre.nothing_new",
    "Everything has already been printed. To print again, choose Print all.",
    status=HTTPStatus.CONFLICT,
)
"""There are no new or changed sheets, perhaps since another page printed them."""

NO_SUCH_PAPER = Refusal(
    "print_centre.no_such_paper",
    "This document no longer exists. Choose another one.",
    status=HTTPStatus.CONFLICT,
)
"""The document, its round or its match does not exist, perhaps any more."""

SHEETS: Final = ("score-sheets", "match-cards")
"""Alternative documents: a match needs a sheet of only one of them."""
KINDS: Final = frozenset((ROUND.kind, STAGE.kind, TOURNAMENT.kind))
"""The scopes of the documents of the print centre."""
NEWS: Final = "news"
"""The choice to print new and changed sheets."""
ALL: Final = "all"
"""The choice to print every sheet."""
ALREADY: Final = "already"
"""The choice to record that the paper was printed elsewhere, and to print nothing."""

Parts = dict[str, str]
"""The digest of each sheet, by its key."""


@dataclass(frozen=True, slots=True)
class SheetChanges:
    """The new sheets, which were never printed, and those changed since printing."""

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    total: int = 0


def sheet_changes(now: Parts, printed: Parts) -> SheetChanges:
    return SheetChanges(
        new=tuple(key for key in now if key not in printed),
        changed=tuple(
            key
            for key, digest in now.items()
            if key in printed and _differs(digest, printed[key])
        ),
        total=len(now),
    )


def _differs(now: str, printed: str) -> bool:
    """Return True for other contents, or another table than the printed one."""
    content, _at, detail = now.partition(DETAIL)
    was, _at, was_there = printed.partition(DETAIL)
    return content != was or (was_there != "" and detail not in {"", was_there})


def printed_parts(printings: Iterable[Printing]) -> Parts:
    """Return the digest of the last printing of each sheet; printings are in order."""
    parts: Parts = {}
    for printing in printings:
        parts |= printing.parts
    return parts


WHERE: Final = re.compile(r"[0-9]{1,6}(/[0-9]{1,6})?")
"""The stage, and the round, after the tournament in an address."""


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """A request to print: a document of a subject, and the choice of its sheets.

    `which` is ALL, or the number of the one match whose sheet is wanted; any other text
    means new and changed sheets.
    """

    document: str
    address: str
    which: str = ALL


def print_paper(
    tournament: Tournament, wanted: PrintRequest, *, by: User | None, op: str = ""
) -> Printing:
    """Record a printing and return it; a repeated request records one.

    Raises NO_SUCH_PAPER, NOTHING_NEW, what the document refuses, and OTHER_ACT.
    """
    key = str(uuid5(NAMESPACE_URL, f"{op} {wanted}")) if op else ""
    return made_once(key, Printing, lambda: _print(tournament, wanted, by))


def print_together(
    tournament: Tournament,
    wanted_papers: Sequence[PrintRequest],
    *,
    by: User | None,
    op: str = "",
) -> list[Printing]:
    """Record several printings at once, all of them or none.

    Raises NOTHING_NEW without any, and what `print_paper` raises.
    """
    if not wanted_papers:
        raise NOTHING_NEW()
    with transaction.atomic():
        return [
            print_paper(tournament, wanted, by=by, op=op) for wanted in wanted_papers
        ]


def print_sheet(
    tournament: Tournament, number: int, *, by: User | None, op: str = ""
) -> Printing:
    pairing = (
        Pairing.objects.live()
        .with_match()
        .filter(tournament=tournament, match_number=number)
        .select_related("draw__round", "draw__stage")
        .first()
    )
    if pairing is None:
        raise NO_SUCH_PAPER()
    drawn = pairing.draw
    address = f"{tournament.slug}/{drawn.stage.number}/{drawn.round.number}"
    wanted = PrintRequest(SHEETS[0], address, str(number))
    return print_paper(tournament, wanted, by=by, op=op)


@transaction.atomic
def mark_printed(
    printings: Iterable[Printing], *, is_printed: bool, by: User | None
) -> None:
    act = "printing_put_back" if is_printed else "printing_taken_back"
    for printing in printings:
        # Two directors may press the button at the same moment: the second one finds
        # the row as the first one left it, and changes nothing.
        locked = Printing.objects.select_for_update().get(pk=printing.pk)
        if (locked.taken_back_at is None) == is_printed:
            continue
        locked.taken_back_at = None if is_printed else timezone.now()
        locked.save(update_fields=["taken_back_at"])
        _tell(locked, act, by)


@transaction.atomic
def _print(tournament: Tournament, wanted: PrintRequest, by: User | None) -> Printing:
    # Printings of a tournament are numbered: no two get the same version.
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    document, subject = _subject(locked, wanted)
    parts: Parts = {}
    basis = ""
    with speaking(locked.paper_languages), public_names():
        if document.by_sheet is None:
            basis = document.digest(document.values(subject))
        elif wanted.which.isdecimal():
            parts = _one_part(document.by_sheet, subject, wanted.which)
        else:
            now = document.by_sheet.parts(document.by_sheet.due(subject))
            parts = _chosen(now, _printed(locked, wanted), wanted.which)
    same = Printing.objects.filter(
        tournament=locked, document=wanted.document, address=wanted.address
    )
    last = same.aggregate(last=Max("number"))["last"] or 0
    made = Printing.objects.create(
        tournament=locked,
        document=wanted.document,
        address=wanted.address,
        number=last + 1,
        basis=basis,
        parts=parts,
        printed_by=by,
    )
    _tell(made, "papers_printed", by)
    return made


def _subject(
    tournament: Tournament, wanted: PrintRequest
) -> tuple[AnyDocument, object]:
    slug, _slash, where = wanted.address.partition("/")
    if slug != tournament.slug or (where and not WHERE.fullmatch(where)):
        raise NO_SUCH_PAPER()
    try:
        document = registry.document_named(wanted.document)
        subject = document.scope.subject(wanted.address)
    except (LookupError, ValueError, OverflowError, ObjectDoesNotExist) as error:
        raise NO_SUCH_PAPER() from error
    if document.scope.kind not in KINDS or not document.is_offered(subject):
        raise NO_SUCH_PAPER()
    return document, subject


def _one_part(sheets: BySheet[object, object], subject: object, key: str) -> Parts:
    every = sheets.parts(sheets.every(subject))
    if key not in every:
        raise NO_SUCH_PAPER()
    return {key: every[key]}


def _chosen(now: Parts, printed: Parts, which: str) -> Parts:
    news = sheet_changes(now, printed)
    wanted = set(now) if which == ALL else {*news.new, *news.changed}
    if not wanted:
        raise NOTHING_NEW()
    return {key: digest for key, digest in now.items() if key in wanted}


def _printed(tournament: Tournament, wanted: PrintRequest) -> Parts:
    keys = SHEETS if wanted.document in SHEETS else (wanted.document,)
    rows = Printing.objects.filter(
        tournament=tournament,
        document__in=keys,
        address=wanted.address,
        taken_back_at=None,
    )
    return printed_parts(rows)


def _tell(printing: Printing, act: str, by: User | None) -> None:
    journal.record_act(
        act=act,
        by=by,
        subject=printing.tournament.subject,
        paper=printing.document,
        number=printing.number,
    )
