// Makes public/cards from the plain SVG files of the CC0 deck. Knows nothing of what a card is worth.
//
// The folder of images (`src/images` of the package named in public/cards/LICENCE.md) is the only
// argument. What it writes is committed, so that an ordinary build needs neither the package nor this.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const DECKS = { "2color-bf": "two", "4color-bf": "four" };
const root = join(import.meta.dirname, "..");

const [images] = process.argv.slice(2);
if (!images) {
  console.error("usage: node scripts/cards.mjs IMAGES");
  process.exit(2);
}
for (const [from, to] of Object.entries(DECKS)) {
  const folder = join(root, "public", "cards", to);
  mkdirSync(folder, { recursive: true });
  execFileSync(join(root, "node_modules", ".bin", "svgo"), [
    "--quiet",
    "--multipass",
    "--precision=1",
    `--folder=${join(images, from)}`,
    `--output=${folder}`,
  ]);
  for (const file of readdirSync(folder)) {
    // `AS.svg` becomes `As.svg`, the name the product gives the card; jokers are no cards here.
    if (/^[2-9TJQKA][CDHS]\.svg$/.test(file))
      renameSync(join(folder, file), join(folder, `${file[0]}${file[1].toLowerCase()}.svg`));
    else if (!/^[2-9TJQKA][cdhs]\.svg$/.test(file)) rmSync(join(folder, file));
  }
}
