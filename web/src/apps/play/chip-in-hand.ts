// Which chip is in hand, sent to the table: its buttons are offered, and priced, for that chip.
import { session } from "../../link/session.svelte";
import type { Game } from "./game.svelte";
import { terminal } from "./terminal.svelte";

const asked = new Map<string, number>();

/** Sends a table once a chip that it does not know to be in hand; after a lost connection, again. */
export function tellChip(game: Game): void {
  const known = game.own?.chip;
  const amount = terminal.chipAt(game);
  if (session.state !== "open" || known === undefined || amount === 0) return;
  if (known === amount) {
    asked.delete(game.id);
  } else if (asked.get(game.id) !== amount) {
    asked.set(game.id, amount);
    void session.quietly({ type: "hold_chip", table: game.id, amount }).then(() => asked.delete(game.id));
  }
}
