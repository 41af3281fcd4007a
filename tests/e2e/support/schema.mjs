// Holds a report against the published JSON Schema.
import { readFile } from "node:fs/promises";
import Ajv2020 from "ajv/dist/2020.js";

const SCHEMA = new URL("../../../www/schema/report-1.schema.json", import.meta.url);

let compiled;

/** Faults of a report, as sentences; none for a valid one. */
export async function schemaFaults(report) {
  compiled ??= new Ajv2020({ allErrors: true, strict: true, validateFormats: false }).compile(
    JSON.parse(await readFile(SCHEMA, "utf8")),
  );
  if (compiled(report)) return [];
  return compiled.errors.map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
}
