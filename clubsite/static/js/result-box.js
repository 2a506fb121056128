/**
 * The result box of the desk: shows who plays and what will be saved while a line is
 * typed, and is empty at once, so that the next results can be typed while one travels.
 */
import { fill, hear } from "./announcements.js";
import { find, findAll, focusOn, need } from "./elements.js";
import { keep } from "./outbox.js";
import { onRequest, whenShown } from "./requests.js";

/** Milliseconds without a key before the reading of the line is spoken. */
const HEARD = 700;

/**
 * What the page knows of a match: its score so far, if it has one; the codes are those
 * that its sheet or its page has.
 * @typedef {{one: string, two: string, length?: number, done: boolean, score?: number[], codes?: string[]}} Match
 */

const box = () => find("[data-result-box]", HTMLFormElement);
/** @param {HTMLFormElement} form */
const inputOf = (form) => need("[name=line]", HTMLInputElement, form);

/* What the server says of the matches --------------------------------------- */

/**
 * Which final scores there are, by length: a line for each score of the first player,
 * and in it a character for each of the second, "." for good. The last ones stand for all
 * higher scores. `texts` are the names of the sentences for what is wrong.
 * @typedef {{lengths: Record<string, string[]>, texts: Record<string, string>}} FinalScores
 */

/** @returns {Record<string, Match>}  Matches that no table lists, by match number. */
const unlisted = () =>
  Object.assign({}, ...findAll("[data-matches]", HTMLElement).map(({ dataset }) => JSON.parse(dataset.matches ?? "{}")));

/**
 * The match with this number: a row of the page says it, or what the page says beside it.
 * @param {number} no
 * @returns {Match|undefined}
 */
export function matchWith(no) {
  const row = find(`[data-match="${no}"]`, HTMLElement);
  if (!row) return unlisted()[no];
  /** @param {string} side */
  const name = (side) => row.querySelector(`.pair__${side}`)?.textContent ?? "";
  const { length, done } = row.dataset;
  const score = findAll(".pair__points", HTMLElement, row).map(({ textContent }) => Number(textContent));
  return { one: name("one"), two: name("two"), length: Number(length), done: done !== undefined, score };
}

/** @param {string} code  The number of the match that has this code, if any. */
function numberOf(code) {
  const row = find(`[data-codes~="${code}"]`, HTMLElement);
  return row?.dataset.match ?? Object.entries(unlisted()).find(([, match]) => match.codes?.includes(code))?.[0];
}

/** @returns {FinalScores} */
export const finalScores = () =>
  JSON.parse(find("#final-scores", HTMLElement)?.dataset.scores ?? '{"lengths":{},"texts":{}}');

/* The echo -------------------------------------------------------------------- */

/**
 * The numbers of a line that may still become longer; null if it names no match.
 * @param {string} line
 * @param {{line: string, number: string}} patterns
 */
export function partsOf(line, patterns) {
  const whole = line.match(new RegExp(`^(?:${patterns.line})$`, "iu"));
  const found = whole ?? line.match(new RegExp(`^${patterns.number}`, "iu"));
  if (!found) return null;
  const [no, one, two] = found.slice(1);
  return { no: Number(no), one, two, isReadable: Boolean(whole) };
}

/**
 * What is wrong with a score, as the name of a sentence; empty if it can be saved.
 * @param {string[]} scores  Of matches of this length.
 * @param {FinalScores["texts"]} texts
 * @param {number} one @param {number} two
 */
function faultOf(scores, texts, one, two) {
  const row = scores[Math.min(one, scores.length - 1)] ?? "";
  return texts[row[Math.min(two, row.length - 1)]] ?? "";
}

/**
 * The two scores of digits that are typed together, as "72" in a match to 7; null unless just one
 * final score can be meant.
 * @param {string[]} scores  Of matches of this length.
 * @param {string} digits
 */
function partedIn(scores, digits) {
  const pairs = [...digits].slice(1).map((_, at) => [digits.slice(0, at + 1), digits.slice(at + 1)]);
  const good = pairs.filter((pair) => {
    const [one, two] = pair.map(Number);
    return pair.every((score) => String(Number(score)) === score) && scores[one]?.[two] === ".";
  });
  return good.length === 1 ? good[0] : null;
}

/** @typedef {{names: string, note: string, state?: "is-wrong"|"is-ready"}} Reading */

/**
 * What a line about a table means, such as "23 t7" or "23 c"; null if it is none.
 * @param {HTMLFormElement} form
 * @param {string} line
 * @returns {Reading|null}
 */
function callOf(form, line) {
  const text = form.dataset;
  const found = line.match(new RegExp(`^(?:${JSON.parse(text.patterns ?? "{}").call})$`, "iu"));
  if (!found) return null;
  const [number, to, table, letter] = found.slice(1);
  const no = Number(number);
  const match = matchWith(no);
  if (!match) return { names: "", note: fill(text.textUnknown ?? "", { no, length: "" }), state: "is-wrong" };
  const names = `M${no} · ${match.one} – ${match.two}`;
  const sentences = { c: text.textCall, s: text.textSit, b: text.textBack };
  const key = /** @type {keyof typeof sentences} */ (letter?.toLowerCase());
  if (letter) return { names, note: sentences[key] ?? "", state: "is-ready" };
  if (!table) return { names, note: text.textTable ?? "" };
  const sends = to?.toLowerCase() === "q" ? text.textLineUp : text.textMove;
  return { names, note: fill(sends ?? "", { table }), state: "is-ready" };
}

/**
 * What a line means so far, in the sentences of the form; null if it names no match.
 * @param {HTMLFormElement} form
 * @param {string} line
 * @returns {Reading|null}
 */
function readingOf(form, line) {
  const text = form.dataset;
  const call = callOf(form, line);
  if (call) return call;
  const patterns = JSON.parse(text.patterns ?? "{}");
  const parts = partsOf(line, patterns);
  if (!parts) return null;
  const { no } = parts;
  let { one, two } = parts;
  const match = matchWith(no);
  const { lengths, texts } = finalScores();
  const digits = line.match(new RegExp(`^(?:${patterns.joined})$`, "iu"))?.[2];
  const joined = digits ? partedIn(lengths[match?.length ?? ""] ?? [], digits) : null;
  if (joined) [one, two] = joined;
  /** @param {string|undefined} sentence */
  const told = (sentence) => fill(sentence ?? "", { no, length: match?.length ?? "" });
  if (!match) return { names: "", note: told(text.textUnknown), state: "is-wrong" };
  const names = `M${no} · ${match.one} ${one ?? "…"} – ${two ?? "…"} ${match.two}`;
  if (match.done && !text.textReplace) return { names, note: told(text.textDone), state: "is-wrong" };
  if (!parts.isReadable && !joined) return { names, note: told(text.textExtra), state: "is-wrong" };
  if (!one || !two) return { names, note: told(text.textLength) };
  const fault = faultOf(lengths[match.length ?? ""] ?? [], texts, Number(one), Number(two));
  if (fault) return { names, note: told(text[fault]), state: "is-wrong" };
  return { names, note: told(match.done ? text.textReplace : text.textReady), state: "is-ready" };
}

/** @param {HTMLFormElement} form  Show what the line means; returns it in words. */
function showReading(form) {
  const input = inputOf(form);
  const echo = need("[data-result-echo]", HTMLElement, form);
  echo.className = "result-box__echo";
  echo.replaceChildren();
  // What the server has just said of this very line is not said again in other words.
  if (form.matches(".is-invalid") && input.value === input.defaultValue) return "";
  const reading = readingOf(form, input.value);
  if (!reading) return "";
  const [names, note] = ["b", "em"].map((tag) => document.createElement(tag));
  names.textContent = reading.names;
  note.textContent = reading.note;
  echo.append(...(reading.names ? [names] : []), note);
  if (reading.state) echo.classList.add(reading.state);
  return [...echo.children].map((part) => part.textContent).join(". ");
}

/**
 * A scanner types the address on the sheet: turn it into the match number. It types letter by
 * letter, so that the last one, a stroke, comes when the number is there already.
 * @param {HTMLInputElement} input
 */
function acceptScan(input) {
  const scanned = input.value.match(/^(\d+ )\/\s*$/)?.[1];
  if (scanned) input.value = scanned;
  const code = input.value.match(/\/([\w-]+)\/?\s*$/)?.[1].toUpperCase();
  if (!code) return;
  const number = numberOf(code);
  if (number) input.value = `${number} `;
}

document.addEventListener("input", ({ target }) => {
  const form = box();
  if (!form || target !== inputOf(form)) return;
  acceptScan(inputOf(form));
  hear(showReading(form), HEARD);
});

/* Sending ----------------------------------------------------------------------- */

/**
 * The line on its way to the server, if any, and what was typed since it left; and the
 * lines that were to be saved meanwhile, the oldest first.
 */
const line = { sent: /** @type {string|null} */ (null), next: "", ahead: /** @type {string[]} */ ([]) };

/** @param {import("./requests.js").HtmxRequest} request */
const isResult = (request) => Boolean(request.requestConfig?.elt.matches("[data-result-box]"));

/** Until when a result is on its way, in milliseconds of the clock; no answer takes longer. */
let savingUntil = 0;
const isSaving = () => Date.now() < savingUntil;

/** Send the next of the lines that wait, if nothing is on its way; what is being typed stays. */
function goOn() {
  const form = box();
  const next = form && !isSaving() ? line.ahead.shift() : undefined;
  if (!form || next === undefined) return;
  const input = inputOf(form);
  const typed = input.value;
  input.value = next;
  form.requestSubmit();
  input.value = typed;
  showReading(form);
}

/** @param {string} text  Save this as if it was typed, after what is on its way. */
export function save(text) {
  line.ahead.push(text);
  goOn();
}

/**
 * What could not be saved goes into the outbox if the box is needed for what comes next:
 * the keys that are pressed now are meant for that. Returns whether it did.
 * @param {import("./requests.js").HtmxRequest} request
 * @param {"question"} [mind]
 */
function makeRoom({ requestConfig }, mind) {
  const form = box();
  if (!form || !requestConfig?.formData || (inputOf(form).value === "" && !line.ahead.length)) return false;
  return keep(form, requestConfig.formData, mind);
}

/**
 * A refused line stays in the box, where the keys of the next one replace it; it is kept,
 * unless what is sent in its place is about the same match.
 * @param {HTMLFormElement} form
 */
function keepRefused(form) {
  const { value, defaultValue } = inputOf(form);
  const patterns = JSON.parse(form.dataset.patterns ?? "{}");
  const [refused, sent] = [defaultValue, value].map((text) => partsOf(text, patterns)?.no);
  if (!form.matches(".is-invalid") || refused === undefined || refused === sent) return;
  const typed = new FormData(form);
  typed.set("line", defaultValue);
  typed.delete("replaces");
  keep(form, typed, "question");
}

// One after the other: a line waits until the one before it is answered.
document.addEventListener(
  "submit",
  (event) => {
    const form = box();
    if (!form || event.target !== form || !isSaving()) return;
    event.preventDefault();
    event.stopPropagation();
    const input = inputOf(form);
    if (input.value) line.ahead.push(input.value);
    input.value = "";
    showReading(form);
  },
  true,
);

window.addEventListener("beforeunload", (event) => {
  if (line.ahead.length) event.preventDefault();
});

onRequest("begins", (request) => {
  const form = box();
  if (!form || !isResult(request)) return;
  savingUntil = Date.now() + 10_000;
  const input = inputOf(form);
  keepRefused(form);
  line.sent = input.value;
  hear(""); // what was saved is spoken instead
  input.value = "";
  showReading(form);
});

onRequest("arrives", (request) => {
  const form = box();
  if (!form || !isResult(request)) return;
  if (request.xhr.status === 200) line.next = inputOf(form).value;
  else if (makeRoom(request, "question")) {
    request.shouldSwap = false;
    queueMicrotask(goOn); // when htmx has finished this request
  }
});

onRequest("ended", (request) => {
  if (isResult(request)) savingUntil = 0;
});

// At once, not after settling: the next key may be pressed already.
onRequest("shown", (request) => {
  const form = box();
  if (!form || !isResult(request) || line.sent === null) return;
  const input = inputOf(form);
  line.sent = null;
  if (request.xhr.status !== 200) return focusOn(input);
  input.value = line.next;
  line.next = "";
  input.focus({ preventScroll: true });
});

// Not earlier: only then does htmx handle the new form.
onRequest("settled", (request) => {
  if (isResult(request) && request.xhr.status === 200) goOn();
});

for (const failed of /** @type {const} */ (["refused", "unsent", "late"])) {
  onRequest(failed, (request) => {
    const form = box();
    if (!form || !isResult(request)) return;
    if (request.isKept || makeRoom(request)) return goOn();
    const input = inputOf(form);
    if (input.value === "") input.value = line.sent ?? "";
  });
}

whenShown(() => {
  const form = box();
  if (!form) return;
  const input = inputOf(form);
  if (input.value !== input.defaultValue) acceptScan(input); // the line was typed before this script had loaded
  showReading(form);
});
