"""What holds for every paper that a test prints."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _nothing_is_ignored(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """WeasyPrint shows every picture and knows every rule of a style sheet."""
    yield
    said = [record.getMessage() for record in caplog.get_records("call")]
    ours = [record.name == "weasyprint" for record in caplog.get_records("call")]
    assert [text for text, is_ours in zip(said, ours, strict=True) if is_ours] == []
