//! Other ways to read a text: escapes taken for what they stand for, and base64 for the bytes it holds. Gateways echo keys
//! in the form they got them in, e.g. base64 of `user:key`.

/// Escapes within escapes are undone so often: JSON in JSON in an address.
const DEEPEST: usize = 3;

/// A text as it reads, and where in the text as it stands each of its characters is.
pub struct Reading {
    pub chars: Vec<char>,
    /// Begin and end in the text as it stands.
    pub spans: Vec<(usize, usize)>,
}

impl Reading {
    /// The text as it stands.
    pub fn plain(chars: &[char]) -> Self {
        Reading {
            chars: chars.to_vec(),
            spans: (0..chars.len()).map(|at| (at, at + 1)).collect(),
        }
    }

    fn new() -> Self {
        Reading {
            chars: Vec::new(),
            spans: Vec::new(),
        }
    }

    fn push(&mut self, c: char, span: (usize, usize)) {
        self.chars.push(c);
        self.spans.push(span);
    }
}

/// The text without its escapes, layer by layer; empty if it has none.
pub fn unescaped(text: &Reading) -> Vec<Reading> {
    let mut layers: Vec<Reading> = Vec::new();
    while layers.len() < DEEPEST {
        match without_escapes(layers.last().unwrap_or(text)) {
            Some(next) => layers.push(next),
            None => break,
        }
    }
    layers
}

/// One layer of escapes less; `None` if there are none.
fn without_escapes(text: &Reading) -> Option<Reading> {
    let chars = &text.chars;
    let mut reading = Reading::new();
    let mut found = false;
    let mut at = 0;
    while at < chars.len() {
        let (c, end) = escape(chars, at).unwrap_or((chars[at], at + 1));
        found |= end > at + 1;
        reading.push(c, (text.spans[at].0, text.spans[end - 1].1));
        at = end;
    }
    found.then_some(reading)
}

/// The character that an escape stands for, and the escape's end: `%2d`, `\u002d`, `\x2d`, `\/`, `&#45;`, `&#x2d;`.
fn escape(chars: &[char], at: usize) -> Option<(char, usize)> {
    match chars[at] {
        '%' => hex(chars, at + 1, 2),
        '\\' => {
            // Each layer of JSON doubles the backslashes.
            let next = at + chars[at..].iter().take_while(|c| **c == '\\').count();
            match *chars.get(next)? {
                'u' => hex(chars, next + 1, 4),
                'x' => hex(chars, next + 1, 2),
                mark if mark.is_ascii_punctuation() => Some((mark, next + 1)),
                _ => Some(('\\', next)),
            }
        }
        '&' if chars.get(at + 1) == Some(&'#') => {
            let (from, radix) = match chars.get(at + 2)? {
                'x' | 'X' => (at + 3, 16),
                _ => (at + 2, 10),
            };
            let digits = chars[from..].iter().take(8);
            let length = digits.take_while(|c| c.is_digit(radix)).count();
            let c = number(&chars[from..from + length], radix)?;
            (chars.get(from + length) == Some(&';')).then_some((c, from + length + 1))
        }
        _ => None,
    }
}

fn hex(chars: &[char], from: usize, length: usize) -> Option<(char, usize)> {
    let digits = chars.get(from..from + length)?;
    Some((number(digits, 16)?, from + length))
}

fn number(digits: &[char], radix: u32) -> Option<char> {
    let mut number = 0_u32;
    for digit in digits {
        number = number
            .checked_mul(radix)?
            .checked_add(digit.to_digit(radix)?)?;
    }
    (!digits.is_empty()).then(|| char::from_u32(number))?
}

/// Hands on what each run of base64 holds, if that can be `shortest` bytes. A key may begin at any of the three bytes of a
/// group, and the group at any character of the run, so each run is read from its first four characters on.
pub fn from_base64(text: &Reading, shortest: usize, found: &mut dyn FnMut(&Reading)) {
    let values: Vec<Option<u8>> = text.chars.iter().map(|c| sextet(*c)).collect();
    let mut start = 0;
    while start < values.len() {
        let length = values[start..].iter().take_while(|v| v.is_some()).count();
        let run = start..start + length;
        for from in run.clone().take(4) {
            if (run.end - from) * 6 >= shortest * 8 {
                found(&bytes(text, &values, from..run.end));
            }
        }
        start = run.end + 1;
    }
}

/// The value of a character of base64, in its usual or its URL-safe alphabet.
pub fn sextet(c: char) -> Option<u8> {
    let c = u8::try_from(c).ok()?;
    Some(match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    })
}

fn bytes(text: &Reading, values: &[Option<u8>], run: std::ops::Range<usize>) -> Reading {
    let mut reading = Reading::new();
    let (mut held, mut bits) = (0_u32, 0);
    for at in run {
        held = (held << 6 | u32::from(values[at].unwrap_or_default())) & 0xfff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            // A byte lies in this character and the one before.
            let span = (text.spans[at - 1].0, text.spans[at].1);
            let byte = held >> bits & 0xff;
            reading.push(char::from_u32(byte).unwrap_or_default(), span);
        }
    }
    reading
}
