"""Pages of signing up: the public form, one's own page, and the desk's list."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.outgoing.models import Notification, Recipient
from matches.outgoing.sender import has_mail, has_push, may_send
from matches.outgoing.views import Back, choices
from matches.players.links import hash_of
from matches.rules.refusals import RuleError
from matches.web import answers, form_keys, throttle
from matches.web.qr import qr_address
from matches.web.tables import tables_as
from tournaments.entries.queries import division_numbered, divisions_of
from tournaments.results.amendments.models import Amendment
from tournaments.signups import services
from tournaments.signups.forms import SignUpForm, SignUpListForm
from tournaments.signups.models import SignUp, SignUpList
from tournaments.signups.panels import OWN
from tournaments.signups.queries import (
    in_order,
    is_shut,
    lists_of,
    number_in_queue,
    numbers_of,
    people_meant,
)
from tournaments.signups.queue import State
from tournaments.signups.words import STATE_WORDS, people_table, standing_sentence
from tournaments.structure import access as structure_access
from tournaments.structure.models import Division, Visibility
from tournaments.structure.page import show

FREE_PER_ADDRESS: Final = 30
"""Sign-ups from one address in a quarter of an hour; a hall shares its address."""
MESSAGES_SHOWN: Final = 100
TOO_MANY: Final = 429
GONE: Final = 404
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,9}")


Told = tuple[str, Amendment | None]
"""What an act of the desk says, and its undo."""


# Visitors ------------------------------------------------------------------


@never_cache
@answers.form_page
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form of a tournament; sign somebody up."""
    tournament = structure_access.tournament_for_public(request, slug)
    all_numbers = [numbers_of(row) for row in lists_of(tournament)]
    if not all_numbers:
        raise Http404
    sent = answers.posted(request)
    wanted = (sent or request.GET).get("division", "")
    numbers = next(
        (some for some in all_numbers if str(some.row.division.number) == wanted),
        next((some for some in all_numbers if some.is_open), all_numbers[0]),
    )
    form = SignUpForm(sent, row=numbers.row)
    if sent is not None and form.is_valid():
        if throttle.count("sign-up", throttle.address_of(request)) > FREE_PER_ADDRESS:
            form.add_error(None, _("Too many sign-ups from here. Wait 15 minutes."))
            form.refused_with = TOO_MANY  # type: ignore[attr-defined]
        else:
            person = answers.made_with(
                form,
                lambda: form_keys.made_once(
                    answers.op_of(request),
                    SignUp,
                    lambda: services.sign_up(numbers.row, form.typed),
                ),
            )
            if person is not None:
                answers.tell(request, _("You have signed up."))
                return redirect(person)
    return answers.show(
        request,
        "tournaments/signups/sign_up.html",
        {
            "tournament": tournament,
            "all_numbers": all_numbers,
            "numbers": numbers,
            "form": form,
            "op": answers.op_of(request) or answers.new_op(),
        },
        status=answers.status_with(form),
    )


@never_cache
@answers.form_page
def own_sign_up(request: HttpRequest, key: str) -> HttpResponse:
    """Show somebody their sign-up; change it, accept a place, cancel."""
    person = _person_at(key)
    if person is None:
        throttle.count_wrong_code(request)
        page = "tournaments/signups/unknown.html"
        answer = answers.show(request, page, {}, status=GONE)
        return throttle.slow_wrong_code(request, answer)
    do = request.POST.get("do", "")
    form = SignUpForm(
        request.POST if do == "change" else None, row=person.sign_up_list, person=person
    )
    if request.method == "POST":
        done = None
        if do == "change":
            done = answers.made_with(
                form, lambda: services.change_own(person, form.typed)
            )
        elif do in _OWN_ACTS:
            done = answers.made(request, lambda: _OWN_ACTS[do][0](person))
        if done is not None:
            answers.tell(
                request, _OWN_ACTS[do][1]() if do in _OWN_ACTS else _("Saved.")
            )
            return redirect("own_sign_up", key=key)
        person.refresh_from_db()
    address = request.build_absolute_uri(reverse("own_sign_up", args=[key]))
    stands = person.stands
    return answers.show(
        request,
        "tournaments/signups/own.html",
        {
            "person": person,
            "tournament": person.sign_up_list.division.tournament,
            "stands": stands,
            "sentence": standing_sentence(
                person, number_in_queue(person) if stands == State.WAITING else 0
            ),
            "payment": OWN.of(person)["payment"],
            "has_messages": may_send() and (has_mail() or has_push()),
            "form": form,
            "address": address,
            "qr": qr_address(address, in_capitals=False),
        },
        status=answers.status_with(form),
    )


@never_cache
@answers.form_page
def own_sign_up_messages(request: HttpRequest, key: str) -> HttpResponse:
    """Let somebody who signed up choose what they are told."""
    person = _person_at(key)
    if person is None:
        throttle.count_wrong_code(request)
        raise Http404
    recipient = person.recipient or Recipient()
    back = Back(reverse("own_sign_up", args=[key]), _("Your sign-up"))
    answer = choices(request, recipient, back=back)
    if recipient.pk and person.recipient_id != recipient.pk:
        person.recipient = recipient
        person.save(update_fields=["recipient"])
    return answer


_OWN_ACTS: Final[Mapping[str, tuple[Any, Any]]] = {
    "accept": (services.accept, lambda: _("You have a place.")),
    "cancel": (services.cancel, lambda: _("You are no longer signed up.")),
}


def _person_at(key: str) -> SignUp | None:
    rows = SignUp.objects.select_related(
        "sign_up_list__division__tournament", "entry", "recipient"
    )
    rows = rows.exclude(
        sign_up_list__division__tournament__visibility=Visibility.PRIVATE
    )
    return rows.filter(
        link_hash=hash_of(key.replace("\x00", "")),
        sign_up_list__division__tournament__deleted_at__isnull=True,
    ).first()


# The desk ------------------------------------------------------------------


@answers.form_page
def sign_ups(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who has signed up; open and close the list, and change its settings."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ADD_ENTRY
    )
    division = division_numbered(tournament, request.GET.get("division", ""))
    row = SignUpList.objects.filter(division=division).first()
    if request.method != "POST":
        return _show_desk(request, division, SignUpListForm(instance=row))
    form = SignUpListForm(
        request.POST, instance=SignUpList.objects.filter(division=division).first()
    )
    changed = answers.made_with(
        form,
        lambda: services.change_list(division, by=user, **_settings(request, form)),
        field="opens_at",
    )
    if changed is None:
        return _show_desk(request, division, form)
    answers.tell(
        request, _("Sign-up is closed.") if is_shut(changed) else _("Sign-up is open.")
    )
    return _back(division)


@require_POST
def sign_up_acts(request: HttpRequest, slug: str) -> HttpResponse:
    """Confirm, decline or reinstate the people who are ticked."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ADD_ENTRY
    )
    division = division_numbered(tournament, request.GET.get("division", ""))
    row = get_object_or_404(
        SignUpList.objects.select_related("division__tournament"), division=division
    )
    ticked = [key for key in request.POST.getlist("who") if _NUMBER.fullmatch(key)]
    do = request.POST.get("do", "")
    if not ticked:
        answers.refuse_text(request, _("Select the players first."))
        return _back(division)
    try:
        text, undo = _DESK_ACTS[do](row, ticked, request.POST, by=user)
    except KeyError as error:
        raise Http404 from error
    except RuleError as error:
        answers.refuse(request, error)
    else:
        back = "" if undo is None else reverse("amendment_undo", args=[slug, undo.pk])
        answers.tell(request, text, undo_url=back)
    return _back(division)


def _confirm(
    row: SignUpList, ticked: Sequence[str], sent: QueryDict, *, by: User
) -> Told:
    chosen = {int(key): sent.get(f"player-{key}", "") for key in ticked}
    beyond = sent.get("do") == "let_in"
    inside, waiting, undo = services.confirm(row, chosen, by=by, beyond=beyond)
    texts = []
    if inside:
        text = ngettext(
            "%(count)s player has a place.", "%(count)s players have a place.", inside
        )
        texts.append(text % {"count": inside})
    if waiting:
        text = ngettext(
            "%(count)s player is waiting.", "%(count)s players are waiting.", waiting
        )
        texts.append(text % {"count": waiting})
    return " ".join(texts), undo


def _decline(
    row: SignUpList, ticked: Sequence[str], _sent: QueryDict, *, by: User
) -> Told:
    people = services.people_at(row, map(int, ticked))
    names = [services.decline(person, by=by).name for person in people]
    return _("Declined: %(names)s.") % {"names": ", ".join(names)}, None


def _reinstate(
    row: SignUpList, ticked: Sequence[str], _sent: QueryDict, *, by: User
) -> Told:
    people = services.people_at(row, map(int, ticked))
    names = [services.reinstate(person, by=by).name for person in people]
    text = _("To be confirmed: %(names)s.") % {"names": ", ".join(names)}
    return text, None


_DESK_ACTS: Final[Mapping[str, Callable[..., Told]]] = {
    "confirm": _confirm,
    "let_in": _confirm,
    "decline": _decline,
    "reinstate": _reinstate,
}


@require_safe
def sign_ups_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Send the people of a list as a file, with what they typed."""
    tournament, _user = structure_access.tournament_for_director(
        request, slug, Act.ADD_ENTRY
    )
    division = division_numbered(tournament, request.GET.get("division", ""))
    row = get_object_or_404(SignUpList, division=division)
    return tables_as(kind, f"{slug}-sign-up", lambda: [people_table(row)])


def _show_desk(
    request: HttpRequest, division: Division, form: SignUpListForm
) -> HttpResponse:
    row = SignUpList.objects.filter(division=division).first()
    people = in_order(row.sign_ups.select_related("entry", "recipient")) if row else []
    live = [person for person in people if person.is_live]
    meant = people_meant(division, live)
    slug = division.tournament.slug
    return show(
        request,
        "tournaments/signups/sign_ups.html",
        division.tournament,
        tab="entries",
        division=division,
        divisions=divisions_of(division.tournament),
        row=row,
        numbers=numbers_of(row) if row else None,
        form=form,
        people=[
            (person, STATE_WORDS[person.stands], meant.get(person.pk))
            for person in live
        ],
        gone=[
            (person, STATE_WORDS[person.stands])
            for person in people
            if not person.is_live
        ],
        messages_sent=Notification.objects.filter(about=division.tournament.subject)[
            :MESSAGES_SHOWN
        ],
        file_query=f"division={division.number}",
        is_private=division.tournament.visibility == Visibility.PRIVATE,
        address=request.build_absolute_uri(reverse("sign_up", args=[slug])),
    )


def _settings(request: HttpRequest, form: SignUpListForm) -> dict[str, Any]:
    """Return the settings; a button opens the list now, or closes it."""
    given, now = dict(form.cleaned_data), timezone.now()
    opens, closes = given["opens_at"], given["closes_at"]
    if "now" in request.POST:
        given["opens_at"] = now
        given["closes_at"] = closes if closes and closes > now else None
    elif "shut" in request.POST and opens and opens < now:
        given["closes_at"] = now  # who is filling in the form is told so
    elif "shut" in request.POST:
        given["opens_at"] = None
    return given


def _back(division: Division) -> HttpResponse:
    address = reverse("sign_ups", args=[division.tournament.slug])
    return redirect(f"{address}?division={division.number}")
