// Cards in words, for those who hear the screen. Knows ranks and suits by letter.
import { t } from "../speech/speech.svelte";

/** `As` as "ace of spades"; a face-down card is only that. */
export function spoken(card: string): string {
  if (card === "??") return t("screen.card_face_down");
  return t("screen.card", { rank: `@screen.rank_${card[0]}`, suit: `@screen.suit_${card[1]}` });
}

export function spokenAll(cards: readonly string[]): string {
  return cards.map(spoken).join(", ");
}
