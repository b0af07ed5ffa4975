//! JSON Schema, as far as `openapi.json` uses it. What it does not know is a fault of the schema: no
//! keyword goes unheeded.

use serde_json::{Map, Value, json};

/// The faults of a value, with their places, by a schema among the components of a description.
///
/// # Panics
///
/// If a schema on the way is none.
pub(crate) fn faults(whole: &Value, name: &str, found: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let mut check = SchemaCheck { whole, faults: &mut faults };
    check.value(&json!({"$ref": format!("{COMPONENTS}{name}")}), found, "");
    faults
}

const COMPONENTS: &str = "#/components/schemas/";

struct SchemaCheck<'a> {
    /// The whole description.
    whole: &'a Value,
    faults: &'a mut Vec<String>,
}

impl SchemaCheck<'_> {
    fn fault(&mut self, at: &str, fault: impl std::fmt::Display) {
        self.faults.push(format!("{at}: {fault}"));
    }

    fn holds(&self, schema: &Value, found: &Value) -> bool {
        let mut faults = Vec::new();
        SchemaCheck { whole: self.whole, faults: &mut faults }.value(schema, found, "");
        faults.is_empty()
    }

    fn value(&mut self, schema: &Value, found: &Value, at: &str) {
        for (keyword, says) in object(schema) {
            self.keyword(schema, (keyword, says), found, at);
        }
    }

    fn keyword(
        &mut self,
        schema: &Value,
        (keyword, says): (&str, &Value),
        found: &Value,
        at: &str,
    ) {
        let length = || says.as_u64().expect("a length");
        match keyword {
            "description" => assert!(says.is_string(), "{says}"),
            // What is meant where nothing is said.
            "default" => {}
            "$ref" => {
                let name = says.as_str().and_then(|path| path.strip_prefix(COMPONENTS));
                let name = name.unwrap_or_else(|| panic!("{says}"));
                self.value(&self.whole["components"]["schemas"][name], found, at);
            }
            "type" => {
                let types = says.as_array().map_or(std::slice::from_ref(says), Vec::as_slice);
                assert!(!types.is_empty());
                if !types.iter().any(|kind| is_of(kind, found)) {
                    self.fault(at, format!("{found} is no {says}"));
                }
            }
            "enum" if !array(says).contains(found) => self.fault(at, format!("{found} in {says}")),
            "enum" => {}
            "const" if says != found => self.fault(at, format!("{found} is not {says}")),
            "const" => {}
            "oneOf" | "anyOf" => {
                let hold = array(says).iter().filter(|schema| self.holds(schema, found)).count();
                if hold == 0 || keyword == "oneOf" && hold > 1 {
                    self.fault(at, format!("{hold} of {keyword} hold for {found}"));
                }
            }
            "minimum" | "maximum" => {
                let (bound, found) = (says.as_f64().expect("a bound"), found.as_f64());
                let holds =
                    |found: f64| if keyword == "minimum" { found >= bound } else { found <= bound };
                if let Some(found) = found.filter(|found| !holds(*found)) {
                    self.fault(at, format!("{found} against the {keyword} {says}"));
                }
            }
            "maxLength" => {
                let count = found.as_str().map(|text| text.chars().count() as u64);
                if count.is_some_and(|count| count > length()) {
                    self.fault(at, format!("{found} is longer than {says}"));
                }
            }
            "minItems" | "maxItems" => {
                let count = found.as_array().map(|items| items.len() as u64);
                let holds = |count| {
                    if keyword == "minItems" { count >= length() } else { count <= length() }
                };
                if let Some(count) = count.filter(|count| !holds(*count)) {
                    self.fault(at, format!("{count} items against {keyword} {says}"));
                }
            }
            "items" => {
                for (place, item) in found.as_array().into_iter().flatten().enumerate() {
                    self.value(says, item, &format!("{at}/{place}"));
                }
            }
            "required" => {
                for name in array(says) {
                    let name = name.as_str().expect("a name");
                    if found.as_object().is_some_and(|found| !found.contains_key(name)) {
                        self.fault(at, format!("no {name}"));
                    }
                }
            }
            "properties" => {
                for (name, schema) in object(says) {
                    if let Some(found) = found.as_object().and_then(|found| found.get(name)) {
                        self.value(schema, found, &format!("{at}/{name}"));
                    }
                }
            }
            "additionalProperties" => {
                let more = says.as_bool().expect("a boolean");
                let known = schema.get("properties").map(object);
                for name in found.as_object().into_iter().flat_map(Map::keys) {
                    if !more && !known.is_some_and(|known| known.contains_key(name)) {
                        self.fault(at, format!("{name} is not described"));
                    }
                }
            }
            unknown => panic!("{unknown} is not known: add it here"),
        }
    }
}

fn is_of(kind: &Value, found: &Value) -> bool {
    match kind.as_str() {
        Some("null") => found.is_null(),
        Some("boolean") => found.is_boolean(),
        Some("integer") => found.is_i64() || found.is_u64(),
        Some("number") => found.is_number(),
        Some("string") => found.is_string(),
        Some("array") => found.is_array(),
        Some("object") => found.is_object(),
        _ => panic!("{kind} is no type"),
    }
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap_or_else(|| panic!("{value} is no object"))
}

fn array(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("{value} is no array"))
}

/// The schemas in a schema, itself among them.
fn within(schema: &Value) -> Vec<&Value> {
    let properties = schema.get("properties").map(object).into_iter().flat_map(Map::values);
    let lists = ["oneOf", "anyOf"].into_iter().filter_map(|name| schema.get(name));
    let more = properties.chain(lists.flat_map(array)).chain(schema.get("items"));
    std::iter::once(schema).chain(more.flat_map(within)).collect()
}

#[test]
fn the_description_has_schemas_that_are_known_here() {
    let whole: Value = serde_json::from_str(include_str!("../../src/openapi.json")).unwrap();
    let schemas = object(&whole["components"]["schemas"]);
    let all: Vec<&Value> = schemas.values().flat_map(within).collect();
    assert!(all.len() > 200, "{}", all.len());
    for schema in all {
        // Whether they take it or not.
        SchemaCheck { whole: &whole, faults: &mut Vec::new() }.value(schema, &Value::Null, "");
    }
}

/// For each keyword, a schema with values that it takes and values that it does not.
#[test]
fn every_keyword_takes_what_it_should_and_nothing_else() {
    for (schema, takes, refuses) in [
        (json!({}), json!([null, 1, {}]), json!([])),
        (json!({"type": "null"}), json!([null]), json!([0, "", false, [], {}])),
        (json!({"type": "boolean"}), json!([true, false]), json!([null, 0, "true"])),
        (json!({"type": "integer"}), json!([0, -3, u64::MAX]), json!([null, 0.5, "0", true])),
        (json!({"type": "number"}), json!([0, 0.5]), json!([null, "0", true])),
        (json!({"type": "string"}), json!(["", "a"]), json!([null, 0, ["a"]])),
        (json!({"type": "array"}), json!([[], [1]]), json!([null, "[]", {}])),
        (json!({"type": "object"}), json!([{}, {"a": 1}]), json!([null, "{}", []])),
        (json!({"type": ["string", "null"]}), json!(["", null]), json!([0, [], {}])),
        (json!({"enum": ["a", 1]}), json!(["a", 1]), json!(["b", "1", null, ["a"]])),
        (json!({"const": "a"}), json!(["a"]), json!(["b", null])),
        (json!({"minimum": 1}), json!([1, 1.5, "0"]), json!([0, 0.9, -1])),
        (json!({"maximum": 3}), json!([3, -1, "4"]), json!([4, 3.1])),
        (json!({"maxLength": 2}), json!(["", "님님", 100]), json!(["abc"])),
        (json!({"minItems": 2}), json!([[1, 2], [1, 2, 3], "a"]), json!([[], [1]])),
        (json!({"maxItems": 2}), json!([[], [1, 2], "abc"]), json!([[1, 2, 3]])),
        (json!({"items": {"type": "null"}}), json!([[], [null], 0]), json!([[0], [null, 0]])),
        (json!({"required": ["a"]}), json!([{"a": null, "b": 1}, 0]), json!([{}, {"b": 1}])),
        (
            json!({"properties": {"a": {"type": "null"}}}),
            json!([{}, {"a": null}, {"b": 1}, 0]),
            json!([{"a": 0}]),
        ),
        (
            json!({"properties": {"a": {}}, "additionalProperties": false}),
            json!([{}, {"a": 1}, 0]),
            json!([{"b": 1}, {"a": 1, "b": 1}]),
        ),
        (json!({"additionalProperties": false}), json!([{}]), json!([{"a": 1}])),
        (json!({"additionalProperties": true}), json!([{}, {"a": 1}]), json!([])),
        (json!({"oneOf": [{"minimum": 2}, {"maximum": 3}]}), json!([1, 4]), json!([2, 3])),
        (json!({"anyOf": [{"const": 1}, {"type": "string"}]}), json!([1, "a"]), json!([2, null])),
        (
            json!({"$ref": "#/components/schemas/Leaf", "description": "", "default": 0}),
            json!([{"leaves": []}, {"leaves": [{"leaves": []}]}]),
            json!([{"leaves": [{"leaves": 0}]}, {"leaves": [{}]}]),
        ),
    ] {
        let leaf = json!({
            "required": ["leaves"],
            "properties": {
                "leaves": {"type": "array", "items": {"$ref": "#/components/schemas/Leaf"}},
            },
        });
        let whole = json!({"components": {"schemas": {"Asked": schema, "Leaf": leaf}}});
        for found in array(&takes) {
            assert_eq!(faults(&whole, "Asked", found), [""; 0], "{schema} {found}");
        }
        for found in array(&refuses) {
            assert_ne!(faults(&whole, "Asked", found), [""; 0], "{schema} {found}");
        }
    }
}

#[test]
fn a_fault_has_its_place() {
    let item = json!({"properties": {"b": {"type": "string"}}});
    let schema = json!({"properties": {"a": {"type": "array", "items": item}}});
    let whole = json!({"components": {"schemas": {"Asked": schema}}});
    let found = faults(&whole, "Asked", &json!({"a": [{}, {"b": 7}]}));
    assert_eq!(found, ["/a/1/b: 7 is no \"string\""]);
}

#[test]
fn what_is_no_schema_is_not_passed_over() {
    for schema in [
        json!({"pattern": "a"}),
        json!({"Type": "string"}),
        json!({"type": "text"}),
        json!({"type": []}),
        json!({"required": "a"}),
        json!({"additionalProperties": {}}),
        json!({"$ref": "#/components/schemas/Nobody"}),
        json!({"$ref": "Asked"}),
        json!(true),
    ] {
        let whole = json!({"components": {"schemas": {"Asked": schema}}});
        let checked = std::panic::catch_unwind(|| faults(&whole, "Asked", &json!({"a": 1})));
        assert!(checked.is_err(), "{schema}");
    }
}
