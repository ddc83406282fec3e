/* The operator's forms: names and facts, time, settings. What somebody is typing is not written over. */

import { attempt, call, order } from "./api.js";
import { t } from "./texts.js";

const FACTS = ["black", "white", "black_rank", "white_rank", "black_team", "white_team", "event", "round", "place", "komi"];

export class Forms {
  constructor(board) {
    this.board = board;
    this.address = `/api/boards/${encodeURIComponent(board)}`;
    this.facts = document.getElementById("facts-form");
    this.settings = document.getElementById("settings-form");
    this.time = document.getElementById("time-form");
    this.touched = false;
    this.#listen();
    this.#load();
  }

  async #load() {
    await attempt(async () => { this.#fill(await call("GET", `${this.address}/settings`)); });
  }

  #fill(config) {
    const { elements } = this.settings;
    for (const name of ["name", "rules", "passes"]) elements[name].value = config[name] ?? "";
    elements.handicap.value = config.handicap ?? "";
    elements.evidence.checked = config.keeping.evidence;
    elements.film.checked = config.keeping.film;
    elements.days.value = config.keeping.days;
    elements.megabytes.value = config.keeping.film_megabytes;
    elements.delay.value = config.delay ?? 0;
    if (!this.known) this.#show(config.facts ?? {});
  }

  /** Take a game's state: its facts are shown unless they are being written. */
  take(state) {
    this.running = state.phase !== "waiting" && state.size > 0;
    const key = JSON.stringify([state.game, state.facts]);
    if (key === this.known || (this.touched && this.facts.contains(document.activeElement))) return;
    if (Object.keys(state.facts ?? {}).length || this.known) {
      this.known = key;
      this.#show(state.facts ?? {});
    }
  }

  #show(facts) {
    for (const name of FACTS) this.facts.elements[name].value = facts[name] ?? "";
    this.touched = false;
  }

  #listen() {
    this.facts.addEventListener("input", () => { this.touched = true; });
    this.facts.addEventListener("submit", (event) => { event.preventDefault(); this.#saveFacts(); });
    document.getElementById("swap").addEventListener("click", () => {
      const { elements } = this.facts;
      for (const suffix of ["", "_rank", "_team"]) {
        const [a, b] = [elements[`black${suffix}`], elements[`white${suffix}`]];
        [a.value, b.value] = [b.value, a.value];
      }
      this.touched = true;
    });
    this.settings.addEventListener("submit", (event) => { event.preventDefault(); this.#saveSettings(); });
    this.time.addEventListener("submit", (event) => { event.preventDefault(); this.#setTime(); });
    const system = document.getElementById("system");
    const fit = () => {
      for (const field of this.time.querySelectorAll("[data-for]")) field.hidden = !field.dataset.for.split(" ").includes(system.value);
    };
    system.addEventListener("change", fit);
    fit();
    document.getElementById("start-clock").addEventListener("click", () => attempt(() => order(this.board, "start_clock"), t("time.started")));
    document.getElementById("press-clock").addEventListener("click", () => attempt(() => order(this.board, "press_clock"), t("time.pressed")));
  }

  async #saveFacts() {
    const facts = {};
    for (const name of FACTS) {
      const value = this.facts.elements[name].value.trim();
      if (name !== "komi") facts[name] = value;
      else if (value) facts.komi = Number(value.replace(",", "."));
    }
    // A game that runs gets them by an order; one that has not begun has them among the settings.
    const save = () => (this.running ? order(this.board, "set_facts", { facts }) : call("PATCH", this.address, { facts }));
    if (await attempt(save, t("facts.saved"))) this.touched = false;
  }

  async #saveSettings() {
    const { elements } = this.settings;
    const handicap = elements.handicap.value;
    const fields = {
      name: elements.name.value.trim(),
      rules: elements.rules.value,
      passes: elements.passes.value,
      handicap: handicap === "" ? null : Number(handicap),
      delay: Number(elements.delay.value) || 0,
      keeping: {
        evidence: elements.evidence.checked,
        film: elements.film.checked,
        days: Number(elements.days.value) || 0,
        film_megabytes: Number(elements.megabytes.value) || 4000,
      },
    };
    if (await attempt(() => call("PATCH", this.address, fields), t("settings.saved"))) {
      document.getElementById("heading").textContent = fields.name || this.board;
    }
  }

  async #setTime() {
    const value = (id) => Number(document.getElementById(id).value) || 0;
    const [main, count, seconds] = [value("main-time"), value("periods"), value("period")];
    const system = {
      byo: `${main}m+${count}x${seconds}s`,
      none: `${main}m`,
      fischer: `${main}m+${seconds}s/move`,
      canadian: `${main}m+${count}/${seconds}s`,
    }[document.getElementById("system").value];
    await attempt(() => order(this.board, "set_time", { system }), t("time.saved", { system }));
  }
}
