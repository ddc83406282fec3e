/* A board, its players, its moves and the stepping through them: the same on every page that shows a game. */

import { Drawing, resized } from "./drawing.js";
import { positionAt } from "./game.js";
import { colourName, make, pointName, t } from "./texts.js";

const SURE = 0.8;

export class Play {
  /** `onStep(count)` is told whenever another position is shown. */
  constructor({ onStep = () => {}, showsDoubt = false } = {}) {
    this.showsDoubt = showsDoubt;
    this.drawing = new Drawing(document.getElementById("board"));
    this.state = null;
    this.count = 0;
    this.live = true;
    this.extra = {};
    this.onStep = onStep;
    this.list = document.getElementById("moves");
    this.slider = document.getElementById("slider");
    this.words = document.getElementById("last-words");
    this.#listen();
  }

  #listen() {
    const act = {
      first: () => this.go(0),
      back: () => this.go(this.count - 1),
      forward: () => this.go(this.count + 1),
      live: () => this.goLive(),
    };
    for (const button of document.querySelectorAll("[data-step]")) {
      button.addEventListener("click", act[button.dataset.step]);
    }
    this.slider?.addEventListener("input", () => this.go(Number(this.slider.value)));
    document.addEventListener("keydown", (event) => {
      const target = event.target;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (target.matches("input:not([type=range]), textarea, select, [contenteditable]")) return;
      const step = { ArrowLeft: act.back, ArrowRight: act.forward, Home: act.first, End: act.live }[event.key];
      if (step) {
        event.preventDefault();
        step();
      }
    });
    this.list?.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.go(Number(button.dataset.count));
    });
  }

  /** Take a new state of the game. */
  async take(state) {
    const before = this.state;
    this.state = state;
    if (state.size && state.size !== this.drawing.size) {
      this.drawing = await resized(this.drawing.svg, state.size);
      if (this.state !== state) return;
    }
    if (before && before.game !== state.game) this.live = true;
    if (this.live) this.count = state.moves.length;
    this.count = Math.min(this.count, state.moves.length);
    this.#listMoves();
    this.#showPlayers();
    this.show();
    if (before && this.live) this.#say(before);
  }

  go(count) {
    if (!this.state) return;
    this.count = Math.max(0, Math.min(count, this.state.moves.length));
    this.live = this.count === this.state.moves.length;
    this.show();
    this.#say(null);
    this.onStep(this.count);
  }

  goLive() {
    if (this.state) this.go(this.state.moves.length);
  }

  /** Draw the position that is on show, with what else `extra` says (marks, ghosts). */
  show() {
    const { state } = this;
    const { stones, captures, last } = positionAt(state, this.count);
    this.stones = stones;
    this.drawing.show(stones, { last: last?.point ?? null, ...this.extra });
    for (const box of document.querySelectorAll("[data-player]")) {
      box.querySelector(".captures").textContent = t("players.captures", { number: captures[box.dataset.player] });
    }
    if (this.slider) {
      this.slider.max = state.moves.length;
      this.slider.value = this.count;
      this.slider.setAttribute("aria-valuetext", this.#words(last));
    }
    const live = document.querySelector('[data-step="live"]');
    if (live) live.setAttribute("aria-pressed", String(this.live));
    for (const name of ["first", "back"]) this.#enable(name, this.count > 0);
    this.#enable("forward", this.count < state.moves.length);
    this.#mark();
    this.#describe(stones);
  }

  #enable(name, able) {
    // `aria-disabled` keeps the focus on a button that is pressed again and again.
    document.querySelector(`[data-step="${name}"]`)?.setAttribute("aria-disabled", String(!able));
  }

  #mark() {
    if (!this.list) return;
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.list.children[this.count - 1]?.firstElementChild;
    button?.setAttribute("aria-current", "true");
    if (button) {
      // Not scrollIntoView: the page itself must stay where its reader left it.
      const { list } = this;
      const top = button.parentElement.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) {
        list.scrollTop = top - list.clientHeight / 2;
      }
    } else this.list.scrollTop = 0;
  }

  #words(move) {
    if (!move) return t("position.start");
    const values = { number: move.n, colour: colourName(move.colour) };
    if (!move.point) return t("position.pass", values);
    const point = pointName(move.point, this.state.size);
    const key = move.captured.length ? "position.capture" : "position.move";
    return t(key, { ...values, point, captured: move.captured.length });
  }

  #say(before) {
    const move = this.state.moves[this.count - 1];
    const words = this.#words(move);
    const corrected = before && before.game === this.state.game && this.state.moves.length < before.moves.length;
    if (this.words) this.words.textContent = corrected ? `${t("position.corrected")} ${words}` : words;
  }

  #listMoves() {
    if (!this.list) return;
    const { moves, size } = this.state;
    moves.forEach((move, index) => {
      const key = `${move.n} ${move.colour} ${move.point} ${move.confidence < SURE}`;
      const there = this.list.children[index];
      if (there?.dataset.key === key) return;
      const unsure = move.confidence < SURE;
      const item = make(
        "li",
        { data: { key } },
        make(
          "button",
          { type: "button", data: { count: index + 1 } },
          make("span", { className: "n", textContent: move.n }),
          make("span", { className: `stone ${move.colour}`, role: "img", aria: { label: colourName(move.colour) } }),
          make("span", { textContent: move.point ? pointName(move.point, size) : t("moves.pass") }),
          unsure && this.showsDoubt ? make("span", { className: "unsure", role: "img", title: t("moves.unsure"), aria: { label: t("moves.unsure") }, textContent: "?" }) : null,
        ),
      );
      if (there) there.replaceWith(item);
      else this.list.append(item);
    });
    while (this.list.children.length > moves.length) this.list.lastElementChild.remove();
    const none = document.getElementById("no-moves");
    if (none) none.hidden = moves.length > 0;
  }

  #showPlayers() {
    const { facts, to_move: turn, phase } = this.state;
    for (const box of document.querySelectorAll("[data-player]")) {
      const player = box.dataset.player;
      const side = player === "B" ? "black" : "white";
      const name = facts[side] || (this.state.game ? "" : box.dataset.known) || colourName(player);
      box.querySelector(".name").textContent = name;
      box.querySelector(".name").title = name;
      box.querySelector(".rank").textContent = facts[`${side}_rank`] ?? "";
      box.classList.toggle("turn", turn === player && phase !== "ended");
    }
  }

  #describe(stones) {
    const words = document.getElementById("words");
    if (!words) return;
    const byName = (a, b) => a.charCodeAt(0) - b.charCodeAt(0) || b.charCodeAt(1) - a.charCodeAt(1);
    const lines = ["B", "W"].map((player) => {
      const points = [...stones].filter(([, colour]) => colour === player).map(([point]) => point);
      const names = points.sort(byName).map((point) => pointName(point, this.state.size));
      return make(
        "p",
        {},
        make("strong", { textContent: t("position.stones", { colour: colourName(player), number: points.length }) }),
        ` ${names.join(" ") || "–"}`,
      );
    });
    words.replaceChildren(...lines);
  }
}
