/**
 * Single keys: an element with data-key is pressed by that key, or with data-key-focus
 * gets the focus; digits go to the result box, "?" lists all keys of the page. They can be
 * switched off on a device.
 */
import { around, find, findAll, focusOn } from "./elements.js";

/** Here the focus nearly always is: letters are commands while it is empty, and while all of a refused line is marked. */
const RESULT_INPUT = "[data-result-box] [name=line]";
const ARROWS = new Map([
  ["ArrowLeft", "←"],
  ["ArrowRight", "→"],
  ["ArrowUp", "↑"],
  ["ArrowDown", "↓"],
  ["Enter", "⏎"],
]);

const areOff = () => localStorage.getItem("keys") === "off";

/** @param {Element|null} element  Is the person typing text here? */
const isTyping = (element) =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !/^(radio|checkbox|button|submit)$/.test(element.type)) ||
  Boolean(element?.closest("[contenteditable]"));

/** @param {Element} element */
const isShown = (element) => element.getClientRects().length > 0;

/** @param {string} key  The element of this page that this key presses. */
const boundTo = (key) =>
  findAll("[data-key]", HTMLElement).find(
    (element) =>
      element.dataset.key?.toLowerCase() === key.toLowerCase() && isShown(element) && !element.matches(":disabled"),
  );

/** @param {HTMLInputElement} box  Is what it holds a refused line that the next one replaces as a whole? */
const isRefused = (box) =>
  box.matches(".is-invalid [name=line]") &&
  box.value === box.defaultValue &&
  box.selectionStart === 0 &&
  box.selectionEnd === box.value.length;

/** @param {HTMLElement} element  What a key does to the element that it is bound to. */
export function press(element) {
  if (isTyping(element) || element.dataset.keyFocus !== undefined) return focusOn(element);
  if (element instanceof HTMLInputElement) element.focus();
  return element.click();
}

/** @param {HTMLElement} element */
function meaningOf(element) {
  const label = element.dataset.keyLabel ?? element.closest("label")?.textContent ?? element.textContent;
  return (label ?? "").trim();
}

/** @param {HTMLElement} element  A row of the list: the key, and what it does. */
function rowOf(element) {
  const [row, term, key, meaning] = ["div", "dt", "kbd", "dd"].map((tag) => document.createElement(tag));
  const name = element.dataset.key ?? "";
  row.className = "keys__row";
  row.dataset.keysOwn = "";
  key.textContent = ARROWS.get(name) ?? name.toUpperCase();
  meaning.textContent = meaningOf(element);
  term.append(key);
  row.append(term, meaning);
  return row;
}

/** Every binding on this page, in page order. */
function listKeys() {
  const list = find("[data-keys-list]", HTMLElement);
  if (!list) return;
  findAll("[data-keys-own]", HTMLElement, list).forEach((row) => row.remove());
  list.append(...findAll("[data-key]", HTMLElement).filter(isShown).map(rowOf));
}

/** @param {Element|null} active  Close what is open, or empty the result box. */
function escape(active) {
  const menu = active?.closest("details.drop[open]");
  if (menu instanceof HTMLDetailsElement) {
    menu.open = false;
    find("summary", HTMLElement, menu)?.focus();
  }
  if (active instanceof HTMLInputElement && active.matches(RESULT_INPUT)) {
    active.value = "";
    active.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

document.addEventListener("keydown", (event) => {
  const active = document.activeElement;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Escape") return escape(active);
  const box = find(RESULT_INPUT, HTMLInputElement);
  const isCommand = box?.value === "" ? !/^[\d.,*+ -]$/.test(event.key) : /^\p{L}$/u.test(event.key);
  const isIdle = box !== null && active === box && isCommand && (box.value === "" || isRefused(box));
  const isBusy = isTyping(active) && !isIdle;
  if (isBusy || find("dialog[open]", HTMLDialogElement) || areOff()) return;
  if (box && /^\d$/.test(event.key)) return focusOn(box);
  if (event.key === "?") {
    event.preventDefault();
    find('[data-dialog="keys"]', HTMLElement)?.click();
  }
  const isOnChoice = active instanceof HTMLInputElement && event.key.startsWith("Arrow");
  const element = isOnChoice ? undefined : boundTo(event.key);
  if (!element || element === active) return;
  // A key that is held down, or still down on the next page, acts once.
  if (event.repeat && !ARROWS.has(event.key)) return;
  event.preventDefault();
  press(element);
});

// Before the dialog opens over the page.
document.addEventListener("click", (event) => around(event, '[data-dialog="keys"]') && listKeys(), true);

document.addEventListener("change", ({ target }) => {
  const isSwitch = target instanceof HTMLInputElement && target.hasAttribute("data-keys-switch");
  if (isSwitch) localStorage.setItem("keys", target.checked ? "on" : "off");
});

const keysSwitch = find("[data-keys-switch]", HTMLInputElement);
if (keysSwitch) keysSwitch.checked = !areOff();
