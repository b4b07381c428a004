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

export function specialsOf(fields: readonly FieldView[], column: Column): FieldView[] {
  return fields.filter((one) => !isMain(one.bet) && columnOf(one.bet) === column);
}
