"""The page of the tokens and webhooks of one tournament."""

from functools import partial

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches.accounts.access import password_again
from matches.accounts.roles import Act
from matches.api.tokens import TokenForm, end_token, tokens_of
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.api import webhooks
from tournaments.api.models import Webhook
from tournaments.structure import access as structure_access
from tournaments.structure.models import Tournament
from tournaments.structure.page import show

for_director = partial(structure_access.tournament_for_director, act=Act.INVITE)
NO_WEB_ADDRESS = gettext_lazy(
    "Enter a web address that begins with http:// or https://."
)


class WebhookForm(forms.Form):
    address = forms.URLField(
        label=gettext_lazy("Address"),
        max_length=300,
        assume_scheme="https",
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
        # A web address without a password.
        validators=[RegexValidator(r"^https?://[^/?#@]*([/?#]|$)", NO_WEB_ADDRESS)],
    )


@answers.form_page
@password_again
def event_programs(request: HttpRequest, slug: str) -> HttpResponse:
    """List the tokens for a tournament; make another one."""
    tournament, user = for_director(request, slug)
    form = TokenForm(answers.posted(request))
    token = form.made(request, user, tournament.pk, subject=tournament.subject)
    return _page(request, tournament, form=TokenForm() if token else form, token=token)


@require_POST
@password_again
def webhook_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a webhook; its secret is shown once."""
    tournament, user = for_director(request, slug)
    form = WebhookForm(request.POST)
    made = answers.made_with(
        form,
        lambda: webhooks.add_webhook(tournament, form.cleaned_data["address"], by=user),
        field="address",
    )
    if made is None:
        return _page(request, tournament, webhook_form=form)
    return _page(request, tournament, secret=made.secret)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: TokenForm | None = None,
    webhook_form: WebhookForm | None = None,
    token: str = "",
    secret: str = "",
) -> HttpResponse:
    """Show the page; `token` and `secret` were just made, and are shown once."""
    sent = form or webhook_form
    return show(
        request,
        "tournaments/api/programs.html",
        tournament,
        tab="helpers",
        status=answers.status_with(sent) if sent else 200,
        form=form or TokenForm(),
        tokens=tokens_of(tournament.pk),
        token=token,
        webhooks=webhooks.webhooks_of(tournament),
        webhook_form=webhook_form or WebhookForm(),
        secret=secret,
        op=answers.new_op(),
        frame=request.build_absolute_uri(reverse("embed", args=[tournament.slug]))
        if settings.EMBED_SITES
        else "",
    )


@require_POST
def end_event_program(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament, user = for_director(request, slug)
    end_token(request, pk, event=tournament.pk, by=user, subject=tournament.subject)
    return redirect("event_programs", slug=slug)


@require_POST
def webhook_act(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Test a webhook, try it now, switch it off or on, remove it: `do` says which."""
    tournament, user = for_director(request, slug)
    webhook = get_object_or_404(Webhook, tournament=tournament, pk=pk)
    match request.POST.get("do"):
        case "test":
            try:
                webhooks.send_test(webhook)
            except RuleError as error:
                answers.refuse(request, error)
            else:
                told = _("Test sent. Reload the page to see the result.")
                answers.tell(request, told)
        case "now":
            webhooks.wake(webhook)
            answers.tell(request, _("Retrying. Reload the page to see the result."))
        case "on" | "off" as way:
            webhooks.switch(webhook, on=way == "on", by=user)
        case "remove":
            webhooks.remove_webhook(webhook, by=user)
            told = _("%(address)s no longer gets messages.")
            answers.tell(request, told % {"address": webhook.address})
    return redirect("event_programs", slug=slug)
