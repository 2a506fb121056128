/** Checks draw records beside the page, which goes on answering meanwhile. */
import { examineText } from "./draw-record.js";

addEventListener("message", ({ data }) => postMessage(examineText(data)));
