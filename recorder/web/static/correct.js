/* Putting the record right: a move is chosen in the list or by stepping, its point by clicking on the board. */

import { attempt, order, say } from "./api.js";
import { COLUMNS, colourName, pointName, t } from "./texts.js";

/** SGF letters of a point as people write it; null where it is none on such a board. */
export function vertexOf(text, size) {
  const match = /^([A-HJ-Z])\s*(\d{1,2})$/i.exec(text.trim());
  if (!match) return null;
  const col = COLUMNS.indexOf(match[1].toUpperCase());
  const row = size - Number(match[2]);
  return col < size && row >= 0 && row < size ? String.fromCharCode(97 + col, 97 + row) : null;
}

export class Corrections {
  constructor(board, play) {
    this.board = board;
    this.play = play;
    this.colour = "B";
    this.done = []; // Ids of orders that can be taken back, the last one last.
    this.point = document.getElementById("point");
    this.form = document.getElementById("correct");
    this.#listen();
  }

  /** The move that is on show, or null before the first. */
  get move() {
    return this.play.state?.moves[this.play.count - 1] ?? null;
  }

  /** Show what can be done with the move that is on show. */
  refresh() {
    const { move } = this;
    const { state } = this.play;
    if (!state) return;
    const size = state.size || 19;
    this.form.hidden = !state.size;
    const key = move ? `${state.game} ${move.n} ${move.colour} ${move.point}` : `${state.game} start`;
    if (key !== this.key) {
      this.key = key;
      this.point.value = "";
      this.#choose(move?.colour ?? "B");
    }
    const words = { number: move?.n, colour: move ? colourName(move.colour) : "", point: move?.point ? pointName(move.point, size) : t("moves.pass") };
    document.getElementById("correct-title").textContent = move ? t("correct.move", words) : t("correct.title");
    for (const name of ["change", "delete", "insert"]) this.#button(name).hidden = !move;
    this.#button("add").hidden = !this.play.live;
    this.#preview();
  }

  #button(name) {
    return this.form.querySelector(`[data-correct="${name}"]`);
  }

  #choose(colour) {
    this.colour = colour;
    for (const button of this.form.querySelectorAll("[data-colour]")) {
      button.setAttribute("aria-pressed", String(button.dataset.colour === colour));
    }
  }

  #preview() {
    const { drawing, state } = this.play;
    const vertex = this.point.value ? vertexOf(this.point.value, state.size) : null;
    this.point.setAttribute("aria-invalid", String(Boolean(this.point.value) && !vertex));
    this.play.extra = vertex ? { ghosts: new Map([[vertex, this.colour]]), marks: { candidate: [vertex] } } : {};
    drawing.svg.classList.add("pickable");
    this.play.show();
  }

  #listen() {
    document.querySelector(".goban").addEventListener("click", (event) => {
      const vertex = this.play.state?.size ? this.play.drawing.pointAt(event) : null;
      if (!vertex) return;
      this.point.value = pointName(vertex, this.play.state.size);
      this.#preview();
    });
    this.point.addEventListener("input", () => this.#preview());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    for (const button of this.form.querySelectorAll("[data-colour]")) {
      button.addEventListener("click", () => { this.#choose(button.dataset.colour); this.#preview(); });
    }
    for (const button of this.form.querySelectorAll("[data-correct]")) {
      button.addEventListener("click", () => this.#correct(button.dataset.correct));
    }
    document.getElementById("undo").addEventListener("click", () => this.undo());
  }

  async #correct(kind) {
    const { state } = this.play;
    const { move } = this;
    const vertex = this.point.value ? vertexOf(this.point.value, state.size) : null;
    const n = kind === "add" ? (state.moves.at(-1)?.n ?? 0) + 1 : move.n;
    if (kind === "delete") return this.take(() => order(this.board, "delete_move", { n }), t("correct.deleted", { number: n }));
    // With no point named a changed move keeps its own: only its colour was wrong.
    const point = vertex ?? (kind === "change" && !this.point.value ? move.point : null);
    if (!vertex && (this.point.value || kind !== "change")) {
      this.point.focus();
      return say(t("correct.where"), { tone: "bad" });
    }
    const name = kind === "change" ? "change_move" : "insert_move";
    const fields = { n, colour: this.colour, point };
    const words = t(`correct.${kind === "change" ? "changed" : "inserted"}`, { number: n });
    // What the rules forbid may have been played and left standing: then it is recorded as it was.
    const insist = (error) =>
      error.code.startsWith("cannot_stand")
        ? { text: t("correct.force"), run: () => this.take(() => order(this.board, name, { ...fields, force: true }), words) }
        : null;
    return this.take(() => order(this.board, name, fields), words, insist);
  }

  /** Do what can be taken back, and offer to. */
  async take(action, words, insist = () => null) {
    let id = null;
    if (!(await attempt(async () => { id = await action(); }, "", insist))) return;
    this.point.value = "";
    this.done.push(id);
    document.getElementById("undo").hidden = false;
    this.refresh();
    say(words, { tone: "good", action: { text: t("correct.undo"), run: () => this.undo() } });
  }

  async undo() {
    const undone = this.done.at(-1);
    if (!undone) return;
    if (await attempt(() => order(this.board, "undo", { undone }), t("correct.undone"))) {
      this.done.pop();
      document.getElementById("undo").hidden = this.done.length === 0;
    }
  }
}
