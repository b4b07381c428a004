// Where on a baccarat cloth a bet has its place: under Player, under Banker, or between. Only the layout knows.
import type { FieldView } from "../../../wire/views";

export type Column = "player" | "tie" | "banker";

const PLAYER = new Set(["ox-6", "frog-6"]);
const BANKER = new Set(["tiger-7", "koi-7", "super-6"]);

export function columnOf(bet: string): Column {
  if (PLAYER.has(bet) || bet.includes("player")) return "player";
  if (BANKER.has(bet) || bet.includes("banker")) return "banker";
  return "tie";
}

export function isMain(bet: string): boolean {
  return bet === "player" || bet === "banker" || bet === "tie";
}

/** One of many narrow fields that differ in their totals alone: name over odds, in rows of at most five. */
export function isTotal(bet: string): boolean {
  return bet.startsWith("straight-up-") || bet.startsWith("grouped-");
}

export function specialsOf(fields: readonly FieldView[], column: Column): { named: FieldView[]; totals: FieldView[] } {
  const specials = fields.filter((one) => !isMain(one.bet) && columnOf(one.bet) === column);
  return { named: specials.filter((one) => !isTotal(one.bet)), totals: specials.filter((one) => isTotal(one.bet)) };
}
