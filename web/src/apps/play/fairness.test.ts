import { describe, expect, it } from "vitest";
import { checked } from "./fairness";

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
