//! A value as JSON text, for tools.

use std::fmt;

/// A JSON value. Objects keep their order.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Json {
    /// A count.
    Int(usize),
    /// A number; not finite ones become `null`.
    Number(f64),
    /// Yes or no.
    Bool(bool),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// Names and values.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// An object of counts.
    pub(super) fn counts<'a>(counts: impl IntoIterator<Item = (&'a String, &'a usize)>) -> Json {
        Json::Object(counts.into_iter().map(|(k, &n)| (k.clone(), Json::Int(n))).collect())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Int(n) => write!(f, "{n}"),
            Json::Bool(b) => write!(f, "{b}"),
            Json::Number(x) if x.is_finite() => write!(f, "{x}"),
            Json::Number(_) => f.write_str("null"),
            Json::Text(text) => string(f, text),
            Json::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i > 0 { "," } else { "" })?;
                }
                f.write_str("]")
            }
            Json::Object(fields) => {
                f.write_str("{")?;
                for (i, (name, value)) in fields.iter().enumerate() {
                    f.write_str(if i > 0 { "," } else { "" })?;
                    string(f, name)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

fn string(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for ch in text.chars() {
        match ch {
            '"' | '\\' => write!(f, "\\{ch}")?,
            ch if (ch as u32) < 0x20 => write!(f, "\\u{:04x}", ch as u32)?,
            ch => write!(f, "{ch}")?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_numbers_are_numbers() {
        let value = Json::Object(vec![
            ("a\"\\\n".to_string(), Json::List(vec![Json::Int(1), Json::Number(0.5)])),
            ("é".to_string(), Json::Number(f64::NAN)),
            ("t".to_string(), Json::Text("x".to_string())),
        ]);
        assert_eq!(value.to_string(), r#"{"a\"\\\u000a":[1,0.5],"é":null,"t":"x"}"#);
    }
}
