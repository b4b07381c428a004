// A dealer's last results, counted. Knows the order in which they are listed, and no card.

export const LISTED = ["blackjack", "bust", "21", "20", "19", "18", "17"] as const;
/** A dealer whose second card nobody saw has no total: it is counted apart, and listed only where it occurred. */
export const HIDDEN = "hidden";

export interface Counted {
  result: string;
  count: number;
  share: number;
}

export function statistics(results: readonly string[]): Counted[] {
  if (results.length === 0) return [];
  const listed = results.includes(HIDDEN) ? [...LISTED, HIDDEN] : LISTED;
  return listed.map((result) => {
    const count = results.filter((one) => one === result).length;
    return { result, count, share: count / results.length };
  });
}
