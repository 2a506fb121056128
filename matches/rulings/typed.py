"""Rulings to print that belong to no match: only their typed text is stored."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.crypto import salted_hmac

from matches.documents.services import parameters_of
from matches.ledger.models.match import Match
from matches.players.codes import normalised
from matches.rules.board import Situation, xgid
from matches.rules.board.ids import read_id
from matches.rulings.sheet_forms import RulingSheet

KEY: Final = "ruling"
"""The key of the document."""
_ADDRESS_LENGTH: Final = 32  # hexadecimal digits: 128 bits


@dataclass(frozen=True, slots=True)
class TypedRuling:
    """The question and the texts that were typed to be printed."""

    situation: Situation
    play: str
    code: str
    """The code of the match in question, "" for none."""
    sheet: RulingSheet
    at: datetime

    @property
    def parameters(self) -> dict[str, str]:
        """All values as JSON, stored with the printout."""
        return {
            "xgid": xgid(self.situation),
            "play": self.play,
            "code": self.code,
            **asdict(self.sheet),
            "at": self.at.isoformat(),
        }

    @property
    def address(self) -> str:
        """An address that cannot be guessed; the same for the same input."""
        # Sorted keys: the address is the hash of this text, and the order of the fields
        # is no part of what was typed.
        content = json.dumps(self.parameters, sort_keys=True)
        digest = salted_hmac("matches.rulings.typed", content, algorithm="sha256")
        return digest.hexdigest()[:_ADDRESS_LENGTH]

    @property
    def match(self) -> Match | None:
        """The match as it is now. Raises Match.DoesNotExist."""
        if not self.code:
            return None
        matches = Match.objects.select_related("player_1", "player_2", "profile")
        return matches.get(code=normalised(self.code))


def typed_now(
    situation: Situation, *, play: str, match: Match | None, sheet: RulingSheet
) -> TypedRuling:
    at = timezone.now().replace(second=0, microsecond=0)
    return TypedRuling(situation, play, match.code if match else "", sheet, at)


def typed_at(address: str) -> TypedRuling:
    """Return the typed ruling with this address. Raises LookupError: there is none."""
    stored = parameters_of(KEY, address)
    if stored is None:
        raise LookupError
    return _read(stored)


def _read(stored: Mapping[str, str]) -> TypedRuling:
    return TypedRuling(
        situation=read_id(stored["xgid"]),
        play=stored["play"],
        code=stored["code"],
        sheet=RulingSheet(
            stored["players"], stored["table"], stored["decision"], stored["rule"]
        ),
        at=datetime.fromisoformat(stored["at"]),
    )
