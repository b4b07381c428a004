// Fills a text with its facts. Knows the form of the product's texts, and no language but its plural rule.
//
// {total} is filled in as it was given; a fact that begins with @ is itself a key, worded in the same language;
// {hands, plural, one {# hand} other {# hands}} has an arm for each form a number can take.

export type Facts = Readonly<Record<string, number | string>>;
export type Texts = Readonly<Record<string, string>>;

const FACT = /\{(\w+)\}/g;
const ARM = /(=\d+|[a-z]+) \{((?:[^{}]|\{\w+\})*)\}/g;
const PLURAL = /\{(\w+), plural,((?: (?:=\d+|[a-z]+) \{(?:[^{}]|\{\w+\})*\})+)\}/g;

/** The text of a key, or undefined where no catalogue has it. The first catalogue that has it wins. */
export function filled(catalogues: readonly Texts[], key: string, facts: Facts, language: string): string | undefined {
  const worded = catalogues.find((one) => key in one)?.[key];
  if (worded === undefined) return undefined;
  const counted = worded.replace(PLURAL, (_, name: string, arms: string) =>
    arm(arms, facts[name] ?? "", language).replaceAll("#", `{${name}}`),
  );
  return counted.replace(FACT, (_, name: string) => said(catalogues, facts, name, language));
}

function said(catalogues: readonly Texts[], facts: Facts, name: string, language: string): string {
  const fact = String(facts[name] ?? "");
  return fact.startsWith("@") ? (filled(catalogues, fact.slice(1), facts, language) ?? fact.slice(1)) : fact;
}

function arm(arms: string, number: number | string, language: string): string {
  const forms = new Map([...arms.matchAll(ARM)].map((found) => [found[1], found[2] ?? ""]));
  const exact = forms.get(`=${number}`);
  if (exact !== undefined) return exact;
  const whole = /^-?\d+$/.test(String(number));
  const form = whole ? new Intl.PluralRules(language).select(Math.abs(Number(number))) : "other";
  return forms.get(form) ?? forms.get("other") ?? "";
}
