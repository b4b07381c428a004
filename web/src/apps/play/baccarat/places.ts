// The fields of a baccarat cloth by the side the table has them on. Knows no bet by its name.
import type { FieldView } from "../../../wire/views";

export const COLUMNS = ["player", "tie", "banker"] as const;
export type Column = (typeof COLUMNS)[number];

export interface Places {
  main: FieldView | undefined;
  special: FieldView[];
  /** Many narrow fields that differ in their totals alone: name over odds, in rows of at most five. */
  totals: FieldView[];
}

export function placesOf(fields: readonly FieldView[], column: Column): Places {
  const inGroup = (group: FieldView["group"]): FieldView[] =>
    fields.filter((field) => field.side === column && field.group === group);
  return { main: inGroup("main")[0], special: inGroup("special"), totals: inGroup("totals") };
}
