// Motion: what moves when a view changes, and how it is cut short. Knows elements, never cards' worth.
//
// Every animation belongs to a table. News of the table ends them all at once, so the screen never shows
// something older than what it was sent. Only transforms and opacity move.
const running = new Map<string, Set<Animation>>();
const batches = new Map<string, number>();
const shown = new Set<string>();
const paces = new Map<string, number>();
const PACE: Readonly<Record<string, number>> = { slow: 1.5, normal: 1, fast: 0.55, turbo: 0.25 };

export function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** News has come: whatever still moves on this table is where it belongs. */
export function cut(table: string): void {
  for (const one of running.get(table) ?? []) one.finish();
  running.delete(table);
  batches.delete(table);
}

/** What lies on a table when it is first seen has not just been dealt. */
export function settled(table: string): void {
  shown.add(table);
}

/** The table is drawn anew: what lies on it lies still until it has been seen. */
export function unsettled(table: string): void {
  shown.delete(table);
}

export function forget(table: string): void {
  cut(table);
  paces.delete(table);
  shown.delete(table);
}

function run(table: string, element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Animation {
  const animation = element.animate(frames, { fill: "backwards", ...options });
  const mine = running.get(table) ?? new Set<Animation>();
  running.set(table, mine.add(animation));
  animation.addEventListener("finish", () => mine.delete(animation));
  return animation;
}

/** A card's back is drawn only while it can be seen. */
function flip(
  table: string,
  card: HTMLElement,
  inner: Element,
  frames: Keyframe[],
  options: KeyframeAnimationOptions,
): void {
  card.dataset.turning = "";
  run(table, inner, frames, options).addEventListener("finish", () => delete card.dataset.turning);
}

/** Cards that came with one message leave the shoe one after the other. */
function turnInBatch(table: string): number {
  const turn = batches.get(table) ?? 0;
  batches.set(table, turn + 1);
  return turn;
}

/** Cards of this table move as quickly as it deals them. */
export function paced(table: string, speed: string | null): void {
  paces.set(table, PACE[speed ?? "normal"] ?? 1);
}

function pace(table: string): number {
  return paces.get(table) ?? 1;
}

/** A card comes out of the shoe, slides to its place and turns on the way. True where it moves. */
export function deal(table: string, card: HTMLElement, faceUp: boolean): boolean {
  if (still() || !shown.has(table)) return false;
  const shoe = card.closest("[data-game]")?.querySelector("[data-shoe]")?.getBoundingClientRect();
  const to = card.getBoundingClientRect();
  if (!shoe || to.width === 0) return false;
  const delay = turnInBatch(table) * 180 * pace(table);
  const duration = 380 * pace(table);
  const from = `translate(${shoe.x - to.x}px, ${shoe.y - to.y}px) rotate(-14deg) scale(0.86)`;
  const easing = "cubic-bezier(.2,.75,.25,1)";
  run(table, card, [{ transform: from }, { transform: "none" }], { duration, delay, easing });
  const inner = card.querySelector(".inner");
  if (inner && faceUp) {
    const frames = [
      { transform: "rotateY(180deg)" },
      { transform: "rotateY(180deg)", offset: 0.45 },
      { transform: "none" },
    ];
    flip(table, card, inner, frames, { duration, delay, easing: "ease-out" });
  }
  return true;
}

/** A card that lay face down is turned over. */
export function turn(table: string, card: HTMLElement): void {
  const inner = card.querySelector(".inner");
  if (still() || !inner) return;
  flip(table, card, inner, [{ transform: "rotateY(180deg)" }, { transform: "none" }], {
    duration: 320 * pace(table),
    easing: "ease-in-out",
  });
}

/** A chip lands. */
export function land(table: string, element: Element): void {
  if (still() || !shown.has(table)) return;
  run(
    table,
    element,
    [
      { transform: "translateY(-40%) scale(1.15)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ],
    {
      duration: 160,
      easing: "ease-in",
    },
  );
}
