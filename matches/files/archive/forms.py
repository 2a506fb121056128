"""Forms for archives of match files."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.forms.boundfield import BoundField
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.club_matches.services import PlayerChoices
from matches.files.archive.models import ArchiveFile
from matches.files.archive.queries import Meant, NameRow
from matches.files.archive.services import Upload, Who
from matches.ledger.models.match import Match
from matches.players.models import Player
from matches.rulebook.profile_form import RulesForm
from matches.rules.refusals import RuleError
from matches.web.answers import sentence

NEW: Final = "new"
LONGEST_LABEL: Final = 200
MOST_NAMES: Final = 100
"""The most names on one page; those that need a decision come first."""
MAX_MEGABYTES: Final = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // (1024 * 1024)


class _ManyFiles(forms.ClearableFileInput):
    allow_multiple_selected = True
    template_name = "django/forms/widgets/input.html"


class _FilesField(forms.FileField):
    """A field for several files."""

    widget = _ManyFiles

    def clean(self, data: object, initial: object = None) -> list[object]:
        """Return the chosen files, at least one."""
        given = data if isinstance(data, list | tuple) else [data]
        one = super().clean
        return [one(upload, initial) for upload in given or [None]]


def _upload_hint() -> str:
    most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
    return gettext(
        "A zip file, or up to %(files)s files at once (.mat, .txt, .sgf), at most "
        "%(most)s MB together."
    ) % {"files": most, "most": MAX_MEGABYTES}


class UploadForm(forms.Form):
    """Match files: a zip file, or several separate files."""

    match_files = _FilesField(
        label=_("Match files"),
        allow_empty_file=True,
        widget=_ManyFiles(
            attrs={"multiple": True, "accept": ".zip,.mat,.txt,.sgf,application/zip"}
        ),
        error_messages={
            "required": _(
                "Choose a zip file or match files first, at most %(most)s MB "
                "together: make several smaller zip files of more than that."
            )
            % {"most": MAX_MEGABYTES},
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["match_files"].help_text = _upload_hint()

    def uploads(self) -> list[Upload]:
        """Return the uploaded files."""
        sent: list[UploadedFile[bytes]] = self.cleaned_data["match_files"]
        return [Upload(upload.name or "", upload.read()) for upload in sent]


class _WhoForm(forms.Form):
    """Fields that assign names to players: a similar one, a new one, or another."""

    def __init__(self, *args: Any, directory: PlayerChoices, **kwargs: Any) -> None:
        self.directory = directory
        super().__init__(*args, **kwargs)

    def ask(
        self, key: str, label: str, *, spoken: str, likely: Iterable[Player | None]
    ) -> None:
        """Add the two fields for one name: players it may mean, and another one."""
        players = [player for player in dict.fromkeys(likely) if player is not None]
        choices = [(player.key, _named(player)) for player in players]
        if spoken:
            choices.append((NEW, gettext("New player %(name)s") % {"name": spoken}))
        self.fields[f"who_{key}"] = forms.ChoiceField(
            label=label,
            choices=choices,
            required=False,
            widget=forms.RadioSelect,
        )
        self.fields[f"other_{key}"] = forms.CharField(
            label=gettext("Someone else"),
            max_length=LONGEST_LABEL,
            required=False,
            widget=forms.TextInput(attrs={"list": "directory", "autocomplete": "off"}),
        )

    def who(self, key: str) -> Who | None:
        """Return the chosen player, None if there is none. Call it after validation.

        A typed name overrides the choice above it.
        """
        chosen = self.cleaned_data.get(f"who_{key}", "")
        typed = self.cleaned_data.get(f"other_{key}", "").strip()
        if typed:
            return self._typed(key, typed)
        if chosen == NEW:
            return Who()
        player = next(
            (label for label in self.directory.labels.values() if label.key == chosen),
            None,
        )
        return None if player is None else Who(player)

    def _typed(self, key: str, typed: str) -> Who | None:
        try:
            found = self.directory.person(typed, may_add=False)
        except RuleError as error:
            text = sentence(error)
            self.add_error(f"other_{key}", text)
            return None
        return Who(found) if isinstance(found, Player) else None


@dataclass(frozen=True, slots=True)
class NameLine:
    """A name with its fields: `who` for similar players, `other` for another player."""

    row: NameRow
    who: BoundField
    other: BoundField

    @property
    def chosen(self) -> str:
        """The name of the chosen player, for the summary of the collapsed choice."""
        if typed := str(self.other.value() or "").strip():
            return typed
        chosen = str(self.who.value() or "")
        options = (option.data for option in self.who)
        return next(
            (
                str(option["label"])
                for option in options
                if str(option["value"]) == chosen
            ),
            "",
        )

    @property
    def is_open(self) -> bool:
        """Whether the choice is expanded: no player is chosen, or input is wrong."""
        return not self.chosen or bool(self.who.errors or self.other.errors)


class NamesForm(_WhoForm):
    """The players for the names in an archive."""

    def __init__(self, *args: Any, rows: Sequence[NameRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = rows[:MOST_NAMES]
        self.more = len(rows) - len(self.rows)
        for row in self.rows:
            key = _key(row.name)
            likely = (row.player, *row.meant.likely)
            name = row.name or "–"
            self.ask(key, name, spoken=row.meant.spoken, likely=likely)
            self.initial[f"who_{key}"] = _chosen(row.player, is_new=row.is_new)

    def people(self) -> dict[str, Who]:
        """Return the chosen players by name, without names that are not decided."""
        found = {row.name: self.who(_key(row.name)) for row in self.rows}
        return {name: who for name, who in found.items() if who is not None}

    def lines(self) -> list[NameLine]:
        """Return each name with its two fields."""
        keys = [(row, _key(row.name)) for row in self.rows]
        return [
            NameLine(row, self[f"who_{key}"], self[f"other_{key}"]) for row, key in keys
        ]


class FileForm(_WhoForm):
    """The decision about one file."""

    replaces = forms.BooleanField(
        label=_("The file replaces other recorded games or another recorded score"),
        help_text=_("Nothing is lost: undoing the import brings them back."),
        required=False,
    )

    def __init__(
        self,
        *args: Any,
        file: ArchiveFile,
        meant: dict[str, Meant],
        matches: Sequence[tuple[Match, SafeString]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.matches = {match.code: match for match, _words in matches}
        self.candidates = [match for match, _words in matches]
        words = [(match.code, text) for match, text in matches]
        one, two = meant[file.name_1], meant[file.name_2]
        left = (file.player_1, *one.likely)
        right = (file.player_2, *two.likely)
        label = gettext("Left column: %(name)s") % {"name": file.name_1 or "–"}
        self.ask("1", label, spoken=one.spoken, likely=(*left, *right))
        label = gettext("Right column: %(name)s") % {"name": file.name_2 or "–"}
        self.ask("2", label, spoken=two.spoken, likely=(*right, *left))
        self.fields["goal"] = forms.ChoiceField(
            label=_("Which match is it?"),
            choices=[(NEW, _("A new club match")), *words],
            widget=forms.RadioSelect,
            error_messages={
                "required": _("Choose the match that this file belongs to.")
            },
        )
        twin = file.twin
        match = file.match or (None if twin is None else twin.match)
        goal = "" if match is None else match.code
        self.initial = {
            **self.initial,
            "who_1": _chosen(file.player_1, is_new=file.is_new_1),
            "who_2": _chosen(file.player_2, is_new=file.is_new_2),
            "goal": NEW if file.goal == ArchiveFile.Goal.NEW else goal,
            "replaces": file.replaces,
        }

    def clean(self) -> dict[str, object]:
        """Require two different players."""
        cleaned = super().clean() or {}
        self.one, self.two = self.who("1"), self.who("2")
        for key, who in (("1", self.one), ("2", self.two)):
            if who is None and f"other_{key}" not in self.errors:
                self.add_error(f"who_{key}", _("Choose who this is."))
        if self.one and self.two and self.one.player and self.one == self.two:
            raise ValidationError(
                _("Choose two different players for the two columns of this file.")
            )
        return cleaned

    @property
    def match(self) -> Match | None:
        """The chosen match, None for a new one."""
        return self.matches.get(self.cleaned_data["goal"])

    def swapped(self) -> dict[str, object]:
        """Return initial values with the columns exchanged, all else as submitted."""
        sent = {name: self.data.get(name, "") for name in self.fields}
        for name in ("who", "other"):
            one, two = sent[f"{name}_1"], sent[f"{name}_2"]
            sent[f"{name}_1"], sent[f"{name}_2"] = two, one
        return sent


def _key(name: str) -> str:
    """Return a key for the fields of a name: its digest, because the order changes.

    Another director may decide about names while this page is open.
    """
    return hashlib.sha256(name.encode()).hexdigest()[:12]


class ImportRulesForm(RulesForm):
    """The rules of new matches: a profile, the Crawford rule, and rated or not.

    Not rated by default: most files are uploaded long after the match, by only one of
    the two players.
    """

    rated = forms.BooleanField(
        label=_("New matches count for the rating"),
        help_text=_("Off for match files, unless both players agreed to it."),
        required=False,
    )
    day = forms.DateField(
        label=_("Date of a new match if the file has none"),
        help_text=_("If empty, the day of the import."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        required=False,
        error_messages={
            "invalid": _("Enter the date as year-month-day, for example 2026-11-20."),
        },
    )

    def clean_day(self) -> date | None:
        """Refuse a day in the future."""
        day: date | None = self.cleaned_data["day"]
        if day is not None and day > timezone.localdate():
            raise ValidationError(
                _("Enter a date that is not in the future, or leave it empty.")
            )
        return day


def _named(player: Player) -> str:
    return f"{player.name} ({player.club})" if player.club else player.name


def _chosen(player: Player | None, *, is_new: bool) -> str:
    if player is not None:
        return player.key
    return NEW if is_new else ""
