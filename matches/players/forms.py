"""The form of a player."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.utils.translation import gettext_lazy as _

from matches.players.models import Player
from matches.players.names import read_club, read_name, read_sort_name
from matches.rules.refusals import RuleError
from matches.web.answers import sentence
from matches.web.seen_form import SeenForm


class PlayerForm(SeenForm, forms.ModelForm):  # type: ignore[type-arg]  # generic in stubs only
    """The data of a player in the directory."""

    class Meta:
        model = Player
        fields = (
            *("name", "club", "country", "rating", "sort_name"),
            *("shown_by_club", "is_minor"),
        )
        help_texts = {
            "country": _("Draws can keep players from the same country apart."),
            "rating": _(
                "Used for seeding. Rating lists are calculated separately from results."
            ),
            "sort_name": _("Name used for sorting, for example: Berg, Ole."),
            "shown_by_club": _(
                "Used on all public pages, prints and files. Directors see full names."
            ),
            "is_minor": _("Never shown in full publicly."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sort_name"].required = False
        self.fields["shown_by_club"].required = False
        self.fields["rating"].validators.append(MinValueValidator(0))
        if (rating := self.initial.get("rating")) is not None:
            self.initial["rating"] = f"{rating.normalize():f}"  # 1712, not 1712.00
        self.show_seen()

    def clean_name(self) -> str:
        """Read the name by the same rules as a pasted list."""
        return read_typed(read_name, self.cleaned_data["name"])

    def clean_club(self) -> str:
        """Read the club by the same rules as a pasted list."""
        return read_typed(read_club, self.cleaned_data["club"])

    def clean_sort_name(self) -> str:
        """Refuse characters that cannot be part of a name."""
        return read_typed(read_sort_name, self.cleaned_data["sort_name"])

    def clean_shown_by_club(self) -> str:
        """Keep the present choice if a form does not have this field."""
        return str(self.cleaned_data["shown_by_club"] or self.instance.shown_by_club)


def read_typed(read: Callable[[str], str], typed: str) -> str:
    """Return what a reader makes of typed text; a refusal is an error of the field."""
    try:
        return read(typed)
    except RuleError as error:
        raise ValidationError(sentence(error)) from error
