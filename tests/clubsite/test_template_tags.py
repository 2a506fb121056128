"""Tags that are quicker than Django's say the same as Django's."""

import pytest
from django.template import Context, Engine
from django.urls import NoReverseMatch, set_script_prefix
from django.utils.translation import override

from matches.columns.names import Name

QUICK = Engine(
    builtins=["clubsite.template_tags"], libraries={"i18n": "clubsite.template_tags"}
)
DJANGOS = Engine(libraries={"i18n": "django.templatetags.i18n"})
SOURCES = {
    "words": '{% translate "Players" %}',
    "words kept": '{% translate "Players" as words %}[{{ words }}]',
    "words with a filter": '{% translate "Players"|lower %}',
    "words in a context": '{% translate "Single" context "win" %}',
    "words of a variable": "{% translate given %}",
    "words that are not translated": '{% translate "<Players>" noop %}',
    "markup and signs": '{% translate "<b>100 %</b> & more" %}',
    "an address": "{% url 'search' %}",
    "an address kept": "{% url 'search' as address %}[{{ address }}]",
    "an address with a value": "{% url 'standings' slug 1 %}",
    "an address with a number": "{% url 'standings' slug 2 %}",
    "an address by a name": "{% url 'standings' name 1 %}",
    "an address by keyword": "{% url 'standings' slug=slug stage=1 %}",
    "an address by a variable": "{% url which slug 3 %}",
    "an address with signs": "{% url 'player' signs %}",
    "an address with signs as they are": (
        "{% autoescape off %}{% url 'player' signs %}"
        "{% url 'player' signs as address %}[{{ address }}]{% endautoescape %}"
    ),
    "no address": "{% url 'standings' '' as address %}[{{ address }}]",
}
CONTEXT = {
    "given": "Players",
    "slug": "børnecup-2026",
    "name": Name("אבא-2026"),
    "which": "standings",
    "signs": "a&b'c",
}


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_a_tag_says_what_djangos_says(source, language):
    load = "{% load i18n %}"
    quick, djangos = (each.from_string(load + source) for each in (QUICK, DJANGOS))
    with override(language):
        for _twice in range(2):
            assert quick.render(Context(CONTEXT)) == djangos.render(Context(CONTEXT))


def test_an_address_follows_the_path_of_the_site():
    template = QUICK.from_string("{% url 'search' %}")
    assert template.render(Context()) == "/search/"
    set_script_prefix("/club/")
    try:
        assert template.render(Context()) == "/club/search/"
    finally:
        set_script_prefix("/")


def test_an_address_that_does_not_exist_is_an_error():
    template = QUICK.from_string("{% url 'standings' '' %}")
    with pytest.raises(NoReverseMatch):
        template.render(Context())


def test_parts_and_blocks_are_put_together_as_django_does():
    files = {
        "base": "<{% block a %}a{% block b %}b{% endblock %}{% endblock %}>",
        "page": "{% extends 'base' %}{% block b %}{{ block.super }}"
        "{% include 'part' with x=1 %}{% include 'part' with x=2 only %}"
        "{% include part %}{% endblock %}",
        "leaf": "{% extends 'page' %}{% block b %}({{ block.super }}){% endblock %}",
        "part": "[{{ x }}{{ y }}]",
    }
    loaders = [("django.template.loaders.locmem.Loader", files)]
    told = []
    for builtins in ([], ["clubsite.template_tags"]):
        engine = Engine(builtins=builtins, loaders=loaders)
        leaf = engine.get_template("leaf")
        told += [
            leaf.render(Context({"y": y, "part": "part"}, autoescape=True))
            for y in ("<", "&")
        ]
    assert (
        told[:2] == told[2:] == ["<a(b[1&lt;][2][&lt;])>", "<a(b[1&amp;][2][&amp;])>"]
    )
