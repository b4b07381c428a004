// The socket of this terminal: connects, resumes after a gap, sends again what was not answered.
// Refuses to know what the messages mean beyond their numbers.
import Reconnecting from "partysocket/ws";
import { fill } from "../wire/fill";
import { PROTOCOL, SHAPE_OF } from "../wire/fillings";
import type { Do } from "../wire/sent";
import type { Answer, TableNews, Received } from "../wire/received";
import type { RefusalMessage } from "../wire/views";
import { Asks } from "./asks";
import { hear, NOTHING_KNOWN, type Known } from "./known";

export type LinkState = "connecting" | "open" | "lost";

export interface Listener {
  state(state: LinkState): void;
  message(message: Received): void;
  table(id: string, known: Known): void;
  /** The server speaks another protocol than this page: there is no sense in trying again. */
  foreign(refusal: RefusalMessage): void;
}

export class Link {
  readonly #asks = new Asks(crypto.randomUUID().slice(0, 13));
  readonly #tables = new Map<string, Known>();
  readonly #watched = new Set<string>();
  readonly #resuming = new Set<string>();
  readonly #listener: Listener;
  readonly #socket: Reconnecting;
  #opened = false;

  constructor(url: string, listener: Listener) {
    this.#listener = listener;
    this.#socket = new Reconnecting(url, [], {
      minReconnectionDelay: 400,
      maxReconnectionDelay: 5000,
      maxEnqueuedMessages: 0,
    });
    this.#socket.addEventListener("open", () => this.#open());
    this.#socket.addEventListener("close", () => listener.state(this.#opened ? "lost" : "connecting"));
    this.#socket.addEventListener("message", (event) => this.#message(String(event.data)));
  }

  ask(what: Do): Promise<Answer> {
    const { frame, answer } = this.#asks.make(what);
    if (frame && this.#socket.readyState === Reconnecting.OPEN) this.#socket.send(frame);
    return answer;
  }

  /** Follow a table as its display does: the public part only. */
  watch(table: string): Promise<Answer> {
    this.#watched.add(table);
    return this.ask({ type: "watch", table });
  }

  forget(table: string): void {
    this.#tables.delete(table);
    this.#watched.delete(table);
  }

  close(): void {
    this.#socket.close();
  }

  #open(): void {
    const again = this.#opened;
    this.#opened = true;
    const waiting = this.#asks.unanswered();
    void this.#hello();
    if (again) this.#resume([...this.#tables.keys()].filter((id) => !this.#watched.has(id)));
    for (const frame of waiting) this.#socket.send(frame);
    if (again) for (const table of this.#watched) this.#again(table);
    this.#listener.state("open");
  }

  async #hello(): Promise<void> {
    const { ok, refusal } = await this.ask({ type: "hello", protocol: PROTOCOL });
    if (ok || refusal?.code !== "other_protocol") return;
    this.#socket.close();
    this.#listener.foreign(refusal);
  }

  #resume(tables: string[]): void {
    const numbers = Object.fromEntries(tables.map((id) => [id, this.#tables.get(id)?.number ?? 0]));
    if (tables.length === 0) return;
    for (const id of tables) this.#resuming.add(id);
    void this.ask({ type: "resume", tables: numbers });
  }

  /** A whole view once more: whoever only watches goes on watching. */
  #again(id: string): void {
    if (!this.#watched.has(id)) return this.#resume([id]);
    this.#resuming.add(id);
    void this.ask({ type: "watch", table: id });
  }

  #message(text: string): void {
    const raw = JSON.parse(text) as { type: string };
    const message = fill<Received>(SHAPE_OF[raw.type] ?? "", raw);
    if (message.type === "answer") this.#asks.answered(message);
    if (message.type === "table") this.#news(message);
    else this.#listener.message(message);
  }

  #news(news: TableNews): void {
    const id = news.table;
    const heard = hear(this.#tables.get(id) ?? NOTHING_KNOWN, news, performance.now(), this.#resuming.has(id));
    if (heard.kind === "gap" && !this.#resuming.has(id)) this.#again(id);
    if (heard.kind !== "news") return;
    // The fresh view may come before or after the answer; it alone ends the resuming.
    if (news.public) this.#resuming.delete(id);
    this.#tables.set(id, heard.known);
    this.#listener.table(id, heard.known);
  }
}
