import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { get, pages, pass, server, settle, show, strike, type } from "./browser.js";

show(pages.pad);
await import("../../clubsite/static/js/pad.js");
const { prepare } = await import("../../clubsite/static/js/requests.js");

/** @param {string} name @param {string|number} value */
function choose(name, value) {
  const field = /** @type {HTMLInputElement} */ (get(`[name=${name}][value="${value}"]`));
  field.checked = true;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
const line = () => /** @type {HTMLOutputElement} */ (get("[data-line]")).value;
const chosen = () => /** @type {HTMLInputElement} */ (get("[name=outcome]:checked")).value;

async function wait() {
  pass(250);
  await settle();
}

beforeEach(() => {
  show(pages.pad);
  prepare();
});

test("a tile says at once what it counts, without asking", async () => {
  const asked = server(() => ({}));
  assert.equal(line(), "");
  choose("winner", 1);
  assert.equal(line(), "Ada +1, single game → 3–0");
  choose("winner", 2);
  assert.equal(line(), "Bo +1, single game → 2–1");
  choose("outcome", "2-backgammon");
  assert.equal(line(), "Bo +6, backgammon with the cube at 2 → 2–5, wins the match");
  await wait();
  assert.equal(asked.length, 0);
});

test("for any other game the server is asked once, when the typing pauses", async () => {
  const asked = server(() => ({ json: async () => ({ points: "8", after: "5–0", wins: true }) }));
  choose("winner", 1);
  choose("outcome", "other");
  type("#id_cube", "1");
  type("#id_cube", "16");
  assert.equal(line(), "");
  await wait();
  assert.equal(asked.length, 1);
  const url = new URL(asked[0].url, location.href);
  assert.equal(url.pathname, "/m/K7Q2MX/games/1/counts/");
  assert.deepEqual([url.searchParams.get("cube"), url.searchParams.get("winner")], ["16", "1"]);
  assert.equal(line(), "Ada +8, Played out, Single, cube 16 → 5–0, wins the match");
  prepare();
  await wait();
  assert.equal(asked.length, 1);
});

test("without an answer the line says nothing", async () => {
  server(() => ({ ok: false, status: 422 }));
  choose("winner", 1);
  choose("outcome", "other");
  await wait();
  assert.equal(line(), "");
  server(() => Promise.reject(new TypeError("offline")));
  type("#id_cube", "32");
  await wait();
  assert.equal(line(), "");
  choose("outcome", "1-single");
  assert.equal(line(), "Ada +1, single game → 3–0");
});

test("an answer to an earlier question is not shown", async () => {
  /** @type {((counts: object) => void)[]} */
  const answer = [];
  server(() => ({ json: () => new Promise((done) => answer.push(done)) }));
  choose("winner", 1);
  choose("outcome", "other");
  type("#id_cube", "2");
  await wait();
  type("#id_cube", "4");
  await wait();
  answer[1]({ points: "4", after: "5–0", wins: true });
  await settle();
  answer[0]({ points: "2", after: "4–0", wins: false });
  await settle();
  assert.match(line(), /\+4/);
});

test("the other fields are there for another ending alone", () => {
  const fields = /** @type {HTMLFieldSetElement} */ (get("[data-single]"));
  assert.equal(fields.disabled, true);
  choose("outcome", "other");
  assert.equal(fields.disabled, false);
});

test("the name of a row or column keeps the other half", () => {
  get('[data-cube="2"]').click();
  assert.equal(chosen(), "2-single");
  get('[data-how="gammon"]').click();
  assert.equal(chosen(), "2-gammon");
  choose("outcome", "other");
  get('[data-how="dropped"]').click();
  assert.equal(chosen(), "1-dropped");
});

test("an arrow names a side, also where one is chosen already", () => {
  choose("winner", 1);
  get('[name=winner][value="1"]').focus();
  assert.equal(strike("ArrowRight"), false);
  assert.equal(/** @type {HTMLInputElement} */ (get("[name=winner]:checked")).value, "2");
});

test("where checkers are counted the server adds them up", async () => {
  const asked = server(() => ({ json: async () => ({ points: "6", after: "6–0", wins: false, checkers: "6" }) }));
  show(pages["pad for checkers"]);
  prepare();
  const sum = () => /** @type {HTMLOutputElement} */ (get("[data-sum]")).value;
  const checkers = /** @type {HTMLFieldSetElement} */ (get("[data-checkers]"));
  assert.equal(checkers.disabled, false);
  type("#id_home", "2");
  type("#id_far_home", "1");
  assert.equal(sum(), "0");
  await wait();
  assert.equal(sum(), "6");
  assert.equal(line(), ""); // nobody has won yet
  choose("winner", 1);
  await wait();
  assert.equal(line(), "Ada +6, by the checkers left, cube at 1 → 6–0");
  assert.equal(new URL(asked[0].url, location.href).searchParams.get("far_home"), "1");
  choose("outcome", "2-dropped");
  assert.equal(checkers.disabled, true);
  assert.equal(sum(), "0");
  assert.equal(line(), "Ada +2, double dropped with the cube at 2 → 2–0");
});
