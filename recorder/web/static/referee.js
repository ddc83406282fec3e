/* The referee's page: what needs attention at all boards, and the decision on it. */

import { alertItem, listed, messageOf, titleOf } from "./alerts.js";
import { call } from "./api.js";
import { Bell } from "./bell.js";
import { Detail } from "./detail.js";
import { statusOf } from "./facts.js";
import { merged } from "./game.js";
import { follow } from "./stream.js";
import { colourName, make, t } from "./texts.js";

const states = new Map();
const statuses = new Map();
const evidence = new Map(); // Which pictures there are, by board and alert.
const bell = new Bell(document.getElementById("sound"));
const detail = new Detail();
let chosen = document.body.dataset.board ? { board: document.body.dataset.board, seq: Number(document.body.dataset.alert) } : null;
let known = null; // Keys of the alerts that were told of; null until the first are there.
let settled = 0;
let auto = null; // The alert that is shown though none was chosen.

const nameOf = (board) => statuses.get(board)?.name ?? board;
const keyOf = (alert) => `${alert.board} ${alert.game.game} ${alert.seq}`;

function all() {
  // Each knows its game: what nobody ruled on before the next one began waits still.
  const games = [...states.values()].flatMap((state) => [...(state.unruled ?? []), state].map((game) => [game, game !== state]));
  const alerts = games.flatMap(([game, past]) => game.alerts.map((alert) => ({ ...alert, board: game.board, name: nameOf(game.board), game, past })));
  // Boards began at different times: what this page heard last stands first, then by each board's own time.
  return alerts.sort((a, b) => (heard.get(keyOf(b)) ?? 0) - (heard.get(keyOf(a)) ?? 0) || b.t - a.t);
}

const heard = new Map();

function ring(alerts) {
  const fresh = alerts.filter((alert) => !known?.has(keyOf(alert)));
  const first = known === null || performance.now() < settled;
  known ??= new Set();
  for (const alert of fresh) {
    known.add(keyOf(alert));
    heard.set(keyOf(alert), first ? 0 : performance.now());
  }
  if (first) return;
  const loud = fresh.filter((alert) => alert.state === "open");
  for (const alert of loud) {
    bell.ring(alert.severity);
    const text = `${titleOf(alert.id)}. ${t("alert.where", { board: alert.name, number: alert.after })}`;
    document.getElementById("said-alert").textContent = text;
    bell.notify(titleOf(alert.id), messageOf(alert, alert.game.size), `/referee/${encodeURIComponent(alert.board)}/${alert.seq}`);
  }
  if (fresh.length) lookForPictures();
}

function isChosen(alert) {
  return chosen !== null && alert.board === chosen.board && alert.seq === chosen.seq;
}

function show() {
  ring(all());
  const alerts = all();
  const open = alerts.filter((alert) => alert.state === "open");
  const past = alerts.filter((alert) => alert.state !== "open");
  document.getElementById("open").replaceChildren(...open.map((alert) => alertItem(alert, isChosen(alert))));
  document.getElementById("past").replaceChildren(...past.map((alert) => alertItem(alert, isChosen(alert))));
  document.getElementById("past-box").hidden = past.length === 0;
  document.getElementById("calm").hidden = open.length > 0;
  const count = document.getElementById("open-count");
  count.textContent = open.length;
  count.className = `tag ${open.length ? "bad" : ""}`;
  document.title = `${open.length ? `(${open.length}) ` : ""}${t("site.referee")} · kifuwatch`;
  showTables();
  showDetail(alerts);
}

function showTables() {
  const items = [...states.values()].map((state) => {
    const status = statusOf(state, statuses.get(state.board));
    const warned = ["B", "W"].filter((player) => state.warnings[player]).map((player) => `${colourName(player)} ${state.warnings[player]}`);
    const names = `${state.facts.black || colourName("B")} – ${state.facts.white || colourName("W")}`;
    return make(
      "li",
      { className: "table-line" },
      make("span", {}, make("strong", { textContent: nameOf(state.board) }), make("span", { className: "muted small", textContent: names })),
      make("span", { className: `tag ${status.tone}`, textContent: status.text }),
      make("span", { className: `small ${warned.length ? "warned" : ""}`, textContent: warned.length ? t("referee.warnings", { warnings: listed(warned) }) : t("referee.no_warnings") }),
      make("a", { className: "small", href: `/referee/${encodeURIComponent(state.board)}/restore`, textContent: t("referee.position"), aria: { label: `${t("referee.position")}, ${nameOf(state.board)}` } }),
    );
  });
  document.getElementById("tables").replaceChildren(...items);
}

function showDetail(alerts) {
  // At a desk the newest alert is open already; it stays while it is being read.
  if (!chosen && innerWidth > 900) {
    auto ??= alerts.find((alert) => alert.state === "open") ?? null;
    auto = auto && (alerts.find((alert) => keyOf(alert) === keyOf(auto)) ?? null);
  }
  const alert = chosen ? alerts.find(isChosen) : auto;
  // Where there is no such alert (any more) the others can be chosen, on a telephone too.
  document.body.classList.toggle("reading", Boolean(chosen && (alert || !states.size)));
  document.getElementById("choose").hidden = Boolean(alert);
  document.getElementById("detail").hidden = !alert;
  if (alert) detail.show(alert, alert.game, evidence.get(`${alert.board} ${alert.seq}`) ?? []);
}

async function lookForPictures() {
  try {
    const { alerts } = await call("GET", "/api/alerts");
    for (const alert of alerts) evidence.set(`${alert.board} ${alert.seq}`, alert.evidence ?? []);
    showDetail(all());
  } catch {
    /* The stream says whether the server is there; pictures are asked for again with the next alert. */
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.alert, #back");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  choose();
});

function choose() {
  const [, , board, seq] = location.pathname.split("/");
  chosen = board ? { board: decodeURIComponent(board), seq: Number(seq) } : null;
  show();
  if (chosen) document.getElementById("what").focus({ preventScroll: innerWidth > 900 });
  if (innerWidth <= 900) scrollTo(0, 0);
}

addEventListener("popstate", choose);

follow(
  "/api/referee/events",
  {
    state: (state) => { states.set(state.board, state); settled ||= performance.now() + 400; show(); },
    change: (changes) => {
      if (!states.has(changes.board)) return;
      states.set(changes.board, merged(states.get(changes.board), changes));
      show();
    },
    gone: ({ board }) => { states.delete(board); show(); },
    status: (status) => { statuses.set(status.board, status); show(); },
  },
  (alive) => { document.getElementById("connection").hidden = alive; },
);
lookForPictures();
