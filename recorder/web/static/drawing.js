/* Moves the stones of a drawing that the server made (recorder/web/svg.py): same geometry, same classes. */

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = JSON.parse(document.body.dataset.shapes || "{}");
const RADIUS = 11.5;

function node(tag, attributes, parent) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

export class Drawing {
  constructor(svg) {
    this.svg = svg;
    this.size = Number(svg.dataset.size);
    this.cell = Number(svg.dataset.cell);
    this.margin = Number(svg.dataset.margin);
    this.stones = svg.querySelector(".stones");
    this.ghosts = svg.querySelector(".ghosts");
    this.marks = svg.querySelector(".marks");
  }

  at(vertex) {
    return [
      this.margin + this.cell * (vertex.charCodeAt(0) - 97),
      this.margin + this.cell * (vertex.charCodeAt(1) - 97),
    ];
  }

  /** Show the stones of a Map of point to colour; circles that stay are left alone. */
  show(stones, { last = null, numbers = null, marks = {}, ghosts = new Map() } = {}) {
    this.#fill(this.stones, stones);
    this.#fill(this.ghosts, ghosts);
    this.marks.replaceChildren();
    if (numbers) this.#number(stones, numbers, last);
    if (last && !(numbers && numbers.has(last))) {
      const [cx, cy] = this.at(last);
      node("circle", { class: `last on${stones.get(last) ?? ""}`, cx, cy, r: 5.2 }, this.marks);
    }
    for (const [role, points] of Object.entries(marks)) {
      for (const point of points) this.#mark(role, point, stones.get(point) ?? "");
    }
  }

  #fill(group, stones) {
    for (const circle of [...group.children]) {
      if (stones.get(circle.dataset.point) !== circle.getAttribute("class")) circle.remove();
    }
    const there = new Set([...group.children].map((circle) => circle.dataset.point));
    for (const [point, colour] of stones) {
      if (there.has(point)) continue;
      const [cx, cy] = this.at(point);
      const paint = colour === "B" ? { fill: "#000" } : { fill: "#fff", stroke: "#000" };
      node("circle", { class: colour, "data-point": point, cx, cy, r: RADIUS, ...paint }, group);
    }
  }

  #number(stones, numbers, last) {
    for (const [point, number] of numbers) {
      const on = stones.get(point);
      if (!on) continue;
      const [x, y] = this.at(point);
      const size = ["13", "12", "9.5"][Math.min(2, String(number).length - 1)];
      const style = `number on${on}${point === last ? " newest" : ""}`;
      node("text", { class: style, x, y, dy: "0.36em", "text-anchor": "middle", "font-size": size }, this.marks)
        .textContent = number;
    }
  }

  #mark(role, point, on) {
    const [x, y] = this.at(point);
    const shape = SHAPES[role] ?? "circle";
    const style = { class: `mark ${shape} on${on}`, "data-role": role };
    const path = {
      triangle: `M${x} ${y - 7.5}l6.5 11.2h-13z`,
      square: `M${x - 5.8} ${y - 5.8}h11.6v11.6h-11.6z`,
      cross: `M${x - 5.5} ${y - 5.5}l11 11m0 -11l-11 11`,
      diamond: `M${x} ${y - 7.5}l7.5 7.5l-7.5 7.5l-7.5 -7.5z`,
    }[shape];
    if (path) node("path", { ...style, d: path }, this.marks);
    else node("circle", { ...style, cx: x, cy: y, r: 7 }, this.marks);
  }

  /** The point under a pointer event, or null beside the board. */
  pointAt(event) {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const col = Math.round((place.x - this.margin) / this.cell);
    const row = Math.round((place.y - this.margin) / this.cell);
    const inside = (k) => k >= 0 && k < this.size;
    return inside(col) && inside(row) ? String.fromCharCode(97 + col, 97 + row) : null;
  }
}

/** An empty drawing of another size in the place of one that is there; the server draws it. */
export async function resized(svg, size) {
  const coordinates = svg.querySelector(".coordinates") ? "" : "?coordinates=0";
  const answer = await fetch(`/drawings/${size}.svg${coordinates}`);
  if (!answer.ok) throw new Error(`no drawing of ${size} lines`);
  const text = await answer.text();
  const fresh = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  fresh.id = svg.id;
  fresh.setAttribute("class", svg.getAttribute("class"));
  svg.replaceWith(fresh);
  return new Drawing(fresh);
}
