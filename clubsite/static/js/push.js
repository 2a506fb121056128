/**
 * Messages on this phone: says what works here, and asks the browser for an address at which
 * its push service takes messages from this site.
 */
import { find, findAll } from "./elements.js";

const panel = find("[data-push]", HTMLElement);
const key = panel?.dataset.push ?? "";

/** @param {string} state  The one of the sentences that is true. */
function show(state) {
  for (const line of findAll("[data-push-state]", HTMLElement)) line.hidden = line.dataset.pushState !== state;
}

/** An iPhone has it only in what was added to the Home Screen. */
const isApple = /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** @returns {Promise<string>} */
async function state() {
  if (!("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis)) {
    return isApple ? "install" : "cannot";
  }
  if (Notification.permission === "denied") return "blocked";
  const registration = await navigator.serviceWorker.ready;
  const has = await registration.pushManager.getSubscription();
  return has && find('[name="do"][value="phone_off"]', HTMLElement) ? "on" : "off";
}

/** @param {PushSubscription} subscription */
async function send(subscription) {
  const { keys = {} } = subscription.toJSON();
  const body = new URLSearchParams({ do: "phone", endpoint: subscription.endpoint, ...keys });
  const token = find('[name="csrfmiddlewaretoken"]', HTMLInputElement);
  body.set("csrfmiddlewaretoken", token?.value ?? "");
  const answer = await fetch(location.pathname, { method: "POST", body });
  if (!answer.ok) throw new Error(String(answer.status));
}

async function turnOn() {
  try {
    if ((await Notification.requestPermission()) !== "granted") return show(await state());
    const registration = await navigator.serviceWorker.ready;
    await (await registration.pushManager.getSubscription())?.unsubscribe(); // it may be for another key
    await send(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    location.reload();
  } catch {
    show("failed");
  }
}

if (key) {
  find("[data-push-on]", HTMLElement)?.addEventListener("click", () => void turnOn());
  void state().then(show);
}
