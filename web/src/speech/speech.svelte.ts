// The words on the screen: catalogues by language, fetched once, filled with facts. Knows no screen.
import { filled, type Facts, type Texts } from "./catalogue";

export type { Facts } from "./catalogue";

export const LANGUAGES = ["en", "es", "de", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

const STORED = "cutcard.language";

class Speech {
  language: Language = $state("en");
  /** The chosen language first, then English for what it does not have. */
  catalogues: readonly Texts[] = $state.raw([]);
}

export const speech = new Speech();
const loaded = new Map<Language, Promise<Texts>>();

export function preferred(): Language {
  const wanted = [localStorage.getItem(STORED) ?? "", ...navigator.languages.map((one) => one.slice(0, 2))];
  return wanted.find(isLanguage) ?? "en";
}

function isLanguage(code: string): code is Language {
  return (LANGUAGES as readonly string[]).includes(code);
}

async function fetchTexts(language: Language): Promise<Texts> {
  const response = await fetch(`/api/texts/${language}`);
  return response.ok ? ((await response.json()) as Texts) : {};
}

function texts(language: Language): Promise<Texts> {
  const known = loaded.get(language) ?? fetchTexts(language);
  loaded.set(language, known);
  return known;
}

export async function speak(language: Language, remember = true): Promise<void> {
  const chain: Language[] = language === "en" ? ["en"] : [language, "en"];
  speech.catalogues = await Promise.all(chain.map(texts));
  speech.language = language;
  if (remember) localStorage.setItem(STORED, language);
  document.documentElement.lang = language === "zh" ? "zh-Hans" : language;
}

export function has(key: string): boolean {
  return speech.catalogues.some((one) => key in one);
}

/** The text of a key. One that has none is shown as its last part, so that a screen never falls silent. */
export function t(key: string, facts: Facts = {}): string {
  if (speech.catalogues.length === 0) return "";
  return (
    filled(speech.catalogues, key, facts, speech.language) ?? (key.split(".").at(-1) ?? key).replaceAll(/[_-]/g, " ")
  );
}
