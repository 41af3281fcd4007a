import { run } from "./reader.js";

onmessage = async ({ data }) => postMessage(await run(data));
