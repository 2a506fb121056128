"""Views that compute for seconds are marked, whatever stands around them."""

import pytest

from matches.web.decorators import is_heavy


@pytest.mark.parametrize(
    "path",
    [
        "/ruling/",
        "/draws/check/",
        "/m/ABCDEF/files/",
        "/tournaments/open/stages/1/draws/2/why/3/",
    ],
)
def test_what_computes_long_is_marked(path):
    assert is_heavy(path)


@pytest.mark.parametrize("path", ["/", "/desk/", "/m/ABCDEF/", "/nothing/here/"])
def test_all_else_is_not(path):
    assert not is_heavy(path)
