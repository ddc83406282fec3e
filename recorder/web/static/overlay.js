/* A board for streaming programs: transparent, as large as its window, nothing but the game. */

import { Drawing, resized } from "./drawing.js";
import { merged, positionAt } from "./game.js";
import { follow } from "./stream.js";
import { colourName, t } from "./texts.js";

let drawing = new Drawing(document.getElementById("board"));
let state = null;

async function take(changes) {
  state = merged(state, changes);
  if (state.size && state.size !== drawing.size) drawing = await resized(drawing.svg, state.size);
  const { stones, last } = positionAt(state, state.moves.length);
  const numbers = document.body.dataset.numbers
    ? new Map(state.moves.filter((m) => m.point).slice(-Number(document.body.dataset.numbers)).map((m) => [m.point, m.n]))
    : null;
  drawing.show(stones, { last: last?.point ?? null, numbers });
  for (const player of ["B", "W"]) {
    const box = document.querySelector(`[data-player="${player}"]`);
    if (!box) continue;
    const side = player === "B" ? "black" : "white";
    box.querySelector(".who").textContent = state.facts[side] || colourName(player);
    box.querySelector(".captures").textContent = t("players.captures", { number: state.captures[player] });
  }
}

follow(
  `/api/boards/${encodeURIComponent(document.body.dataset.board)}/events`,
  { state: (whole) => { state = null; take(whole); }, change: take },
  (alive) => document.body.classList.toggle("old", !alive),
);
