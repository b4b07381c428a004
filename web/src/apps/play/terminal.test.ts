import { house } from "../../trial/house";
import { opened, signedIn } from "../../trial/opened";
import { info, inStep } from "../../trial/tables";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GAMES_MAX, session } from "../../link/session.svelte";
import { tellChip } from "./chip-in-hand";
import { terminal } from "./terminal.svelte";

beforeAll(signedIn);
beforeEach(() => {
  for (const game of [...terminal.games]) terminal.drop(game.id);
});

const ids = (): string[] => terminal.games.map((game) => game.id);

describe("the open games", () => {
  it("hold each table once, and the one opened last has the buttons", async () => {
    await opened("one");
    await opened("two");
    await terminal.open("one");
    expect([ids(), terminal.active?.id]).toEqual([["one", "two"], "one"]);
  });

  it("do not hold a table that may not be joined, and say why", async () => {
    house.refuses.join = "no_such_table";
    await terminal.open("moon");
    expect([ids(), session.notice?.refusal.code]).toEqual([[], "no_such_table"]);
    house.forget();
  });

  it("take in what is open from an earlier visit, up to the most there may be", () => {
    const tables = ["a", "b", "c", "d", "e"];
    for (const id of tables) house.pages[`/api/tables/${id}`] = info(id);
    terminal.adopt(tables);
    expect(ids()).toEqual(tables.slice(0, GAMES_MAX));
    terminal.adopt(tables);
    expect(ids()).toHaveLength(GAMES_MAX);
  });

  it("hand the buttons to another game when one is closed, and keep one that may not be left", async () => {
    const one = await opened("stays");
    const two = await opened("goes");
    house.refuses.leave = "round_in_play";
    await terminal.close(two);
    expect(ids()).toEqual(["stays", "goes"]);
    house.forget();
    await terminal.close(two);
    expect([ids(), terminal.active]).toEqual([["stays"], one]);
  });

  it("are opened again by the next page", async () => {
    await opened("kept");
    await opened("also");
    expect(terminal.remembered()).toEqual(["kept", "also"]);
  });
});

describe("the chip in hand", () => {
  const racks = [
    { denomination: 100, chips: [{ amount: 100, useful: false }, { amount: 500 }, { amount: 2500, useful: false }] },
  ];

  it("is the first that a field takes, whatever was in hand at another table", async () => {
    const plain = await opened("plain");
    const dear = await opened("dear", { racks, denominations: [100] });
    terminal.takeChip(2);
    expect([terminal.chipAt(plain), terminal.chipAt(dear)]).toEqual([2500, 500]);
    terminal.takeChip(0);
    expect([terminal.chipAt(plain), terminal.chipAt(dear)]).toEqual([100, 500]);
  });

  it("is what a touched field is bet, at the table that was touched", async () => {
    const game = await opened("touched");
    await opened("other");
    terminal.takeChip(1);
    await terminal.place(game, 2, "pair", terminal.chipAt(game));
    expect(house.asked).toEqual([{ type: "place_bet", table: "touched", bet: "pair", amount: 500, position: 2 }]);
    expect(terminal.activeId).toBe("touched");
  });

  it("is sent to the table once, and again only when it is another", async () => {
    terminal.takeChip(0);
    const game = await opened("chip", {}, { own: { chip: 500 } });
    house.silent.add("hold_chip");
    tellChip(game);
    tellChip(game);
    expect(house.asked).toEqual([{ type: "hold_chip", table: "chip", amount: 100 }]);
    house.news("chip", { own: { chip: 100 } });
    tellChip(game);
    expect(house.asked).toHaveLength(1);
    terminal.takeChip(1);
    tellChip(game);
    expect(house.asked.at(-1)).toEqual({ type: "hold_chip", table: "chip", amount: 500 });
  });
});

describe("what a table is", () => {
  it("is read again, once, when other settings hold (TB-23)", async () => {
    const game = await opened("settings");
    house.pages["/api/tables/settings"] = info("settings", { stake_max: 9000, settings_since: 4 });
    house.news("settings", inStep("betting", { settings_since: 4 }));
    house.news("settings", inStep("betting", { settings_since: 4 }));
    await vi.waitUntil(() => game.info?.stake_max === 9000);
    house.news("settings", inStep("last_bets", { settings_since: 4 }));
    expect(house.read).toEqual(["/api/tables/settings?language=en"]);
  });
});
