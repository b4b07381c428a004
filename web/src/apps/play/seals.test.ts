import { house } from "../../trial/house";
import { opened, signedIn } from "../../trial/opened";
import { inStep } from "../../trial/tables";
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { seals } from "./seals.svelte";

beforeAll(signedIn);

const secretOf = (digit: string): string => digit.repeat(64);
const sealed = (secret: string): string => createHash("sha256").update(Buffer.from(secret, "hex")).digest("hex");

function news(table: string, step: string, more: Record<string, unknown>): void {
  house.news(table, inStep(step, more));
  seals.note(table);
}

describe("the seal of a round", () => {
  it("holds where the secret shown afterwards is the one that was committed to before the cards", async () => {
    await opened("fair");
    news("fair", "betting", { round: 4, commitment: sealed(secretOf("a")) });
    news("fair", "result", { round: 4, commitment: sealed(secretOf("a")), revealed: secretOf("a") });
    await vi.waitUntil(() => seals.opened("fair"));
    expect(seals.opened("fair")).toMatchObject({ round: 4, holds: true });
  });

  it("is broken where another commitment was seen before, whatever is sent with the secret", async () => {
    await opened("swapped");
    news("swapped", "betting", { round: 4, commitment: sealed(secretOf("a")) });
    news("swapped", "result", { round: 4, commitment: sealed(secretOf("b")), revealed: secretOf("b") });
    await vi.waitUntil(() => seals.opened("swapped"));
    expect(seals.opened("swapped")).toMatchObject({ round: 4, holds: false });
  });

  it("is that of the round before while bets are taken for the next", async () => {
    await opened("next");
    news("next", "betting", { round: 4, commitment: sealed(secretOf("a")) });
    news("next", "betting", { round: 5, commitment: sealed(secretOf("b")), revealed: secretOf("a") });
    await vi.waitUntil(() => seals.opened("next"));
    expect(seals.opened("next")).toMatchObject({ round: 4, holds: true });
  });

  it("is not judged for a round whose commitment was not seen", async () => {
    await opened("late");
    news("late", "betting", { round: 9, commitment: sealed(secretOf("b")), revealed: secretOf("a") });
    await new Promise((done) => setTimeout(done, 20));
    expect(seals.opened("late")).toBeUndefined();
  });
});
