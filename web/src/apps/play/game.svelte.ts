// One open game as the screen reads it: what was sent, put under short names. Decides nothing about play.
import { session } from "../../link/session.svelte";
import { NOTHING_KNOWN, type Known } from "../../link/known";
import { amountText, chipText, type Reading } from "../../layout/money";
import { preferences } from "../../layout/preferences.svelte";
import { rack, type Chip } from "../../layout/chips";
import { speech } from "../../speech/speech.svelte";
import type {
  Asked,
  BetAllView,
  FieldView,
  HandView,
  LineView,
  OwnView,
  PublicView,
  TableInfo,
  WagerView,
} from "../../wire/views";

export class Game {
  readonly id: string;
  denomination: number = $state(0);
  /** The hand whose decision the buttons are for, where the patron picked one. */
  picked: { position: number; branch: number } | null = $state.raw(null);

  /** The round whose cards the patron has put away to bet anew. */
  putAway: number = $state(-1);

  constructor(id: string) {
    this.id = id;
  }

  get info(): TableInfo | undefined {
    return session.infos[this.id];
  }

  get known(): Known {
    return session.known[this.id] ?? NOTHING_KNOWN;
  }

  get view(): PublicView | null {
    return this.known.public;
  }

  get own(): OwnView | null {
    return this.known.own;
  }

  get phase(): string {
    return this.view?.phase ?? "closed";
  }

  /** The step of the round, which a pause leaves as it is. */
  get step(): string {
    return this.view?.step ?? "closed";
  }

  get betting(): boolean {
    return this.step === "betting" || this.step === "last_bets";
  }

  /** Whether the cards on the felt are those of a round that is over, and chips lie for the next. */
  get cleared(): boolean {
    return this.betting && ((this.own?.wagers.length ?? 0) > 0 || this.putAway === this.view?.round);
  }

  /** One's own hands; at a shared table, what all were dealt is not one's own. */
  get hands(): readonly HandView[] {
    if (this.cleared) return [];
    const own = this.known.hands?.hands ?? [];
    return own.length > 0 || this.info?.shared ? own : (this.view?.hands ?? []);
  }

  /** The first cards of a shared round on a position that one has no bet on (TB-10). */
  unbetHands(position: number): readonly HandView[] {
    if (this.cleared || !this.info?.shared) return [];
    const dealt = (this.view?.hands ?? []).filter((hand) => hand.position === position);
    return (this.known.hands?.hands ?? []).some((hand) => hand.position === position) ? [] : dealt;
  }

  /** What lies on one of one's own hands. */
  stake(position: number, branch: number): number {
    return this.own?.stakes.find((hand) => hand.position === position && hand.branch === branch)?.stake ?? 0;
  }

  /** Whether one's hand on a position was split, so that each part shows what lies on it. */
  isSplit(position: number): boolean {
    return (this.own?.stakes.filter((hand) => hand.position === position).length ?? 0) > 1;
  }

  get credit(): number {
    const offered = this.info?.denominations ?? [];
    return offered.includes(this.denomination) ? this.denomination : (this.info?.denomination ?? 1);
  }

  get chips(): Chip[] {
    return rack(this.info?.racks.find((one) => one.denomination === this.credit)?.chips ?? []);
  }

  get reading(): Reading {
    return {
      currency: this.info?.currency ?? session.purse?.currency ?? "EUR",
      language: speech.language,
      credit: preferences.credits ? this.credit : null,
    };
  }

  money(amount: number): string {
    return amountText(amount, this.reading);
  }

  short(amount: number): string {
    return chipText(amount, this.reading);
  }

  can(button: string): boolean {
    return session.state === "open" && (this.own?.can.includes(button) ?? false);
  }

  wager(position: number, bet: string): WagerView | undefined {
    return this.own?.wagers.find((one) => one.position === position && one.bet === bet);
  }

  /** What one press of Bet All does on a position; nothing where it would be refused. */
  betAll(position: number): BetAllView | undefined {
    return this.own?.bet_all[position];
  }

  /** Why a field would not take the chip in hand, where it would not. */
  closed(position: number, bet: string): string | undefined {
    return this.own?.closed[`${position} ${bet}`];
  }

  lines(position: number, bet: string): LineView[] {
    return this.lastLines.filter((one) => one.position === position && one.bet === bet);
  }

  /** What a field has won in the round on the felt. */
  paid(position: number, bet: string): number {
    if (this.cleared) return 0;
    return this.own?.paid.find((one) => one.position === position && one.bet === bet)?.won ?? 0;
  }

  /** How the wagers of the round on the felt ended. */
  get lastLines(): readonly LineView[] {
    return this.cleared ? [] : (this.own?.lines ?? []);
  }

  fields(position: number): FieldView[] {
    return (this.info?.fields ?? []).filter((one) => one.position === position);
  }

  /** The hand the decision buttons speak for: the picked one while it is asked, else the first. */
  get asked(): Asked | undefined {
    const asks = this.own?.asks ?? [];
    const picked = this.picked;
    return asks.find((one) => one.position === picked?.position && one.branch === picked?.branch) ?? asks[0];
  }

  /** A hand that is asked something: on the felt, or in an interrupted game, where it goes on. */
  hand(position: number, branch: number): HandView | undefined {
    const fork = this.own?.forks.find((game) => game.seat === position && !game.ended);
    return (fork?.hands ?? this.hands).find((one) => one.position === position && one.branch === branch);
  }
}
