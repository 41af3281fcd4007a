// node node.mjs STREAM: speed of eventsource-parser + JSON.parse in Node, as one JSON object.
import { readFileSync } from "node:fs";
import { createParser } from "eventsource-parser";
import { decode, measure, reads } from "./peer.mjs";

const bytes = new Uint8Array(readFileSync(process.argv[2]));
const chunks = reads(bytes);
const names = { decoder: "eventsource-parser + JSON.parse", host: "node" };
const [result] = measure(bytes.length, [{ names, pass: () => decode(createParser, chunks) }]);
console.log(JSON.stringify(result));
