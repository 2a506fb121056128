"""Adding a webhook, sending it a test, switching it off, removing it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.roles import Act
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.api import delivering, webhooks
from tournaments.api.program_views import show_programs
from tournaments.api.webhook_form import WebhookForm
from tournaments.structure import access as structure_access


@require_POST
def webhook_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a webhook; its secret is shown once."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.INVITE
    )
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return show_programs(request, tournament, webhook_form=form)
    try:
        made = webhooks.add_webhook(tournament, form.cleaned_data["address"], by=user)
    except RuleError as error:
        form.add_error("address", answers.sentence(error))
        return show_programs(
            request,
            tournament,
            webhook_form=form,
            status=answers.status_of(error),
        )
    return show_programs(request, tournament, secret=made.secret)


@require_POST
def webhook_act(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Test a webhook, try it now, switch it off or on, remove it: `do` says which."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.INVITE
    )
    found = webhooks.webhook_at(tournament, pk)
    if found is None:
        raise Http404
    do = request.POST.get("do", "")
    if do == "test":
        webhooks.send_test(found)
        answers.tell(request, _("A test is on its way. Load the page again to see it."))
    elif do == "now":
        delivering.wake(found)
        answers.tell(request, _("It is tried now. Load the page again to see it."))
    elif do in {"on", "off"}:
        webhooks.switch(found, on=do == "on", by=user)
    elif do == "remove":
        webhooks.remove_webhook(found, by=user)
        answers.tell(
            request,
            _("%(address)s no longer gets messages.") % {"address": found.address},
        )
    return redirect("event_programs", slug=slug)
