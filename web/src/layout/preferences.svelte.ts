// What this terminal's owner has chosen, kept on this machine. Knows nothing of any table.

export interface Preferences {
  showLimits: boolean;
  showWinnings: boolean;
  credits: boolean;
  fourColours: boolean;
  surroundings: "auto" | "dark" | "light";
  safetyNet: boolean;
  sound: boolean;
  volume: number;
  dealKey: string;
  trainer: boolean;
  sideBySide: boolean;
}

const STORED = "cutcard.preferences";
const DEFAULTS: Preferences = {
  showLimits: false,
  showWinnings: false,
  credits: false,
  fourColours: false,
  surroundings: "dark",
  safetyNet: true,
  sound: true,
  volume: 0.5,
  dealKey: "F9",
  trainer: false,
  sideBySide: false,
};

function stored(): Partial<Preferences> {
  const text = localStorage.getItem(STORED);
  if (!text) return {};
  try {
    return JSON.parse(text) as Partial<Preferences>;
  } catch {
    return {}; // somebody else's text under our name: begin anew
  }
}

/** A focused button takes Enter and the space bar, so neither can be the key for Deal, as it once was. */
function mended(kept: Partial<Preferences>): Partial<Preferences> {
  return kept.dealKey === "Enter" || kept.dealKey === " " ? { ...kept, dealKey: DEFAULTS.dealKey } : kept;
}

export const preferences: Preferences = $state({ ...DEFAULTS, ...mended(stored()) });

export function prefer<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  preferences[name] = value;
  localStorage.setItem(STORED, JSON.stringify(preferences));
  if (name === "surroundings") surround();
}

const bright = matchMedia("(prefers-color-scheme: light)");
bright.addEventListener("change", surround);

export function surround(): void {
  const chosen = preferences.surroundings;
  const light = chosen === "light" || (chosen === "auto" && bright.matches);
  document.documentElement.dataset.surroundings = light ? "light" : "dark";
}
