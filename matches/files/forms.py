"""Forms for adding and importing a match file."""

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.web.answers import OP_LENGTH


class MatchFileForm(forms.Form):
    """A match file, chosen on this machine."""

    file = forms.FileField(
        label=_("Match file"),
        help_text=_(
            "Moves of the match as saved by eXtreme Gammon, GNU Backgammon, Backgammon "
            "Galaxy, Backgammon Studio or another program (.mat, .txt or .sgf, up to 5 "
            "MB)."
        ),
        error_messages={
            "required": _("Choose a .mat, .txt or .sgf file of up to 5 MB."),
            "empty": _("This file is empty. Choose another file."),
        },
    )


class FileImportForm(forms.Form):
    """The options of an import: the assignment of the columns, and replacing games."""

    swapped = forms.TypedChoiceField(
        choices=[("0", "0"), ("1", "1")],
        coerce=lambda given: given == "1",
        error_messages={"required": _("Match the names to the players.")},
    )
    replace = forms.BooleanField(required=False)
    op = forms.CharField(max_length=OP_LENGTH, required=False)
