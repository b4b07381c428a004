// What the screen needs to know of betting fields to lay them out. The table says where each has its place.
import type { FieldView } from "../../wire/views";

export function isSpecial(field: FieldView): boolean {
  return field.group === "special" || field.group === "totals";
}
