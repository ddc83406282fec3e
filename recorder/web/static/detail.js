/* One alert: what was seen, on pictures and on the board, and the ruling on it. */

import { howText, listed, messageOf, optionsOf, rulingText, severityText, stateText, titleOf, toneOf, whereText } from "./alerts.js";
import { attempt, order, say } from "./api.js";
import { timeText } from "./clocks.js";
import { Drawing, resized } from "./drawing.js";
import { positionAt } from "./game.js";
import { vertexOf } from "./correct.js";
import { coded, colourName, make, pointName, t } from "./texts.js";

const get = (id) => document.getElementById(id);

export class Detail {
  constructor() {
    this.drawing = new Drawing(document.querySelector("#alert-board .board"));
    this.key = "";
    this.moment = "then";
    get("ruling").addEventListener("submit", (event) => { event.preventDefault(); this.#rule(); });
    get("dismiss").addEventListener("click", () => this.#dismiss());
    get("withdraw").addEventListener("click", () => this.#withdraw());
  }

  /** Show an alert of a game; what was begun to be written for it is kept. */
  async show(alert, state, pictures) {
    const key = `${alert.board} ${state.game} ${alert.seq}`;
    const other = key !== this.key;
    Object.assign(this, { key, alert, state });
    if (other) {
      get("ruling").reset();
      this.moment = "then";
      this.#options();
    }
    this.#head();
    this.#pictures(pictures, other);
    this.#decided();
    await this.#board();
  }

  #head() {
    const { alert, state } = this;
    get("severity").textContent = severityText(alert.severity);
    get("severity").className = `tag ${toneOf[alert.severity]}`;
    get("where").textContent = `${whereText(alert)} · ${timeText(alert.t_seen)}`;
    get("what").textContent = titleOf(alert.id);
    get("message").textContent = messageOf(alert, state.size);
    const reply = get("reply");
    reply.hidden = alert.state !== "open";
    const late = alert.answered || alert.late;
    reply.className = `notice ${late ? "warn" : "good"}`;
    reply.textContent = t(late ? "alert.reply_played" : "alert.no_reply");
    const rows = [
      ["article", alert.article],
      ["player", alert.colour ? colourName(alert.colour) : ""],
      ["points", listed(alert.points.map((point) => pointName(point, state.size)))],
      ["alternatives", listed((alert.alternatives ?? []).map(titleOf))],
      ["warnings", listed(["B", "W"].map((player) => `${colourName(player)} ${state.warnings[player] ?? 0}`))],
    ].filter(([, value]) => value);
    get("alert-facts").replaceChildren(...rows.flatMap(([name, value]) => [make("dt", { textContent: t(`alert.${name}`) }), make("dd", { textContent: value })]));
    get("restore").hidden = alert.past;
    get("restore").href = `/referee/${encodeURIComponent(alert.board)}/restore?move=${Math.max(0, this.#before())}`;
  }

  /** Number of the last move before the irregularity. */
  #before() {
    const { alert, state } = this;
    const first = state.moves.find((move) => move.t >= alert.t_seen - 0.5 && alert.points.includes(move.point));
    return first ? first.n - 1 : alert.after;
  }

  #pictures(pictures, other) {
    const box = get("evidence");
    const key = pictures.join(" ");
    if (!other && box.dataset.key === key) return;
    box.dataset.key = key;
    box.hidden = pictures.length === 0;
    const address = `/api/boards/${encodeURIComponent(this.alert.board)}/evidence/${this.alert.seq}`;
    box.replaceChildren(
      ...pictures.map((moment) => {
        const link = make("a", { href: `${address}/${moment}.jpg`, target: "_blank", rel: "noopener" }, make("img", { src: `${address}/${moment}.jpg`, alt: t(`moment.${moment}_alt`) }));
        return make("figure", {}, link, make("figcaption", { className: "small muted", textContent: t(`moment.${moment}`) }));
      }),
    );
  }

  async #board() {
    const { alert, state } = this;
    if (!state.size) return;
    if (state.size !== this.drawing.size) this.drawing = await resized(this.drawing.svg, state.size);
    const counts = { before: this.#count(this.#before()), then: this.#count(alert.after), now: state.moves.length };
    const buttons = Object.keys(counts).map((moment) => {
      const button = make("button", { type: "button", textContent: t(`moment.board_${moment}`), aria: { pressed: String(moment === this.moment) } });
      button.addEventListener("click", () => { this.moment = moment; this.#board(); });
      return button;
    });
    const focused = [...get("moments").children].indexOf(document.activeElement);
    get("moments").replaceChildren(...buttons);
    buttons[focused]?.focus();
    const { stones, last } = positionAt(state, counts[this.moment]);
    const roles = Object.entries(alert.roles ?? {}).filter(([, points]) => points.length);
    const marks = roles.length ? Object.fromEntries(roles) : { at: alert.points };
    this.drawing.show(stones, { last: last?.point ?? null, marks });
    const legend = Object.entries(marks).map(([role, points]) => [role, listed(points.map((point) => pointName(point, state.size)))]);
    get("legend").replaceChildren(...legend.map(([role, points]) => make("li", {}, shape(role), ` ${t("alert.mark", { role: coded("role", role), points })}`)));
    get("marks-words").textContent = legend.map(([role, points]) => t("alert.mark", { role: coded("role", role), points })).join(". ");
  }

  #count(number) {
    return this.state.moves.filter((move) => move.n <= number).length;
  }

  #options() {
    const { alert } = this;
    const named = optionsOf(alert);
    const usual = named[0] ?? "";
    const choices = named.map((id) =>
      make(
        "label",
        { className: "choice option" },
        make("input", { type: "radio", name: "option", value: id, checked: id === usual }),
        make("span", {}, rulingText(id), id === usual ? make("span", { className: "tag bare", textContent: t("referee.usual") }) : null),
      ),
    );
    const own = make("label", { className: "choice option" }, make("input", { type: "radio", name: "option", value: "", checked: !usual }), make("span", { textContent: t("referee.own") }));
    get("options").replaceChildren(...choices, own);
  }

  #decided() {
    const { alert } = this;
    get("ruling").hidden = alert.state !== "open";
    get("more").hidden = alert.past; // of a game that is over it can be said what was ruled, and nothing more
    get("decided").hidden = alert.state === "open";
    if (alert.state === "open") return;
    get("decided-title").textContent = stateText(alert);
    get("decided-text").textContent = alert.state === "ruled" ? rulingText(alert.ruling) : howText(alert.how);
    get("decided-note").hidden = !alert.note;
    get("decided-note").textContent = alert.note ?? "";
    get("withdraw").hidden = !alert.ruling_seq;
  }

  async #rule() {
    const { board, seq } = this.alert;
    const option = get("ruling").elements.option.value;
    const note = get("note").value.trim();
    const ruling = option || note;
    if (!ruling) {
      get("note").focus();
      return;
    }
    const more = this.#more();
    if (more) await attempt(() => order(board, "rule", { alert: seq, ruling, note: option ? note : "", ...more }), t(this.alert.past ? "referee.ruled_past" : "referee.ruled"));
  }

  /** What the referee says besides the option; null where a point that was written is none. */
  #more() {
    const more = {};
    if (this.alert.past) return more;
    const warned = get("warned").value;
    if (get("to-move").value) more.to_move = get("to-move").value;
    if (get("forfeits").value) more.forfeits = get("forfeits").value;
    if (warned) more.warnings = warned === "none" ? {} : { [warned]: 1 };
    if (get("ruled-result").value.trim()) more.result = get("ruled-result").value.trim();
    const point = get("where-point").value.trim();
    if (point) {
      more.move = vertexOf(point, this.state.size);
      if (!more.move) {
        get("where-point").focus();
        say(t("correct.where"), { tone: "bad" });
        return null;
      }
    }
    return more;
  }

  async #dismiss() {
    const { board, seq } = this.alert;
    await attempt(() => order(board, "dismiss", { alert: seq, note: get("note").value.trim() }), t("referee.dismissed"));
  }

  async #withdraw() {
    const { board, ruling_seq: ruling } = this.alert;
    await attempt(() => order(board, "withdraw_ruling", { ruling }), t("referee.withdrawn"));
  }
}

const SHAPES = JSON.parse(document.body.dataset.shapes || "{}");

/** The form by which a role is marked on the board, for the legend. */
function shape(role) {
  return make("span", { className: `sign ${SHAPES[role] ?? "circle"}`, aria: { hidden: "true" } });
}
