// How much is made of a win: regular, nice or big, and for how long. Knows amounts and the table's times.
import type { LineView } from "../wire/wire";

export type Grade = "regular" | "nice" | "big";

export interface Win {
  grade: Grade;
  amount: number;
}

const NICE_FROM = 3;
const BIG_FROM = 10;

/** What all wagers of a round came to; nothing where no more came back than was staked. */
export function win(lines: readonly LineView[], times: Readonly<Record<string, number>> = {}): Win | null {
  const staked = lines.reduce((sum, one) => sum + one.stake, 0);
  const returned = lines.reduce((sum, one) => sum + one.returned, 0);
  if (returned <= staked) return null;
  return { amount: returned, grade: grade(returned / staked, times) };
}

function grade(times: number, table: Readonly<Record<string, number>>): Grade {
  if (times >= (table.big_win_from ?? BIG_FROM)) return "big";
  return times >= (table.nice_win_from ?? NICE_FROM) ? "nice" : "regular";
}

/** -1 takes the common duration, 0 or more adds that many seconds to it. */
export function seconds(kind: Grade, times: Readonly<Record<string, number>>): number {
  const common = times.animation_s ?? 3;
  const own = times[`${kind}_win_s`] ?? -1;
  return own < 0 ? common : common + own;
}
