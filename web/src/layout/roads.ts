// Where the marks of the roads go in a window of so many columns. The roads themselves are sent, never reckoned here.

export interface Placed {
  column: number;
  row: number;
}

export interface MainCell extends Placed {
  winner: "player" | "banker";
  ties: number;
  player_pair: boolean;
  banker_pair: boolean;
  natural: number | null;
}

export interface Mark extends Placed {
  color: "red" | "blue";
}

export interface Bead extends Placed {
  result: "player" | "banker" | "tie";
}

type Forecast = Record<"big_eye" | "small" | "cockroach", "red" | "blue" | null>;

export interface Board {
  main: readonly MainCell[];
  first_ties: number;
  big_eye: readonly Mark[];
  small: readonly Mark[];
  cockroach: readonly Mark[];
  bead: readonly Bead[];
  forecast: { player: Forecast; banker: Forecast };
}

export const ROWS = 6;

/** How far a road has scrolled to the left so that its last column, and one free one, are seen. */
export function scrolled(cells: readonly Placed[], columns: number): number {
  const last = cells.reduce((most, one) => Math.max(most, one.column), -1);
  return Math.max(0, last + 2 - columns);
}

/** The cells that are seen, with their column in the window. */
export function seen<T extends Placed>(cells: readonly T[], columns: number): (T & { at: number })[] {
  const from = scrolled(cells, columns);
  return cells
    .filter((one) => one.column >= from && one.column < from + columns)
    .map((one) => ({ ...one, at: one.column - from }));
}
