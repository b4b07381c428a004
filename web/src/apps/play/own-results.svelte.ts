// One's own last results, table by table, noted as they are told. Knows nets, not how they came about.
import { session } from "../../link/session.svelte";

export interface OwnResult {
  round: number;
  net: number;
}

const KEPT = 12;

class OwnResults {
  #kept: Record<string, readonly OwnResult[]> = $state.raw({});

  of(table: string): readonly OwnResult[] {
    return this.#kept[table] ?? [];
  }

  /** Notes the round that a table shows, once. */
  note(table: string): void {
    const known = session.known[table];
    const lines = known?.own?.lines ?? [];
    const open = known?.public?.step === "betting" || known?.public?.step === "last_bets";
    const round = (known?.public?.round ?? 0) - (open ? 1 : 0);
    const before = this.of(table);
    const disputable = (known?.own?.pending ?? null) !== null; // not settled, and may come out otherwise
    if (lines.length === 0 || disputable || before.some((one) => one.round === round)) return;
    const net = lines.reduce((sum, one) => sum + one.returned - one.stake, 0);
    this.#kept = { ...this.#kept, [table]: [{ round, net }, ...before].slice(0, KEPT) };
  }
}

export const ownResults = new OwnResults();
