// How far cards of one hand overlap. Knows widths in cards; nothing of what the cards are.

const OPEN = 0.36;
const CLOSED = 0.16;

/** The step from card to card, in widths of a card, so that the hand fits into `room` widths. */
export function step(cards: number, room: number): number {
  if (cards < 2) return OPEN;
  return Math.max(CLOSED, Math.min(OPEN, (room - 1) / (cards - 1)));
}
