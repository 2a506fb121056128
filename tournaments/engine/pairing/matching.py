"""Minimum-cost perfect matching on a graph: exact, and innocent of players."""

from collections.abc import Sequence

COST_BITS = 112
MOST_NODES = 2**13
LIMIT = 2**126
"""rustworkx counts in 128 bits and wraps silently; it cannot overflow below, because
no dual value exceeds 2 x nodes x cost. Costs of `COST_BITS` always stay below."""

Edge = tuple[int, int, int]


def place_values(highest: Sequence[int]) -> tuple[int, ...]:
    """Return the factor of each criterion in a single integer cost.

    `highest`: for each criterion, the most important first, the largest total
    that a whole matching can reach. A total of one step in a criterion then
    outweighs everything after it.
    """
    values = [1]
    for most in reversed(highest[1:]):
        values.append(values[-1] * (most + 1))
    return tuple(reversed(values))


def fits(nodes: int, dearest: int) -> bool:
    """Return True if costs up to `dearest` are sure of an exact answer."""
    return nodes <= MOST_NODES and 2 * nodes * dearest < LIMIT


def cheapest_perfect_matching(
    nodes: int, edges: Sequence[Edge]
) -> list[tuple[int, int]] | None:
    """Return the perfect matching with the least total cost, or None without one.

    `edges`: (node, node, cost) with nodes from 0 and costs from 0, as far
    as `fits` allows. The pairs come sorted, the lower node of each first.

    Raises OverflowError for a cost too long to be sure of an exact answer.
    """
    # Here and not at the top: the library takes 12 MB, which the web process never
    # needs, because draws are made by the worker.
    import rustworkx  # noqa: PLC0415

    if not nodes:
        return []
    dearest = max((cost for _, _, cost in edges), default=0)
    if not fits(nodes, dearest):
        raise OverflowError(f"cost of {dearest.bit_length()} bits on {nodes} nodes")
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([(one, two, dearest - cost) for one, two, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < nodes:
        return None
    return sorted((min(pair), max(pair)) for pair in found)
