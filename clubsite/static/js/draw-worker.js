/**
 * Checks draw records beside the page, which goes on answering meanwhile: a message is
 * the text of a record; the answer is what was found, and in how many milliseconds.
 */
import { examineText } from "./draw-record.js";

/** @param {string} text  Nothing was examined where drawing failed. */
function answerTo(text) {
  const begun = performance.now();
  let examined = null;
  try {
    examined = examineText(text);
  } catch (error) {
    console.error(error);
  }
  const milliseconds = Math.round(performance.now() - begun);
  return { examined, milliseconds };
}

addEventListener("message", (message) => {
  const answer = answerTo(message.data);
  postMessage(answer);
});
