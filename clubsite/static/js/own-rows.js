/**
 * Marks the rows of the player to whom this browser belongs, and shows them first in long
 * lists. Public pages are rendered once for everybody: only the element #own, which a
 * page of this browser alone has, says whose rows they are.
 *
 * Other players can be followed: their keys are kept on this device, and their names get a
 * star.
 */
import { around, find, findAll } from "./elements.js";
import { whenShown } from "./requests.js";

/** A list of which so many rows stand before the own one shows that row twice. */
const FAR = 3;
const STORE = "followed";
/** Asks the page of all names in a bracket for the path of its reader. */
const MINE = "#mine";

const own = find("#own", HTMLElement);
const { keys = "", entries = "", word = "" } = own?.dataset ?? {};
const listed = (/** @type {string} */ text) => text.split(" ").filter(Boolean);
const toPlayer = (/** @type {string} */ key) => `main a:is([href$="/players/${key}/"], [data-player="${key}"])`;
const links = [
  ...listed(keys).map(toPlayer),
  ...listed(entries).map((entry) => `main a[href*="/tournaments/"][href$="/path/${entry}/"]`),
].join(", ");

/** @param {HTMLElement} link  Say beside the name that this is the reader. */
function mark(link) {
  link.closest("tr, li")?.classList.add("is-own");
  if (link.parentElement?.querySelector(".is-you")) return; // the page has said so itself
  const you = document.createElement("span");
  you.className = "tag is-you";
  you.textContent = word;
  link.append(" ", you);
}

/** @param {HTMLElement} list  Put copies of the own rows above it, which have no ids: rows are told apart by them. */
function showFirst(list) {
  const rows = findAll("tr, li", HTMLElement, list);
  const far = rows.filter((row, before) => before >= FAR && row.classList.contains("is-own"));
  const copy = far[0]?.parentElement?.cloneNode(false);
  if (!(copy instanceof HTMLElement)) return;
  for (const row of far) copy.append(row.cloneNode(true));
  for (const one of [copy, ...findAll("*", HTMLElement, copy)]) {
    for (const name of ["id", "data-filter-row", "data-own-first"]) one.removeAttribute(name);
  }
  copy.dataset.ownCopy = "";
  list.before(copy);
}

/* Players that are followed ------------------------------------------------- */

/** @returns {string[]} */
function followed() {
  try {
    const kept = localStorage.getItem(STORE) ?? "";
    return listed(kept).filter((key) => /^\w+$/.test(key));
  } catch {
    return []; // storage is closed to this page: nobody is followed
  }
}

/** @param {string} key */
function follow(key) {
  const others = followed().filter((one) => one !== key);
  const isNew = !followed().includes(key);
  try {
    localStorage.setItem(STORE, [...others, ...(isNew ? [key] : [])].join(" "));
  } catch {
    // it cannot be kept here
  }
}

function showStars() {
  const wanted = followed();
  findAll("[data-follow]", HTMLElement).forEach((button) => {
    button.setAttribute("aria-pressed", String(wanted.includes(button.dataset.follow ?? "")));
  });
  const star = find("#followed", HTMLTemplateElement)?.content.firstElementChild;
  findAll("main a > .is-followed", HTMLElement).forEach((old) => old.remove());
  if (!star || !wanted.length) return;
  findAll(wanted.map(toPlayer).join(", "), HTMLElement).forEach((link) => link.append(star.cloneNode(true)));
}

/** In a list of paths those of players who are followed stand first. */
function showFollowedFirst() {
  const found = findAll("[data-paths] li:has(.is-followed)", HTMLElement);
  for (const row of found.reverse()) row.parentElement?.prepend(row);
}

/** Open the path of the reader, or else of the only player who is followed. */
function openMine() {
  if (location.hash !== MINE) return;
  const paths = findAll("[data-paths] a", HTMLAnchorElement);
  const mine = paths.find((link) => links && link.matches(links));
  const friends = paths.filter((link) => followed().includes(link.dataset.player ?? ""));
  const one = mine ?? (friends.length === 1 ? friends[0] : undefined);
  if (one) location.replace(one.href);
}

document.addEventListener("click", (event) => {
  const button = around(event, "[data-follow]");
  if (!button) return;
  follow(button.dataset.follow ?? "");
  showStars();
});

/* --------------------------------------------------------------------------- */

function markRows() {
  findAll("[data-own-copy]", HTMLElement).forEach((copy) => copy.remove());
  showStars();
  showFollowedFirst();
  if (!links) return;
  findAll(links, HTMLElement).forEach(mark);
  findAll("[data-own-first]", HTMLElement).forEach(showFirst);
}

whenShown(markRows);
openMine();
window.addEventListener("hashchange", openMine);
