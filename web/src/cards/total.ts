// A hand's total as it stands beside its cards.
import { t } from "../speech/speech.svelte";

/** A soft total is said as such; a soft eleven is an ace alone, and there is nothing to add up yet. */
export function totalText(hand: { total: number; soft: boolean }): string {
  if (hand.soft && hand.total === 11) return "A";
  return hand.soft && hand.total < 21 ? t("screen.soft", { total: hand.total }) : String(hand.total);
}
