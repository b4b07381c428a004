// What the screen needs to know of betting fields to lay them out. The table alone decides what a bet may do.
import type { FieldView, WagerView } from "../../wire/wire";

/** What one press of Bet All is going to stake, so that the button can say so. */
export function betAllCost(fields: readonly FieldView[], wagers: readonly WagerView[], chip: number): number {
  const staked = new Set(wagers.map((one) => `${one.position} ${one.bet}`));
  const met = (one: FieldView): boolean => one.needs === null || staked.has(`${one.position} ${one.needs}`);
  return chip * fields.filter((one) => one.in_bet_all && met(one)).length;
}

const PLAIN = new Set(["main", "behind", "player", "banker", "tie"]);

export function isSpecial(bet: string): boolean {
  return !PLAIN.has(bet);
}

/** The least and the most a position's main field takes, for the table's plate. */
export function mainLimits(fields: readonly FieldView[]): { min: number; max: number } {
  const mains = fields.filter((one) => ["main", "player", "banker"].includes(one.bet));
  return { min: Math.min(...mains.map((one) => one.limits.stake_min)), max: Math.max(...mains.map((one) => one.limits.stake_max)) };
}
