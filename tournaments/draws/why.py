"""The reasons of a pairing as a page shows them, with names and links."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.rules.refusals import Message
from matches.web.decorators import heavy
from tournaments.brackets import BracketWords, bracket_of
from tournaments.engine import DrawnPairing as Paired
from tournaments.engine import (
    DrawnRound,
    Note,
    PairReasons,
    StageState,
    explain,
    format_named,
)
from tournaments.engine.state import ENTRANT_PARAMS
from tournaments.rounds import access as rounds_access
from tournaments.rounds import engine_state
from tournaments.rounds.models import Draw, Pairing
from tournaments.rounds.public_page import show_public
from tournaments.structure import access as structure_access
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Entry, Stage

SLOT: Final = "slot"
BY_HAND = Message("draw.by_hand", "A director made this pairing after the draw.")


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons of one pairing in the reader's language, with linked names.

    `unavailable` has, for each of the two, the name and what ruled out other opponents.
    """

    pairing: Pairing
    facts: Sequence[SafeString]
    unavailable: Sequence[tuple[str, Sequence[SafeString]]]
    next_best: Sequence[SafeString]

    @property
    def label(self) -> str:
        """The label of the match (M7), empty for a bye and in a draft."""
        number = self.pairing.match_number
        return f"M{number}" if number else ""


def draw_to_explain(stage: Stage, pk: int, *, drafts: bool) -> Draw | None:
    """Return a published draw of a stage or its root; with `drafts` also a draft."""
    states = [Draw.State.PUBLISHED, *([Draw.State.DRAFT] if drafts else [])]
    return Draw.objects.filter(pk=pk, stage=stage.root.pk, state__in=states).first()


def reasons_of(root: Stage, draw: Draw, position: int) -> Reasons | None:
    """Return the reasons of the pairing at a position, None if there is none.

    Two queries; for a bracket those of the bracket and of its state.
    """
    rows = list(
        draw.pairings.filter(leg=1)
        .select_related("entry_1__player", "entry_2__player", "match")
        .order_by("position")
    )
    row = next((row for row in rows if row.position == position), None)
    if row is None:
        return None
    reasons = _explained(root, draw, rows, row=row)
    return _told(root, draw, row, found=reasons)


def _explained(
    root: Stage, draw: Draw, rows: Sequence[Pairing], *, row: Pairing
) -> PairReasons:
    """Return the engine's reasons; of a bracket as it stands now."""
    state = _state(root, draw)
    known = {entrant.number for entrant in state.entrants}
    if not _numbers(row) <= known:
        return PairReasons((Note(BY_HAND), *_paired(row).notes))
    drawn = DrawnRound(
        round=draw.round_number,
        pairings=tuple(
            _paired(pairing) for pairing in rows if _numbers(pairing) <= known
        ),
        lots=draw.lot_of,
    )
    return explain(
        state,
        drawn,
        _paired(row),
        slot=row.slot,
        swaps=draw.swaps,
    )


def _state(root: Stage, draw: Draw) -> StageState:
    is_drawn = draw.state == Draw.State.PUBLISHED
    if is_drawn and format_named(draw.algorithm).plan is not None:
        return engine_state.load(root)
    return draw.made_from


def _numbers(row: Pairing) -> set[int]:
    return {entry.number for entry in (row.entry_1, row.entry_2) if entry is not None}


def _paired(row: Pairing) -> Paired:
    return Paired(
        row.entry_1.number,
        row.entry_2.number if row.entry_2 else None,
        row.reasons,
    )


def _told(root: Stage, draw: Draw, row: Pairing, *, found: PairReasons) -> Reasons:
    notes = [*found.facts, *found.unavailable, *found.next_best]
    people = _people(draw, notes)
    words = _Words(
        links={
            number: format_html(
                '<a href="{}">{}</a>', reverse("player", args=[key]), name
            )
            for number, (name, key) in people.items()
        },
        slots=_slots(root, row, notes),
    )
    return Reasons(
        pairing=row,
        facts=words.texts(found.facts),
        unavailable=_by_side(row, found.unavailable, words),
        next_best=words.texts(found.next_best),
    )


@dataclass(frozen=True, slots=True)
class _Words:
    """The texts in the sentences: entries by number, matches by slot of the plan."""

    links: Mapping[int, SafeString]
    slots: Mapping[int, str]

    def texts(self, notes: Iterable[Note]) -> tuple[SafeString, ...]:
        """Return the sentences of notes, each once."""
        return tuple(dict.fromkeys(self.text(note) for note in notes))

    def text(self, note: Note) -> SafeString:
        """Return a sentence in which everything but the links is escaped."""
        values = {key: self._value(key, value) for key, value in note.params.items()}
        sentence = conditional_escape(gettext(note.message.english)) % values
        return mark_safe(sentence)  # noqa: S308 - every part is escaped

    def _value(self, key: str, value: object) -> SafeString:
        shown = value
        if isinstance(value, int) and key in ENTRANT_PARAMS:
            shown = self.links.get(value) or f"#{value}"
        elif isinstance(value, int) and key == SLOT:
            shown = self.slots.get(value, value)
        return conditional_escape(
            shown if isinstance(shown, SafeString) else str(shown)
        )


def _by_side(
    row: Pairing, notes: Sequence[Note], words: _Words
) -> Sequence[tuple[str, Sequence[SafeString]]]:
    """Return notes by the entrant they are about; others come first, without a name."""
    sides: dict[int, str] = {0: ""}
    for entry in (row.entry_1, row.entry_2):
        if entry is not None:
            sides[entry.number] = entry.player.name
    found: dict[int, list[Note]] = {number: [] for number in sides}
    for note in notes:
        side = note.params.get("entrant")
        found[side if isinstance(side, int) and side in sides else 0].append(note)
    return [
        (name, words.texts(found[number]))
        for number, name in sides.items()
        if found[number]
    ]


def _people(draw: Draw, notes: Iterable[Note]) -> dict[int, tuple[str, str]]:
    """Return name and key of the entries in notes, by number. One query."""
    numbers = set(_values(notes, *ENTRANT_PARAMS))
    rows = Entry.objects.filter(
        division__stages=draw.stage_id, number__in=numbers
    ).values_list("number", "player__name", "player__key")
    return {number: (name, key) for number, name, key in rows}


def _slots(root: Stage, row: Pairing, notes: Iterable[Note]) -> Mapping[int, str]:
    """Return the names of a bracket's matches in notes, by slot."""
    numbers = set(_values(notes, SLOT))
    bracket = bracket_of(root) if numbers else None
    if bracket is None:
        return {}
    words, slots = BracketWords(bracket), bracket.course.slots
    here = slots[row.slot].node.section if row.slot else bracket.section_of(root)
    return {
        number: words.match(slots[number].node, seen_from=here) for number in numbers
    }


def _values(notes: Iterable[Note], *keys: str) -> Iterator[int]:
    for note in notes:
        for key in keys:
            value = note.params.get(key)
            if isinstance(value, int):
                yield value


A_DAY: Final = 24 * 3600


@heavy
@require_safe
def why_pair(
    request: HttpRequest, slug: str, stage: int, *, pk: int, position: int
) -> HttpResponse:
    """Explain a pairing or a bye; of a draft to directors only."""
    mark = structure_access.mark_for_public(request, slug)
    header = rounds_access.header_for_public(mark, stage)
    tournament = header.tournament.pk
    may_draw = accounts_access.is_allowed(request, Act.DRAW, tournament)
    draw = draw_to_explain(header.stage, pk, drafts=may_draw)
    found = _kept(header.stage.root, draw, position, mark=mark) if draw else None
    if draw is None or found is None:
        raise Http404
    return show_public(
        request,
        "tournaments/draws/why.html",
        header=header,
        mark=mark,
        address=request.path,
        draw=draw,
        is_draft=draw.is_draft,
        reasons=found,
    )


def _kept(
    root: Stage, draw: Draw, position: int, *, mark: TournamentMark
) -> Reasons | None:
    """Return the reasons as of `mark`, cached because a large round takes long."""
    if draw.is_draft:
        return reasons_of(root, draw, position)
    key = f"why:{draw.pk}:{position}:{mark.text}:{get_language()}"
    found: Reasons | None = caches["kept"].get(key)
    if found is None:
        found = reasons_of(root, draw, position)
        caches["kept"].set(key, found, A_DAY)
    return found
