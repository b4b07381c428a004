// The trainer: after a decision it says whether another would have been better. The mathematics is the server's.
import { preferences } from "../../layout/preferences.svelte";
import { t } from "../../speech/speech.svelte";
import { advised, type Advice } from "./advice";
import type { Game } from "./game.svelte";

class Trainer {
  said = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Asked before the decision goes out, since afterwards the hand is another. */
  advice(game: Game, position: number, branch: number): Promise<Advice | null> {
    const wanted = preferences.trainer && game.info?.features.advice;
    return wanted ? advised(game.id, position, branch) : Promise.resolve(null);
  }

  judge(advice: Advice | null, decision: string): void {
    if (!advice) return;
    const best = `@screen.decision_${advice.best}`;
    const taken = advice.values.find((one) => one.decision === decision)?.value;
    const first = advice.values.find((one) => one.decision === advice.best)?.value ?? 0;
    const cost = taken === undefined ? "" : ((first - taken) * 100).toFixed(1);
    this.#say(advice.best === decision ? t("screen.trainer_right") : t("screen.trainer_wrong", { best, cost }));
  }

  #say(text: string): void {
    clearTimeout(this.#timer);
    this.said = text;
    this.#timer = setTimeout(() => (this.said = ""), 5000);
  }
}

export const trainer = new Trainer();
