/* The operator's page of a board: what is to be done next, the picture beside the record, and the record put right. */

import { attempt, call, order } from "./api.js";
import { Camera } from "./camera.js";
import { Clocks } from "./clocks.js";
import { Corrections } from "./correct.js";
import { ask, askText } from "./dialog.js";
import { showStatus } from "./facts.js";
import { Forms } from "./forms.js";
import { merged } from "./game.js";
import { nextStep } from "./guide.js";
import { Play } from "./play.js";
import { follow } from "./stream.js";
import { coded, colourName, t } from "./texts.js";

const board = document.body.dataset.board;
const address = `/api/boards/${encodeURIComponent(board)}`;
const play = new Play({ onStep: () => corrections.refresh(), showsDoubt: true });
const corrections = new Corrections(board, play);
const camera = new Camera(board);
const clocks = new Clocks();
const forms = new Forms(board);
let state = null;
let status = null;

function guide() {
  const step = nextStep(state, status);
  document.getElementById("next-title").textContent = step.title;
  document.getElementById("next-text").textContent = step.text;
  for (const button of document.querySelectorAll("[data-act]")) button.hidden = !step.actions.includes(button.dataset.act);
  document.querySelector(".next").dataset.tone = step.tone;
}

async function take(changes) {
  state = merged(state, changes);
  await play.take(state);
  corrections.refresh();
  clocks.take(state);
  forms.take(state);
  for (const button of document.querySelectorAll("#top [data-side]")) button.disabled = state.moves.length > 0 || Boolean(state.setup);
  showStatus(state, status);
  guide();
}

function takeStatus(told) {
  status = told;
  camera.take(told);
  const tag = document.getElementById("source");
  tag.textContent = coded("source", told.source);
  tag.className = `tag ${{ live: "good", off: "", ended: "", connecting: "" }[told.source] ?? "bad"}`;
  if (told.name) document.getElementById("heading").textContent = told.name;
  if (state) showStatus(state, status);
  guide();
}

const acts = {
  start: () => attempt(() => call("PATCH", address, { running: true })),
  stop: () => attempt(() => call("PATCH", address, { running: false })),
  resume: () => attempt(() => order(board, "resume")),
  pause: () => attempt(() => order(board, "pause")),
  next_game: () => attempt(() => order(board, "next_game"), t("operator.next_done")),
  end: async () => {
    const sure = await ask(t("operator.end_title"), t("operator.end_text"), [{ value: "end", text: t("operator.end"), tone: "grave" }]);
    if (sure) await attempt(() => order(board, "end"));
  },
};
for (const button of document.querySelectorAll("[data-act]")) button.addEventListener("click", () => acts[button.dataset.act]());

const players = () => ["B", "W"].map((stone) => ({ value: stone, stone, text: colourName(stone) }));

const declares = {
  async pass() {
    const colour = await ask(t("declare.pass"), t("declare.pass_text"), players());
    if (colour) await corrections.take(() => order(board, "declare_pass", { colour }), t("declare.passed", { colour: colourName(colour) }));
  },
  async turn() {
    const colour = await ask(t("declare.turn"), t("declare.turn_text"), players());
    if (colour) await corrections.take(() => order(board, "set_turn", { to_move: colour }), t("declare.turned", { colour: colourName(colour) }));
  },
  async result() {
    const other = { B: "W", W: "B" };
    const choice = await ask(t("declare.result"), t("declare.result_text"), [
      ...["B", "W"].map((loser) => ({ value: `${other[loser]}+R`, stone: loser, text: t("declare.resigns", { colour: colourName(loser) }) })),
      ...["B", "W"].map((loser) => ({ value: `${other[loser]}+T`, stone: loser, text: t("declare.time", { colour: colourName(loser) }) })),
      { value: "count", text: t("declare.points") },
      { value: "Draw", text: t("result.draw") },
      { value: "Void", text: t("result.void") },
    ]);
    if (choice === "count") await counted();
    else if (choice) await attempt(() => order(board, "declare_result", { result: choice }), t("declare.declared"));
  },
};

async function counted() {
  const winner = await ask(t("declare.points"), t("declare.who_won"), players());
  if (!winner) return;
  const margin = await askText(t("declare.points"), t("declare.margin"), "3.5");
  const number = margin?.replace(",", ".");
  if (number) await attempt(() => order(board, "declare_result", { result: `${winner}+${number}` }), t("declare.declared"));
}

for (const button of document.querySelectorAll("[data-declare]")) button.addEventListener("click", () => declares[button.dataset.declare]());

document.getElementById("remove").addEventListener("click", async () => {
  const sure = await ask(t("settings.remove"), t("settings.remove_text"), [{ value: "yes", text: t("settings.remove"), tone: "grave" }]);
  if (sure && (await attempt(() => call("DELETE", address)))) location.assign("/operator");
});

follow(
  `/api/operator/events?board=${encodeURIComponent(board)}`,
  { state: (whole) => { state = null; take(whole); }, change: take, status: takeStatus, gone: () => location.assign("/operator") },
  (alive) => {
    const notice = document.getElementById("connection");
    notice.hidden = alive;
    notice.textContent = t("console.offline");
    clocks.freeze(!alive);
  },
);
