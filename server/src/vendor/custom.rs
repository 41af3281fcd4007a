//! Models that are described in their own name, such as `ttft=200,gap=20,n=100,per=1`.
//!
//! | key | meaning | default |
//! |---|---|---|
//! | `ttft` | ms from arrival to the first output event | 200 |
//! | `gap` | ms between output events | 20 |
//! | `n` | answer tokens | 100 |
//! | `per` | tokens in an output event | 1 |
//! | `think` | tokens of visible thinking before the answer | 0 |
//! | `hidden` | thinking tokens that are counted but not sent (they add no time) | 0 |
//! | `jitter` | standard deviation of the logarithm of each time | 0 |
//! | `headers` | ms until the response headers leave | 0 |
//! | `role` | 1: a role-only event comes first; 0: none | 1 |
//! | `role_at` | ms until the role-only event leaves | 0 |
//! | `ping` | keep-alive comments before the first output | 0 |
//! | `burst` | output events in one write | 1 |
//! | `buffered` | 1: everything in one write at the end | 0 |
//! | `stall`, `stall_at` | ms of one pause, and the index of the output event behind it | 0, 1 |
//! | `tail` | ms between the last output and the finish event | 0 |
//! | `usage` | 0: never reported; 1: when asked; 2: always | 1 |
//! | `cached` | cached prompt tokens in the usage | 0 |
//! | `finish`, `done` | 0 leaves out the finish event, the terminator | 1 |
//! | `cut`, `half`, `error`, `hang` | after so many output events: broken connection, end inside an event, error event, silence | – |
//!
//! Times may have fractions. There is no jitter unless asked for, so these models serve as a ruler.
use super::profile::{Delivery, Ending, Pause, Profile, UsagePolicy};

/// What is wrong with a described model: a sentence for the 400 answer.
pub type Fault = String;

/// Largest time a description may name: one hour.
const MAX_MS: f64 = 3_600_000.0;

/// Largest count a description may name.
const MAX_COUNT: u32 = 1_000_000;

/// Whether a model name is a description.
pub fn is_description(name: &str) -> bool {
    name.contains('=')
}

/// Reads a description.
///
/// # Errors
/// An unknown key or a value that doesn't fit it; the sentence names the key.
pub fn parse(name: &str) -> Result<Profile, Fault> {
    let mut profile = Profile {
        ttft_ms: 200.0,
        ..Profile::PLAIN
    };
    let mut role = (true, 0.0);
    let mut stall = (0.0, 1);
    for pair in name.split(',') {
        let (key, value) = pair
            .split_once('=')
            .map(|(key, value)| (key.trim(), value.trim()))
            .ok_or_else(|| format!("`{pair}` in the model's name is not of the form key=value."))?;
        match key {
            "ttft" => profile.ttft_ms = ms(key, value)?,
            "gap" => profile.gap_ms = ms(key, value)?,
            "n" => profile.answer = span(key, value)?,
            "per" => profile.per_event = at_least_one(key, value)?,
            "think" => profile.thinking = span(key, value)?,
            "hidden" => profile.hidden = span(key, value)?,
            "jitter" => profile.jitter = sigma(key, value)?,
            "headers" => profile.headers_ms = ms(key, value)?,
            "role" => role.0 = flag(key, value)?,
            "role_at" => role.1 = ms(key, value)?,
            "ping" => profile.pings = count(key, value)?,
            "burst" => profile.delivery = Delivery::Bursts(at_least_one(key, value)?),
            "buffered" => {
                if flag(key, value)? {
                    profile.delivery = Delivery::Whole;
                }
            }
            "stall" => stall.0 = ms(key, value)?,
            "stall_at" => stall.1 = count(key, value)?,
            "tail" => profile.tail_ms = ms(key, value)?,
            "usage" => profile.usage = usage(key, value)?,
            "cached" => profile.cached = count(key, value)?,
            "finish" => profile.finish = flag(key, value)?,
            "done" => profile.done = flag(key, value)?,
            "cut" => profile.ending = Ending::Break(count(key, value)?),
            "half" => profile.ending = Ending::HalfEvent(count(key, value)?),
            "error" => profile.ending = Ending::ErrorEvent(count(key, value)?),
            "hang" => profile.ending = Ending::Silence(count(key, value)?),
            _ => return Err(format!("The model's name has the unknown key `{key}`.")),
        }
    }
    profile.role_ms = role.0.then_some(role.1);
    if stall.0 > 0.0 {
        profile.pause = Pause::Once {
            before: stall.1,
            ms: stall.0,
        };
    }
    Ok(profile)
}

fn bad(key: &str, value: &str, wanted: &str) -> Fault {
    format!("The key `{key}` in the model's name takes {wanted}, not `{value}`.")
}

fn ms(key: &str, value: &str) -> Result<f64, Fault> {
    let parsed = value.parse().ok().filter(|ms| (0.0..=MAX_MS).contains(ms));
    parsed.ok_or_else(|| bad(key, value, "milliseconds from 0 to 3600000"))
}

fn sigma(key: &str, value: &str) -> Result<f64, Fault> {
    let parsed = value
        .parse()
        .ok()
        .filter(|sigma| (0.0..=2.0).contains(sigma));
    parsed.ok_or_else(|| bad(key, value, "a number from 0 to 2"))
}

fn count(key: &str, value: &str) -> Result<u32, Fault> {
    let parsed = value.parse().ok().filter(|count| *count <= MAX_COUNT);
    parsed.ok_or_else(|| bad(key, value, "a whole number up to 1000000"))
}

fn at_least_one(key: &str, value: &str) -> Result<u32, Fault> {
    let parsed = count(key, value).ok().filter(|count| *count > 0);
    parsed.ok_or_else(|| bad(key, value, "a whole number from 1 to 1000000"))
}

fn span(key: &str, value: &str) -> Result<(u32, u32), Fault> {
    count(key, value).map(|count| (count, count))
}

fn flag(key: &str, value: &str) -> Result<bool, Fault> {
    match value {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(bad(key, value, "0 or 1")),
    }
}

fn usage(key: &str, value: &str) -> Result<UsagePolicy, Fault> {
    match value {
        "0" => Ok(UsagePolicy::Never),
        "1" => Ok(UsagePolicy::Asked),
        "2" => Ok(UsagePolicy::Always),
        _ => Err(bad(key, value, "0, 1 or 2")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_set_their_fields() {
        let profile = parse("ttft=150, gap=2.5,n=40,per=4,think=8,role=0,usage=2,done=0").unwrap();
        let expected = Profile {
            ttft_ms: 150.0,
            gap_ms: 2.5,
            answer: (40, 40),
            per_event: 4,
            thinking: (8, 8),
            role_ms: None,
            usage: UsagePolicy::Always,
            done: false,
            ..Profile::PLAIN
        };
        assert_eq!(profile, expected);
    }

    #[test]
    fn a_stall_needs_no_place() {
        assert_eq!(
            parse("stall=900").unwrap().pause,
            Pause::Once {
                before: 1,
                ms: 900.0
            }
        );
        assert_eq!(
            parse("stall_at=7,stall=900").unwrap().pause,
            Pause::Once {
                before: 7,
                ms: 900.0
            }
        );
    }

    #[test]
    fn faults_name_the_key() {
        for (name, key) in [
            ("ttft=200,speed=3", "speed"),
            ("ttft=fast", "ttft"),
            ("gap=-1", "gap"),
            ("gap=NaN", "gap"),
            ("gap=inf", "gap"),
            ("per=0", "per"),
            ("n=1.5", "n"),
            ("usage=3", "usage"),
            ("n=5,later", "later"),
        ] {
            let fault = parse(name).unwrap_err();
            assert!(fault.contains(&format!("`{key}`")), "{name}: {fault}");
        }
    }
}
