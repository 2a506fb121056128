"""What a tournament is made of: looked at, divisions, and kept as a template."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches import access as match_access
from matches import web
from matches.profile_words import origin, sections
from tournaments import access
from tournaments.models import Division, Round, Template, Tournament
from tournaments.selectors.structure import outline, rules_of
from tournaments.services import structure as service
from tournaments.services import templates as template_service
from tournaments.structure_forms import DivisionForm, SideEventForm, TemplateForm
from tournaments.views.structure_pages import FILL_IN, ask_removal, show_form, tried


@require_safe
def structure(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all divisions with their stages and what leads where."""
    tournament, _user = access.tournament_for_director(request, slug)
    context = {"tournament": tournament, "blocks": outline(tournament)}
    return render(request, "tournaments/director/structure.html", context)


# Divisions -----------------------------------------------------------------


@web.form_page
def division_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a division: a card under a name."""
    tournament, user = access.tournament_for_director(request, slug)
    form = SideEventForm(web.posted(request))
    if form.is_valid():
        made = tried(
            form,
            lambda: service.add_division(
                tournament=tournament, plan=form.plan(), by=user
            ),
        )
        if made is not None:
            undo = reverse("division_remove", args=[slug, made.number])
            web.tell(request, _("%(name)s is added.") % {"name": made}, undo_url=undo)
            return redirect("structure", slug=slug)
    return show_form(request, tournament, form, page="division_new")


@web.form_page
def division_edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change a division's name, and its rules while nothing is published."""
    tournament, user = access.tournament_for_director(request, slug)
    division = _division(tournament, number)
    profile = division.profile.profile
    drawn = Round.objects.filter(stage__division=division).exists()
    first = DivisionForm.initial_of_house(rules_of(division)) | {"name": division.name}
    form = DivisionForm(web.posted(request), initial=first, fixed=drawn)
    if FILL_IN in request.POST and not drawn:
        form = DivisionForm(initial=first | form.filled_in())
    elif form.is_valid():
        done = tried(
            form,
            lambda: service.change_division(
                tournament=tournament,
                number=number,
                name=form.cleaned_data["name"],
                rules=form.house(),
                by=user,
            ),
        )
        if done is not None:
            web.tell(request, _("The division is saved."))
            return redirect("structure", slug=slug)
    return show_form(
        request,
        tournament,
        form,
        page="division_edit",
        division=division,
        rules=sections(profile) if drawn else [],
        origin=origin(profile),
        filled_in=FILL_IN in request.POST,
    )


@web.form_page
def division_remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Remove a division nobody has played in, after one question."""
    tournament, user = access.tournament_for_director(request, slug)
    division = _division(tournament, number)
    return ask_removal(
        request,
        tournament,
        lambda: service.remove_division(tournament=tournament, number=number, by=user),
        name=str(division),
        entries=division.entries.count(),
    )


@web.form_page
def template_save(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep the structure under a name, to make other tournaments from."""
    tournament, user = access.tournament_for_director(request, slug)
    form = TemplateForm(web.posted(request), initial={"name": tournament.name[:60]})
    if form.is_valid():
        made = tried(
            form,
            lambda: template_service.save_template(
                tournament=tournament, name=form.cleaned_data["name"], by=user
            ),
        )
        if made is not None:
            web.tell(
                request,
                _("%(name)s is among the cards of new tournaments now.")
                % {"name": made.name},
            )
            return redirect("structure", slug=slug)
    return show_form(
        request, tournament, form, page="template_save", blocks=outline(tournament)
    )


@web.form_page
def template_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a club's own template, after one question."""
    user = match_access.director(request)
    template = get_object_or_404(Template, pk=pk)
    if request.method == "POST":
        template_service.delete_template(template=template, by=user)
        web.tell(request, _("%(name)s is deleted.") % {"name": template.name})
        return redirect("tournament_new")
    context = {"template": template}
    return render(request, "tournaments/director/template_delete.html", context)


def _division(tournament: Tournament, number: int) -> Division:
    return get_object_or_404(
        Division.objects.select_related("profile", "tournament"),
        tournament=tournament,
        number=number,
    )
