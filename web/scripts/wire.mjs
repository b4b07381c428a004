// Turns wire.schema.json into src/wire/sent.ts, received.ts, views.ts and fillings.ts. Knows JSON Schema as the
// server writes it, and no message.
//
// What the server sends is filled up with its defaults on arrival (src/wire/fill.ts), so every property of a
// shape is required in TypeScript; of an ask only those without a default are.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const schema = JSON.parse(readFileSync(join(root, "wire.schema.json"), "utf8"));
const shapes = schema.$defs;
const asked = new Set(schema.asked);

const refName = (kind) => kind.$ref?.split("/").at(-1);

function typed(kind) {
  if (kind.$ref) return refName(kind);
  if (kind.enum) return kind.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (kind.anyOf) return kind.anyOf.map(typed).join(" | ");
  if (Array.isArray(kind.type)) return kind.type.map((one) => typed({ type: one })).join(" | ");
  if (kind.type === "array") return listed(kind);
  if (kind.type === "object")
    return `Record<string, ${kind.additionalProperties ? typed(kind.additionalProperties) : "unknown"}>`;
  return (
    { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null" }[kind.type] ?? "unknown"
  );
}

function listed(kind) {
  if (kind.prefixItems) return `readonly [${kind.prefixItems.map(typed).join(", ")}]`;
  const inner = typed(kind.items ?? {});
  return inner.includes("|") ? `readonly (${inner})[]` : `readonly ${inner}[]`;
}

function declared(name, shape) {
  const about = shape.description?.split("\n")[0].replaceAll("``", "`");
  if (shape.enum) return `/** ${about} */\nexport type ${name} = ${typed(shape)};\n`;
  const lines = Object.entries(shape.properties).map(([field, kind]) => {
    const optional = asked.has(name) && !shape.required.includes(field);
    return `  ${field}${optional ? "?" : ""}: ${typed(kind)};`;
  });
  return `/** ${about} */\nexport interface ${name} {\n${lines.join("\n")}\n}\n`;
}

/** Which shape lies in a field, and whether it is a list of them. */
function inside(kind) {
  const options = kind.anyOf ?? [kind];
  for (const one of options) {
    if (one.$ref) return refName(one);
    if (one.type === "array" && one.items?.$ref) return refName(one.items);
  }
  return undefined;
}

function filling(shape) {
  const entries = Object.entries(shape.properties ?? {});
  const defaults = Object.fromEntries(
    entries.filter(([, kind]) => "default" in kind).map(([field, kind]) => [field, kind.default]),
  );
  const inner = Object.fromEntries(
    entries.map(([field, kind]) => [field, inside(kind)]).filter(([, found]) => found && shapes[found].properties),
  );
  return { defaults, inner };
}

const filled = Object.entries(shapes).filter(([name, shape]) => shape.properties && !asked.has(name));
const fillings = Object.fromEntries(filled.map(([name, shape]) => [name, filling(shape)]));
const HEAD = "// Made from wire.schema.json by scripts/wire.mjs: change the shapes there, never here.\n";
const sent = new Set(schema.told);
const names = Object.keys(shapes);
const inner = names.filter((name) => !asked.has(name) && !sent.has(name));

/** A line that is too long goes on below, after a comma or before a stroke. */
function folded(line) {
  if (line.length <= 120) return line;
  const lines = [""];
  for (const piece of line.match(/\|?[^,|]+,?/g)) {
    if (lines.at(-1).length + piece.trimEnd().length > 120) lines.push("    ");
    lines[lines.length - 1] += lines.length > 1 && lines.at(-1).trim() === "" ? piece.trimStart() : piece;
  }
  return lines.map((one) => one.trimEnd()).join("\n");
}

/** A file of these shapes, and the name for any one of them; what it needs of the inner shapes it imports. */
function outer(members, about, any) {
  const shaped = members.map((name) => declared(name, shapes[name])).join("");
  const needed = inner.filter((name) => new RegExp(`: [^;]*\\b${name}\\b`).test(shaped));
  const union = `/** ${about} */\nexport type ${any} = ${members.join(" | ")};\n`;
  return [HEAD, `import type { ${needed.join(", ")} } from "./views";\n`, shaped, union].join("\n");
}

const fillingText = [
  HEAD,
  "/** What this bundle speaks over the socket. */",
  `export const PROTOCOL = ${schema.protocol};`,
  "/** What a missing field means, and which shapes lie inside which. */",
  `export const FILLINGS: Record<string, { defaults: Record<string, unknown>; inner: Record<string, string> }> = {`,
  ...Object.entries(fillings).map(([name, one]) => `  ${name}: ${JSON.stringify(one)},`),
  "};",
  "/** The shape of a message, by its type. */",
  "export const SHAPE_OF: Record<string, string> = {",
  ...schema.told.map((name) => `  ${shapes[name].properties.type.enum[0]}: "${name}",`),
  "};",
  "",
].join("\n");
const written = {
  "sent.ts": outer(schema.asked, "What a terminal may ask.", "Do"),
  "received.ts": outer(schema.told, "What the socket sends.", "Received"),
  "views.ts": [HEAD, inner.map((name) => declared(name, shapes[name])).join("")].join("\n"),
  "fillings.ts": fillingText,
};
for (const [name, text] of Object.entries(written)) {
  const file = join(root, "src", "wire", name);
  const content = text.split("\n").map(folded).join("\n");
  if (!process.argv.includes("--check")) writeFileSync(file, content);
  else if (readFileSync(file, "utf8") !== content) process.exit(1);
}
