//! Ready-made shapes of work, with prompts that ask for real answers. Each is long enough to judge what its name promises.

use super::Workload;
use crate::text;
use crate::texts::Text;

/// A workload as the form shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkloadInfo {
    /// Which one.
    pub workload: Workload,
    /// Name in the list.
    pub label: &'static str,
    /// Size of prompt and answer in one line.
    pub about: Text,
    /// The prompt; empty for the user's own.
    pub prompt: Text,
    /// Output limit that lets a usual answer end by itself, or cuts it where the workload would.
    pub max_output_tokens: u32,
}

const CHAT: &str = "A friend has never had a garden and now has a balcony that gets sun from noon to evening. Which five edible \
plants should she start with, and what does each need? Write as you would speak to her, in plain sentences, about 180 words.";

const DOCUMENT_QA: &str = concat!(
    "Read the report below and answer the questions from it alone.\n\n",
    include_str!("document.txt"),
    "\nQuestions: By how much did staff cost exceed the plan, and why? Which building measure comes first, and for whose sake? \
Why are Friday evenings not proposed? Answer in a short paragraph each and name the section you used."
);

const CODE: &str = "Write a Python function merge_intervals(intervals) that takes a list of (start, end) pairs of integers in any \
order and returns the sorted list of merged intervals; intervals that touch are merged. Raise ValueError if a start lies after \
its end. Add type hints, a docstring with one example, and five pytest tests, one of them for an empty list. Give the code only, \
in one block.";

const AUTOCOMPLETE: &str = "Continue this e-mail with at most one sentence and write nothing else:\n\n\
Hi Maria, thank you for sending the draft so quickly. I have read it on the train and I only have two small remarks: the";

const WORKLOADS: [WorkloadInfo; 5] = [
    WorkloadInfo {
        workload: Workload::Chat,
        label: "Chat",
        about: text!("Short question (about 45 words), answer of about 180 words"),
        prompt: text!(CHAT),
        max_output_tokens: 256,
    },
    WorkloadInfo {
        workload: Workload::DocumentQa,
        label: "Document Q&A",
        about: text!("A report of about 600 words with three questions, answer of about 120 words"),
        prompt: text!(DOCUMENT_QA),
        max_output_tokens: 256,
    },
    WorkloadInfo {
        workload: Workload::Code,
        label: "Code",
        about: text!("A small programming task (about 70 words), answer of about 50 lines of code"),
        prompt: text!(CODE),
        max_output_tokens: 640,
    },
    WorkloadInfo {
        workload: Workload::Autocomplete,
        label: "Autocomplete",
        about: text!(
            "Half an e-mail (about 40 words), answer of one sentence: shows the first wait, too short to judge speed"
        ),
        prompt: text!(AUTOCOMPLETE),
        max_output_tokens: 32,
    },
    WorkloadInfo {
        workload: Workload::Own,
        label: "My own prompt",
        about: text!("Your text; the answer ends at your limit"),
        prompt: Text::EMPTY,
        max_output_tokens: 256,
    },
];

/// All workloads in the order of the list.
#[must_use]
pub fn workloads() -> &'static [WorkloadInfo] {
    &WORKLOADS
}

impl Workload {
    /// What the form shows for it.
    #[must_use]
    pub fn info(self) -> &'static WorkloadInfo {
        // The order of the table is the order of the enum; a test holds them together.
        &WORKLOADS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_workload_finds_its_own_row() {
        for row in workloads() {
            assert_eq!(row.workload.info(), row);
        }
    }

    #[test]
    fn the_sizes_in_words_are_true() {
        let words = |w: Workload| w.info().prompt.get().split_whitespace().count();
        assert!(
            (40..=80).contains(&words(Workload::Chat)),
            "{}",
            words(Workload::Chat)
        );
        assert!(
            (580..=720).contains(&words(Workload::DocumentQa)),
            "{}",
            words(Workload::DocumentQa)
        );
        assert!(
            (55..=85).contains(&words(Workload::Code)),
            "{}",
            words(Workload::Code)
        );
        assert!(
            (30..=55).contains(&words(Workload::Autocomplete)),
            "{}",
            words(Workload::Autocomplete)
        );
    }
}
