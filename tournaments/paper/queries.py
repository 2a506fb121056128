"""The papers that a tournament needs, printed papers, and sheets without a result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext, ngettext

from matches.documents import registry
from matches.documents.languages import speaking
from matches.documents.registry import A4, OPTION, AnyDocument
from matches.rules.refusals import RuleError
from matches.web.answers import sentence
from matches.web.shown import public_names
from tournaments.paper.models import Printing
from tournaments.paper.services import (
    ALL,
    ALREADY,
    NEWS,
    SHEETS,
    SheetChanges,
    printed_parts,
    sheet_changes,
)
from tournaments.paper.values import DESK, PLAYERS, TABLES, WALL
from tournaments.rounds.documents import ROUND
from tournaments.rounds.models import DECIDED, Pairing, Round
from tournaments.structure.documents import STAGE, TOURNAMENT
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.structure.names import numbered_round
from tournaments.structure.queries import stages_of, title_of

LISTS: Final = frozenset({"pairings", "pairings:a-z", "results"})
NEEDED: Final = frozenset({*SHEETS, "pairings", "pairings:a-z", "bracket"})
"""The documents that a round needs as soon as it is published."""
AFTERWARDS: Final = frozenset({"results", "standings"})
"""The documents that are needed when all matches of a round are played."""
BRACKET: Final = "bracket"
PACK: Final = "emergency-pack"
GROUPS: Final = (TABLES, WALL, DESK, PLAYERS)
_TAGS: Final = {"new": "to_print", "changed": "print_changed", "printed": "printed"}


class PrintButton(NamedTuple):
    """A button beside a paper: which of its sheets it prints, in which form."""

    which: str
    text: str
    is_first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLine:
    """A document that can be printed: whether it is needed, and its last printing.

    `problem` is the reason why it cannot be printed yet. `news` are its sheets, of a
    document that is printed sheet by sheet; `is_changed` is for the others. `is_due`:
    the round needs it, and again when it has changed.
    """

    document: AnyDocument
    subject: Any
    where: str
    """The stage and the round, where a tournament has several."""
    last: Printing | None = None
    news: SheetChanges | None = None
    is_changed: bool = False
    is_due: bool = False
    is_ready: bool = True
    problem: str = ""

    @property
    def key(self) -> str:
        return self.document.key

    @property
    def address(self) -> str:
        return self.document.scope.address(self.subject)

    @property
    def name(self) -> str:
        return " · ".join(filter(None, (self.document.name, self.where)))

    @property
    def state(self) -> str:
        """One of: nothing, new, changed, printed, free (optional)."""
        if not self.is_ready or self.problem or (self.news and not self.news.total):
            return "nothing"
        if self.last is None and not self.is_due:
            return "free"
        if self.last is None or (self.news and self.news.new):
            return "new"
        has_changed = self.news.changed if self.news else self.is_changed
        return "changed" if has_changed else "printed"

    @property
    def is_needed(self) -> bool:
        """Whether it is to be printed now; changed brackets are updated by pen."""
        changed = self.state == "changed" and self.key != BRACKET
        return self.is_due and (self.state == "new" or changed)

    @property
    def which(self) -> str:
        """Which of its sheets are needed: all, or those that are new or changed."""
        return NEWS if self.news and self.last is not None else ALL

    @property
    def tag(self) -> str:
        """The key of the state that the page shows, "" for none."""
        return _TAGS.get(self.state, "")

    @property
    def buttons(self) -> Iterator[PrintButton]:
        count = len((*self.news.new, *self.news.changed)) if self.news else 0
        if self.last is not None and count:
            text = ngettext(
                "Print %(count)s new or changed sheet",
                "Print %(count)s new or changed sheets",
                count,
            )
            yield PrintButton(NEWS, text % {"count": count}, is_first=True)
        if self.news:
            text = ngettext(
                "Print %(count)s sheet", "Print all %(count)s sheets", self.news.total
            )
            is_first = self.last is None and self.is_needed
            yield PrintButton(ALL, text % {"count": self.news.total}, is_first)
        else:
            text = gettext("Print") if self.last is None else gettext("Print again")
            yield PrintButton(ALL, text, self.is_needed)
        if self.is_needed:
            yield PrintButton(ALREADY, gettext("Already printed"))

    @property
    def options(self) -> list[tuple[str, str]]:
        """The keys and names of other forms of it, which are printed at once."""
        return [
            (f"{self.key}{OPTION}{option}", gettext(title))
            for option, title in self.document.options.items()
        ]


@dataclass(frozen=True, slots=True)
class Overview:
    """What is to be printed, and all documents by their use."""

    lines: tuple[PaperLine, ...]
    out: tuple[tuple[Pairing, datetime], ...]
    """Matches without a result whose sheet was printed, and when."""

    @property
    def needed(self) -> list[PaperLine]:
        return [line for line in self.lines if line.is_needed]

    @property
    def together(self) -> list[PaperLine]:
        return [line for line in self.needed if A4 in line.document.papers]

    @property
    def groups(self) -> list[tuple[str, list[PaperLine]]]:
        """All papers by what they are for; other forms are at their document."""
        groups = [
            (
                gettext(group),
                [
                    line
                    for line in self.lines
                    if line.document.group == group and not line.document.form
                    if line.state != "nothing" or line.problem
                ],
            )
            for group in GROUPS
        ]
        return [(title, lines) for title, lines in groups if lines]

    @property
    def later(self) -> list[str]:
        """The names of papers that have nothing to print yet."""
        return [
            line.name
            for line in self.lines
            if line.state == "nothing" and not line.problem and not line.document.form
        ]


def overview_of(tournament: Tournament) -> Overview:
    """Return the print centre of a tournament.

    The queries are those of the documents that were printed and may have changed, and
    those that say whether a document has something to print.
    """
    stages = stages_of(tournament)
    printings = list(
        Printing.objects.filter(
            tournament=tournament, taken_back_at=None
        ).select_related("printed_by")
    )
    rows = Round.objects.filter(stage__tournament=tournament).select_related("draw")
    newest = {published.stage_id: published for published in rows.order_by("number")}
    unfinished = set(
        Pairing.objects.live()
        .with_match()
        .filter(tournament=tournament)
        .exclude(DECIDED)
        .values_list("draw__stage_id", flat=True)
        .distinct()
    )
    reader = _Reader(tournament, printings, several=len(stages) > 1)
    lines: list[PaperLine] = []
    for stage in stages:
        published = newest.get(stage.pk)  # a branch is on the papers of its root
        is_over = None if published is None else stage.pk not in unfinished
        if published is not None:
            published.stage = stage
            lines += reader.lines(ROUND.kind, published, is_over=is_over)
        lines += reader.lines(STAGE.kind, stage, is_over=is_over)
    reader.since = max((last.published_at for last in newest.values()), default=None)
    lines += reader.lines(TOURNAMENT.kind, tournament, is_over=None)
    return Overview(tuple(lines), sheets_out(tournament))


class _Reader:
    def __init__(
        self, tournament: Tournament, printings: Sequence[Printing], *, several: bool
    ) -> None:
        self.tournament = tournament
        self.printings = printings
        self.several = several
        self.since: datetime | None = None

    def lines(
        self, kind: str, subject: Any, *, is_over: bool | None
    ) -> Iterator[PaperLine]:
        """Yield the papers of a subject, and other forms of them that are needed.

        `is_over` says whether all matches are played, None before the first round.
        """
        due = {None: frozenset[str](), True: AFTERWARDS, False: NEEDED}[is_over]
        for document in registry.documents_of(kind, subject):
            for form in document.forms():
                if document.group and (form.key in due or not form.form):
                    yield self._line(form, subject, is_due=form.key in due)

    def _line(self, document: AnyDocument, subject: Any, *, is_due: bool) -> PaperLine:
        address = document.scope.address(subject)
        same = SHEETS if document.key in SHEETS else (document.key,)
        printed = [
            printing
            for printing in self.printings
            if printing.document in same and printing.address == address
        ]
        own = [line for line in printed if line.document == document.key]
        in_use = printed[-1].document if printed else same[0]
        is_due = is_due and document.key == in_use
        is_ready = document.is_ready(subject)
        values: dict[str, Any] = {}
        if is_ready:
            try:
                values = self._compared(document, subject, printed, is_due=is_due)
            except RuleError as error:
                values = {"problem": sentence(error)}
        # Lists that change with each match of a bracket or a club night are not due.
        changes_always = document.key in LISTS and not subject.stage.is_in_rounds
        return PaperLine(
            document=document,
            subject=subject,
            where=self._where(subject),
            last=own[-1] if own else None,
            is_due=is_due and not changes_always,
            is_ready=is_ready,
            **values,
        )

    def _where(self, subject: Any) -> str:
        stage = subject.stage if isinstance(subject, Round) else subject
        if not isinstance(stage, Stage):
            return ""
        names = [title_of(stage)] if self.several else []
        if isinstance(subject, Round) and stage.is_in_rounds:
            names.append(numbered_round(subject.number))
        return " · ".join(names)

    def _compared(
        self,
        document: AnyDocument,
        subject: object,
        printed: Sequence[Printing],
        *,
        is_due: bool,
    ) -> dict[str, Any]:
        """Return the changes of a document.

        If it was never printed, it is read only if it has sheets that are due. The
        emergency pack changes with each result: a newly published round outdates it.
        """
        own = [line for line in printed if line.document == document.key]
        sheets = document.by_sheet
        if not own and (sheets is None or not is_due):
            return {}
        if document.key == PACK:
            is_old = self.since is not None and own[-1].printed_at < self.since
            return {"is_changed": is_old}
        with speaking(self.tournament.paper_languages), public_names():
            if sheets is None:
                is_same = document.digest(document.values(subject)) == own[-1].basis
                return {"is_changed": not is_same}
            now = sheets.parts(sheets.due(subject))
        return {"news": sheet_changes(now, printed_parts(printed))}


def sheets_out(tournament: Tournament) -> tuple[tuple[Pairing, datetime], ...]:
    """Return the matches without a result whose sheet was printed, by their tables."""
    printings = Printing.objects.filter(
        tournament=tournament, document__in=SHEETS, taken_back_at=None
    )
    when: dict[int, datetime] = {
        int(number): printing.printed_at
        for printing in printings
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
    waiting = [row for row in rows if row.match and row.match_number in when]
    waiting.sort(key=lambda row: (row.table is None, row.table or 0, row.match_number))
    return tuple((row, when[row.match_number or 0]) for row in waiting)


def names_printed(tournament: Tournament) -> str:
    """Return the names on the papers of a tournament, to check fonts. One query."""
    entries = Entry.objects.filter(tournament=tournament)
    names = entries.values_list("player__name", "player__club")
    return " ".join((tournament.name, *(text for pair in names for text in pair)))
