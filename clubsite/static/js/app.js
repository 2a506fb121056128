/**
 * What the pages do in the browser. Everything works without this file; it only
 * shortens the way: polling, keys, focus, the live echo of the result box.
 */
"use strict";

/** The only place that knows htmx's event names. */
const HTMX = {
  before: "htmx:beforeRequest",
  after: "htmx:afterRequest",
  swapping: "htmx:beforeSwap",
  swapped: "htmx:afterSwap",
  settled: "htmx:afterSettle",
  refused: "htmx:responseError",
  unsent: "htmx:sendError",
  late: "htmx:timeout",
};

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {any}
 */
const find = (selector, within = document) => within.querySelector(selector);

/**
 * Fill a named sentence: "{no}" becomes values.no.
 * @param {string} sentence
 * @param {Record<string, string|number>} values
 */
const fill = (sentence, values) =>
  sentence.replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));

/** @param {string} id @param {string} text  Live regions keep their element: only the text changes. */
function announce(id, text) {
  const region = document.getElementById(id);
  if (region) region.textContent = text;
}

let heard = 0;

/** @param {string} text @param {number} [wait]  Tell it to who hears the page, not on it; the last text wins. */
function hear(text, wait = 100) {
  clearTimeout(heard);
  announce("hear", "");
  heard = setTimeout(() => announce("hear", text.replace(/\s+/g, " ").trim()), wait);
}

/* Polling -------------------------------------------------------------- */

const SHAKE = 0.2;
let paused = false;
let lastAnswer = Date.now();

const tickSeconds = () => Number(document.body.dataset.tick) || 5;

function tick() {
  const waiting = find('[hx-trigger*="tick"]');
  if (waiting && !paused && document.visibilityState === "visible") {
    document.body.dispatchEvent(new CustomEvent("tick"));
  }
  if (Date.now() - lastAnswer > 3000 * tickSeconds()) showFreshness("stale");
}

function scheduleTick() {
  const factor = 1 - SHAKE + 2 * SHAKE * Math.random();
  setTimeout(() => {
    tick();
    scheduleTick();
  }, tickSeconds() * 1000 * factor);
}

/** @param {"live"|"stale"|"offline"|"paused"} state */
function showFreshness(state) {
  const line = find("[data-fresh]");
  if (!line) return;
  const now = navigator.onLine ? state : "offline";
  const shown = paused ? "paused" : now;
  line.classList.remove("is-live", "is-stale", "is-offline", "is-paused");
  line.classList.add(`is-${shown}`);
  const word = find(".fresh__word", line);
  if (word.textContent !== line.dataset[shown]) word.textContent = line.dataset[shown];
  if (state !== "live") return;
  lastAnswer = Date.now();
  find(".fresh__time", line).textContent = new Date(lastAnswer).toLocaleTimeString("en-GB");
}

/** @param {CustomEvent} event  Was this request asked for by the clock, not by a person? */
const isPoll = (event) => event.detail?.requestConfig?.triggeringEvent?.type === "tick";

// The server is making the newer page: ask again when it must be there.
document.addEventListener("soon", () => setTimeout(tick, 300 + 300 * Math.random()));

document.addEventListener("visibilitychange", tick);
addEventListener("offline", () => showFreshness("offline"));
addEventListener("online", tick);

/* Requests: say what happened ------------------------------------------- */

/** @param {number} status */
function sentenceFor(status) {
  const text = document.body.dataset;
  if (status === 403) return text.textForbidden;
  if (status === 404 || status === 410) return text.textGone;
  return text.textServer;
}

document.addEventListener(HTMX.before, (event) => {
  if (isPoll(event)) return;
  announce("alert", "");
  announce("say", "");
});

document.addEventListener(HTMX.after, (event) => {
  if (isPoll(event)) showFreshness(event.detail.successful ? "live" : "stale");
});

document.addEventListener(HTMX.refused, (event) => {
  if (!isPoll(event)) announce("alert", sentenceFor(event.detail.xhr.status));
});
document.addEventListener(HTMX.unsent, (event) => {
  if (isPoll(event)) showFreshness("offline");
  else announce("alert", document.body.dataset.textOffline);
});
document.addEventListener(HTMX.late, (event) => {
  if (!isPoll(event)) announce("alert", document.body.dataset.textTimeout);
});

document.addEventListener("say", (event) => announce("say", event.detail.value ?? ""));
document.addEventListener("alarm", (event) => announce("alert", event.detail.value ?? ""));

/* Focus ------------------------------------------------------------------ */

/** @param {HTMLElement|null} element */
function focusOn(element) {
  if (!element) return;
  element.focus();
  if (element instanceof HTMLInputElement && element.type === "text") element.select();
}

document.addEventListener(HTMX.settled, (event) => {
  const { requestConfig, xhr } = event.detail;
  if (!requestConfig) return;
  const isRefused = xhr.status === 422 && !isResult(event) && !isPoll(event);
  if (isRefused) focusOn(find(".error-summary") ?? find("[aria-invalid=true]"));
  prepareOnce();
});

let isToPrepare = false;

/** Once, although each of the rows that were swapped in says so. */
function prepareOnce() {
  if (isToPrepare) return;
  isToPrepare = true;
  queueMicrotask(() => {
    isToPrepare = false;
    prepare();
  });
}

/** Start state of a page or of a part that was just swapped in. */
function prepare() {
  document.querySelectorAll("[data-pick]").forEach(limitPicks);
  filters.forEach((text, id) => {
    const input = document.getElementById(id);
    if (!input || (!text && !input.value)) return;
    input.value = text;
    filterRows(input);
  });
  const box = find("[data-result-box]");
  if (!box) return;
  echoResult(box);
}

/* Result box --------------------------------------------------------------- */

/** @param {Document} page */
const matchesIn = (page) => page.getElementById("matches-data")?.textContent;
let matchesText = matchesIn(document) ?? "{}";

// htmx drops every script element from a fragment, this data block included.
document.addEventListener(HTMX.swapping, (event) => {
  const answer = event.detail.serverResponse;
  if (!answer?.includes('id="matches-data"')) return;
  matchesText = matchesIn(new DOMParser().parseFromString(answer, "text/html")) ?? matchesText;
});

/** @returns {Record<string, {one: string, two: string, length?: number, done: boolean, code?: string, sheet?: string}>} */
const matchesOnPage = () => JSON.parse(matchesText);

/** Milliseconds without a key before the reading of the result box is spoken. */
const HEARD = 700;

/** The line on its way to the server, if any, and what was typed since it left. */
const line = { sent: /** @type {string|null} */ (null), next: "" };

/** @param {CustomEvent} event */
const isResult = (event) => Boolean(event.detail.requestConfig?.elt.matches("[data-result-box]"));

// The box empties at once, so that the next result can be typed while this one travels.
document.addEventListener(HTMX.before, (event) => {
  if (!isResult(event)) return;
  const input = find(".result-box__input");
  line.sent = input.value;
  hear(""); // what was saved is spoken instead
  input.value = "";
  echoResult(input.form);
});

document.addEventListener(HTMX.swapping, (event) => {
  const isSaved = isResult(event) && event.detail.xhr.status === 200;
  if (isSaved) line.next = find(".result-box__input").value;
});

// Now, not when all has settled: the next key may be pressed already.
document.addEventListener(HTMX.swapped, (event) => {
  if (!isResult(event) || line.sent === null) return;
  const input = find(".result-box__input");
  line.sent = null;
  if (event.detail.xhr.status !== 200) return focusOn(input);
  input.value = line.next;
  line.next = "";
  input.focus();
});

for (const failed of [HTMX.refused, HTMX.unsent, HTMX.late]) {
  document.addEventListener(failed, (event) => {
    const input = isResult(event) && find(".result-box__input");
    if (input?.value === "") input.value = line.sent ?? "";
  });
}

/**
 * What is wrong with a score, as the name of a sentence; empty if it can be saved.
 * @param {number} length @param {number} one @param {number} two
 */
function faultOf(length, one, two) {
  if (one > length || two > length) return "textOver";
  if (one === length && two === length) return "textBoth";
  return one === length || two === length ? "" : "textNeither";
}

/** @param {HTMLFormElement} box  Show who plays and what will be saved, while typing. */
function echoResult(box) {
  const input = find(".result-box__input", box);
  const echo = find("[data-result-echo]", box);
  const text = box.dataset;
  const parts = input.value.trim().split(/[\s\-.,/+*:–]+/).filter(Boolean);
  const no = (parts[0] ?? "").replace(/^m(?=\d)/i, "");
  echo.className = "result-box__echo";
  echo.replaceChildren();
  // What the server has just said of this very line is not said again in other words.
  if (box.matches(".is-invalid") && input.value === input.defaultValue) return;
  if (!/^\d+$/.test(no)) return;
  const match = matchesOnPage()[String(Number(no))];
  /** @param {string} names @param {string} note @param {string} [state] */
  const show = (names, note, state) => {
    const strong = document.createElement("b");
    strong.textContent = names;
    const remark = document.createElement("em");
    remark.textContent = fill(note, { no, length: match?.length ?? "" });
    echo.append(...(names ? [strong] : []), remark);
    if (state) echo.classList.add(state);
  };
  if (!match) return show("", text.textUnknown, "is-wrong");
  const [one, two] = parts.slice(1, 3);
  const names = `M${Number(no)} · ${match.one} ${one ?? "…"} – ${two ?? "…"} ${match.two}`;
  if (match.done) return show(names, text.textDone, "is-wrong");
  if (parts.length > 3) return show(names, text.textExtra, "is-wrong");
  if (!/^\d+$/.test(one ?? "") || !/^\d+$/.test(two ?? "")) return show(names, text.textLength);
  const fault = faultOf(match.length, Number(one), Number(two));
  return fault ? show(names, text[fault], "is-wrong") : show(names, text.textReady, "is-ready");
}

/** @param {HTMLInputElement} input  A scanner types the address on the sheet: turn it into the match number. */
function acceptScan(input) {
  const code = input.value.match(/\/[ms]\/([\w-]+)\/?\s*$/i)?.[1]?.toUpperCase();
  if (!code) return;
  const hit = Object.entries(matchesOnPage()).find(([, match]) => match.sheet === code || match.code === code);
  if (hit) input.value = `${hit[0]} `;
}

/* Small controls ----------------------------------------------------------- */

/** Letters that are no other letter with a mark. */
const LETTERS = { æ: "ae", ø: "o", œ: "oe", ß: "ss", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ŧ: "t", ı: "i" };
const SILENT = /['’‘ʼʻʹ`´＇′\u00ad\u200b-\u200d\u2060\ufeff\u2068\u2069]/g;
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/**
 * The words of a name as the server folds them (fold_words in matches/players/names.py):
 * who has no å, ø or æ on the keyboard finds Øverli by "overli".
 * @param {string} text
 */
function foldWords(text) {
  const bare = text.toLowerCase().replace(SILENT, "").normalize("NFKD").toLowerCase().replace(ACCENTS, "");
  const plain = bare.replace(/[æøœßłđðþħŧı]/g, (letter) => LETTERS[letter]).normalize("NFKC");
  return plain.replace(/aa+/g, "a").split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
}

/** What was typed into each filter: a refreshed list stays filtered. */
const filters = new Map();

/** @param {HTMLInputElement} input  Keep the rows whose text, or whose named part, has every typed word. */
function filterRows(input) {
  const list = find(input.dataset.filter);
  filters.set(input.id, input.value);
  const words = foldWords(input.value);
  let left = 0;
  list.querySelectorAll("[data-filter-row]").forEach((row) => {
    const text = foldWords((find("[data-filter-text]", row) ?? row).textContent).join(" ");
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) left += 1;
  });
  list.querySelectorAll(".where__group").forEach((group) => {
    group.hidden = !find("[data-filter-row]:not([hidden])", group);
  });
  const sentence = left ? "" : list.dataset.filterEmpty ?? "";
  if (find("#say")?.textContent !== sentence) announce("say", sentence);
}

/** @param {HTMLElement} group  At most data-pick ticks; the oldest gives way; the button waits for all. */
function limitPicks(group) {
  const most = Number(group.dataset.pick);
  const ticked = [...group.querySelectorAll("input:checked")];
  ticked.sort((a, b) => (a.pickedAt ?? 0) - (b.pickedAt ?? 0));
  ticked.splice(0, Math.max(0, ticked.length - most)).forEach((old) => {
    old.checked = false;
  });
  const button = find("[data-pick-button]", group);
  if (button) button.disabled = ticked.length !== most;
}

document.addEventListener("input", (event) => {
  const field = event.target;
  if (field.dataset.filter) filterRows(field);
  if (field.matches(".result-box__input")) {
    acceptScan(field);
    echoResult(field.form);
    const parts = [...find("[data-result-echo]", field.form).children];
    hear(parts.map((part) => part.textContent).join(". "), HEARD);
  }
});

document.addEventListener("change", (event) => {
  const field = event.target;
  if ("submit" in field.dataset) field.form.requestSubmit();
  if ("keysSwitch" in field.dataset) localStorage.setItem("keys", field.checked ? "on" : "off");
  const group = field.closest("[data-pick]");
  if (group) {
    field.pickedAt = performance.now();
    limitPicks(group);
  }
});

document.addEventListener("click", (event) => {
  const { target } = event;
  document.querySelectorAll("details.drop[open]").forEach((drop) => {
    if (!drop.contains(target)) drop.open = false;
  });
  const opener = target.closest("[data-dialog]");
  const plain = !(event.ctrlKey || event.metaKey || event.shiftKey);
  const dialog = opener && plain && document.getElementById(opener.dataset.dialog);
  if (dialog) {
    event.preventDefault();
    if (dialog.id === "keys") listKeys(dialog);
    dialog.showModal();
  }
  const copier = target.closest("[data-copy]");
  if (copier) copy(copier.dataset.copy);
  const pauser = target.closest("[data-pause]");
  if (pauser) pause(pauser);
});

/** @param {string} text */
function copy(text) {
  navigator.clipboard?.writeText(text).then(() => announce("say", document.body.dataset.textCopied));
}

/** @param {HTMLElement} button */
function pause(button) {
  paused = !paused;
  button.setAttribute("aria-pressed", String(paused));
  if (!paused) lastAnswer = Date.now();
  showFreshness(paused ? "paused" : "live");
  if (!paused) tick();
}

/* Keys ----------------------------------------------------------------------- */

/** @param {Element|null} element  Is the person typing text here? */
const isTyping = (element) =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !/^(radio|checkbox|button|submit)$/.test(element.type)) ||
  Boolean(element?.closest("[contenteditable]"));

/** @param {Element} element */
const isShown = (element) => element.getClientRects().length > 0;

/** @param {string} key */
const boundTo = (key) =>
  [...document.querySelectorAll("[data-key]")].find(
    (element) => element.dataset.key.toLowerCase() === key.toLowerCase() && isShown(element) && !element.disabled,
  );

/** @param {HTMLElement} element */
function act(element) {
  if (isTyping(element)) return focusOn(element);
  if (element instanceof HTMLInputElement) element.focus();
  return element.click();
}

/** @param {HTMLDialogElement} dialog  Every binding on this page, in page order. */
function listKeys(dialog) {
  const list = find("[data-keys-list]", dialog);
  list.querySelectorAll("[data-keys-own]").forEach((row) => row.remove());
  find("[data-keys-digits]", list).hidden = !find("[data-result-box]");
  const arrows = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Enter: "⏎" };
  document.querySelectorAll("[data-key]").forEach((element) => {
    if (!isShown(element)) return;
    const row = document.createElement("div");
    row.className = "keys__row";
    row.dataset.keysOwn = "";
    const [term, key, meaning] = ["dt", "kbd", "dd"].map((tag) => document.createElement(tag));
    key.textContent = arrows[element.dataset.key] ?? element.dataset.key.toUpperCase();
    const label = element.dataset.keyLabel ?? element.closest("label")?.textContent ?? element.textContent;
    meaning.textContent = label.trim();
    term.append(key);
    row.append(term, meaning);
    list.append(row);
  });
}

document.addEventListener("keydown", (event) => {
  const active = document.activeElement;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Escape") return escape(active);
  const box = find(".result-box__input");
  // The result box nearly always has the focus: while it is empty, letters are commands.
  const isIdle = active === box && box?.value === "" && !/^[\d.,/*+ -]$/.test(event.key);
  const isBusy = isTyping(active) && !isIdle;
  if (isBusy || find("dialog[open]") || localStorage.getItem("keys") === "off") return;
  if (box && /^\d$/.test(event.key)) return focusOn(box);
  if (event.key === "?") {
    event.preventDefault();
    find('[data-dialog="keys"]')?.click();
  }
  const isOnChoice = active instanceof HTMLInputElement && event.key.startsWith("Arrow");
  const element = isOnChoice ? null : boundTo(event.key);
  if (!element || element === active) return;
  event.preventDefault();
  act(element);
});

/** @param {Element|null} active  Close what is open, or empty the result box. */
function escape(active) {
  const drop = active?.closest("details.drop[open]");
  if (drop) {
    drop.open = false;
    find("summary", drop).focus();
  }
  if (active?.matches(".result-box__input")) {
    active.value = "";
    echoResult(active.form);
  }
}

/* One name, one line -------------------------------------------------------------- */

// A box for a list is also the box for one name: Enter sends a single line.
document.addEventListener("keydown", (event) => {
  const box = event.target;
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  if (!(box instanceof HTMLTextAreaElement) || !box.hasAttribute("data-enter-submits")) return;
  if (!box.value.trim() || box.value.includes("\n")) return;
  event.preventDefault();
  box.form.requestSubmit();
});

/* Start ------------------------------------------------------------------------ */

const keysSwitch = find("[data-keys-switch]");
if (keysSwitch) keysSwitch.checked = localStorage.getItem("keys") !== "off";
if (find(".error-summary")) focusOn(find(".error-summary"));
else find("[data-autofocus]")?.focus({ preventScroll: true }); // on a phone it may be far below
prepare();
scheduleTick();
// Live regions speak of what changes: what they held when the page loaded is put in again.
setTimeout(() => {
  const echo = find("#echo");
  if (!echo?.childElementCount || echo.contains(document.activeElement)) return;
  echo.replaceChildren(...[...echo.childNodes].map((node) => node.cloneNode(true)));
}, 500);
