/* One question with a few answers. */

import { t } from "./texts.js";

const dialog = document.getElementById("ask");

/**
 * Ask; resolves with the value of the answer that was pressed, or null.
 *
 * choices: objects of `value`, `text`, and if wanted `tone` (a button's class) or `stone` (a player).
 */
export function ask(title, text, choices) {
  dialog.querySelector("#ask-title").textContent = title;
  dialog.querySelector("#ask-text").textContent = text;
  dialog.querySelector("#ask-text").hidden = !text;
  const buttons = choices.map(({ value, text: words, tone = "", stone = null }) => {
    const button = Object.assign(document.createElement("button"), { value, className: tone });
    if (stone) button.append(Object.assign(document.createElement("span"), { className: `stone ${stone}` }));
    button.append(words);
    return button;
  });
  dialog.querySelector("#ask-choices").replaceChildren(...buttons);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => resolve(["", "cancel"].includes(dialog.returnValue) ? null : dialog.returnValue),
      { once: true },
    );
  });
}

dialog?.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close(""); // pressed beside it
});

/** Ask for a line of text; resolves with it, or null. */
export function askText(title, label, placeholder = "") {
  const answer = ask(title, "", [{ value: "ok", text: t("console.ok"), tone: "primary" }]);
  const input = Object.assign(document.createElement("input"), { id: "ask-input", placeholder, autocomplete: "off" });
  const field = document.createElement("label");
  field.append(label, input);
  dialog.querySelector("#ask-choices").prepend(field);
  input.focus();
  return answer.then((pressed) => (pressed === "ok" ? input.value.trim() || null : null));
}
