//! Names that others have given: of models, vendors, hosts, files, and whatever else a link, a file or a vendor says in a line.
//! They are shown, kept and sent on, so that nothing in them may steer what stands around them.

/// Longest name, in characters: longer than every model name and deployment path seen.
pub const MAX_CHARS: usize = 200;

/// Most that is kept of what a vendor says in one field, in characters.
pub const MAX_SAID: usize = 300;

/// Marks on top of one letter; a heap of them would grow over the lines above.
const MAX_MARKS: usize = 2;

/// A name as it is shown and sent on; see [`line()`].
#[must_use]
pub fn clean(name: &str) -> String {
    line(name, MAX_CHARS)
}

/// A text as one line of at most so many characters, the last of which is an ellipsis if there were more. Letters of any
/// script and emoji stay, joiners within words too. Controls, invisible letters and changes of direction don't. Done twice it
/// changes nothing more.
#[must_use]
pub fn line(text: &str, most: usize) -> String {
    let mut out = String::new();
    let (mut count, mut last, mut marks) = (0, ' ', 0);
    // A space or a joiner, which counts only before something that can be seen.
    let mut between = None;
    for c in text.chars() {
        // The last is a blank of Braille.
        if c.is_whitespace() || c.is_control() || c == '\u{2800}' {
            between = Some(' ');
            continue;
        }
        if is_joiner(c) {
            between = between.or(Some(c));
            continue;
        }
        let hangs_alone = between.is_some() || is_selector(last) || !joins(last);
        if is_invisible(c) || is_selector(c) && hangs_alone {
            continue;
        }
        marks = if is_mark(c) { marks + 1 } else { 0 };
        if marks > MAX_MARKS {
            continue;
        }
        let wanted = |between: &char| match between {
            ' ' => !out.is_empty(),
            _ => joins(last) && joins(c),
        };
        if let Some(between) = between.take().filter(wanted) {
            out.push(between);
            count += 1;
        }
        out.push(c);
        count += 1;
        last = c;
        // More need not be looked at.
        if count > most {
            let end = out.char_indices().nth(most.saturating_sub(1));
            out.truncate(end.map_or(0, |(at, _)| at));
            let kept = out.trim_end_matches(|c| c == ' ' || is_joiner(c)).len();
            out.truncate(kept);
            out.push('…');
            break;
        }
    }
    out
}

/// What a vendor says, as long as it is kept: a few lines on the page.
#[must_use]
pub fn said(text: &str) -> String {
    line(text, MAX_SAID)
}

/// "MODEL at PLACE", or the one of them that has a name.
#[must_use]
pub fn subject(model: &str, place: &str) -> String {
    match (model, place) {
        ("", "") => UNNAMED.to_owned(),
        (one, "") | ("", one) => one.to_owned(),
        _ => [model, " at ", place].concat(),
    }
}

/// Where nothing has a name.
pub const UNNAMED: &str = "an unnamed endpoint";

/// Joins letters of Arabic, Indic and other scripts, or keeps them apart; makes one emoji of several.
#[must_use]
pub const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Chooses among the forms of the letter or the emoji before it.
#[must_use]
pub const fn is_selector(c: char) -> bool {
    matches!(c, '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Letters and emoji that joiners and selectors may belong to: those of scripts that came after Latin, Greek and Cyrillic.
const fn joins(c: char) -> bool {
    c >= '\u{590}' && !matches!(c, '\u{2000}'..='\u{206f}')
}

const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}')
}

/// Never visible by itself, beside joiners and selectors: Unicode's `Default_Ignorable_Code_Point`, annotations, and what is
/// no letter at all.
#[must_use]
pub const fn is_invisible(c: char) -> bool {
    !is_joiner(c)
        && !is_selector(c)
        && matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_of_any_script_stay_as_they_are() {
        for name in [
            "gpt-4o-mini",
            "accounts/fireworks/models/llama-v3p1-70b",
            "Größtes Modell (v2) ™",
            "通义千问-72B",
            "モデル・葛\u{e0100}",
            "نموذج می\u{200c}خواهم",
            "क्\u{200d}ष मॉडल",
            "מודל שפה",
            "โมเดล",
            "e\u{301}a\u{302}\u{301}",
            "👩🏽‍🚀🇩🇪❤️‍🔥",
            "ttft=60,gap=8,n=60",
        ] {
            assert_eq!(clean(name), name);
        }
    }

    #[test]
    fn what_steers_or_hides_is_gone() {
        for (given, wanted) in [
            ("  two\n words\t", "two words"),
            ("a\u{2028}b\u{2029}c\u{3000}d\u{a0}e", "a b c d e"),
            (
                "model\u{202e}gnp.exe\u{2066}\u{200f}\u{61c}",
                "modelgnp.exe",
            ),
            ("\u{feff}gpt\u{200b}-\u{ad}4\u{2060}o", "gpt-4o"),
            ("g\u{200d}p\u{200c}t\u{fe0f}", "gpt"),
            ("\u{200d}م\u{200d}", "م"),
            ("م \u{200d}م", "م م"),
            ("❤\u{fe0f}\u{fe0f}\u{e0101}", "❤\u{fe0f}"),
            ("a\u{e0041}\u{e0042}\u{3164}\u{2800}", "a"),
            ("\u{0}\u{1b}[31m\u{85}x\u{7f}", "[31m x"),
            ("e\u{301}\u{301}\u{200b}\u{301}\u{301}", "e\u{301}\u{301}"),
            (" \u{200b} ", ""),
        ] {
            assert_eq!(clean(given), wanted, "{given:?}");
        }
    }

    #[test]
    fn a_long_one_ends_with_an_ellipsis() {
        assert_eq!(line("four", 4), "four");
        assert_eq!(line("four \n\u{200b} ", 4), "four");
        assert_eq!(line("fours", 4), "fou…");
        assert_eq!(line("abc defg", 5), "abc…");
        assert_eq!(clean(&"词".repeat(10_000)).chars().count(), MAX_CHARS);
    }

    #[test]
    fn what_has_no_name_is_not_called_at() {
        assert_eq!(subject("m", "h"), "m at h");
        assert_eq!(subject("m", ""), "m");
        assert_eq!(subject("", "h"), "h");
        assert_eq!(subject("", ""), UNNAMED);
    }

    /// Letters, and more of what is cleaned away than chance would give.
    fn odd() -> impl Strategy<Value = String> {
        let odd = "a م❤ \n\u{200b}\u{200c}\u{200d}\u{202e}\u{fe0f}\u{301}\u{e0101}\u{feff}…";
        let chars: Vec<char> = odd.chars().collect();
        let one = prop_oneof![proptest::sample::select(chars), any::<char>()];
        proptest::collection::vec(one, 0..40).prop_map(|chars| chars.into_iter().collect())
    }

    proptest! {
        #[test]
        fn done_twice_it_changes_nothing_more(text in odd(), most in 1_usize..30) {
            let once = line(&text, most);
            prop_assert!(once.chars().count() <= most);
            prop_assert!(!once.contains(|c: char| c.is_control() || is_invisible(c)));
            prop_assert_eq!(once.trim(), &once);
            prop_assert_eq!(line(&once, most), once);
        }
    }
}
