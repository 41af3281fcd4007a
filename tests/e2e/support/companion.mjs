// Starts the real server binary on free ports and stops it again.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const START_LIMIT_MS = 20_000;

/**
 * @param {{ dist?: string, args?: string[] }} options
 * @returns {Promise<{ page: string, vendor: string, stop: () => Promise<void> }>} addresses of page and simulated vendor
 */
export async function startCompanion({ dist = "dist", args = [] } = {}) {
  const binary = process.env.TOKENPACE_SERVER;
  if (!binary) throw new Error("TOKENPACE_SERVER must name the tokenpace-server binary; `cargo xtask e2e` sets it");
  const child = spawn(binary, ["--dist", dist, "--port", "0", "--sim-port", "0", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  const addresses = {};
  const ready = new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error("the server did not say where it listens")), START_LIMIT_MS);
    child.once("exit", (code) => reject(new Error(`the server ended with code ${code}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [name, address] = line.split(" ");
      addresses[name] = address;
      if (addresses.page && addresses.vendor) {
        clearTimeout(limit);
        resolve();
      }
    });
  });
  try {
    await ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return { page: addresses.page, vendor: addresses.vendor, stop };
}

/** The vendor's log of when each event left, newest requests last. */
export async function vendorLog(vendor, last = 2000) {
  const response = await fetch(new URL(`/sim/log?last=${last}`, vendor));
  if (!response.ok) throw new Error(`/sim/log answered ${response.status}`);
  return response.json();
}
