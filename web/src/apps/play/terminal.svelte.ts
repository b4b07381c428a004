// The player's terminal: which games are open, which one the buttons are for, which chip is in hand.
// Refuses to know what any of them shows.
import { GAMES_MAX, session } from "../../link/session.svelte";
import { forget } from "../../layout/motion";
import { play } from "../../layout/sound";
import type { Decision } from "../../wire/views";
import { Game } from "./game.svelte";

export type SheetName =
  | "options"
  | "help"
  | "history"
  | "fairness"
  | "tip"
  | "reserve"
  | "cash"
  | "games"
  | "specials"
  | "results"
  | "attendant"
  | "language"
  | "auto"
  | "risky"
  | "advice"
  | "dispute"
  | "menu"
  | "behind"
  | "voucher";

const STORED = "cutcard.games";

class Terminal {
  games: Game[] = $state.raw([]);
  activeId = $state("");
  /** Which chip of the rack was taken in hand; -1 until one was. */
  #chipIndex = $state(-1);
  hidden = $state(false);
  sheet: SheetName | null = $state(null);
  /** The position a sheet is about. */
  sheetPosition = $state(1);
  #deciding: Record<string, number> = $state.raw({});

  get active(): Game | undefined {
    return this.games.find((one) => one.id === this.activeId) ?? this.games[0];
  }

  get chip(): number {
    return this.active ? this.chipAt(this.active) : 0;
  }

  /** The chip in hand as this table counts it: one that is of use there. */
  chipAt(game: Game): number {
    return game.chips[this.chipIndex(game)]?.amount ?? 0;
  }

  chipIndex(game: Game): number {
    if (game.chips[this.#chipIndex]?.useful) return this.#chipIndex;
    return Math.max(
      0,
      game.chips.findIndex((one) => one.useful),
    );
  }

  takeChip(index: number): void {
    this.#chipIndex = index;
  }

  async open(table: string): Promise<void> {
    const known = this.games.find((one) => one.id === table);
    const id = known ? table : await session.join(table);
    if (id === null) return;
    if (!this.games.some((one) => one.id === id)) this.games = [...this.games, new Game(id)];
    this.activeId = id;
    this.#remember();
  }

  /** Games that the server has open for this player, from another page or an earlier visit: none is hidden. */
  adopt(tables: string[]): void {
    const others = tables
      .filter((id) => !this.games.some((one) => one.id === id))
      .slice(0, GAMES_MAX - this.games.length);
    if (others.length === 0) return;
    this.games = [...this.games, ...others.map((id) => new Game(id))];
    for (const id of others) void session.info(id);
    this.#remember();
  }

  async close(game: Game): Promise<void> {
    if (!(await session.leave(game.id))) return;
    this.drop(game.id);
  }

  drop(id: string): void {
    this.games = this.games.filter((one) => one.id !== id);
    forget(id);
    if (this.activeId === id) this.activeId = this.games[0]?.id ?? "";
    this.#remember();
  }

  remembered(): string[] {
    const asked = new URLSearchParams(location.search).getAll("table");
    return asked.length > 0 ? asked : (sessionStorage.getItem(STORED) ?? "").split(" ").filter(Boolean);
  }

  #remember(): void {
    sessionStorage.setItem(STORED, this.games.map((one) => one.id).join(" "));
    const query = new URLSearchParams(this.games.map((one) => ["table", one.id]));
    history.replaceState(null, "", `?${query}`);
  }

  show(sheet: SheetName | null, position = 1): void {
    this.sheet = sheet;
    this.sheetPosition = position;
  }

  async place(game: Game, position: number, bet: string, amount = this.chip): Promise<void> {
    play("chip");
    this.activeId = game.id;
    const answer = await session.ask({ type: "place_bet", table: game.id, bet, amount, position });
    if (!answer.ok) play("refused");
  }

  /** Whether a decision for this hand is on its way: it is until the table has sent something new, or refused. */
  deciding(game: Game, position: number, branch: number): boolean {
    return this.#deciding[`${game.id} ${position} ${branch}`] === game.known.number;
  }

  /** A hand whose decision is on its way sends no second one, however often the button is pressed. */
  async decide(game: Game, decision: Decision, position: number, branch: number): Promise<void> {
    if (this.deciding(game, position, branch)) return;
    const hand = `${game.id} ${position} ${branch}`;
    this.#deciding = { ...this.#deciding, [hand]: game.known.number };
    play("press");
    const answer = await session.ask({ type: "decide", table: game.id, decision, position, branch });
    if (answer.ok) game.picked = null;
    else this.#deciding = { ...this.#deciding, [hand]: -1 };
    if (!answer.ok) play("refused");
  }
}

export const terminal = new Terminal();
