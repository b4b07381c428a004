import { house } from "../../trial/house";
import { opened, signedIn } from "../../trial/opened";
import { asks, inStep } from "../../trial/tables";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { prefer } from "../../layout/preferences.svelte";
import { decisions } from "./decisions.svelte";
import type { Game } from "./game.svelte";
import { terminal } from "./terminal.svelte";
import { trainer } from "./trainer.svelte";

beforeAll(signedIn);
beforeEach(() => {
  prefer("safetyNet", true);
  prefer("trainer", false);
  terminal.show(null);
});

const scene = { ...inStep("decisions"), own: { asks: [asks(2, 1)] } };
const hit = (table: string) => ({ type: "decide", table, decision: "hit", position: 2, branch: 1 });

async function settle(): Promise<void> {
  await new Promise((done) => setTimeout(done, 0));
}

describe("a decision", () => {
  it("that is risky is asked about first, and sent once it is confirmed (GUI-10)", async () => {
    const game = await opened("risky", {}, scene);
    decisions.choose(game, "hit");
    await settle();
    expect([terminal.sheet, house.asked]).toEqual(["risky", []]);
    decisions.confirm();
    await settle();
    expect([terminal.sheet, decisions.risky, house.asked]).toEqual([null, null, [hit("risky")]]);
  });

  it("goes out at once where the patron wants no safety net", async () => {
    const game = await opened("daring", {}, scene);
    prefer("safetyNet", false);
    decisions.choose(game, "hit");
    await settle();
    expect([terminal.sheet, house.asked]).toEqual([null, [hit("daring")]]);
  });

  it("that is not available is not sent, nor any while nothing is asked", async () => {
    const game = await opened("grey", {}, scene);
    decisions.choose(game, "split");
    decisions.choose(game, "surrender");
    house.news("grey", { own: { asks: [] } });
    decisions.choose(game, "stand");
    await settle();
    expect(house.asked).toEqual([]);
  });
});

describe("a hand whose decision is on its way", () => {
  async function pressed(table: string): Promise<Game> {
    const game = await opened(table, {}, scene);
    house.silent.add("decide");
    decisions.choose(game, "stand");
    await settle();
    decisions.choose(game, "stand");
    await settle();
    return game;
  }

  it("sends no second one, until the table has sent something new", async () => {
    const game = await pressed("hasty");
    expect([house.types(), terminal.deciding(game, 2, 1)]).toEqual([["decide"], true]);
    house.news("hasty", scene);
    expect(terminal.deciding(game, 2, 1)).toBe(false);
  });

  it("may decide again at once where the table said no", async () => {
    const game = await opened("refused", {}, scene);
    house.refuses.decide = "too_late";
    await terminal.decide(game, "stand", 2, 1);
    expect(terminal.deciding(game, 2, 1)).toBe(false);
  });

  it("is no longer the picked one once the table has taken the decision", async () => {
    const game = await opened("taken", {}, scene);
    game.picked = { position: 2, branch: 1 };
    await terminal.decide(game, "stand", 2, 1);
    expect(game.picked).toBeNull();
  });
});

describe("the trainer", () => {
  const advised = [{ position: 2, branch: 1, best: "stand", values: { hit: -0.5, stand: -0.25 } }];

  it("says afterwards what a decision cost, or that it was right", async () => {
    const game = await opened("trained", { features: { advice: true } }, scene);
    house.pages["/api/advice/trained"] = advised;
    prefer("trainer", true);
    prefer("safetyNet", false);
    decisions.choose(game, "hit");
    await vi.waitUntil(() => trainer.said !== "");
    expect(trainer.said).toBe("Better: Stand. Your choice costs 25.0 % of the stake on average.");
    house.news("trained", scene);
    decisions.choose(game, "stand");
    await vi.waitUntil(() => trainer.said.startsWith("That"));
    expect(trainer.said).toBe("That was the best play.");
  });

  it("is silent where the house gives no advice", async () => {
    const game = await opened("untaught", {}, scene);
    prefer("trainer", true);
    expect(await trainer.advice(game, 2, 1)).toBeNull();
  });
});
