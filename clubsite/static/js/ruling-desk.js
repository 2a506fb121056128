/**
 * The ruling desk asks at once: after each change of the board or of a field it shows
 * what the server answers, and leaves alone what somebody is typing meanwhile.
 * Everything works without this file, with an ID or with numbers.
 */
import { announce, hear } from "./announcements.js";
import { find, findAll, focusOn, need } from "./elements.js";
import { FAULT, sentenceFor, sentenceWithoutAnswer } from "./requests.js";
import { board, counted, onBoardChange, readBoard, tool } from "./ruling-board.js";

/** Milliseconds from a checker to the question, and from the question to giving up. */
const WAIT = 350;
const PATIENCE = 8000;

/** @typedef {"ruling"|"ruling-answers"} Part  The whole desk, or the answers alone. */
/** @typedef {HTMLInputElement|HTMLSelectElement} Field */

/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;
let request = new AbortController();
/** What has to be asked for again if a checker is put down before the answer is there. @type {Part} */
let owed = "ruling-answers";
/** The board was changed here, and the server has not answered to that yet. */
let isDrawn = false;

const form = () => need("#ruling-form", HTMLFormElement);
/** @param {string} name */
const field = (name) => need(`#ruling-${name}`, HTMLInputElement);
/** @param {string} id @param {Document} [page] */
const part = (id, page = document) => find(`#${id}`, HTMLElement, page);

/* Fields --------------------------------------------------------------------------- */

/** @param {Element|RadioNodeList|null} field  @returns {field is Field} */
const isField = (field) => field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
/** @param {Field} field */
const isTicked = (field) => field instanceof HTMLInputElement && field.checked;

/** What the fields hold now, by their names. */
function held() {
  /** @type {Map<string, string>} */
  const values = new Map();
  for (const own of form().elements) {
    if (!isField(own) || !own.name) continue;
    if (own.type === "checkbox") values.set(own.name, String(isTicked(own)));
    else if (own.type !== "radio" || isTicked(own)) values.set(own.name, own.value);
  }
  return values;
}

/** @param {Map<string, string>} then  The fields that somebody has changed since then. */
const touchedSince = (then) =>
  new Set([...held()].filter(([name, value]) => then.get(name) !== value).map(([name]) => name));

/**
 * One of the fields is called length, like the length of their list.
 * @param {HTMLFormElement} owner
 * @param {string} name
 */
const fieldOf = (owner, name) => owner.elements.namedItem(name);

/** @param {string} name @param {string} value */
function setField(name, value) {
  const own = fieldOf(form(), name);
  if (own instanceof HTMLInputElement && own.type === "checkbox") own.checked = value === "true";
  else if (own instanceof RadioNodeList || isField(own)) own.value = value;
}

/** @param {HTMLFormElement} fresh @param {Set<string>} touched */
function fillIn(fresh, touched) {
  const names = [...fresh.elements].filter(isField).map(({ name }) => name);
  new Set(names).forEach((name) => {
    const told = fieldOf(fresh, name);
    if (!name || touched.has(name) || !told) return;
    if (told instanceof HTMLInputElement && told.type === "checkbox") setField(name, String(told.checked));
    else if (told instanceof RadioNodeList || isField(told)) setField(name, told.value);
  });
  const now = ".more__now";
  need(now, HTMLElement, form()).textContent = need(now, HTMLElement, fresh).textContent;
}

/** @param {Set<string>} [kept]  Fields that somebody is filling in. */
function showNumbers(kept = new Set()) {
  counted().forEach((count, name) => {
    if (!kept.has(name)) field(name).value = count ? String(count) : "";
  });
}

/* Asking ------------------------------------------------------------------------------ */

/** @param {string} name  The number of checkers of one side on one place. */
const isNumber = (name) => /^[bw]\d+$/.test(name);

/**
 * What is asked. Numbers of checkers count when they are sent by hand, or when the board
 * was changed; then an ID that somebody has begun to type does not.
 * @param {boolean} isSent
 * @param {HTMLElement|null} button
 */
function question(isSent, button) {
  const asked = new URLSearchParams();
  new FormData(form(), button).forEach((value, name) => {
    if (isSent || (value && !isNumber(name))) asked.append(name, String(value));
  });
  if (isDrawn && !isSent) counted().forEach((count, name) => asked.set(name, String(count || "")));
  return asked;
}

/**
 * Show the answers to what the fields say now, and the board unless it was drawn here.
 * Fields that somebody has changed meanwhile stay.
 * @param {Part} wanted
 * @param {{isSent?: boolean, button?: HTMLElement|null}} [how]  By hand, with which button.
 */
async function ask(wanted, { isSent = false, button = null } = {}) {
  clearTimeout(timer);
  owed = wanted;
  request.abort();
  request = new AbortController();
  const { signal } = request;
  const sent = question(isSent, button);
  const then = held();
  const headers = { "HX-Request": "true", "HX-Target": wanted };
  try {
    const late = AbortSignal.timeout(PATIENCE);
    late.addEventListener("abort", () => request.signal === signal && request.abort(late.reason));
    const answer = await fetch(`${form().getAttribute("action")}?${sent}`, { headers, signal });
    if (answer.status !== 200 && answer.status !== 422) {
      const { status, headers: told } = answer;
      return announce("alert", sentenceFor(status === 503 ? 503 : 500, told.get(FAULT)));
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (signal.aborted) return;
    isDrawn = false;
    receive(page, then, isSent);
    owed = "ruling-answers";
    const address = answer.headers.get("HX-Replace-Url");
    if (address) history.replaceState(history.state, "", address);
  } catch (error) {
    const isLate = signal.aborted && signal.reason?.name === "TimeoutError";
    if (signal.aborted && !isLate) return;
    announce("alert", isLate || error instanceof TypeError ? sentenceWithoutAnswer(isLate) : sentenceFor(500));
  }
}

/* Showing the answer --------------------------------------------------------------------- */

/** @param {Document} page @param {Map<string, string>} then @param {boolean} isSent */
function receive(page, then, isSent) {
  const verdict = find("[data-verdict]", HTMLTemplateElement, page)?.content.textContent;
  if (verdict) hear(verdict);
  const touched = touchedSince(then);
  const whole = part("ruling", page);
  if (whole && (part("error-summary", page) || find("#ruling #error-summary", HTMLElement))) {
    return replaceAll(whole, touched, isSent);
  }
  const [answers, note, drawn] = ["ruling-answers", "ruling-note", "board-edit"].map((id) => part(id, page));
  if (answers) part("ruling-answers")?.replaceWith(answers);
  if (note) part("ruling-note")?.replaceChildren(...note.childNodes);
  if (drawn) {
    const chosen = tool();
    board().replaceWith(drawn);
    need(`[name=tool][value="${chosen}"]`, HTMLInputElement, drawn).checked = true;
    fillIn(need("#ruling-form", HTMLFormElement, page), touched);
  } else if (answers?.dataset.xgid) {
    nameBoard(answers.dataset.xgid, touched);
  }
  prepareDesk();
  if (drawn) showNumbers(touched);
}

/** @param {string} id @param {Set<string>} touched  This is what the server calls the board. */
function nameBoard(id, touched) {
  if (!touched.has("id")) field("id").value = id;
  field("was").value = id;
}

/**
 * Show the whole desk anew, because of a mistake or because it is mended: with what
 * somebody has typed meanwhile, and without taking the caret away.
 * @param {HTMLElement} whole @param {Set<string>} touched @param {boolean} isSent
 */
function replaceAll(whole, touched, isSent) {
  const typed = held();
  const { activeElement: active } = document;
  const isOurs = isField(active) && active.form === form();
  const [id, caret] = isOurs ? [active.id, active instanceof HTMLInputElement ? active.selectionStart : null] : ["", null];
  const chosen = tool();
  const opened = findAll("details", HTMLDetailsElement, form()).map(({ open }) => open);
  part("ruling")?.replaceWith(whole);
  touched.forEach((name) => setField(name, typed.get(name) ?? ""));
  need(`[name=tool][value="${chosen}"]`, HTMLInputElement, whole).checked = true;
  findAll("#ruling-form details", HTMLDetailsElement, whole).forEach((details, n) => {
    details.open ||= opened[n];
  });
  prepareDesk();
  const again = id && (!isSent || touched.size) ? part(id) : null;
  if (!again) return focusOn(part("error-summary"));
  again.focus();
  if (caret !== null && again instanceof HTMLInputElement) again.setSelectionRange(caret, caret);
}

/** Start state of the desk, or of what was just put in. */
function prepareDesk() {
  if (!part("board-edit")) return;
  field("was").value ||= board().dataset.xgid ?? "";
  readBoard();
  const words = part("ruling-words")?.textContent;
  const described = find("svg.board desc", SVGElement, board());
  if (words && described) described.textContent = words;
  findAll("[data-keep]", HTMLInputElement).forEach((kept) => {
    const name = kept.dataset.keep === "id" ? "was" : (kept.dataset.keep ?? "");
    kept.value = field(name).value;
  });
}

/* Listening ---------------------------------------------------------------------------------- */

onBoardChange(() => {
  isDrawn = true;
  field("id").value = field("was").value; // the board as it was named last, and numbers besides
  showNumbers();
  request.abort(); // its answer would show the board as it was before
  clearTimeout(timer);
  timer = setTimeout(() => ask(owed), WAIT);
});

/** Fields that are chosen in one go, and asked for at once. */
const CHOSEN = "select, [type=radio], [type=checkbox]";

/** Ask about what was chosen, unless the second die is still to come. */
function askAtOnce() {
  const dice = ["die_1", "die_2"].map((name) => need(`#ruling-${name}`, HTMLSelectElement).value);
  if (Boolean(dice[0]) !== Boolean(dice[1])) return;
  ask("ruling");
}

/** @param {Element} own  Does a field hold something else than the server has sent? */
function isChanged(own) {
  if (own instanceof HTMLSelectElement) {
    const options = [...own.options];
    const sent = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
    return own.value !== sent?.value;
  }
  return own instanceof HTMLInputElement && own.checked !== own.defaultChecked;
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof Element) || !isField(target) || target.form !== form()) return;
  if (target.matches(CHOSEN)) askAtOnce();
});

document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  event.preventDefault();
  ask("ruling", { isSent: true, button: event.submitter });
});

prepareDesk();
// Input from before this module had loaded, by the user or by the browser.
if ([...form().elements].some((own) => own.matches(CHOSEN) && isChanged(own))) askAtOnce();
