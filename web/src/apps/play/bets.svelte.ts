// What the betting buttons ask for. Knows the order of presses; whether a bet may be, the table says.
import { play } from "../../layout/sound";
import { session } from "../../link/session.svelte";
import { t } from "../../speech/speech.svelte";
import type { Speed } from "../../wire/views";
import type { Game } from "./game.svelte";
import { terminal } from "./terminal.svelte";

type Plain = "undo_bet" | "double_bets" | "press_deal" | "clear_all" | "clear_last";

const AGAIN_MS = 2500;

class Bets {
  /** The first press of Clear took the last chip; a second one soon after takes them all. */
  clearing = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  async ask(game: Game, type: Plain): Promise<boolean> {
    play("press");
    const answer = await session.ask({ type, table: game.id });
    if (!answer.ok) play("refused");
    return answer.ok;
  }

  clear(game: Game): void {
    const all = this.clearing;
    clearTimeout(this.#timer);
    this.clearing = !all;
    if (!all) this.#timer = setTimeout(() => (this.clearing = false), AGAIN_MS);
    void this.ask(game, all ? "clear_all" : "clear_last");
  }

  raise(game: Game): void {
    play("chip");
    void session.ask({ type: "raise_bets", table: game.id, amount: terminal.chipAt(game) });
  }

  playNow(game: Game): void {
    play("chip");
    void session.ask({ type: "play_now", table: game.id, amount: terminal.chipAt(game) });
  }

  /** One chip on every field of a position; the fields that it leaves out are named. */
  async all(game: Game, position: number): Promise<void> {
    play("chip");
    const leftOut = leftOutText(game, position);
    const answer = await session.ask({ type: "bet_all", table: game.id, amount: terminal.chipAt(game), position });
    if (answer.ok && leftOut) session.refuse({ code: "bet_all_left_out", facts: {}, text: leftOut }, game.id);
  }

  async repeat(game: Game, times: 1 | 2): Promise<boolean> {
    play("chip");
    const answers = await Promise.all(
      this.#alike(game).map((one) => session.ask({ type: "repeat_bets", table: one.id, times })),
    );
    return answers.some((one) => one.ok);
  }

  /** Repeat goes to every open table of the same kind that can; the others are left alone. */
  #alike(game: Game): Game[] {
    const others = terminal.games.filter(
      (one) => one.id !== game.id && one.info?.profile === game.info?.profile && one.can("repeat"),
    );
    return [game, ...others];
  }

  async repeatAndDeal(game: Game): Promise<void> {
    const answer = await session.ask({ type: "repeat_bets", table: game.id, times: 1 });
    if (answer.ok) await this.ask(game, "press_deal");
  }

  toggle(game: Game, option: string): void {
    play("press");
    const on = !(game.own?.options[option] ?? false);
    void session.ask({ type: "set_option", table: game.id, option, on });
  }

  /** How quickly the table deals to this patron. */
  pace(game: Game, speed: string): void {
    play("press");
    void session.ask({ type: "set_speed", table: game.id, speed: speed as Speed });
  }

  confirmAuto(game: Game): void {
    terminal.activeId = game.id;
    terminal.show("auto");
  }

  /** Any touch ends auto-repeat at every open table; to decide about a hand is to play, and does not. */
  touched(target: EventTarget | null): void {
    if (target instanceof Element && target.closest("[data-decides]")) return;
    for (const game of terminal.games) {
      if (game.own?.options.auto_repeat)
        void session.quietly({ type: "set_option", table: game.id, option: "auto_repeat", on: false });
    }
  }
}

/** The bets that Bet All would leave out on a position, each with why; empty where it leaves out none. */
export function leftOutText(game: Game, position: number): string {
  const left = Object.entries(game.betAll(position)?.left_out ?? {});
  if (left.length === 0) return "";
  const title = (bet: string): string => game.fields(position).find((one) => one.bet === bet)?.title ?? bet;
  const bets = left.map(([bet, why]) => `${title(bet)} (${t(`screen.left_out_${why}`)})`);
  return t("screen.left_out", { bets: bets.join(", ") });
}

export const bets = new Bets();
