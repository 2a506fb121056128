/**
 * A screen of the hall: turns its own pages, asks every few seconds whether anything is
 * new, and keeps the last picture when nothing answers. One classic script without
 * imports, and nothing newer than 2018: televisions are old browsers.
 */
(function () {
  "use strict";

  const POLL_MS = 3000;
  const PATIENCE_MS = 8000;
  const MISSED = 2;
  const MINUTE_MS = 60000;

  /** How far the clock of the television is behind that of the server. */
  let behind = 0;
  let page = 0;
  let turnsAt = 0;
  let missed = 0;
  let lostAt = 0;

  /** @returns {HTMLElement} */
  const pages = () => /** @type {HTMLElement} */ (document.getElementById("pages"));
  const sections = () => /** @type {NodeListOf<HTMLElement>} */ (pages().querySelectorAll(".tv__page"));
  const status = () => /** @type {HTMLElement} */ (document.getElementById("status"));
  const now = () => Date.now() + behind;

  /** @param {number} moment */
  function timeOfDay(moment) {
    /** @type {Intl.DateTimeFormatOptions} */
    const asked = { hour: "2-digit", minute: "2-digit", hour12: false };
    const timeZone = document.body.dataset.zone;
    try {
      return new Date(moment).toLocaleTimeString("en-GB", Object.assign({ timeZone }, asked));
    } catch (unknownZone) {
      return new Date(moment).toLocaleTimeString("en-GB", asked);
    }
  }

  /* Pages ----------------------------------------------------------------- */

  function show() {
    const all = sections();
    if (page >= all.length) page = 0;
    all.forEach((section, number) => {
      section.hidden = number !== page;
    });
    turnsAt = Date.now() + 1000 * (Number(pages().dataset.seconds) || 12);
  }

  function tick() {
    if (Date.now() >= turnsAt) {
      page += 1;
      show();
    }
    document.querySelectorAll("[data-time]").forEach((place) => write(place, timeOfDay(now())));
    document.querySelectorAll("[data-ends]").forEach((place) => {
      const data = /** @type {HTMLElement} */ (place).dataset;
      const left = Math.max(0, Math.ceil((Number(data.ends) - now()) / 1000));
      write(place, left ? clock(left) : String(data.over));
      place.classList.toggle("is-over", !left);
    });
  }

  /** @param {number} left  Seconds. */
  function clock(left) {
    const two = (/** @type {number} */ number) => (number < 10 ? "0" : "") + number;
    const minutes = Math.floor(left / 60);
    const hours = Math.floor(minutes / 60);
    return (hours ? hours + ":" + two(minutes % 60) : minutes) + ":" + two(left % 60);
  }

  /** @param {Element} place @param {string} text */
  function write(place, text) {
    if (place.textContent !== text) place.textContent = text;
  }

  /* News ------------------------------------------------------------------ */

  /** @param {string} html */
  function replace(html) {
    const next = new DOMParser().parseFromString(html, "text/html").getElementById("pages");
    if (!next) return;
    if (next.dataset.build !== pages().dataset.build) {
      location.reload(); // the product or the colours have changed
      return;
    }
    const old = pages();
    if (old.parentNode) old.parentNode.replaceChild(document.adoptNode(next), old);
    show();
    tick();
  }

  /** @param {Response} answer */
  function read(answer) {
    const date = Date.parse(answer.headers.get("Date") || "");
    if (date && Math.abs(date - Date.now()) > MINUTE_MS) behind = date - Date.now();
    if (answer.status === 404) {
      location.reload(); // removed, or it has another code: the page says so
      return;
    }
    if (answer.status >= 400) throw new Error(String(answer.status));
    missed = 0;
    say("");
    if (answer.status === 200) return answer.text().then(replace);
  }

  function lost() {
    missed += 1;
    if (missed === 1) lostAt = now();
    const sentence = String(status().dataset.offline);
    if (missed >= MISSED) say(sentence.replace("{time}", timeOfDay(lostAt)));
  }

  /** @param {string} text */
  function say(text) {
    write(status(), text);
  }

  function poll() {
    const address = location.pathname + "?f=" + encodeURIComponent(pages().dataset.f || "");
    const late = new Promise((_, refuse) => setTimeout(refuse, PATIENCE_MS));
    const asked = fetch(address, { cache: "no-store", headers: { "HX-Request": "true" } });
    Promise.race([asked, late])
      .then((answer) => read(/** @type {Response} */ (answer)))
      .catch(lost)
      .then(() => setTimeout(poll, POLL_MS));
  }

  /* A screen that stays awake, where the browser lets it ------------------- */

  function stayAwake() {
    const lock = "wakeLock" in navigator && navigator.wakeLock;
    if (lock && document.visibilityState === "visible") lock.request("screen").catch(() => {});
  }

  Array.prototype.forEach.call(sections(), (section, number) => {
    if (!section.hidden) page = number;
  });
  show();
  tick();
  setInterval(tick, 250);
  poll(); // at once: the answer says how far the clock of this television is wrong
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();
