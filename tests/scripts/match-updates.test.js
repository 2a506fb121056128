import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { get, pass, server, settle, show, textOf } from "./browser.js";

const WORDS = { tick: "5", textServer: "server", textOffline: "offline", textTimeout: "late" };

/** @param {number} revision @param {string} [more] */
const page = (revision, more = "") => `<div id="match" data-revision="${revision}" data-poll="/m/K7Q2MX/?f=${revision}">
  <p id="score" tabindex="-1">${revision}</p><button data-late hidden></button>
  <div>${more || "tools"}</div>
  <form id="pad" action="/games/" data-live="game"><input type="hidden" name="after" value="${revision}">
  <input name="remark" value=""><button name="winner" value="1">1</button></form>
  <form action="/undo/" data-live="undo"><button>Undo</button></form></div>`;

show(page(0), WORDS);
await import("../../clubsite/static/js/match-updates.js");

/** @param {string} selector @param {string} [value] */
function tap(selector, value) {
  const form = /** @type {HTMLFormElement} */ (get(selector));
  if (value) /** @type {HTMLInputElement} */ (get(`${selector} [name=remark]`)).value = value;
  const submitter = form.querySelector("button");
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter }));
}
const remark = () => /** @type {HTMLInputElement} */ (get("[name=remark]")).value;

/** @param {RequestInit} options  @returns {Record<string, unknown>} */
const sent = (options) => Object.fromEntries(/** @type {FormData} */ (options.body).entries());

/** Answers that come when the test wants them. */
function later() {
  /** @type {((answer: object) => void)[]} */
  const answers = [];
  const asked = server(() => new Promise((done) => answers.push(done)));
  return { asked, answers };
}

beforeEach(() => show(page(0), WORDS));

test("taps are sent in order, with the newest score that is known", async () => {
  const { asked, answers } = later();
  tap("#pad", "one");
  tap("#pad", "two");
  await settle();
  assert.equal(asked.length, 1);
  assert.deepEqual(sent(asked[0].options), { after: "0", remark: "one", winner: "1" });
  answers[0]({ text: async () => page(1) });
  await settle();
  assert.equal(asked.length, 2);
  assert.deepEqual(sent(asked[1].options), { after: "1", remark: "two", winner: "1" });
  answers[1]({ text: async () => page(2) });
  await settle();
  assert.equal(textOf("score"), "2");
});

test("a busy server gets the tap again when it said so, a few times", async () => {
  const fault = encodeURIComponent("The disk is full.");
  const busy = { status: 503, headers: new Headers({ "Retry-After": "10", "Crawford-Fault": fault }) };
  const { asked, answers } = later();
  tap("#pad", "one");
  await settle();
  answers[0](busy);
  await settle();
  assert.equal(textOf("alert"), "The disk is full.");
  assert.equal(asked.length, 1);
  pass(10_000);
  await settle();
  assert.equal(asked.length, 2);
  assert.equal(textOf("alert"), "");
  answers[1]({ text: async () => page(1) });
  await settle();
  assert.equal(textOf("score"), "1");
  tap("#pad", "two");
  for (const place of [2, 3, 4]) {
    if (place > 2) pass(10_000);
    await settle();
    answers[place](busy);
    await settle();
  }
  assert.equal(asked.length, 5);
  assert.equal(textOf("alert"), "The disk is full.");
  assert.equal(remark(), "two");
});

test("the same button tapped twice is one tap", async () => {
  const { asked, answers } = later();
  tap("[data-live=undo]");
  tap("[data-live=undo]");
  answers[0]({ text: async () => page(1) });
  await settle();
  assert.equal(asked.length, 1);
});

test("what could not be sent is told and stays typed", async () => {
  server(() => Promise.reject(new TypeError("offline")));
  tap("#pad", "one");
  await settle();
  assert.equal(textOf("alert"), "offline");
  assert.equal(remark(), "one");
  const asked = server(() => ({ text: async () => page(1) }));
  tap("#pad");
  await settle();
  assert.equal(sent(asked[0].options).remark, "one");
  assert.equal(textOf("score"), "1");
  assert.equal(textOf("alert"), "");
});

test("an answer that is no page of a match is told by its status", async () => {
  server(() => ({ status: 500, ok: false, text: async () => "oops" }));
  tap("#pad", "one");
  await settle();
  assert.equal(textOf("alert"), "server");
  server(() => ({ text: async () => page(1) }));
  tap("#pad");
  await settle();
});

test("a refusal is shown, and waits to be put right", async () => {
  server(() => ({ status: 422, text: async () => page(0, `<div class="error-summary" tabindex="-1">No.</div>`) }));
  tap("#pad");
  await settle();
  assert.equal(document.activeElement, get(".error-summary"));
  server(() => ({ text: async () => page(1) }));
  tap("#pad");
  await settle();
  assert.equal(textOf("score"), "1");
});

test("what is the same stays: the focus, and what is unfolded", async () => {
  const details = `<details id="files"><summary>Files</summary></details>`;
  show(page(0, details), WORDS);
  const files = /** @type {HTMLDetailsElement} */ (get("#files"));
  files.open = true;
  const remark = get("[name=remark]");
  remark.focus();
  server(() => ({ text: async () => page(1, details) }));
  tap("#pad");
  await settle();
  assert.equal(textOf("score"), "1");
  assert.equal(get("#files"), files);
  assert.ok(files.open);
  assert.equal(document.activeElement, remark);
});

test("the page looks for news, but does not take away what is typed", async () => {
  const asked = server(() => ({ text: async () => page(3) }));
  /** @type {HTMLInputElement} */ (get("[name=remark]")).value = "half a word";
  for (let n = 0; n < 7; n += 1) {
    pass(1000);
    await settle();
  }
  assert.ok(asked.length);
  assert.equal(asked[0].url, "/m/K7Q2MX/?f=0");
  assert.equal(textOf("score"), "0");
  assert.equal(get("[data-late]").hidden, false);
  get("[data-late]").click();
  assert.equal(textOf("score"), "3");
});

test("nothing new changes nothing", async () => {
  const before = get("#match");
  server(() => ({ status: 204 }));
  for (let n = 0; n < 7; n += 1) {
    pass(1000);
    await settle();
  }
  assert.equal(get("#match"), before);
});

test("what was said of an earlier state goes when the match moves on, not before", async () => {
  const echo = get("#echo");
  echo.textContent = "It counts when it is confirmed.";
  server(async () => ({ text: async () => page(0, "what comes next") }));
  pass(7000);
  await settle();
  assert.notEqual(echo.textContent, "");
  server(async () => ({ text: async () => page(1) }));
  pass(7000);
  await settle();
  assert.equal(echo.textContent, "");
});
