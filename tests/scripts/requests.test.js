import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { get, settle, show, tell, textOf } from "./browser.js";
import { prepare, sentenceFor, whenShown } from "../../clubsite/static/js/requests.js";

const WORDS = {
  textForbidden: "forbidden",
  textGone: "gone",
  textServer: "server",
  textBusy: "busy",
  textOffline: "offline",
  textTimeout: "late",
};
const byClock = { elt: document.createElement("div"), triggeringEvent: new CustomEvent("tick") };

/** @param {number} status @param {Record<string, string>} [headers] */
const answer = (status, headers = {}) => ({
  status,
  getResponseHeader: (/** @type {string} */ name) => headers[name] ?? null,
});

beforeEach(() => show("", WORDS));

test("every status has a sentence", () => {
  const found = [403, 404, 410, 500, 503].map((status) => sentenceFor(status));
  assert.deepEqual(found, ["forbidden", "gone", "gone", "server", "busy"]);
});

test("a failure is told to the person who asked, not to the clock", () => {
  tell("htmx:responseError", { xhr: answer(500), requestConfig: byClock });
  tell("htmx:sendError", { xhr: {}, requestConfig: byClock });
  tell("htmx:timeout", { xhr: {}, requestConfig: byClock });
  assert.equal(textOf("alert"), "");
  tell("htmx:responseError", { xhr: answer(403) });
  assert.equal(textOf("alert"), "forbidden");
  const fault = encodeURIComponent("Der Datenträger ist voll.");
  tell("htmx:responseError", { xhr: answer(503, { "Crawford-Fault": fault }) });
  assert.equal(textOf("alert"), "Der Datenträger ist voll.");
  tell("htmx:sendError", { xhr: {} });
  assert.equal(textOf("alert"), "offline");
  tell("htmx:timeout", { xhr: {} });
  assert.equal(textOf("alert"), "late");
});

test("a new request takes the old news away", () => {
  get("#alert").textContent = "offline";
  tell("htmx:beforeRequest", { xhr: {}, requestConfig: byClock });
  assert.equal(textOf("alert"), "offline");
  tell("htmx:beforeRequest", { xhr: {} });
  assert.equal(textOf("alert"), "");
});

test("the server may send a sentence along", () => {
  tell("say", { value: "Saved." });
  tell("alarm", { value: "Not saved." });
  assert.deepEqual([textOf("say"), textOf("alert")], ["Saved.", "Not saved."]);
});

test("the focus goes to what was refused, unless the form keeps it", () => {
  show(`<form data-keeps-focus></form><div class="error-summary" tabindex="-1"></div>`);
  tell("htmx:afterSettle", { xhr: { status: 422 }, requestConfig: { elt: get("form") } });
  assert.equal(document.activeElement, document.body);
  get("form").removeAttribute("data-keeps-focus");
  tell("htmx:afterSettle", { xhr: { status: 422 }, requestConfig: { elt: get("form") } });
  assert.equal(document.activeElement, get(".error-summary"));
});

test("what prepares a page does it at once, and once for every answer", async () => {
  let times = 0;
  whenShown(() => (times += 1));
  assert.equal(times, 1);
  prepare();
  for (let rows = 0; rows < 3; rows += 1) {
    tell("htmx:afterSettle", { xhr: { status: 200 }, requestConfig: { elt: document.body } });
  }
  await settle();
  assert.equal(times, 3);
});

test("news that a page asked for before it changed are not shown", () => {
  show(`<div id="poll" hx-get="/?f=1"></div>`);
  const poll = { ...byClock, elt: get("#poll"), path: "/?f=1" };
  /** @param {import("../../clubsite/static/js/requests.js").HtmxRequest["requestConfig"]} requestConfig */
  const isShown = (requestConfig) => {
    const request = { xhr: { status: 200 }, shouldSwap: true, requestConfig };
    tell("htmx:beforeSwap", request);
    return request.shouldSwap;
  };
  assert.ok(isShown(poll));
  get("#poll").setAttribute("hx-get", "/?f=2");
  assert.ok(!isShown(poll));
  show("");
  assert.ok(!isShown(poll));
  assert.ok(isShown({ elt: poll.elt })); // a person asked
});
