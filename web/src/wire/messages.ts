// The messages of the socket beside the shapes of a table: who says what. Knows no transport.
import type { LobbyTable, PurseView, TableAsk, Telling } from "./wire";

/** What a terminal may ask of the socket itself. */
export type SocketAsk =
  | { type: "resume"; tables: Record<string, number> }
  | { type: "watch"; table: string }
  | { type: "unwatch"; table: string }
  | { type: "cash_out" }
  | { type: "redeem_voucher"; code: string }
  | { type: "tip"; table: string; amount: number }
  | { type: "call_attendant" }
  | { type: "lobby" };

/** What a croupier may ask. The words of each are the house's. */
export type HouseAsk =
  | { type: "deal_card"; table: string; card: string }
  | { type: "deal_face_down"; table: string }
  | { type: "burn"; table: string; card: string | null }
  | { type: "check"; table: string; blackjack: boolean }
  | { type: "turn_up"; table: string; card: string }
  | { type: "correct_card"; table: string; card: string }
  | { type: "open_bets"; table: string }
  | { type: "close_bets"; table: string }
  | { type: "change_shoe"; table: string }
  | { type: "see_cut_card"; table: string }
  | { type: "pause"; table: string; reason: string }
  | { type: "resume_table"; table: string }
  | { type: "call_supervisor"; table: string; reason: string }
  | { type: "close_dispute"; table: string; reason: string };

export type Do = TableAsk | SocketAsk | HouseAsk;

export interface RefusalTold {
  code: string;
  facts: Record<string, number | string>;
  text?: string;
}

export interface Answer {
  type: "answer";
  ask: string;
  ok: boolean;
  result?: Record<string, unknown> | null;
  refusal?: RefusalTold;
}

export interface Welcome {
  type: "welcome";
  patron: string | null;
  name: string | null;
  roles: readonly string[];
  language: string;
  now_ms: number;
}

/** Somebody is wanted: for attendants and supervisors. */
export interface Called {
  type: "called";
  id: string;
  table: string;
  reason: string;
  by: string;
}

export type Told =
  | Welcome
  | Answer
  | Telling
  | ({ type: "purse" } & PurseView)
  | { type: "lobby"; tables: readonly LobbyTable[] }
  | { type: "gone"; table: string; reason: string }
  | Called;
