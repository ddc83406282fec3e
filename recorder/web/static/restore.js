/* A position to be laid again after stones were moved: any move's, row by row, for printing. */

import { call } from "./api.js";
import { Play } from "./play.js";
import { make, pointName, t } from "./texts.js";

const { board, move } = document.body.dataset;
const rows = document.querySelector("#rows tbody");

function list(play) {
  const { size, moves } = play.state;
  const last = moves[play.count - 1];
  document.getElementById("after").textContent = last ? t("restore.after", { number: last.n }) : t("position.start");
  const lines = [];
  for (let row = 0; row < size; row += 1) {
    const letter = String.fromCharCode(97 + row);
    const names = (colour) =>
      [...play.stones].filter(([point, stone]) => point[1] === letter && stone === colour)
        .map(([point]) => point).sort().map((point) => pointName(point, size)).join(" ");
    const [black, white] = [names("B"), names("W")];
    if (black || white) {
      lines.push(make("tr", {}, make("th", { scope: "row", textContent: size - row }), make("td", { textContent: black }), make("td", { textContent: white })));
    }
  }
  rows.replaceChildren(...lines);
}

const play = new Play({ onStep: () => list(play) });
document.querySelector('[data-step="live"]').hidden = true;
const state = await call("GET", `/api/referee/boards/${encodeURIComponent(board)}`);
await play.take(state);
if (move !== "") play.go(state.moves.filter((each) => each.n <= Number(move)).length);
list(play);
document.getElementById("print").addEventListener("click", () => print());
