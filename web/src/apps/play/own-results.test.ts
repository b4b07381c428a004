import { house } from "../../trial/house";
import { opened, signedIn } from "../../trial/opened";
import { inStep } from "../../trial/tables";
import { beforeAll, describe, expect, it } from "vitest";
import { ownResults } from "./own-results.svelte";

beforeAll(signedIn);

const came = (round: number, net: number, more = {}) => ({
  ...inStep("result", { round }),
  own: { result: { round, staked: 100, won: 0, stakes_back: 0, net }, ...more },
});
const past = (round: number, net: number | null) => ({ table: "t", round, opened_ms: 0, net });
const rounds = (table: string): number[][] => ownResults.of(table).map((one) => [one.round, one.net]);

describe("one's own last results", () => {
  it("gain each round once, however often it is sent, the newest first", async () => {
    await opened("noted", {}, came(7, -100));
    ownResults.note("noted", 3);
    ownResults.note("noted", 3);
    house.news("noted", came(8, 250));
    ownResults.note("noted", 3);
    expect(rounds("noted")).toEqual([
      [8, 250],
      [7, -100],
    ]);
  });

  it("wait for a result that may still be disputed", async () => {
    await opened("pending", {}, came(7, 500, { pending: 600 }));
    ownResults.note("pending", 3);
    expect(rounds("pending")).toEqual([]);
  });

  it("are as many as the house shows", async () => {
    await opened("few", {}, came(1, 1));
    for (const round of [2, 3, 4]) {
      ownResults.note("few", 3);
      house.news("few", came(round, round));
    }
    ownResults.note("few", 3);
    expect(rounds("few")).toEqual([
      [4, 4],
      [3, 3],
      [2, 2],
    ]);
  });

  it("leave out rounds in which all that one had there went back", async () => {
    await opened("refunded", {});
    house.pages["/api/rounds"] = [{ ...past(8, 0), staked: 0 }, { ...past(7, -100), staked: 100 }];
    await ownResults.load("refunded", 3);
    expect(rounds("refunded")).toEqual([[7, -100]]);
  });

  it("begin with what is on record, without rounds that are not over, and keep what came meanwhile", async () => {
    await opened("on-record", {}, came(9, 300));
    ownResults.note("on-record", 3);
    house.pages["/api/rounds"] = [past(8, null), past(7, -100), past(6, 50), past(5, 20)];
    await ownResults.load("on-record", 3);
    expect(rounds("on-record")).toEqual([
      [9, 300],
      [7, -100],
      [6, 50],
    ]);
  });

  it("are read again when a notice says that a round of this table was corrected, and only then", async () => {
    await opened("corrected");
    house.pages["/api/rounds"] = [past(3, 100)];
    await ownResults.load("corrected", 3);
    house.pages["/api/rounds"] = [past(3, -100)];
    await ownResults.load("corrected", 3);
    expect([rounds("corrected"), house.read.length]).toEqual([[[3, 100]], 1]);
    house.say({ type: "notices", notices: [{ id: "n1", table: "corrected", round: 3 }] });
    await ownResults.load("corrected", 3);
    expect(rounds("corrected")).toEqual([[3, -100]]);
  });
});
