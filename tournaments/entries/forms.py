"""Forms about the entries of a division."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from matches.players.names import check_readable, tidy
from matches.players.roster.files import (
    NotAListError,
    is_zip,
    spreadsheet_text,
    text_of,
)
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.forms import choice_field
from tournaments.engine.state import ABSENT, HALF_BYE
from tournaments.entries.rests import RestTerms
from tournaments.structure.models import Division

LONGEST_LIST = 1_000_000
REST_KINDS: Final = (
    (ABSENT, _("Will be absent")),
    (HALF_BYE, _("Requests a bye")),
)
"""The reasons to sit out a round: without half-byes only the first."""


class CheckInForm(forms.Form):
    """The beginning of the name of a player who has come."""

    who = forms.CharField(
        label=_("Check in a player"),
        help_text=_("Type three letters of the name, then Enter."),
        max_length=80,
        error_messages={"required": _("Type the first letters of a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, sent: QueryDict | None = None, *, is_next: bool = False) -> None:
        super().__init__(sent, auto_id="id_%s")
        if is_next or sent is not None:
            # It takes precedence over the box for adding, which otherwise has the
            # focus.
            self.fields["who"].widget.attrs |= {"autofocus": True, "data-autofocus": ""}


class PlayersForm(forms.Form):
    """Players to enter: one name, a list, or a file."""

    text = forms.CharField(
        label=_("Add players"),
        help_text=_(
            "Name; club; rating – one player per line (Shift+Enter for a new line)"
        ),
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
            "max_length": _("This list is too long. Paste it in parts."),
        },
    )
    file = forms.FileField(
        label=_("Or choose a file"),
        help_text=_("The same list as text, CSV or Excel (.xlsx)."),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".txt,.csv,.tsv,.xlsx,text/*"}),
    )
    here = forms.BooleanField(
        label=_("Already checked in"),
        help_text=_("Check them in now; otherwise check them in when they arrive."),
        required=False,
    )

    def clean(self) -> dict[str, object]:
        """Take the text of the file if the box is empty."""
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
        content = upload.read()
        try:
            return spreadsheet_text(content) if is_zip(content) else text_of(content)
        except NotAListError:
            self.add_error(
                "file",
                _(
                    "This file cannot be read. Save the list as Excel (.xlsx) or CSV "
                    "and choose it again, or paste it."
                ),
            )
        return ""


LONGEST_FAMILY = 40


class DivisionPlayersForm(PlayersForm):
    """Players to enter in a division: typed, or all entries of another division."""

    division = forms.IntegerField(widget=forms.HiddenInput, required=False)
    known = forms.CharField(widget=forms.HiddenInput, required=False, max_length=10)
    """The key of a player who was chosen in the list below the box."""
    copy = forms.TypedChoiceField(
        label=_("Also enter everyone from"),
        help_text=_("Players already entered are skipped."),
        coerce=int,
        required=False,
    )

    def __init__(
        self,
        *args: Any,
        others: Sequence[Division] = (),
        has_pairs: bool = False,
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        self.has_pairs = has_pairs
        if has_pairs:
            self.fields["text"].label = _("Add pairs")
            self.fields["text"].help_text = _(
                "One pair per line, or a whole list: Ane Alm & Bo Brink."
            )
        if not others:
            del self.fields["copy"]
            return
        named = [(division.number, str(division)) for division in others]
        choice_field(self, "copy").choices = [("", "–"), *named]

    def clean(self) -> dict[str, object]:
        """Accept a list, or a division or a known player without a list."""
        cleaned = super().clean()
        is_copied = bool(cleaned.get("copy") or cleaned.get("known"))
        if is_copied and not str(self.data.get("text", "")).strip():
            self.errors.pop("text", None)
            cleaned["text"] = ""
        return cleaned


class RestForm(forms.Form):
    """A round that an entry is to sit out, and why."""

    round = forms.TypedChoiceField(
        label=_("Round"),
        coerce=int,
        error_messages={
            "invalid_choice": _("Choose a round that is not drawn yet."),
        },
    )
    kind = forms.ChoiceField(
        label=_("Reason"),
        choices=REST_KINDS,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, terms: RestTerms, **kwargs: Any):
        super().__init__(*args, **kwargs)
        rounds = [(number, str(number)) for number in terms.rounds]
        choice_field(self, "round").choices = rounds
        kinds = choice_field(self, "kind")
        if not terms.most:
            kinds.choices = REST_KINDS[:1]
        kinds.initial = ABSENT


@dataclass(frozen=True, slots=True)
class NamesToChoose:
    """Numbers and names of entries: those that are chosen, and all others."""

    chosen: Sequence[tuple[int, str]]
    others: Sequence[tuple[int, str]]


class EntryForm(forms.Form):
    """The wishes of one entry that draws respect.

    `has_byes`: the format has byes. `is_to_be_drawn`: a round of the first stage is
    still to be drawn; otherwise the form does not ask about byes and opponents.
    """

    family = forms.CharField(
        label=_("Family or group"),
        help_text=_(
            "Entries with the same word here are kept apart if the stage allows it."
        ),
        max_length=LONGEST_FAMILY,
        required=False,
    )
    wants_bye = forms.BooleanField(
        label=_("Requests a bye in the next round"),
        help_text=_("Only if there is an odd number of players; otherwise they play."),
        required=False,
    )
    never = forms.TypedMultipleChoiceField(
        label=_("Do not pair against"),
        help_text=_(
            "Not paired with each other unless this causes more rematches. In a "
            "bracket "
            "they meet as late as possible. The draw page tells you in advance if this "
            "is not possible."
        ),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(
        self,
        *args: Any,
        others: Sequence[tuple[int, str]],
        has_never: bool,
        has_byes: bool,
        is_to_be_drawn: bool,
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        self._others = others
        if not (has_byes and is_to_be_drawn):
            del self.fields["wants_bye"]
        if not has_never or not others or not is_to_be_drawn:
            del self.fields["never"]
            return
        choice_field(self, "never").choices = list(others)

    @property
    def names_to_choose(self) -> NamesToChoose:
        """The players of “Never against”, those chosen first; only with that field."""
        value = self["never"].value() or ()
        chosen = {str(one) for one in value}
        return NamesToChoose(
            chosen=[one for one in self._others if str(one[0]) in chosen],
            others=[one for one in self._others if str(one[0]) not in chosen],
        )

    def clean_family(self) -> str:
        """Return the family's word without needless spaces. Raises ValidationError."""
        typed = self.cleaned_data["family"]
        try:
            check_readable(typed)
        except RuleError as error:
            raise forms.ValidationError(
                answers.sentence(error), code="unreadable"
            ) from error
        return tidy(typed)
