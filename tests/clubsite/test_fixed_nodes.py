"""What depends on the language alone is rendered once for each, and says the same."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.template import Context, Engine, engines
from django.template.base import Node
from django.urls import set_script_prefix
from django.utils.translation import override

from clubsite import template_loader
from clubsite.fixed_nodes import FixedNode, join_fixed
from matches.documents.languages import speaking

ENGINE = Engine(
    builtins=["matches.templatetags.components", "clubsite.template_tags"],
    libraries={
        "i18n": "clubsite.template_tags",
        "static": "django.templatetags.static",
    },
)
FIXED = {
    "words": 'a {% translate "Players" %}',
    "words in a context": 'a {% translate "Single" context "win" %}',
    "an address": "<a href=\"{% url 'search' %}\">",
    "an icon": '{% icon "menu" %} a',
    "a file": "{% static 'favicon.svg' %} a",
    "a sentence": "a {% blocktranslate %}Copied.{% endblocktranslate %}",
    "several": '{% icon "menu" %}<b>{% translate "Menu" %}</b>{% translate "Search" %}',
}
VARYING = {
    "words under a name": 'a {% translate "Players" as given %}',
    "words of a variable": "a {% translate given %}",
    "words in a context of a variable": 'a {% translate "Menu" context given %}',
    "an address with a value": "a {% url 'player' given %}",
    "an address under a name": "a {% url 'search' as given %}",
    "an icon of a variable": "a {% icon given %}",
    "an icon under a name": 'a {% icon "menu" as given %}',
    "a file of a variable": "a {% static given %}",
    "a filtered file": "a {% static 'favicon.svg'|upper %}",
    "a sentence with a value": (
        "a {% blocktranslate %}Copied {{ given }}.{% endblocktranslate %}"
    ),
    "a sentence under a name": (
        "a {% blocktranslate asvar given %}Copied.{% endblocktranslate %}"
    ),
    "a value": "a {{ given }}",
    "text alone": "a",
}
LOAD = "{% load i18n static %}"


def joined(source):
    template = ENGINE.from_string(LOAD + source)
    join_fixed(template.nodelist)
    return template


def fixed_in(source):
    return joined(source).nodelist.get_nodes_by_type(FixedNode)


@pytest.mark.parametrize("source", FIXED.values(), ids=FIXED)
def test_nodes_that_depend_on_the_language_alone_are_one(source):
    assert [type(node) for node in joined(source).nodelist] == [FixedNode]


@pytest.mark.parametrize("source", VARYING.values(), ids=VARYING)
def test_nothing_else_is_kept(source):
    assert not fixed_in(source)


@pytest.mark.parametrize("source", [*FIXED.values(), *VARYING.values()])
def test_the_text_is_that_of_the_single_nodes(source):
    plain, kept = ENGINE.from_string(LOAD + source), joined(source)
    for _twice in range(2):
        for language in ("da", "en", "nl"):
            with override(language):
                for given in ("Players", "Menu"):
                    context = {"given": given}
                    assert kept.render(Context(context)) == plain.render(
                        Context(context)
                    )


def test_parts_of_other_nodes_are_joined():
    source = (
        '{% if a %}1 {% translate "Menu" %}{% elif b %}2 {% translate "Menu" %}'
        '{% else %}3 {% translate "Menu" %}{% endif %}'
        '{% for x in a %}4 {% translate "Menu" %}{% empty %}5 {% translate "Menu" %}'
        '{% endfor %}{% with y=1 %}6 {% translate "Menu" %}{% endwith %}'
        '{% block c %}7 {% translate "Menu" %}{% endblock %}'
    )
    assert len(fixed_in(source)) == 7
    plain = ENGINE.from_string(LOAD + source)
    for context in ({"a": [1, 2]}, {"b": 1}, {}):
        assert joined(source).render(Context(context)) == plain.render(Context(context))


def test_two_languages_at_once_are_told_apart_from_the_first():
    template = joined('a {% translate "Players" %}')
    told = []
    for languages in ("en", "en+da", "en+sv", "en"):
        with speaking(languages):
            told.append(template.render(Context()))
    assert told[0] == told[3] == "a Players"
    assert len(set(told)) == 3


def test_addresses_follow_the_path_of_the_site():
    template = joined("a {% url 'search' %}")
    assert template.render(Context()) == "a /search/"
    set_script_prefix("/club/")
    try:
        assert template.render(Context()) == "a /club/search/"
    finally:
        set_script_prefix("/")


def test_the_product_joins_them():
    base = engines["django"].engine.get_template("base.html")
    assert len(base.nodelist.get_nodes_by_type(FixedNode)) > 10
    assert isinstance(base.nodelist[0], Node)


def test_threads_that_load_a_template_at_the_same_time_join_it_once(monkeypatch):
    """The second thread finds the template in the cache while the first joins it."""
    joined_by, is_joining, has_asked = [], Event(), Event()

    def join_slowly(nodes):
        joined_by.append(nodes)
        is_joining.set()
        has_asked.wait(5)
        join_fixed(nodes)

    monkeypatch.setattr(template_loader, "join_fixed", join_slowly)
    source = 'a {% translate "Menu" %}'
    engine = Engine(
        builtins=["clubsite.template_tags"],
        loaders=[
            (
                "clubsite.template_loader.KeepingLoader",
                [("django.template.loaders.locmem.Loader", {"page": source})],
            )
        ],
    )

    def ask():
        if is_joining.is_set():
            has_asked.set()
        return engine.get_template("page").render(Context())

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(ask)
        assert is_joining.wait(5)
        second = threads.submit(ask)
        assert first.result(10) == second.result(10) == "a Menu"
    assert len(joined_by) == 1
