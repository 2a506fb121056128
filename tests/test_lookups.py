"""A name that is not there is found wherever a template asks for it."""

import pytest
from django.template import Context, Template

from tests.lookups import watched


@pytest.mark.parametrize(
    "source",
    [
        "{{ page.titel }}",
        "{% if page.titel %}x{% endif %}",
        "{% if page.title and not page.titel %}x{% endif %}",
        "{% for x in page.titel %}{{ x }}{% endfor %}",
        "{% with title=page.titel %}{{ title }}{% endwith %}",
        "{{ page.titel|default:'x' }}",
        "{% state page.titel %}",
    ],
)
def test_a_misspelt_name_is_found(source: str) -> None:
    with watched() as failed:
        Template(source).render(Context({"page": {"title": "Draw"}}))
    assert failed == [": page.titel"]


@pytest.mark.parametrize(
    "source",
    ["{{ page.title }}", "{{ page.nobody.name }}", "{% if no_key %}x{% endif %}"],
)
def test_names_that_may_be_missing_are_not(source: str) -> None:
    with watched() as failed:
        Template(source).render(Context({"page": {"title": "Draw", "nobody": None}}))
    assert failed == []
