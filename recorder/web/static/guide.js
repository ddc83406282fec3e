/* What the operator should do next, in a sentence. */

import { resultText } from "./facts.js";
import { colourName, language, pointName, t } from "./texts.js";

/** What the server says is wrong: alone where it is in the language of the page, else in English behind our own words. */
function told(key, words, inLanguages) {
  if (!words) return t(key);
  const said = translated(words, inLanguages);
  return said !== words || language === "en" ? said : `${t(key)} (${words})`;
}

function translated(words, inLanguages) {
  return inLanguages?.[language.toLowerCase().replace("-", "_")] ?? words;
}

function step(key, tone, actions, values = {}, text = null) {
  return { title: t(`next.${key}`, values), text: text ?? t(`next.${key}_text`, values), tone, actions };
}

/** Title, text, tone and the names of the buttons to show, for a game's state and its source's status. */
export function nextStep(state, status) {
  const source = status?.source ?? "connecting";
  if (source === "off") return step("off", "", ["start"]);
  if (["lost", "stuck", "restarting"].includes(source)) return step("lost", "bad", ["stop"], {}, told("next.lost_text", status.message, status.messages));
  if (state?.phase === "ended") {
    const values = { result: state.result ? resultText(state.result) : t("status.ended") };
    return step("ended", "good", ["next_game"], values);
  }
  if (source === "ended") return step("film", "", ["start"], {}, told("next.film_text", status.message, status.messages));
  if (source === "connecting" && !status?.corners) return step("connecting", "", ["stop"]);
  if (state?.paused) return step("paused", "warn", ["resume", "end"]);
  if (!status?.corners) return step("find", "warn", ["stop"], {}, status?.reason ? `${t("next.find_text")} (${translated(status.reason, status.reasons)})` : null);
  if (state?.view?.state === "lost") return step("covered", "warn", ["pause", "end"]);
  if (!state?.moves?.length) return step("ready", "good", ["pause"], { size: status.size });
  const move = state.moves.at(-1);
  const values = { number: move.n, colour: colourName(move.colour), point: move.point ? pointName(move.point, state.size) : t("moves.pass") };
  return step("recording", "good", ["pause", "end"], values);
}
