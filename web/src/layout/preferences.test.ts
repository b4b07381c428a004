import "../trial/house";
import { beforeEach, describe, expect, it, vi } from "vitest";

const STORED = "cutcard.preferences";

/** The choices of a page that is loaded now. */
async function loaded() {
  vi.resetModules();
  return import("./preferences.svelte");
}

beforeEach(() => localStorage.removeItem(STORED));

describe("what this terminal's owner has chosen", () => {
  it("is the usual until something was chosen, and kept from then on", async () => {
    const first = await loaded();
    expect([first.preferences.volume, first.preferences.safetyNet]).toEqual([0.5, true]);
    first.prefer("safetyNet", false);
    const next = await loaded();
    expect([next.preferences.volume, next.preferences.safetyNet]).toEqual([0.5, false]);
  });

  it("is the usual where something else lies under its name", async () => {
    localStorage.setItem(STORED, "{no choices");
    expect((await loaded()).preferences.dealKey).toBe("F9");
  });

  it("never has Enter or the space bar deal, which a focused button takes", async () => {
    for (const key of ["Enter", " "]) {
      localStorage.setItem(STORED, JSON.stringify({ dealKey: key, volume: 1 }));
      const { preferences } = await loaded();
      expect([preferences.dealKey, preferences.volume]).toEqual(["F9", 1]);
    }
  });

  it("shows at once in the surroundings", async () => {
    const { prefer, surround } = await loaded();
    const page = document.documentElement.dataset;
    surround();
    expect(page.surroundings).toBe("dark");
    prefer("surroundings", "light");
    expect(page.surroundings).toBe("light");
    prefer("surroundings", "auto");
    expect(page.surroundings).toBe("dark");
  });
});
