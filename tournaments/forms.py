"""What directors type about tournaments."""

from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.engine.roster import decode
from tournaments.models import Stage, Tournament, format_choices
from tournaments.services.tournaments import Plan

MOST_ROUNDS = 30
LONGEST_MATCH = 99
LONGEST_LIST = 1_000_000


class TournamentForm(forms.Form):
    """Everything decided when a tournament is made; a card fills it in."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        error_messages={
            "required": _("Give the tournament a name, for example “Club evening”.")
        },
    )
    date = forms.DateField(
        label=_("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Enter the date on which it is played."),
            "invalid": _("Enter the date as year-month-day, for example 2026-11-20."),
        },
    )
    format = forms.ChoiceField(label=_("Format"), choices=format_choices)
    match_length = forms.IntegerField(
        label=_("Match length"),
        help_text=_("Points to win a match, 1 to 99."),
        min_value=1,
        max_value=LONGEST_MATCH,
        error_messages={
            "required": _("Enter the match length, for example 7."),
            "invalid": _("Enter the match length as a whole number, for example 7."),
        },
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        help_text=_("A cup is played until one is left, whatever stands here."),
        min_value=1,
        max_value=MOST_ROUNDS,
        error_messages={
            "required": _("Enter the number of rounds, for example 4."),
            "invalid": _("Enter the number of rounds as a whole number."),
        },
    )
    crawford = forms.BooleanField(
        label=_("Crawford rule"),
        help_text=_(
            "No doubling in the first game after a player comes within one point."
        ),
        required=False,
    )
    language = forms.ChoiceField(
        label=_("Language of score sheets"), choices=settings.LANGUAGES
    )

    def __init__(self, *args: Any, format_fixed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if format_fixed:
            self.fields["format"].disabled = True

    @classmethod
    def of(
        cls, tournament: Tournament, stage: Stage, *, posted: Any, drawn: bool
    ) -> "TournamentForm":
        """Return the form filled with what a tournament is now."""
        return cls(
            posted,
            initial={
                "name": tournament.name,
                "date": tournament.date,
                "format": stage.format,
                "match_length": stage.match_length,
                "rounds": stage.rounds,
                "crawford": stage.crawford,
                "language": tournament.language,
            },
            format_fixed=drawn,
        )

    def plan(self) -> Plan:
        """Return what was decided."""
        return Plan(**self.cleaned_data)


class PlayersForm(forms.Form):
    """Players to enter: one, or a whole list."""

    text = forms.CharField(
        label=_("Add players"),
        help_text=_("Name; club; rating – one player per line, or a whole list."),
        max_length=LONGEST_LIST,
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 3,
                "spellcheck": "false",
                "data-enter-submits": "",
                "data-autofocus": "",
            }
        ),
        error_messages={
            "max_length": _(
                "This list is too long to be read at once. Paste it in parts."
            ),
        },
    )
    file = forms.FileField(
        label=_("Or choose a file"),
        help_text=_("The same list as text or CSV, as spreadsheets save it."),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".txt,.csv,text/plain,text/csv"}),
    )
    here = forms.BooleanField(
        label=_("They are here"),
        help_text=_("Checked in at once; otherwise check them in when they arrive."),
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """Take the file's text where nothing is typed."""
        cleaned = super().clean() or {}
        upload = cleaned.get("file")
        if upload and not cleaned.get("text", "").strip():
            cleaned["text"] = self._text_of(upload)
            # The box shows what was read, and sends it again with the answers.
            given = QueryDict(mutable=True)
            given.update(self.data)
            given["text"] = cleaned["text"]
            self.data = given
        if not self.errors and not cleaned.get("text", "").strip():
            self.add_error(
                "text", _("Type a name, or paste a list with one player per line.")
            )
        return cleaned

    def _text_of(self, upload: Any) -> str:
        if (upload.size or 0) > LONGEST_LIST:
            self.add_error("file", self.fields["text"].error_messages["max_length"])
            return ""
        text = decode(upload.read())
        if "\0" in text:
            self.add_error(
                "file",
                _(
                    "This is no text file. Save the list as text or CSV and choose "
                    "it again, or paste it."
                ),
            )
            return ""
        return text


class ReasonForm(forms.Form):
    """Why something public is done again."""

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class SwapForm(forms.Form):
    """Two entries of a draft that change places."""

    swap = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, *args: Any, numbers: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["swap"]
        if isinstance(field, forms.TypedMultipleChoiceField):
            field.choices = [(number, str(number)) for number in numbers]

    def pair(self) -> tuple[int, int] | None:
        """Return the two ticked entries, or None unless exactly two are ticked."""
        ticked = self.cleaned_data.get("swap", [])
        return (ticked[0], ticked[1]) if len(ticked) == 2 else None  # noqa: PLR2004
