//! What an endpoint is good for: one of five words for each use case, the worst among its inputs, and the input that limits it.

mod inputs;
mod table;

use serde::{Deserialize, Serialize};

use super::Evidence;
use super::bands::success_cap;
use super::facts::reason_in_words;
use crate::format::spoken_at;
use crate::missing::Missing;
use crate::stats::{Distribution, MIN_OVER_TO_FAIL, Percent};
use inputs::{Reader, Typical};

pub use table::{Better, Cuts, Input, USE_CASES, UseCase, UseCaseInfo};

/// Steps of an agent whose time is told (choice): a short task.
const AGENT_STEPS: u32 = 10;

/// One of the five words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // the names are the words
pub enum Grade {
    Bad,
    Poor,
    Fair,
    Good,
    Great,
}

impl Grade {
    const ALL: [Grade; 5] = [
        Grade::Bad,
        Grade::Poor,
        Grade::Fair,
        Grade::Good,
        Grade::Great,
    ];

    /// Grade of a value; cuts belong to the better side.
    #[must_use]
    pub fn of(value: f64, cuts: &Cuts) -> Self {
        let reached = |cut: &&f64| match cuts.input.better() {
            Better::Lower => value <= **cut,
            Better::Higher => value >= **cut,
        };
        // Between 0 and 4, so that every number of cuts has its grade.
        Grade::ALL[cuts.at.iter().filter(reached).count()]
    }

    /// Highest grade that a success rate allows (choice): 99 % great, 95 % good, 90 % fair, 75 % poor.
    fn cap(hits: u32, of: u32) -> Self {
        Grade::ALL[usize::from(success_cap(hits, of)) - 1]
    }

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Grade::Bad => "bad",
            Grade::Poor => "poor",
            Grade::Fair => "fair",
            Grade::Good => "good",
            Grade::Great => "great",
        }
    }

    /// Five-step scale: 1 bad to 5 great.
    #[must_use]
    pub const fn step(self) -> u8 {
        self as u8 + 1
    }
}

/// How good the endpoint is for one use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The use.
    pub use_case: UseCase,
    /// Its label.
    pub label: String,
    /// The word; `None` if an input is missing, unless the share of answers that worked alone makes it bad.
    pub grade: Option<Grade>,
    /// What keeps it from being better, e.g. "longest freeze". `None` for "great" and where there is no word.
    pub limited_by: Option<String>,
    /// Why there is no word.
    pub reason: Option<String>,
    /// The numbers it is made of.
    pub inputs: Vec<ScoreInput>,
    /// What has to be said beside it; may be empty.
    pub note: String,
}

/// One number that a score is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreInput {
    /// Which number.
    pub input: Input,
    /// Its label.
    pub label: String,
    /// Its p75 on the bad side.
    pub value: Option<f64>,
    /// Why there is no value.
    pub value_reason: Option<String>,
    /// Unit of value and cuts.
    pub unit: String,
    /// Where great, good, fair and poor end.
    pub cuts: [f64; 4],
    /// Its own word.
    pub grade: Option<Grade>,
}

/// Scores of all use cases.
pub(super) fn all(evidence: &Evidence<'_>) -> Vec<Score> {
    let reader = Reader::new(evidence);
    USE_CASES
        .iter()
        .map(|info| {
            let inputs = info
                .inputs
                .iter()
                .map(|cuts| input(cuts, reader.typical(cuts.input)))
                .collect();
            let success = evidence.success;
            let cap = Cap {
                grade: Grade::cap(success.hits, success.of),
                // A batch is judged only on request.
                decides: evidence.failed() >= MIN_OVER_TO_FAIL
                    && (info.use_case != UseCase::Batch
                        || evidence.run.plan.target.needed_tps.is_some()),
            };
            let mut score = score(info, inputs, cap);
            if info.use_case == UseCase::AgentStep {
                score.note = agent_note(evidence.e2e).unwrap_or_default();
            }
            if score.grade.is_none() {
                score.reason = missing_in_words(&score.inputs, evidence);
            }
            score
        })
        .collect()
}

fn input(cuts: &Cuts, typical: Typical) -> ScoreInput {
    let value = typical.as_ref().ok().copied();
    ScoreInput {
        input: cuts.input,
        label: cuts.input.label().to_owned(),
        value,
        value_reason: typical.err(),
        unit: cuts.input.unit().to_owned(),
        cuts: cuts.at,
        grade: value.map(|value| Grade::of(value, cuts)),
    }
}

/// What the share of answers that worked does to a score.
#[derive(Clone, Copy)]
struct Cap {
    /// The best word that it allows.
    grade: Grade,
    /// Its "bad" needs no other number: nothing could make the use better. One failure alone never decides.
    decides: bool,
}

/// The worst word among the inputs, no better than the share of answers that worked allows.
fn score(info: &UseCaseInfo, inputs: Vec<ScoreInput>, cap: Cap) -> Score {
    let known: Option<Vec<(Grade, &str)>> = inputs
        .iter()
        .map(|input| Some((input.grade?, input.label.as_str())))
        .collect();
    let known = known.or((cap.decides && cap.grade == Grade::Bad).then(Vec::new));
    let worst = known.and_then(|grades| {
        let cap = (cap.grade, "share of answers that worked");
        grades
            .into_iter()
            .chain([cap])
            // The first of equals, so that failures are named only if nothing else is as bad.
            .min_by_key(|(grade, _)| *grade)
    });
    Score {
        use_case: info.use_case,
        label: info.label.to_owned(),
        grade: worst.map(|(grade, _)| grade),
        limited_by: worst
            .filter(|(grade, _)| *grade < Grade::Great)
            .map(|(_, label)| label.to_owned()),
        reason: None,
        inputs,
        note: info.note.to_owned(),
    }
}

fn missing_in_words(inputs: &[ScoreInput], evidence: &Evidence<'_>) -> Option<String> {
    let input = inputs.iter().find(|input| input.value.is_none())?;
    let code = input.value_reason.as_deref().unwrap_or_default();
    let needs = Percent::P75.needs();
    let why = if code == (Missing::TooFew { needs }).code() {
        let have = evidence.run.counted().count();
        if have < needs as usize {
            return Some(format!("needs {needs} answers, the run has {have}"));
        }
        format!("needs {needs} answers with this number")
    } else if input.input == Input::NeededShare && evidence.run.plan.target.needed_tps.is_none() {
        "say how many tokens a second you need in all".to_owned()
    } else if matches!(input.input, Input::Wpm | Input::LongestStallAloudUs)
        && evidence.run.reads_by_character()
    {
        "not known for text that is read by the character".to_owned()
    } else {
        reason_in_words(code).to_owned()
    };
    Some(format!("{}: {why}", input.label))
}

/// The time of a chain of steps: as in the middle, which is what a chain usually adds up to, and as the score is judged.
fn agent_note(e2e: &Distribution) -> Option<String> {
    let chain = |step: f64| spoken_at(step * f64::from(AGENT_STEPS));
    let steps = AGENT_STEPS.to_string();
    let middle = chain(e2e.p50?);
    let mut note = [&steps, " such steps in a row take ", &middle, " at p50"].concat();
    if let Some(p75) = e2e.p75 {
        note = [&note, ", ", &chain(p75), " at p75"].concat();
    }
    Some(note + ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(use_case: UseCase) -> &'static UseCaseInfo {
        &USE_CASES[use_case as usize]
    }

    fn of(use_case: UseCase, values: &[f64], grade: Grade) -> Score {
        let info = info(use_case);
        let inputs = info
            .inputs
            .iter()
            .zip(values)
            .map(|(cuts, value)| input(cuts, Ok(*value)))
            .collect();
        score(info, inputs, capped(grade))
    }

    fn capped(grade: Grade) -> Cap {
        Cap {
            grade,
            decides: true,
        }
    }

    #[test]
    fn x_score() {
        let chat = of(UseCase::Chat, &[850_000.0, 41.0, 900_000.0], Grade::Great);
        let words: Vec<_> = chat.inputs.iter().filter_map(|i| i.grade).collect();
        assert_eq!(words, [Grade::Good, Grade::Great, Grade::Fair]);
        assert_eq!(chat.grade, Some(Grade::Fair));
        assert_eq!(chat.limited_by.as_deref(), Some("longest freeze"));
    }

    #[test]
    fn x_score_edge() {
        let chat = info(UseCase::Chat).inputs;
        assert_eq!(Grade::of(200_000.0, &chat[0]), Grade::Great);
        assert_eq!(Grade::of(200_001.0, &chat[0]), Grade::Good);
        assert_eq!(Grade::of(5.0, &chat[1]), Grade::Poor);
        assert_eq!(Grade::of(4.99, &chat[1]), Grade::Bad);
    }

    #[test]
    fn each_cut_belongs_to_the_better_side() {
        for cuts in USE_CASES.iter().flat_map(|info| info.inputs) {
            let grades = cuts.at.map(|cut| Grade::of(cut, cuts));
            assert_eq!(
                grades,
                [Grade::Great, Grade::Good, Grade::Fair, Grade::Poor],
                "{cuts:?}"
            );
            let nudge = match cuts.input.better() {
                Better::Lower => 1.000_001,
                Better::Higher => 0.999_999,
            };
            let beyond = cuts.at.map(|cut| Grade::of(cut * nudge, cuts));
            assert_eq!(
                beyond,
                [Grade::Good, Grade::Fair, Grade::Poor, Grade::Bad],
                "{cuts:?}"
            );
        }
    }

    #[test]
    fn failures_cap_a_score_and_are_named_only_if_they_are_the_worst() {
        let great = [100_000.0, 50.0, 0.0];
        let capped = of(UseCase::Chat, &great, Grade::cap(18, 20));
        assert_eq!(capped.grade, Some(Grade::Fair));
        assert_eq!(
            capped.limited_by.as_deref(),
            Some("share of answers that worked")
        );
        let equal = of(UseCase::Chat, &[100_000.0, 10.0, 0.0], Grade::cap(18, 20));
        assert_eq!(equal.limited_by.as_deref(), Some("streaming speed"));
        let free = of(UseCase::Chat, &great, Grade::cap(20, 20));
        assert_eq!((free.grade, free.limited_by), (Some(Grade::Great), None));
    }

    #[test]
    fn one_missing_input_leaves_the_score_blank_unless_the_failures_decide() {
        let info = info(UseCase::Chat);
        let inputs = vec![
            input(&info.inputs[0], Ok(20_000_000.0)),
            input(&info.inputs[1], Err("tokens_unknown".to_owned())),
        ];
        let blank = score(info, inputs.clone(), capped(Grade::Poor));
        assert_eq!((blank.grade, blank.limited_by), (None, None));
        assert_eq!(blank.inputs[0].grade, Some(Grade::Bad));
        let decided = score(info, inputs, capped(Grade::Bad));
        assert_eq!(decided.grade, Some(Grade::Bad));
        let label = Some("share of answers that worked");
        assert_eq!(decided.limited_by.as_deref(), label);
    }

    #[test]
    fn words_and_steps_agree() {
        let steps = Grade::ALL.map(|grade| (grade.step(), grade.word()));
        assert_eq!(steps[0], (1, "bad"));
        assert_eq!(steps[4], (5, "great"));
        assert!(Grade::ALL.is_sorted());
    }
}
