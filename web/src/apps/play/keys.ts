// The keyboard of the terminal. Knows which key presses which button, and leaves typing alone.
import { preferences } from "../../layout/preferences.svelte";
import { unlock } from "../../layout/sound";
import { bets } from "./bets.svelte";
import { reservation } from "./reservation.svelte";
import { decisions, KEYS } from "./decisions.svelte";
import type { Game } from "./game.svelte";
import { terminal } from "./terminal.svelte";

const BUTTONS: Readonly<Record<string, { can: string; press: (game: Game) => void }>> = {
  z: { can: "undo", press: (game) => void bets.ask(game, "undo_bet") },
  c: { can: "clear", press: (game) => bets.clear(game) },
  x: { can: "double", press: (game) => void bets.ask(game, "double_bets") },
  v: { can: "raise", press: (game) => bets.raise(game) },
  r: { can: "repeat", press: (game) => void bets.repeat(game, 1) },
  t: { can: "repeat_double", press: (game) => void bets.repeat(game, 2) },
};

/** Keys that something else is for: a focused button, a sheet, a shortcut. None of them can be the key for Deal. */
export function isTaken(key: string): boolean {
  const shortcuts = [...Object.keys(BUTTONS), ...Object.values(KEYS)];
  return (
    ["Enter", " ", "Tab", "Escape", "?", "F1"].includes(key) ||
    /^[0-9]$/.test(key) ||
    shortcuts.includes(key.toLowerCase())
  );
}

export function keyPressed(event: KeyboardEvent): void {
  unlock();
  const game = terminal.active;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || reservation.locked || !game) return;
  if (!decides(game, event.key)) bets.touched(event.target);
  if (dealt(event, game)) event.preventDefault();
  else if (terminal.sheet === null && !typing(event.target) && pressed(event, game)) event.preventDefault();
}

/** The Deal key deals whatever has the focus; only what is being typed is left alone. */
function dealt(event: KeyboardEvent, game: Game): boolean {
  if (event.key !== preferences.dealKey || (event.key.length === 1 && typing(event.target))) return false;
  return run(
    () => {
      terminal.show(null);
      void bets.ask(game, "press_deal");
    },
    !event.repeat && game.can("deal"),
  );
}

function decides(game: Game, key: string): boolean {
  return Boolean(game.asked) && Object.values(KEYS).includes(key.toLowerCase());
}

function pressed(event: KeyboardEvent, game: Game): boolean {
  const key = event.key.toLowerCase();
  if (event.key === "?" || event.key === "F1") return Boolean(terminal.show("help") ?? true);
  if (game.asked) return decide(game, key);
  if (/^[1-8]$/.test(key))
    return run(() => terminal.takeChip(Number(key) - 1), Boolean(game.chips[Number(key) - 1]?.useful));
  const button = BUTTONS[key];
  return button ? run(() => button.press(game), game.can(button.can)) : false;
}

function decide(game: Game, key: string): boolean {
  const decision = Object.keys(KEYS).find((one) => KEYS[one] === key);
  if (decision) return run(() => decisions.choose(game, decision), true);
  const ask = game.own?.asks.find((one) => String(one.position) === key);
  return ask ? run(() => (game.picked = { position: ask.position, branch: ask.branch }), true) : false;
}

function run(what: () => void, may: boolean): boolean {
  if (may) what();
  return may;
}

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, select, textarea") !== null;
}
