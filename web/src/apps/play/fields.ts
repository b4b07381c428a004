// What the screen needs to know of betting fields to lay them out. The table alone decides what a bet may do.
import type { FieldView } from "../../wire/views";

const PLAIN = new Set(["main", "behind", "player", "banker", "tie"]);

export function isSpecial(bet: string): boolean {
  return !PLAIN.has(bet);
}

/** The least and the most a position's main field takes, for the table's plate. */
export function mainLimits(fields: readonly FieldView[]): { min: number; max: number } {
  const mains = fields.filter((one) => ["main", "player", "banker"].includes(one.bet));
  return { min: Math.min(...mains.map((one) => one.limits.stake_min)), max: Math.max(...mains.map((one) => one.limits.stake_max)) };
}
