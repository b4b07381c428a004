// The lines of a pay table under short names, as the table sent them.
import { has, t } from "../../speech/speech.svelte";
import type { FieldView } from "../../wire/views";

export interface PayLine {
  id: string;
  title: string;
  pays: string;
}

/** `3:2` as it is printed on a cloth. */
export function odds(pays: string): string {
  return pays.replace(":", " : ");
}

export function payLines(field: FieldView): PayLine[] {
  return field.lines.map((line) => {
    const id = line.line ?? line.id ?? "";
    const key = `line.${field.bet}.${id}`;
    return { id, title: line.title ?? line.name ?? (has(key) ? t(key) : id), pays: odds(line.pays ?? "") };
  });
}

/** What the field's last line, the common one, pays. */
export function oddsOf(field: FieldView): string {
  return payLines(field).at(-1)?.pays ?? "";
}
