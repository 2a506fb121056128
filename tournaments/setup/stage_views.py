"""Pages on which stages are added, changed and removed."""

from collections.abc import Callable, Mapping
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.web import answers
from tournaments.setup import stage_services as service
from tournaments.setup.forms import StageAnswers, StageForm
from tournaments.setup.house_form import FILL_IN
from tournaments.setup.presets import FINAL_FORMAT
from tournaments.setup.queries import are_drawn, plans_of
from tournaments.setup.structure_views import ask_removal, tried
from tournaments.structure import access as structure_access
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.names import CONSOLATION, FINAL, LAST_CHANCE
from tournaments.structure.page import show
from tournaments.structure.plan import (
    ALL_ROUNDS,
    BRANCH,
    StagePlan,
    dropping_rounds,
    format_of,
)
from tournaments.structure.queries import stage_label, stages_of

FINALISTS: Final = 4
SHORTER: Final = 2
"""By how many points a bracket of losers is suggested shorter than its parent."""


@answers.form_page
def stage_edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change a stage: all of it, or what concerns rounds that are not drawn yet."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    stages = stages_of(tournament)
    stage = _found(stages, number)
    drawn = are_drawn([stage.root])
    about = StageAnswers(
        before=_plan_of(stages, stage),
        profile=stage.division.profile.profile,
        sources=_sources(stages, stage),
        source=None if stage.source is None else stage.source.number,
        drawn=drawn,
    )

    def save(form: StageForm) -> bool:
        service.change_stage(
            tournament=tournament,
            number=number,
            plan=form.plan(),
            source=form.source_number(),
            by=user,
        )
        answers.tell(request, _("Saved."))
        return True

    return _stage_page(
        request,
        tournament,
        about,
        heading={
            "title": stage_label(stage),
            "fed_by": _fed_by(stages, stage),
            "is_new": False,
        },
        save=save,
    )


@answers.form_page
def stage_after(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Add a stage for the entrants in the first places of another one."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    source = _found(stages_of(tournament), number)
    before = StagePlan(
        name=FINAL,
        format=FINAL_FORMAT,
        match_length=source.match_length,
        rounds=ALL_ROUNDS,
        options={"seeded": FINALISTS},
        take=FINALISTS,
    )
    about = StageAnswers(
        before=before,
        profile=source.division.profile.profile,
        sources=[(source.number, stage_label(source))],
        source=source.number,
    )

    def save(form: StageForm) -> bool:
        made = service.add_stage(
            tournament=tournament,
            after=number,
            plan=form.plan(),
            by=user,
            op=answers.op_of(request),
        )
        _tell_added(request, tournament, made)
        return True

    return _stage_page(
        request,
        tournament,
        about,
        heading={"title": _("A stage after %(name)s") % {"name": stage_label(source)}},
        save=save,
    )


@answers.form_page
def stage_losers(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Add a bracket for the losers of another one."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    stages = stages_of(tournament)
    parent = _found(stages, number)
    before = StagePlan(
        name=LAST_CHANCE if parent.is_branch else CONSOLATION,
        format=BRANCH,
        match_length=max(parent.match_length - SHORTER, 1),
        options=_free_rounds(stages, parent),
        parent=0,
    )
    about = StageAnswers(before=before, profile=parent.division.profile.profile)

    def save(form: StageForm) -> bool:
        made = service.add_branch(
            tournament=tournament,
            of=number,
            plan=form.plan(),
            by=user,
            op=answers.op_of(request),
        )
        _tell_added(request, tournament, made)
        return True

    label = stage_label(parent)
    title = _("A bracket for the losers of %(name)s") % {"name": label}
    return _stage_page(
        request, tournament, about, heading={"title": title, "fed_by": label}, save=save
    )


@answers.form_page
def stage_remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask once, then remove a stage that was not drawn and feeds no other."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    stage = _found(stages_of(tournament), number)
    return ask_removal(
        request,
        tournament,
        lambda: service.remove_stage(tournament=tournament, number=number, by=user),
        name=stage_label(stage),
    )


def _stage_page(
    request: HttpRequest,
    tournament: Tournament,
    about: StageAnswers,
    /,
    *,
    heading: Mapping[str, object],
    save: Callable[[StageForm], bool],
) -> HttpResponse:
    """Show the form of a stage, or save it and go to the structure page.

    `heading`: its title, and `fed_by`, the title of the bracket whose losers play here.
    """
    form = StageForm(answers.posted(request), about)
    form.show_seen()
    if FILL_IN in request.POST:
        sent, form = form, StageForm(None, about, initial=form.filled_in())
        form.show_seen(sent)
    elif form.is_valid() and tried(form, lambda: save(form)):
        return redirect("structure", slug=tournament.slug)
    return show(
        request,
        "tournaments/setup/stage_edit.html",
        tournament,
        form=form,
        about=about,
        op=answers.op_of(request) or answers.new_op(),
        heading={"fed_by": "", "is_new": True, **heading},
    )


def _tell_added(request: HttpRequest, tournament: Tournament, made: Stage) -> None:
    answers.tell(
        request,
        _("%(name)s is added.") % {"name": stage_label(made)},
        undo_url=reverse("stage_remove", args=[tournament.slug, made.number]),
    )


def _found(stages: list[Stage], number: int) -> Stage:
    for stage in stages:
        if stage.number == number:
            return stage
    raise Http404


def _plan_of(stages: list[Stage], stage: Stage) -> StagePlan:
    rows = [other for other in stages if other.division_id == stage.division_id]
    return plans_of(rows)[rows.index(stage)]


def _sources(stages: list[Stage], stage: Stage) -> list[tuple[int, str]]:
    """Return the stages that can feed a stage: those before it in its division."""
    return [
        (other.number, stage_label(other))
        for other in stages
        if other.division_id == stage.division_id
        and other.number < stage.number
        and not format_of(other.format).is_endless
    ]


def _fed_by(stages: list[Stage], stage: Stage) -> str:
    """Return the name of the bracket whose losers play here, empty for no branch."""
    names = {stage.pk: stage_label(stage) for stage in stages}
    return "" if stage.parent_id is None else names[stage.parent_id]


def _free_rounds(stages: list[Stage], parent: Stage) -> dict[str, int]:
    """Return the first round whose losers have no bracket yet, as options.

    Empty if no losers have one yet, or all have.
    """
    taken = [
        dropping_rounds(stage.options).stop
        for stage in stages
        if stage.parent_id == parent.pk
    ]
    after = max(taken, default=1)
    return {"first": after} if 1 < after < ALL_ROUNDS else {}
