"""A director's browser reduced to requests, for tests that break what it talks to."""

import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from http.cookiejar import CookieJar
from typing import IO, Any

ANSWER_SECONDS = 120.0
PATIENCE_SECONDS = 300.0
FOUND = 302
LENGTH = 7
ACCOUNT = {"username": "Ada", "password": "four words in a row"}
EVENING: dict[str, Any] = {
    **{"date": "2026-11-20", "format": "swiss", "match_length": LENGTH, "rounds": 4},
    **{"crawford": "on", "language": "en"},
}
RECORDED = (
    "SELECT pairing.match_number, final.score_1, final.score_2"
    " FROM matches_finalscore final"
    " JOIN tournaments_pairing pairing ON pairing.match_id = final.match_id"
    " WHERE final.voided_at IS NULL ORDER BY pairing.match_number"
)
BROKEN = (HTTPException, OSError)  # what a killed web server looks like from here


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        """Leave the answer to a form as it is."""


@dataclass(frozen=True)
class Answer:
    """What came back, redirects not followed."""

    status: int
    text: str
    location: str


@dataclass
class Visitor:
    """Somebody with cookies. One of them for each thread."""

    url: str
    cookies: CookieJar = field(default_factory=CookieJar)
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Answer:
        """Fetch a page."""
        return self._ask(urllib.request.Request(self._address(path)))

    def post(self, path: str, **fields: Any) -> Answer:
        """Send a form. Raises one of BROKEN if no whole answer came back."""
        token = next(each.value for each in self.cookies if "csrf" in each.name)
        typed = {"csrfmiddlewaretoken": token, **fields}
        data = urllib.parse.urlencode(typed).encode()
        return self._ask(urllib.request.Request(self._address(path), data=data))

    def twin(self) -> "Visitor":
        """Return the same person in another window."""
        other = Visitor(self.url)
        for cookie in self.cookies:
            other.cookies.set_cookie(cookie)
        return other

    def _address(self, path: str) -> str:
        return urllib.parse.urljoin(self.url, path)

    def _ask(self, request: urllib.request.Request) -> Answer:
        opener = urllib.request.build_opener(
            _Stay, urllib.request.HTTPCookieProcessor(self.cookies)
        )
        for name, value in self.headers.items():
            request.add_header(name, value)
        try:
            with opener.open(request, timeout=ANSWER_SECONDS) as answer:
                return _read(answer, answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return _read(error, error.code)


def _read(answer: HTTPResponse | IO[bytes], status: int) -> Answer:
    headers = getattr(answer, "headers", {})
    return Answer(status, answer.read().decode(), headers.get("Location", ""))


def until(true: Callable[[], Any], *, pause: float = 0.005) -> Any:
    """Wait until something is true, and return it."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (value := true()):
        assert time.monotonic() < deadline
        time.sleep(pause)
    return value


def signed_up(url: str, setup_url: str) -> Visitor:
    """Return the first director."""
    director = Visitor(url)
    page = urllib.parse.urlsplit(setup_url).path
    director.get(page)
    assert director.post(page, **ACCOUNT).status == FOUND
    return director


def new_tournament(director: Visitor, name: str) -> Answer:
    return director.post("/desk/new/?template=club-swiss", name=name, **EVENING)


def entered(director: Visitor, name: str, people: Sequence[str]) -> str:
    """Make a tournament with these people in it, and return the address of its desk."""
    desk = new_tournament(director, name).location.removesuffix("entries/")
    certain = {f"line-{number}": "new" for number in range(1, len(people) + 1)}
    text = "\n".join(people)
    sent = {"text": text, "here": "on", "confirmed": "1", **certain}
    added = director.post(f"{desk}entries/add/", **sent)
    assert added.status == FOUND, added.text
    return desk
