"""Forms of shared pages: taken from this site alone, with no token in the page."""

import pytest
from django.test import Client

from matches.web.decorators import is_heavy

HERE = {"HTTP_HOST": "localhost:8000"}
GOOD = [
    {"HTTP_SEC_FETCH_SITE": "same-origin"},
    {"HTTP_ORIGIN": "http://localhost:8000"},
    {"HTTP_REFERER": "http://localhost:8000/tournaments/"},
]
BAD = [
    {},
    {"HTTP_SEC_FETCH_SITE": "cross-site"},
    {"HTTP_SEC_FETCH_SITE": "none"},
    {"HTTP_SEC_FETCH_SITE": "cross-site", "HTTP_ORIGIN": "http://localhost:8000"},
    {"HTTP_SEC_FETCH_SITE": "same-site"},
    {"HTTP_ORIGIN": "http://evil.example"},
    {"HTTP_ORIGIN": "null"},
    {"HTTP_ORIGIN": "http://localhost:8001"},
    {"HTTP_ORIGIN": "null", "HTTP_REFERER": "http://localhost:8000/"},
    {"HTTP_REFERER": "http://localhost:8000.evil.example/"},
]
FORMS = [("/theme/", {"theme": "dark"}), ("/language/", {"language": "da"})]


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "form"), FORMS)
@pytest.mark.parametrize("said", GOOD)
def test_a_form_of_this_site_is_taken(path, form, said):
    phone = Client(enforce_csrf_checks=True)
    answer = phone.post(path, {**form, "next": "/help/"}, **HERE, **said)
    assert (answer.status_code, answer["Location"]) == (302, "/help/")
    assert next(iter(form.values())) in {one.value for one in answer.cookies.values()}


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "form"), FORMS)
@pytest.mark.parametrize("said", BAD)
def test_a_form_of_another_site_is_refused(path, form, said):
    phone = Client(enforce_csrf_checks=True)
    answer = phone.post(path, form, **HERE, **said)
    assert answer.status_code == 403
    assert not {"theme", "language"} & set(answer.cookies)


@pytest.mark.django_db
def test_a_form_is_taken_with_its_token():
    phone = Client(enforce_csrf_checks=True)
    token = phone.get("/login/").context["csrf_token"]
    answer = phone.post("/theme/", {"theme": "dark", "csrfmiddlewaretoken": token})
    assert answer.status_code == 302


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
