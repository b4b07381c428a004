// A reserved place: the number that opens it. How long a place is kept, and that it is, the tables say.
import { session } from "../../link/session.svelte";
import { terminal } from "./terminal.svelte";

const STORED = "cutcard.reserved";

class Reservation {
  #pin = $state(sessionStorage.getItem(STORED) ?? "");
  /** The tables have said yes, and not yet sent until when. */
  #agreed = $state(false);

  get locked(): boolean {
    return this.#pin !== "";
  }

  /** When the first of the open tables gives the place up; null where none keeps it. */
  get until(): number | null {
    const times = terminal.games.flatMap((one) => one.known.reservedUntil ?? []);
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Every open table is asked to keep the place; where none does, nothing is locked. */
  async lock(pin: string): Promise<boolean> {
    const asked = terminal.games.filter((one) => one.can("reserve"));
    const answers = await Promise.all(asked.map((one) => session.ask({ type: "reserve", table: one.id, on: true })));
    if (!answers.some((one) => one.ok)) return false;
    this.#agreed = this.until === null;
    this.#pin = pin;
    sessionStorage.setItem(STORED, pin);
    return true;
  }

  /** Whether the number was right, so that the place is open again. */
  open(pin: string): boolean {
    if (pin !== this.#pin) return false;
    this.end();
    for (const game of terminal.games) {
      if (game.known.reservedUntil !== null) void session.ask({ type: "reserve", table: game.id, on: false });
    }
    return true;
  }

  /** Whether this is as long as the number and not it. */
  wrong(pin: string): boolean {
    return pin.length >= this.#pin.length && pin !== this.#pin;
  }

  /** Once no table keeps the place any longer, there is nothing left to lock. */
  follow(): void {
    const heard = terminal.games.length > 0 && terminal.games.every((one) => one.own !== null);
    if (this.until !== null) this.#agreed = false;
    else if (this.locked && heard && !this.#agreed) this.end();
  }

  end(): void {
    this.#pin = "";
    sessionStorage.removeItem(STORED);
  }
}

export const reservation = new Reservation();
