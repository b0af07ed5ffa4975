//! The plain format for people: a line for each position.

use std::borrow::Cow;

use super::draft::{Draft, Misfit, Movers, Note};
use grundy_base::Player;

const STATEMENTS: &str = "a line is 'a > b c', 'a L> b', 'a R> b', 'start a', 'left wins a', \
                          'right wins a', 'tie a', 'turn left a', 'turn right a' or 'a'";

/// Reads a game line by line.
pub(super) fn read<'a>(text: &'a str, draft: &mut Draft<'a>) -> Result<(), Misfit> {
    let mut lines = Lines { text, at: 0 };
    while lines.at < text.len() {
        lines.line(draft)?;
    }
    Ok(())
}

struct Lines<'a> {
    text: &'a str,
    at: usize,
}

/// The text between spaces.
enum Token<'a> {
    /// Text outside of quotation marks; may be a keyword.
    Word(&'a str),
    /// Text inside of quotation marks; always a name.
    Quoted(Cow<'a, str>),
    Arrow(Movers),
    Comma,
    LineEnd,
}

impl<'a> Lines<'a> {
    fn line(&mut self, draft: &mut Draft<'a>) -> Result<(), Misfit> {
        let (first, at) = self.token()?;
        match first {
            Token::LineEnd => Ok(()),
            Token::Quoted(name) => self.row(&name, at, draft),
            Token::Word(word @ ("start" | "left" | "right" | "tie" | "turn")) => {
                // If an arrow follows, a keyword is the name of a position.
                let behind = self.at;
                let (second, _) = self.token()?;
                self.at = behind;
                match second {
                    Token::Arrow(_) => self.row(word, at, draft),
                    _ => self.statement(word, draft),
                }
            }
            Token::Word(word) => self.row(word, at, draft),
            Token::Arrow(_) | Token::Comma => {
                Err(Misfit::new("a position or a statement", at).with_help(STATEMENTS))
            }
        }
    }

    /// Reads the rest of a line that starts with a position.
    fn row(&mut self, name: &str, from_at: usize, draft: &mut Draft<'a>) -> Result<(), Misfit> {
        let from = draft.position(name, from_at);
        let (second, at) = self.token()?;
        match second {
            Token::LineEnd => {
                draft.declare(from);
                Ok(())
            }
            Token::Arrow(movers) => {
                self.names(|name, at| {
                    draft.target(name, at);
                    Ok(())
                })?;
                draft.close_row(from, movers, from_at)
            }
            _ => Err(Misfit::new("'>', 'L>' or 'R>' behind the first position", at)
                .with_help(STATEMENTS)),
        }
    }

    /// Reads the rest of a line that starts with a keyword.
    fn statement(&mut self, word: &str, draft: &mut Draft<'a>) -> Result<(), Misfit> {
        let note = match word {
            "start" => {
                let (token, at) = self.token()?;
                let name = match &token {
                    Token::Word(name) => name,
                    Token::Quoted(name) => &**name,
                    _ => return Err(Misfit::new("the position at which play starts", at)),
                };
                let id = draft.position(name, at);
                draft.start(id, at)?;
                return match self.token()? {
                    (Token::LineEnd, _) => Ok(()),
                    (_, at) => Err(Misfit::new("the end of the line", at)
                        .with_help("play starts at one position")),
                };
            }
            "tie" => Note::Tie,
            "turn" => match self.token()? {
                (Token::Word("left"), _) => Note::Turn(Player::Left),
                (Token::Word("right"), _) => Note::Turn(Player::Right),
                (_, at) => return Err(Misfit::new("'left' or 'right' behind 'turn'", at)),
            },
            side => match self.token()? {
                (Token::Word("wins"), _) if side == "left" => Note::Wins(Player::Left),
                (Token::Word("wins"), _) => Note::Wins(Player::Right),
                (_, at) => {
                    return Err(
                        Misfit::new(format!("'wins' behind '{side}'"), at).with_help(STATEMENTS)
                    );
                }
            },
        };
        self.names(|name, at| {
            let id = draft.position(&name, at);
            draft.note(id, note, at)
        })
    }

    /// Reads one or more names up to the end of the line, optionally separated by commas.
    fn names(
        &mut self,
        mut each: impl FnMut(Cow<'a, str>, usize) -> Result<(), Misfit>,
    ) -> Result<(), Misfit> {
        let mut wanted = true;
        loop {
            let (token, at) = self.token()?;
            match token {
                Token::Word(name) => each(Cow::Borrowed(name), at)?,
                Token::Quoted(name) => each(name, at)?,
                Token::Comma if !wanted => {
                    wanted = true;
                    continue;
                }
                Token::LineEnd if !wanted => return Ok(()),
                Token::Arrow(_) => {
                    return Err(Misfit::new("a position or the end of the line", at)
                        .with_help("one arrow a line"));
                }
                Token::Comma | Token::LineEnd => return Err(Misfit::new("a position", at)),
            }
            wanted = false;
        }
    }

    /// The next token and its offset.
    fn token(&mut self) -> Result<(Token<'a>, usize), Misfit> {
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(self.at), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        let at = self.at;
        let Some(&byte) = bytes.get(at) else { return Ok((Token::LineEnd, at)) };
        let token = match byte {
            b'\n' => {
                self.at += 1;
                Token::LineEnd
            }
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => {
                self.at += 2;
                Token::LineEnd
            }
            b'#' => {
                let rest = &bytes[at..];
                let comment = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                self.at = at + comment;
                return self.token();
            }
            b',' => {
                self.at += 1;
                Token::Comma
            }
            b'"' => {
                let (name, end) = super::quoted(self.text, at)?;
                self.at = end;
                Token::Quoted(name)
            }
            _ => {
                let rest = &bytes[at..];
                let length =
                    rest.iter().position(|&byte| ENDS_WORD[byte as usize]).unwrap_or(rest.len());
                self.at = at + length;
                self.word(&self.text[at..at + length], at)?
            }
        };
        // A quoted name, a word or an arrow must be followed by a space or the line's end.
        if matches!(token, Token::Quoted(_) | Token::Word(_) | Token::Arrow(_))
            && !matches!(
                bytes.get(self.at),
                None | Some(b' ' | b'\t' | b'\r' | b'\n' | b',' | b'#')
            )
        {
            return Err(Misfit::new("a space", self.at)
                .with_help("names with other characters are written in quotation marks"));
        }
        Ok((token, at))
    }

    fn word(&self, word: &'a str, at: usize) -> Result<Token<'a>, Misfit> {
        let first = word.as_bytes().first();
        match word {
            // Fast path for most names.
            _ if first.is_some_and(u8::is_ascii_alphanumeric) && plain(word) => {
                Ok(Token::Word(word))
            }
            ">" | "->" => Ok(Token::Arrow(Movers::Both)),
            "L>" => Ok(Token::Arrow(Movers::One(Player::Left))),
            "R>" => Ok(Token::Arrow(Movers::One(Player::Right))),
            _ => match word.char_indices().find(|&(_, c)| !super::may_stand_bare(c)) {
                None if !word.is_empty() => Ok(Token::Word(word)),
                None => Err(self.stray(at)),
                Some((inside, '>')) => {
                    Err(Misfit::new("a space on each side of the arrow", at + inside)
                        .with_help("arrows are '>', 'L>' and 'R>'"))
                }
                Some((inside, _)) => Err(self.stray(at + inside)),
            },
        }
    }

    fn stray(&self, at: usize) -> Misfit {
        let character = self.text[at..].chars().next().unwrap_or(' ');
        Misfit::new("a name", at)
            .with_help(format!("names with {character:?} are written in quotation marks"))
    }
}

/// Whether a word consists of ASCII letters, digits and signs without special meaning.
fn plain(word: &str) -> bool {
    word.bytes().all(|byte| PLAIN[byte as usize])
}

static ENDS_WORD: [bool; 256] = table(b" \t\r\n,#\"");
static PLAIN: [bool; 256] =
    table(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./'+*|:=");

const fn table(members: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut i = 0;
    while i < members.len() {
        table[members[i] as usize] = true;
        i += 1;
    }
    table
}
