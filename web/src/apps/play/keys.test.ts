import { house, Part } from "../../trial/house";
import { opened, signedIn } from "../../trial/opened";
import { asks, inStep } from "../../trial/tables";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { preferences } from "../../layout/preferences.svelte";
import { isTaken, keyPressed } from "./keys";
import { terminal } from "./terminal.svelte";

class Silence {
  state = "closed"; // so nothing is played
}

/** A key goes down; whether somebody took it. */
function press(key: string, more: object = {}, target?: EventTarget): boolean {
  const event = new Event("keydown", { cancelable: true });
  Object.assign(event, { key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...more });
  if (target) Object.defineProperty(event, "target", { value: target });
  keyPressed(event as KeyboardEvent);
  return event.defaultPrevented;
}

beforeAll(async () => {
  vi.stubGlobal("AudioContext", Silence);
  vi.stubGlobal("HTMLElement", Part);
  await signedIn();
});
beforeEach(() => {
  for (const game of [...terminal.games]) terminal.drop(game.id);
  terminal.show(null);
  preferences.dealKey = "F9";
});

describe("a key", () => {
  it("presses its button where the table offers it, and is nobody's where not", async () => {
    await opened("keys-bets", {}, { own: { can: ["undo"] } });
    expect([press("z"), press("x")]).toEqual([true, false]);
    expect(house.types()).toEqual(["undo_bet"]);
  });

  it("takes a chip that some field takes", async () => {
    const game = await opened("keys-chips", {
      racks: [{ denomination: 100, chips: [{ amount: 100, useful: false }, { amount: 500, useful: true }] }],
    });
    expect([press("1"), press("2"), press("3")]).toEqual([false, true, false]);
    expect(game.chips[1]?.amount).toBe(500);
  });

  it("decides, or picks another hand, while a hand is asked", async () => {
    const choices = [{ decision: "hit", available: true, risky: false }];
    const asked = [asks(1, 0, { choices }), asks(2, 0, { choices })];
    const game = await opened("keys-decide", {}, { ...inStep("decisions"), own: { asks: asked, can: ["undo"] } });
    expect(press("2")).toBe(true);
    expect(game.asked?.position).toBe(2);
    expect([press("H"), press("z")]).toEqual([true, false]);
    await vi.waitUntil(() => house.types().includes("decide"));
  });

  it("for Deal deals once, only where that is offered, and not while it is typed", async () => {
    await opened("keys-deal", {}, { own: { can: ["deal"] } });
    expect([press("F9"), press("F9", { repeat: true })]).toEqual([true, false]);
    expect(house.types()).toEqual(["press_deal"]);
    preferences.dealKey = "q";
    expect(press("q", {}, new Part("input, select, textarea"))).toBe(false);
  });

  it("with Ctrl is the browser's", async () => {
    await opened("keys-ctrl", {}, { own: { can: ["undo"] } });
    expect([press("z", { ctrlKey: true }), press("z", { metaKey: true })]).toEqual([false, false]);
    expect(house.types()).toEqual([]);
  });

  it("presses no button behind an open sheet, nor what is being typed", async () => {
    await opened("keys-sheet", {}, { own: { can: ["undo"] } });
    expect(press("z", {}, new Part("input, select, textarea"))).toBe(false);
    expect(press("?")).toBe(true);
    expect([terminal.sheet, press("z")]).toEqual(["help", false]);
    expect(house.types()).toEqual([]);
  });

  it("that something else is for cannot become the key for Deal", () => {
    expect(["Enter", " ", "5", "H", "z", "F1"].every(isTaken)).toBe(true);
    expect(["F9", "q"].some(isTaken)).toBe(false);
  });
});
