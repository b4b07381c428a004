import { field } from "../../trial/tables";
import { describe, expect, it } from "vitest";
import { fill } from "../../wire/fill";
import type { FieldView } from "../../wire/views";
import { odds, oddsOf, payLines } from "./pay-lines";

const paying = (...lines: object[]): FieldView => fill<FieldView>("FieldView", field("pair", 1, { lines }));

describe("the lines of a pay table", () => {
  it("print odds as a cloth does", () => {
    expect(odds("3:2")).toBe("3 : 2");
  });

  it("keep the order in which they were sent, under the titles that came with them", () => {
    const lines = payLines(paying({ line: "suited", title: "Suited", pays: "25:1" }, { line: "mixed", pays: "5:1" }));
    expect(lines).toEqual([
      { id: "suited", title: "Suited", pays: "25 : 1" },
      { id: "mixed", title: "mixed", pays: "5 : 1" },
    ]);
  });

  it("show on the plate what the last of them, the common one, pays", () => {
    expect(oddsOf(paying({ line: "suited", pays: "25:1" }, { line: "mixed", pays: "5:1" }))).toBe("5 : 1");
    expect(oddsOf(paying())).toBe("");
  });
});
