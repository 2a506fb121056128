/**
 * Passkeys: the browser is asked for one, or to make one, and its answer is sent with the form.
 */
import { find, findAll } from "./elements.js";

/** @type {Record<string, string>} */
const REASONS = { InvalidStateError: "known", SecurityError: "none" };

/** @param {string} text  Bytes as the server writes them, in base64 for addresses. */
const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer} bytes */
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @param {{ id: string }} known */
const withBytes = (known) => ({ ...known, id: toBytes(known.id) });

/** @param {any} options  Ask the browser to make a passkey. */
async function create(options) {
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: toBytes(options.challenge),
      user: { ...options.user, id: toBytes(options.user.id) },
      excludeCredentials: options.excludeCredentials?.map(withBytes),
    },
  });
  const credential = /** @type {PublicKeyCredential} */ (made);
  const { clientDataJSON, attestationObject } = /** @type {AuthenticatorAttestationResponse} */ (credential.response);
  return answer(credential, {
    clientDataJSON: toText(clientDataJSON),
    attestationObject: toText(attestationObject),
  });
}

/** @param {any} options  Ask the browser for a passkey that it has. */
async function get(options) {
  const given = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: toBytes(options.challenge),
      allowCredentials: options.allowCredentials?.map(withBytes),
    },
  });
  const credential = /** @type {PublicKeyCredential} */ (given);
  const { clientDataJSON, authenticatorData, signature } = /** @type {AuthenticatorAssertionResponse} */ (
    credential.response
  );
  return answer(credential, {
    clientDataJSON: toText(clientDataJSON),
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
  });
}

/**
 * @param {PublicKeyCredential} credential
 * @param {Record<string, string>} response
 */
function answer(credential, response) {
  const id = toText(credential.rawId);
  const clientExtensionResults = credential.getClientExtensionResults();
  return JSON.stringify({ id, rawId: id, type: "public-key", response, clientExtensionResults });
}

/**
 * @param {HTMLFormElement} form
 * @param {string} which  The one sentence that is shown, "" for none.
 */
function say(form, which) {
  findAll("[data-says]", HTMLElement, form).forEach((sentence) => {
    sentence.hidden = sentence.dataset.says !== which;
  });
}

/** @param {HTMLFormElement} form  A form whose hidden field takes the answer. */
function prepare(form) {
  const button = find("button", HTMLButtonElement, form);
  const field = find("[name=credential]", HTMLInputElement, form);
  const options = document.getElementById(form.dataset.options ?? "");
  if (!button || !field || !options) return;
  if (!window.PublicKeyCredential) {
    say(form, "none");
    return;
  }
  const ask = form.dataset.passkey === "create" ? create : get;
  let isAsking = false;
  form.addEventListener("submit", (event) => {
    if (field.value) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    say(form, "");
    const asked = ask(JSON.parse(options.textContent ?? "{}").publicKey);
    asked.then(
      (text) => {
        field.value = text;
        form.requestSubmit(button);
      },
      (error) => say(form, REASONS[error.name] ?? "failed"),
    );
    asked.catch(() => {}).then(() => (isAsking = false));
  });
  button.disabled = false;
}

findAll("form[data-passkey]", HTMLFormElement).forEach(prepare);
