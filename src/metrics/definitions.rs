//! What every number is. The help buttons, the method view and the documentation all read this one table.

/// One metric, explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Name in the export.
    pub key: &'static str,
    /// Name in the field.
    pub name: &'static str,
    /// Label in plain words.
    pub label: &'static str,
    /// Two sentences for a person who has never heard of it.
    pub explanation: &'static str,
    /// How it is computed.
    pub formula: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// Who defines it so.
    pub source: &'static str,
    /// Address of the source, if it has one.
    pub url: Option<&'static str>,
}

const VLLM: Option<&str> = Some("https://github.com/vllm-project/vllm");
const GUIDELLM: Option<&str> = Some("https://github.com/vllm-project/guidellm");
const AIPERF: Option<&str> = Some("https://github.com/ai-dynamo/aiperf");
const MLPERF: Option<&str> = Some("https://github.com/mlcommons/inference");
const ETALON: Option<&str> = Some("https://github.com/project-etalon/etalon");
const CHATBOT_PERF: Option<&str> = Some("https://github.com/RiteshMaheshwari/chatbot-perf");

/// All metrics of the report, in the order of the page.
pub const DEFINITIONS: &[Definition] = &[
    Definition {
        key: "ttft_us",
        name: "TTFT, time to first token",
        label: "first sign of life",
        explanation: "The time from pressing \"send\" to the first piece of output of any kind, thinking included. Empty starts, pings and headers don't count as output.",
        formula: "first output − send",
        unit: "ms",
        source: "guidellm, AIPerf",
        url: GUIDELLM,
    },
    Definition {
        key: "ttft_from_request_start_us",
        name: "TTFT from request start",
        label: "first sign of life, set-up left out",
        explanation: "The same wait, counted from the moment the request itself left the browser. Opening a connection and asking for permission are not in it; many servers hide that moment.",
        formula: "first output − requestStart",
        unit: "ms",
        source: "Resource Timing",
        url: Some("https://w3c.github.io/resource-timing/"),
    },
    Definition {
        key: "ttfa_us",
        name: "TTFA, time to first answer",
        label: "first word of the answer",
        explanation: "The time from pressing \"send\" to the first visible text of the answer. Thinking, refusals and tool calls come before it or instead of it.",
        formula: "first answer text − send",
        unit: "ms",
        source: "guidellm (time to first output token), AIPerf",
        url: GUIDELLM,
    },
    Definition {
        key: "thinking_us",
        name: "Thinking time",
        label: "visible thinking",
        explanation: "The time in which the model shows its thinking before it answers. Thinking out of sight is part of the first wait instead.",
        formula: "TTFA − TTFT",
        unit: "ms",
        source: "this project",
        url: None,
    },
    Definition {
        key: "e2e_us",
        name: "E2E latency",
        label: "whole answer arrived",
        explanation: "The time from pressing \"send\" to the last piece of output. What the server sends after it, such as token counts, is left out.",
        formula: "last output − send",
        unit: "ms",
        source: "AIPerf, vLLM",
        url: AIPERF,
    },
    Definition {
        key: "tpot_us",
        name: "TPOT, time per output token",
        label: "time between tokens",
        explanation: "The average time one token takes once the text flows. A token is the unit models write in, about three quarters of an English word.",
        formula: "(last − first output) ÷ (N − k); k = tokens that came with the first",
        unit: "ms per token",
        source: "vLLM, MLPerf; AIPerf for k",
        url: MLPERF,
    },
    Definition {
        key: "tps",
        name: "TPS, tokens per second",
        label: "streaming speed",
        explanation: "How many tokens come each second once the text flows. A percentile of it is the speed that so many requests reach or beat.",
        formula: "(N − k) ÷ (last − first output) = 1 ÷ TPOT",
        unit: "tok/s",
        source: "MLCommons endpoints, AIPerf",
        url: Some("https://github.com/mlcommons/endpoints"),
    },
    Definition {
        key: "thinking_tps",
        name: "Thinking TPS",
        label: "thinking speed",
        explanation: "The streaming speed of the thinking alone. It needs thinking that is streamed in full and counted by the server.",
        formula: "TPS over the reasoning events",
        unit: "tok/s",
        source: "this project",
        url: None,
    },
    Definition {
        key: "answer_tps",
        name: "Answer TPS",
        label: "answer speed",
        explanation: "The streaming speed of the answer alone. It is what a reader meets after the thinking.",
        formula: "TPS over the answer events",
        unit: "tok/s",
        source: "this project",
        url: None,
    },
    Definition {
        key: "e2e_per_token_us",
        name: "E2E per token",
        label: "time per token including the wait",
        explanation: "The whole time divided by all tokens, the first wait included. Some tools call this number TPOT; here it never is.",
        formula: "E2E ÷ N",
        unit: "ms per token",
        source: "guidellm's TPOT, LLMPerf's inter-token latency",
        url: Some("https://github.com/ray-project/llmperf"),
    },
    Definition {
        key: "wpm",
        name: "Words per minute",
        label: "words per minute",
        explanation: "How fast the answer's words arrive once it has begun. It needs no token count, and for Chinese and Japanese it counts characters.",
        formula: "60 × words after the first delivery ÷ seconds since then",
        unit: "wpm",
        source: "chatbot-perf",
        url: CHATBOT_PERF,
    },
    Definition {
        key: "reading_margin",
        name: "Reading margin",
        label: "pace against your reader",
        explanation: "How many times faster the words come than your reader reads. Below 1 the reader waits for the text, above 3 nobody could tell a difference.",
        formula: "words per minute ÷ reader's words per minute",
        unit: "×",
        source: "Brysbaert 2019 for the average reader (238 wpm)",
        url: Some("https://doi.org/10.1016/j.jml.2019.104047"),
    },
    Definition {
        key: "longest_stall_us",
        name: "Longest visible stall",
        label: "longest freeze",
        explanation: "The longest time your reader waits for the next word after the first one. Waits of less than a tenth of a second are not noticed.",
        formula: "max over words of arrival − (read the word before + pace)",
        unit: "ms",
        source: "video rebuffering; Nielsen for the tenth of a second",
        url: Some("https://www.nngroup.com/articles/response-times-3-important-limits/"),
    },
    Definition {
        key: "starvation_us",
        name: "Starvation",
        label: "time lost waiting for text",
        explanation: "All waits of your reader after the first word, added up. It is zero if the text is always ahead.",
        formula: "sum of all waits after the first word",
        unit: "ms",
        source: "smooth goodput's idle latency",
        url: Some("https://arxiv.org/abs/2410.14257"),
    },
    Definition {
        key: "rebuffer_ratio",
        name: "Rebuffer ratio",
        label: "share of reading time spent waiting",
        explanation: "Which part of the reading time goes into waiting for text. Video players judge streams the same way.",
        formula: "starvation ÷ reading time",
        unit: "%",
        source: "video rebuffering",
        url: Some("https://arxiv.org/abs/2410.14257"),
    },
    Definition {
        key: "stalls",
        name: "Stalls",
        label: "times the text stopped",
        explanation: "How often your reader waits a tenth of a second or longer for the next word. Shorter waits are not noticed.",
        formula: "number of waits ≥ 100 ms after the first word",
        unit: "",
        source: "video rebuffering; Nielsen for the tenth of a second",
        url: Some("https://www.nngroup.com/articles/response-times-3-important-limits/"),
    },
    Definition {
        key: "perceived_tps",
        name: "Perceived speed",
        label: "speed you actually feel",
        explanation: "The slower of two speeds, that of the stream and that of the reader. Text that comes faster than it is read does not feel faster.",
        formula: "min(TPS, R); R = reader's wpm × tokens per word ÷ 60",
        unit: "tok/s",
        source: "this project",
        url: None,
    },
    Definition {
        key: "fluidity_index",
        name: "Fluidity index",
        label: "share of text that came in time",
        explanation: "The share of moments at which your reader's next word was there when she was ready for it. Words that come early make up for later ones, and the first word has half a second.",
        formula: "1 − deadlines missed ÷ deadlines; first word 500 ms, then one reader's pace each",
        unit: "0–1",
        source: "Etalon",
        url: ETALON,
    },
    Definition {
        key: "fluid_wpm",
        name: "Fluid rate",
        label: "speed this stream can sustain without stutter",
        explanation: "The pace of the fastest reader for whom at most one word in ten comes late. The first wait is not counted.",
        formula: "60 ÷ the shortest deadline per word with 10 × missed ≤ deadlines",
        unit: "wpm",
        source: "Etalon (fluid token generation rate)",
        url: ETALON,
    },
    Definition {
        key: "reader_qoe",
        name: "Reader QoE (after Andes)",
        label: "reading experience score",
        explanation: "How close the answer comes to one that begins within a second and never lets its reader wait. 1 is as good as that, 0.5 means that words come at twice the time they should.",
        formula: "Σ (1 s + i V) ÷ Σ read_i; read_i = max(arrival, read before + V)",
        unit: "0–1",
        source: "after Andes",
        url: Some("https://arxiv.org/abs/2404.16283"),
    },
    Definition {
        key: "readers_kept_up",
        name: "Readers kept up with",
        label: "of 100 adults, this many never wait",
        explanation: "The share of adults who read no faster than this text comes. It is a model of English readers, with half of them below 229 words a minute and 5 % above 300.",
        formula: "Φ(ln(wpm ÷ 229) ÷ 0.164), wpm on the slow side",
        unit: "%",
        source: "Brysbaert 2019 (range of most adults)",
        url: Some("https://doi.org/10.1016/j.jml.2019.104047"),
    },
    Definition {
        key: "chunk_gap_us",
        name: "Chunk gap",
        label: "gap between deliveries",
        explanation: "The time between two deliveries of text, over all answers together. A delivery may hold several tokens, so this is not the time per token.",
        formula: "time between consecutive reads with output; R reads give R − 1 gaps",
        unit: "ms",
        source: "vLLM (its ITL), AIPerf (its ICL)",
        url: VLLM,
    },
    Definition {
        key: "tokens_per_event",
        name: "Tokens per event",
        label: "tokens in each piece",
        explanation: "How many tokens one piece of the stream carries on average. Above 1 the server sends bundles.",
        formula: "N ÷ output events",
        unit: "tokens",
        source: "AIPerf",
        url: AIPERF,
    },
    Definition {
        key: "coalesced_share",
        name: "Coalesced share",
        label: "pieces that came together",
        explanation: "The share of pieces that arrived in the same delivery as the one before. Their own times can't be told.",
        formula: "1 − output reads ÷ output events",
        unit: "%",
        source: "this project",
        url: None,
    },
    Definition {
        key: "pre_request_us",
        name: "Pre-request time",
        label: "set-up before the request left",
        explanation: "What the browser did first: connect, ask for permission, wait for a free socket. It is shown beside TTFT and never subtracted.",
        formula: "requestStart − fetchStart",
        unit: "ms",
        source: "Resource Timing",
        url: Some("https://w3c.github.io/resource-timing/"),
    },
    Definition {
        key: "headers_us",
        name: "Headers time",
        label: "server accepted",
        explanation: "When the browser reported the reply's headers. Browsers differ in when that is, so it is a hint and never TTFT.",
        formula: "fetch resolved − send",
        unit: "ms",
        source: "Fetch standard",
        url: Some("https://fetch.spec.whatwg.org/"),
    },
    Definition {
        key: "first_byte_us",
        name: "First-byte time",
        label: "first bytes",
        explanation: "When the first bytes of the body came. They need not hold any text, so this is never TTFT.",
        formula: "first read with bytes − send",
        unit: "ms",
        source: "Fetch standard",
        url: Some("https://fetch.spec.whatwg.org/"),
    },
    Definition {
        key: "close_tail_us",
        name: "Stream close",
        label: "connection finished",
        explanation: "The time between the last piece of output and the end of the stream. It holds token counts and farewells, no text.",
        formula: "stream end − last output",
        unit: "ms",
        source: "AIPerf",
        url: AIPERF,
    },
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
        formula: "order statistics by the binomial distribution",
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

/// The definition of a metric by its name in the export.
#[must_use]
pub fn definition(key: &str) -> Option<&'static Definition> {
    DEFINITIONS.iter().find(|definition| definition.key == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_is_explained_in_two_sentences() {
        for definition in DEFINITIONS {
            let sentences = definition.explanation.matches(". ").count() + 1;
            assert_eq!(sentences, 2, "{}", definition.key);
            assert!(definition.explanation.ends_with('.'), "{}", definition.key);
            assert!(!definition.formula.is_empty() && !definition.source.is_empty());
            if let Some(url) = definition.url {
                assert!(url.starts_with("https://"), "{}", definition.key);
            }
        }
    }

    #[test]
    fn keys_are_unique() {
        for definition in DEFINITIONS {
            let same = DEFINITIONS.iter().filter(|d| d.key == definition.key);
            assert_eq!(same.count(), 1, "{}", definition.key);
        }
        assert!(definition("tps").is_some());
        assert!(definition("no_such_metric").is_none());
    }
}
