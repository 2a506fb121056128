"""The pictures of the manual can be taken, and all of them are."""

import pytest

from tests.pictures.__main__ import main
from tests.pictures.studio import PICTURES

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


def test_every_picture_of_the_manual_is_taken(tmp_path):
    main(tmp_path)
    taken = {file.name for file in tmp_path.glob("*.png")}
    assert taken == {file.name for file in PICTURES.glob("*.png")}
