// The keyboard of the terminal. Knows which key presses which button, and leaves typing alone.
import { preferences } from "../../layout/preferences.svelte";
import { unlock } from "../../layout/sound";
import { bets } from "./bets.svelte";
import { decisions, KEYS } from "./decisions.svelte";
import type { Game } from "./game.svelte";
import { terminal } from "./terminal.svelte";

const BUTTONS: Readonly<Record<string, (game: Game) => void>> = {
  z: (game) => void bets.ask(game, "undo_bet"),
  c: (game) => bets.clear(game),
  x: (game) => void bets.ask(game, "double_bets"),
  v: (game) => bets.raise(game),
  r: (game) => void bets.repeat(game, 1),
  t: (game) => void bets.repeat(game, 2),
};

export function keyPressed(event: KeyboardEvent): void {
  unlock();
  if (event.ctrlKey || event.metaKey || event.altKey || terminal.sheet !== null || typing(event.target)) return;
  const game = terminal.active;
  if (game && pressed(event, game)) event.preventDefault();
}

function pressed(event: KeyboardEvent, game: Game): boolean {
  const key = event.key.toLowerCase();
  if (event.key === "?" || event.key === "F1") return Boolean(terminal.show("help") ?? true);
  if (event.key === preferences.dealKey && !onButton(event.target)) return run(() => void bets.ask(game, "press_deal"), game.can("deal"));
  if (game.asked) return decide(game, key);
  if (/^[1-8]$/.test(key)) return run(() => (terminal.chipIndex = Number(key) - 1), Number(key) <= game.chips.length);
  const button = BUTTONS[key];
  return button ? run(() => button(game), game.betting) : false;
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

function onButton(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button, a, [role=button]") !== null;
}

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, select, textarea") !== null;
}
