"""The pages of a player as values, and the panels that other packages add to it."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest

from matches.players.models import Player
from matches.web.panels import Panels


@dataclass(frozen=True, slots=True)
class PlayerVisit:
    """A player, and the opponent if the page shows only the matches of these two."""

    request: HttpRequest
    player: Player
    against: Player | None


PANELS: Final = Panels[PlayerVisit]()
"""Panels of the public page."""
OWN: Final = Panels[Player]()
"""Panels of the player's own page, behind the personal link."""
