// The staff's desk: what waits for a decision, sent by the socket and fetched anew every few seconds. Decides nothing.
import { session } from "../../link/session.svelte";
import { has, t } from "../../speech/speech.svelte";
import { fetched, send } from "../../wire/fetched";
import type { Do } from "../../wire/sent";
import type { Deed, HandPay, HouseTable } from "../../wire/views";

const EVERY_MS = 3000;
const DEEDS_SHOWN = 12;

class Desk {
  tables: readonly HouseTable[] = $state.raw([]);
  handPays: readonly HandPay[] = $state.raw([]);
  deeds: readonly Deed[] = $state.raw([]);
  said = $state("");
  picked = $state("");
  /** Grows with every look, so that what hangs on the picked table is read again. */
  looks = $state(0);
  readonly #unanswered = new Map<string, string>();

  /** Whether whoever is signed in may use a message or a route of this name. */
  may(name: string): boolean {
    return session.me?.may.includes(name) ?? false;
  }

  get table(): HouseTable | undefined {
    return this.tables.find((one) => one.table.id === this.picked);
  }

  /** A table by its id; a private one, whose id holds an account, by its name and whose it is. */
  named(id: string): string {
    const found = this.tables.find((one) => one.table.id === id);
    return found?.owner_name ? `${found.table.name} · ${found.owner_name}` : id;
  }

  get currency(): string {
    return this.tables[0]?.table.currency ?? "EUR";
  }

  async start(): Promise<void> {
    await this.look();
    setInterval(() => void this.look(), EVERY_MS);
  }

  async look(): Promise<void> {
    const [tables, handPays, deeds] = await Promise.all([
      this.#read<readonly HouseTable[]>("house.tables", "/api/house/tables"),
      this.#read<readonly HandPay[]>("cashier.hand_pays", "/api/cashier/hand-pays"),
      this.#read<readonly Deed[]>("audit", `/api/audit?people=true&limit=${DEEDS_SHOWN}`),
    ]);
    this.tables = tables ?? this.tables;
    this.handPays = handPays ?? this.handPays;
    this.deeds = deeds ?? this.deeds;
    this.looks += 1;
  }

  #read<T>(route: string, address: string): Promise<T | null> {
    return this.may(route) ? fetched<T>(address) : Promise.resolve(null);
  }

  /** Asks a table over the socket, and says so where the answer is no. */
  async ask(what: Do): Promise<boolean> {
    const answer = await session.quietly(what);
    const key = `refused.${answer.refusal?.code}`;
    this.said = answer.ok ? "" : has(key) ? t(key, answer.refusal?.facts) : (answer.refusal?.text ?? "");
    await this.look();
    return answer.ok;
  }

  /** Sends one deed under an id of its own, which it keeps until it is answered: pressed twice, it is done once. */
  async deed<T>(address: string, what: Record<string, unknown> = {}): Promise<T | null> {
    const same = JSON.stringify([address, what]);
    const ask = this.#unanswered.get(same) ?? crypto.randomUUID();
    this.#unanswered.set(same, ask);
    const answer = await send<T>(address, { ask, ...what });
    if (answer.answered) this.#unanswered.delete(same);
    this.said = answer.answered ? answer.problem : t("screen.reconnecting");
    await this.look();
    return answer.ok ? answer.body : null;
  }
}

export const desk = new Desk();
