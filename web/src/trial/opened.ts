// A terminal in a test's house, with tables open. Must be imported before what it is to try.
import { house } from "./house";
import { inStep, info } from "./tables";
import { vi } from "vitest";
import { session } from "../link/session.svelte";
import { terminal } from "../apps/play/terminal.svelte";
import type { Game } from "../apps/play/game.svelte";

type Json = Record<string, unknown>;

/** The page is there and its socket open. */
export async function signedIn(): Promise<void> {
  await session.start();
  await vi.waitUntil(() => session.state === "open");
  house.welcome();
}

/** One table is opened at which bets are taken, and what the house was asked for that is forgotten. */
export async function opened(id: string, more: Json = {}, parts: Json = {}): Promise<Game> {
  house.pages[`/api/tables/${id}`] = info(id, more);
  await terminal.open(id);
  house.news(id, { ...inStep("betting"), own: {}, ...parts });
  house.forget();
  const game = terminal.games.find((open) => open.id === id);
  if (!game) throw new Error(`${id} is not open`);
  return game;
}
