"""What is measured in a page: scripts for `Page.evaluate`, and settings of a reader."""

from pathlib import Path

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

AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RUN_AXE = """async () => {
  const found = await axe.run(document, {preload: false, resultTypes: ['violations']});
  return found.violations.flatMap(({id, help, nodes}) =>
    nodes.map(({target}) => `${id}: ${help} (${target.join(' ')})`));
}"""
"""What axe finds on a page that has read it, one sentence a fault."""

SETTLE = """() =>
  Promise.allSettled(document.getAnimations().map((one) => one.finished))"""
"""Wait until nothing moves: what is fading in has another contrast."""

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


ROWS = r"""() => {
  const found = [];
  const box = (one) => one.getBoundingClientRect();
  const seen = (one) => {
    const {width, height} = box(one);
    // Words for screen readers are a pixel large; what is folded up has a size too.
    return width > 1 && height > 1 && one.checkVisibility();
  };
  // Such a cell has no box of its own: what is in it stands in the row.
  const boxes = (cell) =>
    getComputedStyle(cell).display === 'contents' ? [...cell.children] : [cell];
  const named = (one) =>
    (one.innerText || one.textContent).replace(/\s+/g, ' ').slice(0, 60);
  const say = (fault, one) => found.push(`${fault}: ${named(one)}`);
  const isPinned = (one) =>
    /fixed|sticky|absolute/.test(getComputedStyle(one).position);
  const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const along = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const meet = (a, b) => across(a, b) > 1 && along(a, b) > 1;
  const scrolled = (one) => {
    for (let up = one.parentElement; up; up = up.parentElement) {
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) return up;
    }
    return null;
  };

  // What is far below the window has a height that is only guessed.
  for (const one of document.querySelectorAll('.bout')) {
    one.style.contentVisibility = 'visible';
  }

  // Rows: everything of a row is in it, and no row lies on the next.
  const lists = 'tbody, thead, main ul, main ol, main dl';
  for (const list of document.querySelectorAll(lists)) {
    const rows = [...list.children].filter((row) => seen(row) && !isPinned(row));
    if (isPinned(list) || list.closest('svg, .tree__columns')) continue;
    for (const [at, row] of rows.entries()) {
      const outer = box(row);
      for (const part of row.querySelectorAll('*')) {
        if (!seen(part) || part.closest('svg svg, .hidden') || isPinned(part)) continue;
        const frame = scrolled(part);
        if (frame && row.contains(frame)) continue;
        const inner = box(part);
        const out = [outer.left - inner.left, inner.right - outer.right,
          outer.top - inner.top, inner.bottom - outer.bottom].map(Math.round);
        if (Math.max(...out) > 1) { say(`sticks out by ${out}`, part); break; }
      }
      if (rows[at + 1] && meet(outer, box(rows[at + 1]))) say('lies on the next', row);
      const cells = [...(row.cells ?? [])].flatMap(boxes).filter(seen);
      for (const [one, a] of cells.entries()) for (const b of cells.slice(one + 1)) {
        if (isPinned(a) || isPinned(b)) continue;
        if (meet(box(a), box(b))) say('cells meet', row);
      }
    }
  }

  // A table fills its card.
  for (const card of document.querySelectorAll('.table-wrap')) {
    const inner = box(card).left + card.clientWidth;
    for (const row of card.querySelectorAll('tr')) {
      if (!seen(row) || isPinned(row.parentElement)) continue;
      const cells = [...row.children].flatMap(boxes).filter(seen);
      const end = Math.max(...cells.map((cell) => box(cell).right));
      const short = Math.max(box(card).right - box(row).right, inner - 14 - end);
      const missing = Math.round(short);
      if (missing > 3) { say(`ends ${missing} px before its card`, row); break; }
    }
  }

  // Words are broken only where they are longer than a line can be.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const other = 'script, style, .hidden, textarea, code, .seed, .code, [inert] *';
    if (parent.closest(other) || !seen(parent)) continue;
    const words = node.data.matchAll(/[\p{L}\p{M}\p{N}\xAD'’.,]+/gu);
    for (const {0: word, index} of words) {
      if (word.includes('\xAD')) continue;
      if (/[/]\S*$/.test(node.data.slice(0, index))) continue; // an address
      // Firefox and WebKit divide words by the rules of the language of the page.
      if (getComputedStyle(parent).hyphens === 'auto') continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      // WebKit counts the end of the line before as an empty part of a word.
      const parts = [...range.getClientRects()].filter(({width}) => width > 0);
      const width = parts.reduce((sum, part) => sum + part.width, 0);
      const lines = new Set(parts.map((part) => Math.round(part.top)));
      if (lines.size > 1 && width < innerWidth * 0.4) found.push(`broken: ${word}`);
    }
  }
  for (const word of document.querySelectorAll('.subbar__tab span')) {
    const isCut = word.scrollWidth > word.clientWidth + 1;
    if (seen(word) && isCut) found.push(`cut: ${word.textContent}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) {
    found.push(`page ${document.documentElement.scrollWidth - innerWidth} px too wide`);
  }
  return found;
}"""
"""What is wrong with the lists of a page, one sentence a fault."""
