"""Forms of reports: the side at a sheet, a version of a match, a photo."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.ledger.models.match import Match
from matches.ledger.versions import StillPlaying, Version
from matches.match_page.forms import DROPPED_TILE, FinalScoreForm, GameForm, side_field
from matches.match_page.games import how_words
from matches.match_page.pad import MatchSide, offered, sides_of, tile_of
from matches.match_page.words import with_cube
from matches.players.models import Player
from matches.players.shown import Shown, public_name
from matches.reports.services import (
    playing_from_games,
    playing_from_score,
    version_from_games,
    version_from_score,
)
from matches.rules import Ending, GameResult, GameRules, Kind, Scoring, Side
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.forms import choice_field

MOST_GAMES: Final = 120
MORE_ROWS: Final = 3

KEPT: Final = "kept"
"""The tile of a reported game that no tile describes: it stays as reported."""


class SeatForm(forms.Form):
    """Which of the two players uses this browser."""

    side = side_field(error_messages={"required": _("Choose who you are.")})


class SoFarForm(forms.Form):
    """The score of a match that goes on: both points, or neither."""

    so_far_1 = forms.IntegerField(required=False)
    so_far_2 = forms.IntegerField(required=False)

    def clean(self) -> dict[str, object]:
        """Refuse one score without the other."""
        given = super().clean() or {}
        scores = [given.get("so_far_1"), given.get("so_far_2")]
        if self.errors or scores.count(None) == 1:
            raise ValidationError(
                _("Enter both players’ current points, or leave both fields empty.")
            )
        return given


class GameRowForm(forms.Form):
    winner = side_field(required=False)
    outcome = forms.CharField(required=False, max_length=30)

    def game(self, kept: Sequence[GameResult], row: int) -> GameResult | None:
        """Return the game of this row, None for an empty row.

        `kept` are the reported games; the tile KEPT takes the game from them. Raises
        ValidationError.
        """
        given = self.cleaned_data
        if given.get("winner") is None:
            return None
        side = Side(given["winner"])
        if given["outcome"] == KEPT and row < len(kept):
            return replace(kept[row], winner=side)
        typed = GameForm({"winner": given["winner"], "outcome": given["outcome"]})
        if not given["outcome"] or not typed.is_valid():
            raise ValidationError(
                _("Choose how game %(number)s ended."), params={"number": row + 1}
            )
        return typed.result()


class _GameRows(forms.BaseFormSet):  # type: ignore[type-arg]  # generic in stubs only
    """The games of a match in the order in which they were played."""

    def games(self, kept: Sequence[GameResult]) -> list[GameResult]:
        """Return the games of the rows that are filled in. Raises ValidationError."""
        games = (form.game(kept, row) for row, form in enumerate(self.forms))
        return [game for game in games if game is not None]


GameRows = forms.formset_factory(
    GameRowForm,
    formset=_GameRows,
    extra=MORE_ROWS,
    max_num=MOST_GAMES,
    absolute_max=MOST_GAMES,
)


def with_more_rows(sent: Mapping[str, object]) -> dict[str, object]:
    data = {key: sent[key] for key in sent}
    typed = str(data.get("form-TOTAL_FORMS", ""))[:4]
    known = int(typed) if typed.isascii() and typed.isdecimal() else 0
    data["form-TOTAL_FORMS"] = str(min(known + MORE_ROWS, MOST_GAMES))
    data.setdefault("form-INITIAL_FORMS", "0")
    return data


class PhotoForm(forms.Form):
    photo = forms.FileField(
        label=_("Photo of the score sheet"),
        error_messages={
            "required": _("Choose a photo of up to 10 MB."),
            "empty": _("This file is empty. Choose another file."),
        },
    )


class ShownForm(forms.Form):
    """A player's choice of the public form of their name."""

    shown = forms.ChoiceField(label=_("Public name"), widget=forms.RadioSelect)

    def __init__(self, *args: object, player: Player, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["shown"].initial = player.shown_by_player
        choice_field(self, "shown").choices = [
            (choice.value, f"{choice.label}: {_example(player, choice)}")
            for choice in Shown
        ]


def _example(player: Player, choice: Shown) -> str:
    shown = public_name(player.name, choice, player.key)
    return shown.name or player.name


LARGEST_LISTED: Final = 64
MORE: Final = "more"
GAMES: Final = "games"
PLAYING: Final = "playing"
"""The match is not over; the score so far may be given."""
PLAYING_GAMES: Final = "playing-games"
"""The match is not over; the games so far are listed."""
REMARK: Final = "remark"
"""A remark without a version."""
LONGEST: Final = 500


@dataclass(slots=True)
class VersionEntry:
    """The fields of a version, with the input after a refusal.

    `kept` are the games known so far, which the list contains at first.
    """

    match: Match
    kept: tuple[GameResult, ...]
    score: FinalScoreForm
    so_far: SoFarForm
    rows: Any
    mode: str = ""
    is_list: bool = False
    comment: str = ""
    error: str = ""
    status: int = 200

    @property
    def sides_so_far(self) -> list[tuple[MatchSide, BoundField]]:
        """Both sides, each with the field for its score so far."""
        fields = (self.so_far["so_far_1"], self.so_far["so_far_2"])
        return list(zip(sides_of(self.match), fields, strict=True))

    @property
    def has_list(self) -> bool:
        """Whether games can be entered by tiles; poengspill needs the checkers."""
        return self.match.rules.scoring == Scoring.KINDS

    @property
    def tiles(self) -> list[tuple[str, str]]:
        """The tiles for the ways in which a game can end, with their words."""
        return tile_choices(self.match.rules)

    @property
    def loser_points(self) -> tuple[int | str, ...]:
        return offered(range(self.match.length), self.score, "points")

    @property
    def kept_rows(self) -> list[tuple[Any, bool]]:
        return [
            (form, row < len(self.kept) and _tile(self.kept[row]) == KEPT)
            for row, form in enumerate(self.rows.forms)
        ]


def blank(match: Match, kept: Sequence[GameResult]) -> VersionEntry:
    """Return the fields for a GET: the list has the games known so far."""
    games = tuple(kept)[:MOST_GAMES]
    initial = [{"winner": int(game.winner), "outcome": _tile(game)} for game in games]
    return VersionEntry(
        match, games, FinalScoreForm(), SoFarForm(), GameRows(initial=initial)
    )


def sent(match: Match, kept: Sequence[GameResult], data: QueryDict) -> VersionEntry:
    """Return the fields with the submitted data."""
    mode, told = data.get("mode", ""), blank(match, kept)
    told.is_list = mode in {GAMES, MORE, PLAYING_GAMES}
    told.comment = data.get("comment", "").replace("\x00", "").strip()[:LONGEST]
    tells_score = not told.is_list and mode not in {PLAYING, REMARK}
    told.score = FinalScoreForm(data if tells_score else None, initial=data.dict())
    told.so_far = SoFarForm(data if mode == PLAYING else None, initial=data.dict())
    told.mode = mode
    if "form-TOTAL_FORMS" in data:
        told.rows = GameRows(with_more_rows(data) if mode == MORE else data)
    return told


def read(entry: VersionEntry) -> Version | StillPlaying | None:
    """Return the version of the input, or None and set the error of the entry."""
    try:
        if entry.mode == PLAYING:
            return _so_far(entry)
        return _games(entry) if entry.is_list else _score(entry)
    except RuleError as error:
        entry.error, entry.status = (answers.sentence(error), answers.status_of(error))
    except ValidationError as error:
        entry.error, entry.status = " ".join(error.messages), answers.REFUSED
    return None


def tile_choices(rules: GameRules) -> list[tuple[str, str]]:
    """Return the tiles of all ways in which a game can end, cube by cube."""
    choices, cube = [], 1
    while cube <= min(rules.highest_cube, LARGEST_LISTED):
        choices += [
            (f"{cube}-{kind.value}", with_cube(how_words(_game(kind)), cube))
            for kind in Kind
        ]
        if cube < rules.highest_cube:
            tile = f"{cube}-{DROPPED_TILE}"
            words = how_words(_game(Kind.SINGLE, Ending.DROPPED))
            choices.append((tile, with_cube(words, cube)))
        cube *= 2
    return choices


def _game(kind: Kind, ending: Ending = Ending.PLAYED) -> GameResult:
    return GameResult(Side.ONE, kind, ending=ending)


def _tile(game: GameResult) -> str:
    tile = tile_of(game)
    too_large = game.cube > LARGEST_LISTED
    return KEPT if tile == "other" or too_large else tile


def _score(entry: VersionEntry) -> Version | None:
    form = entry.score
    if not form.is_valid():
        entry.status = answers.REFUSED
        return None
    return version_from_score(entry.match, *form.scores(entry.match.length))


def _so_far(entry: VersionEntry) -> StillPlaying:
    form = entry.so_far
    if not form.is_valid():
        raise ValidationError(list(form.non_field_errors()))
    given = form.cleaned_data
    return playing_from_score(entry.match, given["so_far_1"], given["so_far_2"])


def _games(entry: VersionEntry) -> Version | StillPlaying:
    if not entry.has_list or not entry.rows.is_valid():
        raise ValidationError(gettext("Choose the winner and ending for every game."))
    games = entry.rows.games(entry.kept)
    if not games:
        raise ValidationError(gettext("List at least one game, or send a final score."))
    if entry.mode == PLAYING_GAMES:
        return playing_from_games(entry.match, games)
    return version_from_games(entry.match, games)
