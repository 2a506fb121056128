"""Sign-ups in words: their states, and the table that is saved as a file."""

from typing import Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.web.tables import ExportTable, TableColumn
from tournaments.signups.models import SignUp, SignUpList
from tournaments.signups.queries import in_order
from tournaments.signups.queue import State

STATE_WORDS: Final = {
    State.ASKED: _("to be confirmed"),
    State.WAITING: _("waiting"),
    State.OFFERED: _("offered a place"),
    State.IN: _("has a place"),
    State.DECLINED: _("declined"),
    State.CANCELLED: _("cancelled"),
    State.LAPSED: _("did not answer"),
}


def standing_sentence(person: SignUp, number: int) -> str:
    """Return where somebody stands; `number` is that on the waiting list."""
    stands = person.stands
    if stands == State.WAITING:
        text = gettext(
            "You are number %(number)s on the waiting list. You move up automatically "
            "when a place becomes free."
        )
        return text % {"number": number}
    if stands == State.OFFERED and person.answer_by:
        by = date_format(localtime(person.answer_by), "SHORT_DATETIME_FORMAT")
        text = gettext("A place is free for you. Accept it by %(time)s.")
        return text % {"time": by}
    return str(_STANDING.get(stands, _STANDING[State.CANCELLED]))


_STANDING: Final = {
    State.ASKED: _("A director will confirm your place. Check back here."),
    State.IN: _("You have a place."),
    State.DECLINED: _("A director has declined your sign-up."),
    State.LAPSED: _(
        "You did not accept the place in time, so you are no longer signed up."
    ),
    State.CANCELLED: _("You are no longer signed up."),
}


def people_table(row: SignUpList) -> ExportTable:
    """Return everybody who signed up for a list, with what they typed."""
    columns = [
        TableColumn("state", gettext("State")),
        TableColumn("name", gettext("Name")),
        TableColumn("club", gettext("Club")),
        TableColumn("country", gettext("Country")),
        TableColumn("contact", gettext("Phone or email")),
        TableColumn("signed_up", gettext("Signed up")),
        *(
            TableColumn(f"question_{number}", question)
            for number, question in enumerate(row.asked, start=1)
        ),
    ]
    blank = [""] * len(row.asked)
    rows = [
        [
            str(STATE_WORDS[person.stands]),
            *(person.name, person.club, person.country, person.contact),
            localtime(person.created_at).isoformat(" ", "minutes"),
            *[*person.answers, *blank][: len(row.asked)],
        ]
        for person in in_order(row.sign_ups.all())
    ]
    return ExportTable(gettext("Sign-up"), columns, rows)
