"""What takes an act back, as JSON keeps it: primary keys, and how things were before.

Moments are texts in ISO 8601. JSON makes lists of tuples; they are read by their parts.
"""

from typing import Any, NotRequired, TypedDict

from matches.ledger.replace_result import SavedResult

StoredPin = tuple[int, int, int | None]
StoredPair = tuple[int, int | None]


class StoredNote(TypedDict):
    """The code of a message and its values, as `engine.Note` has them."""

    code: str
    params: dict[str, Any]


class SavedPairing(TypedDict):
    """Where a pairing was that was set aside, and the state of its match."""

    pairing: int
    draw: int
    table: int | None
    called_at: str | None
    match: int | None
    state: str | None


class SavedDraft(TypedDict):
    """A draft that was discarded, with position, leg, entries and notes of each row."""

    draw: int
    state: str
    pairings: list[tuple[int, int, int, int | None, list[StoredNote]]]


class SavedRound(TypedDict):
    """A round that was taken back, and what the stage and its entries had then.

    `matches` are keys and states, `joined` keys of entries and the rounds they joined.
    """

    stage: int
    number: int
    draw: int
    published_at: str
    reason: str
    drafts: list[SavedDraft]
    matches: list[tuple[int, str]]
    joined: list[tuple[int, int]]
    lots: dict[str, int]
    plan: dict[str, Any] | None
    pins: list[StoredPin]
    field: list[int] | None


class SavedExchange(TypedDict):
    """What a draw recorded before two changed places, and the pairings then made."""

    draw: int
    made: list[int]
    swaps: list[tuple[int, int]]
    notes: list[StoredNote]


class SavedCorrection(TypedDict):
    """All that a correction did. `live`: the published draws right after it."""

    match: SavedResult
    turned: bool
    root: int
    pins: list[StoredPin]
    aside: list[SavedPairing]
    rounds: list[SavedRound]
    exchange: NotRequired[SavedExchange]
    called: list[int]
    opened: list[int]
    live: list[int]


class SavedSeat(TypedDict):
    """A seat given to a substitute: the new pairing, its number, the former pairing."""

    made: int
    number: int | None
    aside: list[SavedPairing]


class SavedBye(TypedDict):
    """A bye that became a match, and the former notes of its pairing."""

    pairing: int
    notes: list[StoredNote]


class SavedChoice(TypedDict):
    """The facts of before an option was applied to an entry.

    `entries` are keys with the round joined and the moments of check-in and withdrawal;
    `lots` are by number of the entry; `endings` are keys of matches and how they ended.
    """

    root: int
    round: int
    aside: list[SavedPairing]
    entries: list[tuple[int, int, str | None, str | None]]
    lots: dict[str, int | None]
    pin: StoredPin | None
    byes: list[int]
    filled: NotRequired[SavedBye]
    seats: list[SavedSeat]
    endings: list[tuple[int, str]]
