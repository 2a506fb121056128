"""The forms of announcements, the round clock and screens."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.conf import settings
from django.forms.models import model_to_dict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.rounds.announcements.bulletin import (
    PAGES,
    PHONES,
    SCREENS,
    MomentField,
    hall_languages,
)
from tournaments.rounds.announcements.models import Announcement
from tournaments.rounds.announcements.services import AnnouncementPlan
from tournaments.screens.contents import CONTENTS
from tournaments.screens.models import Screen
from tournaments.structure.models import Tournament, language_choices

LONGEST_TEXT: Final = 300
LONGEST_MINUTES: Final = 24 * 60
SECONDS: Final = (8, 12, 20, 40)
LIGHT: Final = "light"


class AnnouncementForm(forms.Form):
    """An announcement: its texts by language, its places, its times."""

    on_screens = forms.BooleanField(
        label=_("Hall screens"), required=False, initial=True
    )
    on_pages = forms.BooleanField(label=_("Public pages"), required=False, initial=True)
    on_phones = forms.BooleanField(
        label=_("Pages of players and matches"), required=False, initial=True
    )
    shown_from = MomentField(label=_("From"))
    shown_until = MomentField(label=_("Until"))

    def __init__(
        self, *args: Any, of: Tournament, before: Announcement | None = None
    ) -> None:
        names = dict(settings.LANGUAGES)
        self.languages = [(key, gettext(names[key])) for key in hall_languages(of)]
        initial: dict[str, object] = {}
        if before is not None:
            texts = {f"text_{key}": text for key, text in before.texts.items()}
            initial = model_to_dict(before) | texts
        options: dict[str, Any] = {"initial": initial}
        super().__init__(*args, **options)
        for place, (language, name) in enumerate(self.languages):
            self.fields[f"text_{language}"] = forms.CharField(
                label=gettext("Announcement")
                if place == 0
                else gettext("In %(language)s") % {"language": name},
                max_length=LONGEST_TEXT,
                required=False,
            )
        self.first.field.widget.attrs["data-autofocus"] = True

    @property
    def first(self) -> forms.BoundField:
        """The text in the first language of the hall."""
        return self[f"text_{self.languages[0][0]}"]

    @property
    def others(self) -> list[forms.BoundField]:
        """The text in the other languages."""
        return [self[f"text_{language}"] for language, _name in self.languages[1:]]

    @property
    def has_more(self) -> bool:
        """Whether the folded fields have values."""
        names = [field.name for field in self.others] + ["shown_from", "shown_until"]
        return any(self[name].value() or self[name].errors for name in names)

    @property
    def places(self) -> list[forms.BoundField]:
        """The places where it is shown."""
        return [self[f"on_{place}"] for place in (SCREENS, PAGES, PHONES)]

    def clean(self) -> dict[str, object]:
        """Ask for a text and a place."""
        given = super().clean() or {}
        named = [f"text_{language}" for language, _name in self.languages]
        if not any(given.get(name) for name in named) and not self.errors:
            self.add_error(named[0], gettext("Enter the announcement."))
        if not any(given.get(f"on_{place}") for place in (SCREENS, PAGES, PHONES)):
            self.add_error("on_screens", gettext("Choose where to show it."))
        return given

    def plan(self) -> AnnouncementPlan:
        """Return the plan of the valid form."""
        given = self.cleaned_data
        texts = {key: given[f"text_{key}"] for key, _name in self.languages}
        return AnnouncementPlan(
            texts={key: text for key, text in texts.items() if text},
            places={place: given[f"on_{place}"] for place in (SCREENS, PAGES, PHONES)},
            shown_from=given["shown_from"],
            shown_until=given["shown_until"],
        )


class ClockForm(forms.Form):
    """The end of the round: in so many minutes, or at a time."""

    minutes = forms.IntegerField(
        label=_("Minutes"), min_value=1, max_value=LONGEST_MINUTES, required=False
    )
    until = MomentField(label=_("or until"))
    title = forms.CharField(label=_("Used for"), max_length=40, required=False)

    def clean(self) -> dict[str, object]:
        """Ask for one of the two."""
        given = super().clean() or {}
        is_typed = given.get("minutes") or given.get("until")
        if not is_typed and not self.errors:
            self.add_error("minutes", gettext("Enter the number of minutes."))
        return given


class ScreenForm(forms.Form):
    """The contents of a screen, and their form."""

    name = forms.CharField(label=_("Name"), max_length=40)
    shows = forms.MultipleChoiceField(
        label=_("Content"),
        choices=lambda: [(content.key, gettext(content.title)) for content in CONTENTS],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Several pages rotate."),
    )
    seconds = forms.TypedChoiceField(
        label=_("Seconds per page"),
        choices=[(number, str(number)) for number in SECONDS],
        coerce=int,
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=lambda: [("", gettext("tournament default")), *language_choices()],
    )
    colours = forms.ChoiceField(
        label=_("Colours"), choices=[("dark", _("Dark")), (LIGHT, _("Light"))]
    )
    text = forms.CharField(
        label=_("Custom text, such as sponsors"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(
        self, *args: Any, screen: Screen, others: Sequence[Tournament] = ()
    ) -> None:
        options: dict[str, Any] = {
            "initial": {**model_to_dict(screen), "colours": screen.theme}
        }
        super().__init__(*args, **options)
        if others:
            self.fields["also"] = forms.MultipleChoiceField(
                label=_("Other tournaments today"),
                required=False,
                choices=[(str(one.pk), str(one)) for one in others],
                widget=forms.CheckboxSelectMultiple,
            )

    def values(self) -> dict[str, object]:
        """Return the columns of the valid form."""
        given = dict(self.cleaned_data)
        keys = [content.key for content in CONTENTS]
        return {
            "is_light": given.pop("colours") == LIGHT,
            **given,
            "shows": [key for key in keys if key in given["shows"]],
            "also": [int(pk) for pk in given.get("also", ())],
            "text": given["text"].replace("\r\n", "\n"),
        }
