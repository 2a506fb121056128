/**
 * The page of a match, without htmx: taps are sent in order, the page looks for news,
 * the pad says what will be saved. Uses app.js. Everything works without this file.
 */
"use strict";

{
  const WAIT = 8000;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  /** Taps in order; the first is on its way, or is `stuck` and waits to be put right. */
  const taps = [];
  let busy = false;
  let stuck = false;
  let news = "";

  async function ask(url, options) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), WAIT);
    const parts = all("[data-part]").map(({ dataset }) => dataset.part);
    const headers = { "HX-Request": "true", "HX-Current-URL": location.href, "X-Parts": parts.join(" ") };
    try {
      const answer = await fetch(url, { ...options, headers, signal: stop.signal });
      const away = answer.headers.get("HX-Redirect") ?? (answer.redirected && answer.url);
      return { status: answer.status, away, text: await answer.text() };
    } finally {
      clearTimeout(timer);
    }
  }

  function isTyped(field) {
    if (/^(radio|checkbox)$/.test(field.type)) return field.checked && !field.defaultChecked;
    if (!field.options) return "defaultValue" in field && field.value !== field.defaultValue;
    return field.selectedIndex > 0 && !field.selectedOptions[0].defaultSelected;
  }

  const typedIn = (form) => [...form.elements].filter(isTyped).map(({ name, value }) => [name, value]);

  function retype(form, typed) {
    typed.forEach(([name, value]) => {
      if (form.elements[name]) form.elements[name].value = value;
    });
    refresh();
  }

  const formOf = (tap) => (tap.name && find(`form[data-live="${tap.name}"]`)) || tap.form;

  /** How the place with the focus is found again. */
  function placeOf({ id, dataset, name, value }) {
    if (id) return `#${id}`;
    if (dataset.key) return `[data-key="${dataset.key}"]`;
    return name ? `[name="${name}"][value="${value}"]` : "#score";
  }

  /** Put it in place of the old one, and say whether it was the page of a match. */
  function show(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const [fresh, echo] = [find("#match", page), find("#echo", page)];
    if (!fresh) return false;
    const active = document.activeElement;
    const open = all("#match details[open][id]");
    // What the server left out because it is here already.
    all("[data-part]:empty", fresh).forEach((gap) => gap.replaceWith(find(`[data-part="${gap.dataset.part}"]`) ?? ""));
    find("#match").replaceWith(fresh);
    find("#pad")?.reset();
    open.forEach(({ id }) => find(`#${id}`)?.setAttribute("open", ""));
    if (echo) find("#echo").replaceChildren(...echo.childNodes);
    if (!active.isConnected) (find(placeOf(active)) ?? find("#score")).focus({ preventScroll: true });
    prepare();
    refresh();
    return true;
  }

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    const name = form.dataset.live;
    if (name === undefined) return;
    event.preventDefault();
    const typed = typedIn(form);
    if (busy && !typed.length && taps.some((tap) => tap.name === name)) return; // tapped twice
    const sent = new FormData(form);
    if (submitter?.name) sent.set(submitter.name, submitter.value);
    const tap = { name, form, sent, typed };
    if (stuck) taps.splice(0, taps[0].name === name ? 1 : taps.length, tap);
    else taps.push(tap);
    stuck = false;
    if (form.id === "pad") form.reset();
    send();
  });

  async function send() {
    const [tap] = taps;
    if (busy || !tap) return;
    const form = formOf(tap);
    // What the page knows of the score may be newer than the tap.
    all("[type=hidden]", form).forEach(({ name, value }) => tap.sent.set(name, value));
    busy = true;
    form.setAttribute("aria-busy", "true");
    announce("alert", "");
    try {
      const answer = await ask(form.action, { method: "POST", body: tap.sent });
      if (answer.away) return location.assign(answer.away);
      const later = typedIn(formOf(tap));
      const isShown = /200|409|422/.test(answer.status) && show(answer.text);
      if (!isShown) throw sentenceFor(answer.status);
      stuck = answer.status > 200;
      if (stuck) focusOn(find(".error-summary"));
      else retype(formOf(tap), later);
      showFreshness("live");
    } catch (error) {
      const { textTimeout, textOffline } = document.body.dataset;
      stuck = true;
      announce("alert", error.name ? (error.name === "AbortError" ? textTimeout : textOffline) : error);
      retype(formOf(tap), tap.typed);
    }
    busy = false;
    form.removeAttribute("aria-busy");
    if (stuck) return;
    taps.shift();
    send();
  }

  async function look() {
    const match = find("#match");
    if (!match?.dataset.poll || busy || paused || document.hidden) return;
    try {
      const { status, text } = await ask(match.dataset.poll);
      if (busy || !match.isConnected) return;
      showFreshness(status < 400 ? "live" : "stale");
      if (status === 204 || status >= 400) return;
      news = text;
      if (stuck || all("form", match).some((form) => typedIn(form).length)) find("[data-late]").hidden = false;
      else show(news);
    } catch {
      showFreshness("stale");
    }
  }

  const lookAgain = () =>
    setTimeout(() => look().then(lookAgain), tickSeconds() * 1000 * (1 - SHAKE + 2 * SHAKE * Math.random()));

  document.addEventListener("visibilitychange", look);

  const numberIn = (selector, pad) => Number(find(selector, pad)?.value.replace(",", ".")) || 0;

  /** Points and words of what is chosen. */
  function chosen(pad) {
    const tile = find("[name=outcome]:checked", pad);
    const sum = numberIn("[data-sum]", pad);
    if (tile?.value !== "other") {
      const points = tile?.dataset.points;
      return { points: points ? Number(points) : sum, how: tile && find("[data-words]", tile.nextElementSibling).textContent };
    }
    const [ending, kind] = all("select:not(#id_reason)", pad);
    const cube = numberIn("#id_cube", pad);
    const word = (select) => select?.selectedOptions[0].text ?? "";
    const how = fill(pad.dataset.textOther, { ending: word(ending), kind: word(kind), cube });
    // As on the tile of this cube, or of the highest there is.
    const rows = kind ? all(`[value$="-${kind.value}"][data-points]`, pad) : [];
    const row = rows.find((each) => parseInt(each.value, 10) === cube) ?? rows.at(-1);
    const played = row ? (row.dataset.points * cube) / parseInt(row.value, 10) : sum;
    const points = { washed: 0, dropped: cube }[ending.value] ?? played;
    return { points: find("#id_awarded", pad)?.value ? numberIn("#id_awarded", pad) : points, how };
  }

  /** What will be saved. */
  function sentence(pad) {
    const winner = find("[name=winner]:checked", pad);
    const { textLine, textWins, textEven, score, length, balance } = pad.dataset;
    if (!winner || !textLine) return "";
    const { points, how } = chosen(pad);
    const [one, two] = all(".winner__name", pad).map((each) => each.textContent);
    const side = Number(winner.value) - 1;
    const values = { name: [one, two][side], points, how };
    if (balance) {
      const after = Number(balance) + (side ? -points : points);
      return fill(textLine, { ...values, balance: after ? `${after > 0 ? one : two} +${Math.abs(after)}` : textEven });
    }
    const after = score.split(",").map(Number);
    after[side] = Math.min(Number(length), after[side] + points);
    return fill(after[side] < length ? textLine : textWins, { ...values, score: after.join("–") });
  }

  /** Show what follows from what is chosen. */
  function refresh() {
    all("[data-pad]").forEach((pad) => {
      const tile = find("[name=outcome]:checked", pad)?.value;
      find("[data-single]", pad).disabled = tile !== "other";
      const counts = find("[data-counts]", pad);
      if (counts) {
        const end = tile === "other" ? find("#id_ending", pad)?.value : tile;
        counts.disabled = /dropped|washed|awarded/.test(end);
        const worth = all("[data-worth]", counts).map((field) => field.value * field.dataset.worth);
        find("[data-sum]", counts).value = worth.reduce((sum, each) => sum + each);
      }
      find("[data-line]", pad).value = sentence(pad);
    });
  }

  document.addEventListener("input", refresh);
  document.addEventListener("reset", () => setTimeout(refresh));

  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-late]")) show(news);
    // The name of a row or column keeps the other half of the tile.
    const head = target.closest("[data-cube], [data-how]");
    const pad = head?.closest("[data-pad]");
    if (!pad) return;
    const [, cube, how] = find("[name=outcome]:checked", pad)?.value.match(/(\d+)-(.+)/) ?? [0, 1, "single"];
    const tile = find(`[value="${head.dataset.cube ?? cube}-${head.dataset.how ?? how}"]:enabled`, pad);
    if (tile) tile.checked = true;
    refresh();
  });

  // Before app.js sees the key: Enter belongs to the link or button that has the focus,
  // and an arrow names a side also where one is chosen already.
  addEventListener(
    "keydown",
    (event) => {
      const active = document.activeElement;
      if (event.key === "Enter" && active?.matches("a, button, summary")) event.stopPropagation();
      if (!/^Arrow(Left|Right)$/.test(event.key) || active?.name !== "winner") return;
      event.preventDefault();
      event.stopPropagation();
      act(find(`[data-key=${event.key}]`, active.form));
    },
    true,
  );

  refresh();
  lookAgain();
}
