// The supervisor's desk: what waits for a decision, fetched anew every few seconds. Decides nothing itself.
import { fetched, send } from "../../wire/fetched";
import type { LobbyTable } from "../../wire/wire";

export interface HouseTable {
  table: LobbyTable;
  round: number;
  paused: string | null;
  closed: boolean;
  frozen: string | null;
  owner: string | null;
  wagered: number;
  on_duty: string;
  dispute?: { patron: string; about: string } | null;
}

export interface Call {
  id: string;
  wanted: string;
  by: string;
  reason: string;
  table: string;
  at_ms: number;
}

export interface HandPay {
  id: string;
  patron: string;
  name: string;
  amount: number;
}

export interface Deed {
  at_ms: number;
  table: string;
  round: number;
  what: string;
  by: string;
}

const EVERY_MS = 3000;

class Desk {
  me: { name: string; roles: readonly string[] } | null = $state.raw(null);
  tables: readonly HouseTable[] = $state.raw([]);
  calls: readonly Call[] = $state.raw([]);
  handPays: readonly HandPay[] = $state.raw([]);
  deeds: readonly Deed[] = $state.raw([]);
  said = $state("");
  picked = $state("");

  async start(): Promise<void> {
    this.me = await fetched("/api/me");
    if (!this.signedIn) return;
    await this.look();
    setInterval(() => void this.look(), EVERY_MS);
  }

  get signedIn(): boolean {
    return this.me?.roles.some((one) => one !== "patron") ?? false;
  }

  async look(): Promise<void> {
    const [tables, calls, handPays, deeds] = await Promise.all([
      fetched<readonly HouseTable[]>("/api/house/tables"),
      fetched<readonly Call[]>("/api/calls"),
      fetched<readonly HandPay[]>("/api/cashier/hand-pays"),
      fetched<readonly Deed[]>("/api/audit"),
    ]);
    this.tables = tables ?? this.tables;
    this.calls = calls ?? this.calls;
    this.handPays = handPays ?? this.handPays;
    this.deeds = deeds ?? this.deeds;
  }

  /** Sends one deed under an id of its own, so that it is done once however often it is sent. */
  async deed(address: string, what: Record<string, unknown> = {}): Promise<boolean> {
    const answer = await send(address, { ask: crypto.randomUUID(), ...what });
    this.said = answer.problem;
    await this.look();
    return answer.ok;
  }
}

export const desk = new Desk();
