// Dragging a chip onto a field. Knows pointers and where they end; what a bet is, the table says.
import type { Game } from "./game.svelte";
import { terminal } from "./terminal.svelte";

export interface DragOptions {
  start: () => void;
  drop: (game: Game, position: number, bet: string) => void;
}

const FAR = 9;

/** A Svelte action: the element can be dragged; a plain click is left alone. */
export function drag(element: HTMLElement, options: DragOptions): { update(next: DragOptions): void; destroy(): void } {
  let current = options;
  const down = (event: PointerEvent): void => begin(element, event, () => current);
  element.addEventListener("pointerdown", down);
  return {
    update: (next) => void (current = next),
    destroy: () => element.removeEventListener("pointerdown", down),
  };
}

function begin(element: HTMLElement, event: PointerEvent, options: () => DragOptions): void {
  let ghost: HTMLElement | null = null;
  const move = (now: PointerEvent): void => {
    if (!ghost && Math.hypot(now.x - event.x, now.y - event.y) < FAR) return;
    if (!ghost) options().start();
    ghost ??= lift(element);
    ghost.style.transform = `translate(${now.x - ghost.offsetWidth / 2}px, ${now.y - ghost.offsetHeight / 2}px)`;
  };
  const end = (now: PointerEvent): void => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    const dropped = ghost !== null && now.type === "pointerup";
    ghost?.remove();
    if (dropped) place(now, options());
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

function lift(element: HTMLElement): HTMLElement {
  const ghost = element.firstElementChild?.cloneNode(true) as HTMLElement;
  ghost.style.cssText = "position:fixed;left:0;top:0;z-index:99;pointer-events:none;--chip:64px";
  document.body.append(ghost);
  return ghost;
}

function place(at: PointerEvent, options: DragOptions): void {
  const field = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>("[data-field]");
  const [id, position, bet] = field?.dataset.field?.split(" ") ?? [];
  const game = terminal.games.find((one) => one.id === id);
  if (game?.can("place") && bet) options.drop(game, Number(position), bet);
}
