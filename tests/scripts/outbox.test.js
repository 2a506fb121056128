import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { get, pass, server, settle, show, tell, textOf } from "./browser.js";
import { prepare } from "../../clubsite/static/js/requests.js";
import { kept, send } from "../../clubsite/static/js/outbox.js";

const WORDS = `data-text-count="unsent {count}" data-text-sent="sent {count}" data-text-kept="kept"
  data-text-question="question" data-text-denied="denied" data-text-old="old" data-text-look="Look"
  data-text-send="Send" data-text-remove="Remove"`;
const OUTBOX = `<section id="outbox" hidden ${WORDS} data-who="7"><p data-outbox-title></p><ul data-outbox-list></ul></section>`;
const FORMS = `
  <form id="box" action="/desk/x/result/" hx-post="/desk/x/result/" data-outbox="Result">
    <input type="hidden" name="csrfmiddlewaretoken" value="secret"><input type="hidden" name="f" value="9">
    <input name="line"></form>
  <form id="who" action="/desk/x/who/" data-outbox="Check in"><input name="who"></form>
  <form id="out" action="/logout/"></form>`;

/** @param {boolean} isOn */
const network = (isOn) => Object.defineProperty(navigator, "onLine", { value: isOn, configurable: true });

const input = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (get(`[name=${name}]`));
const labels = () => kept().map(({ label }) => label);

/** @param {string} line  Type a result while htmx cannot send it. */
function typeResult(line) {
  input("line").value = line;
  const elt = /** @type {HTMLFormElement} */ (get("#box"));
  const formData = new FormData(elt);
  tell("htmx:sendError", { xhr: {}, requestConfig: { elt, formData } });
}

/** @param {string} form  Send a form that loads a page; returns whether the browser sends it. */
const submit = (form) => get(form).dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));

beforeEach(() => {
  localStorage.clear();
  network(true);
  show(OUTBOX + FORMS, { textOffline: "offline" });
  document.body.setAttribute("hx-headers", '{"x-csrftoken": "token"}');
  prepare();
});

test("what cannot be sent is kept, shown and sent in its order, without the secret", async () => {
  assert.equal(get("#outbox").hidden, true);
  for (const line of ["1 7 5", "2 7 0", "3 1 7"]) typeResult(line);
  assert.equal(input("line").value, "");
  assert.equal(get("#outbox").hidden, false);
  assert.equal(get("[data-outbox-title]").textContent, "unsent 3");
  assert.deepEqual(labels(), ["Result 1 7 5", "Result 2 7 0", "Result 3 1 7"]);
  assert.equal(textOf("alert"), "kept");
  assert.equal((localStorage.getItem("crawford.outbox") ?? "").includes("secret"), false);

  const asked = server(() => ({ status: 200 }));
  window.dispatchEvent(new Event("online"));
  await settle();
  await send();
  assert.deepEqual(asked.map(({ options }) => String(options.body)), ["f=9&line=1+7+5", "f=9&line=2+7+0", "f=9&line=3+1+7"]);
  assert.deepEqual(new Set(asked.map(({ url }) => url)), new Set(["/desk/x/result/"]));
  assert.equal(get("#outbox").hidden, true);
  assert.equal(localStorage.getItem("crawford.outbox"), null);
});

test("a network that is not back yet, or a busy server, loses nothing", async () => {
  typeResult("1 7 5");
  for (const answer of [() => Promise.reject(new TypeError("offline")), () => ({ status: 503 }), () => ({ status: 429 })]) {
    server(answer);
    pass(5000);
    await settle();
    assert.deepEqual(labels(), ["Result 1 7 5"]);
  }
});

test("what the server refuses comes back as a question in its form; the rest goes on", async () => {
  typeResult("1 7 5");
  typeResult("2 7 0");
  server((_url, { body }) => ({ status: String(body).includes("1+7+5") ? 409 : 200 }));
  await send();
  assert.deepEqual(kept().map(({ mind }) => mind), ["question"]);
  let asked = "";
  get("#box").addEventListener("submit", (event) => {
    event.preventDefault();
    asked = input("line").value;
  });
  get("[data-act=look]").click();
  assert.equal(asked, "1 7 5");
  assert.deepEqual(kept(), []);
});

test("who may not do it any more keeps the list to show it", async () => {
  typeResult("1 7 5");
  server(() => ({ status: 403 }));
  await send();
  assert.ok(get("#outbox").textContent?.includes("denied"));
  const asked = server(() => ({ status: 200 }));
  pass(5000);
  await settle();
  assert.equal(asked.length, 0);
  get("[data-act=remove]").click();
  assert.equal(get("#outbox").hidden, true);
});

test("what is older than two days asks before it is sent", async () => {
  typeResult("1 7 5");
  server(() => Promise.reject(new TypeError("offline")));
  pass(49 * 60 * 60 * 1000);
  await settle();
  prepare();
  const asked = server(() => ({ status: 200 }));
  await send();
  assert.equal(asked.length, 0);
  get("[data-act=send]").click();
  await settle();
  assert.equal(asked.length, 1);
  assert.deepEqual(kept(), []);
});

test("a form that would load a page is kept only while the network is gone", () => {
  input("who").value = "ole";
  network(false);
  assert.equal(submit("#who"), false);
  assert.deepEqual(labels(), ["Check in ole"]);
  assert.equal(input("who").value, "");
});

/** @param {string} account  Somebody else signs in on this device. */
function signIn(account) {
  get("#outbox").dataset.who = account;
  prepare();
}

test("each account keeps, sees and sends its own on the same device", async () => {
  typeResult("1 7 5");
  typeResult("2 7 0");
  signIn("8");
  assert.deepEqual([labels(), get("#outbox").hidden], [[], true]);
  typeResult("3 1 7");
  assert.deepEqual(labels(), ["Result 3 1 7"]);
  const asked = server(() => ({ status: 200 }));
  await send();
  assert.deepEqual(asked.map(({ options }) => String(options.body)), ["f=9&line=3+1+7"]);
  signIn("7");
  assert.deepEqual(labels(), ["Result 1 7 5", "Result 2 7 0"]);
});

test("signing out empties the own list alone", () => {
  typeResult("1 7 5");
  signIn("8");
  typeResult("2 7 0");
  submit("#out");
  assert.deepEqual(labels(), []);
  signIn("7");
  assert.deepEqual(labels(), ["Result 1 7 5"]);
  submit("#out");
  assert.equal(localStorage.getItem("crawford.outbox"), null);
});

test("where nothing can be kept, what was typed stays in the box", () => {
  localStorage.setItem("crawford.outbox", "no list");
  assert.deepEqual(kept(), []);
  const storage = localStorage;
  const full = () => {
    throw new Error("full");
  };
  const value = { getItem: () => null, setItem: full, removeItem: full };
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value });
  try {
    typeResult("1 7 5");
    assert.equal(input("line").value, "1 7 5");
  } finally {
    Object.defineProperty(globalThis, "localStorage", { configurable: true, value: storage });
  }
});

/* The page of a match ------------------------------------------------------------- */

const PAD = `<form id="pad" action="/m/K7/games/" data-live="game" data-outbox="Game" data-outbox-next="after">
  <input type="hidden" name="after" value="4">
  <label><input type="radio" name="winner" value="1"> Ada</label>
  <label><input type="radio" name="winner" value="2"> Bo</label><input name="remark"></form>`;

/** @param {string} winner @param {boolean} isCut  Whether the page of a match sends a game itself. */
function tapped(winner, isCut) {
  const form = /** @type {HTMLFormElement} */ (get("#pad"));
  const sent = new FormData(form);
  sent.set("winner", winner);
  return form.dispatchEvent(new CustomEvent("sending", { bubbles: true, cancelable: true, detail: { sent, isCut } }));
}

test("games of a pad are kept in order, each after the one before, and wait for one another", async () => {
  show(OUTBOX + PAD, {});
  assert.equal(tapped("1", false), true); // with a network, and nothing kept: the page sends it
  assert.equal(tapped("1", true), false);
  assert.equal(tapped("2", false), false); // what follows does not overtake it
  assert.deepEqual(labels(), ["Game 5 Ada", "Game 6 Bo"]);
  const asked = server(() => ({ status: 200 }));
  await send();
  assert.deepEqual(asked.map(({ options }) => String(options.body)), ["after=4&remark=&winner=1", "after=5&remark=&winner=2"]);
  assert.equal(tapped("1", false), true);
});

test("a game that somebody else recorded meanwhile is looked at before it is sent again", async () => {
  show(OUTBOX + PAD, {});
  tapped("2", true);
  server(() => ({ status: 409 }));
  await send();
  let submitted = 0;
  get("#pad").addEventListener("submit", () => (submitted += 1));
  get('[data-act="look"]').click();
  assert.equal(submitted, 0);
  assert.deepEqual([...new FormData(/** @type {HTMLFormElement} */ (get("#pad")))].map(String), ["after,4", "winner,2", "remark,"]);
  assert.deepEqual(kept(), []);
});
