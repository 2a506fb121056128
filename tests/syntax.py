"""The Python files of the product as trees, each read once for all tests."""

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)


@cache
def nodes(file: Path) -> Mapping[type[ast.AST], Sequence[ast.AST]]:
    """Return all nodes of a module by their type, those of a type in their order."""
    found = defaultdict(list)
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        found[type(node)].append(node)
    return found


def every(file: Path, *kinds: type[Node]) -> list[Node]:
    """Return the nodes of these types in a module."""
    known = nodes(file)
    return [node for kind in kinds for node in known.get(kind, ())]
