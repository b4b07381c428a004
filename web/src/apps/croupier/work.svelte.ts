// The croupier's hands: cards on their way to the table, and the buttons of the round. The table says what is due.
import { session } from "../../link/session.svelte";
import { has, t, type Facts } from "../../speech/speech.svelte";
import type { Do } from "../../wire/sent";
import type { CroupierView } from "../../wire/views";
import { DEEDS, REASONS, reasoned, type Deed, type Panel, type Reasoned } from "./deeds";
import { counted, LINE_END_MS, NOTHING_TYPED, typed, type Typed } from "./entry";

const OPEN_CARDS = ["card", "turn", "burn_shown"];

class Work {
  table = $state("");
  typed: Typed = $state.raw(NOTHING_TYPED);
  /** The next card entered replaces the last one. */
  correcting = $state(false);
  panel: Panel | null = $state(null);
  /** The cards found in the old shoe, while it is counted. */
  left: readonly string[] = $state.raw([]);
  said = $state("");
  /** Whether a time of the table still runs, as the page counts it. */
  timed = $state(false);
  #typedAt = -LINE_END_MS;
  #busy = false;

  get view(): CroupierView | null {
    return session.known[this.table]?.croupier ?? null;
  }

  /** Whether there are seats at this table at all. */
  get seated(): boolean {
    return (session.known[this.table]?.public?.seats.length ?? 0) > 0;
  }

  get want(): string | null {
    return this.view?.want ?? null;
  }

  /** Whether a card that is entered now goes somewhere. */
  get takesCards(): boolean {
    return this.correcting || OPEN_CARDS.includes(this.want ?? "");
  }

  /** Whether whoever is signed in may do it at all. */
  allowed(deed: Deed): boolean {
    return session.me?.may.includes(deed.message) ?? false;
  }

  can(deed: Deed): boolean {
    if (deed.can === "open_round" && this.timed) return false; // the result is still being shown
    const can = deed.name === "free_seat" ? this.seats.length > 0 : (this.view?.can.includes(deed.can) ?? false);
    return session.state === "open" && this.allowed(deed) && can;
  }

  /** The taken seats that may be freed now. */
  get seats(): number[] {
    return (this.view?.can ?? []).filter((one) => one.startsWith("free_seat@")).map((one) => Number(one.split("@")[1]));
  }

  freeSeat(seat: number): void {
    this.close();
    void this.ask({ type: "free_seat", table: this.table, seat });
  }

  /** What to do next, in words. */
  get next(): string {
    if (this.correcting) return t("screen.croupier_correcting");
    const next = this.view?.next ?? session.known[this.table]?.public?.message;
    return next ? t(next.key, next.facts as Facts) : t("screen.connecting");
  }

  /** The one thing that Enter does now, and what its button says; null where there is none. */
  get due(): { name: string; ask: Do } | null {
    const table = this.table;
    if (this.view?.can.includes("open_round") && !this.timed)
      return { name: "round", ask: { type: "open_bets", table } };
    if (this.want === "face_down") return { name: "face_down", ask: { type: "deal_face_down", table } };
    if (this.want === "burn") return { name: "burn", ask: { type: "burn", table } };
    if (this.view?.can.includes("close_bets")) return { name: "close_bets", ask: { type: "close_bets", table } };
    return null;
  }

  /** A key was pressed; whether it meant something. */
  key(key: string, now: number): boolean {
    if (this.panel !== null) return this.#panelKey(key);
    if (key === "Escape" && this.correcting) return this.#stopCorrecting();
    if (key === "Enter" || key === " ") return this.#enter(now);
    if (this.want === "check" && "yn".includes(key.toLowerCase())) return this.check(key.toLowerCase() === "y");
    const deed = DEEDS.find((one) => one.key === key.toUpperCase());
    if (deed) return this.do(deed);
    return this.#cardKey(key, now);
  }

  #cardKey(key: string, now: number): boolean {
    const before = this.typed;
    this.typed = typed(before, key);
    if (this.typed.card) {
      this.#typedAt = now;
      this.enter(this.typed.card);
    }
    return this.typed !== before;
  }

  /** Enter, unless it is the end of a scanner's line: that belongs to the card before it. */
  #enter(now: number): boolean {
    if (now - this.#typedAt >= LINE_END_MS) this.primary();
    return true;
  }

  #stopCorrecting(): boolean {
    this.correcting = false;
    this.typed = NOTHING_TYPED;
    return true;
  }

  #panelKey(key: string): boolean {
    if (this.panel === "shoe") return this.#countKey(key);
    if (this.panel === "seat") return this.#seatKey(Number(key));
    const reason = this.panel ? REASONS[this.panel][Number(key) - 1] : undefined;
    if (reason === undefined || this.panel === null) return false;
    this.give(this.panel, t(`screen.reason_${reason}`));
    return true;
  }

  #seatKey(seat: number): boolean {
    const free = this.seats.includes(seat);
    if (free) this.freeSeat(seat);
    return free;
  }

  #countKey(key: string): boolean {
    if (key === "Backspace") this.left = this.left.slice(0, -1);
    return this.#cardKey(key, -LINE_END_MS);
  }

  /** A rank was touched, to be followed by a suit. */
  pick(rank: string): void {
    this.typed = { rank, card: null };
  }

  enter(card: string): void {
    this.typed = NOTHING_TYPED;
    if (this.panel === "shoe") {
      this.left = [...this.left, card];
      return;
    }
    const what = this.correcting ? "correct_card" : "enter_card";
    this.correcting = false;
    void this.ask({ type: what, table: this.table, card });
  }

  check(blackjack: boolean): boolean {
    void this.ask({ type: "check", table: this.table, blackjack });
    return true;
  }

  /** The one thing that is due. Pressed twice before the table has answered, it is done once. */
  primary(): void {
    if (this.due && !this.#busy) void this.ask(this.due.ask);
  }

  /** One of the buttons; those that need words or a count open their panel first. */
  do(deed: Deed): boolean {
    const table = this.table;
    if (!this.can(deed)) return false;
    this.typed = NOTHING_TYPED;
    if (deed.name === "correct") this.correcting = !this.correcting;
    else if (deed.panel) this.open(deed.panel);
    else void this.ask({ type: deed.message, table } as Do);
    return true;
  }

  open(panel: Panel): void {
    this.left = [];
    this.panel = panel;
  }

  close(): void {
    this.panel = null;
    this.typed = NOTHING_TYPED;
  }

  give(panel: Reasoned, reason: string): void {
    this.close();
    void this.ask(reasoned(panel, this.table, reason));
  }

  /** The new shoe, with the count of the old one where it was counted. */
  newShoe(): void {
    const left = this.left;
    this.close();
    void this.ask({ type: "new_shoe", table: this.table, ...(left.length > 0 ? { remaining: counted(left) } : {}) });
  }

  async ask(what: Do): Promise<void> {
    this.#busy = true;
    const answer = await session.quietly(what);
    this.#busy = false;
    const key = `refused.${answer.refusal?.code}`;
    this.said = answer.ok ? "" : has(key) ? t(key, answer.refusal?.facts) : (answer.refusal?.text ?? "");
  }
}

export const work = new Work();
