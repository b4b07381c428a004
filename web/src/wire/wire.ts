// Made from wire.schema.json by scripts/wire.mjs: change the shapes there, never here.

/** The one answer to an ask, the same however often it is asked. */
export interface Answer {
  type: "answer";
  ask: string;
  ok: boolean;
  result: Record<string, number | string> | null;
  refusal: RefusalTold | null;
}
/** The second person's yes. */
export interface ApproveCorrection {
  type: "approve_correction";
  table: string;
  number: number;
}
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
/** Somebody is wanted: `wanted` is the role, `by` whoever called, `table` where, `why` worded. */
export interface Call {
  id: string;
  wanted: string;
  by: string;
  why: Reason;
  table: string;
  at_ms: number;
}
/** Have an attendant come. */
export interface CallAttendant {
  type: "call_attendant";
}
/** A supervisor, please. */
export interface CallSupervisor {
  type: "call_supervisor";
  table: string;
  reason: string;
}
/** Every call that nobody has answered, oldest first: told to staff, and again when one comes or goes. */
export interface Called {
  type: "called";
  calls: readonly Call[];
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
/** One decision button. Not available: greyed, with the reason. Risky: asked about first (GUI-10). */
export interface Choice {
  decision: string;
  available: boolean;
  cost: number;
  why: Reason | null;
  risky: boolean;
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
  proposals: readonly ProposalView[];
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
/** One card of the history bar. */
export interface Dealt {
  card: string;
  burned: boolean;
}
/** Decide for a hand. */
export interface Decide {
  type: "decide";
  table: string;
  decision: Decision;
  position?: number;
  branch?: number;
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
/** Something about the running round is wrong. */
export interface Dispute {
  type: "dispute";
  table: string;
  about: string;
}
/** Who disputes the running round, and what about it. */
export interface DisputeTold {
  patron: string;
  about: string;
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
/** A table that is no longer followed, and why: `left`, `unwatched` or `closed`. */
export interface Gone {
  type: "gone";
  table: string;
  reason: string;
}
/** Money that waits for an attendant. */
export interface HandPay {
  id: string;
  patron: string;
  name: string;
  amount: number;
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
/** Sign this socket in with a session's token. */
export interface Hello {
  type: "hello";
  token: string;
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
  wagered: number;
  on_duty: string;
  waits: Reason | null;
  dispute: DisputeTold | null;
  proposals: readonly ProposalView[];
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
/** The lobby now, and again whenever it has changed. */
export interface Lobby {
  type: "lobby";
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
/** The tables there are. */
export interface LobbyTold {
  type: "lobby";
  tables: readonly LobbyTable[];
}
/** Open betting. The commitment is empty where real cards are dealt. */
export interface OpenRound {
  type: "open_bets";
  table: string;
}
/** What one patron alone sees of a table. */
export interface OwnView {
  wagers: readonly WagerView[];
  bet: number;
  last_bet: number;
  last_win: number;
  win: string | null;
  insured: readonly number[];
  asks: readonly Asked[];
  lines: readonly LineView[];
  waits: boolean;
  options: Record<string, boolean>;
  speed: string | null;
  can: readonly string[];
  bet_all: Record<string, number>;
  seats: readonly number[];
  behind: readonly Record<string, unknown>[];
  behind_refused: readonly number[];
  locked: boolean;
  reserved_ms: number | null;
  fork: ForkView | null;
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
  why: string;
}
/** One line of the history. What was staked and returned is the asker's own, and missing for the house. */
export interface PastRound {
  table: string;
  round: number;
  opened_ms: number;
  profile: string;
  over: boolean;
  staked: number | null;
  returned: number | null;
}
/** One thing that happened, in words and by the clock on the wall, and the felt after it. */
export interface PastStep {
  says: Reason;
  wall_ms: number;
  dealer: SideView | null;
  hands: readonly HandView[];
  player: SideView | null;
  banker: SideView | null;
  winner: string | null;
  wagers: readonly WagerView[];
  lines: readonly LineView[];
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
/** A correction of a settled round that waits for a second person: who gets what, and why (TB-32). */
export interface ProposalView {
  number: number;
  by: string;
  round: number;
  amounts: Record<string, number>;
  why: string;
}
/** Put a settled round right: what each patron gets, or gives back where it is negative. */
export interface ProposeCorrection {
  type: "propose_correction";
  table: string;
  of_round: number;
  amounts: Record<string, number>;
  why: string;
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
export interface Purse {
  type: "purse";
  currency: string;
  balance: number;
  held: number;
  playable: number;
}
/** One chip more on every bet, in the order placed, as far as credit goes. */
export interface RaiseBets {
  type: "raise_bets";
  table: string;
  amount: number;
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
  shares: Record<string, RecordShare>;
}
/** What one patron had staked and got back. */
export interface RecordShare {
  staked: number;
  returned: number;
}
/** Put a voucher in. */
export interface RedeemVoucher {
  type: "redeem_voucher";
  code: string;
}
/** A no, with its facts and its words in the asker's language. */
export interface RefusalTold {
  code: string;
  facts: Record<string, number | string>;
  text: string;
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
/** Baccarat's boards as the command `roads` prints them, and the shoe's counters. */
export interface RoadsView {
  board: Record<string, unknown>;
  counters: Record<string, number>;
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
/** Insurance offered or never; bets repeated by themselves; bets kept on. */
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
/** A hand that is the house's or nobody's: the dealer, Player, Banker. */
export interface SideView {
  cards: readonly string[];
  total: number;
  soft: boolean;
  state: string;
}
/** How quickly a patron has cards dealt at a private table (GUI-10). */
export type Speed = "fast" | "normal" | "slow" | "turbo";
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
  speeds: readonly string[];
  wins: readonly WinView[];
  reserve_ms: number;
  video: string | null;
}
/** Sit down. */
export interface TakeSeat {
  type: "take_seat";
  table: string;
  seat: number;
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
/** A stake on a field and what it could win at best. */
export interface WagerView {
  position: number;
  bet: string;
  stake: number;
  could_win: number;
}
/** Follow a table as its display does: the public part only. */
export interface Watch {
  type: "watch";
  table: string;
}
/** The first thing a socket says: whom it takes the terminal for. Without a session, nobody. */
export interface Welcome {
  type: "welcome";
  patron: string | null;
  name: string | null;
  roles: readonly string[];
  language: string;
  now_ms: number;
  may: readonly string[];
}
/** How much is made of a win: from so many times all that was staked, and for how long (GUI-12). */
export interface WinView {
  grade: string;
  from_times: number;
  lasts_ms: number;
}

/** What a terminal may ask. */
export type Do = ApproveCorrection | BetAll | Burn | CallAttendant | CallSupervisor | CashOut | ChangeShoe | Check | ClearAll | ClearLast | CloseBets | CloseDispute | Contribute | CorrectCard | Deal | DealFaceDown | Decide | Dispute | DoubleBets | EnterCard | Hello | Join | Leave | LeaveSeat | LetItPlay | Lobby | OpenRound | Pause | PlaceBet | PlayNow | PressDeal | ProposeCorrection | RaiseBets | RedeemVoucher | RefuseBehind | RepeatBets | Reserve | Resume | ResumeTables | SeeCutCard | SetBehind | SetOption | SetSpeed | TakeSeat | Tip | TurnUp | UndoBet | Unwatch | VoidRound | Watch;

/** What the socket tells. */
export type Told = Telling | Welcome | Answer | Purse | LobbyTold | Gone | Called;
