"""Shared parts of the reasons of a pairing.

Each format has its own reasons; they use these modules, which know no format.
"""

from tournaments.engine.why.rounds import PairQuestion, PairReasons
