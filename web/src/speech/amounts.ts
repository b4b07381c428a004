// Facts that are amounts of money, so that a text reads them as such. Knows names of facts, no message.
import type { Facts } from "./catalogue";

const ALWAYS = new Set([
  "needed",
  "playable",
  "amount",
  "balance",
  "win",
  "least",
  "unit",
  "stake",
  "returned",
  "net",
  "won",
]);
const MOST = new Set([
  "above_the_maximum",
  "could_win_too_much",
  "amount_too_large",
  "play_money_enough",
  "more_than_main_bet",
  "too_much_to_let_play",
]);

/** The facts of a reason or refusal with every amount written out. */
export function readable(code: string, facts: Facts, money: (amount: number) => string): Facts {
  const name = code.split(".").at(-1) ?? code;
  const isAmount = (fact: string): boolean => ALWAYS.has(fact) || (fact === "most" && MOST.has(name));
  const read = Object.entries(facts).map(
    ([fact, value]) => [fact, isAmount(fact) && typeof value === "number" ? money(value) : value] as const,
  );
  return Object.fromEntries(read);
}
