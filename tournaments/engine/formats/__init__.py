"""FORMATS: the one list of formats."""

from tournaments.engine.formats.base import Format, check_format
from tournaments.engine.formats.danish import DANISH
from tournaments.engine.formats.double_elimination import DOUBLE_ELIMINATION
from tournaments.engine.formats.elimination import ELIMINATION
from tournaments.engine.formats.lives import LIVES
from tournaments.engine.formats.monrad import MONRAD
from tournaments.engine.formats.night import NIGHT
from tournaments.engine.formats.rebuy_round import REBUY_ROUND
from tournaments.engine.formats.round_robin import ROUND_ROBIN
from tournaments.engine.formats.swiss import SWISS
from tournaments.engine.registry import Registry

__all__ = [
    "DANISH",
    "DOUBLE_ELIMINATION",
    "ELIMINATION",
    "FORMATS",
    "LIVES",
    "MONRAD",
    "NIGHT",
    "REBUY_ROUND",
    "ROUND_ROBIN",
    "SWISS",
    "Format",
]

FORMATS: Registry[Format] = Registry(
    MONRAD,
    SWISS,
    DANISH,
    LIVES,
    ROUND_ROBIN,
    NIGHT,
    REBUY_ROUND,
    ELIMINATION,
    DOUBLE_ELIMINATION,
    check=check_format,
)
"""All formats, in the order in which pages offer them."""
