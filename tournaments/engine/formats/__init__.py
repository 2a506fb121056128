"""FORMATS: the one list of formats."""

from tournaments.engine.format import Format
from tournaments.engine.formats.brackets import DOUBLE_ELIMINATION, ELIMINATION
from tournaments.engine.formats.danish import DANISH
from tournaments.engine.formats.lives import LIVES
from tournaments.engine.formats.monrad import MONRAD
from tournaments.engine.formats.night import NIGHT
from tournaments.engine.formats.rebuy_round import REBUY_ROUND
from tournaments.engine.formats.round_robin import ROUND_ROBIN
from tournaments.engine.formats.swiss import SWISS
from tournaments.engine.registry import Registry

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
)
"""All formats, in the order in which pages offer them."""
