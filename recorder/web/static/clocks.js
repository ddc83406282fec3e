/* The players' clocks, where they are known. */

import { t } from "./texts.js";

/** Seconds as a clock shows them: 1:02:03 or 4:05. */
export function timeText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const pad = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

export class Clocks {
  constructor() {
    this.told = null;
    this.at = 0;
    this.stood = null; // Since when nobody has news of it.
    setInterval(() => this.#show(), 500);
  }

  /** Take a state: a clock that is told of anew runs from now on. */
  take(state) {
    const key = JSON.stringify(state.clocks);
    if (key !== this.key) {
      this.key = key;
      this.at = performance.now();
    }
    this.told = state.clocks;
    this.stands = state.paused || state.phase === "ended";
    this.#show();
  }

  /** The clocks were told so many seconds ago: a page that was opened later counts on from there. */
  settle(age) {
    this.at = performance.now() - 1000 * age;
    this.#show();
  }

  /** A clock that nobody has news of does not run. */
  freeze(frozen) {
    if (frozen !== (this.stood !== null)) this.stood = frozen ? performance.now() : null;
  }

  #show() {
    for (const box of document.querySelectorAll("[data-player]")) {
      const clock = box.querySelector(".clock");
      clock.hidden = !this.told;
      if (this.told) this.#write(clock, box.dataset.player);
    }
  }

  #write(clock, player) {
    const left = this.told[player === "B" ? "black" : "white"];
    const runs = this.told.running === player && !this.stands;
    const gone = runs ? Math.max(0, (this.stood ?? performance.now()) - this.at) / 1000 : 0;
    const main = Math.max(0, left.main - gone);
    const period = Math.max(0, left.period - Math.max(0, gone - left.main));
    const extra = [];
    if (left.stones) extra.push(t("clock.stones", { number: left.stones }));
    else if (left.periods) extra.push(t("clock.periods", { number: left.periods }));
    clock.replaceChildren(timeText(main > 0 || !left.period ? main : period));
    if (extra.length) {
      const small = document.createElement("small");
      small.textContent = extra.join(" ");
      clock.append(small);
    }
  }
}
