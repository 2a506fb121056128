/**
 * The page of a match without loading it again: what is tapped is sent in order, one
 * after the other, and the page looks for news by itself. It does not use htmx.
 */
import { announce } from "./announcements.js";
import { around, find, findAll, focusOn, need } from "./elements.js";
import { isResting, repeat, restFor, showFreshness } from "./live-refresh.js";
import { isField, isTyped, morph } from "./morph.js";
import { FAULT, prepare, sentenceFor, sentenceWithoutAnswer } from "./requests.js";

/** Milliseconds after which a request is given up. */
const WAIT = 8000;
/** Seconds and number of retries of a save while the server is busy. */
const LONGEST_WAIT = 10;
const MOST_TRIES = 3;
const SHOWN = [200, 409, 422];

/** @typedef {{name: string, form: HTMLFormElement, sent: FormData, typed: [string, string][]}} Tap */

/** Taps in order; the first is on its way, or is `stuck` and waits to be put right. @type {Tap[]} */
const taps = [];
let busy = false;
let stuck = false;
let news = "";

const match = () => find("#match", HTMLElement);

/** A refusal in words, where there is no page to show. */
class Refusal extends Error {}

/**
 * @param {string} url
 * @param {RequestInit} [options]
 */
async function ask(url, options) {
  const headers = { "HX-Request": "true", "HX-Current-URL": location.href };
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), WAIT);
  try {
    const answer = await fetch(url, { ...options, headers, signal: stop.signal });
    const away = answer.headers.get("HX-Redirect") ?? (answer.redirected ? answer.url : "");
    const fault = answer.headers.get(FAULT);
    const wait = answer.status === 503 ? answer.headers.get("Retry-After") : null;
    return { status: answer.status, away, fault, wait, text: await answer.text() };
  } finally {
    clearTimeout(timer);
  }
}

/* What somebody has typed ------------------------------------------------------ */

/** @param {HTMLFormElement} form  @returns {[string, string][]}  Of what is ticked or chosen, what it is now. */
const typedIn = (form) =>
  [...form.elements]
    .filter(isField)
    .filter((field) => isTyped(field) && !field.matches("[type=radio]:not(:checked), [type=checkbox]:not(:checked)"))
    .map(({ name, value }) => [name, value]);

/**
 * @param {HTMLFormElement} form
 * @param {[string, string][]} typed
 */
function retype(form, typed) {
  typed.forEach(([name, value]) => {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList || (field && isField(field))) field.value = value;
  });
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

/* Showing ------------------------------------------------------------------------ */

/** @param {string} text  Put it in place of the old one, and say whether it was the page of a match. */
function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const [fresh, echo] = ["#match", "#echo"].map((selector) => find(selector, HTMLElement, page));
  const old = match();
  if (!fresh || !old) return false;
  const { revision } = old.dataset;
  findAll("form", HTMLFormElement, old).forEach((form) => form.reset()); // or what was typed would stay
  const active = document.activeElement;
  morph(old, fresh);
  // What was said of an earlier state, and its undo, goes when the match moves on.
  if (echo || revision !== fresh.dataset.revision) {
    document.getElementById("echo")?.replaceChildren(...(echo?.childNodes ?? []));
  }
  if (active && !active.isConnected) find("#score", HTMLElement)?.focus({ preventScroll: true });
  prepare();
  return true;
}

/* Sending ------------------------------------------------------------------------- */

/** @param {Tap} tap  The form on the page now: it may be another one than was tapped. */
const formOf = (tap) => (tap.name && find(`form[data-live="${tap.name}"]`, HTMLFormElement)) || tap.form;

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || form.dataset.live === undefined) return;
  const name = form.dataset.live;
  event.preventDefault();
  const typed = typedIn(form);
  if (busy && !typed.length && taps.some((tap) => tap.name === name)) return; // tapped twice
  const sent = new FormData(form);
  if (submitter instanceof HTMLButtonElement && submitter.name) sent.set(submitter.name, submitter.value);
  if (isKept(form, sent, false)) return form.reset();
  const tap = { name, form, sent, typed };
  if (stuck) taps.splice(0, taps[0].name === name ? 1 : taps.length, tap);
  else taps.push(tap);
  stuck = false;
  if (form.id === "pad") form.reset();
  send();
});

/**
 * Whether the outbox keeps what a form says: it could not be sent (`isCut`), or something waits.
 * @param {HTMLFormElement} form
 * @param {FormData} sent
 * @param {boolean} isCut
 */
const isKept = (form, sent, isCut) =>
  !form.dispatchEvent(new CustomEvent("sending", { bubbles: true, cancelable: true, detail: { sent, isCut } }));

/**
 * Save; where the server is busy, again as soon as it said, because nothing was done yet.
 * @param {string} url
 * @param {RequestInit} options
 */
async function save(url, options) {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(url, options);
    const seconds = Number(answer.wait);
    if (!seconds || seconds > LONGEST_WAIT || tries === MOST_TRIES) return answer;
    announce("alert", sentenceFor(answer.status, answer.fault));
    await new Promise((done) => setTimeout(done, seconds * 1000));
    announce("alert", "");
  }
}

async function send() {
  const [tap] = taps;
  if (busy || !tap) return;
  const form = formOf(tap);
  // What the page knows of the score may be newer than the tap.
  findAll("[type=hidden]", HTMLInputElement, form).forEach(({ name, value }) => tap.sent.set(name, value));
  busy = true;
  form.setAttribute("aria-busy", "true");
  announce("alert", "");
  try {
    const answer = await save(form.action, { method: "POST", body: tap.sent });
    if (answer.away) return location.assign(answer.away);
    const later = typedIn(formOf(tap));
    const isShown = SHOWN.includes(answer.status) && show(answer.text);
    if (!isShown) throw new Refusal(sentenceFor(answer.status, answer.fault));
    stuck = answer.status > 200;
    if (stuck) focusOn(find(".error-summary", HTMLElement));
    else retype(formOf(tap), later);
    showFreshness("live");
  } catch (error) {
    stuck = error instanceof Refusal || !isKept(formOf(tap), tap.sent, true);
    if (!stuck) showFreshness("stale");
    else keepOnPage(tap, error);
  }
  busy = false;
  form.removeAttribute("aria-busy");
  if (stuck) return;
  taps.shift();
  send();
}

/** @param {Tap} tap @param {unknown} error  Say what went wrong, with what was typed. */
function keepOnPage(tap, error) {
  const isLate = error instanceof DOMException && error.name === "AbortError";
  announce("alert", error instanceof Refusal ? error.message : sentenceWithoutAnswer(isLate));
  retype(formOf(tap), tap.typed);
}

/* Looking for news ------------------------------------------------------------------ */

async function look() {
  const shown = match();
  if (!shown?.dataset.poll || busy || isResting()) return;
  try {
    const { status, text, wait } = await ask(shown.dataset.poll);
    if (wait) restFor(wait);
    if (busy || !shown.isConnected) return;
    showFreshness(status < 400 ? "live" : "stale");
    if (status === 204 || status >= 400) return;
    news = text;
    const isTouched = stuck || findAll("form", HTMLFormElement, shown).some((form) => typedIn(form).length);
    if (isTouched) need("[data-late]", HTMLElement).hidden = false;
    else show(news);
  } catch {
    showFreshness("stale");
  }
}

document.addEventListener("click", (event) => {
  if (around(event, "[data-late]")) show(news);
});
document.addEventListener("visibilitychange", look);
document.body.addEventListener("tick", look); // what was kept is sent now
repeat(look);
