import assert from "node:assert/strict";
import { test } from "node:test";
import { get, pass, server, settle, show } from "./browser.js";

/** @param {number} revision @param {string} score */
const board = (revision, score) => `<main id="board" data-revision="${revision}">
  <p data-part="score">${score}</p><p data-part="names">Ada – Bo</p><b data-seconds="3599" data-running></b></main>`;

show(board(1, "0–0"), { address: "/m/K7Q2MX/board/?style=dark" });
const asked = server(() => ({ status: 204 }));
await import("../../clubsite/static/js/scoreboard.js");

async function wait() {
  pass(2000);
  await settle();
}

test("the board asks with the revision that it shows, and stays without news", async () => {
  const before = get("#board");
  await wait();
  assert.equal(asked[0].url, "/m/K7Q2MX/board/?style=dark&f=1");
  assert.equal(get("#board"), before);
});

test("what differs fades in", async () => {
  server(() => ({ text: async () => board(2, "1–0") }));
  await wait();
  assert.equal(get("#board").dataset.revision, "2");
  const faded = [...document.querySelectorAll(".is-new")].map((part) => part.textContent);
  assert.deepEqual(faded, ["1–0"]);
});

test("whatever goes wrong, the last state stays", async () => {
  for (const answer of [() => Promise.reject(new TypeError("offline")), () => ({ status: 500 }), () => ({ text: async () => "?" })]) {
    server(answer);
    await wait();
    assert.equal(get("#board").dataset.revision, "2");
  }
});

test("the clock of the board runs between two answers", () => {
  assert.match(get("[data-seconds]").textContent ?? "", /^\d:\d\d$/);
});
