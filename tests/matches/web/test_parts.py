"""What is sent of a list makes the new list out of the old one, or all is sent."""

import re

from hypothesis import given
from hypothesis import strategies as st

from matches.web.parts import Fragment, changed, parts_in
from tests.examples import examples
from tests.phones import swapped

_FORM = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
Row = tuple[int, str]

rows = st.lists(
    st.tuples(st.integers(1, 7), st.sampled_from("ab")), unique_by=lambda row: row[0]
)


def page(one: list[Row], two: list[Row], *, mark: int = 1, token: str = "") -> str:
    """A page with two lists; rows of one may go over to the other."""
    lists = (
        "".join(
            f'<tr id="row-{no}" data-part><td>{text}</td></tr>' for no, text in some
        )
        for some in (one, [row for row in two if row[0] not in {no for no, _ in one}])
    )
    first, second = lists
    return (
        f'<div id="live"><div id="poll" data-part hx-get="/?f={mark}"></div> '
        f"<table>{first}</table><table>{second}</table>"
        f'<p id="form" data-part>{_FORM.format(token)}</p></div>'
    )


@examples(150)
@given(rows, rows, rows, rows)
def test_what_is_sent_makes_the_new_page(
    one: list[Row], two: list[Row], later: list[Row], other: list[Row]
) -> None:
    old, new = page(one, two), page(later, other, mark=2, token="y")
    known = parts_in(old)
    assert known is not None
    news = changed(new, known)
    if news is None:
        return
    made = swapped(old, news)
    assert without_tokens(made) == without_tokens(new)


def without_tokens(html: str) -> str:
    return re.sub('value="[^"]*"', "", html)


def news_between(old: str, new: str) -> str | None:
    known = Fragment(old).parts
    assert known is not None
    return Fragment(new).changed_since(known)


def test_rows_come_and_go_where_others_stay() -> None:
    three, four = (
        [(1, "a"), (2, "a"), (3, "a")],
        [(0, "n"), (2, "a"), (3, "b"), (4, "n")],
    )
    news = news_between(page(three, []), page(four, [], mark=2))
    assert news is not None
    assert 'id="row-1" hx-swap-oob="delete"' in news
    assert 'hx-swap-oob="beforebegin:#row-2"><tr id="row-0"' in news
    assert 'hx-swap-oob="afterend:#row-3"><tr id="row-4"' in news
    assert 'row-2" data-part' not in news


def test_what_parts_cannot_say_is_sent_whole() -> None:
    rows_ = [(1, "a"), (2, "a")]
    assert news_between(page(rows_, []), page(rows_[::-1], [])) is None
    assert news_between(page(rows_, []), page(rows_[:1], rows_)) is None  # moved over
    assert news_between(page([], []), page(rows_, [])) is None  # beside nothing
    longer = page(rows_, []).replace("<table>", "<h2>New</h2><table>", 1)
    assert news_between(page(rows_, []), longer) is None
    assert parts_in("<p id='x' data-part>not polled</p>") is None


def test_another_token_of_a_form_is_no_news() -> None:
    news = news_between(
        page([(1, "a")], [], token="x"), page([(1, "a")], [], token="y")
    )
    assert news == ""
