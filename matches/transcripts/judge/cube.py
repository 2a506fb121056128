"""Follows the cube through a game as written, without applying the rules."""

from dataclasses import dataclass, field

from matches.rules import LARGEST_CUBE, Side, is_cube_value
from matches.transcripts.record import Action, ActKind


@dataclass(slots=True)
class CubeCourse:
    """The state of the cube, updated act by act.

    `offered` is its value if the last double or beaver is taken, 0 if no answer is due.
    `by` is the side that turned it last, `doubler` the side that doubled first in this
    exchange, and `turned_back` the number of beavers since. `beavers` counts the
    accepted beavers of the whole game. With `touched` a player has doubled, also before
    a position was set up. `dropped` is the side that refused a double. `odd` are the
    acts that did not fit.
    """

    value: int = 1
    owner: Side | None = None
    offered: int = 0
    by: Side | None = None
    doubler: Side | None = None
    turned_back: int = 0
    beavers: int = 0
    touched: bool = False
    dropped: Side | None = None
    odd: list[Action] = field(default_factory=list)

    def follow(self, act: Action) -> None:
        match act.kind:
            case ActKind.DOUBLE:
                self._double(act)
            case ActKind.BEAVER:
                self._beaver(act)
            case ActKind.TAKE:
                self._take(act)
            case ActKind.DROP:
                self._drop(act)
            case ActKind.ROLL if self.offered:
                self._roll(act)
            case ActKind.SETUP if _can_show(act.value):
                self.value, self.owner = act.value, act.owner
                self.offered, self.turned_back = 0, 0
                # A cube with an owner has been doubled and taken.
                self.touched |= act.owner is not None

    def _double(self, act: Action) -> None:
        if self.offered and act.side is not self.by:
            self._beaver(act)
            return
        if self.offered or self.owner is act.side.other:
            self.odd.append(act)
        self.doubler = act.side
        self.turned_back = 0
        self._offer(act)

    def _beaver(self, act: Action) -> None:
        if not self.offered or act.side is self.by:
            self.odd.append(act)
        if not self.doubler:
            self.doubler = act.side.other
        if self.offered:
            self._settle()
        self.turned_back += 1
        self._offer(act)

    def _offer(self, act: Action) -> None:
        """Offer the next value, or the value that the file states."""
        self.offered = min(self.value * 2, LARGEST_CUBE)
        if act.value not in (0, self.offered):
            self.odd.append(act)
            if _can_show(act.value) and act.value > self.value:
                self.offered = act.value
        self.by, self.touched = act.side, True

    def _take(self, act: Action) -> None:
        if not self.offered or act.side is self.by:
            self.odd.append(act)
        if self.offered:
            self._settle()

    def _drop(self, act: Action) -> None:
        if not self.offered or act.side is self.by:
            self.odd.append(act)
        self.offered, self.dropped = 0, act.side

    def _roll(self, act: Action) -> None:
        """It implies that a beaver, or a double without a written answer, was taken."""
        if not self.turned_back:
            self.odd.append(act)
        self._settle()

    def _settle(self) -> None:
        self.beavers += self.turned_back > 0 and self.offered > self.value
        self.value, self.offered = self.offered, 0
        self.owner = self.doubler.other if self.doubler else None


def _can_show(value: int) -> bool:
    return is_cube_value(value) and value <= LARGEST_CUBE
