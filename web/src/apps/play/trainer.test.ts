import { house } from "../../trial/house";
import { opened, signedIn } from "../../trial/opened";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { preferences } from "../../layout/preferences.svelte";
import type { Game } from "./game.svelte";
import { trainer } from "./trainer.svelte";

let game: Game;

beforeAll(async () => {
  await signedIn();
  game = await opened("trained", { features: { advice: true } });
  house.pages["/api/advice/trained"] = [
    { position: 2, branch: 0, best: "stand", values: { hit: -0.5, stand: -0.25 } },
  ];
});
afterEach(() => {
  preferences.trainer = false;
  vi.useRealTimers();
});

describe("the trainer", () => {
  it("asks nobody until it is wanted", async () => {
    house.forget();
    expect(await trainer.advice(game, 2, 0)).toBeNull();
    expect(house.read).toEqual([]);
  });

  it("knows the best play of the hand, and of no other", async () => {
    preferences.trainer = true;
    expect(await trainer.advice(game, 2, 0)).toEqual({
      best: "stand",
      values: [
        { decision: "stand", value: -0.25 },
        { decision: "hit", value: -0.5 },
      ],
    });
    expect(await trainer.advice(game, 1, 0)).toBeNull();
  });

  it("says what was best and what another choice costs, for a while", async () => {
    preferences.trainer = true;
    const advice = await trainer.advice(game, 2, 0);
    vi.useFakeTimers();
    trainer.judge(advice, "hit");
    expect(trainer.said).toBe("Better: Stand. Your choice costs 25.0 % of the stake on average.");
    trainer.judge(advice, "stand");
    expect(trainer.said).toBe("That was the best play.");
    vi.advanceTimersByTime(5000);
    expect(trainer.said).toBe("");
  });

  it("says nothing where there was no advice", () => {
    trainer.judge(null, "hit");
    expect(trainer.said).toBe("");
  });
});
