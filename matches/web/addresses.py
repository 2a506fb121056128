"""Addresses of pages, each of which is looked up once.

A page is made again with every result, and its addresses stay the same. Django looks
for each of them among all patterns.
"""

from functools import lru_cache
from typing import Final

from django.urls import get_script_prefix, reverse
from django.utils.safestring import SafeString

MOST_ADDRESSES: Final = 4096
_KEPT_TYPES: Final = frozenset({str, SafeString, int})


def address_of(name: str, *args: object) -> str:
    """Return the address of a page by the name of its URL pattern.

    Raises NoReverseMatch.
    """
    # Types that are not the same may be equal and have different texts: 1 and True.
    if not _KEPT_TYPES.issuperset(map(type, args)):
        return reverse(name, args=args)
    return _kept(name, args, get_script_prefix())


@lru_cache(maxsize=MOST_ADDRESSES)
def _kept(name: str, args: tuple[object, ...], _prefix: str) -> str:
    return reverse(name, args=args)
