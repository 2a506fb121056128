"""The language of a first visit is one that the browser asks for."""

import pytest
from django.test import Client


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("no", "nb"),
        ("no-NO,no;q=0.9,en;q=0.8", "nb"),
        ("nn-NO", "nb"),
        ("nn", "nb"),
        ("nb-NO", "nb"),
        ("nl-BE", "nl"),
        ("sv-FI", "sv"),
        ("fi", "en"),
    ],
)
def test_the_language_of_a_first_visit(
    client: Client, asked: str, language: str
) -> None:
    page = client.get("/help/", headers={"Accept-Language": asked})
    assert page["Content-Language"] == language
