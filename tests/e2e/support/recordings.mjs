// What the index of the recordings says of a file.
import { readFile } from "node:fs/promises";

const INDEX = new URL("../../fixtures/recordings/INDEX.tsv", import.meta.url);

/** The row of a recording, by column. */
export async function row(file) {
  const [columns, ...rows] = (await readFile(INDEX, "utf8")).trimEnd().split("\n").map((line) => line.split("\t"));
  const values = rows.find(([name]) => name === file);
  if (!values) throw new Error(`no recording named ${file} in the index`);
  return Object.fromEntries(columns.map((column, i) => [column, values[i]]));
}

/** Base URL at which the vendor replays a recording. */
export const replayOf = (vendor, file) => `${new URL(vendor).origin}/replay/${file}`;
