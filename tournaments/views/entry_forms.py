"""What directors type about entries of one division."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.rules.errors import RuleError
from matches.rules.names import check_readable, tidy
from tournaments.forms import PlayersForm
from tournaments.models import Division, Entry

LONGEST_FAMILY = 40


class DivisionPlayersForm(PlayersForm):
    """Players for one division: typed, or everybody of another one."""

    division = forms.IntegerField(widget=forms.HiddenInput, required=False)
    copy = forms.TypedChoiceField(
        label=_("Also enter everybody of"),
        help_text=_("Who is in here already is left out."),
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
        field = self.fields["copy"]
        if isinstance(field, forms.TypedChoiceField):
            named = [(division.number, str(division)) for division in others]
            field.choices = [("", "–"), *named]

    def clean(self) -> dict[str, Any]:
        """Take the list as given; a division alone is enough, too."""
        cleaned = super().clean()
        is_copied = bool(cleaned.get("copy"))
        if is_copied and not str(self.data.get("text", "")).strip():
            self.errors.pop("text", None)
            cleaned["text"] = ""
        return cleaned


class EntryForm(forms.Form):
    """What draws take into account of one entry."""

    family = forms.CharField(
        label=_("Family or group"),
        help_text=_("Entries of the same word are kept apart where the stage says so."),
        max_length=LONGEST_FAMILY,
        required=False,
    )
    wants_bye = forms.BooleanField(
        label=_("A bye is welcome in the next round"), required=False
    )
    never = forms.TypedMultipleChoiceField(
        label=_("Never against"),
        help_text=_("These two are never drawn against each other."),
        coerce=int,
        required=False,
        widget=forms.SelectMultiple(attrs={"size": 6}),
    )

    def __init__(
        self, *args: Any, others: Sequence[Entry], has_never: bool, **kwargs: Any
    ):
        super().__init__(*args, **kwargs)
        if not has_never or not others:
            del self.fields["never"]
            return
        field = self.fields["never"]
        if isinstance(field, forms.TypedMultipleChoiceField):
            field.choices = [(each.number, each.player.name) for each in others]

    def clean_family(self) -> str:
        """Return the word tidied."""
        typed = self.cleaned_data["family"]
        try:
            check_readable(typed)
        except RuleError as error:
            raise forms.ValidationError(
                str(_(error.message)) % error.params, code="unreadable"
            ) from error
        return tidy(typed)
