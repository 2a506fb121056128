"""Minimum-cost perfect matching on a graph of integers, exact.

It is found by rustworkx, or where that is not installed, by `blossoms`, which takes
longer. Both give the same answer if there is only one of least cost.
"""

from collections.abc import Sequence

from tournaments.engine.pairing.blossoms import solve

COST_BITS = 112
MOST_NODES = 2**13
LIMIT = 2**126
"""The bound of 2 x nodes x cost. rustworkx uses 128-bit integers and overflows without
an error; no dual value exceeds this product. Costs of `COST_BITS` bits stay below."""

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
    """Return True if costs up to `dearest` cannot overflow, so the answer is exact."""
    return nodes <= MOST_NODES and 2 * nodes * dearest < LIMIT


def cheapest_perfect_matching(
    nodes: int, edges: Sequence[Edge]
) -> list[tuple[int, int]] | None:
    """Return the perfect matching with the least total cost, or None without one.

    `edges`: (node, node, cost), nodes from 0, costs from 0 up to what `fits` allows.
    The pairs are sorted, the lower node of each first.

    Raises OverflowError for a cost that `fits` does not allow.
    """
    if not nodes:
        return []
    dearest = max((cost for _, _, cost in edges), default=0)
    if not fits(nodes, dearest):
        raise OverflowError(f"cost of {dearest.bit_length()} bits on {nodes} nodes")
    # Here and not at the top: the library takes 12 MB, which the web process never
    # needs, because draws are made by the worker. `verify_draw.pyz` runs without it.
    try:
        import rustworkx  # noqa: PLC0415
    except ImportError:
        return _by_blossoms(nodes, edges, dearest)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    # rustworkx maximises. All perfect matchings have equally many edges, so the largest
    # sum of `dearest - cost` is the least sum of costs.
    graph.add_edges_from([(one, two, dearest - cost) for one, two, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < nodes:
        return None
    return sorted((min(pair), max(pair)) for pair in found)


def _by_blossoms(
    nodes: int, edges: Sequence[Edge], dearest: int
) -> list[tuple[int, int]] | None:
    if nodes % 2:
        return None
    too_much = nodes * (dearest + 1)
    costs = [[too_much] * nodes for _ in range(nodes)]
    for one, two, cost in edges:
        costs[one][two] = costs[two][one] = cost
    mates = solve(costs, [-1] * nodes).mates
    pairs = [(one, two) for one, two in enumerate(mates) if one < two]
    is_found = all(costs[one][two] < too_much for one, two in pairs)
    return pairs if is_found else None
