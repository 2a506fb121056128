"""The graph of a bracket, which a stage's state can carry."""

from tournaments.engine.plan import VACANT, Node, Plan, Source

__all__ = ["VACANT", "Node", "Plan", "Source"]
