"""FORMATS: the one list of formats."""

from tournaments.engine.formats.base import Format
from tournaments.engine.formats.knockout import KNOCKOUT
from tournaments.engine.formats.monrad import MONRAD
from tournaments.engine.formats.swiss import SWISS

FORMATS: tuple[Format, ...] = (MONRAD, SWISS, KNOCKOUT)
