// Cards as they are typed: by a scanner, a keyboard or a finger. Knows letters; what a card is for, the table says.

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export const SUITS = ["s", "h", "d", "c"] as const;

/** The order in which a count of a shoe names its cards: every rank of clubs, of diamonds, of hearts, of spades. */
const COUNTED_SUITS = ["c", "d", "h", "s"];

/** A scanner ends its line within so many milliseconds of the card; a hand never presses Enter as soon. */
export const LINE_END_MS = 250;

export interface Typed {
  rank: string;
  /** A whole card, once its suit has come. */
  card: string | null;
}

export const NOTHING_TYPED: Typed = { rank: "", card: null };

/** One more character. A scanner's line end, blanks and strange characters change nothing; 1 and 0 make a ten. */
export function typed(before: Typed, key: string): Typed {
  const rank = before.card ? "" : before.rank;
  const upper = key.toUpperCase();
  if (key === "Backspace" || key === "Escape") return NOTHING_TYPED;
  if (rank === "1" && key === "0") return { rank: "T", card: null };
  if (key === "1") return { rank: "1", card: null };
  const suit = key.toLowerCase();
  if (rank !== "" && rank !== "1" && (SUITS as readonly string[]).includes(suit)) return { rank, card: rank + suit };
  if ((RANKS as readonly string[]).includes(upper)) return { rank: upper, card: null };
  return { rank, card: null };
}

/** How many of each of the 52 cards were counted, as a new shoe is entered. */
export function counted(cards: readonly string[]): number[] {
  const order = COUNTED_SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
  return order.map((card) => cards.filter((one) => one === card).length);
}
