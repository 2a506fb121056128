"""The form of the club's settings."""

from functools import cache
from typing import Any, Final
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.documents.registry import A4, PAPERS
from matches.reports.photos.errors import MAX_FILE_MEGABYTES, PHOTO_FILE_TOO_LARGE
from matches.rules.refusals import RuleError
from matches.web.answers import sentence
from matches.web.club import ClubFacts, is_logo, keep_logo

LONGEST_NAME: Final = 80
LONGEST_CONTACT: Final = 200
LONGEST_TEXT: Final = 2000
TOO_LONG: Final = {
    "max_length": _("This is too long (maximum %(limit_value)d characters).")
}


@cache
def zones() -> dict[str, str]:
    """Return all time zones by their names in small letters."""
    known = (name for name in sorted(available_timezones()) if "/" in name)
    left_out = ("Etc/", "SystemV/", "US/", "posix/", "right/")
    return {
        name.casefold(): name
        for name in (*known, "UTC")
        if not name.startswith(left_out)
    }


def language_choices() -> list[tuple[str, str]]:
    """Return the languages of the site by their own names."""
    return list(settings.LANGUAGES)


class LineField(forms.CharField):
    """An optional text, with single spaces."""

    def __init__(self, **more: Any) -> None:
        super().__init__(required=False, error_messages=TOO_LONG, **more)

    def to_python(self, value: object) -> str:
        """Return the text as it is kept."""
        return " ".join((super().to_python(value) or "").split())


class ClubForm(forms.Form):
    """Name, town, contact, logo, language, zone, paper and home text of the club.

    A new logo is stored when the form is read, so that it is not lost if another field
    has an error; `kept_logo` is its digest.
    """

    name = LineField(
        label=_("Name of the club"),
        help_text=_("Shown on every page, score sheet and printout."),
        max_length=LONGEST_NAME,
    )
    town = LineField(label=_("Town"), max_length=LONGEST_NAME)
    contact = LineField(
        label=_("Contact"),
        help_text=_(
            "Shown at the bottom of every page: an email address, website or phone "
            "number."
        ),
        max_length=LONGEST_CONTACT,
    )
    text = forms.CharField(
        label=_("Text on the front page"),
        help_text=_(
            "Who you are, where and when you play. An empty line starts a new "
            "paragraph."
        ),
        widget=forms.Textarea(attrs={"rows": 5}),
        max_length=LONGEST_TEXT,
        required=False,
        error_messages=TOO_LONG,
    )
    language = forms.ChoiceField(
        label=_("Language"),
        help_text=_("The default for visitors and new score sheets."),
        choices=language_choices,
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        help_text=_("Used for all times, for example Europe/Oslo."),
        max_length=60,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
    )
    paper = forms.ChoiceField(
        label=_("Paper size"),
        help_text=_("The paper in your printer. Each print can use a different size."),
        choices=lambda: [(paper.key, paper.name) for paper in PAPERS.values()],
        required=False,
    )
    logo = forms.FileField(
        label=_("Logo"),
        help_text=_("A PNG, JPEG or WebP image of up to 10 MB."),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        error_messages={"empty": _("This file is empty. Choose another file.")},
    )
    kept_logo = forms.CharField(required=False, max_length=32, widget=forms.HiddenInput)
    is_without_logo = forms.BooleanField(label=_("No logo"), required=False)
    is_indexed = forms.BooleanField(
        label=_("Allow search engines to list pages with names"),
        help_text=_(
            "If unticked, search engines are asked to ignore all pages with names."
        ),
        required=False,
    )
    seen = forms.IntegerField(
        widget=forms.HiddenInput, min_value=0, max_value=2_000_000_000
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        files: "MultiValueDict[str, UploadedFile[Any]] | None" = None,
        *,
        club: ClubFacts,
        is_too_large: bool = False,
    ) -> None:
        initial = {
            **{name: getattr(club, name) for name in ("name", "town", "contact")},
            "text": club.text,
            "language": club.usual_language,
            "time_zone": club.zone_name,
            "kept_logo": club.logo,
            "paper": club.paper,
            "is_indexed": club.is_indexed,
            "seen": club.number,
        }
        self._sent = None if data is None else data.copy()
        if self._sent is not None:
            self._sent.setdefault("kept_logo", club.logo)
            self._sent.setdefault("paper", club.paper)
            if not is_logo(str(self._sent["kept_logo"]).replace("\0", "")[:32]):
                self._sent["kept_logo"] = ""
        super().__init__(self._sent, files, initial=initial)
        self._is_too_large = is_too_large

    @property
    def shown_logo(self) -> str:
        """The digest of the logo that the form would keep."""
        return str(self["kept_logo"].value() or "")

    @property
    def zones(self) -> list[str]:
        """All time zones, to choose from."""
        return list(zones().values())

    def clean_text(self) -> str:
        """Return the text with Unix line ends."""
        return str(self.cleaned_data["text"]).replace("\r\n", "\n")

    def clean_time_zone(self) -> str:
        """Return the zone in its official spelling."""
        typed = " ".join(self.cleaned_data["time_zone"].split())
        known = zones().get(typed.replace(" ", "_").casefold())
        if known is None:
            raise ValidationError(
                gettext(
                    "There is no time zone called %(zone)s. Choose one from the list, "
                    "for example Europe/Oslo."
                )
                % {"zone": typed}
            )
        return known

    def show_as_of(self, club: ClubFacts) -> None:
        """Make the form replace `club`, which another user has saved meanwhile."""
        if self._sent is not None:
            self._sent["seen"] = str(club.number)

    def clean_logo(self) -> object:
        """Store a new logo; it becomes the one that the form keeps."""
        # Pillow takes several megabytes of each process that imports it.
        from clubsite.club.logo import read_logo  # noqa: PLC0415 - as it says

        if self._is_too_large:
            raise _refused(PHOTO_FILE_TOO_LARGE(limit=MAX_FILE_MEGABYTES))
        file = self.cleaned_data["logo"]
        if file is not None and self._sent is not None:
            try:
                self._sent["kept_logo"] = keep_logo(*read_logo(file.read()))
            except RuleError as error:
                raise _refused(error) from error
        return file

    def facts(self) -> ClubFacts:
        """Return the values of a valid form."""
        given = self.cleaned_data
        is_bare = given["is_without_logo"] and not given["logo"]
        return ClubFacts(
            name=given["name"],
            town=given["town"],
            contact=given["contact"],
            text=given["text"],
            language=given["language"],
            time_zone=given["time_zone"],
            paper=given["paper"] or A4.key,
            is_indexed=given["is_indexed"],
            logo="" if is_bare else self.shown_logo,
            number=given["seen"],
        )


def _refused(error: RuleError) -> ValidationError:
    return ValidationError(sentence(error), code=error.code)
