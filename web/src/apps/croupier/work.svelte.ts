// The croupier's hands: cards on their way to the table, and the buttons of the round. The table says what is due.
import { session } from "../../link/session.svelte";
import { t, type Facts } from "../../speech/speech.svelte";
import type { HouseAsk } from "../../wire/messages";
import type { CroupierView } from "../../wire/wire";
import { NOTHING_TYPED, typed, type Typed } from "./entry";

class Work {
  table = $state("");
  typed: Typed = $state.raw(NOTHING_TYPED);
  /** The next card entered replaces the last one. */
  correcting = $state(false);
  said = $state("");

  get view(): CroupierView | null {
    return session.known[this.table]?.croupier ?? null;
  }

  get want(): string | null {
    return this.view ? this.view.want : "card";
  }

  can(button: string): boolean {
    return session.state === "open" && (this.view?.can.includes(button) ?? true);
  }

  /** What to do next, in words. */
  get next(): string {
    if (this.correcting) return t("screen.croupier_correcting");
    const next = this.view?.next ?? session.known[this.table]?.public?.message;
    return next ? t(next.key, next.facts as Facts) : t("screen.connecting");
  }

  key(key: string): boolean {
    if (key === "Enter" || key === " ") return this.primary();
    if (key.toLowerCase() === "y" && this.want === "check") return this.check(true);
    if (key.toLowerCase() === "n" && this.want === "check") return this.check(false);
    const before = this.typed;
    this.typed = typed(before, key);
    if (this.typed.card) this.enter(this.typed.card);
    return this.typed !== before;
  }

  enter(card: string): void {
    this.typed = NOTHING_TYPED;
    const table = this.table;
    const correcting = this.correcting;
    this.correcting = false;
    if (correcting) void this.ask({ type: "correct_card", table, card });
    else if (this.want === "turn") void this.ask({ type: "turn_up", table, card });
    else if (this.want === "burn_shown") void this.ask({ type: "burn", table, card });
    else void this.ask({ type: "deal_card", table, card });
  }

  check(blackjack: boolean): boolean {
    void this.ask({ type: "check", table: this.table, blackjack });
    return true;
  }

  /** The one thing that Enter does now, if there is one. */
  primary(): boolean {
    const table = this.table;
    const deeds: Partial<Record<string, HouseAsk>> = {
      round: { type: "open_bets", table },
      face_down: { type: "deal_face_down", table },
      burn: { type: "burn", table, card: null },
    };
    const deed = deeds[this.want ?? ""] ?? (this.view && this.can("close_bets") ? ({ type: "close_bets", table } as const) : undefined);
    if (deed) void this.ask(deed);
    return deed !== undefined;
  }

  async ask(what: HouseAsk): Promise<void> {
    const answer = await session.quietly(what);
    this.said = answer.ok ? "" : (answer.refusal?.text ?? t(`refused.${answer.refusal?.code}`, answer.refusal?.facts));
  }
}

export const work = new Work();
