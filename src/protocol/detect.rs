//! Which format a reply is in that the chosen one cannot read, told by its first messages.

use std::borrow::Cow;

use super::{ApiFormat, Json};

/// The format of a reply that begins with this text, if one of its messages can only be of one format. How the messages
/// are framed does not matter, and the last of them may be cut.
#[must_use]
pub fn detect(head: &str) -> Option<ApiFormat> {
    let mut rest = head;
    while let Some(at) = rest.find('{') {
        let (message, after) = first_object(&rest[at..]);
        let message = serde_json::from_str::<Json>(&message).unwrap_or(Json::Null);
        let found = ApiFormat::ALL
            .iter()
            .find(|format| (format.format().recognises)(&message));
        if found.is_some() {
            return found.copied();
        }
        rest = after;
    }
    None
}

/// The object that a text begins with, and what follows it. Of an object that was cut, what stands before its last comma,
/// with all that is open there closed.
fn first_object(text: &str) -> (Cow<'_, str>, &str) {
    let mut open = Vec::new();
    let mut whole = (0, String::new());
    let (mut in_string, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' => open.push('}'),
            b'[' => open.push(']'),
            b'}' | b']' => {
                open.pop();
                if open.is_empty() {
                    let (object, rest) = text.split_at(at + 1);
                    return (Cow::Borrowed(object), rest);
                }
            }
            b',' => whole = (at, open.iter().rev().collect()),
            _ => {}
        }
    }
    let (end, closing) = whole;
    (Cow::Owned(format!("{}{closing}", &text[..end])), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHUNK: &str =
        r#"{"id":"a, \"}","object":"chat.completion.chunk","choices":[{"index":0},{"delta":{"#;

    #[test]
    fn framing_does_not_matter() {
        let chunk = format!("{CHUNK}}}}}]}}");
        for head in [
            format!(": {{hi}}\n\nevent: x\ndata: {chunk}\n\n"),
            format!("{chunk}\n"),
            format!("[{chunk}\r\n,"),
            format!("data: {{\"type\":\"ping\"}}\n\ndata: {chunk}"),
            format!("data: {CHUNK}"),
            CHUNK.replace("delta", "a cut text, "),
        ] {
            assert_eq!(detect(&head), Some(ApiFormat::OpenAiChat), "{head}");
        }
    }

    #[test]
    fn what_tells_nothing_is_not_guessed() {
        for head in [
            "",
            "{",
            "data: {\"error\":{\"message\":\"no\"}}\n\n",
            "{\"object\":\"chat.completion.chu",
            "<html>{}</html>",
            "{\"a\":\"\\",
        ] {
            assert_eq!(detect(head), None, "{head}");
        }
    }

    #[test]
    fn a_cut_object_is_closed_before_its_last_comma() {
        let closed = |text| first_object(text).0.into_owned();
        assert_eq!(closed(r#"{"a":[1,{"b":2,"c":"#), r#"{"a":[1,{"b":2}]}"#);
        assert_eq!(closed(r#"{"a":1,"b":"x,y"#), r#"{"a":1}"#);
        assert_eq!(closed(r#"{"a":"#), "");
    }
}
