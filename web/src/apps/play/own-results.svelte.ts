// One's own last results, table by table: from the history on record, and each round as the table sends it, once.
import { untrack } from "svelte";
import { session } from "../../link/session.svelte";
import { fetched } from "../../wire/fetched";
import { fill } from "../../wire/fill";
import type { PastRound } from "../../wire/views";

export interface OwnResult {
  round: number;
  net: number;
  void: boolean;
}

class OwnResults {
  #kept: Record<string, readonly OwnResult[]> = $state.raw({});
  #asked: Record<string, string> = {};

  of(table: string): readonly OwnResult[] {
    return this.#kept[table] ?? [];
  }

  /**
   * The rounds on record; read again when something about this table was announced, since a correction changes them,
   * and when the house shows another number of them.
   */
  async load(table: string, most: number): Promise<void> {
    const notices = session.notices.filter((one) => one.table === table).map((one) => one.id);
    const asking = [most, ...notices].join();
    if (most === 0 || this.#asked[table] === asking) return;
    this.#asked[table] = asking;
    const query = new URLSearchParams({ table, most: String(most) });
    const rows = ((await fetched<readonly unknown[]>(`/api/rounds?${query}`)) ?? []).map((one) =>
      fill<PastRound>("PastRound", one),
    );
    // Where all went back before it was final, the history has a line, and the round had no result.
    const over = rows.filter((row) => row.net !== null && row.staked !== 0);
    const past = over.map((row) => ({ round: row.round, net: row.net ?? 0, void: row.void }));
    const newest = past[0]?.round ?? 0;
    this.#keep(table, [...this.of(table).filter((one) => one.round > newest), ...past], most);
  }

  /** Notes the round that a table has just sent the result of, by its number: sent again, it is the same round. */
  note(table: string, most: number): void {
    const own = session.known[table]?.own;
    const result = own?.result;
    if (!result || (own?.pending ?? null) !== null) return; // one that may be disputed may come out otherwise
    untrack(() => {
      const before = this.of(table);
      if (before.some((one) => one.round === result.round)) return;
      this.#keep(
        table,
        [result, ...before].sort((one, other) => other.round - one.round),
        most,
      );
    });
  }

  #keep(table: string, results: readonly OwnResult[], most: number): void {
    this.#kept = { ...this.#kept, [table]: results.slice(0, most) };
  }
}

export const ownResults = new OwnResults();
