//! Calls of functions of the file and of the language.

use grundy_starlark::syntax::{Argument, AstArgument, AstExpr, Expr, Parameter};

use super::{Global, Scope, Translator, Written, problem};

/// Functions of the language, with the least and the greatest number of arguments.
const GIVEN: [(&str, usize, usize); 13] = [
    ("len", 1, 1),
    ("range", 1, 3),
    ("enumerate", 1, 1),
    ("min", 1, 9),
    ("max", 1, 9),
    ("sum", 1, 1),
    ("abs", 1, 1),
    ("any", 1, 1),
    ("all", 1, 1),
    ("sorted", 1, 1),
    ("reversed", 1, 1),
    ("list", 1, 1),
    ("tuple", 1, 1),
];

impl<'t> Translator<'t> {
    pub(super) fn call(
        &mut self,
        function: &'t AstExpr,
        arguments: &'t [AstArgument],
        scope: &mut Scope<'t>,
    ) -> Written {
        let Expr::Identifier(name) = &function.node else {
            return match &function.node {
                Expr::Dot(_, name) => problem(&name.span, format!("`.{}` as a value", name.node)),
                _ => problem(&function.span, "a call of what is no name"),
            };
        };
        let text = name.node.as_str();
        if scope.local.contains(&text) {
            return problem(&name.span, format!("a call of the value {text}"));
        }
        match self.globals.get_key_value(text) {
            Some((&text, &Global::Function(def))) => {
                self.wanted.insert(text);
                let mut given: Vec<Option<String>> = vec![None; def.params.len()];
                for (place, argument) in arguments.iter().enumerate() {
                    let (place, value) = match &argument.node {
                        Argument::Positional(value) => (Some(place), value),
                        Argument::Named(name, value) => {
                            let is_it = |param: &Parameter| matches!(param, Parameter::Normal(param, _) if param.node == name.node);
                            (def.params.iter().position(|param| is_it(&param.node)), value)
                        }
                        _ => return problem(&argument.span, "arguments with `*`"),
                    };
                    self.kept(value, scope)?;
                    let value = self.expression(value, scope)?;
                    match place.and_then(|place| given.get_mut(place)) {
                        Some(given @ None) => *given = Some(value),
                        _ => return problem(&argument.span, format!("this argument of {text}")),
                    }
                }
                let mut all = Vec::new();
                for (value, param) in given.into_iter().zip(&def.params) {
                    all.push(match (value, &param.node) {
                        (Some(value), _) => value,
                        (None, Parameter::Normal(_, Some(usual))) => {
                            self.expression(usual, &mut Scope::default())?
                        }
                        _ => return problem(&name.span, format!("too few arguments of {text}")),
                    });
                }
                Ok(format!("f_{text}({})", all.join(", ")))
            }
            Some(_) => problem(&name.span, format!("a call of the value {text}")),
            None => self.given(text, function, arguments, scope),
        }
    }

    fn given(
        &mut self,
        name: &str,
        function: &AstExpr,
        arguments: &'t [AstArgument],
        scope: &mut Scope<'t>,
    ) -> Written {
        let known = GIVEN.iter().find(|(given, ..)| *given == name);
        let Some((_, least, most)) = known else {
            return problem(&function.span, format!("`{name}`"));
        };
        let mut all = Vec::new();
        for argument in arguments {
            match &argument.node {
                Argument::Positional(value) => {
                    if matches!(name, "min" | "max") {
                        self.kept(value, scope)?;
                    }
                    all.push(self.expression(value, scope)?);
                }
                _ => return problem(&argument.span, format!("this argument of {name}")),
            }
        }
        if !(least..=most).contains(&&all.len()) {
            return problem(&function.span, format!("{} arguments of {name}", all.len()));
        }
        Ok(match (name, all.as_slice()) {
            ("range", [stop]) => format!("range_of(num(0), {stop}, num(1))"),
            ("range", [start, stop]) => format!("range_of({start}, {stop}, num(1))"),
            ("range", all) => format!("range_of({})", all.join(", ")),
            ("min" | "max", [_, _, ..]) => {
                format!("{name}_of({})", self.language.sequence(false, &all))
            }
            _ => format!("{name}_of({})", all.join(", ")),
        })
    }
}
