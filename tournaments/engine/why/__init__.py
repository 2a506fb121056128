"""Why this pair: the reasons of a pairing, and what the next best would have cost."""

from tournaments.engine.why.reasons import why
from tournaments.engine.why.values import Why

__all__ = [
    "Why",
    "why",
]
