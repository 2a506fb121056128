/**
 * The box for entries proposes players whom the club knows in a list below it: arrows go
 * through the list, Enter takes one, Escape closes it. After three letters of one word
 * Enter takes the only one there is. The box holds whole lists as well; so it stays a text
 * box of several lines, which HTML does not allow to be a combobox, and says with
 * aria-activedescendant where in the list its reader is.
 */
import { announce, hear } from "./announcements.js";
import { find, findAll } from "./elements.js";
import { sentenceWithoutAnswer } from "./requests.js";

/** The letters from which on players are proposed, and from which on Enter takes one. */
const LEAST = 2;
const CERTAIN = 3;
/** Milliseconds without a key before the server is asked, and until it must have answered. */
const PAUSE = 120;
const PATIENCE = 4000;

const place = find("[data-suggests]", HTMLElement);
const box = place && find("textarea", HTMLTextAreaElement, place);
const key = find("input[name=known]", HTMLInputElement);

/** The text whose list is shown, and the one whose list was closed by Escape. */
let shown = "";
let closed = "";
/** @type {{text: string, answer: Promise<boolean>, stop: AbortController}|null} */
let asking = null;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let pause;

/** What is typed, if it may be a name: one line without columns and numbers. */
const typed = () => {
  const text = box?.value.trim() ?? "";
  return /[\n;,\t\d]/.test(box?.value.trimEnd() ?? "") || text.length < LEAST ? "" : text;
};

const list = () => find("#known-players", HTMLElement);
const options = () => findAll("#known-players:not([hidden]) [role=option]", HTMLElement);
const players = () => options().filter(({ dataset }) => dataset.player);
const current = () => options().find((option) => option.getAttribute("aria-selected") === "true");

function close() {
  clearTimeout(pause);
  asking?.stop.abort();
  asking = null;
  shown = "";
  list()?.remove();
  box?.removeAttribute("aria-activedescendant");
  box?.removeAttribute("aria-controls");
}

/** @param {HTMLElement|undefined} option  Where the reader is now; undefined: in the box. */
function goTo(option) {
  for (const one of options()) one.setAttribute("aria-selected", String(one === option));
  if (option) box?.setAttribute("aria-activedescendant", option.id);
  else box?.removeAttribute("aria-activedescendant");
  option?.scrollIntoView({ block: "nearest" });
}

/** @param {HTMLElement|undefined} option  Enter this player; without one, what is typed. */
function take(option) {
  const player = option?.dataset.player ?? "";
  close();
  if (key) key.value = player;
  box?.form?.requestSubmit();
}

/** @param {string} text @param {AbortSignal} signal  Show the list of a text; whether there was an answer. */
async function load(text, signal) {
  const division = find("input[name=division]", HTMLInputElement, box?.form ?? document)?.value ?? "";
  const query = new URLSearchParams({ typed: text, division });
  try {
    const answer = await fetch(`${place?.dataset.suggests}?${query}`, { signal, headers: { "HX-Request": "true" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const news = find("#known-players", HTMLElement, page);
    if (!answer.ok || !news || signal.aborted) return false;
    list()?.remove();
    place?.append(news);
    shown = text;
    box?.removeAttribute("aria-activedescendant");
    box?.setAttribute("aria-controls", news.id);
    hear(news.dataset.said ?? "");
    return true;
  } catch {
    return false;
  }
}

/** @param {string} text  Ask for the list of a text, once. */
function ask(text) {
  clearTimeout(pause);
  if (asking?.text === text) return asking.answer;
  asking?.stop.abort();
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), PATIENCE);
  const answer = load(text, stop.signal).finally(() => {
    clearTimeout(patience);
    if (asking?.stop === stop) asking = null;
  });
  asking = { text, answer, stop };
  return answer;
}

/** @param {string} text  Enter after one word: the only player with it, or a choice. */
async function decide(text) {
  const isKnown = shown === text || (await ask(text));
  if (typed() !== text || closed === text) return;
  if (!isKnown) return announce("alert", sentenceWithoutAnswer(false));
  const found = players();
  if (found.length < 2) return take(found[0]);
  goTo(found[0]);
  hear(list()?.dataset.several ?? "");
}

/** @param {KeyboardEvent} event  Whether the key was for the list. */
function strike(event) {
  const text = typed();
  const all = options();
  const at = all.findIndex((option) => option === current());
  switch (event.key) {
    case "ArrowDown":
    case "ArrowUp": {
      if (!all.length) return false;
      // The box itself is a stop between the last and the first.
      const stops = all.length + 1;
      goTo(all[(at + 1 + (event.key === "ArrowDown" ? 1 : stops - 1)) % stops - 1]);
      return true;
    }
    case "Escape":
      if (!all.length) return false;
      closed = text;
      close();
      return true;
    case "Enter":
      if (all[at]) take(all[at]);
      else if (text.length >= CERTAIN && !/\s/.test(text) && text !== closed) void decide(text);
      else return false;
      return true;
    default:
      return false;
  }
}

if (place && box) {
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-haspopup", "listbox");
  box.addEventListener("input", () => {
    const text = typed();
    closed = "";
    if (key) key.value = "";
    if (!text) return close();
    if (text === shown) return;
    goTo(undefined);
    clearTimeout(pause);
    pause = setTimeout(() => void ask(text), PAUSE);
  });
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
    if (!strike(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  box.addEventListener("blur", close);
  // A press must not take the focus from the box, or the list would be gone before the click.
  place.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Element && event.target.closest("[role=option]")) event.preventDefault();
  });
  place.addEventListener("click", ({ target }) => {
    const option = target instanceof Element ? target.closest("[role=option]") : null;
    if (option instanceof HTMLElement) take(option);
  });
  // Whoever comes back to this page finds the box as it was left, and no choice made.
  addEventListener("pageshow", () => {
    if (key) key.value = "";
  });
}
