// What the help page is made of: lines of rules and returns of bets, as the server tells them.
import { has, t } from "../../speech/speech.svelte";
import type { TableInfo } from "../../wire/wire";

export interface HelpBet {
  bet: string;
  return?: string;
  return_float?: number;
  printed?: string;
}

export interface Help {
  single_hand?: boolean;
  rules?: Readonly<Record<string, unknown>>;
  fields?: readonly HelpBet[];
  returns?: readonly HelpBet[];
  texts?: readonly string[];
}

/** The rules in force, one line each. */
export function ruleLines(help: Help | null, info: TableInfo): string[] {
  return Object.entries(help?.rules ?? info.rules)
    .filter(([name]) => has(`screen.rule_${name}`))
    .map(([name, value]) => t(`screen.rule_${name}`, { value: worded(value) }));
}

function worded(value: unknown): string {
  if (typeof value === "boolean") return t(value ? "screen.rule_yes" : "screen.rule_no");
  const key = `screen.value_${String(value)}`;
  return has(key) ? t(key) : String(value).replace(":", " : ");
}

export function returnsOf(help: Help | null, bet: string): { value: number; exact: string } | null {
  const found = [...(help?.returns ?? []), ...(help?.fields ?? [])].find((one) => one.bet === bet && one.return_float !== undefined);
  return found?.return_float === undefined ? null : { value: found.return_float, exact: found.return ?? "" };
}
