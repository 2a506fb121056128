"""The product under a path of another site, behind a proxy: nothing leads out of it."""

import http.client
import json
import re
import threading
from dataclasses import dataclass, field
from html import unescape
from http.cookiejar import CookieJar
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from matches.web.qr import qr_address
from tests.browser import forms
from tests.live import start_live

HERE = "/club"
FORGED = {"SCRIPT_NAME": "/evil", "Script-Name": "/evil", "X-Script-Name": "/evil"}
ADDRESS = re.compile(
    r"\s(?:href|src|action|formaction|poster|content|hx-(?:get|post)|data-(?!key\b)[a-z-]+)"
    r'="(/[^"]*)"'
)
MOST_PAGES = 60


@dataclass
class Proxy:
    """Passes on what is under the path, and keeps what a page asked of elsewhere."""

    server: ThreadingHTTPServer
    strays: list[str] = field(default_factory=list)
    target: int = 0

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture(scope="module")
def proxy():
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if not self.path.startswith(f"{HERE}/"):
                made.strays.append(self.path)
            onward = http.client.HTTPConnection("127.0.0.1", made.target)
            onward.request(self.command, self.path, body, dict(self.headers))
            came = onward.getresponse()
            content = came.read()
            self.send_response(came.status)
            for name, value in came.getheaders():
                if name.lower() not in {"connection", "transfer-encoding"}:
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)
            onward.close()

        do_POST = do_GET  # noqa: N815 - the name that http.server calls

        def log_message(self, *_said):
            pass

    made = Proxy(ThreadingHTTPServer(("127.0.0.1", 0), Handler))
    threading.Thread(target=made.server.serve_forever, daemon=True).start()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture(scope="module")
def live(proxy, tmp_path_factory):
    data = tmp_path_factory.mktemp("sub-path") / "var"
    with start_live(data, CRAWFORD_URL=proxy.url + HERE) as running:
        proxy.target = urlsplit(running.url).port or 0
        yield running


class Visitor:
    """A browser without scripts; it claims another path, which counts for nothing."""

    def __init__(self, url):
        self.url, self.cookies = url, CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def ask(self, address, form=None):
        data = None if form is None else urlencode(form).encode()
        where = urljoin(self.url, address)
        headers = FORGED | {"Origin": self.url, "Referer": where}
        with self._opener.open(Request(where, data, headers)) as came:
            return forms.read(came.url, came.read().decode("utf-8", "replace"))

    def send(self, page, button, **typed):
        form = next(form for form in page.forms if button in form.buttons)
        pairs = dict(form.fields) | typed | dict([form.buttons[button]])
        pairs.pop("", None)
        return self.ask(urljoin(page.url, form.action or page.url), pairs)


def walked(visitor):
    """Return all addresses on the pages, and those of the pages that were read."""
    found = set()
    todo, done = [f"{HERE}/"], {f"{HERE}/"}
    while todo and len(done) < MOST_PAGES:
        page = visitor.ask(todo.pop(0))
        found |= {unescape(one) for one in ADDRESS.findall(page.text)}
        for link in page.links.values():
            path = urlsplit(urljoin(page.url, link)).path
            is_page = path.endswith("/") and "/logout/" not in path
            if is_page and link.startswith("/") and path not in done:
                done.add(path)
                todo.append(path)
    return found, done


def test_nothing_on_the_pages_leads_out_of_the_path(proxy, live):
    assert urlsplit(live.setup_url)[1:3] == (
        urlsplit(proxy.url).netloc,
        f"{HERE}/setup/{live.setup_url.split('/')[-2]}/",
    )
    ada = Visitor(proxy.url)
    welcome = ada.send(
        ada.ask(live.setup_url),
        "Create account",
        club="Sub-path",
        username="Ada",
        password="four words in a row",
    )
    assert urlsplit(welcome.url).path == f"{HERE}/desk/"
    cards = ada.ask(f"{HERE}/desk/new/")
    card = next(link for words, link in cards.links.items() if "Swiss" in words)
    empty = ada.send(ada.ask(card), "Create tournament", name="Evening")
    listed = ada.send(empty, "Add", text="Ada\nBo\nCy\nDi")
    ada.send(listed, "Add 4 players")
    for visitor, least in ((ada, 40), (Visitor(proxy.url), 8)):
        found, pages = walked(visitor)
        assert {one for one in found if not one.startswith(f"{HERE}/")} == set()
        assert len(pages) > least
    assert {cookie.path for cookie in ada.cookies} == {f"{HERE}/"}
    for asset in sorted(one for one in found if one.endswith((".css", ".js", ".png"))):
        assert ada.ask(asset).text
    manifest = json.loads(ada.ask(f"{HERE}/manifest.webmanifest").text)
    assert (manifest["start_url"], manifest["scope"]) == (f"{HERE}/", f"{HERE}/")
    assert f"Disallow: {HERE}/desk/" in ada.ask(f"{HERE}/robots.txt").text
    assert proxy.strays == []


def test_outside_the_path_nothing_answers_but_the_signs_of_life(proxy, live):
    here = http.client.HTTPConnection("127.0.0.1", proxy.target)
    answers = {}
    for path in ("/", "/desk/", "/clubs/", "/healthz", "/readyz", HERE, f"{HERE}/"):
        here.request("GET", path, headers=FORGED)
        answer = here.getresponse()
        answer.read()
        answers[path] = answer.status
        if answer.status == 404:
            here.close()
    here.close()
    assert [path for path, status in answers.items() if status == 404] == [
        *("/", "/desk/", "/clubs/")
    ]
    assert answers[f"{HERE}/"] == answers["/healthz"] == 200


def test_codes_of_paper_keep_the_letters_of_the_path(settings):
    """Capitals are shorter; but `/CLUB/` is another path for the proxy."""
    url = "https://club.example/club/m/K7Q2MX/"
    assert qr_address(url) == qr_address(url.upper(), in_capitals=False)
    settings.SITE_PATH = HERE
    assert qr_address(url) == qr_address(url, in_capitals=False)
