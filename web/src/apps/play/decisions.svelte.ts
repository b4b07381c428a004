// Decisions on their way to the table: keys for them, and a question first where the patron wants a safety net.
import type { Decision } from "../../wire/views";
import { preferences } from "../../layout/preferences.svelte";
import type { Game } from "./game.svelte";
import { terminal } from "./terminal.svelte";
import { trainer } from "./trainer.svelte";

export const KEYS: Readonly<Record<string, string>> = {
  hit: "h",
  stand: "s",
  double: "d",
  split: "p",
  surrender: "u",
  insure: "y",
  decline: "n",
};

interface Waiting {
  game: Game;
  decision: Decision;
  position: number;
  branch: number;
}

class Decisions {
  /** A decision that waits for a second word. */
  risky: Waiting | null = $state.raw(null);

  choose(game: Game, name: string): void {
    const asked = game.asked;
    const choice = asked?.choices.find((one) => one.decision === name);
    if (!asked || !choice?.available) return;
    const decision = name as Decision;
    const waiting = { game, decision, position: asked.position, branch: asked.branch };
    if (preferences.safetyNet && choice.risky) {
      this.risky = waiting;
      terminal.show("risky");
      return;
    }
    void this.#decide(waiting);
  }

  async #decide({ game, decision, position, branch }: Waiting): Promise<void> {
    const advice = await trainer.advice(game, position, branch);
    await terminal.decide(game, decision, position, branch);
    trainer.judge(advice, decision);
  }

  confirm(): void {
    const waiting = this.risky;
    this.risky = null;
    terminal.show(null);
    if (waiting) void this.#decide(waiting);
  }
}

export const decisions = new Decisions();
