/**
 * Checks a draw record in the reader's own browser, without asking any server: the
 * fingerprint of the field, and the order of the lots wherever lots alone decide.
 * Everything works without this file: the server checks the whole draw, and so does
 * `manage verify_draw`. Written for plain http too, where browsers offer no digests.
 */
"use strict";

{
  /* SHA-256 (FIPS 180-4) -------------------------------------------------- */

  const PRIMES = [];
  for (let n = 2; PRIMES.length < 64; n += 1) {
    if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
  }
  /** The first 32 bits behind the point. No root comes near enough to a whole one to matter. */
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
  const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
  const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  /** @param {Uint8Array} bytes  Returns them with the end mark and length, as 32-bit words. */
  function padded(bytes) {
    const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
    bytes.forEach((byte, n) => {
      words[n >> 2] |= byte << (24 - (n % 4) * 8);
    });
    words[bytes.length >> 2] |= 0x80 << (24 - (bytes.length % 4) * 8);
    words[words.length - 2] = Math.floor(bytes.length / 2 ** 29);
    words[words.length - 1] = bytes.length << 3;
    return words;
  }

  function mix(state, block) {
    const words = Array.from(block);
    for (let n = 16; n < 64; n += 1) {
      const [early, late] = [words[n - 15], words[n - 2]];
      const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[n] = (words[n - 16] + first + words[n - 7] + second) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let n = 0; n < 64; n += 1) {
      const choice = (e & f) ^ (~e & g);
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[n] + words[n]) | 0;
      const most = (a & b) ^ (a & c) ^ (b & c);
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    return [a, b, c, d, e, f, g, h].map((word, n) => (word + state[n]) | 0);
  }

  /** @param {string} text  Returns the digest of its UTF-8 bytes, 64 hexadecimal digits. */
  function sha256(text) {
    const words = padded(new TextEncoder().encode(text));
    let state = START;
    for (let n = 0; n < words.length; n += 16) state = mix(state, words.subarray(n, n + 16));
    return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  /* The canonical text: keys sorted, no spaces, pure ASCII ------------------- */

  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

  function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value && typeof value === "object") {
      const pairs = Object.keys(value).sort().map((key) => `${canonical(key)}:${canonical(value[key])}`);
      return `{${pairs.join(",")}}`;
    }
    return JSON.stringify(value).replace(/[^ -~]/g, escaped);
  }

  const short = (digest) => `${digest.slice(0, 4)}-${digest.slice(4, 8)}`.toUpperCase();

  /* Lots ------------------------------------------------------------------- */

  const GROUP = 10000;

  /** Whether something else than lots had a word in it. */
  function hasWishes(state) {
    const { seeded = 0, apart = [], forbidden = [] } = state.options ?? {};
    return seeded > 0 || apart.length > 0 || forbidden.length > 0 || state.entrants.some((row) => row[9]);
  }

  const dueIn = (state) => state.entrants.filter((row) => row[3] && row[4] <= 1).map((row) => row[0]);

  /** The lots as they were drawn: what the director exchanged goes back. */
  function lotsBefore(record) {
    const lots = new Map(Object.entries(record.lots).map(([number, lot]) => [Number(number), lot]));
    for (const [one, two] of [...record.swaps].reverse()) {
      if (!lots.has(one) || !lots.has(two)) continue;
      const kept = lots.get(one);
      lots.set(one, lots.get(two));
      lots.set(two, kept);
    }
    return lots;
  }

  /** Everybody in the order in which the lots put them; a bye is left out of pairs. */
  function published(record, order) {
    if (order === "pairs") {
      let pairs = record.pairs;
      for (const [one, two] of [...record.swaps].reverse()) {
        const other = new Map([[one, two], [two, one]]);
        pairs = pairs.map((pair) => pair.map((number) => other.get(number) ?? number));
      }
      return pairs.filter((pair) => pair[1] !== null).flat();
    }
    const lots = lotsBefore(record);
    const groups = order === "groups" ? record.state.options?.groups ?? 1 : 0;
    const dealt = (lot) => {
      if (!groups) return lot;
      const [group, place] = [Math.floor(lot / GROUP), lot % GROUP];
      return place * (groups + 1) + (place % 2 ? group : groups - group);
    };
    return [...lots.keys()].sort((one, two) => dealt(lots.get(one)) - dealt(lots.get(two)));
  }

  /**
   * True or false: the lots put them into this order or not. Null: more than lots decides.
   * @param {any} methods  By method and version: the purpose of the lots of round 1, and
   *   whether the record shows their order in the "pairs", the "lots" or the "groups".
   */
  function lotsAgree(record, methods) {
    const { state } = record;
    const method = methods[`${record.algorithm} ${record.version}`];
    if (!method || !record.pairs || record.round !== 1 || state.outcomes.length || hasWishes(state)) return null;
    const { purpose } = method;
    const order = published(record, method.order);
    const due = new Set(dueIn(state));
    const left = method.order === "pairs" ? due.size % 2 : 0;
    if (order.some((number) => !due.has(number)) || due.size - new Set(order).size > left) return false;
    const digests = order.map((number) => sha256(`${record.seed}:${purpose}:${number}`));
    return digests.every((digest, n) => !n || digests[n - 1] < digest);
  }

  const SENTENCES = {
    fingerprint: new Map([
      [true, { text: "fingerprintSame", mark: "ok" }],
      [false, { text: "fingerprintOther", mark: "wrong" }],
    ]),
    lots: new Map([
      [true, { text: "lotsSame", mark: "ok" }],
      [false, { text: "lotsOther", mark: "wrong" }],
      [null, { text: "lotsMore", mark: "remark" }],
    ]),
  };

  /** @param {any} record  Returns what was found: a name of a sentence and its values. */
  function examine(record, methods) {
    const digest = sha256(canonical(record.state));
    const same = digest === record.fingerprint;
    const agree = lotsAgree(record, methods);
    const lots = dueIn(record.state).length;
    return [
      { ...SENTENCES.fingerprint.get(same), values: { short: short(digest), digest } },
      { ...SENTENCES.lots.get(agree), values: { lots } },
    ];
  }

  function examineText(text, methods) {
    try {
      return examine(JSON.parse(text), methods);
    } catch {
      return [{ text: "unreadable", mark: "wrong", values: {} }];
    }
  }

  /* The page ----------------------------------------------------------------- */

  const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));

  function show(section, found) {
    const lines = found.map(({ text, mark, values }) => {
      const line = document.createElement("li");
      line.className = `proof__step is-${mark === "remark" ? "told" : mark}`;
      line.dataset.mark = mark;
      line.textContent = filled(section.dataset[text] ?? text, values);
      return line;
    });
    section.querySelector("[data-found]").replaceChildren(...lines);
  }

  async function typed(form) {
    const [file] = form.querySelector("input[type=file]").files;
    return file ? file.text() : form.querySelector("textarea").value;
  }

  function begin() {
    const section = document.getElementById("draw-browser");
    if (!section) return;
    const methods = JSON.parse(document.getElementById("draw-methods").textContent);
    const record = document.getElementById("draw-document");
    if (record) show(section, examineText(record.textContent, methods));
    section.querySelector("[data-check]")?.addEventListener("click", async () => {
      show(section, examineText(await typed(document.getElementById("draw-check-form")), methods));
    });
  }

  if (typeof document === "undefined") globalThis.drawCheck = { sha256, canonical, examine };
  else begin();
}
