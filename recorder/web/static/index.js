/* The index: a small live board for each game. */

import { Drawing, resized } from "./drawing.js";
import { statusOf } from "./facts.js";
import { merged } from "./game.js";
import { follow } from "./stream.js";
import { colourName, t } from "./texts.js";

const list = document.getElementById("boards");
const states = new Map();
const sources = new Map();
const drawings = new Map();

function card(board) {
  return [...list.children].find((item) => item.dataset.board === board);
}

function grow(board) {
  const there = card(board);
  if (there) return there;
  const fresh = document.getElementById("card").content.firstElementChild.cloneNode(true);
  fresh.dataset.board = board;
  fresh.querySelector("a").href = `/boards/${encodeURIComponent(board)}`;
  list.append(fresh);
  return fresh;
}

function count() {
  document.getElementById("empty").hidden = list.children.length > 0;
  document.getElementById("count").textContent = t("index.count", { number: list.children.length });
}

async function show(board) {
  const state = states.get(board);
  const item = grow(board);
  const [black, white] = item.querySelectorAll(".who");
  // Before the first game only the page knows who is going to play.
  if (state.game) {
    black.textContent = state.facts.black || colourName("B");
    white.textContent = state.facts.white || colourName("W");
  }
  const status = statusOf(state, sources.get(board));
  // While nothing is wrong with the game itself its move says more; green is only what is live.
  const counts = state.count && ["good", "", "bad"].includes(status.tone);
  const tag = item.querySelector(".tag");
  tag.className = `tag ${counts && status.tone !== "good" ? "" : status.tone}`;
  tag.textContent = counts ? t("index.move", { number: state.count }) : status.text;
  item.querySelector(".name").textContent = sources.get(board)?.name || item.dataset.name || board;
  let drawing = drawings.get(board) ?? new Drawing(item.querySelector(".board"));
  if (state.size && drawing.size !== state.size) drawing = await resized(drawing.svg, state.size);
  drawings.set(board, drawing);
  const stones = new Map([...state.black.map((p) => [p, "B"]), ...state.white.map((p) => [p, "W"])]);
  drawing.show(stones, { last: state.last });
  count();
}

follow(
  "/api/events",
  {
    state: (state) => { states.set(state.board, state); show(state.board); },
    change: (changes) => {
      if (!states.has(changes.board)) return;
      states.set(changes.board, merged(states.get(changes.board), changes));
      show(changes.board);
    },
    gone: ({ board }) => { states.delete(board); drawings.delete(board); card(board)?.remove(); count(); },
    status: (told) => {
      sources.set(told.board, told);
      if (states.has(told.board)) show(told.board);
    },
  },
  (alive) => { document.getElementById("connection").hidden = alive; },
);
