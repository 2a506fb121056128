/**
 * Marks the rows of the player to whom this browser belongs, and shows them first in long
 * lists. Public pages are rendered once for everybody: only the element #own, which a
 * page of this browser alone has, says whose rows they are.
 */
import { find, findAll } from "./elements.js";
import { whenShown } from "./requests.js";

/** A list of which so many rows stand before the own one shows that row twice. */
const FAR = 3;

const own = find("#own", HTMLElement);
const { keys = "", entries = "", word = "" } = own?.dataset ?? {};
const listed = (/** @type {string} */ text) => text.split(" ").filter(Boolean);
const links = [
  ...listed(keys).map((key) => `main a[href$="/players/${key}/"]`),
  ...listed(entries).map((entry) => `main a[href*="/tournaments/"][href$="/path/${entry}/"]`),
].join(", ");

/** @param {HTMLElement} link  Say beside the name that this is the reader. */
function mark(link) {
  link.closest("tr, li")?.classList.add("is-own");
  if (link.parentElement?.querySelector(".is-you, .bout__me")) return; // the page has said so itself
  const you = document.createElement("span");
  you.className = "tag is-you";
  you.textContent = word;
  link.append(" ", you);
}

/** @param {HTMLElement} list  Put copies of the own rows above it, which have no ids: parts are swapped by id. */
function showFirst(list) {
  const rows = findAll("tr, li", HTMLElement, list);
  const far = rows.filter((row, before) => before >= FAR && row.classList.contains("is-own"));
  const around = far[0]?.parentElement?.cloneNode(false);
  if (!(around instanceof HTMLElement)) return;
  for (const row of far) around.append(row.cloneNode(true));
  for (const one of [around, ...findAll("*", HTMLElement, around)]) {
    for (const name of ["id", "data-part", "data-filter-row", "data-own-first"]) one.removeAttribute(name);
  }
  around.dataset.ownCopy = "";
  list.before(around);
}

function markOwn() {
  findAll("[data-own-copy]", HTMLElement).forEach((copy) => copy.remove());
  findAll(links, HTMLElement).forEach(mark);
  findAll("[data-own-first]", HTMLElement).forEach(showFirst);
}

if (links) whenShown(markOwn);
