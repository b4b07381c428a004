// Chips: which to show, in which colour, how an amount piles up. Knows amounts only, and no limits.

export const COLOURS = ["ivory", "ruby", "sapphire", "emerald", "onyx", "amethyst", "amber", "rose"] as const;
export type ChipColour = (typeof COLOURS)[number];

export interface Chip {
  amount: number;
  colour: ChipColour;
  /** Whether any field of the table takes it: the others are grey. */
  useful: boolean;
}

/** The chips of one denomination as the table has them, each in its colour. */
export function rack(chips: readonly { amount: number; useful: boolean }[]): Chip[] {
  return chips
    .slice(0, COLOURS.length)
    .map(({ amount, useful }, index) => ({ amount, useful, colour: COLOURS[index] ?? "ivory" }));
}

/** The largest chips first, as a croupier would colour a stake up; at most `most`, the figure says the rest. */
export function pile(amount: number, chips: readonly Chip[], most = 5): Chip[] {
  const found: Chip[] = [];
  let left = amount;
  for (const chip of [...chips].sort((a, b) => b.amount - a.amount)) {
    while (left >= chip.amount && found.length < most) {
      found.push(chip);
      left -= chip.amount;
    }
  }
  const smallest = chips[0];
  return found.length > 0 || !smallest ? found : [smallest];
}
