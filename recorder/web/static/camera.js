/* The live picture, with the grid that was found drawn on it, and its corners to be dragged. */

import { attempt, order } from "./api.js";
import { make, t } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
const EVERY = 1000; // Milliseconds from one picture to the next.

/** The mapping of the unit square onto four corners (Heckbert 1989, section 2.2): (u, v) to [x, y]. */
function projective([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const sx = x0 - x1 + x2 - x3;
  const sy = y0 - y1 + y2 - y3;
  const [dx1, dx2, dy1, dy2] = [x1 - x2, x3 - x2, y1 - y2, y3 - y2];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / det;
  const h = (dx1 * sy - sx * dy1) / det;
  return (u, v) => {
    const w = g * u + h * v + 1;
    return [((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / w, ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / w];
  };
}

function node(tag, attributes, parent) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

export class Camera {
  constructor(board) {
    this.board = board;
    this.image = document.getElementById("picture");
    this.grid = document.getElementById("grid");
    this.status = null;
    this.hand = null; // Corners that are being dragged.
    this.#listen();
    this.#load();
  }

  /** Take how the board's source is. */
  take(status) {
    this.status = status;
    const { words = [], source } = status;
    const quality = document.getElementById("quality");
    const shown = words.filter((word) => word !== "no_board");
    const lines = shown.map((word) => make("li", { className: "small", textContent: t(`quality.${word}`) }));
    if (!lines.length && source === "live" && status.corners) lines.push(make("li", { className: "small good", textContent: t("quality.good") }));
    if (JSON.stringify(shown) + lines.length !== this.said) quality.replaceChildren(...lines);
    this.said = JSON.stringify(shown) + lines.length;
    document.getElementById("camera-tools").hidden = !status.picture || source === "off";
    this.#draw();
  }

  #load() {
    const again = () => setTimeout(() => this.#load(), this.image.hidden ? EVERY / 3 : EVERY);
    // Asked for only where there is one: a picture that is refused is a fault in the eyes of a browser.
    if (document.hidden || !this.status?.picture || this.status.source !== "live") {
      this.#blank();
      again();
      return;
    }
    const next = new Image();
    next.addEventListener("load", () => {
      this.image.src = next.src;
      this.image.hidden = false;
      document.getElementById("no-picture").hidden = true;
      this.#draw();
      again();
    });
    next.addEventListener("error", () => { this.#blank(); again(); });
    next.src = `/api/boards/${encodeURIComponent(this.board)}/picture.jpg?width=1280&at=${Date.now()}`;
  }

  #blank() {
    if (document.hidden) return;
    if (this.status?.source === "ended" && !this.image.hidden) return; // the last picture of a film stays
    this.image.hidden = true;
    this.grid.toggleAttribute("hidden", true);
    const words = document.getElementById("no-picture");
    words.hidden = false;
    words.textContent = t(this.status?.source === "off" ? "camera.off" : "camera.waiting");
  }

  #draw() {
    const { grid, status } = this;
    const corners = this.hand ?? status?.corners;
    const visible = Boolean(corners && status?.picture && !this.image.hidden);
    grid.toggleAttribute("hidden", !visible);
    if (!visible) return;
    const [width, height] = status.picture;
    grid.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const size = this.hand ? Number(document.getElementById("lines").value) : status.size;
    const place = projective(corners);
    let path = "";
    for (let k = 0; k < size; k += 1) {
      const s = k / (size - 1);
      for (const [a, b] of [[place(s, 0), place(s, 1)], [place(0, s), place(1, s)]]) {
        path += `M${a.map((x) => x.toFixed(1))}L${b.map((x) => x.toFixed(1))}`;
      }
    }
    if (!this.path) this.path = node("path", { class: "grid-lines", "vector-effect": "non-scaling-stroke" }, grid);
    this.path.setAttribute("d", path);
    this.#corners(corners, width);
  }

  #corners(corners, width) {
    if (!this.handles) {
      this.handles = corners.map((_, index) => {
        const handle = node("circle", { class: "handle", "data-index": index, role: "slider", "aria-label": t("camera.corner", { number: index + 1 }), "aria-valuenow": 0 }, this.grid);
        return handle;
      });
    }
    this.handles.forEach((handle, index) => {
      const [x, y] = corners[index];
      handle.setAttribute("cx", x);
      handle.setAttribute("cy", y);
      handle.setAttribute("r", this.hand ? width / 42 : width / 130);
      handle.setAttribute("tabindex", this.hand ? "0" : "-1");
      handle.setAttribute("aria-valuetext", `${Math.round(x)}, ${Math.round(y)}`);
      handle.classList.toggle("first", index === 0);
    });
  }

  #listen() {
    const hand = document.getElementById("hand");
    const actions = document.getElementById("camera-actions");
    const open = (now) => {
      hand.hidden = !now;
      actions.hidden = now;
      this.grid.classList.toggle("draggable", now);
      if (!now) this.hand = null;
      this.#draw();
    };
    document.getElementById("by-hand").addEventListener("click", () => {
      const [width, height] = this.status?.picture ?? [0, 0];
      if (!width) return;
      const [a, b, c, d] = [width * 0.2, height * 0.15, width * 0.8, height * 0.85];
      this.hand = (this.status.corners ?? [[a, b], [c, b], [c, d], [a, d]]).map((corner) => [...corner]);
      if (this.status.size) this.#choose(this.status.size);
      open(true);
    });
    document.getElementById("leave-corners").addEventListener("click", () => open(false));
    document.getElementById("lines").addEventListener("change", () => this.#draw());
    document.getElementById("use-corners").addEventListener("click", async () => {
      const corners = this.hand.map((corner) => corner.map((x) => Math.round(x * 10) / 10));
      const size = Number(document.getElementById("lines").value);
      if (await attempt(() => order(this.board, "set_grid", { size, corners }), t("camera.used"))) open(false);
    });
    document.getElementById("find-again").addEventListener("click", () => attempt(() => order(this.board, "find_again"), t("camera.finding")));
    for (const button of document.querySelectorAll("#top [data-side]")) {
      button.addEventListener("click", () => attempt(() => order(this.board, "set_top", { side: button.dataset.side }), t("camera.top_set")));
    }
    this.#drag();
  }

  #choose(size) {
    const lines = document.getElementById("lines");
    if (![...lines.options].some((option) => Number(option.value) === size)) lines.append(new Option(String(size)));
    lines.value = String(size);
  }

  #drag() {
    const move = (index, x, y) => {
      const [width, height] = this.status.picture;
      this.hand[index] = [Math.max(0, Math.min(x, width - 1)), Math.max(0, Math.min(y, height - 1))];
      this.#draw();
    };
    this.grid.addEventListener("pointerdown", (event) => {
      const index = event.target.dataset?.index;
      if (!this.hand || index === undefined) return;
      event.preventDefault();
      event.target.setPointerCapture(event.pointerId);
      const follow = (e) => {
        const place = new DOMPoint(e.clientX, e.clientY).matrixTransform(this.grid.getScreenCTM().inverse());
        move(Number(index), place.x, place.y);
      };
      event.target.addEventListener("pointermove", follow);
      const stop = () => event.target.removeEventListener("pointermove", follow);
      event.target.addEventListener("pointerup", stop, { once: true });
      event.target.addEventListener("pointercancel", stop, { once: true });
    });
    this.grid.addEventListener("keydown", (event) => {
      const index = event.target.dataset?.index;
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!this.hand || index === undefined || !step) return;
      event.preventDefault();
      event.stopPropagation(); // Arrow keys step through the moves elsewhere.
      const far = event.shiftKey ? 10 : 1;
      const [x, y] = this.hand[index];
      move(Number(index), x + far * step[0], y + far * step[1]);
    });
  }
}
