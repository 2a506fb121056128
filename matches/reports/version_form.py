"""How somebody tells a match: a final score, or its games in a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext

from matches.ledger.models.match import Match
from matches.ledger.versions import Version
from matches.match_page.forms import DROPPED_TILE, FinalScoreForm
from matches.match_page.games import how_words
from matches.match_page.pad import offered, tile_of
from matches.match_page.words import with_cube
from matches.reports.forms import KEPT, MOST_GAMES, GameRows, with_more_rows
from matches.reports.services import version_from_games, version_from_score
from matches.rules import Ending, GameResult, GameRules, Kind, Scoring, Side
from matches.rules.errors import RuleError
from matches.web import answers

LARGEST_LISTED: Final = 64
MORE: Final = "more"
GAMES: Final = "games"
LONGEST: Final = 500


@dataclass(slots=True)
class VersionEntry:
    """The fields of one telling, as they are shown again after a refusal.

    `kept` are the games known so far, by which the list begins.
    """

    match: Match
    kept: tuple[GameResult, ...]
    score: FinalScoreForm
    rows: Any
    is_list: bool = False
    comment: str = ""
    error: str = ""
    status: int = 200

    @property
    def has_list(self) -> bool:
        """Whether games can be told by tiles: poengspill needs the checkers."""
        return self.match.rules.scoring == Scoring.KINDS

    @property
    def tiles(self) -> list[tuple[str, str]]:
        """The ways a game can end, with their words."""
        return tile_choices(self.match.rules)

    @property
    def loser_points(self) -> tuple[int | str, ...]:
        """The points a loser can have."""
        return offered(range(self.match.length), self.score, "points")

    @property
    def kept_rows(self) -> list[tuple[Any, bool]]:
        """The rows, and whether each may stay as it was reported."""
        return [
            (form, row < len(self.kept) and _tile(self.kept[row]) == KEPT)
            for row, form in enumerate(self.rows.forms)
        ]


def blank(match: Match, kept: Sequence[GameResult]) -> VersionEntry:
    """Return the fields as they are first shown: the games known so far."""
    games = tuple(kept)[:MOST_GAMES]
    initial = [{"winner": int(game.winner), "outcome": _tile(game)} for game in games]
    return VersionEntry(match, games, FinalScoreForm(), GameRows(initial=initial))


def sent(match: Match, kept: Sequence[GameResult], data: QueryDict) -> VersionEntry:
    """Return the fields with what somebody sent."""
    mode, told = data.get("mode", ""), blank(match, kept)
    told.is_list = mode in {GAMES, MORE}
    told.comment = data.get("comment", "").replace("\x00", "").strip()[:LONGEST]
    told.score = (
        FinalScoreForm(initial=data.dict()) if told.is_list else FinalScoreForm(data)
    )
    if "form-TOTAL_FORMS" in data:
        told.rows = GameRows(with_more_rows(data) if mode == MORE else data)
    return told


def read(telling: VersionEntry) -> Version | None:
    """Return the version that was told, or None: the telling then says why not."""
    try:
        return _games(telling) if telling.is_list else _score(telling)
    except RuleError as error:
        telling.error, telling.status = (
            answers.sentence(error),
            answers.status_of(error),
        )
    except ValidationError as error:
        telling.error, telling.status = " ".join(error.messages), answers.REFUSED
    return None


def tile_choices(rules: GameRules) -> list[tuple[str, str]]:
    """Return every way a game can end that a tile says, cube by cube."""
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


def _score(telling: VersionEntry) -> Version | None:
    form = telling.score
    if not form.is_valid():
        telling.status = answers.REFUSED
        return None
    return version_from_score(telling.match, *form.scores(telling.match.length))


def _games(telling: VersionEntry) -> Version:
    if not telling.has_list or not telling.rows.is_valid():
        raise ValidationError(
            gettext("Choose for every game who won it and how it ended.")
        )
    games = telling.rows.games(telling.kept)
    if not games:
        raise ValidationError(gettext("List at least one game, or send a final score."))
    return version_from_games(telling.match, games)
