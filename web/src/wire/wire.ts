// Made from wire.schema.json by scripts/wire.mjs: change the shapes there, never here.

/** A hand of this patron that needs a decision. */
export interface Asked {
  position: number;
  branch: number;
  offer: boolean;
  choices: readonly Choice[];
}
/** One chip on every available field of a position, main first. */
export interface BetAll {
  type: "bet_all";
  amount: number;
  position?: number;
  table: string;
}
/** One decision button. Not available: shown greyed, with the reason. */
export interface Choice {
  decision: string;
  available: boolean;
  cost: number;
  why: Reason | null;
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
/** The patron's terminal is back. */
export interface ComeBack {
  type: "come_back";
  table: string;
}
/** Mix a text of one's own into the cards of the round. */
export interface Contribute {
  type: "contribute";
  text: string;
  table: string;
}
/** What a croupier sees beside the public view: what to do next, and what was entered (GUI-32). */
export interface CroupierView {
  want: string | null;
  next: Reason;
  to: string | null;
  entered: readonly string[];
  wagers: number;
  staked: number;
  undecided: number;
  can: readonly string[];
  disputed_by: string | null;
  about: string | null;
  proposals: readonly Record<string, unknown>[];
}
/** One card of the history bar. */
export interface Dealt {
  card: string;
  burned: boolean;
}
/** Decide for a hand. */
export interface Decide {
  type: "decide";
  decision: Decision;
  position?: number;
  branch?: number;
  table: string;
}
/** All that a patron can decide in a round. */
export type Decision = "decline" | "double" | "hit" | "insure" | "split" | "stand" | "surrender";
/** Something about the running round is wrong. */
export interface Dispute {
  type: "dispute";
  about: string;
  table: string;
}
/** Twice every stake, or nothing. */
export interface DoubleBets {
  type: "double_bets";
  table: string;
}
/** A betting field: what it is, what it takes, what it pays. Return is exact, as text and float. */
export interface FieldView {
  position: number;
  bet: string;
  title: string;
  about: string;
  limits: LimitsView;
  needs: string | null;
  in_bet_all: boolean;
  lines: readonly Record<string, string>[];
}
/** The patron's terminal is gone: closed, or silent to pings. */
export interface GoAway {
  type: "go_away";
  table: string;
}
/** One hand as it lies on the felt. `state` is what it waits for or ended as. */
export interface HandView {
  position: number;
  branch: number;
  cards: readonly string[];
  total: number;
  soft: boolean;
  state: string;
  wager: number;
  main: boolean;
}
/** The hands of one line of play: the same for every patron on it. */
export interface HandsView {
  hands: readonly HandView[];
}
/** A special bet's winning line on these cards, for all to see (SB-51). */
export interface Highlight {
  position: number;
  bet: string;
  line: string;
  pays: string;
}
/** Have this table among the open games. */
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
  seat: number;
  table: string;
}
/** Stake again what the main bet of a position won in the last round (GUI-09). */
export interface LetItPlay {
  type: "let_it_play";
  position?: number;
  table: string;
}
/** A field's limits; zero is none. */
export interface LimitsView {
  stake_min: number;
  stake_max: number;
  payout_max: number;
}
/** How one wager ended, and why. */
export interface LineView {
  position: number;
  branch: number;
  bet: string;
  outcome: string;
  pays: string;
  stake: number;
  returned: number;
  why: Reason | null;
}
/** One row of the lobby. A private table is an offer: opening it makes one of one's own. */
export interface LobbyTable {
  id: string;
  name: string;
  profile: string;
  title: string;
  game: string;
  mode: string;
  theme: string;
  currency: string;
  stake_min: number;
  stake_max: number;
  players: number;
  seats_free: number | null;
  private: boolean;
  phase: string;
  results: readonly string[];
}
/** What one patron alone sees of a table. */
export interface OwnView {
  wagers: readonly WagerView[];
  bet: number;
  last_bet: number;
  last_win: number;
  insured: readonly number[];
  asks: readonly Asked[];
  lines: readonly LineView[];
  waits: boolean;
  options: Record<string, boolean>;
  can: readonly string[];
  seats: readonly number[];
  behind: readonly Record<string, unknown>[];
  locked: boolean;
  fork: Record<string, unknown> | null;
}
/** Put a chip on a field. */
export interface PlaceBet {
  type: "place_bet";
  bet: string;
  amount: number;
  position?: number;
  table: string;
}
/** A chip on the main bet of every position that has none. */
export interface PlayNow {
  type: "play_now";
  amount: number;
  table: string;
}
/** Ready for the cards. */
export interface PressDeal {
  type: "press_deal";
  table: string;
}
/** What everybody at a table, and its display, sees. */
export interface PublicView {
  phase: string;
  round: number;
  message: Reason;
  left_ms: number | null;
  window_ms: number | null;
  shoe: number;
  shoe_dealt: number;
  shoe_size: number;
  cut_card_out: boolean;
  players: number;
  wagered: number;
  finished: number;
  commitment: string;
  contributions: string;
  revealed: string;
  dealer: SideView | null;
  hands: readonly HandView[];
  player: SideView | null;
  banker: SideView | null;
  winner: string | null;
  history: readonly Dealt[];
  highlights: readonly Highlight[];
  results: readonly string[];
  why: readonly Reason[];
  seats: readonly SeatView[];
  turn: readonly [number, number] | null;
  paused: Reason | null;
  dispute: Reason | null;
  dispute_left_ms: number | null;
}
/** The credit meter: always currency (TB-53). */
export interface PurseView {
  currency: string;
  balance: number;
  held: number;
  playable: number;
}
/** One chip more on every bet, in the order placed, as far as credit goes. */
export interface RaiseBets {
  type: "raise_bets";
  amount: number;
  table: string;
}
/** Why a card was drawn, a hand ended as it did, or a bet paid. */
export interface Reason {
  type: "reason";
  key: string;
  facts: Record<string, number | string>;
}
/** Take no bets behind one's seat, or take them again. */
export interface RefuseBehind {
  type: "refuse_behind";
  seat: number;
  refused: boolean;
  table: string;
}
/** The bets of the last round, once or twice, or nothing. Without one here, `other` is repeated. */
export interface RepeatBets {
  type: "repeat_bets";
  times?: number;
  other?: readonly Wager[];
  table: string;
}
/** Baccarat's boards as the command `roads` prints them, and the shoe's counters. */
export interface RoadsView {
  board: Record<string, unknown>;
  counters: Record<string, number>;
}
/** A seat of a seated table. `name` is what its patron is called at the table. */
export interface SeatView {
  seat: number;
  name: string | null;
  stake: number;
  behind: number;
  behind_refused: boolean;
  run: number;
  hands: readonly HandView[];
  locked: boolean;
  away: boolean;
}
/** Whether a bet behind a seat doubles and splits along. */
export interface SetBehind {
  type: "set_behind";
  seat: number;
  double_along: boolean;
  split_along: boolean;
  table: string;
}
/** Insurance offered or never; bets repeated by themselves; bets kept on. */
export interface SetOption {
  type: "set_option";
  option: string;
  on: boolean;
  table: string;
}
/** A hand that is the house's or nobody's: the dealer, Player, Banker. */
export interface SideView {
  cards: readonly string[];
  total: number;
  soft: boolean;
  state: string;
}
/** What does not change during a round: fetched once when a table is opened. */
export interface TableInfo {
  id: string;
  name: string;
  profile: string;
  title: string;
  game: string;
  mode: string;
  theme: string;
  currency: string;
  denominations: readonly number[];
  chips: readonly number[];
  positions: number;
  seats: number;
  shared: boolean;
  fields: readonly FieldView[];
  rules: Record<string, unknown>;
  times: Record<string, number>;
  features: Record<string, boolean>;
  video: string | null;
}
/** Sit down. */
export interface TakeSeat {
  type: "take_seat";
  seat: number;
  table: string;
}
/** News of one table. A part that did not change is left out; `number` grows by one each time. */
export interface Telling {
  type: "table";
  table: string;
  number: number;
  public: PublicView | null;
  hands: HandsView | null;
  own: OwnView | null;
  roads: RoadsView | null;
  croupier: CroupierView | null;
}
/** As it was before the last of these buttons. */
export interface UndoBet {
  type: "undo_bet";
  table: string;
}
/** A stake on one field. Baccarat's fields all lie on position 1. */
export interface Wager {
  position: number;
  bet: string;
  stake: number;
}
/** A stake on a field and what it could win at best. */
export interface WagerView {
  position: number;
  bet: string;
  stake: number;
  could_win: number;
}

/** What a terminal may ask of a table. */
export type TableAsk = BetAll | ClearAll | ClearLast | ComeBack | Contribute | Decide | Dispute | DoubleBets | GoAway | Join | Leave | LeaveSeat | LetItPlay | PlaceBet | PlayNow | PressDeal | RaiseBets | RefuseBehind | RepeatBets | SetBehind | SetOption | TakeSeat | UndoBet;
