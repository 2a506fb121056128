"""The JSON columns of the models of matches, by contents."""

from typing import Any, NotRequired, TypedDict

from matches.columns.stored import StoredField, StoredList


class ProfileField(StoredField[dict[str, object], dict[str, object]]):
    """The switches of a rules profile: `Profile.values`, read by `from_values`."""


class StoredGame(TypedDict):
    """A game; a field that is not there has its usual value."""

    winner: int
    kind: NotRequired[str]
    ending: NotRequired[str]
    cube: NotRequired[int]
    automatic: NotRequired[int]
    beavers: NotRequired[int]
    checkers: NotRequired[list[int]]
    awarded: NotRequired[str]
    reason: NotRequired[str]


class GamesField(StoredList[list[StoredGame], list[StoredGame]]):
    """The games of a report: `versions.game_values`, read by `game_results`."""


class CheckersField(StoredList[list[int] | None, list[int] | None]):
    """The loser's remaining checkers: the four numbers of `rules.Checkers`."""


class SeatsField(
    StoredField[dict[str, dict[str, Any]] | None, dict[str, dict[str, Any]] | None]
):
    """The browsers at a score sheet: `side` and `at`, by the label of the browser."""


class DetailsField(StoredField[dict[str, Any], dict[str, Any]]):
    """Values of several types by name: those of a sentence, or data that undo an act.

    The model says which names there are.
    """


class TextsField(StoredField[dict[str, str], dict[str, str]]):
    """Texts by a key, such as a language or the number of an entry."""


class ParamsField(StoredField[dict[str, Any], dict[str, Any]]):
    """The values for the message of an error."""


class TypedTextsField(StoredField[dict[str, str] | None, dict[str, str] | None]):
    """Typed text for print that is stored nowhere else, by the name of its field."""
