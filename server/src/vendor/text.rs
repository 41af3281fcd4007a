//! What the simulated models say: readable prose, cut into pieces the way a language model's tokeniser cuts it.
use fastrand::Rng;

/// Sentences of the answers. They stand alone, so that any order reads well.
const ANSWER: &[&str] = &[
    "Most people notice the first word of an answer long before they notice how fast the rest arrives.",
    "A short wait feels natural, because we are used to someone thinking before they speak.",
    "After about a second, though, attention starts to drift to the next tab or the next task.",
    "Reading has its own rhythm.",
    "An adult gets through roughly two hundred and forty words of plain prose in a minute, and slows down for anything with numbers in it.",
    "If the text appears faster than that, the reader never catches up with the cursor and the speed stops mattering.",
    "If it appears more slowly, every sentence ends in a small pause that was not there on purpose.",
    "Pauses in the middle of a word are worse than pauses between sentences.",
    "The kettle in my grandmother's kitchen took four minutes to boil, and nobody minded, because she talked while it did.",
    "Trains that leave on time are remembered less often than trains that leave late.",
    "A good map leaves out almost everything.",
    "Bakers judge a loaf by its sound: they tap the crust and listen for a hollow note.",
    "In the harbour the small boats turn with the tide, all at the same moment, like a sentence that has found its verb.",
    "Measure twice, said the carpenter, and then measure the ruler.",
    "An average hides the one customer who waited ten times longer than everybody else.",
    "That customer is usually the one who writes the letter.",
    "Snow makes a town quiet, not only because fewer people are outside but also because it swallows sound.",
    "Gardeners know that a plant moved in autumn often does better than one moved in spring.",
    "The café on the corner opens at six, and by half past there is a queue of people who all want to be somewhere else.",
    "Every queue has a shape, and you can learn a lot about a business by looking at it.",
    "When two people share a task, the second one rarely halves the time.",
    "It helps to write the last paragraph first.",
    "Old bridges were built with more stone than they needed, since nobody could calculate how little was enough.",
    "Today we can calculate it, and so we build closer to the edge.",
    "Paper keeps for centuries if it stays dry, while many files from twenty years ago can no longer be opened.",
    "A question that is asked clearly is already half answered.",
    "Some birds learn their song from a neighbour, with the accent of the place.",
    "Rain on a tin roof is loud enough to stop a conversation, and pleasant enough that nobody complains.",
    "The fastest runner in the village was also the one who stopped most often to look at things.",
    "Numbers become useful when you know what they leave out.",
    "In a well-run kitchen the plates for one table reach the counter within a few seconds of each other.",
    "You could call that coordination; the cooks call it talking.",
    "A lighthouse says only one thing, but it says it every ten seconds, all night, in any weather.",
    "Good tools disappear while you use them.",
    "There is a difference between being quick and being in a hurry.",
    "The library lends umbrellas as well as books, and most of them come back.",
];

/// Sentences of the visible thinking.
const THOUGHT: &[&str] = &[
    "The person wants a clear answer, so let me first work out what is really being asked.",
    "There are two ways to read this question.",
    "The first reading is more likely, because of how the sentence begins.",
    "Let me check whether that holds in the simplest case.",
    "It does, but I should be careful with the units.",
    "Suppose the rate stays constant; then the total grows in proportion to the time.",
    "That assumption fails near the start, where the wait dominates.",
    "An example would help more than a definition here.",
    "Maybe I can use something from everyday life, such as a queue or a kettle.",
    "I should not make it longer than it needs to be.",
    "Let me count again, to be sure.",
    "Good, the numbers agree.",
    "Now I can put the answer into plain words.",
];

/// A word of up to this many letters is one token.
const WHOLE_WORD: usize = 8;

/// Letters in the first token of a longer word.
const WORD_START: usize = 6;

/// Sentences in a paragraph, from and to.
const PARAGRAPH: std::ops::RangeInclusive<usize> = 3..=5;

/// An endless text as tokens. The same seed gives the same text.
#[derive(Debug)]
pub struct Tokens {
    bank: &'static [&'static str],
    rng: Rng,
    order: Vec<usize>,
    sentences_left: usize,
    started: bool,
    queue: std::collections::VecDeque<String>,
}

impl Tokens {
    /// The text of an answer.
    pub fn answer(seed: u64) -> Self {
        Self::from_bank(ANSWER, seed)
    }

    /// The text of visible thinking.
    pub fn thought(seed: u64) -> Self {
        Self::from_bank(THOUGHT, seed)
    }

    fn from_bank(bank: &'static [&'static str], seed: u64) -> Self {
        Self {
            bank,
            rng: Rng::with_seed(seed),
            order: Vec::new(),
            sentences_left: 0,
            started: false,
            queue: std::collections::VecDeque::new(),
        }
    }

    /// The next `count` tokens as one piece of text.
    pub fn take(&mut self, count: u32) -> String {
        (0..count).map(|_| self.next_token()).collect()
    }

    /// How many of the next tokens make whole sentences, at least `count`.
    pub fn until_sentence_end(&mut self, count: u32) -> u32 {
        loop {
            let ready = u32::try_from(self.queue.len()).unwrap_or(u32::MAX);
            if ready >= count {
                return ready;
            }
            self.add_sentence();
        }
    }

    fn next_token(&mut self) -> String {
        loop {
            if let Some(token) = self.queue.pop_front() {
                return token;
            }
            self.add_sentence();
        }
    }

    fn add_sentence(&mut self) {
        if self.sentences_left == 0 {
            self.sentences_left = self.rng.usize(PARAGRAPH);
            if self.started {
                self.queue.push_back("\n\n".to_owned());
            }
            self.started = true;
        } else {
            // The space belongs to the sentence's first word.
            self.queue.push_back(" ".to_owned());
        }
        self.sentences_left -= 1;
        let sentence = self.next_sentence();
        let mut tokens = tokens_of(sentence);
        if let (Some(space), Some(first)) = (self.queue.pop_back(), tokens.first_mut()) {
            if space == " " {
                first.insert(0, ' ');
            } else {
                self.queue.push_back(space);
            }
        }
        self.queue.extend(tokens);
    }

    /// Sentences in random order, none again before all were said.
    fn next_sentence(&mut self) -> &'static str {
        if self.order.is_empty() {
            self.order = (0..self.bank.len()).collect();
            self.rng.shuffle(&mut self.order);
        }
        self.order.pop().map_or("", |index| self.bank[index])
    }
}

/// Cuts a text into tokens: a word with the space before it (long words in two), a number of up to three digits, each
/// other sign alone. Joined again they are the text.
pub fn tokens_of(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let space = if first == ' ' { 1 } else { 0 };
        let body = &rest[space..];
        let letters = body.chars().take_while(|c| c.is_alphabetic()).count();
        let digits = body.chars().take_while(char::is_ascii_digit).count();
        let taken = match (letters, digits) {
            (0, 0) => 1,
            (0, digits) => digits.min(3),
            (letters, _) if letters > WHOLE_WORD => WORD_START,
            (letters, _) => letters,
        };
        let body_bytes: usize = body.chars().take(taken).map(char::len_utf8).sum();
        let (token, after) = rest.split_at(space + body_bytes);
        tokens.push(token.to_owned());
        rest = after;
    }
    tokens
}

/// How many tokens a text has by the rule of [`tokens_of`].
pub fn count(text: &str) -> u32 {
    u32::try_from(tokens_of(text).len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_join_to_the_text() {
        for text in [
            "",
            " ",
            "  two  spaces ",
            "It's 12345, naïve café—yes.\n\nNew",
            "extraordinarily",
        ] {
            assert_eq!(tokens_of(text).concat(), text);
        }
        assert_eq!(
            tokens_of("It measured 2048 neighbourhoods."),
            ["It", " measured", " 204", "8", " neighb", "ourhoods", "."]
        );
    }

    #[test]
    fn about_as_many_tokens_a_word_as_a_real_tokeniser() {
        for mut tokens in [Tokens::answer(1), Tokens::thought(1)] {
            let text = tokens.take(2_000);
            let ratio = 2_000.0 / text.split_whitespace().count() as f64;
            assert!((1.15..1.35).contains(&ratio), "{ratio} tokens a word");
        }
    }

    #[test]
    fn prose_with_paragraphs_and_without_double_spaces() {
        let text = Tokens::answer(3).take(600);
        assert!(text.contains("\n\n"));
        assert!(!text.contains("  ") && !text.contains(" \n") && !text.contains("\n "));
        assert!(!text.starts_with(char::is_whitespace));
        assert!(text.contains(". "));
    }

    #[test]
    fn whole_sentences_are_at_least_as_long_as_asked() {
        for count in [1, 50, 200] {
            let mut tokens = Tokens::answer(8);
            let whole = tokens.until_sentence_end(count);
            assert!((count..count + 40).contains(&whole), "{whole}");
            assert!(tokens.take(whole).ends_with('.'));
        }
        assert_eq!(Tokens::answer(8).until_sentence_end(0), 0);
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(Tokens::answer(5).take(80), Tokens::answer(5).take(80));
        assert_ne!(Tokens::answer(5).take(80), Tokens::answer(6).take(80));
    }

    #[test]
    fn pieces_join_to_the_same_text() {
        let mut single = Tokens::answer(9);
        let singles: String = (0..90).map(|_| single.take(1)).collect();
        assert_eq!(singles, Tokens::answer(9).take(90));
    }
}
