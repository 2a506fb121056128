import assert from "node:assert/strict";
import { test } from "node:test";
import { get, pass, show, textOf } from "./browser.js";

const SCRIPT = "../../clubsite/static/js/page.js";
let loaded = 0;

/** Load the page's script anew, as a browser does with every page. */
const load = () => import(`${SCRIPT}?${(loaded += 1)}`);

/** @param {string} news  How often the live region speaks from now on. */
function listen(news) {
  const spoken = { times: 0 };
  new MutationObserver(() => {
    if (textOf("echo")?.includes(news)) spoken.times += 1;
  }).observe(get("#echo"), { childList: true });
  return spoken;
}

/** @param {() => boolean} isSo  What is loaded takes its time, but not that of the clock. */
async function until(isSo) {
  while (!isSo()) await turn();
}

const turn = () => new Promise((done) => setImmediate(done));

test("a message that the page came with is spoken once it has loaded", async () => {
  show("");
  get("#echo").innerHTML = "<p>M20 saved.</p>";
  await load();
  const spoken = listen("M20");
  pass(1000);
  await turn();
  assert.equal(spoken.times, 1);
});

test("what is saved right after the page has loaded is spoken once", async () => {
  show("");
  await load();
  const spoken = listen("M21");
  get("#echo").innerHTML = "<p>M21 saved.</p>";
  await turn();
  pass(1000);
  await turn();
  assert.equal(spoken.times, 1);
});

test("a newer message is not spoken twice because there was an older one", async () => {
  show("");
  get("#echo").innerHTML = "<p>M20 saved.</p>";
  await load();
  const spoken = listen("M21");
  get("#echo").innerHTML = "<p>M21 saved.</p>";
  pass(1000);
  await turn();
  assert.equal(spoken.times, 1);
});

test("the focus in a message stays there", async () => {
  show("");
  get("#echo").innerHTML = `<button>Undo</button>`;
  await load();
  const button = get("#echo button");
  button.focus();
  pass(1000);
  assert.equal(document.activeElement, button);
  assert.ok(button.isConnected);
});

test("what matters later is loaded after the page, and again if it did not come", async () => {
  const came = "data:text/javascript,globalThis.came=(globalThis.came??0)+1";
  show(`<template data-later="${came}"></template><template data-later="./nowhere.js"></template>`);
  await load();
  assert.equal(Reflect.get(globalThis, "came"), undefined);
  window.dispatchEvent(new Event("load"));
  await until(() => document.querySelectorAll("[data-later]").length === 1);
  assert.equal(Reflect.get(globalThis, "came"), 1);
  get("[data-later]").dataset.later = "data:text/javascript,globalThis.came=10";
  await until(() => {
    pass(5000);
    return Reflect.get(globalThis, "came") === 10;
  });
});

test("the page begins at its errors, or where it wants to be begun", async () => {
  show(`<input data-autofocus>`);
  await load();
  assert.equal(document.activeElement, get("[data-autofocus]"));
  show(`<input data-autofocus><div class="error-summary" tabindex="-1"></div>`);
  await load();
  assert.equal(document.activeElement, get(".error-summary"));
});
