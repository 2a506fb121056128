"""What the JSON columns of matches hold."""

from typing import Any

from matches.columns.stored import StoredField, StoredList


class ProfileField(StoredField[dict[str, Any], dict[str, Any]]):
    """The switches of a rules profile: `Profile.values`, read by `from_values`."""


class GamesField(StoredList[list[dict[str, Any]], list[dict[str, Any]]]):
    """The games of a report: `versions.game_values`, read by `game_results`."""


class CheckersField(StoredList[list[int] | None, list[int] | None]):
    """Checkers left of the loser, the four numbers of `rules.Checkers`."""


class DetailsField(StoredField[dict[str, Any], dict[str, Any]]):
    """The values that the sentence of an act names, and what takes the act back."""


class ParamsField(StoredField[dict[str, Any], dict[str, Any]]):
    """The values that the sentence of an error names."""


class DoubtsField(StoredList[list[list[Any]], list[list[Any]]]):
    """Doubts about a file: message, its values, whether a director has to answer."""


class TypedTextsField(StoredField[dict[str, str] | None, dict[str, str] | None]):
    """Typed text for print that is stored nowhere else, by the name of the field."""
