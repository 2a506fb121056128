/**
 * Requests without a new page: what htmx tells about them, and what people are told.
 * The only module that knows the names of htmx's events.
 */
import { announce } from "./announcements.js";
import { find, focusOn } from "./elements.js";

/**
 * What an event of htmx carries.
 * @typedef {object} HtmxRequest
 * @property {XMLHttpRequest} xhr
 * @property {boolean} [successful]
 * @property {boolean} [shouldSwap]
 * @property {boolean} [isKept]  What could not be sent is kept in the outbox.
 * @property {{elt: Element, path?: string, triggeringEvent?: Event, formData?: FormData}} [requestConfig]
 */

const EVENTS = {
  begins: "htmx:beforeRequest",
  ended: "htmx:afterRequest",
  arrives: "htmx:beforeSwap",
  shown: "htmx:afterSwap",
  settled: "htmx:afterSettle",
  refused: "htmx:responseError",
  unsent: "htmx:sendError",
  late: "htmx:timeout",
};

/**
 * Do something at each request of htmx that has come to this point.
 * @param {keyof typeof EVENTS} point
 * @param {(request: HtmxRequest) => void} act
 */
export function onRequest(point, act) {
  document.addEventListener(EVENTS[point], (event) => {
    act(/** @type {CustomEvent<HtmxRequest>} */ (event).detail);
  });
}

/** @param {HtmxRequest} request  Was this asked for by the clock, not by a person? */
export const isPoll = (request) => request.requestConfig?.triggeringEvent?.type === "tick";

/** @type {Set<() => void>} */
const preparations = new Set();

/** @param {() => void} act  Do this now, and again whenever a part of the page is new. */
export function whenShown(act) {
  preparations.add(act);
  act();
}

/** A part of the page is new. */
export function prepare() {
  preparations.forEach((act) => act());
}

let isToPrepare = false;

/** The same, but once for all the rows of one answer, each of which says so. */
function prepareOnce() {
  if (isToPrepare) return;
  isToPrepare = true;
  queueMicrotask(() => {
    isToPrepare = false;
    prepare();
  });
}

/** The header with the sentence that says what failed and what to do, percent-encoded. */
export const FAULT = "Crawford-Fault";

/**
 * @param {number} status  What the answer of this status means, as the server words it.
 * @param {string|null} [fault]  What the answer itself says of it.
 */
export function sentenceFor(status, fault) {
  const { textBusy, textForbidden, textGone, textServer } = document.body.dataset;
  if (fault) return decodeURIComponent(fault);
  if (status === 503) return textBusy ?? "";
  if (status === 403) return textForbidden ?? "";
  if (status === 404 || status === 410) return textGone ?? "";
  return textServer ?? "";
}

/**
 * There was no answer, because it took too long or because nothing can be reached.
 * @param {boolean} isLate
 */
export function sentenceWithoutAnswer(isLate) {
  const { textTimeout, textOffline } = document.body.dataset;
  return (isLate ? textTimeout : textOffline) ?? "";
}

// A poll whose page has changed since: a save was answered first.
onRequest("arrives", (request) => {
  const { elt, path } = request.requestConfig ?? {};
  const isLate = !elt?.isConnected || elt.getAttribute("hx-get") !== path;
  if (isPoll(request) && isLate) request.shouldSwap = false;
});

onRequest("begins", (request) => {
  if (isPoll(request)) return;
  announce("alert", "");
  announce("say", "");
});

onRequest("refused", (request) => {
  const { status } = request.xhr;
  if (!isPoll(request)) announce("alert", sentenceFor(status, request.xhr.getResponseHeader(FAULT)));
});
onRequest("unsent", (request) => {
  if (!isPoll(request)) announce("alert", sentenceWithoutAnswer(false));
});
onRequest("late", (request) => {
  if (!isPoll(request)) announce("alert", sentenceWithoutAnswer(true));
});

// A form that was refused: go to what it says of it, unless it keeps the focus itself.
onRequest("settled", (request) => {
  const { requestConfig, xhr } = request;
  if (!requestConfig) return;
  const keepsFocus = requestConfig.elt.hasAttribute("data-keeps-focus");
  if (xhr.status === 422 && !keepsFocus && !isPoll(request)) {
    focusOn(find(".error-summary", HTMLElement) ?? find("[aria-invalid=true]", HTMLElement));
  }
  prepareOnce();
});

/** @param {Event} event  The server may send a sentence along with its answer. */
const told = (event) => String(/** @type {CustomEvent} */ (event).detail.value ?? "");

document.addEventListener("say", (event) => announce("say", told(event)));
document.addEventListener("alarm", (event) => announce("alert", told(event)));
