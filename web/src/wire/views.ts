// Made from wire.schema.json by scripts/wire.mjs: change the shapes there, never here.

/** A hand of this patron that needs a decision. */
export interface Asked {
  position: number;
  branch: number;
  offer: boolean;
  choices: readonly Choice[];
}
/** What one press of Bet All costs, and the bets it leaves out (GUI-08). */
export interface BetAllView {
  cost: number;
  left_out: Record<string, string>;
}
/** Somebody is wanted: `wanted` is the role, `by` whoever called, `table` where, `why` worded. */
export interface Call {
  id: string;
  wanted: string;
  by: string;
  why: Reason;
  table: string;
  at_ms: number;
  answered_by: string;
}
/** A chip of the rack; one that no field of the table takes is grey (GUI-07). */
export interface ChipView {
  amount: number;
  useful: boolean;
}
/** One decision button. Not available: greyed, with the reason. Risky: asked about first (GUI-10). */
export interface Choice {
  decision: string;
  available: boolean;
  cost: number;
  why: Reason | null;
  risky: boolean;
}
/** What a croupier sees beside the public view: what to do next, and what was entered (GUI-32). */
export interface CroupierView {
  want: string | null;
  next: Reason;
  to: string | null;
  entered: readonly string[];
  wagers: number;
  staked: number;
  staked_play: number;
  undecided: number;
  can: readonly string[];
  disputed_by: string | null;
  about: string | null;
  about_key: string | null;
  proposals: readonly ProposalView[];
}
/** One card of the history bar. */
export interface Dealt {
  card: string;
  burned: boolean;
}
/** All that a patron can decide in a round. */
export type Decision = "decline" | "double" | "hit" | "insure" | "split" | "stand" | "surrender";
/** One thing somebody did. `before` and `after` hold the settings that changed, by name. */
export interface Deed {
  at_ms: number;
  table: string;
  round: number;
  what: string;
  by: string;
  facts: Record<string, unknown>;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  offer: boolean;
}
/** Who disputes the running round, and what about it. */
export interface DisputeView {
  patron: string;
  name: string;
  about: string;
  about_key: string | null;
}
/** A betting field: what it is, what it takes, what it pays. */
export interface FieldView {
  position: number;
  bet: string;
  title: string;
  about: string;
  limits: LimitsView;
  needs: string | null;
  in_bet_all: boolean;
  lines: readonly Record<string, string>[];
  note: string;
  colour: string | null;
  group: "behind" | "main" | "special" | "totals";
  side: string;
}
/** The patron's interrupted game (TB-40). They decide there as at the table, with the same command. */
export interface ForkView {
  seat: number;
  of_round: number;
  stake: number;
  dealer: SideView;
  hands: readonly HandView[];
  asks: readonly Asked[];
  left_ms: number | null;
  ended: boolean;
  lines: readonly LineView[];
}
/** Money that waits for an attendant. */
export interface HandPay {
  id: string;
  patron: string;
  name: string;
  amount: number;
}
/** What lies on one hand, its double with it (GUI-11). */
export interface HandStake {
  position: number;
  branch: number;
  stake: number;
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
  stake: number;
}
/** The hands of one line of play: the same for every patron on it. */
export interface HandsView {
  hands: readonly HandView[];
  burned: readonly number[];
}
/** A special bet's winning line on these cards, for all to see (SB-51). */
export interface Highlight {
  position: number;
  bet: string;
  line: string;
  pays: string;
}
/** A table as the house sees it. `waits` says why it waits for a person, where it does. */
export interface HouseTable {
  table: LobbyTable;
  round: number;
  paused: string | null;
  closed: boolean;
  frozen: string | null;
  owner: string | null;
  owner_name: string | null;
  wagered: number;
  on_duty: string;
  waits: Reason | null;
  dispute: DisputeView | null;
  proposals: readonly ProposalView[];
}
/** A field's limits; zero is none. */
export interface LimitsView {
  stake_min: number;
  stake_max: number;
  payout_max: number;
  least: number;
  most: number;
  payout_binds: boolean;
}
/** How one wager ended, and why. All that it `returned` is what it won or `stakes_back`. */
export interface LineView {
  position: number;
  branch: number;
  bet: string;
  outcome: string;
  pays: string;
  stake: number;
  returned: number;
  won: number;
  stakes_back: number;
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
  free_seats: readonly number[];
}
/** Something a patron has to see once: what, of which round of which table, and when. */
export interface NoticeView {
  id: string;
  table: string;
  name: string;
  profile: string;
  round: number;
  wall_ms: number;
  says: Reason;
}
/** What one patron alone sees of a table. */
export interface OwnView {
  wagers: readonly WagerView[];
  bet: number;
  last_bet: number;
  last_win: number;
  result: RoundMoney | null;
  paid: readonly PaidView[];
  win: string | null;
  insured: readonly number[];
  asks: readonly Asked[];
  lines: readonly LineView[];
  waits: boolean;
  options: Record<string, boolean>;
  speed: string | null;
  can: readonly string[];
  chip: number;
  bet_all: Record<string, BetAllView>;
  closed: Record<string, string>;
  seats: readonly number[];
  behind: readonly Record<string, unknown>[];
  behind_presets: readonly Record<string, unknown>[];
  behind_refused: readonly number[];
  seat_freed: Reason | null;
  locked: boolean;
  reserved_ms: number | null;
  forks: readonly ForkView[];
  stakes: readonly HandStake[];
  pending: number | null;
  dispute_left_ms: number | null;
  note: Reason | null;
}
/** What a betting field has won, all hands of it together. */
export interface PaidView {
  position: number;
  bet: string;
  won: number;
}
/** A voucher or a hand pay: its amount, whether it is still owed, and its record, oldest first. */
export interface Paper {
  number: string;
  amount: number;
  owed: boolean;
  steps: readonly PaperStep[];
}
/** One thing that happened to it. `by` is empty where a patron did it at a terminal. */
export interface PaperStep {
  what: string;
  at_ms: number;
  by: string;
  patron: string;
  name: string;
  why: string;
}
/** An interrupted game as it lay beside the felt: its own dealer and hands, and what it came to. */
export interface PastFork {
  seat: number;
  stake: number;
  dealer: SideView;
  hands: readonly HandView[];
  lines: readonly LineView[];
}
/** One line of the history. What it came to is the asker's own, and missing for the house. */
export interface PastRound {
  table: string;
  round: number;
  opened_ms: number;
  profile: string;
  over: boolean;
  void: boolean;
  seated: boolean;
  places: readonly number[];
  staked: number | null;
  won: number | null;
  stakes_back: number | null;
  returned: number | null;
  corrected: number;
  net: number | null;
  notes: readonly Reason[];
}
/** One thing that happened, in words and by the clock on the wall, and the felt after it. */
export interface PastStep {
  says: Reason;
  automatic: readonly Reason[];
  wall_ms: number;
  dealer: SideView | null;
  hands: readonly HandView[];
  player: SideView | null;
  banker: SideView | null;
  winner: string | null;
  wagers: readonly WagerView[];
  staked: number;
  lines: readonly LineView[];
  forks: readonly PastFork[];
}
/** A correction of a settled round that waits for a second person: who gets what, and why (TB-32). */
export interface ProposalView {
  number: number;
  by: string;
  round: number;
  amounts: Record<string, number>;
  names: Record<string, string>;
  why: string;
  house: number;
  house_play: number;
  play: readonly string[];
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
  step: string;
  settings_since: number;
}
/** The chips under one denomination. */
export interface RackView {
  denomination: number;
  chips: readonly ChipView[];
}
/** Why a card was drawn, a hand ended as it did, or a bet paid. */
export interface Reason {
  type: "reason";
  key: string;
  facts: Record<string, number | string>;
}
/** One thing that happened. `place` counts the round's open cards from 1, as a correction names them. */
export interface RecordLine {
  at_ms: number;
  says: Reason;
  by: string;
  card: string | null;
  place: number | null;
  automatic: readonly Reason[];
  shares: Record<string, RecordShare>;
}
/** What one patron had staked and got back; all that was returned was won, or was stakes back. */
export interface RecordShare {
  name: string;
  staked: number;
  returned: number;
  won: number;
  stakes_back: number;
  play: boolean;
}
/** A no, with its facts and its words in the asker's language. */
export interface RefusalMessage {
  code: string;
  facts: Record<string, number | string>;
  text: string;
}
/** Baccarat's boards as the command `roads` prints them, and the shoe's counters. */
export interface RoadsView {
  board: Record<string, unknown>;
  counters: Record<string, number>;
}
/** What a round came to for one patron. */
export interface RoundMoney {
  round: number;
  staked: number;
  won: number;
  stakes_back: number;
  net: number;
  void: boolean;
}
/** A seat of a seated table. `name` is what its patron is called there; none where the seat is free. */
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
  forked: boolean;
  reserved: boolean;
}
/** A hand that is the house's or nobody's: the dealer, Player, Banker. */
export interface SideView {
  cards: readonly string[];
  total: number;
  soft: boolean;
  state: string;
}
/** How quickly a patron has cards dealt at a private table (GUI-10). */
export type Speed = "fast" | "normal" | "slow" | "turbo";
/** What does not change during a round: fetched anew when `settings_since` has changed (TB-23). */
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
  speeds: readonly string[];
  wins: readonly WinView[];
  reserve_ms: number;
  dispute_reasons: readonly string[];
  dealer_results: number;
  own_results: number;
  video: string | null;
  racks: readonly RackView[];
  denomination: number;
  settings_since: number;
  stake_min: number;
  stake_max: number;
}
/** A stake on a field, what it could win at best, and what lies there with doubles and splits. */
export interface WagerView {
  position: number;
  bet: string;
  stake: number;
  could_win: number;
  laid: number;
}
/** How much is made of a win: from so many times all that was staked, and for how long (GUI-12). */
export interface WinView {
  grade: string;
  from_times: number;
  lasts_ms: number;
}
