// Asks that wait for their answer. Knows ids and frames; refuses to know sockets and what is asked.
//
// An ask keeps its id for life: after a lost connection the same frame goes out again, and the server gives the
// same answer without doing anything twice.
import type { Do } from "../wire/sent";
import type { Answer } from "../wire/received";

export const WAITING_MAX = 64;

interface Waiting {
  frame: string;
  settle: (answer: Answer) => void;
}

export class Asks {
  readonly #waiting = new Map<string, Waiting>();
  readonly #prefix: string;
  #count = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** A frame to send, and the answer to come. Beyond the limit the ask is refused here and never sent. */
  make(what: Do): { frame: string | null; answer: Promise<Answer> } {
    const id = `${this.#prefix}-${++this.#count}`;
    if (this.#waiting.size >= WAITING_MAX) return { frame: null, answer: Promise.resolve(tooMany(id)) };
    const frame = JSON.stringify({ ask: id, do: what });
    const answer = new Promise<Answer>((settle) => this.#waiting.set(id, { frame, settle }));
    return { frame, answer };
  }

  /** Whether the answer was waited for; a second answer to one ask changes nothing. */
  answered(answer: Answer): boolean {
    const waiting = this.#waiting.get(answer.ask);
    if (!waiting) return false;
    this.#waiting.delete(answer.ask);
    waiting.settle(answer);
    return true;
  }

  /** What has to go out again after a reconnect, in the order in which it was asked. */
  unanswered(): string[] {
    return [...this.#waiting.values()].map((one) => one.frame);
  }
}

function tooMany(id: string): Answer {
  return { type: "answer", ask: id, ok: false, result: null, refusal: { code: "too_many_asks", facts: {}, text: "" } };
}
