use super::*;

const ASKED: Asked = Asked {
    to_the_limit: false,
    limit: None,
    usage: true,
    prompt: 9,
};

fn signals(profile: Profile, asked: Asked) -> Vec<Timed> {
    Generator::new(profile, asked, 0.0, 1, None)
        .take(200)
        .collect()
}

fn times(profile: Profile) -> Vec<f64> {
    let output = |timed: &Timed| matches!(timed.signal, Signal::Reasoning(..) | Signal::Answer(..));
    signals(profile, ASKED)
        .iter()
        .filter(|timed| output(timed))
        .map(|timed| timed.at_ms)
        .collect()
}

fn usage(signals: &[Timed]) -> Usage {
    signals
        .iter()
        .find_map(|timed| match timed.signal {
            Signal::Usage(usage) => Some(usage),
            _ => None,
        })
        .unwrap()
}

fn finish(signals: &[Timed]) -> Finish {
    signals
        .iter()
        .find_map(|timed| match timed.signal {
            Signal::Finish(finish) => Some(finish),
            _ => None,
        })
        .unwrap()
}

#[test]
fn a_plain_answer_is_exact() {
    let profile = Profile {
        answer: (3, 3),
        role_ms: Some(50.0),
        tail_ms: 4.0,
        ..Profile::PLAIN
    };
    let at: Vec<f64> = signals(profile, ASKED)
        .iter()
        .map(|timed| timed.at_ms)
        .collect();
    assert_eq!(at, [50.0, 200.0, 220.0, 240.0, 244.0, 244.0, 244.0]);
}

#[test]
fn bundles_keep_the_gap_and_the_last_may_be_small() {
    let profile = Profile {
        answer: (10, 10),
        per_event: 4,
        ..Profile::PLAIN
    };
    assert_eq!(times(profile), [200.0, 220.0, 240.0]);
    let last = signals(profile, ASKED)
        .into_iter()
        .rev()
        .find_map(|timed| match timed.signal {
            Signal::Answer(_, tokens) => Some(tokens),
            _ => None,
        });
    assert_eq!(last, Some(2));
}

#[test]
fn bursts_keep_the_mean_speed() {
    let profile = Profile {
        answer: (6, 6),
        delivery: Delivery::Bursts(3),
        ..Profile::PLAIN
    };
    assert_eq!(times(profile), [200.0, 200.0, 200.0, 260.0, 260.0, 260.0]);
}

#[test]
fn one_pause_at_its_place() {
    let pause = Pause::Once {
        before: 2,
        ms: 500.0,
    };
    assert_eq!(
        times(Profile {
            answer: (4, 4),
            pause,
            ..Profile::PLAIN
        }),
        [200.0, 220.0, 740.0, 760.0]
    );
}

#[test]
fn pings_stand_between_role_and_first_output() {
    let profile = Profile {
        answer: (1, 1),
        pings: 3,
        ..Profile::PLAIN
    };
    let pings: Vec<f64> = signals(profile, ASKED)
        .iter()
        .filter(|timed| timed.signal == Signal::Ping)
        .map(|timed| timed.at_ms)
        .collect();
    assert_eq!(pings, [50.0, 100.0, 150.0]);
}

#[test]
fn a_limit_covers_thinking_first() {
    let profile = Profile {
        thinking: (20, 20),
        answer: (30, 30),
        ..Profile::PLAIN
    };
    let cases = [
        (None, 20, 50, Finish::Stop),
        (Some(50), 20, 50, Finish::Stop),
        (Some(25), 20, 25, Finish::Length),
        (Some(7), 7, 7, Finish::Length),
    ];
    for (limit, reasoning, completion, reason) in cases {
        let signals = signals(profile, Asked { limit, ..ASKED });
        assert_eq!(
            usage(&signals),
            Usage {
                prompt: 9,
                cached: 0,
                completion,
                reasoning
            }
        );
        assert_eq!(finish(&signals), reason);
    }
}

#[test]
fn an_answer_goes_on_to_the_limit_if_that_is_asked() {
    let profile = Profile {
        thinking: (20, 20),
        answer: (30, 30),
        ..Profile::PLAIN
    };
    let cases = [
        (Some(80), 80, Finish::Length),
        (Some(50), 50, Finish::Length),
        (Some(25), 25, Finish::Length),
        (None, 50, Finish::Stop),
    ];
    for (limit, completion, reason) in cases {
        let to_the_limit = true;
        let asked = Asked {
            limit,
            to_the_limit,
            ..ASKED
        };
        let signals = signals(profile, asked);
        assert_eq!(usage(&signals).completion, completion);
        assert_eq!(finish(&signals), reason);
    }
}

#[test]
fn hidden_thinking_is_silent_but_counted() {
    let profile = Profile {
        hidden: (40, 40),
        hidden_ms: 10.0,
        answer: (2, 2),
        ..Profile::PLAIN
    };
    assert_eq!(times(profile), [600.0, 620.0]);
    let all = signals(profile, ASKED);
    assert_eq!(
        usage(&all),
        Usage {
            prompt: 9,
            cached: 0,
            completion: 42,
            reasoning: 40
        }
    );
    let cut = signals(
        profile,
        Asked {
            limit: Some(10),
            ..ASKED
        },
    );
    assert!(
        !cut.iter()
            .any(|timed| matches!(timed.signal, Signal::Answer(..)))
    );
    assert_eq!(
        (cut.last().unwrap().at_ms, finish(&cut)),
        (300.0, Finish::Length)
    );
}

#[test]
fn usage_follows_request_and_policy() {
    let count = |policy, asked| {
        let profile = Profile {
            answer: (1, 1),
            usage: policy,
            ..Profile::PLAIN
        };
        let all = signals(
            profile,
            Asked {
                usage: asked,
                ..ASKED
            },
        );
        all.iter()
            .filter(|timed| matches!(timed.signal, Signal::Usage(_)))
            .count()
    };
    assert_eq!(
        [
            count(UsagePolicy::Asked, true),
            count(UsagePolicy::Asked, false)
        ],
        [1, 0]
    );
    assert_eq!(
        [
            count(UsagePolicy::Never, true),
            count(UsagePolicy::Always, false)
        ],
        [0, 1]
    );
}

#[test]
fn endings_come_after_their_number_of_events() {
    let last = |ending| {
        let all = signals(
            Profile {
                ending,
                ..Profile::PLAIN
            },
            ASKED,
        );
        let outputs = all
            .iter()
            .filter(|timed| matches!(timed.signal, Signal::Answer(..)))
            .count();
        (outputs, all.last().unwrap().signal.clone())
    };
    assert_eq!(last(Ending::ErrorEvent(0)), (0, Signal::Error));
    assert_eq!(last(Ending::Break(5)), (5, Signal::Break));
    assert_eq!(last(Ending::Silence(7)), (7, Signal::Silence));
    assert!(matches!(last(Ending::HalfEvent(2)), (2, Signal::Half(text)) if !text.is_empty()));
    assert_eq!(last(Ending::Break(100)), (100, Signal::Break));
    assert_eq!(last(Ending::Break(101)), (100, Signal::Done));
    assert!(matches!(last(Ending::Never), (199, Signal::Answer(..))));
}

#[test]
fn jitter_spreads_around_the_median() {
    let mut rng = Rng::with_seed(4);
    let mut factors: Vec<f64> = (0..1_001).map(|_| factor(0.15, &mut rng)).collect();
    factors.sort_by(f64::total_cmp);
    assert!(
        (0.97..1.03).contains(&factors[500]),
        "median {}",
        factors[500]
    );
    assert!((0.70..0.85).contains(&factors[50]), "p5 {}", factors[50]);
    assert!((1.20..1.40).contains(&factors[950]), "p95 {}", factors[950]);
    assert!(factors[1_000] <= (0.45_f64).exp());
}

#[test]
fn the_seed_decides_the_whole_answer() {
    let profile = Profile {
        jitter: 0.2,
        answer: (20, 40),
        ..Profile::PLAIN
    };
    let with = |seed| Generator::new(profile, ASKED, 0.0, seed, None).collect::<Vec<_>>();
    assert_eq!(with(3), with(3));
    assert_ne!(with(3), with(4));
}

#[test]
fn an_answer_of_free_length_ends_with_a_sentence() {
    let profile = Profile {
        answer: (40, 60),
        thinking: (20, 30),
        ..Profile::PLAIN
    };
    let all: Vec<Timed> = Generator::new(profile, ASKED, 0.0, 2, None).collect();
    let mut text = String::new();
    let mut thought = String::new();
    for timed in &all {
        match &timed.signal {
            Signal::Answer(piece, _) => text += piece,
            Signal::Reasoning(piece, _) => thought += piece,
            _ => {}
        }
    }
    assert!(
        text.ends_with('.') && thought.ends_with('.'),
        "{thought} / {text}"
    );
    assert!(usage(&all).completion >= 60);
    assert_eq!(finish(&all), Finish::Stop);
}

#[test]
fn pauses_come_now_and_then() {
    let pause = Pause::Sometimes {
        chance: 0.1,
        from_ms: 800.0,
        to_ms: 2_500.0,
    };
    let at = times(Profile {
        pause,
        ..Profile::PLAIN
    });
    let gaps: Vec<f64> = at.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let paused: Vec<f64> = gaps.iter().copied().filter(|gap| *gap > 21.0).collect();
    assert!((1..30).contains(&paused.len()), "{} pauses", paused.len());
    assert!(
        paused.iter().all(|gap| (820.0..=2_520.0).contains(gap)),
        "{paused:?}"
    );
    assert!(
        (at[0] - 200.0).abs() < 1e-9,
        "the first output is never paused"
    );
}
