import { describe, expect, it } from "vitest";
import { counted, NOTHING_TYPED, typed } from "./entry";

const after = (keys: readonly string[]) => keys.reduce(typed, NOTHING_TYPED);

describe("a card that is typed", () => {
  it("is whole when its suit has come, in either case", () => {
    expect(after(["A", "s"]).card).toBe("As");
    expect(after(["t", "D"]).card).toBe("Td");
    expect(after(["1", "0", "h"]).card).toBe("Th");
  });

  it("does not mind a scanner's line end, nor a strange key", () => {
    expect(after(["K", "Enter", "x", "c"]).card).toBe("Kc");
  });

  it("can be begun again", () => {
    expect(after(["K", "Q", "c"]).card).toBe("Qc");
    expect(after(["K", "Backspace", "c"]).card).toBeNull();
    expect(after(["A", "s", "7", "d"]).card).toBe("7d");
  });
});

describe("the cards left in a shoe", () => {
  it("are counted by suit, and by rank within it", () => {
    const counts = counted(["Ac", "Ac", "Ks"]);
    expect(counts).toHaveLength(52);
    expect([counts[0], counts[1], counts[51]]).toEqual([2, 0, 1]);
  });
});
