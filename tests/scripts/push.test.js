import assert from "node:assert/strict";
import { test } from "node:test";
import { get, settle, show } from "./browser.js";

const STATES = ["script", "cannot", "install", "blocked", "failed", "off", "on"];
const PAGE = `<form><input name="csrfmiddlewaretoken" value="token"></form>
  <section data-push="KEY">${STATES.map((state) => `<p data-push-state="${state}"></p>`).join("")}
  <button data-push-on></button></section>`;
const subscription = {
  endpoint: "https://push.example/1",
  toJSON: () => ({ keys: { p256dh: "P", auth: "A" } }),
  unsubscribe: async () => true,
};
/** @type {any[]} */
const asked = [];
const manager = {
  getSubscription: async () => null,
  subscribe: async (/** @type {any} */ options) => (asked.push(options), subscription),
};
Object.defineProperty(navigator, "serviceWorker", { value: { ready: Promise.resolve({ pushManager: manager }) } });
const permission = { permission: "default", requestPermission: async () => "granted" };
let status = 422;
/** @type {any[]} */
const sent = [];
Object.assign(globalThis, {
  PushManager: class {},
  Notification: permission,
  fetch: async (/** @type {string} */ path, /** @type {any} */ options) => {
    sent.push([path, options.body.toString()]);
    return { ok: status < 300, status };
  },
});
show(PAGE);
await import("../../clubsite/static/js/push.js");
const shown = () => STATES.filter((state) => !get(`[data-push-state="${state}"]`).hidden);

test("a phone that can says so, and is asked after a tap only", async () => {
  await settle();
  assert.deepEqual(shown(), ["off"]);
  assert.deepEqual(asked, []);
});

test("the address of the push service is sent, and a refusal is said", async () => {
  get("[data-push-on]").click();
  await settle();
  assert.deepEqual(asked, [{ userVisibleOnly: true, applicationServerKey: "KEY" }]);
  assert.deepEqual(sent, [
    ["/page/", "do=phone&endpoint=https%3A%2F%2Fpush.example%2F1&p256dh=P&auth=A&csrfmiddlewaretoken=token"],
  ]);
  assert.deepEqual(shown(), ["failed"]);
});

test("a browser that blocks messages says how to allow them", async () => {
  Object.assign(permission, { permission: "denied", requestPermission: async () => "denied" });
  get("[data-push-on]").click();
  await settle();
  assert.deepEqual(shown(), ["blocked"]);
});
