import { describe, expect, it } from "vitest";
import { checked } from "./fairness";
import { betAllCost } from "./fields";
import { cardName, steps } from "./past";

describe("fairness", () => {
  // SHA-256 of 32 zero bytes, as `head -c 32 /dev/zero | sha256sum` prints it.
  const ZEROS = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";

  it("holds where the secret is the one committed to", async () => {
    expect(await checked("00".repeat(32), ZEROS)).toEqual({ holds: true, hash: ZEROS });
  });

  it("does not hold where one bit differs", async () => {
    expect((await checked(`01${"00".repeat(31)}`, ZEROS)).holds).toBe(false);
  });
});

describe("past rounds", () => {
  it("name cards as the record numbers them", () => {
    expect([0, 9, 12, 13, 51].map(cardName)).toEqual(["Ac", "Tc", "Kc", "Ad", "Ks"]);
    expect(cardName(undefined)).toBeNull();
  });

  it("are told in steps, from public and own leaves", () => {
    const entry = (tag: string, ...bodies: object[]) => ({ tag, leaves: [...bodies.map((body) => ({ body: JSON.stringify(body) })), {}] });
    const told = steps({ entries: [entry("joined", {}), entry("card_dealt", { card: 0 }), entry("decided", { position: 2 }, { decision: "hit" })] });
    expect(told.map((one) => [one.tag, one.cards, one.facts.decision])).toEqual([["card_dealt", ["Ac"], undefined], ["decided", [], "@screen.decision_hit"]]);
  });
});

describe("bet all", () => {
  it("says what a press is going to stake", () => {
    const field = (bet: string, more = {}) => ({ position: 1, bet, title: "", about: "", limits: { stake_min: 0, stake_max: 0, payout_max: 0 }, needs: null, in_bet_all: true, lines: [], ...more });
    const fields = [field("main"), field("pair"), field("bust", { in_bet_all: false }), field("sevens", { needs: "main" })];
    expect(betAllCost(fields, [], 500)).toBe(1000);
    expect(betAllCost(fields, [{ position: 1, bet: "main", stake: 500, could_win: 500 }], 500)).toBe(1500);
  });
});
