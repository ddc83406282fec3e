/* How a game stands, and what is known of it, in words. */

import { colourName, make, t } from "./texts.js";

/** A result as SGF writes it, in words. */
export function resultText(result) {
  const [side, how = ""] = result.split("+");
  if (side !== "B" && side !== "W") {
    return { 0: t("result.draw"), Draw: t("result.draw"), Void: t("result.void") }[result] ?? t("result.unknown");
  }
  const winner = colourName(side);
  const key = { R: "resignation", Resign: "resignation", T: "time", Time: "time", F: "forfeit", Forfeit: "forfeit" }[how];
  if (key) return t(`result.${key}`, { winner });
  return how ? t("result.points", { winner, number: how }) : t("result.plain", { winner });
}

/** The text and tone of the sign that says how a game stands. */
export function statusOf(state, status = null) {
  const source = status?.source;
  if (state.result) return { text: resultText(state.result), tone: "bare" };
  if (state.phase === "ended") return { text: t("status.ended"), tone: "bare" };
  if (source === "off") return { text: t("status.off"), tone: "" };
  if (["lost", "stuck", "restarting"].includes(source)) return { text: t("status.camera"), tone: "bad" };
  if (state.view?.state === "lost") return { text: t("status.lost"), tone: "warn" };
  if (state.phase === "counting") return { text: t("status.counting"), tone: "" };
  if (state.paused) return { text: t("status.paused"), tone: "warn" };
  if (state.phase === "waiting" || !state.size) return { text: t("status.waiting"), tone: "" };
  const begun = state.count || state.moves?.length || state.setup || state.black?.length;
  return { text: t(begun ? "status.playing" : "status.ready"), tone: "good" };
}

/** Makes the sign on a board's own page say how its game stands. */
export function showStatus(state, source) {
  const { text, tone } = statusOf(state, source);
  const tag = document.getElementById("status");
  tag.textContent = text;
  tag.className = `tag ${tone}`;
}

export function showFacts(list, { facts, size, moves }) {
  const rows = [
    ["event", facts.event],
    ["round", facts.round],
    ["place", facts.place],
    ["date", facts.date],
    ["rules", facts.rules],
    ["komi", facts.komi ?? ""],
    ["handicap", facts.handicap || ""],
    ["size", size ? `${size} × ${size}` : ""],
    ["moves", moves.length],
  ];
  const shown = rows.filter(([, value]) => value !== "" && value !== undefined && value !== null);
  list.replaceChildren(
    ...shown.flatMap(([key, value]) => [
      make("dt", { textContent: t(`facts.${key}`) }),
      make("dd", { textContent: value }),
    ]),
  );
}
