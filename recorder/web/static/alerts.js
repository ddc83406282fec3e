/* The alerts of all boards: their list, and the words about them. */

import { colourName, make, pointName, t } from "./texts.js";
import { timeText } from "./clocks.js";

const NAMES = JSON.parse(document.body.dataset.names || "{}");

/** What an irregularity is called, in the words of the rules. */
export function titleOf(id) {
  return NAMES.irregularity?.[id] ?? id;
}

export function rulingText(id) {
  return NAMES.ruling?.[id] ?? id;
}

/** The rulings there are on an alert, the usual one first: as it says itself, else as the rules provide. */
export function optionsOf(alert) {
  const own = [alert.default, ...(alert.options ?? [])].filter(Boolean);
  return [...new Set(own.length ? own : (NAMES.options?.[alert.id] ?? []))];
}

export function severityText(severity) {
  return NAMES.severity?.[severity] ?? severity;
}

const DISMISSED = "dismissed by the referee";

export const toneOf = { critical: "bad", warning: "warn", info: "" };

/** The alert in a sentence: as the rules' texts say it, else as the server did. */
export function messageOf(alert, size) {
  const sentence = NAMES.sentence?.[alert.id];
  if (!sentence || !size) return alert.message;
  const points = listed((alert.points ?? []).map((point) => pointName(point, size))) || "–";
  const other = { B: "W", W: "B" }[alert.colour];
  const name = (player) => (player ? colourName(player) : (NAMES.anybody ?? ""));
  return sentence.replaceAll("{player}", name(alert.colour)).replaceAll("{other}", name(other)).replaceAll("{points}", points);
}

export function stateText(alert) {
  if (alert.state === "open") return alert.answered || alert.late ? t("alert.answered") : t("alert.open");
  if (alert.state === "ruled") return t("alert.ruled");
  return t(alert.how.startsWith(DISMISSED) ? "alert.dismissed" : "alert.resolved");
}

/** Several things in a row, as the language sets them. */
export function listed(words) {
  return words.join(NAMES.separator ?? ", ");
}

const HOWS = {
  "the move was taken back": "taken_back",
  "put right on the board": "put_right",
  "the record was put right": "record_right",
  "the move was taken out of the record": "taken_out",
};

/** How an irregularity went away, in words. */
export function howText(how) {
  const [first, ...note] = how.split(": ");
  if (first === DISMISSED) return [t("how.dismissed"), ...note].join(" ");
  return HOWS[how] ? t(`how.${HOWS[how]}`) : how || t("alert.resolved_text");
}

/** The board and the move, and that the game is over where the next one has begun. */
export function whereText(alert) {
  const where = t("alert.where", { board: alert.name, number: alert.after });
  return alert.past ? `${where} · ${t("alert.past_game")}` : where;
}

/** One line of the list. */
export function alertItem(alert, chosen) {
  const where = whereText(alert);
  return make(
    "li",
    {},
    make(
      "a",
      { href: `/referee/${encodeURIComponent(alert.board)}/${alert.seq}`, className: `alert ${alert.severity} ${alert.state}`, data: { board: alert.board, alert: alert.seq }, aria: chosen ? { current: "true" } : {} },
      make("span", { className: "row spread" }, make("strong", { textContent: titleOf(alert.id) }), make("span", { className: `tag ${alert.state === "open" ? toneOf[alert.severity] : "bare"}`, textContent: alert.state === "open" ? severityText(alert.severity) : stateText(alert) })),
      make("span", { className: "muted small row spread" }, make("span", { textContent: where }), make("span", { className: "nowrap", textContent: timeText(alert.t_seen) })),
      alert.state === "open" ? make("span", { className: "small", textContent: stateText(alert) }) : null,
    ),
  );
}
