// What a round has won, and for how long much is made of it. How much is made of it, the table says.
import type { LineView, WinView } from "../wire/views";

export interface Win {
  grade: string;
  amount: number;
  lastsMs: number;
}

/** What all wagers of a round came to, where the table makes something of it. */
export function win(lines: readonly LineView[], grade: string | null, wins: readonly WinView[]): Win | null {
  if (grade === null || lines.length === 0) return null;
  const amount = lines.reduce((sum, one) => sum + one.returned, 0);
  return { amount, grade, lastsMs: wins.find((one) => one.grade === grade)?.lasts_ms ?? 0 };
}
