/* Sound and notifications: on the referee's page alone, and only after a click that allows them. */

import { t } from "./texts.js";

export class Bell {
  constructor(button) {
    this.button = button;
    this.context = null;
    button.addEventListener("click", () => this.#toggle());
    this.#label();
  }

  get on() {
    return this.context !== null && this.context.state === "running";
  }

  async #toggle() {
    if (this.on) await this.context.suspend();
    else {
      this.context ??= new AudioContext();
      await this.context.resume();
      this.ring("info");
      if ("Notification" in window && Notification.permission === "default") Notification.requestPermission();
    }
    this.#label();
  }

  #label() {
    this.button.setAttribute("aria-pressed", String(this.on));
    this.button.textContent = t(this.on ? "referee.sound_is_on" : "referee.sound_on");
  }

  /** Two soft notes; three for what is grave. */
  ring(severity) {
    if (!this.on) return;
    const { context } = this;
    const notes = severity === "critical" ? [880, 880, 1175] : [660, 880];
    notes.forEach((pitch, index) => {
      const begins = context.currentTime + 0.22 * index;
      const tone = new OscillatorNode(context, { type: "sine", frequency: pitch });
      const loud = new GainNode(context, { gain: 0 });
      loud.gain.setTargetAtTime(0.35, begins, 0.01);
      loud.gain.setTargetAtTime(0, begins + 0.12, 0.05);
      tone.connect(loud).connect(context.destination);
      tone.start(begins);
      tone.stop(begins + 0.6);
    });
  }

  /** A notification of the system, where the page is not being looked at. */
  notify(title, body, address) {
    if (!this.on || !("Notification" in window) || Notification.permission !== "granted" || !document.hidden) return;
    const shown = new Notification(title, { body, tag: address });
    shown.addEventListener("click", () => { focus(); location.assign(address); });
  }
}
