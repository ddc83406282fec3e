/* Setting up a board: choose a camera, say who plays, start. */

import { call, Refused } from "./api.js";
import { make, t } from "./texts.js";

const form = document.getElementById("setup");
const list = document.getElementById("cameras");
const looking = document.getElementById("looking");
const refusal = document.getElementById("refusal");

function option(camera, first) {
  const picture = make("img", { alt: "", loading: "lazy", src: `/api/cameras/${encodeURIComponent(camera.id)}/preview.jpg?${Date.now()}` });
  const size = make("span", { className: "muted small" });
  picture.addEventListener("load", () => { size.textContent = `${picture.naturalWidth} × ${picture.naturalHeight}`; });
  picture.addEventListener("error", () => picture.replaceWith(make("span", { className: "no-picture small", textContent: camera.note || t("setup.no_picture") })));
  return make(
    "li",
    {},
    make(
      "label",
      { className: "camera" },
      make("input", { type: "radio", name: "camera", value: camera.id, checked: first }),
      make("span", { className: "preview" }, picture),
      make("span", { className: "camera-name" }, make("strong", { textContent: camera.name }), size),
    ),
  );
}

async function look() {
  looking.hidden = false;
  looking.textContent = t("setup.looking");
  list.replaceChildren();
  try {
    const { cameras } = await call("GET", "/api/cameras");
    list.replaceChildren(...cameras.map((camera, index) => option(camera, index === 0)));
    looking.hidden = cameras.length > 0;
    looking.textContent = t("setup.no_camera");
    if (!cameras.length) document.getElementById("other").open = true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    looking.textContent = error.message;
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = new FormData(form);
  const source = (given.get("address") || "").trim() || given.get("camera");
  refusal.hidden = true;
  const refuse = (text) => {
    refusal.textContent = text;
    refusal.hidden = false;
    refusal.scrollIntoView({ block: "nearest" });
  };
  if (!source) return refuse(t("setup.choose"));
  const button = form.querySelector("button.primary");
  button.disabled = true;
  try {
    const board = await call("POST", "/api/boards", {
      source,
      name: given.get("name").trim(),
      facts: { black: given.get("black").trim(), white: given.get("white").trim() },
      keeping: { evidence: given.has("evidence"), film: given.has("film"), days: Number(given.get("days")) || 0 },
    });
    location.assign(`/operator/${encodeURIComponent(board.id)}`);
  } catch (error) {
    button.disabled = false;
    if (!(error instanceof Refused)) throw error;
    refuse(error.message);
  }
});

// An address typed by hand goes before a camera that was chosen: say so by unmarking it.
form.elements.address.addEventListener("input", (event) => {
  for (const radio of form.querySelectorAll('input[name="camera"]')) radio.checked = !event.target.value.trim() && radio === form.querySelector('input[name="camera"]');
});
list.addEventListener("change", () => { form.elements.address.value = ""; });
document.getElementById("again").addEventListener("click", look);
look();
