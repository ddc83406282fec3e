/* Asking the server to do something: the mark of the page goes along, refusals come back in words. */

import { language, said, t } from "./texts.js";

export class Refused extends Error {
  constructor(message, code, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Ask the server; returns the JSON of its answer. Throws Refused with words for people. */
export async function call(method, url, body) {
  let answer;
  try {
    answer = await fetch(url, {
      method,
      headers: { "X-CSRF-Token": document.body.dataset.csrf ?? "", "Content-Type": "application/json", Accept: "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(t("console.offline"), "offline", 0);
  }
  if (answer.status === 204) return null;
  let told = null;
  try {
    told = await answer.json();
  } catch {
    /* no JSON: the status alone speaks */
  }
  if (answer.ok) return told;
  if (answer.status === 401) location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
  throw new Refused(inWords(told) || t("console.failed"), told?.code ?? "", answer.status);
}

/** Why something was refused: the server says it exactly, in the page's language where it has words for it. */
function inWords(told) {
  if (!told?.error || language === "en") return told?.error;
  if (told.said && told.said !== told.error) return told.said;
  const code = told.code?.startsWith("cannot_stand") ? "cannot_stand" : told.code;
  return said(`refused.${code}`) ?? told.error;
}

/** A new name for an order, by which it can be taken back. */
export function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Give a board an order; returns its id. */
export async function order(board, kind, fields = {}) {
  const id = fresh();
  await call("POST", `/api/boards/${encodeURIComponent(board)}/orders`, { order: kind, id, ...fields });
  return id;
}

let hiding = 0;

/** Say something at the foot of the page for a while, with something to press if wanted. */
export function say(text, { tone = "", action = null } = {}) {
  const box = document.getElementById("said");
  box.replaceChildren(text);
  box.className = `said ${tone}`;
  if (action) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: action.text });
    button.addEventListener("click", () => { box.hidden = true; action.run(); });
    box.append(button);
  }
  box.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { box.hidden = true; }, action ? 15_000 : 7_000);
}

/**
 * Do something and say so; what is refused is said as well. Returns whether it was done.
 *
 * insist: given a refusal, something to press that does it all the same, or null.
 */
export async function attempt(action, done = "", insist = () => null) {
  try {
    await action();
    if (done) say(done, { tone: "good" });
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(error.message, { tone: "bad", action: insist(error) });
    return false;
  }
}
