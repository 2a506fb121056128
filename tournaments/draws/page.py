"""The page of a draw: what it is made of, its draft, and what can be done now."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest

from matches.jobs.models import Job
from matches.jobs.queue import job_error
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments import engine
from tournaments.draws.forms import DrawForm
from tournaments.draws.job import is_current
from tournaments.draws.publish_schedule import (
    ComingRound,
    coming_rounds,
    rounds_need_reason,
)
from tournaments.draws.queries import (
    Draft,
    draft_of,
    foreseen,
    resting_now,
)
from tournaments.draws.receipts import DrawReceipt, receipt_of
from tournaments.draws.request import (
    needs_reason,
)
from tournaments.engine.errors import ONLY_EACH_OTHER
from tournaments.engine.record import shortened
from tournaments.entries.queries import entry_names
from tournaments.rounds.acceleration import acceleration_in
from tournaments.rounds.draw_announcements import DrawAnnouncement
from tournaments.rounds.models import Draw
from tournaments.rounds.rests import RestRow, asked_in
from tournaments.rounds.rows import Names, note_texts
from tournaments.structure.models import Stage
from tournaments.structure.page import TournamentPage
from tournaments.structure.queries import stages_of
from tournaments.structure.words import misfit_texts
from tournaments.tables.next_steps import NextStep, next_step
from tournaments.tables.progress import DeskView, desk_view

WAITING = {Draw.State.ANNOUNCED, Draw.State.DRAFT}
"""States in which the page warns of a field that has changed since."""

LONGEST: Final = 10
"""No number of an entry has so many digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPage(TournamentPage):
    """The draw of the next round of a stage: a button, its progress, or the draft.

    `resting`: entries that sit the round out. `asked`: entries that ask to, by phone.
    `stale`: entries or results have changed since the draw. `reason` is what was typed.
    `may_at_once`: no pair was made, because the free players have just met. `receipt`
    is the receipt of an announced draw. `is_swap`: a swap was refused, with the entries
    that were `ticked` and its `swap_reason`. `needs_reason`: the round was drawn or
    announced before. `coming`: the rounds that the first one decides;
    `whole_needs_reason`: one of them was drawn before.
    """

    template = "tournaments/draws/draw.html"
    fragment = "tournaments/draws/_draw.html"
    tab = "draw"

    view: DeskView
    stages: Sequence[Stage]
    draft: Draft
    notes: Sequence[str]
    resting: Sequence[RestRow]
    acceleration: str
    asked: Sequence[RestRow]
    stale: bool
    form: DrawForm
    error: str
    may_at_once: bool
    reason: str
    is_swap: bool
    ticked: Collection[int]
    swap_reason: str
    receipt: DrawReceipt | None
    needs_reason: bool
    coming: Sequence[ComingRound]
    whole_needs_reason: bool

    @property
    def stage(self) -> Stage:
        """The stage."""
        return self.view.stage

    @property
    def left_over(self) -> Sequence[str]:
        """The names of the players who are not paired in a draft of a club night."""
        rows = [row.row for row in self.draft.rows]
        sides = [side for row in rows for side in (row.one, row.two) if side]
        paired = [side.name for side in sides]
        free = self.view.free if self.draft.rows else None
        return [name for name in free or () if name not in paired]

    @property
    def last_coming(self) -> int:
        """The last round that can be published together with the next one, or 0."""
        return self.coming[-1].number if self.coming else 0

    @property
    def first_whole(self) -> int:
        """The first round that would be published together with the others."""
        return self.draw.round_number if self.draw else self.view.round_number + 1

    @property
    def step(self) -> NextStep:
        """The next step."""
        return next_step(self.view)

    @property
    def draw(self) -> Draw | None:
        """The draw that is made, drafted or announced."""
        return self.view.draw

    @property
    def format(self) -> engine.Format:
        """How the stage pairs."""
        return engine.format_named(self.stage.format)

    @property
    def job(self) -> Job | None:
        """The job that makes the draw."""
        return self.draw.job if self.draw else None

    @property
    def job_error(self) -> str:
        """Why the draw was not made."""
        return job_error(self.job)

    @property
    def is_drawing(self) -> bool:
        """Whether the draw is being made."""
        return self.job is not None and self.job.is_open

    @property
    def was_ahead(self) -> bool:
        """Whether matches were open when it was drawn."""
        return self.draw is not None and self.draw.made_from.ahead

    @property
    def announced(self) -> bool:
        """Whether it is announced, and not drawn yet."""
        return self.draw is not None and self.draw.state == Draw.State.ANNOUNCED

    @property
    def short(self) -> str:
        """The fingerprint as it is read out."""
        return shortened(self.draw.digest) if self.draw else ""

    @property
    def announcement(self) -> DrawAnnouncement | None:
        """The announcement."""
        return self.draw.announcement if self.draw else None

    @property
    def swapped(self) -> list[tuple[str, str, str]]:
        """The swaps, with their reasons."""
        if self.draw is None:
            return []
        names = entry_names(self.stage) if self.draw.swaps else Names()
        return [
            (names[one], names[two], reason)
            for (one, two), reason in zip(
                self.draw.swaps, self.draw.reasons, strict=True
            )
        ]

    @property
    def is_again_open(self) -> bool:
        """Whether the form that draws again is open: it was sent, and refused."""
        return bool(self.reason or (self.error and not self.is_swap))

    @property
    def may_ahead(self) -> bool:
        """Whether a next round can be drawn while matches are played.

        A free club night has no rounds: free players are paired at any time.
        """
        is_open = bool(self.view.open_labels) and self.draw is None
        is_last = self.view.counts_rounds and not self.view.undrawn
        may = self.format.can_draw_ahead and not self.format.is_endless
        return may and is_open and not is_last


def draw_page(
    request: HttpRequest,
    stage: Stage,
    *,
    form: DrawForm | None,
    error: RuleError | None,
) -> DrawPage:
    """Return the page on which the next round of a stage is drawn.

    `form` is that of a POST that was refused, with its `error`; both are None for a
    GET.
    """
    tournament = stage.division.tournament
    view = desk_view(tournament, stage)
    drawn, number = view.draw, view.round_number + 1
    announced = drawn if drawn and drawn.state == Draw.State.ANNOUNCED else None
    coming = coming_rounds(stage, drawn) if drawn is None or drawn.is_draft else ()
    stages = stages_of(tournament)
    return DrawPage(
        tournament=tournament,
        view=view,
        stages=stages,
        draft=draft_of(drawn) if drawn and drawn.is_draft else Draft(),
        notes=[*_misfits(view, stages), *_notes(stage, view)],
        resting=resting_now(view.stage, drawn, number),
        acceleration=acceleration_in(
            view.stage, drawn.round_number if drawn else number
        ),
        asked=asked_in(view.stage, after=view.round_number),
        stale=drawn is not None and drawn.state in WAITING and not is_current(drawn),
        form=form or DrawForm(),
        error=answers.sentence(error) if error else _reason_error(form),
        may_at_once=error is not None and error.refusal is ONLY_EACH_OTHER,
        reason=request.POST.get("reason", ""),
        is_swap="swap_reason" in request.POST or "swap" in request.POST,
        ticked=_ticked(request),
        swap_reason=request.POST.get("swap_reason", "")[:200],
        receipt=receipt_of(request, announced) if announced else None,
        needs_reason=drawn is None and needs_reason(view.stage, number),
        coming=coming,
        whole_needs_reason=bool(coming) and rounds_need_reason(stage, coming[0].number),
    )


def _misfits(view: DeskView, stages: Sequence[Stage]) -> Iterator[str]:
    """Yield what the structure does not fit, while its first round is not public."""
    stage, field = view.stage, view.here
    if view.round_number or field < engine.FEWEST:
        return
    takes = [one.take for one in stages if one.source_id == stage.pk]
    yield from misfit_texts(field, groups=stage.options.get("groups", 1), takes=takes)


def _notes(stage: Stage, view: DeskView) -> Sequence[str]:
    """Return the remarks on the draw; before it, those that are known already."""
    notes = view.draw.remarks if view.draw else foreseen(view.stage)
    return note_texts(notes, entry_names(stage) if notes else Names())


def _ticked(request: HttpRequest) -> Collection[int]:
    """Return the numbers of the entries that were ticked for a swap."""
    sent = request.POST.getlist("swap")
    return {int(text) for text in sent if text.isdecimal() and len(text) < LONGEST}


def _reason_error(form: DrawForm | None) -> str:
    """Return the error of the reason, whose field is in several forms."""
    found = form.errors.get("reason") if form is not None else None
    return str(found[0]) if found else ""
