// Made from wire.schema.json by scripts/wire.mjs: change the shapes there, never here.

import type { Decision, Speed } from "./views";

/** The second person's yes. */
export interface ApproveCorrection {
  type: "approve_correction";
  table: string;
  number: number;
}
/** One chip on every available field of a position, main first. */
export interface BetAll {
  type: "bet_all";
  table: string;
  amount: number;
  position?: number;
}
/** A card of a fresh shoe was put away; shown where the house shows the first. */
export interface Burn {
  type: "burn";
  table: string;
  card?: string | null;
}
/** Have an attendant come; to this table, where one is open. */
export interface CallAttendant {
  type: "call_attendant";
  table?: string;
}
/** A supervisor, please. */
export interface CallSupervisor {
  type: "call_supervisor";
  table: string;
  reason: string;
}
/** The attendant need not come. */
export interface CancelAttendant {
  type: "cancel_attendant";
}
/** All of the purse, on a voucher or by hand (TB-52). */
export interface CashOut {
  type: "cash_out";
}
/** A new shoe. `remaining` are the 52 counts of what was left in the old one, where it was counted. */
export interface ChangeShoe {
  type: "new_shoe";
  table: string;
  remaining?: readonly number[];
}
/** The dealer has looked. */
export interface Check {
  type: "check";
  table: string;
  blackjack: boolean;
}
/** Take every chip back. */
export interface ClearAll {
  type: "clear_all";
  table: string;
}
/** Take the last chip back, and what depends on it. */
export interface ClearLast {
  type: "clear_last";
  table: string;
}
/** The croupier says: no more bets. */
export interface CloseBets {
  type: "close_bets";
  table: string;
}
/** The result stands, and why. */
export interface CloseDispute {
  type: "close_dispute";
  table: string;
  reason: string;
}
/** The patron agrees with the result, and need not be waited for. */
export interface ConfirmResult {
  type: "confirm_result";
  table: string;
}
/** Mix a text of one's own into the cards of the round. */
export interface Contribute {
  type: "contribute";
  table: string;
  text: string;
}
/** A card was misread. Without `at` it is the last one; else it is counted from 1 in the round. */
export interface CorrectCard {
  type: "correct_card";
  table: string;
  card: string;
  at?: number;
  why?: string;
}
/** An open card came. */
export interface Deal {
  type: "deal_card";
  table: string;
  card: string;
}
/** A card came face down. Where a reader knows its face, the venue keeps it, and no record names it. */
export interface DealFaceDown {
  type: "deal_face_down";
  table: string;
  card?: string | null;
}
/** Decide for a hand. */
export interface Decide {
  type: "decide";
  table: string;
  decision: Decision;
  position?: number;
  branch?: number;
}
/** Something about the running round is wrong. A reason from the table's list, own words, both or none. */
export interface Dispute {
  type: "dispute";
  table: string;
  about?: string;
  reason?: string;
}
/** Twice every stake, or nothing. */
export interface DoubleBets {
  type: "double_bets";
  table: string;
}
/** A card was scanned or typed: it goes where an open card is due, dealt, turned or burned. */
export interface EnterCard {
  type: "enter_card";
  table: string;
  card: string;
}
/** The patron has the dispute form open, or has closed it without sending: the table waits for it. */
export interface FillDispute {
  type: "fill_dispute";
  table: string;
  on?: boolean;
}
/** Free somebody's seat between rounds; a bet that lies there and is not final goes back. */
export interface FreeSeat {
  type: "free_seat";
  table: string;
  seat: number;
}
/** What this client speaks; with a session's token it signs the socket in. */
export interface Hello {
  type: "hello";
  token?: string;
  protocol?: number;
}
/** Which chip is in hand at this terminal: a table's buttons are offered, and priced, for it (GUI-08). */
export interface HoldChip {
  type: "hold_chip";
  table: string;
  amount: number;
}
/** Have this table among the open games. The venue puts in what others may call the patron. */
export interface Join {
  type: "join";
  table: string;
}
/** Close it; only with no bet on it (GUI-01). */
export interface Leave {
  type: "leave";
  table: string;
}
/** Stand up; only with no bet on the seat. */
export interface LeaveSeat {
  type: "leave_seat";
  table: string;
  seat: number;
}
/** Stake again what the main bet of a position won in the last round (GUI-09). */
export interface LetItPlay {
  type: "let_it_play";
  table: string;
  position?: number;
}
/** The lobby now, and again whenever it has changed. */
export interface Lobby {
  type: "lobby";
}
/** A notice was read: it is not sent again, here or anywhere. */
export interface NoticeSeen {
  type: "notice_seen";
  notice: string;
}
/** Open betting. The commitment is empty where real cards are dealt. */
export interface OpenRound {
  type: "open_bets";
  table: string;
}
/** Halt the table. */
export interface Pause {
  type: "pause";
  table: string;
  reason: string;
}
/** Put a chip on a field. */
export interface PlaceBet {
  type: "place_bet";
  table: string;
  bet: string;
  amount: number;
  position?: number;
}
/** A chip on the main bet of every position that has none. */
export interface PlayNow {
  type: "play_now";
  table: string;
  amount: number;
}
/** Ready for the cards. */
export interface PressDeal {
  type: "press_deal";
  table: string;
}
/** Put a settled round right: what each patron gets, or gives back where it is negative. */
export interface ProposeCorrection {
  type: "propose_correction";
  table: string;
  of_round: number;
  amounts: Record<string, number>;
  why: string;
}
/** One chip more on every bet, in the order placed, as far as credit goes. */
export interface RaiseBets {
  type: "raise_bets";
  table: string;
  amount: number;
}
/** Put a voucher in. */
export interface RedeemVoucher {
  type: "redeem_voucher";
  code: string;
}
/** Take no bets behind one's seat, or take them again. */
export interface RefuseBehind {
  type: "refuse_behind";
  table: string;
  seat: number;
  refused: boolean;
}
/** The bets of the last round, once or twice, or nothing. Without one here, `other` is repeated. */
export interface RepeatBets {
  type: "repeat_bets";
  table: string;
  times?: number;
}
/** Keep the place for a while, or take it again, as whatever else its owner does (GUI-04). */
export interface Reserve {
  type: "reserve";
  table: string;
  on?: boolean;
}
/** Go on; open times begin again in full. */
export interface Resume {
  type: "resume_table";
  table: string;
}
/** A fresh view of each of these tables; the numbers are the last ones heard. */
export interface ResumeTables {
  type: "resume";
  tables: Record<string, number>;
}
/** The cut card came out. */
export interface SeeCutCard {
  type: "see_cut_card";
  table: string;
}
/** Whether a bet behind a seat doubles and splits along. */
export interface SetBehind {
  type: "set_behind";
  table: string;
  seat: number;
  double_along: boolean;
  split_along: boolean;
}
/** Insurance offered or never; bets repeated by themselves, `other` without any here; bets kept on. */
export interface SetOption {
  type: "set_option";
  table: string;
  option: string;
  on: boolean;
}
/** How quickly cards are dealt and results go by at one's own table (GUI-10). */
export interface SetSpeed {
  type: "set_speed";
  table: string;
  speed: Speed;
}
/** Sit down; whoever sits already, and may have no more seats, changes to this one in the same step. */
export interface TakeSeat {
  type: "take_seat";
  table: string;
  seat: number;
}
/** Tip whoever is on duty at a table (TB-54). */
export interface Tip {
  type: "tip";
  table: string;
  amount: number;
}
/** The face-down card is turned. */
export interface TurnUp {
  type: "turn_up";
  table: string;
  card: string;
}
/** As it was before the last of these buttons. */
export interface UndoBet {
  type: "undo_bet";
  table: string;
}
/** No longer. */
export interface Unwatch {
  type: "unwatch";
  table: string;
}
/** Hand every wager of the running round back. */
export interface VoidRound {
  type: "void_round";
  table: string;
  reason: string;
}
/** Follow a table as its display does: the public part only. */
export interface Watch {
  type: "watch";
  table: string;
}

/** What a terminal may ask. */
export type Do = ApproveCorrection | BetAll | Burn | CallAttendant | CallSupervisor | CancelAttendant | CashOut
    | ChangeShoe | Check | ClearAll | ClearLast | CloseBets | CloseDispute | ConfirmResult | Contribute | CorrectCard
    | Deal | DealFaceDown | Decide | Dispute | DoubleBets | EnterCard | FillDispute | FreeSeat | Hello | HoldChip | Join
    | Leave | LeaveSeat | LetItPlay | Lobby | NoticeSeen | OpenRound | Pause | PlaceBet | PlayNow | PressDeal
    | ProposeCorrection | RaiseBets | RedeemVoucher | RefuseBehind | RepeatBets | Reserve | Resume | ResumeTables
    | SeeCutCard | SetBehind | SetOption | SetSpeed | TakeSeat | Tip | TurnUp | UndoBet | Unwatch | VoidRound | Watch;
