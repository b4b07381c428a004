import { describe, expect, it } from "vitest";
import { field } from "../../../trial/tables";
import { fill } from "../../../wire/fill";
import type { FieldView } from "../../../wire/views";
import { isSpecial } from "../fields";
import { COLUMNS, placesOf } from "./places";

const lies = (bet: string, group: string, side: string) => fill<FieldView>("FieldView", field(bet, 1, { group, side }));
const FIELDS = [
  lies("player", "main", "player"),
  lies("banker", "main", "banker"),
  lies("tie", "main", "tie"),
  lies("anything", "special", "banker"),
  lies("any-total", "totals", "banker"),
];

describe("a field of a baccarat cloth", () => {
  it("lies where the table says, whatever its bet is called", () => {
    const { main, special, totals } = placesOf(FIELDS, "banker");
    expect([main?.bet, special.map((one) => one.bet), totals.map((one) => one.bet)]).toEqual([
      "banker",
      ["anything"],
      ["any-total"],
    ]);
    expect(placesOf(FIELDS, "tie")).toMatchObject({ main: { bet: "tie" }, special: [], totals: [] });
  });

  it("lies in one column, and in one group there", () => {
    const all = COLUMNS.map((column) => placesOf(FIELDS, column)).flatMap((at) => [
      at.main,
      ...at.special,
      ...at.totals,
    ]);
    expect(all).toHaveLength(FIELDS.length);
  });

  it("is special in either group that is no main bet's", () => {
    expect(FIELDS.filter(isSpecial).map((one) => one.bet)).toEqual(["anything", "any-total"]);
    expect(isSpecial(lies("behind", "behind", ""))).toBe(false);
  });
});
