/**
 * The outbox: what a director or a helper types while the network is gone is kept on this
 * device, counted on the page, and sent in its order when the network is back. What the
 * server refuses then comes back as a question, with what was typed. Forms take part by
 * data-outbox, which names them. Each account sees and sends its own; signing out empties that.
 */
import { announce, fill } from "./announcements.js";
import { around, find, findAll } from "./elements.js";
import { isPoll, onRequest, whenShown } from "./requests.js";

/** What was typed and is not sent; `mind`: the server has a question about it, or it may not be done any more.
 *  @typedef {{id: string, who: string, at: number, url: string, page: string, label: string,
 *    fields: [string, string][], mind?: "question"|"denied"}} Item */

const STORE = "crawford.outbox";
/** Older entries are sent only on request: the evening may have continued on paper. */
const OLD = 2 * 24 * 60 * 60 * 1000;

const place = () => find("#outbox", HTMLElement);
const who = () => place()?.dataset.who ?? "";
const text = () => place()?.dataset ?? {};

/** @returns {Item[]}  What all accounts keep on this device, the oldest first. */
function read() {
  try {
    const items = /** @type {unknown} */ (JSON.parse(localStorage.getItem(STORE) ?? "[]"));
    return Array.isArray(items) ? items : [];
  } catch {
    return []; // no storage, or other data
  }
}

/** @returns {Item[]}  What is kept for whoever is signed in. */
export const kept = () => read().filter((item) => item?.who === who());

/** @param {Item[]} own  In place of what is kept for this account. @returns {boolean}  Whether that could be done. */
function write(own) {
  const items = [...read().filter((item) => item?.who !== who()), ...own];
  try {
    if (items.length) localStorage.setItem(STORE, JSON.stringify(items));
    else localStorage.removeItem(STORE);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} id @param {Item["mind"]|null} mind  What the server says of an item; null: it goes. */
function settleItem(id, mind) {
  write(kept().flatMap((item) => (item.id !== id ? [item] : mind ? [{ ...item, mind }] : [])));
  show();
}

/** @param {Item} item */
const isOld = (item) => Date.now() - item.at > OLD;
/** @param {Item} item */
const goesByItself = (item) => !item.mind && !isOld(item);
/** @param {HTMLFormElement} form  What is kept of a form. */
const waitingFor = (form) => kept().filter(({ url }) => url === new URL(form.action).pathname);

/* Keeping ---------------------------------------------------------------------- */

/** @param {HTMLInputElement} input */
const isTick = ({ type }) => type === "radio" || type === "checkbox";
/** @param {HTMLFormElement} form */
const inputsOf = (form) => findAll("input:not([type=hidden])", HTMLInputElement, form);

/** @param {HTMLFormElement} form @param {FormData} typed  In words: labels of what was chosen, texts of the others. */
function wordsOf(form, typed) {
  const chosen = inputsOf(form).filter((input) => !isTick(input) || typed.getAll(input.name).includes(input.value));
  return chosen.map((input) => {
    const label = input.closest("label");
    const words = label && (find("[data-words]", HTMLElement, label) ?? label);
    return isTick(input) ? words?.textContent?.trim() : typed.get(input.name);
  });
}

/** The field by which the server knows what a form follows, counted on while others wait.
 *  @param {HTMLFormElement} form @param {Item["fields"]} fields */
function follow(form, fields) {
  const name = form.dataset.outboxNext;
  const mine = fields.find((field) => field[0] === name);
  if (!mine) return "";
  const before = waitingFor(form).at(-1)?.fields.find((field) => field[0] === name);
  if (before) mine[1] = String(Number(before[1]) + 1);
  return String(Number(mine[1]) + 1);
}

/** @param {HTMLFormElement} form @param {FormData} typed @returns {boolean}  Whether what it says could be kept. */
export function keep(form, typed) {
  if (!place()) return false;
  const fields = /** @type {[string, string][]} */ (
    [...typed].filter(([name, value]) => typeof value === "string" && name !== "csrfmiddlewaretoken")
  );
  const words = [form.dataset.outbox, follow(form, fields), ...wordsOf(form, typed)];
  const label = words.filter((word) => typeof word === "string" && word).join(" ");
  const [id, at, url] = [`${Math.random()}`, Date.now(), new URL(form.action).pathname];
  if (!write([...kept(), { id, who: who(), at, url, page: location.pathname, label, fields }])) return false;
  // What was typed is in the list now; what was typed since stays in the box.
  for (const input of inputsOf(form)) {
    if (!isTick(input) && input.value === typed.get(input.name)) input.value = "";
  }
  show();
  announce("alert", text().textKept ?? "");
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
  if (isPoll(request) || !(elt instanceof HTMLFormElement) || !formData) return;
  if (elt.dataset.outbox !== undefined) request.isKept = keep(elt, formData);
});

// A form that loads a page would lose what was typed.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  if (form.matches("[action$='/logout/']")) write([]);
  const goes = form.hasAttribute("hx-post") || form.dataset.live !== undefined; // by a script
  if (form.dataset.outbox === undefined || goes || (navigator.onLine && !isCut)) return;
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

/** @param {Item} item @returns {Promise<Item["mind"]|null>}  What the server says; null: done, undefined: try later. */
async function post({ url, fields }) {
  try {
    const { "x-csrftoken": token } = JSON.parse(document.body.getAttribute("hx-headers") ?? "{}");
    const headers = { "X-CSRFToken": String(token ?? ""), "HX-Request": "true" };
    const { status } = await fetch(url, { method: "POST", body: new URLSearchParams(fields), headers });
    if (status === 401 || status === 403) return "denied";
    if (status >= 500 || status === 429) return undefined;
    return status >= 400 ? "question" : null;
  } catch {
    return undefined; // no network
  }
}

let isSending = false;

/** Send what waits, in its order, until something cannot be sent. @param {string} [only]  This, although it is old. */
export async function send(only) {
  if (isSending) return;
  isSending = true;
  let sent = 0;
  for (const item of kept().filter((one) => (only ? one.id === only : goesByItself(one)))) {
    if (!kept().some(({ id }) => id === item.id)) continue; // another window has sent it
    const mind = await post(item);
    isCut = mind === undefined;
    if (mind === undefined) break;
    if (mind === null) sent += 1;
    settleItem(item.id, mind);
  }
  isSending = false;
  if (!sent) return;
  announce("alert", "");
  announce("say", fill(text().textSent ?? "", { count: sent }));
  document.body.dispatchEvent(new CustomEvent("tick")); // the page shows what has changed
}

window.addEventListener("online", () => void send());
setInterval(() => {
  if (place() && kept().some(goesByItself)) void send();
}, 5000);

/* Showing ---------------------------------------------------------------------- */

/** @param {string} tag @param {string|undefined} words @param {string} className */
const element = (tag, words, className) =>
  Object.assign(document.createElement(tag), { textContent: words ?? "", className });

/** @param {Item} item  Its line in the list, with a button for each thing that can be done. */
function lineOf(item) {
  const { textOld, textWaits, textQuestion, textDenied, textLook, textSend, textRemove } = text();
  const waits = isOld(item) ? textOld : textWaits;
  const note = item.mind ? { question: textQuestion, denied: textDenied }[item.mind] : waits;
  const acts = goesByItself(item) ? {} : item.mind === "question" ? { look: textLook } : { send: textSend };
  const line = element("li", "", "outbox__item");
  line.dataset.item = item.id;
  line.append(element("b", item.label, ""), element("span", note, "sub"));
  for (const [act, words] of Object.entries({ ...acts, remove: textRemove })) {
    const button = element("button", words, "button is-quiet is-small"); // in no form
    button.setAttribute("aria-label", `${words}: ${item.label}`);
    button.dataset.act = act;
    line.append(button);
  }
  return line;
}

/** Show what is not sent, or nothing. */
export function show() {
  const section = place();
  if (!section) return;
  const items = kept();
  section.hidden = !items.length;
  const words = fill(text().textCount ?? "", { count: items.length });
  find("[data-outbox-title]", HTMLElement, section)?.replaceChildren(words);
  find("[data-outbox-list]", HTMLElement, section)?.replaceChildren(...items.map(lineOf));
}

/** @param {Item} item  Put it into its form again, and send that: the page asks as it always does. */
function look(item) {
  const forms = findAll("form[data-outbox]", HTMLFormElement);
  const form = forms.find(({ action }) => new URL(action).pathname === item.url);
  if (!form) return location.assign(item.page);
  for (const input of inputsOf(form)) {
    const values = item.fields.filter(([name]) => name === input.name).map(([, value]) => value);
    if (isTick(input)) input.checked ||= values.includes(input.value);
    else input.value = values[0] ?? input.value;
  }
  settleItem(item.id, null);
  // A game that does not follow what the server knows is looked at before it is sent.
  if (form.dataset.live === undefined) return form.requestSubmit();
  form.dispatchEvent(new Event("input", { bubbles: true }));
  find("input:checked, input:not([type=hidden])", HTMLInputElement, form)?.focus();
}

document.addEventListener("click", (event) => {
  const act = around(event, "#outbox [data-act]")?.dataset.act;
  const item = kept().find(({ id }) => id === around(event, "[data-item]")?.dataset.item);
  if (!act || !item) return;
  if (act === "look") look(item);
  else if (act === "send") void send(item.id);
  else settleItem(item.id, null);
});

// Another window has sent or kept something; a part of the page is new.
window.addEventListener("storage", show);
whenShown(show);
if (place() && navigator.onLine) void send();
