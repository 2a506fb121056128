"""What a link shows in a chat: every public page has a title, a description, a picture.

That nobody's full name is there who wants none: `test_shown_names` reads whole pages,
heads included, and here the description of each kind of page is read again.
"""

from html.parser import HTMLParser

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpResponse

from matches.models import Player
from matches.players.services import show_anew
from matches.players.shown import Shown
from tests.test_litany import ADDRESSES, Address, World

KINDS = ("home", "tournament", "round", "standings", "match", "player", "season")
NAMED = ("standings", "match", "player")
LONGEST = 400


class Head(HTMLParser):
    """The title of a page, and what it says of itself to whoever gets its link."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        self.title = ""
        self._in_title = False
        self.feed(answer.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._in_title = tag == "title"
        name = given.get("property") or given.get("name", "")
        if tag == "meta" and name:
            self.said[name] = given.get("content", "")

    def handle_endtag(self, tag: str) -> None:
        self._in_title = False

    def handle_data(self, data: str) -> None:
        self.title += data if self._in_title else ""


class SharedLinks(World):
    """The head of every public page, as a stranger gets it."""

    def head(self, name: str) -> Head:
        address = next(one for one in ADDRESSES if one.name == name)
        answer = self.browser("Cy").get(self.path(address), follow=True)
        assert answer.status_code == 200, name
        return Head(answer)

    def test_every_public_page_says_what_it_is(self) -> None:
        seen = []

        def check(address: Address) -> None:
            if not address.get:
                return
            answer = self.browser("Cy").get(self.path(address))
            kind = answer.headers.get("Content-Type", "")
            if answer.status_code != 200 or not kind.startswith("text/html"):
                return
            head = Head(answer)
            if "og:title" not in head.said:
                return  # a screen, a scoreboard: nobody shares their links
            seen.append(address.name)
            said = head.said
            assert said["og:title"] == head.title
            assert said["og:description"] == said["description"]
            for text in (head.title, said["description"]):
                assert text.strip() == text != ""
                assert "\n" not in text
                assert "{" not in text
                assert len(text) <= LONGEST
            assert said["og:image"].startswith("http")
            _site, found, file = said["og:image"].partition(settings.STATIC_URL)
            assert found
            assert finders.find(file)

        self.each(check, lambda one: one.public)
        assert set(KINDS) <= set(seen)
        assert len(seen) > 30

    def test_each_kind_tells_of_itself(self) -> None:
        found = {name: self.head(name).said["description"] for name in KINDS}
        assert len(set(found.values())) == len(KINDS), found

    def test_a_hidden_name_is_in_no_link(self) -> None:
        full = [player.name[:] for player in Player.objects.all()]
        before = "".join(self.head(name).said["description"] for name in NAMED)
        assert any(name in before for name in full)
        for pk in Player.objects.values_list("pk", flat=True):
            Player.objects.filter(pk=pk).update(shown_by_club=Shown.HIDDEN)
            show_anew(pk)
        for name in KINDS:
            head = self.head(name)
            text = head.title + "".join(head.said.values())
            assert not [one for one in full if one in text], name
