// The few statistics the accuracy bench needs, apart from the driver so that they can be read at a glance.

/** Hyndman-Fan type 7, as in the product. */
export function percentile(values, p) {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const rank = ((sorted.length - 1) * p) / 100;
  const low = Math.floor(rank);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (rank - low);
}

/**
 * Errors of one stream against the server's log, in µs. TTFT: client's minus server's time from arrival to the first
 * answer event, so it holds the way there and back, connection and preflight. Gaps: absolute difference between each
 * gap the client saw and the gap between the two sends.
 */
export function streamErrors(clientAnswers_us, serverAnswers_us, clientStart_us = 0) {
  if (clientAnswers_us.length !== serverAnswers_us.length) {
    throw new Error(`client saw ${clientAnswers_us.length} answer events, the server sent ${serverAnswers_us.length}`);
  }
  const gaps = [];
  for (let i = 1; i < clientAnswers_us.length; i++) {
    const seen = clientAnswers_us[i] - clientAnswers_us[i - 1];
    const sent = serverAnswers_us[i] - serverAnswers_us[i - 1];
    gaps.push(Math.abs(seen - sent));
  }
  return { ttft: clientAnswers_us[0] - clientStart_us - serverAnswers_us[0], gaps };
}

/** p50 and p99 of both errors over many streams, in ms. */
export function summarise(streams) {
  const ttft = streams.map((stream) => stream.ttft);
  const gaps = streams.flatMap((stream) => stream.gaps);
  const ms = (us) => (us === null ? null : us / 1000);
  return {
    streams: streams.length,
    ttft_p50: ms(percentile(ttft, 50)),
    ttft_p99: ms(percentile(ttft, 99)),
    gap_p50: ms(percentile(gaps, 50)),
    gap_p99: ms(percentile(gaps, 99)),
  };
}
