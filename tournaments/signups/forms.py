"""Forms of signing up: the list's settings, and what a person types."""

from typing import Any, Final

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.players.names import read_club, read_name
from matches.players.shown import Shown
from matches.players.views import read_typed
from tournaments.entries.pairs import is_for_pairs, names_of_pair
from tournaments.rounds.announcements.bulletin import MomentField
from tournaments.signups.models import SignUp, SignUpList

MOST_QUESTIONS: Final = 8
LONGEST_ANSWER: Final = 200
SHOWN_SALT: Final = "tournaments.signups.form"
FASTEST_SECONDS: Final = 2
"""A person needs longer to fill in the form; programs do not."""
LONGEST_SECONDS: Final = 12 * 3600


class SignUpListForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in stubs only
    """When and how people can sign up."""

    opens_at = MomentField(label=_("Opens"))
    closes_at = MomentField(label=_("Closes"))

    class Meta:
        model = SignUpList
        fields = (
            *("places", "opens_at", "closes_at", "is_reviewed", "answer_hours"),
            *("asks_contact", "questions"),
        )
        help_texts = {
            "places": _("0: any number."),
            "answer_hours": _(
                "How long a free place is held for the first player on the "
                "waiting list. 0: they get it automatically."
            ),
            "questions": _("One question per line, for example: Do you need a board?"),
        }
        widgets = {"questions": forms.Textarea(attrs={"rows": 3})}

    def clean_questions(self) -> str:
        """Refuse more questions than a form should have."""
        typed = str(self.cleaned_data["questions"])
        if len([line for line in typed.splitlines() if line.strip()]) > MOST_QUESTIONS:
            raise ValidationError(
                gettext("At most %(count)s questions.") % {"count": MOST_QUESTIONS}
            )
        return typed

    def clean(self) -> dict[str, Any]:
        """Refuse an end before the beginning."""
        given = super().clean() or {}
        opens, closes = given.get("opens_at"), given.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", gettext("Enter a time after it opens."))
        return given


class SignUpForm(forms.Form):
    """What a person types to sign up for a list."""

    name = forms.CharField(label=_("Name"), max_length=80)
    club = forms.CharField(label=_("Club"), max_length=80, required=False)
    country = forms.CharField(label=_("Country"), max_length=40, required=False)
    contact = forms.CharField(
        label=_("Phone or email"),
        max_length=120,
        required=False,
        help_text=_("Only the organisers see it."),
    )
    shown = forms.ChoiceField(
        label=_("Show my name as"), choices=Shown.choices, required=False
    )

    def __init__(
        self,
        sent: QueryDict | None = None,
        *,
        row: SignUpList,
        person: SignUp | None = None,
    ) -> None:
        initial: dict[str, Any] = {}
        if person is not None:
            initial |= {
                name: getattr(person, name)
                for name in ("name", "club", "country", "contact", "shown")
            }
            for number, answer in enumerate(person.answers):
                initial[f"answer_{number}"] = answer
        super().__init__(sent, initial=initial)
        self.is_new: Final = person is None
        self.shown_at: Final = _shown_at(sent)
        self.is_pair: Final = is_for_pairs(row.division)
        if self.is_pair:
            self.fields["name"].label = _("Both names")
            self.fields["name"].help_text = _("For example: Anna Berg & Bo Holm.")
        if not row.asks_contact:
            del self.fields["contact"]
        for number, question in enumerate(row.asked):
            self.fields[f"answer_{number}"] = forms.CharField(
                label=question, max_length=LONGEST_ANSWER, required=False
            )
        self.questions: Final = len(row.asked)
        self.order_fields(
            [
                *("name", "club", "country", "contact"),
                *(f"answer_{number}" for number in range(self.questions)),
                "shown",
            ]
        )

    def clean_name(self) -> str:
        """Read the name as a pasted list does; a pair has two."""
        name = read_typed(read_name, self.cleaned_data["name"])
        if self.is_pair and names_of_pair(name) is None:
            raise ValidationError(
                gettext("Enter both full names: Anna Berg & Bo Holm.")
            )
        return name

    def clean_contact(self) -> str:
        """Refuse what was meant as an e-mail address and is none."""
        contact = str(self.cleaned_data["contact"])
        if "@" in contact:
            validate_email(contact)
        return contact

    def clean_club(self) -> str:
        """Read the club as a pasted list does."""
        return read_typed(read_club, self.cleaned_data["club"])

    def clean_country(self) -> str:
        """Read the country as a club is read."""
        return read_typed(read_club, self.cleaned_data["country"])

    def clean(self) -> dict[str, Any]:
        """Refuse what a program has sent, in words that a person can act on."""
        given = super().clean() or {}
        if self.is_new and (self.data.get("website") or not self._took_time()):
            raise ValidationError(gettext("Check what you typed, then send it again."))
        return given

    def _took_time(self) -> bool:
        """Return whether the form was on a screen for as long as a person needs."""
        signer = signing.TimestampSigner(salt=SHOWN_SALT)
        try:
            signer.unsign(self.shown_at, max_age=FASTEST_SECONDS)
        except signing.SignatureExpired:
            return self.shown_at == self.data.get("shown_at")
        return False

    @property
    def typed(self) -> dict[str, Any]:
        """The columns of a sign-up."""
        given = self.cleaned_data
        return {
            "name": given["name"],
            "club": given["club"],
            "country": given["country"],
            **({"contact": given["contact"]} if "contact" in given else {}),
            "shown": given["shown"] or Shown.FULL,
            "answers": [given[f"answer_{number}"] for number in range(self.questions)],
        }


def _shown_at(sent: QueryDict | None) -> str:
    """Return the signed time at which the form was first shown, by default now."""
    signer = signing.TimestampSigner(salt=SHOWN_SALT)
    stamp = "" if sent is None else sent.get("shown_at", "")
    try:
        signer.unsign(stamp, max_age=LONGEST_SECONDS)
    except signing.BadSignature:
        return signer.sign("")
    return stamp
