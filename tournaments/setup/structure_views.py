"""The structure page, and pages for divisions and templates."""

from collections.abc import Callable
from typing import Final

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.rulebook.profile_words import origin, sections
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.entries.queries import numbers_of
from tournaments.setup import stage_services as service
from tournaments.setup import templates as template_service
from tournaments.setup.forms import DivisionForm, SideEventForm, TemplateForm
from tournaments.setup.models import Template
from tournaments.setup.page import RulesPanel
from tournaments.setup.queries import is_drawn, outline
from tournaments.structure import access as structure_access
from tournaments.structure.models import Tournament
from tournaments.structure.page import show
from tournaments.structure.queries import rules_of


@require_safe
def structure(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all divisions with their stages and the stages they feed."""
    tournament, _user = structure_access.tournament_for_director(request, slug)
    template = "tournaments/setup/structure.html"
    return show(request, template, tournament, blocks=outline(tournament))


# Divisions -----------------------------------------------------------------


@answers.form_page
def division_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a division: a name, and a card."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    form = SideEventForm(answers.posted(request))
    made = answers.made_with(
        form,
        lambda: service.add_division(
            tournament=tournament,
            plan=form.plan(),
            by=user,
            op=answers.op_of(request),
        ),
    )
    if made is not None:
        undo = reverse("division_remove", args=[slug, made.number])
        answers.tell(request, _("%(name)s is added.") % {"name": made}, undo_url=undo)
        return redirect("structure", slug=slug)
    op = answers.op_of(request) or answers.new_op()
    template = "tournaments/setup/division_new.html"
    return show(request, template, tournament, form=form, op=op)


@answers.form_page
def division_edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change the name of a division, and its rules while nothing is published."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    division = structure_access.division_for_director(tournament, number)
    profile = division.profile.profile
    drawn = is_drawn(division)
    first = DivisionForm.initial_of_house(rules_of(division)) | {
        "name": division.name,
        "starts_at": division.starts_at or None,
    }
    form = DivisionForm(answers.posted(request), initial=first, fixed=drawn)
    form.show_seen()
    if FILL_IN in request.POST and not drawn:
        sent, form = form, DivisionForm(initial=first | form.filled_in())
        form.show_seen(sent)
    elif form.is_valid():
        done = tried(
            form,
            lambda: service.change_division(
                tournament=tournament,
                number=number,
                name=form.cleaned_data["name"],
                rules=form.house(),
                starts_at=0 if drawn else form.cleaned_data["starts_at"] or 0,
                by=user,
            ),
        )
        if done is not None:
            answers.tell(request, _("Saved."))
            return redirect("structure", slug=slug)
    return show(
        request,
        "tournaments/setup/division_edit.html",
        tournament,
        form=form,
        division=division,
        drawn=drawn,
        house=RulesPanel(
            rules=sections(profile) if drawn else [],
            origin=origin(profile),
            filled_in=FILL_IN in request.POST,
        ),
    )


@answers.form_page
def division_remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask once, then remove a division in which no match was played."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    division = structure_access.division_for_director(tournament, number)
    return ask_removal(
        request,
        tournament,
        lambda: service.remove_division(tournament=tournament, number=number, by=user),
        name=str(division),
        entries=len(numbers_of(division)),
    )


@answers.form_page
def template_save(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the structure as a template for new tournaments."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    form = TemplateForm(answers.posted(request), initial={"name": tournament.name[:60]})
    made = answers.made_with(
        form,
        lambda: template_service.save_template(
            tournament=tournament, name=form.cleaned_data["name"], by=user
        ),
    )
    if made is not None:
        answers.tell(
            request,
            _("%(name)s has been added to the templates.") % {"name": made.name},
        )
        return redirect("structure", slug=slug)
    blocks = outline(tournament)
    template = "tournaments/setup/template_save.html"
    return show(request, template, tournament, form=form, blocks=blocks)


@answers.form_page
def template_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask once, then delete a template of the club."""
    user = accounts_access.allowed(request, Act.TEMPLATES)
    template = get_object_or_404(Template, pk=pk)
    if request.method == "POST":
        template_service.delete_template(template=template, by=user)
        answers.tell(request, _("%(name)s is deleted.") % {"name": template.name})
        return redirect("tournament_new")
    context = {"name": template.name}
    return answers.show(request, "tournaments/setup/template_delete.html", context)


FILL_IN: Final = "fill_in"
"""The name of the button that shows the fields of another choice and saves nothing."""


def ask_removal(
    request: HttpRequest,
    tournament: Tournament,
    act: Callable[[], str],
    /,
    *,
    name: str,
    entries: int = 0,
) -> HttpResponse:
    """Ask once, then call `act`, which removes something and returns its name.

    A refusal is shown on the page.
    """
    status = 200
    if request.method == "POST":
        try:
            removed = act()
        except RuleError as error:
            status = answers.refuse(request, error)
        else:
            answers.tell(request, _("%(name)s is removed.") % {"name": removed})
            return redirect("structure", slug=tournament.slug)
    return show(
        request,
        "tournaments/setup/structure_remove.html",
        tournament,
        status=status,
        name=name,
        entries=entries,
    )


def tried(form: Form, act: Callable[[], object]) -> object:
    """Return what an act makes with a form, or True for nothing; None if refused."""
    return answers.made_with(form, lambda: act() or True)
