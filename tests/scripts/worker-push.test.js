import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { settle } from "./browser.js";

/** @type {any[]} */
const done = [];
const CALL = { title: "Table 7", body: "Oslo Open", navigate: "https://club.example/m/ABC/", tag: "call:1", lang: "en" };
const there = { url: CALL.navigate, focus: () => done.push("focus") };
/** @type {any[]} */
let windows = [];
Object.assign(globalThis, {
  registration: { showNotification: async (/** @type {any[]} */ ...shown) => void done.push(shown) },
  clients: {
    matchAll: async () => windows,
    openWindow: async (/** @type {string} */ url) => void done.push(url),
  },
});
// As a browser runs it: a script, not a module.
const worker = new URL("../../clubsite/static/js/worker.js", import.meta.url);
new Function(readFileSync(worker, "utf8"))();

/** @param {string} type @param {object} more */
async function happens(type, more) {
  /** @type {any} */
  const event = new Event(type);
  Object.assign(event, { waitUntil: (/** @type {Promise<any>} */ work) => work }, more);
  dispatchEvent(event);
  await settle();
}

beforeEach(() => void done.splice(0));

test("what comes is shown, and one call takes the place of the same call before", async () => {
  await happens("push", { data: { json: () => ({ web_push: 8030, notification: CALL }) } });
  const [[title, shown]] = done;
  assert.equal(title, "Table 7");
  assert.deepEqual([shown.body, shown.tag, shown.data.navigate], ["Oslo Open", "call:1", CALL.navigate]);
});

test("a tap leads to the page: to the window that has it, else to a new one", async () => {
  const notification = { close: () => done.push("closed"), data: { navigate: CALL.navigate } };
  await happens("notificationclick", { notification });
  windows = [there];
  await happens("notificationclick", { notification });
  assert.deepEqual(done, ["closed", CALL.navigate, "closed", "focus"]);
});
