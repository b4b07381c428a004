// What tables and guests are called in the language of the screen. A name that the house gave stays as it is.
import { speech, t } from "./speech.svelte";

/** A table that bears its profile's name bears it in every language, or the title it has there. */
export function tableName(table: { name: string; profile: string; title: string }): string {
  const key = `profile.${table.profile}.name`;
  const known = (text: string): boolean => speech.catalogues.some((one) => one[key] === text);
  if (!known(table.name)) return table.name;
  return known(table.title) ? t(key) : table.title;
}

/** Guests are numbered, and “guest” is a word. */
export function personName(name: string | null): string {
  const guest = /^Guest ([0-9a-f]+)$/.exec(name ?? "");
  return guest ? t("screen.guest", { number: guest[1] ?? "" }) : (name ?? "");
}
