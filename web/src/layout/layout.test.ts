import { describe, expect, it } from "vitest";
import type { LineView } from "../wire/wire";
import { pile, rack } from "./chips";
import { step } from "./fan";
import { amountText, chipText, inCurrency } from "./money";
import { statistics } from "./results";
import { scrolled, seen } from "./roads";
import { seconds, win } from "./wins";

const EUR = { currency: "EUR", language: "en", credit: null };
const line = (stake: number, returned: number): LineView => ({ position: 1, branch: 0, bet: "main", outcome: "", pays: "", stake, returned, why: null });

describe("chips", () => {
  it("follow the denomination, at most eight", () => {
    expect(rack([1, 5, 25], 100).map((one) => one.amount)).toEqual([100, 500, 2500]);
    expect(rack([1, 2, 3, 4, 5, 6, 7, 8, 9], 1)).toHaveLength(8);
  });

  it("pile up from the largest, never more than asked for", () => {
    const chips = rack([1, 5, 25], 100);
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
  it("are none where no more comes back than was staked", () => {
    expect(win([line(100, 100)])).toBeNull();
    expect(win([line(100, 0), line(100, 200)])).toBeNull();
  });

  it("come in three grades", () => {
    expect(win([line(100, 200)])).toEqual({ amount: 200, grade: "regular" });
    expect(win([line(100, 300)])?.grade).toBe("nice");
    expect(win([line(100, 1000)])?.grade).toBe("big");
  });

  it("last the common time, or so much longer", () => {
    const times = { animation_s: 3, regular_win_s: -1, nice_win_s: 0, big_win_s: 3 };
    expect((["regular", "nice", "big"] as const).map((one) => seconds(one, times))).toEqual([3, 3, 6]);
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
    expect(statistics([])).toEqual([]);
  });
});
