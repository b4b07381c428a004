// Made from wire.schema.json by scripts/wire.mjs: change the shapes there, never here.

import type { Call, CroupierView, HandsView, LobbyTable, NoticeView, OwnView, PublicView, RefusalMessage,
    RoadsView } from "./views";

/** News of one table. A part that did not change is left out; `number` grows by one each time. */
export interface TableNews {
  type: "table";
  table: string;
  number: number;
  public: PublicView | null;
  hands: HandsView | null;
  own: OwnView | null;
  roads: RoadsView | null;
  croupier: CroupierView | null;
}
/** The first thing a socket says: whom it takes the terminal for. Without a session, nobody. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  patron: string | null;
  name: string | null;
  roles: readonly string[];
  language: string;
  now_ms: number;
  may: readonly string[];
}
/** The one answer to an ask, the same however often it is asked. */
export interface Answer {
  type: "answer";
  ask: string;
  ok: boolean;
  result: Record<string, number | string> | null;
  refusal: RefusalMessage | null;
}
/** The credit meter: always currency (TB-53). `play`: what it shows is play money, which nobody pays. */
export interface Purse {
  type: "purse";
  currency: string;
  balance: number;
  held: number;
  playable: number;
  play: boolean;
}
/** The tables there are. */
export interface LobbyMessage {
  type: "lobby";
  tables: readonly LobbyTable[];
}
/** All that a patron has not seen yet, oldest first: sent on arrival, and again when one comes or goes. */
export interface NoticesMessage {
  type: "notices";
  notices: readonly NoticeView[];
}
/** A table that is no longer followed, and why: `left`, `unwatched` or `closed`. */
export interface Gone {
  type: "gone";
  table: string;
  reason: string;
}
/** Every call that is not done, oldest first: sent to staff, and again when one changes. */
export interface Called {
  type: "called";
  calls: readonly Call[];
}
/** How it stands with a patron's own call: `called`, `coming` with who it is, or empty once over. */
export interface Attendant {
  type: "attendant";
  state: string;
  by: string;
}

/** What the socket sends. */
export type Received = TableNews | Welcome | Answer | Purse | LobbyMessage | NoticesMessage | Gone | Called | Attendant;
