import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { get, pages, pass, show, tell, textOf, type } from "./browser.js";

show(pages["result box"]);
const { partsOf } = await import("../../clubsite/static/js/result-box.js");
const { prepare } = await import("../../clubsite/static/js/requests.js");
const { kept } = await import("../../clubsite/static/js/outbox.js");

const LINE = "#result-line";
const line = () => /** @type {HTMLInputElement} */ (get(LINE));
const patterns = () => JSON.parse(get("#result-box").dataset.patterns ?? "");

/** @param {string} text  What the echo says of it, and in which state. */
function echoOf(text) {
  type(LINE, text);
  const echo = get("[data-result-echo]");
  const state = ["is-ready", "is-wrong"].find((name) => echo.classList.contains(name)) ?? "";
  return [...[...echo.children].map((part) => part.textContent), state].join(" | ");
}

beforeEach(() => {
  show(pages["result box"]);
  prepare();
});

test("a line is read while it becomes longer", () => {
  for (const text of ["m", "x", "", " - "]) assert.equal(partsOf(text, patterns()), null);
  const known = { no: 7, one: undefined, two: undefined, isReadable: true };
  for (const text of ["7", "M7", " 007 ", "7 -", "7-", "7 - ", "7,"]) assert.deepEqual(partsOf(text, patterns()), known);
  for (const text of ["7 5", "7-5", "m7 5 -", "7: 5,"]) assert.deepEqual(partsOf(text, patterns()), { ...known, one: "5" });
  for (const text of ["7 5 3", "7-5-3", "M7. 5:3 "]) {
    assert.deepEqual(partsOf(text, patterns()), { ...known, one: "5", two: "3" });
  }
});

test("what no line begins with is not readable, but names its match", () => {
  for (const text of ["7 5 -3", "7 5 3 1", "7 x", "7 5 1000"]) {
    assert.deepEqual([partsOf(text, patterns())?.no, partsOf(text, patterns())?.isReadable], [7, false]);
  }
});

test("the echo says who plays and what is missing", () => {
  assert.equal(echoOf("7"), "M7 · Ada … – … Bo | First to 5 | ");
  assert.equal(echoOf("7 5"), "M7 · Ada 5 – … Bo | First to 5 | ");
  assert.equal(echoOf("7 5 3"), "M7 · Ada 5 – 3 Bo | Enter saves | is-ready");
  assert.equal(echoOf("hello"), "");
});

test("two scores that are typed together are parted where only one way is possible", () => {
  assert.equal(echoOf("7 53"), "M7 · Ada 5 – 3 Bo | Enter saves | is-ready");
  assert.equal(echoOf("7 05"), "M7 · Ada 0 – 5 Bo | Enter saves | is-ready");
  assert.equal(echoOf("7 55"), "M7 · Ada 55 – … Bo | First to 5 | ");
});

test("the echo says what is wrong, as the server judges it", () => {
  /** @param {string} text */
  const note = (text) => echoOf(text).split(" | ").slice(-2).join(" | ");
  assert.equal(note("7 4 3"), "The match is to 5, so one score must be 5. | is-wrong");
  assert.equal(note("7 5 5"), "Only one player can reach 5. | is-wrong");
  assert.equal(note("7 6 3"), "Scores cannot exceed 5. | is-wrong");
  assert.equal(note("7 3 999"), "Scores cannot exceed 5. | is-wrong");
  assert.equal(note("7 0 5"), "Enter saves | is-ready");
  assert.match(note("7 5 3 1"), /^Enter three numbers.*is-wrong$/);
  assert.match(note("8 5 3"), /^M8 already has a result.*is-wrong$/);
  assert.equal(echoOf("9 5 3"), "No match M9, or its players are not known yet. | is-wrong");
});

test("who may correct is told that Enter shows what a replaced result changes", () => {
  show(pages["box of a director"]);
  prepare();
  assert.match(echoOf("8 5 3"), /^M8 .*Enter asks first \| is-ready$/);
});

test("a match that is lined up is not said to go there now", () => {
  show(pages["box of a director"]);
  prepare();
  const [moved, lined] = [echoOf("7 t3"), echoOf("7 q3")];
  assert.match(lined, /lined up for table 3 \| is-ready$/);
  assert.doesNotMatch(moved, /lined up/);
});

test("what the server has said of a line is not said in other words", () => {
  show(pages["refused line"]);
  prepare();
  assert.equal(get("[data-result-echo]").textContent, "");
  assert.match(echoOf("7 5 4"), /is-ready/);
});

test("a scanned address becomes the number of its match", () => {
  type(LINE, "https://club.example/s/sheet777/");
  assert.equal(line().value, "7 ");
  type(LINE, "HTTPS://CLUB.EXAMPLE/M/CODE88/");
  assert.equal(line().value, "8 ");
  type(LINE, "https://club.example/s/UNKNOWN1/");
  assert.equal(line().value, "https://club.example/s/UNKNOWN1/");
});

test("a scanner types letter by letter, and nothing of the address stays", () => {
  line().value = "";
  for (const letter of "https://club.example/s/sheet777/") type(LINE, line().value + letter);
  assert.equal(line().value, "7 ");
  for (const letter of "5 3") type(LINE, line().value + letter);
  assert.equal(line().value, "7 5 3");
});

test("an address that was scanned before the script was there is read, too", () => {
  line().value = "https://club.example/s/sheet777/";
  prepare();
  assert.equal(line().value, "7 ");
});

test("the reading is spoken once, when the typing pauses", () => {
  for (const text of ["7", "7 ", "7 5", "7 5 3"]) {
    type(LINE, text);
    pass(300);
    assert.equal(textOf("hear"), "");
  }
  pass(700);
  assert.equal(textOf("hear"), "M7 · Ada 5 – 3 Bo. Enter saves");
});

/* Sending --------------------------------------------------------------------------- */

const request = () => ({ requestConfig: { elt: get("#result-box") }, xhr: { status: 200 } });

test("the box empties at once and keeps what is typed meanwhile", () => {
  type(LINE, "7 5 3");
  tell("htmx:beforeRequest", request());
  assert.equal(line().value, "");
  assert.equal(get("[data-result-echo]").textContent, "");
  pass(2000);
  assert.equal(textOf("hear"), ""); // what was saved is spoken instead
  type(LINE, "8");
  tell("htmx:beforeSwap", request());
  get("#result-box").outerHTML = pages["result box"];
  tell("htmx:afterSwap", request());
  assert.equal(line().value, "8");
  assert.equal(document.activeElement, line());
});

test("what was saved is spoken by the page alone, also when the next line is typed", () => {
  /** @type {string[]} */
  const spoken = [];
  type(LINE, "7 5 3");
  tell("htmx:beforeRequest", request());
  type(LINE, "8");
  tell("htmx:beforeSwap", request());
  get("#result-box").outerHTML = pages["result box"];
  get("#echo").textContent = "M7 saved: Ada 5–3 Bo.";
  tell("htmx:afterSwap", request());
  for (let n = 0; n < 20; n += 1) {
    pass(100);
    const text = textOf("hear");
    if (text && spoken.at(-1) !== text) spoken.push(text);
  }
  assert.deepEqual(spoken, ["M8 · Cy … – … Di. M8 already has a result. Open the match to correct it."]);
});

test("a line that could not be sent comes back into an empty box", () => {
  for (const failed of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    type(LINE, "7 5 3");
    tell("htmx:beforeRequest", request());
    tell(failed, { ...request(), xhr: { status: 500, getResponseHeader: () => null } });
    assert.equal(line().value, "7 5 3");
  }
});

/* What goes wrong while the next line is there already ------------------------------ */

const OUTBOX = `<section id="outbox" hidden data-who="7"><p data-outbox-title></p><ul data-outbox-list></ul></section>`;
const lines = () => kept().map(({ fields }) => Object.fromEntries(fields).line);

/** @param {string} sent  A line leaves, and its request as htmx tells of it. */
function leave(sent) {
  type(LINE, sent);
  const elt = /** @type {HTMLFormElement} */ (get("#result-box"));
  const told = { requestConfig: { elt, formData: new FormData(elt) }, xhr: { status: 200, getResponseHeader: () => null } };
  tell("htmx:beforeRequest", told);
  return told;
}

/** Press Enter; returns whether the line leaves now. */
const enter = () => get("#result-box").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));

/** @param {string} part  The page with the outbox. */
function showWithOutbox(part) {
  localStorage.clear();
  show(OUTBOX + pages[part]);
  prepare();
}

test("lines that are sent while one is on its way follow it, in their order", () => {
  showWithOutbox("result box");
  /** @type {string[]} */
  const sent = [];
  HTMLFormElement.prototype.requestSubmit = function () {
    if (enter()) sent.push(line().value);
  };
  const first = leave("7 5 3");
  for (const text of ["8 5 1", "9 5 2"]) {
    type(LINE, text);
    assert.equal(enter(), false);
    assert.equal(line().value, "");
  }
  type(LINE, "1");
  tell("htmx:beforeSwap", first);
  tell("htmx:afterRequest", first);
  get("#result-box").outerHTML = pages["result box"];
  tell("htmx:afterSwap", first);
  tell("htmx:afterSettle", first);
  assert.deepEqual([sent, line().value], [["8 5 1"], "1"]);
  tell("htmx:afterSettle", first);
  assert.deepEqual([sent, line().value], [["8 5 1", "9 5 2"], "1"]);
});

test("what failed while the next line is typed is kept, and nothing is typed over", () => {
  for (const failed of ["htmx:responseError", "htmx:timeout"]) {
    showWithOutbox("result box");
    const told = leave("7 5 3");
    type(LINE, "8");
    tell(failed, { ...told, xhr: { ...told.xhr, status: 500 } });
    assert.deepEqual([line().value, lines()], ["8", ["7 5 3"]]);
  }
});

test("what is refused while the next line is typed is said, until a line is begun and sent after that", async () => {
  showWithOutbox("result box");
  let sent = "";
  HTMLFormElement.prototype.requestSubmit = () => {
    sent = line().value;
    tell("htmx:beforeRequest", request());
  };
  const told = { ...leave("7 5 5"), shouldSwap: true };
  Object.assign(told.xhr, { status: 422, responseText: pages["refused line"] });
  type(LINE, "8 5 1");
  enter(); // it waits
  type(LINE, "9");
  tell("htmx:beforeSwap", told);
  assert.deepEqual([told.shouldSwap, line().value, lines()], [false, "9", []]);
  const said = textOf("alert");
  assert.match(said, /^7 5 5: \S/);
  tell("htmx:afterRequest", told);
  await Promise.resolve();
  assert.deepEqual([sent, textOf("alert")], ["8 5 1", said]); // nobody can have read it yet
  leave("9 5 3"); // it was begun before that
  assert.equal(textOf("alert"), said);
  leave("10 5 3");
  assert.equal(textOf("alert"), "");
});

test("a refused line is dropped as soon as another is typed over it", () => {
  showWithOutbox("refused line");
  leave("8 5 4");
  assert.deepEqual(lines(), []);
});

test("a refused line is shown with the focus on it", () => {
  type(LINE, "7 5 5");
  const refused = { ...request(), xhr: { status: 422 } };
  tell("htmx:beforeRequest", refused);
  tell("htmx:beforeSwap", refused);
  get("#result-box").outerHTML = pages["refused line"];
  tell("htmx:afterSwap", { ...refused, requestConfig: request().requestConfig });
  assert.equal(document.activeElement, line());
  assert.equal(line().value, "7 5 5");
});

test("the box follows the rows that are swapped", () => {
  assert.match(echoOf("7"), /First to 5/);
  get("table").outerHTML = pages["played row"];
  assert.match(echoOf("7"), /already has a result/);
  get("table").remove();
  assert.match(echoOf("7"), /No match M7/);
});

test("a line can send a match to a table", () => {
  assert.match(echoOf("7 t12"), /^M7 · .*12 \| is-ready$/);
  assert.match(echoOf("m7T"), /\?$|\? \| $/);
  for (const text of ["7 c", "7S", "7 b"]) assert.match(echoOf(text), /is-ready$/);
  for (const text of ["99 t1", "99 c", "7 x"]) assert.match(echoOf(text), /is-wrong$/);
});
