// Seats that were chosen in the lobby, while a round may be running: each is taken as soon as the table lets
// one sit down. Refuses to judge when that is: the table says it, and a seat that is gone is said in its words.
import { session } from "../../link/session.svelte";
import type { Game } from "./game.svelte";

/** The refusal that only says: not yet. */
const LATER = "seats_between_rounds";

class SeatWishes {
  #seats: Record<string, number> = $state.raw({});
  #asking = new Set<string>();

  /** The seat that the patron waits for at a table; 0 where they wait for none. */
  at(table: string): number {
    return this.#seats[table] ?? 0;
  }

  /** The patron has chosen a seat: it is asked for at once. */
  async choose(table: string, seat: number): Promise<void> {
    this.#seats = { ...this.#seats, [table]: seat };
    await this.#ask(table);
  }

  /** The patron no longer wants it. */
  drop(table: string): void {
    const { [table]: _, ...others } = this.#seats;
    this.#seats = others;
  }

  /** Asks again for the seat that is waited for, once the table offers it or somebody else sits there. */
  note(game: Game): void {
    const seat = this.at(game.id);
    if (seat === 0 || session.state !== "open") return;
    const sitting = game.view?.seats.find((one) => one.seat === seat)?.name ?? null;
    if (game.own?.seats.includes(seat)) this.drop(game.id);
    else if (game.can(`take_seat@${seat}`) || sitting !== null) void this.#ask(game.id);
  }

  async #ask(table: string): Promise<void> {
    if (this.#asking.has(table)) return;
    this.#asking.add(table);
    const answer = await session.quietly({ type: "take_seat", table, seat: this.at(table) });
    this.#asking.delete(table);
    if (answer.refusal?.code === LATER) return;
    this.drop(table);
    if (answer.refusal) session.refuse(answer.refusal, table);
  }
}

export const seatWishes = new SeatWishes();
