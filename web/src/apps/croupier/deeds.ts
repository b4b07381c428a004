// The croupier's buttons: what each is called, its key, and what it asks. Whether it would work now, the table says.
import type { Do } from "../../wire/sent";

/** What is asked for in words before it is done. */
export type Reasoned = "pause" | "supervisor" | "dispute";

export type Panel = Reasoned | "shoe" | "seat";

export interface Deed {
  name: string;
  /** A letter that stands on no card. */
  key: string;
  /** What the table calls it where it says what can be done. */
  can: string;
  /** The message that is sent, which not everybody may send. */
  message: Do["type"];
  /** What is opened first, where the deed needs words or a count. */
  panel?: Panel;
}

export const DEEDS: readonly Deed[] = [
  { name: "open_bets", key: "B", can: "open_round", message: "open_bets" },
  { name: "close_bets", key: "N", can: "close_bets", message: "close_bets" },
  { name: "correct", key: "X", can: "correct_card", message: "correct_card" },
  { name: "cut_card", key: "O", can: "see_cut_card", message: "see_cut_card" },
  { name: "new_shoe", key: "W", can: "change_shoe", message: "new_shoe", panel: "shoe" },
  { name: "free_seat", key: "F", can: "free_seat", message: "free_seat", panel: "seat" },
  { name: "pause", key: "P", can: "pause", message: "pause", panel: "pause" },
  { name: "resume", key: "R", can: "resume_table", message: "resume_table" },
  { name: "dispute", key: "L", can: "close_dispute", message: "close_dispute", panel: "dispute" },
  { name: "supervisor", key: "V", can: "call_supervisor", message: "call_supervisor", panel: "supervisor" },
];

/** Reasons that are given often, so that one key says them. */
export const REASONS: Record<Reasoned, readonly string[]> = {
  pause: ["misdeal", "exposed", "device", "break"],
  supervisor: ["card", "payout", "patron", "shoe"],
  dispute: ["cards_checked", "camera_checked", "withdrawn"],
};

/** A deed that was given its reason. */
export function reasoned(panel: Reasoned, table: string, reason: string): Do {
  if (panel === "pause") return { type: "pause", table, reason };
  if (panel === "supervisor") return { type: "call_supervisor", table, reason };
  return { type: "close_dispute", table, reason };
}
