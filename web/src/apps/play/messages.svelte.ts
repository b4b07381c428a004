// What the message line says, and what a round has won. The words come from the table; the order of weight is here.
import { win, type Win } from "../../layout/wins";
import { session } from "../../link/session.svelte";
import { readable } from "../../speech/amounts";
import { has, t, type Facts } from "../../speech/speech.svelte";
import type { Reason, RefusalMessage } from "../../wire/views";
import type { Game } from "./game.svelte";
import { terminal } from "./terminal.svelte";

export interface Said {
  text: string;
  tone: "plain" | "warn" | "go";
}

/** Whoever reads amounts as its table has them. */
export type Reader = Pick<Game, "money" | "info">;

export function reasonText(reason: Reason, game: Reader): string {
  return t(
    reason.key,
    readable(reason.key, reason.facts as Facts, (amount) => game.money(amount)),
  );
}

/** A refusal in this screen's words, with amounts as this screen reads them; else in the server's. */
export function refusalText(refusal: RefusalMessage, game: Game): string {
  const key = `refused.${refusal.code}`;
  if (!has(key)) return refusal.text || t(key);
  return t(
    key,
    readable(refusal.code, withNames(refusal.facts, game), (amount) => game.money(amount)),
  );
}

/** A refusal names bets by their ids; people read what stands on the field. */
function withNames(facts: Facts, game: Game): Facts {
  const title = (bet: unknown): string | undefined => game.info?.fields.find((field) => field.bet === bet)?.title;
  const named = ["bet", "other", "needs"]
    .flatMap((fact) => [[fact, title(facts[fact])] as const])
    .filter(([, name]) => name !== undefined);
  return { ...facts, ...(Object.fromEntries(named) as Facts) };
}

/** The weightiest thing to say: a lost connection, a halt, a refusal, a decision of one's own, the table's own line. */
export function messageOf(game: Game): Said {
  const view = game.view;
  if (session.state === "lost") return { text: t("screen.reconnecting"), tone: "warn" };
  if (!view) return { text: t("screen.connecting"), tone: "plain" };
  if (view.paused) return { text: reasonText(view.paused, game), tone: "warn" };
  if (view.dispute) return { text: reasonText(view.dispute, game), tone: "warn" };
  const notice = session.notice;
  if (notice && (notice.table === null || notice.table === game.id))
    return { text: refusalText(notice.refusal, game), tone: "warn" };
  const asked = game.asked;
  if (asked)
    return { text: asked.offer ? offerText(game, asked.position) : decisionText(game, asked.position), tone: "go" };
  const pending = game.own?.pending ?? 0;
  const unpaid =
    pending > 0 ? ` ${t("screen.pending", { amount: terminal.hidden ? "•••" : game.money(pending) })}` : "";
  const said = reasonText(view.message, game) + unpaid;
  const note = game.own?.note;
  return {
    text: note ? `${said} · ${reasonText(note, game)}` : said,
    tone: view.step === "last_bets" ? "go" : "plain",
  };
}

/** Where there is only one place it can be about, nothing need be said of which. */
function alone(game: Game): boolean {
  if (!seated(game)) return (game.info?.positions ?? 1) === 1;
  const own = game.own;
  return new Set([...(own?.seats ?? []), ...(own?.behind ?? []).map((one) => one.seat)]).size <= 1;
}

function seated(game: Game): boolean {
  return (game.info?.seats ?? 0) > 0;
}

function decisionText(game: Game, position: number): string {
  if (alone(game)) return t("screen.your_turn");
  return seated(game) ? t("screen.your_decision_seat", { seat: position }) : t("screen.your_decision", { position });
}

function offerText(game: Game, position: number): string {
  if (alone(game) && game.view) return reasonText(game.view.message, game);
  return seated(game) ? t("screen.insurance_ask_seat", { seat: position }) : t("screen.insurance_ask", { position });
}

export function roundWin(game: Game): Win | null {
  return game.cleared ? null : win(game.own?.result ?? null, game.own?.win ?? null, game.info?.wins ?? []);
}
