"""Shapes that JSON columns of tournaments share."""

from typing import TypedDict

StoredPin = tuple[int, int, int | None]
"""Slot and side of a bracket, and the entrant pinned there, None for a vacancy."""
StoredPair = tuple[int, int | None]
"""The numbers of two entries that meet; None for a bye."""


class StoredNote(TypedDict):
    """The code of a message and its values, as `engine.Note` has them."""

    code: str
    params: dict[str, object]
