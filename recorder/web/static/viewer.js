/* The public page of a board. */

import { merged } from "./game.js";
import { Clocks } from "./clocks.js";
import { showFacts, showStatus } from "./facts.js";
import { Play } from "./play.js";
import { follow } from "./stream.js";
import { t } from "./texts.js";

const board = document.body.dataset.board;
const play = new Play();
const clocks = new Clocks();
const connection = document.getElementById("connection");
const goban = document.querySelector(".goban");
let state = null;
let source = null;
let alive = true;

function tell() {
  const gone = ["off", "lost", "stuck", "restarting"].includes(source?.source);
  const lost = ((gone && source.source !== "off") || state?.view?.state === "lost") && state && state.phase !== "ended";
  connection.textContent = !alive ? t("stream.lost") : lost ? t("view.lost_public") : "";
  connection.hidden = !connection.textContent;
  goban.classList.toggle("old", !alive);
  clocks.freeze(!alive || gone);
  if (state) showStatus(state, source);
}

async function take(changes) {
  state = merged(state, changes);
  await play.take(state);
  showFacts(document.getElementById("facts"), state);
  clocks.take(state);
  tell();
}

/** A page that is opened, or comes back, while a clock runs asks since when. */
async function settle() {
  const answer = await fetch(`/api/boards/${encodeURIComponent(board)}`);
  const { clock_age: age } = answer.ok ? await answer.json() : {};
  if (typeof age === "number") clocks.settle(age);
}

async function begin(whole) {
  state = null;
  await take(whole);
  if (state.clocks?.running) settle().catch(() => {});
}

follow(
  `/api/boards/${encodeURIComponent(board)}/events`,
  { state: begin, change: take, status: (told) => { source = told; tell(); } },
  (now) => { alive = now; tell(); },
);
