// Whole minor units as people read them: currency, or credits of a denomination. Knows no wager.

export interface Reading {
  currency: string;
  language: string;
  /** The value of one credit, or null to read currency. */
  credit: number | null;
}

const formats = new Map<string, Intl.NumberFormat>();

function format(language: string, currency: string | null, digits: number): Intl.NumberFormat {
  const key = `${language}/${currency}/${digits}`;
  const known = formats.get(key);
  if (known) return known;
  const style = currency ? ({ style: "currency", currency, currencyDisplay: "narrowSymbol" } as const) : {};
  const made = new Intl.NumberFormat(language, {
    ...style,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(key, made);
  return made;
}

const fractions = new Map<string, number>();

/** How many minor units, as a power of ten, make one unit of the currency. Looked up once: to ask is slow. */
export function fraction(currency: string): number {
  const known = fractions.get(currency);
  if (known !== undefined) return known;
  const digits =
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  fractions.set(currency, digits);
  return digits;
}

/** Always currency, always to the last minor unit: the credit meter. */
export function inCurrency(amount: number, reading: Pick<Reading, "currency" | "language">): string {
  const digits = fraction(reading.currency);
  return format(reading.language, reading.currency, digits).format(amount / 10 ** digits);
}

/** Currency without empty minor units, or credits. */
export function amountText(amount: number, reading: Reading): string {
  if (reading.credit !== null) return credits(amount, reading.credit, reading.language);
  const digits = fraction(reading.currency);
  const whole = amount % 10 ** digits === 0;
  return format(reading.language, reading.currency, whole ? 0 : digits).format(amount / 10 ** digits);
}

function credits(amount: number, credit: number, language: string): string {
  return format(language, null, amount % credit === 0 ? 0 : 2).format(amount / credit);
}

/** As short as a chip's face needs it: 500, 1K, 2.5K. */
export function chipText(amount: number, reading: Reading): string {
  const units = reading.credit === null ? amount / 10 ** fraction(reading.currency) : amount / reading.credit;
  if (units >= 1_000_000) return `${trimmed(units / 1_000_000)}M`;
  if (units >= 1_000) return `${trimmed(units / 1_000)}K`;
  return trimmed(units);
}

function trimmed(value: number): string {
  return String(Math.round(value * 100) / 100);
}
