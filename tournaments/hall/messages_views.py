"""The buttons of a player's own page that tell the director, and those of the desk."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.roles import Act
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.entries.options.apply import reenter
from tournaments.hall import messages as services
from tournaments.hall.messages import entry_key, message_for_desk, own_entry
from tournaments.hall.models import MessageKind
from tournaments.structure import access as structure_access

BACK = "back"
"""The button that takes back what was told."""


@require_POST
def tell_director(
    request: HttpRequest, link_key: str, slug: str, *, number: int
) -> HttpResponse:
    """Tell the director what a button of the own page says, or take it back."""
    player, entry = own_entry(link_key, slug, number)
    kind = request.POST.get("kind", "")
    try:
        if kind == BACK:
            services.take_back_message(entry, player=player)
            answers.tell(request, _("Cancelled."))
        elif kind in MessageKind.values:
            services.send_message(entry, MessageKind(kind), player=player)
            answers.tell(request, _("The director has been notified."))
        else:
            answers.refuse_text(request, _("Choose one of the buttons below."))
    except RuleError as error:
        answers.refuse(request, error)
    return redirect(f"{reverse('personal', args=[link_key])}#tell-{entry_key(entry)}")


@require_POST
def message_done(
    request: HttpRequest, slug: str, *, pk: int, version: int
) -> HttpResponse:
    """Mark a message as done; a re-entry that it asks for can be made with it."""
    message, user = message_for_desk(request, slug, pk)
    try:
        with transaction.atomic():
            services.finish_message(message, version=version, by=user)
            if "reenter" in request.POST:
                structure_access.tournament_for_director(request, slug, Act.ENTRIES)
                applied = reenter(message.entry, by=user)
                answers.tell(
                    request,
                    f"{message.entry.player.name}: {applied.choice.title}",
                    undo_url=reverse("amendment_undo", args=[slug, applied.undo.pk]),
                )
                return redirect("tournament_desk", slug=slug)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("tournament_desk", slug=slug)
    back = reverse("message_back", args=[slug, pk, message.version])
    answers.tell(request, _("Marked as done."), undo_url=back)
    return redirect("tournament_desk", slug=slug)


@require_POST
def message_back(
    request: HttpRequest, slug: str, *, pk: int, version: int
) -> HttpResponse:
    """Undo that a message was marked as done, or redo it."""
    message, user = message_for_desk(request, slug, pk)
    try:
        services.undo_message_done(message, version=version, by=user)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("tournament_desk", slug=slug)
    forth = reverse("message_back", args=[slug, pk, message.version])
    answers.tell(request, _("Undone."), redo_url=forth)
    return redirect("tournament_desk", slug=slug)
