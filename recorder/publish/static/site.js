/* A game on a page that no program of ours stands behind: its state is a file beside the page. */

import { Play } from "./play.js";

const AGAIN = 15000; // ms: while a game is on, its file may be written again

const play = new Play();
const file = new URL(document.body.dataset.game, document.baseURI);
let last = "";

async function load() {
  const answer = await fetch(file, { cache: "no-cache" });
  if (!answer.ok) return true;
  const text = await answer.text();
  const state = JSON.parse(text);
  if (text !== last) {
    last = text;
    await play.take(state);
    if (!document.body.dataset.ready) begin(state);
  }
  return state.phase !== "ended";
}

/** The address may name a move: game page#37. */
function begin(state) {
  const asked = Number(location.hash.slice(1));
  if (Number.isInteger(asked) && asked > 0 && asked < state.moves.length) play.go(asked);
  document.body.dataset.ready = "true";
}

async function follow() {
  let more = true;
  try {
    more = await load();
  } catch {
    // The server is away: what is shown stays.
  }
  if (more) setTimeout(follow, AGAIN);
}

follow();
