"""Pages of messages: what a person wants, stopping all, and the administrator's."""

import logging
from http import HTTPStatus
from smtplib import SMTPException
from typing import Final, NamedTuple

from django.conf import settings
from django.core.mail.backends.smtp import EmailBackend
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from matches.accounts.access import allowed
from matches.accounts.roles import Act
from matches.outgoing import push, recipients, sender
from matches.outgoing.delivery import email_of, reason
from matches.outgoing.forms import ChoicesForm, PhoneForm, TestForm
from matches.outgoing.kinds import Letter
from matches.outgoing.models import Notification, NotificationState, Phone, Recipient
from matches.players import identity as players_access
from matches.players.links import hash_of
from matches.web import answers, throttle

SHOWN: Final = 30
"""The number of messages on the administrator's page."""

logger = logging.getLogger(__name__)


class Back(NamedTuple):
    """The page from which a person came, and its name."""

    url: str
    label: str


# People --------------------------------------------------------------------


@never_cache
@answers.form_page
def chosen(request: HttpRequest, key: str) -> HttpResponse:
    """Let whoever has a message choose what they are told; see `choices`."""
    return choices(request, _recipient(request, key), proves=True)


@never_cache
@csrf_exempt
@answers.form_page
def stop(request: HttpRequest, key: str) -> HttpResponse:
    """Stop all messages: mail programs post here without a cookie (RFC 8058)."""
    recipient = _recipient(request, key)
    if request.method == "POST":
        recipients.stop(recipient)
        answers.tell(request, _("You get no more messages."))
    return redirect("messages_chosen", key=key)


@never_cache
@answers.form_page
def own_messages(request: HttpRequest, link_key: str) -> HttpResponse:
    """Let a player choose by the personal link; see `choices`."""
    player = players_access.player_of_link(link_key)
    rows = Recipient.objects.filter(player=player).order_by("pk")
    back = Back(reverse("personal", args=[player.link_key]), player.name)
    return choices(request, rows.first() or Recipient(player=player), back=back)


def choices(
    request: HttpRequest,
    recipient: Recipient,
    *,
    back: Back | None = None,
    proves: bool = False,
) -> HttpResponse:
    """Show what a person wants to be told; change it, stop all, add this phone.

    A recipient without a row gets one when something is saved. `proves`: the visitor
    can read the messages, and so may start them again.
    """
    do = request.POST.get("do", "")
    form = ChoicesForm(request.POST if do == "save" else None, recipient=recipient)
    if do == "phone":
        return _add_phone(request, recipient)
    if do == "save" and form.is_valid():
        given = form.cleaned_data
        if "email" in given:
            recipients.set_email(recipient, given["email"])
        language = get_language() or ""
        recipients.choose(recipient, given["kinds"], language=language)
        answers.tell(request, _("Saved."))
        return redirect(request.path)
    if do in {"stop", "start", "phone_off"} and recipient.pk:
        answers.tell(request, _act(do, recipient, request, proves=proves))
        return redirect(request.path)
    return answers.show(
        request,
        "matches/outgoing/choices.html",
        {
            "recipient": recipient,
            "form": form,
            "back": back,
            "is_on": sender.may_send(),
            "has_mail": sender.has_mail(),
            "has_push": sender.has_push(),
            "push_key": push.public_key() if sender.has_push() else "",
            "phones": recipient.phones.count() if recipient.pk else 0,
        },
    )


def _act(do: str, recipient: Recipient, request: HttpRequest, *, proves: bool) -> str:
    """Do what a button says; return what was done."""
    if do == "stop":
        recipients.stop(recipient)
        return _("You get no more messages.")
    if do == "phone_off":
        Phone.objects.filter(recipient=recipient).delete()
        return _("Phone messages turned off.")
    if proves or not recipient.email:
        recipients.start(recipient)
        return _("You get messages again.")
    recipients.ask_to_start(recipient)
    return _("Check your email for a link that starts messages again.")


def _add_phone(request: HttpRequest, recipient: Recipient) -> HttpResponse:
    form = PhoneForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=answers.REFUSED)
    if recipient.pk is None:
        recipient.language = get_language() or ""
        recipient.save()
    recipients.add_phone(recipient, **form.cleaned_data)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _recipient(request: HttpRequest, key: str) -> Recipient:
    hashed = hash_of(key.replace("\x00", ""))
    recipient = Recipient.objects.filter(link_hash=hashed).first()
    if recipient is None:
        throttle.count_wrong_code(request)
        raise Http404
    return recipient


# The administrator ---------------------------------------------------------


@answers.form_page
def site_messages(request: HttpRequest) -> HttpResponse:
    """Show by what this site sends messages; send a test, begin and stop sending."""
    user = allowed(request, Act.CLUB)
    do = request.POST.get("do", "")
    form = TestForm(request.POST if do == "test" and sender.has_mail() else None)
    if form.is_valid():
        error = _test(form.cleaned_data["email"])
        if not error:
            text = _("Test message sent to %(email)s.")
            answers.tell(request, text % {"email": form.cleaned_data["email"]})
            return redirect("site_messages")
        text = _("The mail server says: %(reason)s")
        form.add_error("email", text % {"reason": error})
    if do in {"begin", "end"}:
        (sender.begin if do == "begin" else sender.end)(by=user)
        return redirect("site_messages")
    waiting = Notification.objects.waiting()
    return answers.show(
        request,
        "matches/outgoing/site.html",
        {
            "form": form,
            "is_on": sender.may_send(),
            "has_mail": sender.has_mail(),
            "has_push": sender.has_push(),
            "is_demo": settings.DEMO,
            "host": f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}",
            "is_encrypted": settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL,
            "from_email": settings.DEFAULT_FROM_EMAIL,
            "waiting": waiting.count(),
            "phones": Phone.objects.count(),
            "failed": Notification.objects.filter(state=NotificationState.FAILED)[
                :SHOWN
            ],
            "late": waiting.exclude(answer="")[:SHOWN],
        },
    )


def _test(email: str) -> str:
    """Send a test message now; return what went wrong, "" for nothing."""
    letter = Letter(
        title=_("Test message"),
        lines=(_("Email from this site works."),),
        path=reverse("site_messages"),
        link=_("Messages"),
    )
    recipient = Recipient(email=email, language=get_language() or "")
    try:
        EmailBackend().send_messages([email_of(recipient, letter)])
    except (OSError, SMTPException) as error:
        logger.info("the test message was not sent: %s", error)
        return reason(error)
    return ""
