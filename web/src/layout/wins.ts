// What a round has won, and for how long much is made of it. All of it the table says; nothing is added up here.
import type { RoundMoney, WinView } from "../wire/views";

export interface Win {
  grade: string;
  amount: number;
  back: number;
  round: number;
  lastsMs: number;
}

/** What all winning wagers of a round have won, where the table makes something of it. */
export function win(result: RoundMoney | null, grade: string | null, wins: readonly WinView[]): Win | null {
  if (grade === null || result === null) return null;
  const lastsMs = wins.find((one) => one.grade === grade)?.lasts_ms ?? 0;
  return { amount: result.won, back: result.stakes_back, round: result.round, grade, lastsMs };
}
