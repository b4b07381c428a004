import { describe, expect, it } from "vitest";
import type { RoundMoney } from "../wire/views";
import { pile, rack } from "./chips";
import { step } from "./fan";
import { amountText, chipText, inCurrency } from "./money";
import { statistics } from "./results";
import { scrolled, seen } from "./roads";
import { win } from "./wins";

const EUR = { currency: "EUR", language: "en", credit: null };
const came = (staked: number, won: number, stakes_back: number): RoundMoney => ({
  round: 7,
  staked,
  won,
  stakes_back,
  net: won + stakes_back - staked,
  void: false,
});

const chipsOf = (...amounts: number[]) => rack(amounts.map((amount) => ({ amount, useful: true })));

describe("chips", () => {
  it("follow the denomination, at most eight", () => {
    expect(chipsOf(1, 5, 25).map((one) => one.colour)).toEqual(["ivory", "ruby", "sapphire"]);
    expect(chipsOf(1, 2, 3, 4, 5, 6, 7, 8, 9)).toHaveLength(8);
  });

  it("pile up from the largest, never more than asked for", () => {
    const chips = chipsOf(100, 500, 2500);
    expect(pile(3600, chips).map((one) => one.amount)).toEqual([2500, 500, 500, 100]);
    expect(pile(1_000_000, chips, 5)).toHaveLength(5);
    expect(pile(50, chips)).toHaveLength(1);
  });
});

describe("amounts", () => {
  it("show minor units only where there are some, the meter always", () => {
    expect(amountText(1000, EUR)).toBe("€10");
    expect(amountText(1050, EUR)).toBe("€10.50");
    expect(inCurrency(1000, EUR)).toBe("€10.00");
  });

  it("read as credits of a denomination", () => {
    expect(amountText(1000, { ...EUR, credit: 500 })).toBe("2");
    expect(amountText(1250, { ...EUR, credit: 500 })).toBe("2.50");
  });

  it("know currencies without minor units", () => {
    expect(amountText(1000, { ...EUR, currency: "JPY" })).toBe("¥1,000");
  });

  it("are short on a chip", () => {
    expect([100, 250000, 50000000].map((one) => chipText(one, EUR))).toEqual(["1", "2.5K", "500K"]);
  });
});

describe("a hand's cards", () => {
  it("overlap the more the more there are, but stay readable", () => {
    expect(step(2, 3)).toBe(0.36);
    expect(step(8, 2)).toBeCloseTo(1 / 7, 1);
    expect(step(20, 2)).toBe(0.16);
  });
});

describe("wins", () => {
  const wins = [
    { grade: "regular", from_times: 0, lasts_ms: 3000 },
    { grade: "big", from_times: 10, lasts_ms: 6000 },
  ];

  it("are what the winning wagers won, and last as long as the table says", () => {
    expect(win(came(200, 100, 100), "regular", wins)).toEqual({
      amount: 100,
      back: 100,
      round: 7,
      grade: "regular",
      lastsMs: 3000,
    });
    expect(win(came(100, 4900, 100), "big", wins)?.lastsMs).toBe(6000);
  });

  it("are none where the table makes nothing of it", () => {
    expect(win(came(100, 0, 100), null, wins)).toBeNull();
    expect(win(null, "regular", wins)).toBeNull();
  });
});

describe("roads", () => {
  const cells = Array.from({ length: 10 }, (_, column) => ({ column, row: 0 }));

  it("scroll so that the last column and a free one are seen", () => {
    expect(scrolled(cells, 20)).toBe(0);
    expect(scrolled(cells, 6)).toBe(5);
    expect(seen(cells, 6).map((one) => one.at)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe("statistics", () => {
  it("count every listed result", () => {
    const counted = statistics(["bust", "20", "20", "16"]);
    expect(counted.find((one) => one.result === "20")).toEqual({ result: "20", count: 2, share: 0.5 });
    expect(counted.some((one) => one.result === "hidden")).toBe(false);
    expect(statistics([])).toEqual([]);
  });
  it("count a hand that was not shown apart (BJ-20)", () => {
    expect(statistics(["hidden", "20"]).at(-1)).toEqual({ result: "hidden", count: 1, share: 0.5 });
  });
});
