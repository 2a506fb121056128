"""How the number of a stage stands in an address."""

from tournaments.structure.queries import FIRST


class StageConverter:
    """The number of a stage in an address: `stages/3/`; nothing stands for the first.

    Most tournaments have one stage, and their addresses are printed and read aloud.
    """

    regex = r"(?:stages/[1-9][0-9]*/)?"

    def to_python(self, value: str) -> int:
        """Return the number that a part of an address means."""
        return int(value.split("/")[1]) if value else FIRST

    def to_url(self, value: int | str) -> str:
        """Return the part of an address for a stage with this number."""
        number = int(value)
        return "" if number == FIRST else f"stages/{number}/"
