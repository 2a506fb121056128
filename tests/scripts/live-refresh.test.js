import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { get, pass, settle, show, tell } from "./browser.js";
import { isResting, showFreshness } from "../../clubsite/static/js/live-refresh.js";

const LINE = `<p data-fresh data-live="Live" data-stale="Waiting" data-offline="Offline" data-paused="Paused"
  ><span class="fresh__word">Live</span><time class="fresh__time"></time>
  <button data-pause aria-pressed="false"></button></p>`;
const PART = `<div hx-trigger="tick from:body"></div>`;
const byClock = { elt: document.createElement("div"), triggeringEvent: new CustomEvent("tick") };

let ticks = 0;
document.body.addEventListener("tick", () => (ticks += 1));
const word = () => get(".fresh__word").textContent;

/** @param {number} seconds */
async function wait(seconds) {
  for (let n = 0; n < seconds; n += 1) {
    pass(1000);
    await settle();
  }
}

beforeEach(() => {
  show(LINE + PART, { tick: "5" });
  showFreshness("live");
  ticks = 0;
});

test("the clock asks again and again, not always after the same time", async () => {
  await wait(60);
  assert.ok(ticks >= 8 && ticks <= 15, String(ticks));
});

test("a page without anything to ask for is left alone", async () => {
  show(LINE, { tick: "5" });
  await wait(20);
  assert.equal(ticks, 0);
});

test("the line says how fresh the page is", () => {
  tell("htmx:afterRequest", { successful: false, requestConfig: byClock });
  assert.equal(word(), "Waiting");
  tell("htmx:afterRequest", { successful: true, requestConfig: byClock });
  assert.equal(word(), "Live");
  assert.match(get(".fresh__time").textContent ?? "", /^\d\d:\d\d:\d\d$/);
  tell("htmx:sendError", { requestConfig: byClock });
  assert.equal(word(), "Offline");
  tell("htmx:afterRequest", { successful: true, requestConfig: { elt: document.body } });
  assert.equal(word(), "Offline"); // a person asked, for something else
});

test("a busy server is asked again when it said so", async () => {
  const xhr = { status: 503, getResponseHeader: () => "30" };
  tell("htmx:afterRequest", { successful: false, requestConfig: byClock, xhr });
  ticks = 0;
  await wait(28);
  assert.equal(ticks, 0);
  await wait(10);
  assert.ok(ticks);
});

test("where the server makes a newer page it is asked for soon", async () => {
  while (!ticks) await wait(1); // so that the next look by itself is seconds away
  tell("soon");
  pass(700);
  assert.equal(ticks, 2);
});

test("without any answer it says so by itself", async () => {
  await wait(30);
  assert.equal(word(), "Waiting");
});

test("paused, it asks for nothing, and at once when it goes on", async () => {
  get("[data-pause]").click();
  assert.equal(word(), "Paused");
  assert.ok(isResting());
  await wait(30);
  assert.equal(ticks, 0);
  get("[data-pause]").click();
  assert.equal(word(), "Live");
  assert.equal(ticks, 1);
  assert.equal(get("[data-pause]").getAttribute("aria-pressed"), "false");
});
