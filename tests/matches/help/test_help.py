"""The manual as help on the site: parts, links, languages, the part about a page."""

import re

import pytest
from django.conf import settings
from django.urls import get_resolver, reverse

from matches.help.views import NAMES, manual_page, part_about, parts

LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_its_parts_and_links_lead_to_parts(name, language):
    page = manual_page(name, language)
    assert page.language == language
    places = {part.get_absolute_url() for part in parts("en")}
    places |= {reverse("help_page", args=[name]) for name in NAMES}
    for link in re.findall(r'href="([^"]+)"', page.html):
        assert (reverse("help_page", args=[name]) + link, link)[
            link[0] != "#"
        ] in places
    for part in page.parts:
        assert part.words, part
        assert f'<h2 id="{part.anchor}">' in page.html
    assert "<!--" not in page.html
    assert not re.search(r"!\[|\*\*|\]\(", re.sub("<code>.*?</code>", "", page.html))


def test_parts_name_addresses_of_the_site():
    named = [view for part in parts("en") for view in part.pages]
    assert sorted(named) == sorted(set(named))
    assert set(named) <= {*get_resolver().reverse_dict}
    assert all(not part.pages for part in parts("da"))


@pytest.mark.django_db
def test_a_page_links_to_the_help_about_it(client):
    about = part_about("rating_lists")
    assert about
    assert f'href="{about.get_absolute_url()}"' in client.get("/ratings/").text
    assert 'href="/help/"' in client.get("/help/").text


@pytest.mark.django_db
def test_the_help_speaks_the_language_of_the_reader(client):
    danish = client.get("/help/", headers={"Accept-Language": "da"}).text
    first = manual_page("players", "da").parts[0]
    assert first.title in danish
    assert first.get_absolute_url() in danish
    page = client.get("/help/players/", headers={"Accept-Language": "da"}).text
    assert "For spillere" in page
    assert client.get("/help/nothing/").status_code == 404
