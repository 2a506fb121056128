import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { get, settle, show } from "./browser.js";

/** @type {string[]} */
const given = [];

class Tone {
  frequency = { value: 0 };
  gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} };
  connect = () => this;
  start = () => given.push("tone");
  stop = () => {};
}
class Audio {
  state = "running";
  currentTime = 0;
  destination = {};
  createOscillator = () => new Tone();
  createGain = () => new Tone();
}
Object.assign(globalThis, { AudioContext: Audio });
const lock = { released: true, release: async () => void (lock.released = true) };
const wakeLock = { request: async () => ((lock.released = false), lock) };
Object.assign(navigator, { vibrate: () => given.push("vibration"), wakeLock });

const called = (/** @type {string} */ call) => `<article class="now" data-called="${call}"></article>`;
const PAGE = `<div id="live">${called("ABC 140000")}</div>
  <section data-call-alert hidden>
    <input type="checkbox" name="sound"><p data-cannot="sound"></p>
    <input type="checkbox" name="vibration"><p data-cannot="vibration"></p>
    <p data-call-alert-rests></p><p data-call-alert-stay></p><p data-call-alert-awake hidden></p></section>`;

show(PAGE);
localStorage.setItem("call-alert", JSON.stringify({ vibration: true }));
await import("../../clubsite/static/js/call-alert.js");
const { prepare } = await import("../../clubsite/static/js/requests.js");

const box = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (get(`input[name="${name}"]`));
const set = (/** @type {string} */ name, /** @type {boolean} */ isOn) => {
  box(name).checked = isOn;
  box(name).dispatchEvent(new Event("change", { bubbles: true }));
};
const news = (/** @type {string} */ html) => {
  get("#live").innerHTML = html;
  prepare();
};

beforeEach(() => given.splice(0));

test("what was wished on this phone is wished again, and the switch is shown", () => {
  assert.equal(get("[data-call-alert]").hidden, false);
  assert.equal(box("vibration").checked, true);
  assert.equal(box("sound").checked, false);
  assert.equal(get('[data-cannot="vibration"]').hidden, true);
});

test("a call is told once, and told again when it is repeated", () => {
  news(called("ABC 140000")); // read with the page
  assert.deepEqual(given, []);
  news(called("DEF 142000"));
  assert.deepEqual(given, ["vibration"]);
  news(called("DEF 142000"));
  assert.deepEqual(given, ["vibration"]);
  news(called("DEF 142500"));
  assert.deepEqual(given, ["vibration", "vibration"]);
});

test("a switch tells how it will be, is kept, and tells nothing when it is off", () => {
  set("sound", true);
  assert.equal(given.filter((one) => one === "tone").length, 4);
  set("vibration", false);
  assert.deepEqual(JSON.parse(localStorage.getItem("call-alert") ?? ""), { sound: true, vibration: false });
  given.splice(0);
  news(called("GHI 143000"));
  assert.deepEqual([...new Set(given)], ["tone"]);
  set("sound", false);
  given.splice(0);
  news(called("GHI 143500"));
  assert.deepEqual(given, []);
});

test("the screen stays on while something is wished, and the page says so", async () => {
  set("sound", false);
  set("vibration", true);
  await settle();
  assert.equal(lock.released, false);
  assert.equal(get("[data-call-alert-awake]").hidden, false);
  assert.equal(get("[data-call-alert-stay]").hidden, true);
  set("vibration", false);
  await settle();
  assert.equal(lock.released, true);
  assert.equal(get("[data-call-alert-stay]").hidden, false);
});
