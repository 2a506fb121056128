"""The draw page: drawing a round, changing its draft, publishing it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.documents import services as documents_services
from matches.jobs import tasks
from matches.jobs.models import Job
from matches.jobs.queue import job_error
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments import engine
from tournaments.draws.forms import (
    AnnounceDrawForm,
    DrawForm,
    RedrawReasonForm,
    SwapForm,
)
from tournaments.draws.job import is_current
from tournaments.draws.numbers import numbers_of
from tournaments.draws.publish import (
    first_unplayed,
    last_together,
    publish_round,
    take_back_round,
)
from tournaments.draws.publish_schedule import (
    ComingRound,
    coming_rounds,
    publish_schedule,
    rounds_need_reason,
)
from tournaments.draws.queries import (
    Draft,
    draft_of,
    foreseen,
    numbers_in,
    resting_now,
)
from tournaments.draws.receipts import DrawReceipt, receipt_of
from tournaments.draws.request import (
    announce_draw,
    needs_reason,
    pair_at_once,
    request_draw,
)
from tournaments.draws.request import call_off as discard
from tournaments.draws.swap import swap as swap_entries
from tournaments.engine.errors import ONLY_EACH_OTHER
from tournaments.engine.record import shortened
from tournaments.engine.schedule import has_schedule
from tournaments.entries.queries import entry_names
from tournaments.progress.next_steps import NextStep, next_step
from tournaments.progress.queries import DeskView, desk_view
from tournaments.rounds import access as rounds_access
from tournaments.rounds.acceleration import acceleration_in
from tournaments.rounds.draw_announcements import DrawAnnouncement
from tournaments.rounds.models import Draw
from tournaments.rounds.rests import RestRow, asked_in
from tournaments.rounds.rows import Names, is_endless, note_texts
from tournaments.structure import access as structure_access
from tournaments.structure.models import Stage
from tournaments.structure.page import TournamentPage
from tournaments.structure.queries import FIRST, stage_url, stages_of

UNDO = "undo"
"""The parameter by which the undo of publishing says that it is one."""

WAITING = {Draw.State.ANNOUNCED, Draw.State.DRAFT}
"""States in which the page warns of a field that has changed since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPage(TournamentPage):
    """The draw of the next round of a stage: a button, its progress, or the draft.

    `resting`: entries that sit the round out. `asked`: entries that ask to, by phone.
    `stale`: entries or results have changed since the draw. `reason` is what was typed.
    `may_at_once`: nobody was paired because the free players have just met. `receipt`
    is the receipt of an announced draw, and `sent` the number of numbers that phones
    have sent. `needs_reason`: the round was drawn or announced before. `coming`: the
    rounds that the first one decides; `whole_needs_reason`: one of them was drawn
    before.
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
    announce_form: AnnounceDrawForm
    error: str
    may_at_once: bool
    reason: str
    receipt: DrawReceipt | None
    needs_reason: bool
    sent: int
    coming: Sequence[ComingRound]
    whole_needs_reason: bool

    @property
    def stage(self) -> Stage:
        """The stage."""
        return self.view.stage

    @property
    def left_over(self) -> Sequence[str]:
        """The names of the players who are not paired in a draft of a club night."""
        rows = [one.row for one in self.draft.rows]
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
    def may_ahead(self) -> bool:
        """Whether a next round can be drawn while matches are played.

        A free club night has no rounds: whoever is free is paired at any time.
        """
        is_open = bool(self.view.open_labels) and self.draw is None
        is_last = self.view.counts_rounds and not self.view.undrawn
        may = self.format.can_draw_ahead and not self.format.is_endless
        return may and is_open and not is_last


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackPage(TournamentPage):
    """The question before a round, or several together, are taken back.

    `first` is the first round of which nothing is played, with `more_url` to take back
    all of those. `is_endless`: a free club night, which has pairings and no rounds.
    """

    template = "tournaments/draws/take_back.html"
    tab = "draw"

    number: int
    last: int
    first: int
    more_url: str
    form: RedrawReasonForm
    is_endless: bool


@answers.form_page
def draw(request: HttpRequest, slug: str, stage: int = FIRST) -> HttpResponse:
    """Show the draw of the next round: a button, its progress, or the draft."""
    tournament, user = structure_access.tournament_for_director(request, slug, Act.DRAW)
    chosen = structure_access.stage_for_director(tournament, stage)
    if chosen.is_branch:
        return redirect(stage_url(chosen.root, "draw"))
    if request.method != "POST":
        return _show(request, chosen, form=DrawForm())
    form = DrawForm(request.POST)
    terms = AnnounceDrawForm(request.POST if "announce" in request.POST else None)
    if not form.is_valid() or (terms.is_bound and not terms.is_valid()):
        return _show(request, chosen, form=form, terms=terms)
    if "whole" in request.POST:
        reason = form.cleaned_data["reason"].strip()
        return _publish_whole(request, chosen, reason=reason, user=user)
    try:
        asked = _ask(request, chosen, form=form, terms=terms, user=user)
    except RuleError as error:
        return _show(request, chosen, form=form, terms=terms, error=error)
    if form.cleaned_data["call"] and engine.format_named(chosen.format).is_endless:
        response = _call_at_once(request, chosen, asked, user=user)
    else:
        if asked.job_id is not None:
            tasks.send_on_commit(asked.job_id)
        response = redirect(stage_url(chosen, "draw"))
    return response


def _call_at_once(
    request: HttpRequest, stage: Stage, draw: Draw, *, user: User
) -> HttpResponse:
    """Make a requested draw in this request and publish it without showing a draft.

    If it fails, or a worker has taken it, its page is shown.
    """
    tournament = stage.division.tournament
    if draw.job_id is not None:
        tasks.run_job(draw.job_id)
    draw.refresh_from_db(fields=["state"])
    if not draw.is_draft:
        return redirect(stage_url(stage, "draw"))
    try:
        published = publish_round(draw_id=draw.pk, tournament=tournament, by=user)
    except RuleError as error:
        return _show(request, stage, error=error)
    documents_services.prepare("score-sheets", published.round)
    answers.tell(request, _("The new pairings are public."))
    return redirect("tournament_desk", slug=tournament.slug)


def _ask(
    request: HttpRequest,
    stage: Stage,
    *,
    form: DrawForm,
    terms: AnnounceDrawForm,
    user: User,
) -> Draw:
    """Announce a draw, or request it."""
    given = form.cleaned_data
    what: dict[str, Any] = {
        "tournament": stage.division.tournament,
        "stage": stage,
        "reason": given["reason"].strip(),
        "ahead": given["ahead"],
        "by": user,
    }
    if terms.is_bound:
        return announce_draw(sources=terms.sources(), **what)
    if given["at_once"] or "at_once" in request.GET:
        locked = stage.division.tournament
        reason = what["reason"]
        return pair_at_once(tournament=locked, stage=stage, reason=reason, by=user)
    return request_draw(seed=form.chosen(), **what)


@require_POST
def call_off(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Discard an announced draw or a draft. Its number stays on record."""
    tournament, user = structure_access.tournament_for_director(request, slug, Act.DRAW)
    found = rounds_access.draw_for_director(tournament, pk)
    try:
        discard(draw_id=found.pk, tournament=tournament, by=user)
    except RuleError as error:
        return _show(request, found.stage, error=error)
    answers.tell(request, _("The draw is cancelled."))
    return redirect(stage_url(found.stage, "draw"))


@require_POST
def swap(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Swap two players of the draft."""
    tournament, user = structure_access.tournament_for_director(request, slug, Act.DRAW)
    found = rounds_access.draw_for_director(tournament, pk)
    form = SwapForm(request.POST, numbers=numbers_in(found))
    pair = form.pair() if form.is_valid() else None
    try:
        swap_entries(
            draw_id=found.pk,
            tournament=tournament,
            first=pair[0] if pair else 0,
            second=pair[1] if pair else 0,
            reason=form.cleaned_data.get("swap_reason", "").strip(),
            by=user,
        )
    except RuleError as error:
        return _show(request, found.stage, error=error)
    answers.tell(request, _("The two players have changed places."))
    return redirect(stage_url(found.stage, "draw"))


@require_POST
def publish(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Publish the draft, and start printing its score sheets."""
    tournament, user = structure_access.tournament_for_director(request, slug, Act.DRAW)
    seen = request.POST.get("swaps", "")[:4]
    swaps = int(seen) if seen.isdecimal() else 0
    if "whole" in request.POST:
        chosen = rounds_access.stage_of_draw(tournament, pk)
        reason = request.POST.get("reason", "").strip()[:200]
        return _publish_whole(
            request, chosen, draft=pk, swaps=swaps, reason=reason, user=user
        )
    try:
        published = publish_round(
            draw_id=pk, tournament=tournament, swaps=swaps, by=user
        )
    except RuleError as error:
        return _show(request, rounds_access.stage_of_draw(tournament, pk), error=error)
    documents_services.prepare("score-sheets", published.round)
    values = {"number": published.round.number}
    if is_endless(published.round.stage):
        answers.tell(request, _("The new pairings are public."))
    elif published.changed:
        answers.tell(request, _("Round %(number)s is public.") % values)
    else:
        messages.info(request, _("Round %(number)s was already public.") % values)
    return redirect("tournament_desk", slug=slug)


def _publish_whole(
    request: HttpRequest,
    stage: Stage,
    *,
    draft: int | None = None,
    swaps: int = 0,
    reason: str,
    user: User,
) -> HttpResponse:
    """Publish all rounds that are known beforehand, with one undo for them."""
    tournament = stage.division.tournament
    try:
        made = publish_schedule(
            tournament=tournament,
            stage=stage,
            draft=draft,
            swaps=swaps,
            reason=reason,
            by=user,
        )
    except RuleError as error:
        return _show(request, stage, error=error)
    if not made:
        messages.info(request, _("All these rounds were already public."))
        return redirect("tournament_desk", slug=tournament.slug)
    documents_services.prepare("score-sheets", made[0])
    first = made[0].number
    answers.tell(
        request,
        _("Rounds %(number)s to %(last)s are public.")
        % {"number": first, "last": made[-1].number},
        undo_url=f"{stage_url(stage, 'take_back', first)}?{UNDO}=1",
    )
    return redirect("tournament_desk", slug=tournament.slug)


@answers.form_page
def take_back(
    request: HttpRequest, slug: str, number: int, *, stage: int = FIRST
) -> HttpResponse:
    """Take back the last round, with a reason, while no match of it has begun.

    Of a schedule several rounds are taken back together, from this one on. The undo of
    publishing has its own reason.
    """
    tournament, user = structure_access.tournament_for_director(request, slug, Act.DRAW)
    chosen = structure_access.stage_for_director(tournament, stage)
    rounds_access.round_for_public(chosen, number)
    form = RedrawReasonForm(answers.posted(request))
    last = last_together(chosen, number)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"].strip()
        if UNDO in request.GET:
            reason = reason or _("Published by mistake.")
        try:
            done = take_back_round(
                round_number=number,
                tournament=tournament,
                stage=chosen,
                reason=reason,
                by=user,
            )
        except RuleError as error:
            form.add_error(None, answers.sentence(error))
        else:
            text = _("Round %(number)s is taken back.")
            if last > number:
                text = _("Rounds %(number)s to %(last)s are taken back.")
            answers.tell(
                request,
                text % {"number": number, "last": last},
                undo_url=reverse("amendment_undo", args=[slug, done.pk]),
            )
            return redirect(stage_url(chosen, "draw"))
    page = _take_back_page(chosen, number, last, form=form)
    status = answers.REFUSED if form.is_bound else 200
    return answers.show_page(request, page, status=status)


def _take_back_page(
    stage: Stage, number: int, last: int, *, form: RedrawReasonForm
) -> TakeBackPage:
    first = first_unplayed(stage) if has_schedule(stage.format) else number
    return TakeBackPage(
        tournament=stage.division.tournament,
        number=number,
        last=last,
        first=first,
        more_url=stage_url(stage, "take_back", first) if first < number else "",
        form=form,
        is_endless=is_endless(stage),
    )


def _show(
    request: HttpRequest,
    stage: Stage,
    *,
    form: DrawForm | None = None,
    terms: AnnounceDrawForm | None = None,
    error: RuleError | None = None,
) -> HttpResponse:
    page = _draw_page(request, stage, form=form, terms=terms, error=error)
    if any(one is not None and one.errors for one in (form, terms)):
        status = answers.REFUSED
    elif error is not None:
        status = answers.status_of(error)
    elif answers.is_fragment(request) and not page.is_drawing:
        status = answers.OVER
    else:
        status = 200
    return answers.show_page(request, page, status=status)


def _draw_page(
    request: HttpRequest,
    stage: Stage,
    *,
    form: DrawForm | None,
    terms: AnnounceDrawForm | None,
    error: RuleError | None,
) -> DrawPage:
    tournament = stage.division.tournament
    view = desk_view(tournament, stage)
    drawn, number = view.draw, view.round_number + 1
    announced = drawn if drawn and drawn.state == Draw.State.ANNOUNCED else None
    coming = coming_rounds(stage, drawn) if drawn is None or drawn.is_draft else ()
    return DrawPage(
        tournament=tournament,
        view=view,
        stages=stages_of(tournament),
        draft=draft_of(drawn) if drawn and drawn.is_draft else Draft(),
        notes=_notes(stage, view),
        resting=resting_now(view.stage, drawn, number),
        acceleration=acceleration_in(
            view.stage, drawn.round_number if drawn else number
        ),
        asked=asked_in(view.stage, after=view.round_number),
        stale=drawn is not None and drawn.state in WAITING and not is_current(drawn),
        form=form or DrawForm(),
        announce_form=terms or AnnounceDrawForm(),
        error=answers.sentence(error) if error else _reason_error(form),
        may_at_once=error is not None and error.refusal is ONLY_EACH_OTHER,
        reason=request.POST.get("reason", ""),
        receipt=receipt_of(request, announced) if announced else None,
        needs_reason=drawn is None and needs_reason(view.stage, number),
        sent=len(numbers_of(announced)) if announced else 0,
        coming=coming,
        whole_needs_reason=bool(coming) and rounds_need_reason(stage, coming[0].number),
    )


def _notes(stage: Stage, view: DeskView) -> Sequence[str]:
    """Return the remarks on the draw; before it, those that are known already."""
    notes = view.draw.remarks if view.draw else foreseen(view.stage)
    return note_texts(notes, entry_names(stage) if notes else Names())


def _reason_error(form: DrawForm | None) -> str:
    """Return the error of the reason, whose field is in several forms."""
    found = form.errors.get("reason") if form is not None else None
    return str(found[0]) if found else ""
