/* The index: a small live board for each game, by event and round. */

import { Drawing, resized } from "./drawing.js";
import { statusOf } from "./facts.js";
import { merged } from "./game.js";
import { follow } from "./stream.js";
import { colourName, make, t } from "./texts.js";

const SOON = 300; // ms: a new round changes many boards at once
const AGAIN = 5000;
const groups = document.getElementById("rounds");
const states = new Map();
const sources = new Map();
const drawings = new Map();
let arranging = 0;

function cards() {
  return [...groups.querySelectorAll(".board-card")];
}

function card(board) {
  return cards().find((item) => item.dataset.board === board);
}

function grow(board) {
  const there = card(board);
  if (there) return there;
  const fresh = document.getElementById("card").content.firstElementChild.cloneNode(true);
  fresh.dataset.board = board;
  fresh.querySelector("a").href = `/boards/${encodeURIComponent(board)}`;
  fresh.querySelector(".board").id = `board-${board}`;
  groups.append(make("ul", { className: "boards" }, fresh));
  arrangeSoon();
  return fresh;
}

function count() {
  const there = cards().length;
  document.getElementById("empty").hidden = there > 0;
  document.getElementById("count").textContent = t("index.count", { number: there });
}

function arrangeSoon(wait = SOON * (1 + Math.random())) {
  arranging ||= setTimeout(() => { arranging = 0; arrange().catch(() => arrangeSoon(AGAIN)); }, wait);
}

/** Put the cards where they belong: the server knows which boards are of one round, and in which order. */
async function arrange() {
  const { rounds } = await (await fetch("/api/rounds")).json();
  const focused = document.activeElement;
  const known = new Map(cards().map((item) => [item.dataset.board, item]));
  const parts = [];
  let event = "";
  for (const round of rounds) {
    const members = round.boards.map((board) => known.get(board)).filter(Boolean);
    if (!members.length) continue;
    members.forEach((item) => known.delete(item.dataset.board));
    if (round.event && round.event !== event) {
      parts.push(make("h2", { id: round.round ? "" : round.anchor, textContent: round.event }));
    }
    event = round.event;
    if (round.round) {
      const name = /^\p{Nd}+$/u.test(round.round) ? t("index.round", { number: round.round }) : round.round;
      const link = make("a", { href: `#${round.anchor}`, textContent: name });
      parts.push(make(event ? "h3" : "h2", { id: round.anchor }, link));
    }
    parts.push(make("ul", { className: "boards" }, ...members));
  }
  // Boards that came meanwhile: what told of them asks again.
  if (known.size) parts.push(make("ul", { className: "boards" }, ...known.values()));
  groups.replaceChildren(...parts);
  focused?.focus({ preventScroll: true });
}

async function show(board) {
  const state = states.get(board);
  const item = grow(board);
  const [black, white] = item.querySelectorAll(".who");
  // Before the first game only the page knows who is going to play.
  if (state.game) {
    black.textContent = state.facts.black || colourName("B");
    white.textContent = state.facts.white || colourName("W");
    const { event = "", round = "" } = state.facts;
    if (item.dataset.event !== event || item.dataset.round !== round) {
      Object.assign(item.dataset, { event, round });
      arrangeSoon();
    }
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
    gone: ({ board }) => { states.delete(board); drawings.delete(board); card(board)?.remove(); count(); arrangeSoon(); },
    status: (told) => {
      sources.set(told.board, told);
      if (states.has(told.board)) show(told.board);
    },
  },
  (alive) => { document.getElementById("connection").hidden = alive; },
);
