//! Plain text and Markdown from the same parts.

/// How a summary is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// For mails and tickets.
    Text,
    /// For pages, issues and chats that know it.
    Markdown,
}

/// Text in the making.
pub struct Writer {
    form: Form,
    out: String,
    in_list: bool,
}

impl Writer {
    pub const fn new(form: Form) -> Self {
        Writer {
            form,
            out: String::new(),
            in_list: false,
        }
    }

    /// The parts as they may stand here: in one line, and in Markdown with nothing that it takes for markup.
    fn put(&mut self, parts: &[&str]) {
        for c in parts.iter().flat_map(|part| part.chars()) {
            match c {
                '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' | '@'
                | '!'
                    if self.form == Form::Markdown =>
                {
                    self.out.push('\\');
                    self.out.push(c);
                }
                c if c.is_control() => self.out.push(' '),
                c => self.out.push(c),
            }
        }
    }

    fn block(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.in_list = false;
    }

    pub fn heading(&mut self, parts: &[&str]) {
        self.block();
        if self.form == Form::Markdown {
            self.out.push_str("## ");
        }
        self.put(parts);
        self.out.push('\n');
    }

    pub fn paragraph(&mut self, parts: &[&str]) {
        self.block();
        self.put(parts);
        self.out.push('\n');
    }

    pub fn item(&mut self, parts: &[&str]) {
        if !self.in_list {
            self.block();
            self.in_list = true;
        }
        self.out.push_str("- ");
        self.put(parts);
        self.out.push('\n');
    }

    /// Rows of equal length, the first of which names the columns.
    pub fn table(&mut self, rows: &[Vec<String>]) {
        self.block();
        let columns = rows.first().map_or(0, Vec::len);
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (number, row) in rows.iter().enumerate() {
            for (cell, width) in row.iter().zip(&widths) {
                self.out.push_str(match self.form {
                    Form::Markdown => "| ",
                    Form::Text => "",
                });
                self.put(&[cell]);
                let fill = width - cell.chars().count().min(*width) + 2;
                let fill = if self.form == Form::Text { fill } else { 1 };
                self.out.push_str(&" ".repeat(fill));
            }
            let end = self.out.trim_end().len();
            self.out.truncate(end);
            if self.form == Form::Markdown {
                self.out.push_str(" |");
            }
            self.out.push('\n');
            if number == 0 && self.form == Form::Markdown {
                self.out.push_str(&"|---".repeat(columns));
                self.out.push_str("|\n");
            }
        }
    }

    /// An address, as it is.
    pub fn address(&mut self, label: &str, address: &str) {
        self.block();
        self.put(&[label, ": "]);
        let (open, close) = match self.form {
            Form::Text => ("", ""),
            Form::Markdown => ("<", ">"),
        };
        self.out.push_str(open);
        self.out.push_str(address);
        self.out.push_str(close);
        self.out.push('\n');
    }

    pub fn finish(self) -> String {
        self.out
    }
}
