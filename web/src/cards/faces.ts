// The faces of a deck, fetched and read before the first of them is dealt.
// Knows how they are filed, and no card's worth.
const RANKS = "A23456789TJQK";
const SUITS = "shdc";
const held = new Map<string, HTMLImageElement[]>();

function fetched(face: string): HTMLImageElement {
  const image = new Image();
  image.src = `/static/cards/${face}.svg`;
  return image;
}

/** All of a deck, once, when the browser has nothing better to do: a card that turns then waits for nothing. */
export function warm(deck: "two" | "four"): void {
  if (held.has(deck)) return;
  held.set(deck, []);
  const faces = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => `${deck}/${rank}${suit}`));
  const some = (): void => {
    held.get(deck)?.push(...faces.splice(0, 4).map(fetched));
    if (faces.length > 0) setTimeout(some, 120);
  };
  setTimeout(some, 1200);
}
