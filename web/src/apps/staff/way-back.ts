// Where a member of staff came from: signing out at a patron's terminal leads back to the game. Knows addresses only.

const CAME_FROM = "cutcard.came-from";

/** Remembers the terminal that the staff's screen was opened from, if it was one of this house. */
export function remember(address: URL): void {
  const from = address.searchParams.get("from") ?? "";
  if (/^\/play(\?|$)/.test(from)) sessionStorage.setItem(CAME_FROM, from);
}

/** The terminal to go back to, once. */
export function wayBack(): string | null {
  const from = sessionStorage.getItem(CAME_FROM);
  sessionStorage.removeItem(CAME_FROM);
  return from;
}
