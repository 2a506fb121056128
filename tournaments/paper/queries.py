"""The papers that a tournament needs, printed papers, and sheets without a result."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext

from matches.documents import registry
from matches.documents.languages import speaking
from matches.documents.registry import AnyDocument, page_url
from matches.rules.refusals import RuleError
from matches.web.answers import sentence
from matches.web.shown import public_names
from tournaments.paper.models import Printing
from tournaments.paper.page import (
    CHARTS,
    MOST_SHOWN,
    Overview,
    PaperLine,
    PrintedLine,
    SheetOut,
    StagePapers,
)
from tournaments.paper.reprints import address_of, some_sheets_key
from tournaments.paper.sheet_changes import (
    SHEETS,
    Parts,
    sheet_changes,
)
from tournaments.rounds.models import DECIDED, Pairing, Round
from tournaments.structure.documents import TOURNAMENT
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.structure.names import numbered_round
from tournaments.structure.queries import stages_of, title_of

OF_ROUND: Final = (
    *SHEETS,
    *("find-your-table", "pairings-by-table", "round-results"),
)
OF_STAGE: Final = (
    *("standings", "wall-chart", "wall-chart-a4", "crosstable", "round-chart"),
    "monrad-cards",
)
OF_TOURNAMENT: Final = ("emergency-pack",)
CENTRE: Final = frozenset((*OF_ROUND, *OF_STAGE, *OF_TOURNAMENT))
"""The documents of the print centre, in the order in which a hall needs them."""
NEEDED: Final = frozenset(
    {*SHEETS, "find-your-table", "pairings-by-table", "wall-chart"}
)
"""The documents that a round needs as soon as it is published."""
LISTS: Final = frozenset({"find-your-table", "pairings-by-table", "round-results"})
LONG_MATCH: Final = 15
"""The match length from which sheets of a whole page are used by default."""
AFTERWARDS: Final = frozenset({"round-results", "standings"})
"""The documents that are needed when all matches of a round are played."""


_TO_A_ROUND: Final = 2
"""The numbers in the address of a round: stage and round."""


def printed_parts(printings: Iterable[Printing]) -> Parts:
    """Return the digest of the last printing of each sheet; printings are in order."""
    found: Parts = {}
    for printing in printings:
        found |= printing.parts
    return found


def overview_of(tournament: Tournament) -> Overview:
    """Return the print centre of a tournament.

    The queries are those of the documents that were printed and may have changed, and
    five more.
    """
    stages = stages_of(tournament)
    printings = list(
        Printing.objects.filter(tournament=tournament).select_related("printed_by")
    )
    for printing in printings:
        printing.tournament = tournament
    reader = _Reader(tournament, printings)
    rounds = _rounds(tournament)
    newest = {published.stage_id: published for published in rounds}
    unfinished = set(
        Pairing.objects.live()
        .with_match()
        .filter(tournament=tournament)
        .exclude(DECIDED)
        .values_list("draw__stage_id", flat=True)
        .distinct()
    )
    papers = []
    for stage in stages:
        published = newest.get(stage.pk)
        if published is not None:
            published.stage = stage
            is_over = stage.pk not in unfinished
            papers.append(reader.of_stage(published, is_over=is_over))
    last = max((one.published_at for one in newest.values()), default=None)
    named = _Names(stages, rounds)
    return Overview(
        stages=tuple(papers),
        whole=(reader.emergency_pack(last),) if last else (),
        out=_sheets_out(tournament, printings),
        printed=tuple(
            named.line(printing) for printing in printings[: -MOST_SHOWN - 1 : -1]
        ),
    )


def _rounds(tournament: Tournament) -> list[Round]:
    rows = Round.objects.filter(stage__tournament=tournament).select_related("draw")
    return list(rows.order_by("number"))


class _Reader:
    """Makes the lines of one tournament from its printings."""

    def __init__(self, tournament: Tournament, printings: Sequence[Printing]) -> None:
        self.tournament = tournament
        self.printed: dict[tuple[str, str], list[Printing]] = {}
        for printing in printings:
            if printing.taken_back_at is None:
                key = (printing.document, printing.address)
                self.printed.setdefault(key, []).append(printing)

    def of_stage(self, published: Round, *, is_over: bool) -> StagePapers:
        """Return the papers of the newest round of a stage."""
        stage = published.stage
        lines = [
            self._line(registry.document_named(key), subject, is_over=is_over)
            for keys, subject in ((OF_ROUND, published), (OF_STAGE, stage))
            for key in keys
            if registry.document_named(key).is_offered(subject)
        ]
        return StagePapers(_stage_title(stage, published), tuple(lines))

    def emergency_pack(self, since: datetime) -> PaperLine:
        """Return the line of the pack; it is outdated by a newly published round.

        Its contents are not compared: they change with each result.
        """
        document = registry.document_named("emergency-pack")
        address = TOURNAMENT.address(self.tournament)
        printed = self.printed.get((document.key, address), [])
        last = printed[-1] if printed else None
        return PaperLine(
            document=document.key,
            address=address,
            name=gettext(document.title),
            note=gettext(document.note),
            last=last,
            is_changed=last is not None and last.printed_at < since,
        )

    def _line(
        self, document: AnyDocument, subject: object, *, is_over: bool
    ) -> PaperLine:
        address = document.scope.address(subject)
        group = _same(document.key, subject)
        printed = sorted(
            (one for key in group for one in self.printed.get((key, address), [])),
            key=lambda one: one.pk,
        )
        last = [one for one in printed if one.document == document.key][-1:]
        in_use = printed[-1].document if printed else group[0]
        is_due = document.key == in_use and _is_due(document.key, is_over=is_over)
        try:
            values = self._compared(document, subject, printed, is_due=is_due)
        except RuleError as error:
            values = {"problem": sentence(error)}
        return PaperLine(
            document=document.key,
            address=address,
            name=document.name_of(subject),
            note=gettext(document.note),
            last=last[0] if last else None,
            is_due=is_due and not _keeps_itself(document.key, subject),
            **values,
        )

    def _compared(
        self,
        document: AnyDocument,
        subject: object,
        printed: Sequence[Printing],
        *,
        is_due: bool,
    ) -> dict[str, Any]:
        """Return the changes of a document.

        If it was never printed, it is read only if it has sheets that are due.
        """
        own = [one for one in printed if one.document == document.key]
        sheets = document.by_sheet
        if not own and (sheets is None or not is_due):
            return {}
        with speaking(self.tournament.paper_languages), public_names():
            if sheets is None:
                is_same = document.digest(document.values(subject)) == own[-1].basis
                return {"is_changed": not is_same}
            now = sheets.parts(sheets.due(subject))
        return {"news": sheet_changes(now, printed_parts(printed))}


def papers_due(published: Round, *, is_over: bool) -> Iterator[tuple[AnyDocument, Any]]:
    """Return the documents that a round needs, each with its subject.

    Of alternatives only the usual one; the emergency pack while the tournament runs.
    """
    stage = published.stage
    for keys, subject in ((OF_ROUND, published), (OF_STAGE, stage)):
        for key in keys:
            document = registry.document_named(key)
            is_usual = key == _same(key, subject)[0]
            is_due = is_usual and _is_due(key, is_over=is_over)
            if is_due and document.is_offered(subject):
                yield document, subject
    if not is_over:
        for key in OF_TOURNAMENT:
            yield registry.document_named(key), stage.division.tournament


def _same(key: str, subject: Any) -> tuple[str, ...]:
    """Return the keys of alternative documents, the usual one first."""
    if key in SHEETS:
        usual = SHEETS[subject.stage.match_length >= LONG_MATCH]
        return (usual, *(sheet for sheet in SHEETS if sheet != usual))
    return CHARTS if key in CHARTS else (key,)


def _is_due(key: str, *, is_over: bool) -> bool:
    if key in AFTERWARDS:
        return is_over
    return key in NEEDED and not is_over


def _keeps_itself(key: str, subject: Any) -> bool:
    """Return True for lists that change with each match of a bracket or club night."""
    if key not in LISTS:
        return False
    return bool(subject.stage.is_plan) or subject.stage.is_endless


def _stage_title(stage: Stage, published: Round) -> str:
    if stage.is_plan or stage.is_endless:
        return title_of(stage)
    return f"{title_of(stage)} · {numbered_round(published.number)}"


def _sheets_out(
    tournament: Tournament, printings: Iterable[Printing]
) -> tuple[SheetOut, ...]:
    """Return the matches without a result whose sheet was printed, by their tables."""
    when: dict[int, datetime] = {
        int(number): printing.printed_at
        for printing in printings
        if printing.document in SHEETS and printing.taken_back_at is None
        for number in printing.parts
    }
    if not when:
        return ()
    rows = (
        Pairing.objects.live()
        .with_match()
        .filter(tournament=tournament)
        .exclude(DECIDED)
        .select_related("match__player_1", "match__player_2")
    )
    found = [
        SheetOut(
            number=row.match_number or 0,
            table=row.table,
            one=row.match.player_1.name,
            two=row.match.player_2.name,
            code=row.match.code,
            printed_at=when[row.match_number],
        )
        for row in rows
        if row.match is not None and row.match_number in when
    ]
    found.sort(key=lambda one: (one.table is None, one.table or 0, one.number))
    return tuple(found)


class _Names:
    """Names printings by the present stages and rounds."""

    def __init__(self, stages: Sequence[Stage], rounds: Iterable[Round]) -> None:
        self.titles = {
            stage.number: "" if len(stages) == 1 else title_of(stage)
            for stage in stages
        }
        self.counted = {
            stage.number for stage in stages if not (stage.is_plan or stage.is_endless)
        }
        numbers = {stage.pk: stage.number for stage in stages}
        self.there = {
            (numbers[drawn_round.stage_id], drawn_round.number)
            for drawn_round in rounds
        }

    def line(self, printing: Printing) -> PrintedLine:
        """Return a printing as the page lists it."""
        document = registry.document_named(printing.document)
        where = [int(part) for part in printing.address.split("/")[1:]]
        words = [gettext(document.title)]
        words += [self.titles.get(stage, "") for stage in where[:1]]
        words += [numbered_round(one) for one in where[1:] if where[0] in self.counted]
        url = ""
        if len(where) < _TO_A_ROUND or tuple(where) in self.there:
            url = _url(printing)
        name = " · ".join(filter(None, words))
        return PrintedLine(printing, name, len(printing.parts), url)


def _url(printing: Printing) -> str:
    if printing.parts:
        return page_url(some_sheets_key(printing.document), address_of(printing))
    return page_url(printing.document, printing.address)


def names_printed(tournament: Tournament) -> str:
    """Return the names on the papers of a tournament, to check fonts. One query."""
    entries = Entry.objects.filter(tournament=tournament)
    names = entries.values_list("player__name", "player__club")
    return " ".join((tournament.name, *(text for pair in names for text in pair)))
