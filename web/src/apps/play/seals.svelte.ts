// Commitments as they were seen before their rounds, so that a secret can be held against its own.
// Knows hashes; what is drawn from a secret, the verifier replays.
import { session } from "../../link/session.svelte";
import { checked, type Verdict } from "./fairness";

export interface Opened extends Verdict {
  round: number;
  commitment: string;
  secret: string;
}

const KEPT = 8;

class Seals {
  #seen: Record<string, readonly { round: number; commitment: string }[]> = $state.raw({});
  #opened: Record<string, Opened> = $state.raw({});

  opened(table: string): Opened | undefined {
    return this.#opened[table];
  }

  /** Notes the commitment a table shows, and checks the secret it shows against the one seen before its round. */
  note(table: string): void {
    const view = session.known[table]?.public;
    if (!view) return;
    const seen = this.#seen[table] ?? [];
    if (view.commitment && seen[0]?.round !== view.round) {
      this.#seen = {
        ...this.#seen,
        [table]: [{ round: view.round, commitment: view.commitment }, ...seen].slice(0, KEPT),
      };
    }
    if (view.revealed && this.#opened[table]?.secret !== view.revealed)
      void this.#check(table, view.revealed, view.round, view.step);
  }

  // While bets are taken for the next round, the secret on show is that of the round before.
  async #check(table: string, secret: string, round: number, step: string): Promise<void> {
    const of = step === "betting" || step === "last_bets" ? round - 1 : round;
    const sealed = this.#seen[table]?.find((one) => one.round === of);
    if (!sealed) return;
    const verdict = await checked(secret, sealed.commitment);
    this.#opened = { ...this.#opened, [table]: { ...verdict, ...sealed, secret } };
  }
}

export const seals = new Seals();
