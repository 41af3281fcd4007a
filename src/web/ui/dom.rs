//! Elements as values.
//!
//! `view!` makes a type of every element, attribute and closure, and the compiler writes the code that builds, updates
//! and removes it once for each: over a third of the page's program. Here tags, names and texts are values and closures
//! are boxed, so that code exists once. What is built is the same: elements, attributes and reactive parts of Leptos.

use std::borrow::Cow;

use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::attr::custom::custom_attribute;
use leptos::prelude::*;
use leptos::tachys::html::property::prop;
use leptos::tachys::html::style::style;
use leptos::tachys::view::iterators::StaticVec;
use leptos::{ev, html, svg};

/// A function of signals. Boxed, so that what follows it exists once.
type Live<T> = Box<dyn Fn() -> T + Send>;

/// Text that is known when the program is built, or made later.
pub type Text = Cow<'static, str>;

/// An element of HTML, or one of the shapes of SVG that the page draws. A pointer, because it is handed on at each step.
pub struct El(Box<Content>);

struct Content {
    tag: &'static str,
    attributes: Vec<AnyAttribute>,
    children: Vec<AnyView>,
}

/// An element with nothing in it yet.
#[inline(never)]
pub fn el(tag: &'static str) -> El {
    El(Box::new(Content {
        tag,
        attributes: Vec::new(),
        children: Vec::new(),
    }))
}

/// An element with one thing in it.
#[inline(never)]
pub fn leaf(tag: &'static str, class: &'static str, child: impl Child) -> El {
    el(tag).class(class).child(child)
}

impl El {
    /// An attribute that stays as it is.
    #[inline(never)]
    pub fn attr(self, name: &'static str, value: impl Into<Text>) -> Self {
        self.with(custom_attribute(name, value.into()).into_any_attr())
    }

    /// The classes, if there are any.
    #[inline(never)]
    pub fn class(self, names: &'static str) -> Self {
        if names.is_empty() {
            return self;
        }
        self.attr("class", names)
    }

    /// An attribute that follows the signals it reads; `None` takes it away.
    pub fn live(
        self,
        name: &'static str,
        value: impl Fn() -> Option<Text> + Send + 'static,
    ) -> Self {
        self.live_attribute(name, Box::new(value))
    }

    /// A property of the DOM that follows the signals it reads: the text of a field.
    pub fn live_text(
        self,
        property: &'static str,
        value: impl Fn() -> String + Send + 'static,
    ) -> Self {
        let value: Live<String> = Box::new(value);
        self.with(prop(property, value).into_any_attr())
    }

    /// A property of the DOM that follows the signals it reads: whether something is ticked, chosen or open.
    pub fn live_flag(
        self,
        property: &'static str,
        value: impl Fn() -> bool + Send + 'static,
    ) -> Self {
        let value: Live<bool> = Box::new(value);
        self.with(prop(property, value).into_any_attr())
    }

    /// A style that follows the signals it reads. It is set through the DOM, which the page's policy allows.
    pub fn live_style(
        self,
        name: &'static str,
        value: impl Fn() -> String + Send + 'static,
    ) -> Self {
        let value: Live<String> = Box::new(value);
        self.with(style((name, value)).into_any_attr())
    }

    /// What to do when something happens to the element.
    pub fn on(self, event: &'static str, act: impl FnMut(web_sys::Event) + 'static) -> Self {
        self.listen(event, Box::new(act))
    }

    /// Something inside.
    #[inline(never)]
    pub fn child(mut self, child: impl Child) -> Self {
        child.add_to(&mut self.0.children);
        self
    }

    /// Several things of one kind inside.
    pub fn children(mut self, children: impl IntoIterator<Item = impl Child>) -> Self {
        for child in children {
            child.add_to(&mut self.0.children);
        }
        self
    }

    #[inline(never)]
    fn live_attribute(self, name: &'static str, value: Live<Option<Text>>) -> Self {
        self.with(custom_attribute(name, value).into_any_attr())
    }

    #[inline(never)]
    fn listen(self, event: &'static str, act: Box<dyn FnMut(web_sys::Event)>) -> Self {
        self.with(ev::on(ev::Custom::<web_sys::Event>::new(event), act).into_any_attr())
    }

    #[inline(never)]
    fn with(mut self, attribute: AnyAttribute) -> Self {
        self.0.attributes.push(attribute);
        self
    }
}

impl From<El> for AnyView {
    #[inline(never)]
    fn from(element: El) -> Self {
        let Content {
            tag,
            attributes,
            children,
        } = *element.0;
        let children = StaticVec::from(children);
        macro_rules! finish {
            ($element:expr) => {
                $element.add_any_attr(attributes).child(children).into_any()
            };
        }
        match tag {
            "svg" => finish!(svg::svg()),
            "path" => finish!(svg::path()),
            "rect" => finish!(svg::rect()),
            "text" => finish!(svg::text()),
            _ => finish!(html::custom(tag)),
        }
    }
}

/// What can stand inside an element.
pub trait Child {
    /// Adds it.
    fn add_to(self, children: &mut Vec<AnyView>);
}

impl Child for AnyView {
    #[inline(never)]
    fn add_to(self, children: &mut Vec<AnyView>) {
        children.push(self);
    }
}

impl Child for El {
    #[inline(never)]
    fn add_to(self, children: &mut Vec<AnyView>) {
        children.push(self.into());
    }
}

impl Child for Text {
    #[inline(never)]
    fn add_to(self, children: &mut Vec<AnyView>) {
        children.push(self.into_any());
    }
}

impl Child for &'static str {
    fn add_to(self, children: &mut Vec<AnyView>) {
        Cow::Borrowed(self).add_to(children);
    }
}

impl Child for String {
    fn add_to(self, children: &mut Vec<AnyView>) {
        Text::Owned(self).add_to(children);
    }
}

impl Child for &String {
    fn add_to(self, children: &mut Vec<AnyView>) {
        Text::Owned(self.clone()).add_to(children);
    }
}

impl<C: Child> Child for Option<C> {
    fn add_to(self, children: &mut Vec<AnyView>) {
        if let Some(child) = self {
            child.add_to(children);
        }
    }
}

impl<C: Child> Child for Vec<C> {
    fn add_to(self, children: &mut Vec<AnyView>) {
        for child in self {
            child.add_to(children);
        }
    }
}

/// Several parts side by side.
pub fn group(parts: impl IntoIterator<Item = impl Child>) -> AnyView {
    let mut views = Vec::new();
    for part in parts {
        part.add_to(&mut views);
    }
    StaticVec::from(views).into_any()
}

/// A text that follows the signals it reads.
pub fn text(content: impl Fn() -> String + Send + 'static) -> AnyView {
    any_text(Box::new(content))
}

/// A part that is built anew whenever a signal it reads changes.
pub fn dynamic(part: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    any_part(Box::new(part))
}

/// A part that is there while the condition holds.
pub fn when(holds: Memo<bool>, part: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    dynamic(move || if holds.get() { part() } else { nothing() })
}

/// No part.
pub fn nothing() -> AnyView {
    ().into_any()
}

/// Value of an attribute that says yes or no in words.
pub fn yes_no(yes: bool) -> Option<Text> {
    Some(Cow::Borrowed(if yes { "true" } else { "false" }))
}

/// Value of an attribute that counts by being there.
pub fn present(there: bool) -> Option<Text> {
    there.then_some(Cow::Borrowed(""))
}

#[inline(never)]
fn any_text(content: Live<String>) -> AnyView {
    content.into_any()
}

#[inline(never)]
fn any_part(part: Live<AnyView>) -> AnyView {
    part.into_any()
}
