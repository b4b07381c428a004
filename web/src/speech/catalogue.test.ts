import { describe, expect, it } from "vitest";
import { filled } from "./catalogue";
import { readable } from "./amounts";

const EN = {
  plain: "Dealer has {total}.",
  nested: "{bet} pays {odds}.",
  "bet.pair.name": "Pair",
  counted: "{hands, plural, =0 {No hand} one {# hand} other {# hands}} left of {all}",
  deep: "Card for {to}",
  to: "seat {position}",
};
const say = (key: string, facts = {}) => filled([{ plain: "Der Dealer hat {total}." }, EN], key, facts, "en");

describe("texts", () => {
  it("are filled with facts, the first catalogue first", () => {
    expect(say("plain", { total: 17 })).toBe("Der Dealer hat 17.");
    expect(say("nested", { bet: "@bet.pair.name", odds: "11:1" })).toBe("Pair pays 11:1.");
  });

  it("word a fact that is a key with the same facts", () => {
    expect(say("deep", { to: "@to", position: 4 })).toBe("Card for seat 4");
  });

  it("choose the arm for a number", () => {
    expect([0, 1, 2].map((hands) => say("counted", { hands, all: 3 }))).toEqual([
      "No hand left of 3",
      "1 hand left of 3",
      "2 hands left of 3",
    ]);
  });

  it("have no text for an unknown key", () => {
    expect(say("moon")).toBeUndefined();
  });
});

describe("amounts in facts", () => {
  const money = (amount: number): string => `€${amount / 100}`;

  it("are written out, numbers that are none stay", () => {
    expect(readable("not_enough_credit", { needed: 500, playable: 100 }, money)).toEqual({
      needed: "€5",
      playable: "€1",
    });
    expect(readable("above_the_maximum", { most: 500 }, money)).toEqual({ most: "€5" });
    expect(readable("seats_enough", { most: 2 }, money)).toEqual({ most: 2 });
  });
});
