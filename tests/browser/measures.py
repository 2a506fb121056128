"""What is measured in a page: scripts for `Page.evaluate`, and settings of a reader."""

from playwright.sync_api import Page

PHONES = (320, 360, 390, 430)
HEIGHT = 844

# The success criterion 1.4.12 of WCAG: a page must bear these distances.
TEXT_SPACING = """
* { line-height: 1.5 !important; letter-spacing: .12em !important;
    word-spacing: .16em !important; }
p { margin-block-end: 2em !important; }
"""
_ADOPT = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}"""

SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"
"""By how many pixels the page is wider than its window."""

SMALLEST = """(selector) => {
  const all = [...document.querySelectorAll(selector)];
  const sizes = all.map((one) => one.getBoundingClientRect())
    .flatMap(({width, height}) => width ? [width, height] : []);
  return sizes.length ? Math.min(...sizes) : 0;
}"""
"""The smallest width or height of what is there; 0 if nothing is."""


def space_out(page: Page) -> None:
    """Set letters, words and lines apart as 1.4.12 demands."""
    page.evaluate(_ADOPT, TEXT_SPACING)


def narrow(page: Page, width: int) -> None:
    """Make the window as wide as this phone."""
    page.set_viewport_size({"width": width, "height": HEIGHT})
