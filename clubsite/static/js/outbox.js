/**
 * The outbox: what a director or a helper types while the network is gone is kept on this
 * device, counted on the page, and sent in its order when the network is back. What the
 * server refuses comes back as a question, with what was typed. Forms take part by
 * data-outbox, which names them; the list is emptied when somebody signs out.
 */
import { announce, fill } from "./announcements.js";
import { around, find, findAll } from "./elements.js";
import { isPoll, onRequest, whenShown } from "./requests.js";

/**
 * Something that was typed and is not sent. `mind`: the server has a question about it,
 * or it may not be done any more, or it is so old that it asks before it is sent.
 * @typedef {{id: string, who: string, at: number, url: string, page: string, label: string,
 *   fields: [string, string][], mind?: "question"|"denied"}} Item
 */

const STORE = "crawford.outbox";
/** Older entries are sent only on request: the evening may have continued on paper. */
const OLD = 2 * 24 * 60 * 60 * 1000;
/** Milliseconds between two tries while something waits. */
const PAUSE = 5000;
const SECRET = "csrfmiddlewaretoken";

const place = () => find("#outbox", HTMLElement);
const who = () => place()?.dataset.who ?? "";

/** @returns {Item[]}  What is kept here for whoever is signed in, the oldest first. */
export function kept() {
  try {
    const found = /** @type {unknown} */ (JSON.parse(localStorage.getItem(STORE) ?? "[]"));
    return Array.isArray(found) ? found.filter((item) => item?.who === who()) : [];
  } catch {
    return []; // no storage, or other data
  }
}

/** @param {Item[]} items @returns {boolean}  Whether they could be kept. */
function write(items) {
  try {
    if (items.length) localStorage.setItem(STORE, JSON.stringify(items));
    else localStorage.removeItem(STORE);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} id @param {Partial<Item>|null} change  What becomes of an item; null: it goes. */
function settleItem(id, change) {
  const items = kept();
  write(items.flatMap((item) => (item.id !== id ? [item] : change ? [{ ...item, ...change }] : [])));
  show();
}

/** @param {Item} item */
const isOld = (item) => Date.now() - item.at > OLD;
/** @param {Item} item */
const goesByItself = (item) => !item.mind && !isOld(item);

/* Keeping ---------------------------------------------------------------------- */

/** @param {HTMLInputElement} input */
const isTick = ({ type }) => type === "radio" || type === "checkbox";

/**
 * What was typed, in words: the labels of what was chosen, the texts of the others.
 * @param {HTMLFormElement} form
 * @param {FormData} typed
 */
function wordsOf(form, typed) {
  const inputs = findAll("input:not([type=hidden])", HTMLInputElement, form);
  const chosen = inputs.filter((input) => !isTick(input) || typed.getAll(input.name).includes(input.value));
  return chosen.map((input) => {
    const words = input.closest("label");
    const said = words && (find("[data-words]", HTMLElement, words) ?? words);
    return isTick(input) ? (said?.textContent ?? "").trim() : typed.get(input.name);
  });
}

/**
 * The field by which the server knows what a form follows, counted on while others wait.
 * @param {HTMLFormElement} form
 * @param {[string, string][]} fields
 */
function follow(form, fields) {
  const name = form.dataset.outboxNext;
  const mine = fields.find((field) => field[0] === name);
  if (!mine) return "";
  const before = waitingFor(form).at(-1)?.fields.find((field) => field[0] === name);
  if (before) mine[1] = String(Number(before[1]) + 1);
  return String(Number(mine[1]) + 1);
}

/** @param {HTMLFormElement} form  What is kept of a form. */
function waitingFor(form) {
  const url = new URL(form.action).pathname;
  return kept().filter((item) => item.url === url);
}

let count = 0;

/**
 * Keep what a form says; returns whether that could be done.
 * @param {HTMLFormElement} form
 * @param {FormData} typed
 * @param {Item["mind"]} [mind]
 */
export function keep(form, typed, mind) {
  if (!place()) return false;
  /** @type {[string, string][]} */
  const fields = [];
  typed.forEach((value, name) => {
    if (typeof value === "string" && name !== SECRET) fields.push([name, value]);
  });
  const words = [form.dataset.outbox, follow(form, fields), ...wordsOf(form, typed)];
  const label = words.filter((word) => typeof word === "string" && word).join(" ");
  count += 1;
  const at = Date.now();
  const page = location.pathname;
  const item = { id: `${at}-${count}`, who: who(), at, url: new URL(form.action).pathname, page, label, fields, mind };
  if (!write([...kept(), item])) return false;
  // What was typed is in the list now; what was typed since stays in the box.
  for (const input of findAll("input:not([type=hidden])", HTMLInputElement, form)) {
    if (!isTick(input) && input.value === typed.get(input.name)) input.value = "";
  }
  show();
  const { textKept, textQuestion } = place()?.dataset ?? {};
  announce("alert", (mind ? `${label}: ${textQuestion}` : textKept) ?? "");
  return true;
}

/** Whether the last try to reach the server has failed. */
let isCut = false;

onRequest("ended", (request) => {
  if (request.xhr.status > 0) isCut = false;
});

// A form that htmx sends: it could not be sent, which says more than what the browser believes.
onRequest("unsent", (request) => {
  isCut = true;
  const { elt, formData } = request.requestConfig ?? {};
  if (isPoll(request) || !place() || !(elt instanceof HTMLFormElement) || !formData) return;
  if (elt.dataset.outbox !== undefined) request.isKept = keep(elt, formData);
});

// A form that loads a page would lose what was typed.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  if (form.matches("[action$='/logout/']")) return write([]);
  const goes = form.hasAttribute("hx-post") || form.dataset.live !== undefined; // by a script
  const isKept = form.dataset.outbox !== undefined && !goes;
  if (!isKept || !place() || (navigator.onLine && !isCut)) return;
  if (keep(form, new FormData(form, event.submitter))) event.preventDefault();
});

// The page of a match sends by itself: what follows something kept waits behind it, and
// what could not be sent is kept.
document.addEventListener("sending", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { sent, isCut: failed } = /** @type {CustomEvent} */ (event).detail;
  if (form.dataset.outbox === undefined || !place()) return;
  if (failed) isCut = true;
  if ((failed || waitingFor(form).some(goesByItself)) && keep(form, sent)) event.preventDefault();
});

/* Sending ---------------------------------------------------------------------- */

/** @param {number} status @returns {Partial<Item>|null|undefined}  What becomes of an item; undefined: try later. */
function afterAnswer(status) {
  if (status === 401 || status === 403) return { mind: "denied" };
  if (status >= 200 && status < 400) return null;
  return status >= 400 && status < 500 && status !== 429 ? { mind: "question" } : undefined;
}

const token = () => String(JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["x-csrftoken"] ?? "");

/** @param {Item} item @returns {Promise<number>}  The status of the answer, 0 without one. */
async function post(item) {
  try {
    const answer = await fetch(item.url, {
      method: "POST",
      body: new URLSearchParams(item.fields),
      headers: { "X-CSRFToken": token(), "HX-Request": "true" },
      credentials: "same-origin",
    });
    return answer.status;
  } catch {
    return 0;
  }
}

let isSending = false;

/**
 * Send what waits, in its order, until something cannot be sent.
 * @param {string} [only]  The key of an item that is sent although it is old.
 */
export async function send(only) {
  if (isSending) return;
  isSending = true;
  let sent = 0;
  try {
    for (const item of kept().filter((one) => (only ? one.id === only : goesByItself(one)))) {
      if (!kept().some(({ id }) => id === item.id)) continue; // another window has sent it
      const change = afterAnswer(await post(item));
      isCut = change === undefined;
      if (change === undefined) break;
      if (change === null) sent += 1;
      settleItem(item.id, change);
    }
  } finally {
    isSending = false;
  }
  if (!sent) return;
  announce("alert", "");
  announce("say", fill(place()?.dataset.textSent ?? "", { count: sent }));
  document.body.dispatchEvent(new CustomEvent("tick")); // the page shows what has changed
}

window.addEventListener("online", () => void send());
setInterval(() => {
  if (place() && kept().some(goesByItself)) void send();
}, PAUSE);

/* Showing ---------------------------------------------------------------------- */

/** @param {string} act @param {string|undefined} words @param {string} of  What it is about, for who hears it. */
function button(act, words, of) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button is-quiet is-small";
  made.dataset.act = act;
  made.textContent = words ?? "";
  made.setAttribute("aria-label", `${words}: ${of}`);
  return made;
}

/** @param {Item} item @param {DOMStringMap} text */
function lineOf(item, text) {
  const line = document.createElement("li");
  line.className = "outbox__item";
  line.dataset.item = item.id;
  const what = document.createElement("b");
  what.textContent = item.label;
  const note = document.createElement("span");
  note.className = "sub";
  const waits = isOld(item) ? text.textOld : text.textWaits;
  note.textContent = (item.mind === "question" ? text.textQuestion : item.mind ? text.textDenied : waits) ?? "";
  line.append(what, note);
  if (item.mind === "question") line.append(button("look", text.textLook, item.label));
  else if (item.mind || isOld(item)) line.append(button("send", text.textSend, item.label));
  line.append(button("remove", text.textRemove, item.label));
  return line;
}

/** Show what is not sent, or nothing. */
export function show() {
  const section = place();
  if (!section) return;
  const items = kept();
  section.hidden = !items.length;
  const title = find("[data-outbox-title]", HTMLElement, section);
  const words = fill(section.dataset.textCount ?? "", { count: items.length });
  if (title && title.textContent !== words) title.textContent = words;
  find("[data-outbox-list]", HTMLElement, section)?.replaceChildren(
    ...items.map((item) => lineOf(item, section.dataset)),
  );
}

/** @param {Item} item  Put it into its form again, and send that: the page asks as it always does. */
function look(item) {
  const forms = findAll("form[data-outbox]", HTMLFormElement);
  const form = forms.find(({ action }) => new URL(action).pathname === item.url);
  if (!form) return location.assign(item.page);
  for (const [name, value] of item.fields) {
    for (const input of findAll(`input[name="${CSS.escape(name)}"]:not([type=hidden])`, HTMLInputElement, form)) {
      if (!isTick(input)) input.value = value;
      else if (input.value === value) input.checked = true;
    }
  }
  settleItem(item.id, null);
  // A game that does not follow what the server knows is looked at before it is sent.
  if (form.dataset.live === undefined) return form.requestSubmit();
  form.dispatchEvent(new Event("input", { bubbles: true }));
  find("input:checked, input:not([type=hidden])", HTMLInputElement, form)?.focus();
}

document.addEventListener("click", (event) => {
  const pressed = around(event, "#outbox [data-act]");
  const id = around(event, "[data-item]")?.dataset.item;
  const item = kept().find((one) => one.id === id);
  if (!pressed || !item) return;
  if (pressed.dataset.act === "look") look(item);
  else if (pressed.dataset.act === "send") void send(item.id);
  else settleItem(item.id, null);
});

// Another window has sent or kept something; a part of the page is new.
window.addEventListener("storage", show);
whenShown(show);
if (place() && navigator.onLine) void send();
