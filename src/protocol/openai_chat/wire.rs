//! The JSON of a chat-completions chunk, and of a whole reply, as far as it is read.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::protocol::lax::{
    Number, Presence, Rare, Text, ignore_map, ignore_scalars, ignore_seq, lax_object,
};
use crate::protocol::{Channel, Json};

lax_object! {
    /// One event, or one plain JSON reply.
    struct Chunk<'a> {
        "id" => id: Text<'a>,
        "object" => object: Text<'a>,
        "choices" => choices: Choices<'a>,
        "usage" => usage: Rare<WireUsage<'a>>,
        "x_groq" => x_groq: Rare<GroqExtra<'a>>,
        "timings" => timings: Rare<LlamaTimings<'a>>,
        "time_info" => time_info: Rare<WireUsage<'a>>,
        "prompt_progress" => prompt_progress: Presence,
        "error" => error: Presence,
        // Padding against traffic analysis: OpenAI's and Mistral's.
        "obfuscation" => obfuscation: Text<'a>,
        "p" => p: Text<'a>,
    }
}

impl<'a> Chunk<'a> {
    /// The piece of answer or reasoning, if that is all the chunk says and it stands in the payload as it is.
    pub(super) fn only_text(&self) -> Option<(Channel, &'a str)> {
        let choice = self.choices.first.as_ref()?;
        let delta = &choice.delta;
        let more = self.usage.get().is_some()
            || self.x_groq.get().is_some()
            || self.timings.get().is_some()
            || self.time_info.get().is_some()
            || self.error.0
            || choice.usage.get().is_some()
            || choice.error.0
            || choice.finish_reason.as_str().is_some()
            || !delta.tool_calls.0.is_empty()
            || delta.function_call.given
            || !delta.reasoning_details.0.is_empty()
            || delta.refusal.as_str().is_some();
        if more {
            return None;
        }
        let reasoning = [&delta.reasoning_content, &delta.reasoning]
            .into_iter()
            .find(|text| text.as_str().is_some());
        match (&delta.content, reasoning) {
            (Content::Text(Cow::Borrowed(text)), None) if !text.is_empty() => {
                Some((Channel::Answer, text))
            }
            (Content::Absent, Some(text)) => Some((Channel::Reasoning, text.borrowed()?)),
            (Content::Text(empty), Some(text)) if empty.is_empty() => {
                Some((Channel::Reasoning, text.borrowed()?))
            }
            _ => None,
        }
    }
}

lax_object! {
    /// Groq's own part of a chunk.
    struct GroqExtra<'a> {
        "usage" => usage: Rare<WireUsage<'a>>,
        "error" => error: Presence,
    }
}

lax_object! {
    /// One choice.
    struct Choice<'a> {
        "index" => index: Number,
        "delta" => delta: Delta<'a>,
        "message" => message: Rare<Delta<'a>>,
        "finish_reason" => finish_reason: Text<'a>,
        "usage" => usage: Rare<WireUsage<'a>>,
        "error" => error: Presence,
    }
}

lax_object! {
    /// What a choice grew by; in a plain reply, the whole message.
    struct Delta<'a> {
        "content" => content: Content<'a>,
        "reasoning_content" => reasoning_content: Text<'a>,
        "reasoning" => reasoning: Text<'a>,
        "reasoning_details" => reasoning_details: Details<'a>,
        "tool_calls" => tool_calls: Calls<'a>,
        "function_call" => function_call: Function<'a>,
        "refusal" => refusal: Text<'a>,
    }
}

lax_object! {
    /// Token counts and, at some vendors beside them, times in seconds.
    struct WireUsage<'a> {
        "prompt_tokens" => prompt_tokens: Number,
        "completion_tokens" => completion_tokens: Number,
        "total_tokens" => total_tokens: Number,
        "prompt_tokens_details" => prompt_details: TokenDetails<'a>,
        "completion_tokens_details" => completion_details: TokenDetails<'a>,
        "reasoning_tokens" => reasoning_tokens: Number,
        "cached_tokens" => cached_tokens: Number,
        "prompt_cache_hit_tokens" => prompt_cache_hit_tokens: Number,
        "queue_time" => queue_time: Number,
        "prompt_time" => prompt_time: Number,
        "completion_time" => completion_time: Number,
        "total_time" => total_time: Number,
        "total_prompt_time_sec" => total_prompt_time_sec: Number,
        "total_completion_time_sec" => total_completion_time_sec: Number,
        "avg_compl_tok_per_sec" => avg_compl_tok_per_sec: Number,
    }
}

lax_object! {
    /// Parts of a token count.
    struct TokenDetails<'a> {
        "reasoning_tokens" => reasoning_tokens: Number,
        "cached_tokens" => cached_tokens: Number,
    }
}

lax_object! {
    /// Times of llama.cpp, in milliseconds.
    struct LlamaTimings<'a> {
        "prompt_ms" => prompt_ms: Number,
        "predicted_ms" => predicted_ms: Number,
        "predicted_per_second" => predicted_per_second: Number,
    }
}

lax_object! {
    /// One entry of a content list.
    struct Part<'a> {
        "text" => text: Text<'a>,
        "thinking" => thinking: Content<'a>,
        "refusal" => refusal: Text<'a>,
    }
}

lax_object! {
    /// One entry of `reasoning_details`.
    struct Detail<'a> {
        "type" => kind: Text<'a>,
        "text" => text: Text<'a>,
        "summary" => summary: Text<'a>,
    }
}

lax_object! {
    /// One tool call, or a piece of one.
    struct Call<'a> {
        "function" => function: Function<'a>,
    }
}

lax_object! {
    /// Name and arguments of a call.
    struct Function<'a> {
        "name" => name: Text<'a>,
        "arguments" => arguments: Arguments<'a>,
    }
}

/// The choice with index 0, and whether there is a list of choices at all.
#[derive(Debug, Default)]
pub(super) struct Choices<'a> {
    pub(super) given: bool,
    /// Boxed: it is large, and moving it costs more than a place on the heap.
    pub(super) first: Option<Box<Choice<'a>>>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Choices<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Lax;
        impl<'de> Visitor<'de> for Lax {
            type Value = Choices<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON")
            }
            ignore_scalars!(unit, bool, number, str);
            ignore_map!();
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut first = None;
                while let Some(choice) = seq.next_element::<Box<Choice<'de>>>()? {
                    let index = choice.index.0.unwrap_or(0.0);
                    if first.is_none() && choice.given && index.abs() < 0.5 {
                        first = Some(choice);
                    }
                }
                Ok(Choices { given: true, first })
            }
        }
        from.deserialize_any(Lax)
    }
}

/// `content`: a string, or a list of parts.
#[derive(Debug, Default)]
pub(super) enum Content<'a> {
    #[default]
    Absent,
    Text(Cow<'a, str>),
    Parts(Vec<Part<'a>>),
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Lax;
        impl<'de> Visitor<'de> for Lax {
            type Value = Content<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON")
            }
            fn visit_borrowed_str<E>(self, s: &'de str) -> Result<Content<'de>, E> {
                Ok(Content::Text(Cow::Borrowed(s)))
            }
            fn visit_str<E>(self, s: &str) -> Result<Content<'de>, E> {
                Ok(Content::Text(Cow::Owned(s.to_owned())))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(seq)).map(Content::Parts)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let part = Part::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Content::Parts(vec![part]))
            }
            ignore_scalars!(unit, bool, number);
        }
        from.deserialize_any(Lax)
    }
}

/// Arguments of a call: pieces of a string, or an object, which then counts as compact JSON.
#[derive(Debug, Default)]
pub(super) struct Arguments<'a>(pub(super) Option<Cow<'a, str>>);

impl<'de: 'a, 'a> Deserialize<'de> for Arguments<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Lax;
        impl<'de> Visitor<'de> for Lax {
            type Value = Arguments<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON")
            }
            fn visit_borrowed_str<E>(self, s: &'de str) -> Result<Self::Value, E> {
                Ok(Arguments(Some(Cow::Borrowed(s))))
            }
            fn visit_str<E>(self, s: &str) -> Result<Self::Value, E> {
                Ok(Arguments(Some(Cow::Owned(s.to_owned()))))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let object = Json::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Arguments(Some(Cow::Owned(object.to_string()))))
            }
            ignore_scalars!(unit, bool, number);
            ignore_seq!();
        }
        from.deserialize_any(Lax)
    }
}

/// A list whose entries may have any shape; anything else reads as an empty list.
macro_rules! lax_list {
    ($(#[$doc:meta])* $name:ident of $item:ident) => {
        $(#[$doc])*
        #[derive(Debug, Default)]
        pub(super) struct $name<'a>(pub(super) Vec<$item<'a>>);

        impl<'de: 'a, 'a> Deserialize<'de> for $name<'a> {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct Lax;
                impl<'de> Visitor<'de> for Lax {
                    type Value = $name<'de>;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("any JSON")
                    }
                    ignore_scalars!(unit, bool, number, str);
                    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                        Ok($name::default())
                    }
                    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                        let mut items = Vec::new();
                        while let Some(item) = seq.next_element()? {
                            items.push(item);
                        }
                        Ok($name(items))
                    }
                }
                from.deserialize_any(Lax)
            }
        }
    };
}

lax_list! {
    /// `tool_calls`.
    Calls of Call
}
lax_list! {
    /// `reasoning_details`.
    Details of Detail
}
