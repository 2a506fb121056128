import assert from "node:assert/strict";
import { test } from "node:test";
import { get, pages, pass, server, settle, show, strike, textOf, type } from "./browser.js";

const WORDS = { textOffline: "offline", textTimeout: "late", textServer: "server" };
const NAMED = /XGID=[^"]*/.exec(pages["ruling answers"])?.[0] ?? "";

show(pages["ruling desk"], WORDS);
await import("../../clubsite/static/js/ruling-desk.js");

/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement} */ (get(`#ruling-${name}`));
/** @param {number} place */
const place = (place) => get(`.place[data-at="${place}"]`);
/** @param {string} what */
const press = (what) => get(`[data-board=${what}]`).click();
const counts = () => get("[data-board-counts]").textContent;
/** @param {number} side */
function choose(side) {
  /** @type {HTMLInputElement} */ (get(`[name=tool][value="${side}"]`)).checked = true;
}
/** @param {{url: string}} asked */
const query = ({ url }) => new URL(url, location.href).searchParams;
const answer = () => ({ text: async () => pages["ruling answers"] });

async function wait() {
  pass(350);
  await settle();
}

test("every place is a button with its checkers in words", () => {
  assert.equal(document.querySelectorAll(".place").length, 26);
  assert.equal(place(6).ariaLabel, "Point 6: 5 of Black");
  assert.equal(place(19).ariaLabel, "Point 19: 5 of White");
  assert.equal(place(2).ariaLabel, "Point 2: empty");
  assert.equal(place(25).ariaLabel, "Bar of Black: 0");
  assert.equal(place(0).ariaLabel, "Bar of White: 0");
  assert.equal(counts(), "Black: 15 on the board, 0 off · White: 15 on the board, 0 off");
});

test("the board is drawn with the shapes of the server", () => {
  const drawn = document.querySelectorAll('[data-place="6"] [data-shape="checker-1"]');
  assert.equal(drawn.length, 5);
  assert.match(drawn[0].getAttribute("transform") ?? "", /^translate\(/);
  assert.equal(get("[data-pips=own] text").textContent, "167");
});

test("a checker that is moved is asked for with numbers, and named by the server", async () => {
  const asked = server(answer);
  choose(0);
  place(24).click();
  choose(1);
  place(20).click();
  assert.equal(field("b24").value, "1");
  assert.equal(field("b20").value, "1");
  assert.equal(get("[data-pips=own] text").textContent, "163");
  assert.equal(asked.length, 0);
  await wait();
  assert.equal(asked.length, 1);
  const sent = query(asked[0]);
  assert.deepEqual([sent.get("b24"), sent.get("b20"), sent.get("b5"), sent.get("w24")], ["1", "1", "", "2"]);
  assert.equal(sent.get("id"), sent.get("was")); // else the ID would count
  assert.deepEqual([field("id").value, field("was").value], [NAMED, NAMED]);
});

test("what is asked without a change of the board has no numbers", async () => {
  const asked = server(answer);
  field("b20").value = "9"; // somebody is typing numbers, and sends them by hand later
  const dice = ["die_1", "die_2"].map((name) => get(`#ruling-${name}`));
  dice.forEach((die) => (/** @type {any} */ (die).value = "3"));
  dice[1].dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
  assert.equal(query(asked[0]).get("b20"), null);
  assert.equal(query(asked[0]).get("die_2"), "3");
  get("#ruling-form").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await settle();
  assert.equal(query(asked[1]).get("b20"), "9");
});

test("a full side takes no more", () => {
  server(answer);
  const before = counts();
  place(6).click();
  assert.match(counts() ?? "", /^Black already has all 15 checkers on the board\. /);
  press("undo");
  press("start");
  assert.equal(counts(), before);
});

test("clear, undo and start", () => {
  server(answer);
  press("clear");
  assert.match(counts() ?? "", /Black: 0 on the board, 15 off/);
  assert.equal(document.querySelectorAll("[data-off=own] [data-shape=edge-1]").length, 15);
  press("undo");
  assert.match(counts() ?? "", /Black: 15 on the board/);
});

test("each bar takes the checkers of its player alone", () => {
  server(answer);
  press("clear");
  choose(1);
  place(0).click();
  assert.equal(place(0).ariaLabel, "Bar of White: 1");
  choose(2);
  place(25).click();
  assert.equal(place(25).ariaLabel, "Bar of Black: 1");
  assert.deepEqual([field("b25").value, field("w25").value], ["1", "1"]);
});

test("the keys go about as the board looks", () => {
  server(answer);
  press("clear");
  choose(1);
  place(24).focus();
  const at = () => /** @type {HTMLElement} */ (document.activeElement).dataset.at;
  strike("ArrowDown");
  assert.equal(at(), "1");
  for (let n = 0; n < 6; n += 1) strike("ArrowLeft");
  assert.equal(at(), "25");
  strike("ArrowLeft");
  assert.equal(at(), "7");
  strike("ArrowUp");
  assert.equal(at(), "18");
  strike("4");
  assert.equal(place(18).ariaLabel, "Point 18: 4 of Black");
  strike("Backspace");
  assert.equal(place(18).ariaLabel, "Point 18: 3 of Black");
  assert.equal(document.querySelectorAll(".place[tabindex='0']").length, 1);
});

test("an answer that is late is not shown over a newer board", async () => {
  /** @type {((given: object) => void)[]} */
  const answers = [];
  server(() => new Promise((done) => answers.push(done)));
  press("start");
  await wait();
  choose(0);
  place(13).click();
  answers[0](answer());
  await settle();
  assert.equal(field("b13").value, "4");
});

test("without an answer it says so, and asks again with the numbers", async () => {
  server(() => Promise.reject(new TypeError("offline")));
  press("start");
  await wait();
  assert.equal(textOf("alert"), "offline");
  const asked = server(answer);
  type("#ruling-play", "8/5");
  get("[name=roll]").dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
  assert.equal(query(asked[0]).get("b24"), "2");
  assert.equal(query(asked[0]).get("play"), "8/5");
});
