"""What somebody does who has keys alone: no mouse and no tap."""

from playwright.sync_api import Page

MOST_STOPS = 200
WORDS = """(at) => {
  const label = at.labels && at.labels.length ? at.labels[0].innerText : "";
  const said = at.getAttribute("aria-label");
  return (at.innerText || label || said || at.value || "").replace(/\\s+/g, " ").trim();
}"""
FOCUSED = f"() => ({WORDS})(document.activeElement)"
IS_CHOICE = f"""(words) => {{
  const {{ type, name }} = document.activeElement;
  const choices = document.querySelectorAll(`[type=radio][name="${{name}}"]`);
  const said = {WORDS};
  return type === "radio" && [...choices].some((one) => said(one).startsWith(words));
}}"""


def tab_to(page: Page, words: str, *, key: str = "Tab") -> None:
    """Press Tab until what has the focus begins with these words."""
    page.wait_for_load_state()
    stops = []
    while len(stops) < MOST_STOPS:
        page.keyboard.press(key)
        stops.append(page.evaluate(FOCUSED))
        if stops[-1].startswith(words):
            return
    raise AssertionError(f"no {words!r} among {stops}")


def press(page: Page, words: str, *, key: str = "Tab") -> None:
    """Go to a link or a button by Tab, and press Enter."""
    tab_to(page, words, key=key)
    page.keyboard.press("Enter")


def follow(page: Page, words: str) -> None:
    """Go to a link or a button that leads to another page, and be there."""
    tab_to(page, words)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def fill(page: Page, words: str, text: str) -> None:
    """Go to a field by Tab, and type this in place of what it holds."""
    tab_to(page, words)
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def tick(page: Page, words: str) -> None:
    """Go to a box by Tab, and tick it or take the tick away."""
    tab_to(page, words)
    page.keyboard.press("Space")


def choose(page: Page, words: str) -> None:
    """Go to some choices by Tab, and by arrows to the one that is meant."""
    page.wait_for_load_state()
    for _stop in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate(IS_CHOICE, words):
            break
    for _stop in range(MOST_STOPS):
        if page.evaluate(FOCUSED).startswith(words):
            page.keyboard.press("Space")
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"no choice {words!r}")
