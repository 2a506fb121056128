"""The page of a draw: what it is made of, its draft, and what can be done now."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from matches.jobs.queue import job_error
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments import engine
from tournaments.draws.forms import DrawForm
from tournaments.draws.job import is_current
from tournaments.draws.publish_schedule import coming_rounds, rounds_need_reason
from tournaments.draws.queries import (
    draft_of,
    draft_trees,
    foreseen,
    open_at_draw,
    resting_now,
)
from tournaments.draws.record import receipt_of
from tournaments.draws.request import needs_reason
from tournaments.draws.settings import DrawSettingsForm
from tournaments.engine.errors import ONLY_EACH_OTHER
from tournaments.engine.record import shortened
from tournaments.entries.queries import entry_names
from tournaments.rounds.models import Draw
from tournaments.rounds.rests import acceleration_in, asked_in
from tournaments.rounds.rows import Names, note_texts
from tournaments.structure.models import Stage
from tournaments.structure.queries import stages_of
from tournaments.structure.words import misfit_texts
from tournaments.tables.next_steps import next_step
from tournaments.tables.progress import DeskView, desk_view

LONGEST: Final = 10
"""No number of an entry has so many digits."""


def show_draw(
    request: HttpRequest,
    stage: Stage,
    *,
    form: DrawForm | None = None,
    settings: DrawSettingsForm | None = None,
    error: RuleError | None = None,
) -> HttpResponse:
    """Show the page on which the next round of a stage is drawn.

    `form` or `settings` was sent and refused, or an act with `error`.
    """
    context = _context(request, stage, form=form, settings=settings, error=error)
    if error is not None:
        status = answers.status_of(error)
    elif (form is not None and form.errors) or settings is not None:
        status = answers.REFUSED
    elif answers.is_fragment(request) and not context["is_drawing"]:
        status = answers.OVER
    else:
        status = 200
    template = "tournaments/draws/draw.html"
    fragment = "tournaments/draws/_draw.html"
    return answers.show(request, template, context, fragment=fragment, status=status)


def _context(
    request: HttpRequest,
    stage: Stage,
    *,
    form: DrawForm | None,
    settings: DrawSettingsForm | None,
    error: RuleError | None,
) -> dict[str, Any]:
    tournament = stage.division.tournament
    view, stages = desk_view(tournament, stage), stages_of(tournament)
    draw, number = view.draw, view.round_number + 1
    is_announced = draw is not None and draw.state == Draw.State.ANNOUNCED
    waits = draw is not None and (is_announced or draw.is_draft)
    is_settled = is_announced or view.round_number or view.is_endless
    coming = coming_rounds(stage, draw) if draw is None or draw.is_draft else ()
    shown = settings or (None if is_settled else DrawSettingsForm(view.stage))
    is_swap = "swap_reason" in request.POST or "swap" in request.POST
    reason = request.POST.get("reason", "")
    return {
        "tournament": tournament,
        "tab": "draw",
        "view": view,
        "stage": view.stage,
        "stages": stages,
        "format": engine.format_named(view.stage.format),
        "step": next_step(view),
        "draw": draw,
        "is_fragment": answers.is_fragment(request),
        "job": draw.job if draw else None,
        "job_error": job_error(draw.job if draw else None),
        "is_drawing": bool(draw and draw.job and draw.job.is_open),
        "is_announced": is_announced,
        "is_stale": bool(draw and waits and not is_current(draw)),
        "was_ahead": draw is not None and draw.made_from.ahead,
        "short": shortened(draw.digest) if draw else "",
        "receipt": receipt_of(request, draw) if is_announced else None,
        "settings": shown,
        "settings_sent": settings is not None,
        "notes": [*_misfits(view, stages, shown), *_notes(stage, view)],
        "resting": resting_now(view.stage, draw, number),
        "acceleration": acceleration_in(
            view.stage, draw.round_number if draw else number
        ),
        "asked": asked_in(view.stage, after=view.round_number),
        "form": form or DrawForm(),
        "error": answers.sentence(error) if error else _reason_error(form),
        "may_at_once": error is not None and error.refusal is ONLY_EACH_OTHER,
        "reason": reason,
        "is_again_open": bool(reason or (error and not is_swap)),
        "ticked": _ticked(request),
        "swap_reason": request.POST.get("swap_reason", "")[:200],
        "needs_reason": draw is None and needs_reason(view.stage, number),
        "may_ahead": _may_ahead(view),
        "coming": coming,
        "last_coming": coming[-1].number if coming else 0,
        "first_whole": draw.round_number if draw else number,
        "whole_needs_reason": bool(coming)
        and rounds_need_reason(stage, coming[0].number),
        **(_draft(view, draw) if draw and draw.is_draft else {}),
    }


def _draft(view: DeskView, draw: Draw) -> dict[str, Any]:
    """Return what the page shows of a draft."""
    rows = draft_of(draw)
    names = entry_names(draw.stage) if draw.swaps else Names()
    sides = [side for row in rows for side in (row.one, row.two) if side]
    paired = {side.side.name for side in sides}
    return {
        "rows": rows,
        "trees": draft_trees(draw, rows) if draw.stage.is_plan else (),
        "tables": sum(row.two is not None for row in rows),
        "open_labels": open_at_draw(draw),
        "left_over": [name for name in view.free or () if name not in paired],
        "swapped": [
            (names[one], names[two], reason)
            for (one, two), reason in zip(draw.swaps, draw.reasons, strict=True)
        ],
    }


def _may_ahead(view: DeskView) -> bool:
    """Return True if a next round can be drawn while matches are played.

    A free club night has no rounds: free players are paired at any time.
    """
    known = engine.format_named(view.stage.format)
    is_last = view.counts_rounds and not view.undrawn
    is_open = bool(view.open_labels) and view.draw is None
    return known.can_draw_ahead and not known.is_endless and is_open and not is_last


def _misfits(
    view: DeskView, stages: Sequence[Stage], settings: DrawSettingsForm | None
) -> Iterator[str]:
    """Yield what the structure does not fit, while its first round is not public."""
    stage, field = view.stage, view.here
    if view.round_number or field < engine.FEWEST:
        return
    takes = [other.take for other in stages if other.source_id == stage.pk]
    yield from misfit_texts(field, groups=stage.options.get("groups", 1), takes=takes)
    yield from settings.warnings() if settings else ()


def _notes(stage: Stage, view: DeskView) -> Sequence[str]:
    """Return the remarks on the draw; before it, those that are known already."""
    notes = view.draw.remarks if view.draw else foreseen(view.stage)
    return note_texts(notes, entry_names(stage) if notes else Names())


def _ticked(request: HttpRequest) -> set[int]:
    """Return the numbers of the entries that were ticked for a swap."""
    sent = request.POST.getlist("swap")
    return {int(text) for text in sent if text.isdecimal() and len(text) < LONGEST}


def _reason_error(form: DrawForm | None) -> str:
    """Return the error of the reason, whose field is in several forms."""
    errors = form.errors.get("reason") if form is not None else None
    return str(errors[0]) if errors else ""
