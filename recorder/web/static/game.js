/* A game as the server tells it: its state kept up to date, and the position after any of its moves. */

/** The state with a message of changes in it; of the moves only the last ones are told. */
export function merged(state, changes) {
  const next = { ...state, ...changes };
  if ("moves_from" in changes) {
    next.moves = [...(state?.moves ?? []).slice(0, changes.moves_from), ...changes.moves];
    delete next.moves_from;
  }
  return next;
}

function set(stones, black, white, empty = []) {
  for (const point of empty) stones.delete(point);
  for (const point of black) stones.set(point, "B");
  for (const point of white) stones.set(point, "W");
}

/**
 * The position after the first `count` moves.
 * Returns stones (Map of point to "B" or "W"), captures by player, and the last move or null.
 */
export function positionAt(state, count) {
  const stones = new Map();
  const captures = { B: 0, W: 0 };
  if (state.setup) set(stones, state.setup[0], state.setup[1]);
  const edits = [...(state.edits ?? [])];
  const edit = (after) => {
    for (const each of edits.filter((e) => e.after === after)) set(stones, each.black, each.white, each.empty);
  };
  edit(0);
  const moves = state.moves.slice(0, count);
  for (const move of moves) {
    if (move.point) stones.set(move.point, move.colour);
    for (const point of move.captured) {
      const taken = stones.get(point);
      if (taken && stones.delete(point)) captures[taken === "B" ? "W" : "B"] += 1;
    }
    edit(move.n);
  }
  if (count >= state.moves.length) {
    // What stands there now is told whole.
    stones.clear();
    set(stones, state.black, state.white);
    Object.assign(captures, state.captures);
  }
  return { stones, captures, last: moves.at(-1) ?? null };
}
