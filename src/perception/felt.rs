//! Speed as a reader feels it: no faster than she reads.

use super::profiles::{LANGUAGES, token_rate};
use crate::metrics::RequestMetrics;
use crate::missing::{Measured, Missing};
use crate::units::{Share, TokensPerSecond, Wpm};

/// Median silent reading pace of adults in the model of [`kept_up`], words a minute.
const READERS_MEDIAN: f64 = 229.0;
/// Spread of the logarithm of their paces: 5 % below 175, 5 % above 300 ("most adults", Brysbaert 2019).
const READERS_SIGMA: f64 = 0.164;

/// Tokens for each word of this reply (character for Chinese and Japanese): tokens of the answer / its words.
///
/// # Errors
/// `NoAnswer`, `TooShort` without a word, and the reasons of the answer's token count.
pub fn tokens_per_word(metrics: &RequestMetrics) -> Measured<f64> {
    let tokens = metrics.answer_tokens?;
    match metrics.answer_words {
        0 => Err(Missing::TooShort),
        words => Ok(tokens / f64::from(words)),
    }
}

/// Perceived speed: `min(TPS, R)`, where `R` is the reader's pace in the reply's own tokens. Where the reply's own tokens per
/// word are not known, those of English or, for text read by the character, of Chinese stand in.
///
/// Source: the article "What is tokens per second in LLM benchmarking?".
///
/// # Errors
/// `NoAnswer`, and the reasons of TPS.
pub fn perceived_speed(metrics: &RequestMetrics, reader: Wpm) -> Measured<TokensPerSecond> {
    let speed = metrics.tps?;
    if metrics.answer_words == 0 {
        return Err(Missing::NoAnswer);
    }
    let own = tokens_per_word(metrics);
    let rate = token_rate(reader, own.unwrap_or(usual_tokens_per_word(metrics)));
    Ok(slower(speed, rate))
}

fn usual_tokens_per_word(metrics: &RequestMetrics) -> f64 {
    let code = if metrics.reads_by_character() {
        "zh"
    } else {
        "en"
    };
    LANGUAGES
        .iter()
        .find(|language| language.code == code)
        .map_or(1.0, |language| language.tokens_per_unit)
}

fn slower(speed: TokensPerSecond, reader: TokensPerSecond) -> TokensPerSecond {
    TokensPerSecond(speed.0.min(reader.0))
}

/// Share of adults who read English no faster than this text comes, and so never wait for it:
/// `Phi(ln(WPM / 229) / 0.164)`. A model, not a count. `None` for a pace that isn't above zero.
///
/// Source: Brysbaert 2019, <https://doi.org/10.1016/j.jml.2019.104047>.
#[must_use]
pub fn kept_up(text: Wpm) -> Option<Share> {
    (text.0 > 0.0).then(|| Share(normal((text.0 / READERS_MEDIAN).ln() / READERS_SIGMA)))
}

/// Distribution function of the standard normal distribution, to seven decimals. Source: Abramowitz and Stegun, 7.1.26.
fn normal(z: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] = [
        1.061_405_429,
        -1.453_152_027,
        1.421_413_741,
        -0.284_496_736,
        0.254_829_592,
    ];
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let sum = COEFFICIENTS.iter().fold(0.0, |sum, c| (sum + c) * t);
    let beyond = 0.5 * sum * (-x * x).exp();
    if z < 0.0 { beyond } else { 1.0 - beyond }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x_perceived() {
        let reader = token_rate(Wpm(238.0), 1.22);
        assert!((slower(TokensPerSecond(25.0), reader).0 - 4.84).abs() < 0.005);
        assert!((slower(TokensPerSecond(3.0), reader).0 - 3.0).abs() < 1e-12);
    }

    #[test]
    fn x_readers() {
        let share = |wpm: f64| kept_up(Wpm(wpm)).unwrap().0;
        for (wpm, wanted) in [(229.0, 0.50), (283.0, 0.90), (300.0, 0.95), (335.0, 0.99)] {
            assert!((share(wpm) - wanted).abs() < 0.005, "{wpm}");
        }
        assert!((share(175.0) - 0.05).abs() < 0.005);
        assert_eq!(kept_up(Wpm(0.0)), None);
    }

    #[test]
    fn x_share() {
        assert!((kept_up(Wpm(260.0)).unwrap().0 - 0.78).abs() < 0.005);
    }

    #[test]
    fn the_normal_distribution_is_right_to_seven_decimals() {
        for (z, wanted) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-1.959_964, 0.025),
            (3.0, 0.998_650_102),
        ] {
            assert!((normal(z) - wanted).abs() < 2e-7, "{z}: {}", normal(z));
        }
    }
}
