//! The picture of a result: whole, inside its edges and harmless, whatever was measured and whatever names a report brings.
#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "helpers of tests fail as tests do"
)]

mod cards;
mod links;
mod runs;
mod traces;

use cards::{corpus, named, refused, stutter};
use proptest::prelude::*;
use roxmltree::{Document, Node};
use tokenpace::card::width::{Face, width_px};
use tokenpace::card::{HEIGHT_PX, WIDTH_PX, card};
use tokenpace::report::Report;
use traces::{good, report, run_of};

/// The letters of a line and its estimated width in px.
fn line(text: Node<'_, '_>) -> (String, u32) {
    let spans = text.children().filter(Node::is_element);
    spans.fold((String::new(), 0), |(words, width), span| {
        let said = span.text().unwrap();
        let face = Face {
            size_px: span.attribute("font-size").unwrap().parse().unwrap(),
            bold: span.has_attribute("font-weight"),
        };
        (words + said, width + width_px(said, face))
    })
}

/// Left and right edge in px.
fn edges(text: Node<'_, '_>) -> (i64, i64) {
    let x: i64 = text.attribute("x").unwrap().parse().unwrap();
    let width = i64::from(line(text).1);
    let left = match text.attribute("text-anchor") {
        Some("end") => x - width,
        Some("middle") => x - width / 2,
        _ => x,
    };
    (left, left + width)
}

fn texts<'a>(document: &'a Document<'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
}

/// What holds for every card.
fn check(report: &Report) {
    let card = card(report);
    let document = Document::parse(&card.svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("width"), Some("1200"));
    assert_eq!(root.attribute("height"), Some("630"));
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        let known = ["svg", "title", "rect", "path", "text", "tspan"];
        assert!(known.contains(&name), "{name}");
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            let foreign = ["NaN", "inf", "http", "url(", "var(", "-"];
            let ours = ["text-decoration", "font-family", "lengthAdjust"];
            assert!(
                ours.contains(&name) || foreign.iter().all(|part| !value.contains(part)),
                "{name}: {value}"
            );
            assert!(!name.starts_with("on") && name != "href" && name != "style");
        }
    }
    for text in texts(&document) {
        let (left, right) = edges(text);
        assert!(
            left >= 40 && right <= i64::from(WIDTH_PX) - 56,
            "{left} to {right}: {}",
            line(text).0
        );
        let y: u32 = text.attribute("y").unwrap().parse().unwrap();
        assert!((40..HEIGHT_PX - 10).contains(&y), "{y}: {}", line(text).0);
    }
    let forbidden = |c: char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!card.alt.contains(forbidden) && !card.alt.contains('\u{2066}'));
}

#[test]
fn every_card_is_whole_and_inside_its_edges() {
    for (_, report) in corpus() {
        check(report);
    }
}

#[test]
fn lines_do_not_touch_each_other() {
    for (name, report) in corpus() {
        let svg = card(report).svg;
        let document = Document::parse(&svg).unwrap();
        let boxes: Vec<_> = texts(&document)
            .filter(|text| text.children().any(|span| span.is_element()))
            .map(|text| {
                let y: i64 = text.attribute("y").unwrap().parse().unwrap();
                let sizes = text
                    .children()
                    .filter_map(|span| span.attribute("font-size"));
                let size = sizes
                    .map(|size| size.parse::<i64>().unwrap())
                    .max()
                    .unwrap();
                let (left, right) = edges(text);
                // Letters reach from a fifth below their foot to four fifths above it.
                (left, right, y - size * 4 / 5, y + size / 5, line(text).0)
            })
            .collect();
        for (i, a) in boxes.iter().enumerate() {
            for b in &boxes[i + 1..] {
                let apart = a.1 <= b.0 || b.1 <= a.0 || a.3 <= b.2 || b.3 <= a.2;
                assert!(apart, "{name}: {} and {}", a.4, b.4);
            }
        }
    }
}

#[test]
fn the_same_report_gives_the_same_card() {
    for (_, report) in corpus().iter().take(12) {
        assert_eq!(card(report), card(&report.clone()));
    }
}

/// All letters without spaces: a sentence is broken into lines.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn sentence_and_facts_are_in_it_as_the_page_says_them() {
    for (name, report) in corpus() {
        if name.starts_with("all-") {
            continue;
        }
        let card = card(report);
        let document = Document::parse(&card.svg).unwrap();
        let said: String = texts(&document)
            .map(|text| letters(&line(text).0))
            .collect();
        let sentence = &report.verdict.sentence;
        assert!(said.contains(&letters(sentence)), "{name}: {sentence}");
        assert!(card.alt.contains(sentence.as_str()), "{name}");
        assert_eq!(report.verdict.facts.len(), 3);
        for fact in &report.verdict.facts {
            let value = fact
                .struck
                .as_ref()
                .map_or(&fact.value, |struck| &struck.value);
            for part in [&fact.label, value, &fact.word] {
                assert!(said.contains(&letters(part)), "{name}: {part}");
            }
            if fact.struck.is_none() {
                assert!(
                    said.contains(&letters(&fact.range)),
                    "{name}: {}",
                    fact.range
                );
            }
            let alt = [&fact.label, ": ", &fact.value].concat();
            assert!(card.alt.contains(&alt), "{name}: {}", card.alt);
        }
        assert!(card.alt.contains("2026-01-02") && said.contains("2026-01-02"));
        assert!(card.alt.chars().count() <= 400, "{name}: {}", card.alt);
    }
}

#[test]
fn alt_text_is_short_for_usual_names() {
    for (name, report) in corpus().iter().filter(|(name, _)| !name.contains('-')) {
        let alt = card(report).alt;
        assert!(alt.chars().count() <= 330, "{name}: {alt}");
        let plan = &report.plan;
        let end = format!(". {} at {}, 2026-01-02.", plan.model, plan.host);
        assert!(alt.ends_with(&end), "{alt}");
    }
}

#[test]
fn a_number_that_is_not_valid_is_struck_out_with_its_reason() {
    let mut found = 0;
    for (_, report) in corpus() {
        let card = card(report);
        let struck = report
            .verdict
            .facts
            .iter()
            .filter(|fact| fact.struck.is_some());
        found += struck.clone().count();
        assert_eq!(
            card.svg.contains("line-through"),
            struck.clone().count() > 0
        );
        assert_eq!(card.svg.matches("not valid: ").count(), struck.count());
    }
    assert!(found > 5);
}

#[test]
fn red_is_for_failure_only() {
    let red = |report: &Report| card(report).svg.contains("#b3261e");
    assert!(red(&report(&run_of(6, refused))));
    assert!(!red(&report(&run_of(20, stutter))));
    assert!(!red(&report(&run_of(20, |_| good(400_000, 20_000)))));
}

#[test]
fn without_a_picture_the_sentence_has_the_room() {
    let paths = |report: &Report| card(report).svg.matches("<path fill=\"none\"").count();
    let size = |report: &Report| {
        let card = card(report);
        let document = Document::parse(&card.svg).unwrap();
        let span = document
            .descendants()
            .filter(|node| node.has_tag_name("tspan"));
        let sizes = span.map(|span| span.attribute("font-size").unwrap().parse::<u32>().unwrap());
        sizes.max().unwrap()
    };
    let (with, without) = (report(&run_of(20, stutter)), report(&run_of(6, refused)));
    assert!(paths(&with) >= 3 && size(&with) <= 54);
    assert!(paths(&without) <= 1 && size(&without) == 60);
}

#[test]
fn what_was_asked_and_answered_is_not_in_it() {
    let (plan, traces) = runs::recorded(links::RECORDED[0], 5);
    let report = links::report(&plan, &traces);
    let card = card(&report);
    for text in [plan.prompt.as_str(), "/v1", "answer-1", "one GPU"] {
        assert!(
            !card.svg.contains(text) && !card.alt.contains(text),
            "{text}"
        );
    }
}

#[test]
fn shaded_is_what_the_sentence_tells() {
    let mut shaded = 0;
    for (name, report) in corpus() {
        let svg = card(report).svg;
        assert_eq!(svg.contains("#e7d6bd"), svg.contains("(shaded)"), "{name}");
        shaded += u32::from(svg.contains("(shaded)"));
        assert!(!svg.contains("(shaded)") || !svg.contains("never had to wait"));
    }
    assert!(shaded > 5);
}

/// Contrast of two colours of WCAG 2.
fn contrast(a: &str, b: &str) -> f64 {
    let luminance = |colour: &str| {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn every_text_can_be_read_on_the_paper() {
    for (name, report) in corpus() {
        let svg = card(report).svg;
        let document = Document::parse(&svg).unwrap();
        for span in document
            .descendants()
            .filter(|node| node.has_tag_name("tspan"))
        {
            let fill = span.attribute("fill").unwrap();
            assert!(contrast(fill, "#f6f5f1") >= 4.5, "{name}: {fill}");
        }
    }
}

/// Writes the corpus as files, to be looked at.
#[test]
#[ignore = "for the eye"]
fn cards_to_look_at() {
    for (name, report) in corpus() {
        let path = format!("{}/card-{name}.svg", env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(path, card(report).svg).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_names_make_a_whole_card(model in any::<String>(), host in any::<String>(), seed in 0..200_u64) {
        let (plan, traces) = runs::any(seed);
        check(&named(links::report(&plan, &traces), &model, &host));
    }
}
