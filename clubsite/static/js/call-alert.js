/**
 * A tone and a vibration when a player is called to a table: once for each call, also when
 * the call is repeated. What is wished is kept on this device. The page has to stay open:
 * while something is wished it goes on looking when nobody looks at it.
 */
import { find, findAll } from "./elements.js";
import { lookWhenHidden } from "./live-refresh.js";
import { whenShown } from "./requests.js";

const STORE = "call-alert";
const KINDS = /** @type {const} */ (["sound", "vibration"]);
/** Two tones, twice: hertz, and seconds from the first. */
const TONES = [[660, 0], [880, 0.25], [660, 0.7], [880, 0.95]];
const TONE_SECONDS = 0.22;
const VIBRATION = [300, 150, 300, 150, 600];

/** @returns {Record<string, boolean>} */
function wishes() {
  try {
    const kept = /** @type {unknown} */ (JSON.parse(localStorage.getItem(STORE) ?? "{}"));
    return kept && typeof kept === "object" ? /** @type {Record<string, boolean>} */ (kept) : {};
  } catch {
    return {}; // no access to storage: the default
  }
}

/** @param {string} kind @param {boolean} isWished */
function keep(kind, isWished) {
  try {
    localStorage.setItem(STORE, JSON.stringify({ ...wishes(), [kind]: isWished }));
  } catch {
    // it holds until the page is closed
  }
}

/** The screen stays on while something is wished. @type {WakeLockSentinel|null} */
let lock = null;

/** A browser lets go of it whenever the page is hidden. */
async function stayAwake() {
  const isWished = KINDS.some(isOn) && document.visibilityState === "visible";
  try {
    if (!isWished) await lock?.release();
    else if (!lock || lock.released) lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // not over http, or the battery is low: the sentence below the boxes holds
  }
  for (const line of findAll("[data-call-alert-awake]", HTMLElement)) line.hidden = !lock || lock.released;
  for (const line of findAll("[data-call-alert-stay]", HTMLElement)) line.hidden = Boolean(lock && !lock.released);
}

const boxes = () => findAll("[data-call-alert] input[name]", HTMLInputElement);
const isOn = (/** @type {string} */ kind) => boxes().some((box) => box.name === kind && box.checked && !box.disabled);
const can = { sound: "AudioContext" in globalThis, vibration: "vibrate" in navigator };

/** A browser plays a tone only after a click on the page. @type {AudioContext|undefined} */
let audio;

function awake() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

function play() {
  const context = awake();
  for (const [hertz, after] of TONES) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const begin = context.currentTime + after;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.3, begin);
    volume.gain.linearRampToValueAtTime(0, begin + TONE_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + TONE_SECONDS);
  }
}

/** @param {string} kind */
function give(kind) {
  if (kind === "sound") play();
  else navigator.vibrate(VIBRATION);
}

/** The calls that were shown or announced already. @type {Set<string>} */
const known = new Set();
const calls = () => findAll("[data-called]", HTMLElement).map((one) => one.dataset.called ?? "");

/** A stored choice plays only after a click: show this until there was one. */
function showRest() {
  const isResting = isOn("sound") && audio?.state !== "running";
  for (const line of findAll("[data-call-alert-rests]", HTMLElement)) line.hidden = !isResting;
}

function begin() {
  const panel = find("[data-call-alert]", HTMLElement);
  if (!panel) return;
  const kept = wishes();
  for (const kind of KINDS) {
    const box = find(`input[name="${kind}"]`, HTMLInputElement, panel);
    const cannot = find(`[data-cannot="${kind}"]`, HTMLElement, panel);
    if (box) box.disabled = !can[kind];
    if (box) box.checked = can[kind] && kept[kind] === true;
    if (cannot) cannot.hidden = can[kind];
  }
  panel.hidden = false;
  lookWhenHidden(KINDS.some(isOn));
  void stayAwake();
  showRest();
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest("[data-call-alert]")) return;
  keep(target.name, target.checked);
  lookWhenHidden(KINDS.some(isOn));
  void stayAwake();
  if (target.checked) give(target.name); // as a sample
  showRest();
});
document.addEventListener("click", () => {
  if (isOn("sound") && can.sound) awake();
  setTimeout(showRest, 100);
});
document.addEventListener("visibilitychange", () => void stayAwake());

begin();
for (const call of calls()) known.add(call);
whenShown(() => {
  const fresh = calls().filter((call) => !known.has(call));
  for (const call of fresh) known.add(call);
  if (fresh.length) KINDS.filter(isOn).forEach(give);
});
