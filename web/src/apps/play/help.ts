// What the help page is made of: lines of rules and returns of bets, as the server sends them.
import { has, t } from "../../speech/speech.svelte";
import type { TableInfo } from "../../wire/views";
import type { Game } from "./game.svelte";

export const DECISIONS = ["hit", "stand", "double", "split", "surrender", "insure"] as const;

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

/** The buttons there are on this screen, each of which has a text about it. */
export function buttonsOf(game: Game): string[] {
  const info = game.info;
  const features = info?.features ?? {};
  const blackjack = info?.game === "blackjack";
  const only = (has: unknown, ...buttons: string[]): string[] => (has ? buttons : []);
  return [
    ...["chips", "denomination_short", "undo", "clear", "double_bet", "raise_bet"],
    ...(features.rebet ? ["rebet", "rebet_double", "rebet_deal", "new_bet"] : ["repeat", "repeat_double"]),
    ...only(features.deal_button, "deal"),
    ...only(features.autoplay, "auto_repeat"),
    ...only(features.keep_bets_on, "keep_bets"),
    ...only(blackjack, "play_now", "bet_all", "let_it_play"),
    ...only((info?.seats ?? 0) > 0, "take_seat", "leave_seat"),
    ...only(features.behind, "bet_behind", "refuse_behind"),
    ...only(features.dispute, "dispute", "confirm_result"),
    ...only(features.advice && blackjack, "advice"),
    ...["specials", "results", "history", "fairness", "options", "language", "sound", "hide", "help"],
    ...["attendant", "reserve", "tip", "cash_out", "add_game", "side_by_side", "close_game"],
  ];
}

export function returnsOf(help: Help | null, bet: string): { value: number; exact: string } | null {
  const found = [...(help?.returns ?? []), ...(help?.fields ?? [])].find(
    (one) => one.bet === bet && one.return_float !== undefined,
  );
  return found?.return_float === undefined ? null : { value: found.return_float, exact: found.return ?? "" };
}
