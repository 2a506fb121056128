/**
 * The ruling desk: setting up the board by tapping it, and asking at once. Uses app.js.
 * Everything works without this file, with an ID or with numbers.
 */
"use strict";

{
  const BAR = 25;
  const CHECKERS = 15;
  const WAIT = 350;
  const PATIENCE = 8000;
  const SVG = "http://www.w3.org/2000/svg";
  const START = { 24: 2, 13: 5, 8: 3, 6: 5 };

  /** What the arrow keys see: two rows of thirteen, the bars in their middle. */
  const ROWS = [
    [13, 14, 15, 16, 17, 18, 0, 19, 20, 21, 22, 23, 24],
    [12, 11, 10, 9, 8, 7, BAR, 6, 5, 4, 3, 2, 1],
  ];

  /** The points as the player below counts them, his checkers above 0. */
  let points = /** @type {number[]} */ ([]);
  let earlier = /** @type {number[][]} */ ([]);
  let below = 0;
  let timer = 0;
  let request = new AbortController();
  /** What has to be asked for again if a checker is put down before the answer is there. */
  let owed = /** @type {"ruling"|"ruling-answers"} */ ("ruling-answers");

  const edit = () => document.getElementById("board-edit");
  const field = (name) => document.getElementById(`ruling-${name}`);
  const form = () => document.getElementById("ruling-form");
  const bottom = () => Number(edit().dataset.bottom);
  const nameOf = (side) => edit().dataset[`name-${side}`] ?? edit().getAttribute(`data-name-${side}`);
  const tool = () => Number(find("[name=tool]:checked", edit()).value);
  const onBoard = (own) => points.reduce((sum, count) => sum + Math.max(own ? count : -count, 0), 0);

  /* An XGID begins with 26 letters: the board as side 2 sees it, capitals for side 2. */

  const countOf = (letter) => {
    if (letter === "-") return 0;
    const code = letter.toUpperCase().charCodeAt(0) - 64;
    return letter < "a" ? code : -code;
  };
  const letterOf = (count) => {
    if (!count) return "-";
    const letter = String.fromCharCode(64 + Math.abs(count));
    return count > 0 ? letter : letter.toLowerCase();
  };
  const turned = (board) => board.map((count) => (count ? -count : 0)).reverse();

  function read(xgid) {
    const board = [...xgid.replace(/^XGID=/, "").split(":")[0]].map(countOf);
    return bottom() === 2 ? board : turned(board);
  }

  function written(xgid) {
    const board = bottom() === 2 ? points : turned(points);
    return xgid.replace(/^(?:XGID=)?[^:]*/, `XGID=${board.map(letterOf).join("")}`);
  }

  /* Drawing ------------------------------------------------------------- */

  function shape(tag, classes, attributes) {
    const element = document.createElementNS(SVG, tag);
    element.setAttribute("class", classes);
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, String(value)));
    return element;
  }

  /** The colours for paper, as the server gave them to a checker beside a name. */
  function paper(side) {
    const known = find(`svg .board__checker.${side}:not([data-place] *)`, edit());
    return { fill: known.getAttribute("fill"), stroke: known.getAttribute("stroke") };
  }

  const sideClass = (own) => ((own ? bottom() : 3 - bottom()) === 1 ? "is-one" : "is-two");

  function checkers(group, count) {
    const { x, y, pitch, most } = Object.fromEntries(Object.entries(group.dataset).map(([k, v]) => [k, Number(v)]));
    const side = sideClass(count > 0);
    const parts = [];
    for (let n = 0; n < Math.min(Math.abs(count), most); n += 1) {
      const at = { cx: x, cy: y + n * pitch };
      parts.push(shape("circle", `board__checker ${side}`, { ...at, r: 19, ...paper(side) }));
      parts.push(shape("circle", `board__ring ${side}`, { ...at, r: 12.4 }));
    }
    if (Math.abs(count) > most) {
      const text = { x, y: y + (most - 1) * pitch + 6.84, "font-size": 19, "font-weight": 600, "text-anchor": "middle" };
      const number = shape("text", `board__count ${side}`, text);
      number.textContent = String(Math.abs(count));
      parts.push(number);
    }
    group.replaceChildren(...parts);
  }

  function edges(group, count) {
    const { x, y, pitch, width, height } = group.dataset;
    const side = sideClass(group.dataset.off === "own");
    group.replaceChildren(
      ...Array.from({ length: Math.max(count, 0) }, (_, n) =>
        shape("rect", `board__checker ${side}`, { x, y: Number(y) + n * Number(pitch), width, height, rx: 3, ...paper(side) }),
      ),
    );
  }

  function draw() {
    const board = edit();
    board.querySelectorAll("[data-place]").forEach((group) => checkers(group, points[Number(group.dataset.place)]));
    for (const own of [true, false]) {
      const whose = own ? "own" : "other";
      edges(find(`[data-off=${whose}]`, board), CHECKERS - onBoard(own));
      const pips = points.reduce((sum, count, n) => sum + Math.max(own ? n * count : (n - BAR) * count, 0), 0);
      find(`[data-pips=${whose}] text`, board).textContent = String(pips);
    }
    board.querySelectorAll(".place").forEach(label);
    find("[data-board=undo]", board).disabled = !earlier.length;
    tellCounts();
  }

  function tellCounts(more = "") {
    const texts = [1, 2].map((side) => {
      const on = onBoard(side === bottom());
      return fill(edit().dataset.textCounts, { name: nameOf(side), on, off: CHECKERS - on });
    });
    const line = find("[data-board-counts]", edit());
    const text = [more, texts.join(" · ")].filter(Boolean).join(" ");
    if (line.textContent !== text) line.textContent = text;
  }

  /* The points as buttons ------------------------------------------------- */

  function label(button) {
    const place = Number(button.dataset.at);
    const count = points[place];
    const text = edit().dataset;
    const side = count > 0 || (!count && place === BAR) ? bottom() : 3 - bottom();
    const told = count ? fill(text.textBlack, { count: Math.abs(count), name: nameOf(side) }) : text.textEmpty;
    const isBar = place === BAR || place === 0;
    const name = nameOf(place === BAR ? bottom() : 3 - bottom());
    button.ariaLabel = isBar
      ? fill(text.textBar, { name, count: Math.abs(count) })
      : fill(text.textPlace, { place, count: told });
  }

  function layOut() {
    const board = edit();
    const svg = find("svg.board", board);
    const { x: left, y: top, width, height } = svg.viewBox.baseVal;
    const group = document.createElement("div");
    group.className = "board-edit__places";
    group.setAttribute("role", "group");
    group.ariaLabel = board.dataset.textGroup;
    ROWS.forEach((row, below) => {
      row.forEach((place) => {
        const { x } = find(`[data-place="${place}"]`, svg).dataset;
        const button = document.createElement("button");
        button.type = "button";
        button.className = "place";
        button.dataset.at = String(place);
        button.tabIndex = place === 24 ? 0 : -1;
        button.style.left = `${((Number(x) - 21 - left) / width) * 100}%`;
        button.style.width = `${(42 / width) * 100}%`;
        button.style.top = `${(((below ? 228 : 0) - top) / height) * 100}%`;
        button.style.height = `${(222 / height) * 100}%`;
        group.append(button);
      });
    });
    svg.after(group);
  }

  function go(from, across, down) {
    const row = ROWS.findIndex((each) => each.includes(from));
    const column = ROWS[row].indexOf(from);
    const next = ROWS[Math.min(Math.max(row + down, 0), 1)][Math.min(Math.max(column + across, 0), 12)];
    edit().querySelectorAll(".place").forEach((each) => {
      each.tabIndex = Number(each.dataset.at) === next ? 0 : -1;
      if (each.tabIndex === 0) each.focus();
    });
  }

  /* Changing -------------------------------------------------------------- */

  function change(next) {
    const before = points;
    points = next;
    const over = [true, false].find((own) => onBoard(own) > CHECKERS);
    if (over !== undefined) {
      points = before;
      hear(fill(edit().dataset.textFull, { name: nameOf(over ? bottom() : 3 - bottom()) }));
      tellCounts(fill(edit().dataset.textFull, { name: nameOf(over ? bottom() : 3 - bottom()) }));
      return;
    }
    earlier.push(before);
    show();
  }

  function show() {
    draw();
    hear(find("[data-board-counts]", edit()).textContent);
    const told = written(field("was").value);
    field("was").value = told;
    field("id").value = told;
    showNumbers();
    request.abort(); // its answer would show the board as it was before
    clearTimeout(timer);
    timer = setTimeout(() => ask(owed), WAIT);
  }

  /** @param {Set<string>} [kept]  Fields that somebody is filling in. */
  function showNumbers(kept = new Set()) {
    const black = bottom() === 1 ? points : turned(points);
    const white = turned(black);
    const write = (name, count) => {
      if (!kept.has(name)) field(name).value = count > 0 ? String(count) : "";
    };
    for (let place = 1; place <= BAR; place += 1) {
      write(`b${place}`, black[place]);
      write(`w${place}`, white[place]);
    }
  }

  /* Asking -------------------------------------------------------------------- */

  /** What the fields hold now, by their names. */
  function held() {
    const values = new Map();
    for (const each of form().elements) {
      if (!each.name || each.type === "submit") continue;
      if (each.type === "checkbox") values.set(each.name, String(each.checked));
      else if (each.type !== "radio") values.set(each.name, each.value);
      else if (each.checked) values.set(each.name, each.value);
    }
    return values;
  }

  /** The fields that somebody has changed since then. @param {Map<string, string>} then */
  const touchedSince = (then) =>
    new Set([...held()].filter(([name, value]) => then.get(name) !== value).map(([name]) => name));

  /**
   * Show the answers to what the fields say now, and the board unless it was drawn here.
   * Fields that somebody has changed meanwhile stay.
   * @param {"ruling"|"ruling-answers"} part
   * @param {{isSent?: boolean, button?: HTMLElement|null}} [how]  By hand, with which
   *   button. Numbers of checkers are sent by hand alone.
   */
  async function ask(part, { isSent = false, button = null } = {}) {
    clearTimeout(timer);
    owed = part;
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const sent = new URLSearchParams();
    const then = held();
    new FormData(form(), button).forEach((value, name) => {
      if (isSent || (value && !/^[bw]\d+$/.test(name))) sent.append(name, String(value));
    });
    const headers = { "HX-Request": "true", "HX-Target": part };
    try {
      const late = AbortSignal.timeout(PATIENCE);
      late.addEventListener("abort", () => request.signal === signal && request.abort(late.reason));
      const answer = await fetch(`${form().getAttribute("action")}?${sent}`, { headers, signal });
      if (answer.status !== 200 && answer.status !== 422) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (signal.aborted) return;
      receive(page, then, isSent);
      owed = "ruling-answers";
      const address = answer.headers.get("HX-Replace-Url");
      if (address) history.replaceState(history.state, "", address);
    } catch (error) {
      if (signal.aborted && signal.reason?.name !== "TimeoutError") return;
      const { textOffline, textTimeout, textServer } = document.body.dataset;
      const text = error.name === "TypeError" ? textOffline : textServer;
      announce("alert", error.name === "TimeoutError" ? textTimeout : text);
    }
  }

  /** @param {Document} page @param {Map<string, string>} then @param {boolean} isSent */
  function receive(page, then, isSent) {
    const verdict = find("[data-verdict]", page)?.content.textContent;
    if (verdict) hear(verdict);
    const touched = touchedSince(then);
    const whole = page.getElementById("ruling");
    if (whole && (find("#error-summary", page) || find("#ruling #error-summary"))) {
      return replaceAll(whole, touched, isSent);
    }
    const [answers, note, board] = ["ruling-answers", "ruling-note", "board-edit"].map((id) => page.getElementById(id));
    document.getElementById("ruling-answers").replaceWith(answers);
    if (note) document.getElementById("ruling-note").replaceChildren(...note.childNodes);
    if (board) {
      const chosen = tool();
      edit().replaceWith(board);
      find(`[name=tool][value="${chosen}"]`, board).checked = true;
      fillIn(page.getElementById("ruling-form"), touched);
    }
    prepareBoard();
    if (board) showNumbers(touched);
  }

  /**
   * Show the whole desk anew, because of a mistake or because it is mended: with what
   * somebody has typed meanwhile, and without taking the caret away.
   * @param {HTMLElement} whole @param {Set<string>} touched @param {boolean} isSent
   */
  function replaceAll(whole, touched, isSent) {
    const typed = held();
    const active = /** @type {any} */ (document.activeElement);
    const [id, caret] = [active?.form === form() ? active.id : "", active?.selectionStart ?? null];
    const chosen = tool();
    const opened = [...form().querySelectorAll("details")].map(({ open }) => open);
    document.getElementById("ruling").replaceWith(whole);
    touched.forEach((name) => setField(name, typed.get(name)));
    find(`[name=tool][value="${chosen}"]`, whole).checked = true;
    whole.querySelectorAll("#ruling-form details").forEach((each, n) => {
      each.open ||= opened[n];
    });
    prepareBoard();
    const again = id && (!isSent || touched.size) ? document.getElementById(id) : null;
    if (!again) return focusOn(document.getElementById("error-summary"));
    again.focus();
    if (caret !== null) again.setSelectionRange(caret, caret);
  }

  /** One of the fields is called length, like the length of their list. */
  const fieldOf = (owner, name) => owner.elements.namedItem(name);

  function setField(name, value) {
    const own = fieldOf(form(), name);
    if (!own) return;
    if (own.type === "checkbox") own.checked = value === "true";
    else own.value = value;
  }

  /** @param {HTMLFormElement} fresh @param {Set<string>} touched */
  function fillIn(fresh, touched) {
    new Set([...fresh.elements].map(({ name }) => name)).forEach((name) => {
      if (!name || touched.has(name)) return;
      const told = fieldOf(fresh, name);
      setField(name, told.type === "checkbox" ? String(told.checked) : told.value);
    });
    find(".more__now", form()).textContent = find(".more__now", fresh).textContent;
  }

  function set(place, count) {
    const next = [...points];
    next[place] = count;
    change(next);
  }

  function tap(place) {
    const count = points[place];
    if (!tool()) return count && set(place, count - Math.sign(count));
    const way = place === BAR ? 1 : place === 0 ? -1 : tool() === bottom() ? 1 : -1;
    set(place, count * way > 0 ? count + way : way);
  }

  function put(place, number) {
    const chosen = tool() === 0 ? Math.sign(points[place]) : tool() === bottom() ? 1 : -1;
    const way = place === BAR ? 1 : place === 0 ? -1 : chosen;
    set(place, number * (way || 1) || 0);
  }

  function begin() {
    const next = Array(BAR + 1).fill(0);
    Object.entries(START).forEach(([place, count]) => {
      next[Number(place)] = count;
      next[BAR - Number(place)] = -count;
    });
    return next;
  }

  function press(what) {
    if (what === "start") change(begin());
    if (what === "clear") change(Array(BAR + 1).fill(0));
    if (what === "undo" && earlier.length) {
      points = earlier.pop();
      show();
    }
  }

  /* Listening ---------------------------------------------------------------- */

  const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function onKey(event) {
    const place = event.target.closest?.(".place")?.dataset.at;
    if (place === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Number(place);
    const count = points[at];
    if (event.key in MOVES) go(at, ...MOVES[event.key]);
    else if (/^\d$/.test(event.key)) put(at, Number(event.key));
    else if (/^(Backspace|Delete)$/.test(event.key)) count && set(at, count - Math.sign(count));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onClick(event) {
    if (!edit()?.contains(event.target)) return;
    const place = event.target.closest(".place");
    if (place) tap(Number(place.dataset.at));
    press(event.target.closest("[data-board]")?.dataset.board);
  }

  /** What can be chosen in one go is asked for at once. */
  function onChange(event) {
    const { target } = event;
    if (!form() || target.form !== form() || !target.matches("select, [type=radio], [type=checkbox]")) return;
    if (Boolean(field("die_1").value) !== Boolean(field("die_2").value)) return;
    ask("ruling");
  }

  function onSubmit(event) {
    if (event.target !== form()) return;
    event.preventDefault();
    ask("ruling", { isSent: true, button: event.submitter });
  }

  function prepareBoard() {
    const board = edit();
    if (!board) return;
    if (!board.dataset.ready) {
      board.dataset.ready = "yes";
      layOut();
      field("was").value ||= board.dataset.xgid;
      const next = read(board.dataset.xgid);
      if (below !== bottom() || String(next) !== String(points)) earlier = [];
      [points, below] = [next, bottom()];
      draw();
    }
    const words = document.getElementById("ruling-words")?.textContent;
    const described = find("svg.board desc", board);
    if (words && described) described.textContent = words;
    document.querySelectorAll("[data-keep]").forEach((kept) => {
      kept.value = field(kept.dataset.keep === "id" ? "was" : kept.dataset.keep).value;
    });
  }

  /** The list that ? opens tells what the keys do on the board. */
  function listBoardKeys() {
    const rows = /** @type {HTMLTemplateElement} */ (document.getElementById("board-keys"));
    find("[data-keys-list]")?.append(rows.content.cloneNode(true));
  }

  document.addEventListener("keydown", onKey, true);
  document.addEventListener("click", onClick);
  document.addEventListener("change", onChange);
  document.addEventListener("submit", onSubmit);
  prepareBoard();
  listBoardKeys();
}
