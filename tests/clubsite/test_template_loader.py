"""Templates are compiled without their indentation, and nothing else is lost."""

import re

from django.template import Context, Engine, Origin
from django.template.loader import get_template

from clubsite.template_loader import Loader
from tests.live import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))


def test_indentation_is_left_out():
    source = get_template("base.html").template.source
    assert "\n " not in source
    assert "\n\n" not in source


def test_words_stay_apart(tmp_path):
    file = tmp_path / "x.html"
    file.write_text("<p>\n    one\n    two\n\n</p>\n", encoding="utf-8")
    loader = Loader(Engine())
    assert loader.get_contents(Origin(str(file))) == "<p>\none\ntwo\n</p>\n"


def test_a_line_with_a_tag_that_shows_nothing_leaves_nothing(tmp_path):
    file = tmp_path / "x.html"
    file.write_text(
        """
        {% load i18n %}
        one
        {% if here %}
          {% translate "two" as words %}
          {{ words }}
        {% else %}
          {% translate "three" %}
          {% translate "four" %}
        {% endif %}
        <b {% if here %}
            class="five"{% endif %}>six</b>
        """,
        encoding="utf-8",
    )
    engine = Engine(libraries={"i18n": "clubsite.template_tags"})
    template = engine.from_string(Loader(engine).get_contents(Origin(str(file))))
    shown = template.render(Context({"here": True}))
    assert shown == '\none\ntwo\n<b \nclass="five">six</b>\n'
    assert template.render(Context()) == "\none\nthree\nfour\n<b >six</b>\n"


def test_no_text_counts_its_spaces_over_several_lines():
    assert len(TEMPLATES) > 300
    for file in TEMPLATES:
        source = file.read_text(encoding="utf-8")
        for typed in re.findall(r"<(?:pre|textarea)\b.*?</", source, re.DOTALL):
            assert "\n" not in typed.partition(">")[2], file
        if file.suffix == ".txt":
            assert not re.search(r"\n[ \t]+\S", source), file
