"""The components of pages: what they show, without a page."""

from dataclasses import dataclass
from html.parser import HTMLParser

import pytest
from django.template import engines
from django.utils.translation import override


def shown(text, **names):
    """Return what a piece of a template shows."""
    return str(engines["django"].from_string(text).render(names))


class _Parts(HTMLParser):
    """The tags of a piece of HTML with their attributes, and its text."""

    def __init__(self, html):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.words += data

    def of(self, tag):
        """Return the attributes of all tags of a name."""
        return [attributes for name, attributes in self.tags if name == tag]


def test_a_panel_is_named_by_its_title():
    parts = _Parts(shown('{% panel "x" "A < B" %}<p>in it</p>{% endpanel %}'))
    assert parts.of("section") == [{"class": "section", "aria-labelledby": "x"}]
    assert parts.of("h2") == [{"class": "section__title", "id": "x"}]
    assert parts.words == "A < Bin it"


def test_a_panel_of_several_has_its_number_in_its_id():
    text = '{% panel "x" "A" number=n key="k" css="panel" %}{% endpanel %}'
    (section,) = _Parts(shown(text, n=3)).of("section")
    assert section == {"class": "panel", "id": "k", "aria-labelledby": "x-3"}


@pytest.mark.parametrize(("count", "words"), [(3, "A 3"), (0, "A 0"), ("", "A")])
def test_a_panel_says_how_many_things_it_holds(count, words):
    html = shown('{% panel "x" "A" count=count %}{% endpanel %}', count=count)
    assert _Parts(html).words == words


def test_a_panel_links_to_more():
    html = shown(
        '{% panel "x" "A" more=more more_url=url %}{% endpanel %}',
        more="<all>",
        url="/a/?b=1&c",
    )
    parts = _Parts(html)
    assert parts.of("a") == [{"class": "section__more", "href": "/a/?b=1&c"}]
    assert parts.words == "A<all>"


def test_a_panel_that_folds_is_open_until_its_reader_or_a_script_shuts_it():
    parts = _Parts(shown('{% panel "x" a folds=True %}b{% endpanel %}', a="<A>"))
    (fold,) = parts.of("details")
    assert fold == {"class": "section fold", "open": None, "data-fold": "x"}
    assert [len(parts.of(tag)) for tag in ("summary", "h2", "section")] == [1, 1, 0]
    assert parts.words == "<A>b"


@pytest.mark.parametrize("language", ["en", "da"])
def test_a_score_stays_in_its_order_beside_other_scripts(language):
    with override(language):
        parts = _Parts(shown("{% score one two %}", one=9, two="<2>"))
    assert parts.of("bdi") == [{"class": "num nowrap", "dir": "ltr"}]
    assert parts.words == "9–<2>"


@pytest.mark.parametrize(
    ("side", "css"), [(1, "checker is-one is-small"), (2, "checker is-two is-small")]
)
def test_a_name_has_the_checker_of_its_side(side, css):
    parts = _Parts(shown("{% name a side is_small=True %}", a="A <b>", side=side))
    assert parts.of("span") == [{"class": css, "aria-hidden": "true"}]
    assert parts.words == " A <b>"


def test_crumbs_are_a_list_in_a_named_way():
    parts = _Parts(shown("{% crumbs %}<li>a</li>{% endcrumbs %}"))
    assert [tag for tag, _attributes in parts.tags] == ["nav", "ol", "li"]
    assert parts.of("nav")[0]["aria-label"]


@dataclass(frozen=True)
class _Job:
    step: int
    steps: int
    step_text: str = ""


def test_steps_name_their_bar():
    parts = _Parts(shown("{% steps job 'Doing' '/x/' %}", job=_Job(2, 5, "now")))
    (bar,) = parts.of("progress")
    assert bar == {"max": "5", "value": "2", "aria-labelledby": "job-progress"}
    assert parts.of("p")[0]["id"] == "job-progress"
    assert parts.of("a") == [{"class": "button", "href": "/x/"}]


@pytest.mark.parametrize(
    ("job", "bar"),
    [
        (_Job(0, 5), {"max": "5"}),
        (_Job(1, 2), {}),
        (_Job(1, 3), {"max": "3", "value": "1"}),
    ],
)
def test_a_short_job_shows_no_share(job, bar):
    text = "{% steps job 'Doing' '/x/' is_short=short %}"
    parts = _Parts(shown(text, job=job, short=job.steps < 5))
    assert parts.of("progress") == [bar | {"aria-labelledby": "job-progress"}]


@pytest.mark.parametrize(
    ("job", "is_counted", "numbers"),
    [
        (_Job(2, 5, "now"), True, ["2", "5"]),
        (_Job(0, 5), True, []),  # it waits: there is nothing to count yet
        (_Job(2, 5, "now"), False, []),
    ],
)
def test_steps_say_which_one(job, is_counted, numbers):
    text = "{% steps job 'Doing' '/x/' is_counted=counted %}"
    words = _Parts(shown(text, job=job, counted=is_counted)).words
    assert [word for word in words.split() if word.isdecimal()] == numbers


def test_a_state_that_has_no_word_is_not_shown():
    assert shown("{% state 'nothing' %}") == ""
