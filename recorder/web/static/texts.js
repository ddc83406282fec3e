/* What scripts say, in the language of the page. */

const texts = JSON.parse(document.body.dataset.texts || "{}");

export const language = document.documentElement.lang || "en";

/** The text of a key, its {places} filled in. */
export function t(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The text of a key, or undefined where there is none. */
export function said(key) {
  return texts[key];
}

/** The text of a coded word, or the word itself where nobody has put it into words. */
export function coded(group, code) {
  return texts[`${group}.${code}`] ?? code;
}

export function colourName(player) {
  return t(player === "B" ? "colour.black" : "colour.white");
}

/** Letters of the columns as people write them: there is no I. */
export const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** A point as people write it: "dd" on 19 lines is D16. */
export function pointName(vertex, size) {
  return COLUMNS[vertex.charCodeAt(0) - 97] + (size - (vertex.charCodeAt(1) - 97));
}

/** An element with properties, attributes by `data`, and children (texts are texts, never markup). */
export function make(tag, { data = {}, aria = {}, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  Object.assign(element.dataset, data);
  for (const [name, value] of Object.entries(aria)) element.setAttribute(`aria-${name}`, value);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}
