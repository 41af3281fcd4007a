//! Links that were cut, changed or made by others, and those of every version.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "helpers of tests fail as tests do"
)]

mod links;
mod runs;
mod traces;

use links::{RECORDED, content, follow, link, report, with_content};
use miniz_oxide::deflate::compress_to_vec;
use proptest::prelude::*;
use tokenpace::link::{LinkError, MAX_CHARS, MAX_INFLATED};
use tokenpace::report::{Distribution, Report};

#[test]
fn broken_links_say_what_is_wrong_with_them() {
    let (plan, traces) = runs::recorded(RECORDED[0], 20);
    let whole = link(&report(&plan, &traces));
    let error = |text: &str| follow(text).map(|_| ()).unwrap_err();
    for end in [
        whole.len() - 1,
        whole.len() - 6,
        whole.len() - 7,
        whole.len() / 2,
        12,
        5,
    ] {
        assert_eq!(error(&whole[..end]), LinkError::Incomplete, "{end}");
    }
    for text in [
        "",
        "#",
        "#method",
        "r",
        "#rx.AA.AAAAAA",
        "#r0.AA.AAAAAA",
        "r1",
        "#s1.a.b",
    ] {
        assert_eq!(error(text), LinkError::Unknown, "{text}");
    }
    assert_eq!(error("#r2.AA.AAAAAA"), LinkError::Newer);
    assert_eq!(error("#r17.whatever"), LinkError::Newer);
    assert_eq!(error("#r1.AA.AAAAAA"), LinkError::Damaged);
    assert_eq!(error(&"A".repeat(MAX_CHARS + 1)), LinkError::TooLarge);
    let altered = whole.replacen("#r1.A", "#r1.C", 1);
    assert_eq!(error(&altered), LinkError::Damaged);
}

#[test]
fn a_small_link_can_not_fill_the_memory() {
    let error = |zeros: usize| {
        let bomb = with_content(&compress_to_vec(&vec![0; zeros], 9), true);
        assert!(bomb.len() < MAX_CHARS, "{}", bomb.len());
        follow(&bomb).map(|_| ()).unwrap_err()
    };
    assert_eq!(error(MAX_INFLATED + 1), LinkError::TooLarge);
    assert_eq!(error(20 << 20), LinkError::TooLarge);
    // Nonsense of the largest size is only nonsense.
    assert_eq!(error(MAX_INFLATED), LinkError::Damaged);
    let (plan, traces) = runs::any(2);
    let raw = content(&link(&report(&plan, &traces)));
    let deflated = compress_to_vec(&raw, 9);
    let cut = with_content(&deflated[..deflated.len() - 1], true);
    assert_eq!(follow(&cut).unwrap_err(), LinkError::Damaged);
    assert!(follow(&with_content(&deflated, true)).is_ok());
    assert!(follow(&with_content(&raw, false)).is_ok());
}

#[test]
fn what_chat_programs_do_to_links_is_forgiven() {
    let (plan, traces) = runs::any(2);
    let whole = link(&report(&plan, &traces));
    let wanted = follow(&whole).unwrap();
    let encoded = whole
        .replace('.', "%2E")
        .replace('#', "%23")
        .replace('_', "%5f");
    for text in [
        whole.trim_start_matches('#').to_owned(),
        format!("{whole}."),
        format!("{whole})."),
        format!("{whole}>\n"),
        format!("{whole}\u{201d},"),
        encoded.clone(),
        format!("{encoded}%20is%20it"),
        format!("  {whole} is what I measured."),
        format!("{whole}\nBest regards\n"),
    ] {
        assert_eq!(follow(&text).as_ref(), Ok(&wanted), "{text}");
    }
    // As mail programs break lines.
    for width in [7, 76] {
        for end in ["\n", "\r\n", "\r\n  "] {
            let lines: Vec<&str> = whole
                .as_bytes()
                .chunks(width)
                .map(|line| std::str::from_utf8(line).unwrap())
                .collect();
            let text = lines.join(end);
            assert_eq!(follow(&text).as_ref(), Ok(&wanted), "{text}");
            assert_eq!(
                follow(&format!("{text}\n\nBest regards")).as_ref(),
                Ok(&wanted)
            );
        }
    }
}

/// What mail programs and social sites put behind links.
const TAILS: [&str; 12] = [
    "?utm_source=newsletter&utm_medium=email",
    "?utm_source=news.example.com",
    "&fbclid=IwAR0aBcDeFgHiJk-_lMnOp",
    "/?fbclid=IwAR0",
    ".",
    ").",
    ">",
    "\"",
    "\u{201d}.",
    "]",
    "%3Futm_source=mail",
    "#more",
];

#[test]
fn what_stands_behind_a_link_changes_nothing() {
    let (plan, traces) = runs::any(2);
    let whole = link(&report(&plan, &traces));
    let wanted = follow(&whole).unwrap();
    for tail in TAILS {
        let text = [&whole, tail].concat();
        assert_eq!(follow(&text).as_ref(), Ok(&wanted), "{text}");
        let dot = whole.rfind('.').unwrap();
        for end in [dot, dot / 2, whole.len() - 1] {
            let cut = [&whole[..end], tail].concat();
            assert_eq!(follow(&cut).unwrap_err(), LinkError::Incomplete, "{cut}");
        }
        let other = if &whole[dot / 2..=dot / 2] == "A" {
            "B"
        } else {
            "A"
        };
        for other in [other, "*", "\u{fffd}"] {
            let altered = [&whole[..dot / 2], other, &whole[dot / 2 + 1..], tail].concat();
            assert_eq!(
                follow(&altered).unwrap_err(),
                LinkError::Damaged,
                "{altered}"
            );
        }
    }
    // A letter right behind is part of the link.
    assert_eq!(
        follow(&[&whole, "A"].concat()).unwrap_err(),
        LinkError::Damaged
    );
}

proptest! {
    #[test]
    fn any_tail_is_cut_off(first in "[^A-Za-z0-9_+/%-]", more in any::<String>(), cut in 3_usize..200) {
        prop_assume!(!first.starts_with(char::is_alphanumeric));
        let (plan, traces) = runs::any(5);
        let whole = link(&report(&plan, &traces));
        let tail = [first, more].concat();
        prop_assert_eq!(follow(&[whole.as_str(), &tail].concat()), follow(&whole));
        // What is cut is never shown, whatever stands behind it.
        let part = &whole[..whole.len() - cut.min(whole.len() - 5)];
        prop_assert!(follow(&[part, &tail].concat()).is_err());
    }
}

fn finite(report: &Report) {
    let s = &report.summary;
    let of_run = [
        &s.ttft_us,
        &s.tps,
        &s.wpm,
        &s.tpot_us,
        &s.rebuffer_ratio,
        &s.fluid_tps,
        &s.perceived_tps,
        &s.reader_qoe,
    ];
    let numbers = of_run
        .into_iter()
        .flat_map(|d| [d.p50, d.min, d.max, d.mean]);
    let of_requests = report
        .requests
        .iter()
        .flat_map(|r| [r.tps, r.wpm, r.e2e_per_token_us, r.tokens_per_word]);
    for number in numbers.chain(of_requests).flatten() {
        assert!(number.is_finite(), "{number}");
    }
}

/// The check keeps most nonsense out, so each gets one that is right.
#[test]
fn no_payload_panics() {
    let mut contents: Vec<(Vec<u8>, bool)> = [0, 3, 9, 23]
        .map(|seed| {
            let (plan, traces) = runs::any(seed);
            (content(&link(&report(&plan, &traces))), false)
        })
        .into();
    contents.push((compress_to_vec(&contents[0].0, 9), true));
    let mut chance = runs::Chance(1);
    let mut shown = 0;
    for round in 0..20_000_usize {
        let (mut raw, is_deflated) = contents[round % contents.len()].clone();
        for _ in 0..=chance.below(4) {
            let at = chance.below(raw.len() as u64) as usize;
            match chance.below(8) {
                0 => raw.truncate(at.max(1)),
                1 => raw.insert(at, chance.below(256) as u8),
                2 => raw[at] = 0xff,
                _ => raw[at] ^= 1 << chance.below(8),
            }
        }
        if let Ok(found) = follow(&with_content(&raw, is_deflated)) {
            shown += 1;
            finite(&found);
        }
    }
    assert!((100..19_000).contains(&shown), "{shown}");
}

#[test]
fn no_text_panics() {
    let (plan, traces) = runs::any(5);
    let report = report(&plan, &traces);
    let whole = link(&report).into_bytes();
    let wanted = follow(&link(&report)).unwrap();
    let mut chance = runs::Chance(2);
    for _ in 0..20_000 {
        let mut text = whole.clone();
        for _ in 0..=chance.below(3) {
            let at = chance.below(text.len() as u64) as usize;
            text[at] = 33 + chance.below(94) as u8;
        }
        text.truncate(1 + chance.below(text.len() as u64) as usize);
        let text = String::from_utf8(text).unwrap();
        // Only what means the same may pass, such as the other alphabet of base64.
        if let Ok(found) = follow(&text) {
            assert_eq!(found, wanted, "{text}");
        }
    }
}

#[test]
fn links_of_every_version_are_read_for_ever() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "txt"))
        .collect();
    names.sort();
    assert!(names.len() >= 3, "{names:?}");
    for path in names {
        let text = std::fs::read_to_string(&path).unwrap();
        let (fragment, rest) = text.split_once('\n').unwrap();
        let found = follow(fragment).unwrap();
        assert_eq!(said(&found), rest.trim_end(), "{}", path.display());
    }
}

/// What a golden link must still say: numbers, not words, which may change.
fn said(report: &Report) -> String {
    let s = &report.summary;
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
    let row = |name: &str, d: &Distribution| {
        format!(
            "{name} {} {} {} {}",
            d.n,
            number(d.p50),
            number(d.p95),
            number(d.max)
        )
    };
    let cautions = report.cautions.iter().map(|c| format!("{:?}", c.kind));
    [
        report.created_at.clone(),
        format!("{} {:?}", report.plan.model, report.plan.format),
        format!("{:?}", s.outcomes),
        row("ttft", &s.ttft_us),
        row("ttfa", &s.ttfa_us),
        row("tpot", &s.tpot_us),
        row("wpm", &s.wpm),
        row("stall", &s.longest_stall_us),
        row("gap", &s.chunk_gap_us),
        cautions.collect::<Vec<_>>().join(" "),
    ]
    .join("\n")
}

/// Writes a golden link: `TOKENPACE_GOLDEN=name:seed cargo test --test link write_golden`. Never over one that is there.
#[test]
fn write_golden() {
    let Ok(wanted) = std::env::var("TOKENPACE_GOLDEN") else {
        return;
    };
    let (name, seed) = wanted.split_once(':').unwrap();
    let (plan, traces) = match seed.parse() {
        Ok(seed) => runs::any(seed),
        Err(_) => runs::recorded(seed, 20),
    };
    let fragment = link(&report(&plan, &traces));
    let said = said(&follow(&fragment).unwrap());
    let path = format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    assert!(!std::path::Path::new(&path).exists());
    std::fs::write(path, format!("{fragment}\n{said}\n")).unwrap();
}
