// The vendor's log beside the page's report: what was sent when, and what was measured of it.
import { vendorLog } from "./companion.mjs";

const OUTPUT = new Set(["reasoning", "answer"]);

/** Pairs each request of the report with the vendor's record of it, by the id of the answer. */
export async function withTruth(vendor, requests) {
  const log = await vendorLog(vendor);
  const byId = new Map(log.requests.map((record) => [record.id, record]));
  return requests.map((request) => ({ request, truth: byId.get(request.response_id) }));
}

/** Times at which the vendor's output events left, microseconds after the request's arrival. */
export function outputTimes(truth) {
  return truth.events.filter(([, kind]) => OUTPUT.has(kind)).map(([at]) => at);
}

/** Differences of neighbours. */
export function gaps(times) {
  return times.slice(1).map((time, i) => time - times[i]);
}

/** Errors of the measured gaps against the vendor's, pooled over the pairs. */
export function gapErrors(pairs) {
  return pairs.flatMap(({ request, truth }) => {
    const measured = gaps(request.events.map(([at]) => at));
    return gaps(outputTimes(truth)).map((sent, i) => Math.abs(measured[i] - sent));
  });
}

/** Percentile by Hyndman and Fan's type 7; `share` from 0 to 1. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return low + (high - low) * (rank - Math.floor(rank));
}

/** The middle one. */
export const median = (values) => percentile(values, 0.5);
