//! Numbers over many requests.

use super::{Background, Definition};

const VLLM: Option<&str> = Some("https://github.com/vllm-project/vllm");
const GUIDELLM: Option<&str> = Some("https://github.com/vllm-project/guidellm");
const AIPERF: Option<&str> = Some("https://github.com/ai-dynamo/aiperf");

definitions![
    Definition {
        key: "success_rate",
        name: "Success rate",
        label: "answers that worked",
        explanation: "The share of measured requests that gave an answer. Requests you stopped yourself are counted beside, not in it.",
        formula: "ok ÷ all measured but cut-off ones",
        unit: "%",
        source: "guidellm, AIPerf",
        url: GUIDELLM,
    },
    Definition {
        key: "aggregate_tps",
        name: "Aggregate TPS",
        label: "total speed of the server",
        explanation: "All tokens of the run divided by its length, hidden thinking included. It grows with the number of requests at the same time.",
        formula: "tokens of good answers ÷ (last close − first send)",
        unit: "tok/s",
        source: "vLLM (output token throughput)",
        url: VLLM,
    },
    Definition {
        key: "steady_tps",
        name: "Aggregate TPS, steady state",
        label: "total speed while the load was there",
        explanation: "The total speed over the longest time in which nearly all of the wanted requests were in flight. The start and the end of a run, when fewer are, don't count.",
        formula: "tokens that came in the span ÷ its length; in flight ≥ ⌈0.9 × wanted⌉",
        unit: "tok/s",
        source: "this project",
        url: None,
    },
    Definition {
        key: "drift",
        name: "Drift in the run",
        label: "first half against second half",
        explanation: "How much longer waits and gaps were in the second half of the run than in the first. If all of the likely range is more than 5 % away from no change, the service changed while it was measured.",
        formula: "median of all ratios second ÷ first (Hodges-Lehmann); range by Mann-Whitney ranks",
        unit: "×",
        source: "Hoefler and Belli 2015",
        url: Some("https://doi.org/10.1145/2807591.2807644"),
    },
    Definition {
        key: "score",
        name: "Use-case score",
        label: "what it is good for",
        explanation: "One of five words for a use, from bad to great: the worst word among its numbers, which is named. Each number is what three of four answers stay within, so eleven answers are needed.",
        formula: "worst of the p75 on the bad side against open cuts; 99, 95, 90, 75 % of answers have to work",
        unit: "",
        source: "web-vitals for p75; each cut has its own",
        url: Some("https://github.com/GoogleChrome/web-vitals"),
    },
    Definition {
        key: "percentile",
        name: "Percentile (p50, p90, p95, p99)",
        label: "19 of 20 requests were at least this good (p95)",
        explanation: "The value that so many of 100 requests stay within. Each one needs a least number of requests and is not shown below it.",
        formula: "Hyndman-Fan type 7; for speeds 1 ÷ the percentile of the times",
        unit: "",
        source: "Hyndman and Fan 1996",
        url: Some("https://doi.org/10.1080/00031305.1996.10473566"),
    },
    Definition {
        key: "ci",
        name: "Confidence interval (95 %)",
        label: "likely range",
        explanation: "Where the true value lies with 95 % confidence, judged from the order of the values alone. With few requests one end stays open.",
        formula: "order statistics by the binomial distribution; for chunk gaps by drawing requests (bootstrap)",
        unit: "",
        source: "Hoefler and Belli 2015",
        url: Some("https://doi.org/10.1145/2807591.2807644"),
    },
    Definition {
        key: "with_failures",
        name: "Failure-adjusted percentile",
        label: "counting failures as never",
        explanation: "The percentile if each failed request is taken for one that never ends. \"Not reached\" means that it falls on a failure.",
        formula: "nearest rank over successes and failures",
        unit: "ms",
        source: "AIPerf",
        url: AIPERF,
    },
];
