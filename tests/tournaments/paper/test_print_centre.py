"""The print centre: what is new, what has changed, which sheets are still out."""

from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from matches.models import JournalEntry
from matches.rules import Side
from tests import builders, paper
from tests.refusals import raises
from tournaments.draws.publish import take_back_round
from tournaments.models import Pairing, Printing, Round, Tournament
from tournaments.paper.prints import PRINTED, address_of, numbers_of
from tournaments.paper.queries import PaperLine, overview_of
from tournaments.paper.services import (
    ALL,
    ALREADY,
    NEWS,
    NO_SUCH_PAPER,
    NOTHING_NEW,
    PrintRequest,
    SheetChanges,
    mark_printed,
    print_paper,
    print_sheet,
    sheet_changes,
)
from tournaments.rounds.documents import ROUND

SHEETS = "score-sheets"
LIST = "pairings:a-z"
BY_TABLE = "pairings"


def test_what_is_new_and_what_has_changed() -> None:
    printed = {"1": "aa@4", "2": "bb", "3": "cc@5", "4": "dd@6"}
    now = {"1": "aa@4", "2": "bb@7", "3": "cc@8", "4": "ee@6", "5": "ff"}
    found = sheet_changes(now, printed)
    # The second sheet has room for its table, the third another table on it.
    assert found == SheetChanges(new=("5",), changed=("3", "4"), total=5)
    assert sheet_changes({"1": "aa"}, {"1": "aa@4"}) == SheetChanges(total=1)
    assert sheet_changes({}, printed) == SheetChanges()


@pytest.mark.django_db
class TestARound:
    def line(self, of: Tournament, key: str) -> PaperLine:
        return next(line for line in overview_of(of).lines if line.key == key)

    def needed(self, of: Tournament) -> list[str]:
        return [line.key for line in overview_of(of).needed]

    def news(self, of: Tournament) -> SheetChanges:
        news = self.line(of, SHEETS).news
        assert news is not None
        return news

    def wish(self, of: Round, key: str = SHEETS, which: str = ALL) -> PrintRequest:
        return PrintRequest(key, ROUND.address(of), which)

    def test_from_the_first_sheet_to_the_last_result(self) -> None:
        evening = builders.evening("swiss", 6)
        assert self.needed(evening) == []
        published = builders.published_round(evening)
        assert self.needed(evening) == [SHEETS, "pairings", LIST]
        assert len(self.news(evening).new) == 3
        made = print_paper(evening, self.wish(published), by=None)
        assert sorted(made.parts) == ["1", "2", "3"]
        assert self.line(evening, SHEETS).state == "printed"
        out = [pairing.match_number for pairing, _printed in overview_of(evening).out]
        assert out == [1, 2, 3]
        for match in builders.matches(published):
            builders.won(Side.ONE, match)
        assert overview_of(evening).out == ()
        assert self.needed(evening) == ["results", "standings"]

    def test_only_what_changed_since(self) -> None:
        evening = builders.evening("swiss", 6)
        published = builders.published_round(evening)
        print_paper(evening, self.wish(published), by=None)
        print_paper(evening, self.wish(published, LIST), by=None)
        with raises(NOTHING_NEW):
            print_paper(evening, self.wish(published, which=NEWS), by=None)
        Pairing.objects.filter(match_number=2).update(table=9)
        line = self.line(evening, SHEETS)
        news = self.news(evening)
        assert (line.state, news.new, len(news.changed)) == ("changed", (), 1)
        assert self.line(evening, LIST).is_needed
        made = print_paper(evening, self.wish(published, which=NEWS), by=None)
        assert (list(made.parts), made.number) == (["2"], 2)
        assert self.line(evening, SHEETS).state == "printed"

    def test_a_printing_is_taken_back_and_put_back(self) -> None:
        evening = builders.evening("swiss", 4)
        published = builders.published_round(evening)
        made = print_paper(evening, self.wish(published), by=None)
        for _twice in range(2):
            mark_printed([made], is_printed=False, by=None)
        assert len(self.news(evening).new) == 2
        assert overview_of(evening).out == ()
        mark_printed([made], is_printed=True, by=None)
        assert self.line(evening, SHEETS).state == "printed"
        acts = ["papers_printed", "printing_taken_back", "printing_put_back"]
        known = JournalEntry.objects.filter(act__in=acts).order_by("pk")
        assert [entry.act for entry in known] == acts

    def test_a_card_is_as_good_as_a_sheet(self) -> None:
        evening = builders.evening("swiss", 4)
        published = builders.published_round(evening)
        print_paper(evening, self.wish(published, "match-cards"), by=None)
        assert not self.line(evening, SHEETS).is_needed
        assert self.line(evening, "match-cards").state == "printed"

    def test_what_is_not_there_is_refused(self) -> None:
        evening = builders.evening("swiss", 4)
        published = builders.published_round(evening)
        right = ROUND.address(published)
        for document, address in (
            ("badges", right),
            ("nothing", right),
            ("pairings:nothing", right),
            ("printed", evening.slug),
            (SHEETS, "elsewhere/1/1"),
            (SHEETS, f"{evening.slug}/1/7"),
            (SHEETS, f"{evening.slug}/{'9' * 30}/1"),
            (SHEETS, f"{evening.slug}/1/\x00"),
            (SHEETS, evening.slug),
        ):
            with raises(NO_SUCH_PAPER):
                print_paper(evening, PrintRequest(document, address), by=None)
        for number in (0, 99, 10**8):
            with raises(NO_SUCH_PAPER):
                print_sheet(evening, number, by=None)
        assert not Printing.objects.exists()

    def test_a_round_that_is_taken_back_takes_its_sheets_along(self) -> None:
        evening = builders.evening("swiss", 4)
        published = builders.published_round(evening)
        made = print_paper(evening, self.wish(published), by=None)
        (part,) = PRINTED.read(PRINTED.scope.find(address_of([made])))
        assert len(part.values) == 2
        take_back_round(round_number=1, tournament=evening, reason="no", by=None)
        assert overview_of(evening).out == ()
        with pytest.raises(Round.DoesNotExist):
            PRINTED.scope.find(address_of([made]))

    def test_what_has_no_content_yet_is_said(self) -> None:
        evening = builders.evening("swiss", 4)
        states = {line.key: line.state for line in overview_of(evening).lines}
        assert states["standings"] == states["final-ranking"] == "nothing"
        assert states["entries"] == states["table-signs"] == "free"
        groups = dict(overview_of(evening).groups)
        shown = [line.key for lines in groups.values() for line in lines]
        assert "entries" in shown
        assert "standings" not in shown
        assert any("Standings" in name for name in overview_of(evening).later)


@pytest.mark.django_db
def test_in_a_bracket_only_the_sheets_that_came_since() -> None:
    cup = builders.evening("elimination", 8)
    published = builders.published_round(cup)
    first = print_paper(cup, PrintRequest(SHEETS, ROUND.address(published)), by=None)
    assert len(first.parts) == 4
    for match in builders.matches(published)[:2]:
        builders.won(Side.ONE, match)
    builders.advance(cup.pk)
    line = next(line for line in overview_of(cup).lines if line.key == SHEETS)
    assert line.is_needed
    assert line.news is not None
    assert len(line.news.new) == line.news.total - 2
    again = print_paper(
        cup, PrintRequest(SHEETS, ROUND.address(published), NEWS), by=None
    )
    assert not set(again.parts) & set(first.parts)
    played = min(map(int, first.parts))
    made = print_sheet(cup, played, by=None)
    assert list(made.parts) == [str(played)]


@pytest.mark.django_db
class TestPages:
    def test_from_the_desk_to_the_pdf_and_back(self) -> None:
        evening = builders.evening("swiss", 4)
        published = builders.published_round(evening)
        ada = builders.signed_in(builders.director())
        centre = reverse("print_centre", args=[evening.slug])
        desk = ada.get(reverse("tournament_desk", args=[evening.slug]))
        assert centre in desk.content.decode()
        page = ada.get(centre)
        address = ROUND.address(published)
        asked = {"paper": f"{SHEETS} {address} {ALL}", "op": page.context["op"]}
        for _twice in range(2):
            answer = ada.post(centre, asked)
            made = Printing.objects.get()
            # Made when the round was published, so it opens at once.
            assert answer.url == reverse("document_pdf", args=[SHEETS, address])
        assert made.printed_by.username == "Ada"
        undo = reverse("not_printed", args=[evening.slug, made.pk])
        assert undo in ada.get(centre).content.decode()
        assert ada.post(undo).url == centre
        made.refresh_from_db()
        assert made.taken_back_at is not None
        assert (
            ada.post(reverse("printed_after_all", args=[evening.slug, made.pk])).url
            == centre
        )
        news = {"paper": f"{SHEETS} {address} {NEWS}"}
        assert ada.post(centre, news).status_code == 409
        log = ada.get(reverse("log", args=[evening.slug]))
        assert log.status_code == 200

    def test_everything_for_the_round_at_once(self) -> None:
        evening = builders.evening("swiss", 4)
        builders.published_round(evening)
        ada = builders.signed_in(builders.director())
        centre = reverse("print_centre", args=[evening.slug])
        page = ada.get(centre)
        asked = {
            "op": page.context["op"],
            "paper": [
                f"{line.key} {line.address} {line.which}"
                for line in page.context["overview"].together
            ],
        }
        assert "as one PDF" in page.content.decode()
        for _twice in range(2):
            answer = ada.post(centre, asked)
            made = list(Printing.objects.order_by("pk"))
            assert [one.document for one in made] == [SHEETS, BY_TABLE, LIST]
            address = f"{evening.slug}/{numbers_of(made)}"
            assert answer.url == reverse("document_pdf", args=["printed", address])
        waiting = ada.get(reverse("document", args=["printed", address]))
        assert waiting.status_code == 200
        values = PRINTED.values(PRINTED.scope.find(address))
        content = PRINTED.build(values)
        assert len(PdfReader(BytesIO(content)).pages) == 3
        assert paper.untold(content) == []
        assert paper.breaks_pdf_ua(content) == []
        alone = [part.document.build(part.values) for part in values]
        assert [paper.spoken(content, page) for page in range(3)] == [
            paper.spoken(part) for part in alone
        ]
        assert "as one PDF" not in ada.get(centre).content.decode()
        assert ada.post(centre).status_code == 409
        # One undo takes all of them back, and another one puts them back.
        undo = reverse("not_printed", args=[evening.slug, numbers_of(made)])
        assert ada.post(undo).url == centre
        assert Printing.objects.filter(taken_back_at=None).count() == 0
        ada.post(reverse("printed_after_all", args=[evening.slug, numbers_of(made)]))
        assert Printing.objects.filter(taken_back_at=None).count() == 3

    @pytest.mark.parametrize("numbers", ["0", "x", "1-", "1-99999", "-1", "1" * 30])
    def test_printings_that_are_not_there_are_not_found(self, numbers: str) -> None:
        evening = builders.evening("swiss", 4)
        builders.published_round(evening)
        ada = builders.signed_in(builders.director())
        for name in ("not_printed", "printed_after_all"):
            undo = reverse(name, args=[evening.slug, numbers])
            assert ada.post(undo).status_code == 404
        address = f"{evening.slug}/{numbers}"
        asked = reverse("document", args=["printed", address])
        assert ada.get(asked).status_code == 404

    def test_one_sheet_of_a_match_and_paper_from_elsewhere(self) -> None:
        evening = builders.evening("swiss", 4)
        published = builders.published_round(evening)
        ada = builders.signed_in(builders.director())
        centre = reverse("print_centre", args=[evening.slug])
        again = reverse("print_match", args=[evening.slug, 2])
        answer = ada.post(again)
        made = Printing.objects.get()
        address = f"{evening.slug}/{made.pk}"
        assert answer.url == reverse("document_pdf", args=["printed", address])
        assert list(made.parts) == ["2"]
        missing = reverse("print_match", args=[evening.slug, 99])
        assert ada.post(missing).status_code == 404
        already = f"{LIST} {ROUND.address(published)} {ALREADY}"
        answer = ada.post(centre, {"paper": already})
        assert answer.url == centre
        table = reverse("match_table", args=[evening.slug, 2])
        assert again in ada.get(table).content.decode()
        assert ada.post(again).status_code == 302
        assert [one.number for one in Printing.objects.filter(document=SHEETS)] == [
            *(1, 2)
        ]
