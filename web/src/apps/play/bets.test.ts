import { house, Part } from "../../trial/house";
import { opened, signedIn } from "../../trial/opened";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { session } from "../../link/session.svelte";
import { bets, leftOutText } from "./bets.svelte";
import { terminal } from "./terminal.svelte";

beforeAll(signedIn);
beforeEach(() => {
  for (const game of [...terminal.games]) terminal.drop(game.id);
  session.notice = null;
});
afterEach(() => void vi.useRealTimers());

describe("Clear", () => {
  it("takes the last chip, and all of them when pressed again soon after", async () => {
    const game = await opened("cleared");
    vi.useFakeTimers();
    bets.clear(game);
    expect(bets.clearing).toBe(true);
    bets.clear(game);
    expect([house.types(), bets.clearing]).toEqual([["clear_last", "clear_all"], false]);
  });

  it("takes one chip again once the second press comes too late", async () => {
    const game = await opened("slow");
    vi.useFakeTimers();
    bets.clear(game);
    vi.advanceTimersByTime(2500);
    bets.clear(game);
    expect(house.types()).toEqual(["clear_last", "clear_last"]);
    vi.advanceTimersByTime(2500);
  });
});

describe("the chip in hand", () => {
  it("is what a raise and Play Now ask for", async () => {
    const game = await opened("raised");
    terminal.takeChip(1);
    bets.raise(game);
    bets.playNow(game);
    expect(house.asked).toEqual([
      { type: "raise_bets", table: "raised", amount: 500 },
      { type: "play_now", table: "raised", amount: 500 },
    ]);
  });
});

describe("Repeat", () => {
  it("goes to every open table of the same kind that can repeat, and to no other", async () => {
    const can = { own: { can: ["repeat"] } };
    await opened("other-kind", { profile: "punto-banco" }, can);
    await opened("cannot");
    await opened("can", {}, can);
    const game = await opened("here", {}, can);
    expect(await bets.repeat(game, 2)).toBe(true);
    expect(house.asked).toEqual([
      { type: "repeat_bets", table: "here", times: 2 },
      { type: "repeat_bets", table: "can", times: 2 },
    ]);
  });

  it("with Deal deals only where the bets were taken", async () => {
    const game = await opened("rebet");
    await bets.repeatAndDeal(game);
    expect(house.types()).toEqual(["repeat_bets", "press_deal"]);
    house.forget();
    house.refuses.repeat_bets = "not_enough_credit";
    await bets.repeatAndDeal(game);
    expect([house.types(), session.notice?.refusal.code]).toEqual([["repeat_bets"], "not_enough_credit"]);
  });
});

describe("Bet All", () => {
  const all = { own: { bet_all: { 1: { cost: 500, left_out: { pair: "limit", main: "credit" } } } } };

  it("names what it leaves out, and why", async () => {
    const game = await opened("all", {}, all);
    expect(leftOutText(game, 1)).toBe("Without Pair (limit), main (credit)");
    expect(leftOutText(game, 2)).toBe("");
    await bets.all(game, 1);
    expect(session.notice?.refusal.text).toBe("Without Pair (limit), main (credit)");
  });

  it("says nothing of fields where the table refuses it as a whole", async () => {
    const game = await opened("none", {}, all);
    house.refuses.bet_all = "bets_are_closed";
    await bets.all(game, 1);
    expect(session.notice?.refusal.code).toBe("bets_are_closed");
  });
});

describe("auto-repeat", () => {
  it("ends at every table with any touch but a decision about a hand", async () => {
    await opened("auto", {}, { own: { options: { auto_repeat: true } } });
    await opened("by-hand", {}, { own: { options: { auto_repeat: false } } });
    bets.touched(new Part("[data-decides]"));
    expect(house.asked).toEqual([]);
    bets.touched(new Part("button"));
    expect(house.asked).toEqual([{ type: "set_option", table: "auto", option: "auto_repeat", on: false }]);
  });

  it("is asked about at the table where it was held", async () => {
    const game = await opened("held");
    await opened("beside");
    bets.confirmAuto(game);
    expect([terminal.activeId, terminal.sheet]).toEqual(["held", "auto"]);
  });
});

describe("an option of the table", () => {
  it("is switched to what it is not", async () => {
    const game = await opened("options", {}, { own: { options: { insurance: true } } });
    bets.toggle(game, "insurance");
    bets.toggle(game, "keep_bets");
    expect(house.asked.map((what) => "on" in what && what.on)).toEqual([false, true]);
  });
});
