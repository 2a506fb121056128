"""The form of a note."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.desk_notes.models import LONGEST_TEXT


class NoteField(forms.CharField):
    """The text of a note; the end of a line counts as one letter."""

    def to_python(self, value: object) -> str | None:
        """Return the text with the line ends that are stored."""
        typed = value.replace("\r\n", "\n") if isinstance(value, str) else value
        return super().to_python(typed)


class DeskNoteForm(forms.Form):
    """The text of a note; `version` is that of the note on the page.

    The box has no `maxlength`: a browser would cut off a pasted text in silence.
    """

    text = NoteField(
        label=_("Note"),
        widget=forms.Textarea(attrs={"rows": 4, "data-autofocus": True}),
    )
    version = forms.IntegerField(
        widget=forms.HiddenInput, required=False, min_value=0, max_value=2**31 - 1
    )

    def clean_text(self) -> str:
        """Refuse a text that is too long."""
        text: str = self.cleaned_data["text"]
        if len(text) > LONGEST_TEXT:
            raise forms.ValidationError(
                gettext(
                    "A note can have up to %(most)s characters; this one has "
                    "%(count)s. "
                    "Shorten it, or split it in two."
                )
                % {"most": LONGEST_TEXT, "count": len(text)},
                code="too_long",
            )
        return text
