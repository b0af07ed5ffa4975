//! The lanes, in the order in which they begin: the longest first.

use crate::lane::{Lane, Tool};

/// Shell functions for the steps.
///
/// Each command names all packages, with some of their targets. So Cargo chooses the same features
/// each time, and compiles each crate once.
pub(crate) const FUNCTIONS: &str = r#"
export CARGO_INCREMENTAL=0
union() { local all; printf -v all '+package(%s)' "$@"; echo "${all#+}"; }
nextest() { cargo nextest --version >/dev/null 2>&1; }
named() { printf -- '-p %s ' "$@"; }
# The tests in the sources of packages.
unit_tests() {
    if nextest; then
        cargo nextest run --locked --no-fail-fast --workspace --lib --bins -E "$(union "$@")"
    else
        cargo test --locked --no-fail-fast --lib --bins $(named "$@")
    fi
}
# The tests in the folder `tests` of packages; `-s` skips those whose names match.
integration_tests() {
    local skipped=() targets=() filter= package path
    while [ "$1" = -s ]; do
        filter+=" - test(/^$2/)"
        skipped+=(--skip "$2")
        shift 2
    done
    for package in "$@"; do
        for path in crates/"$package"/tests/*.rs crates/"$package"/tests/*/main.rs; do
            [ -f "$path" ] || continue
            path=${path%/main.rs}
            targets+=(--test "$(basename "$path" .rs)")
        done
    done
    if nextest; then
        cargo nextest run --locked --no-fail-fast --workspace "${targets[@]}" \
            -E "($(union "$@"))$filter"
    else
        cargo test --locked --no-fail-fast $(named "$@") --tests -- "${skipped[@]}"
    fi
}
page_packages() {
    cd crates/grundy-web/ui
    [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund
}
# With a test, so that features that tests ask for are the same as elsewhere.
program() { cargo build --locked --workspace --bin grundy --test layers; }
browser() {
    [ -n "${CHROMIUM:-}" ] && echo "$CHROMIUM" && return
    for name in chromium-headless-shell chromium chromium-browser google-chrome; do
        command -v "$name" && return
    done
    return 1
}
"#;

const NODE: Tool = Tool { name: "Node.js with npm", version: "node --version && npm --version" };
const BROWSER: Tool = Tool { name: "Chromium", version: "\"$(browser)\" --version" };
const PYTHON: Tool = Tool {
    name: "Python 3.10 or later with venv",
    version: "python3 -c 'import sys, venv, ensurepip; print(sys.version); \
              sys.exit(sys.version_info < (3, 10))'",
};
const CXX: Tool = Tool { name: "C++ compiler", version: "c++ --version" };
const WASI: Tool = Tool {
    name: "standard library for wasm32-wasip1",
    version: "rustup target add wasm32-wasip1 >/dev/null 2>&1 || true; \
              ls -d \"$(rustc --print target-libdir --target wasm32-wasip1)\"",
};
const MIRI: Tool = Tool {
    name: "Miri of nightly Rust, with rust-src",
    // Finding this out installs nothing.
    version: "export RUSTUP_AUTO_INSTALL=0; cargo +nightly miri --version && \
              ls -d \"$(rustc +nightly --print sysroot)/lib/rustlib/src/rust/library\"",
};
const SANITIZER: Tool = Tool {
    name: "AddressSanitizer",
    version: "ls \"$(rustc --print target-libdir)\"/librustc-*_rt.asan.a",
};

/// The crates below the rulesets.
const BELOW: [&str; 8] = [
    "grundy-base",
    "grundy-values",
    "grundy-ruleset",
    "grundy-graph",
    "grundy-heaps",
    "grundy-packed",
    "grundy-solve",
    "grundy-game",
];

/// The defaults for a lane of tests.
const TESTS: Lane = Lane {
    name: "",
    about: "",
    gate_only: false,
    alone: false,
    packages: &[],
    uses: &[],
    paths: &[],
    tools: &[],
    optional: false,
    steps: &[],
};

/// The defaults for a lane of the gate.
const GATE: Lane = Lane { gate_only: true, ..TESTS };

/// All lanes.
pub(crate) const LANES: &[Lane] = &[
    Lane {
        name: "structure",
        about: "the lanes themselves; which file imports which; the table of crates",
        packages: &["grundy-lanes"],
        paths: &[
            "crates/",
            "fuzz/",
            "benches/",
            "ARCHITECTURE.md",
            "docs/src/guides/promises.md",
            "test",
            ".ci/run",
        ],
        steps: &["cargo test --locked --package grundy-lanes"],
        ..TESTS
    },
    Lane {
        name: "methods",
        about: "values, graphs, heaps, packed positions, solvers: the crates below the rulesets",
        packages: &BELOW,
        paths: &["crates/grundy/tests/all/support/"],
        steps: &["unit_tests grundy-{base,values,ruleset,graph,heaps,packed,solve,game}"],
        ..TESTS
    },
    Lane {
        name: "units",
        about: "what stands in the sources of all other crates",
        uses: &["grundy-cli", "grundy-cluster", "grundy-gdl", "grundy-rules", "grundy-web"],
        paths: &["crates/grundy-web/ui/locales/", "editors/", "examples/"],
        steps: &["unit_tests grundy grundy-{cli,cluster,gdl,rules,rulesets,starlark,wasm,web}"],
        ..TESTS
    },
    Lane {
        name: "core",
        about: "the library: rulesets, laws, known answers",
        packages: &["grundy"],
        paths: &["testdata/", "docs/src/theory/loopy.md"],
        steps: &["integration_tests -s pages:: grundy"],
        ..TESTS
    },
    Lane {
        name: "program",
        about: "the commands, clusters, results",
        packages: &["grundy-cli", "grundy-cluster"],
        paths: &["docs/src/guides/cluster.md", "examples/", "results/", "testdata/"],
        steps: &["integration_tests -s readme:: -s book:: grundy-cli grundy-cluster"],
        ..TESTS
    },
    Lane {
        name: "texts",
        about: "every example and link of README, book and documentation; the lists of games",
        uses: &["grundy-cli", "grundy"],
        paths: &[
            "crates/grundy-cli/tests/",
            "crates/grundy/tests/doors/",
            "docs/",
            "examples/",
            "ARCHITECTURE.md",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "results/README.md",
            "testdata/",
            "README.md",
        ],
        steps: &[
            "cargo test --locked --workspace --test cli -- readme:: book::",
            "cargo test --locked --workspace --test doors pages::",
            "cargo test --locked --workspace --doc",
        ],
        ..TESTS
    },
    Lane {
        name: "rules",
        about: "rule files and modules: interpreted, compiled, checked",
        packages: &["grundy-rules", "grundy-starlark", "grundy-wasm"],
        paths: &["examples/", "docs/src/guides/rules.md", "editors/"],
        steps: &["integration_tests grundy-{rules,starlark,wasm}"],
        ..TESTS
    },
    Lane {
        name: "gdl",
        about: "games in the Game Description Language",
        packages: &["grundy-gdl"],
        paths: &["examples/gdl/"],
        steps: &["integration_tests grundy-gdl"],
        ..TESTS
    },
    Lane {
        name: "python",
        about: "the Python package, its notebooks and guide",
        packages: &["grundy-py"],
        uses: &["grundy-cli"],
        paths: &["pyproject.toml", "README.md", "docs/src/guides/python.md", "examples/"],
        tools: &[PYTHON],
        steps: &[
            "program",
            "[ -x target/python/bin/maturin ] || python3 -m venv target/python",
            ". target/python/bin/activate",
            "pip install --quiet 'maturin>=1.16,<2'",
            "CARGO=$PWD/crates/grundy-py/tests/cargo maturin develop --quiet --locked --extras test",
            "python -m pytest --quiet",
        ],
        ..TESTS
    },
    Lane {
        name: "server",
        about: "the server: its answers, and malicious requests",
        packages: &["grundy-web"],
        steps: &["integration_tests -s load:: grundy-web"],
        ..TESTS
    },
    Lane {
        name: "page",
        about: "the page in a browser, with a server; its types, translations and build",
        uses: &["grundy-web", "grundy-cli"],
        paths: &[
            "crates/grundy-web/ui/",
            "crates/grundy-py/python/grundy/static/",
            "docs/src/guides/rules.md",
            "examples/",
            "testdata/messages/",
        ],
        tools: &[NODE, BROWSER],
        steps: &[
            "program",
            "export GRUNDY=$PWD/target/debug/grundy CHROMIUM=$(browser)",
            "page_packages",
            "npm run check",
            "npm run unit",
            // What the program and the Python package carry is what its source says.
            "npx vite build --outDir ../../../target/page --emptyOutDir",
            "diff -r ../dist ../../../target/page",
            "npx vite build -c vite.widget.config.ts --outDir ../../../target/widget --emptyOutDir",
            "diff -r ../../grundy-py/python/grundy/static ../../../target/widget",
            "npm run e2e",
        ],
        ..TESTS
    },
    Lane {
        name: "page-alone",
        about: "the page without a server, whose engine runs in the browser",
        uses: &["grundy-web", "grundy-cli", "grundy-engine"],
        paths: &["crates/grundy-web/ui/", "examples/"],
        tools: &[NODE, BROWSER, WASI],
        steps: &[
            "program",
            "export GRUNDY=$PWD/target/debug/grundy CHROMIUM=$(browser)",
            "$GRUNDY page -o target/page-alone 2>&1 | tee target/page-alone.log",
            "if grep '^warning' target/page-alone.log; then exit 1; fi",
            "export GRUNDY_PAGE=$PWD/target/page-alone",
            "page_packages",
            // Tests the main pages, and what differs between the engine and a server.
            "if [ -n \"${LANES_ALL:-}\" ]; then npm run e2e; else npm run walk; fi",
        ],
        ..TESTS
    },
    Lane {
        name: "load",
        about: "the server with two hundred clients, whose waiting is measured",
        alone: true,
        packages: &["grundy-web"],
        steps: &["cargo test --locked --workspace --test server load::"],
        ..TESTS
    },
    Lane {
        name: "lints",
        about: "formatting, clippy, and the documentation, without warnings",
        paths: &[
            "crates/",
            "fuzz/",
            "lanes/",
            "rustfmt.toml",
            "README.md",
            "docs/src/guides/rust.md",
        ],
        steps: &[
            "cargo fmt --all --check",
            // `cargo fmt` does not find modules that a macro declares.
            "find crates/grundy-rulesets/src/rulesets -name '*.rs' -exec \
             rustfmt --edition 2024 --check {} +",
            "cargo clippy --locked --workspace --all-targets -- -D warnings",
            "RUSTDOCFLAGS='-D warnings' cargo doc --locked --workspace --no-deps --lib --bins",
        ],
        ..GATE
    },
    Lane {
        name: "features",
        about: "the crates with fewer features, and the library for WebAssembly",
        uses: &["grundy-cli", "grundy-rules", "grundy-gdl", "grundy-web"],
        steps: &[
            // If the standard library for WebAssembly is not available, checks for this machine.
            "rustup target add wasm32-unknown-unknown || true",
            "libraries=$(rustc --print target-libdir --target wasm32-unknown-unknown)",
            "target=; [ ! -d \"$libraries\" ] || target='--target wasm32-unknown-unknown'",
            "cargo check --locked -p grundy --no-default-features --features formats $target",
            "for features in '' rulesets language; do cargo clippy --locked -p grundy \
             --no-default-features --features \"$features\" -- -D warnings; done",
            // A user who solves games with rules of their own should not have to wait for many
            // packages.
            "packages=$(cargo tree --locked -p grundy --no-default-features -e normal,build \
             --prefix none | cut -d ' ' -f 1 | sort -u | wc -l)",
            "test \"$packages\" -le 15",
            "cargo clippy --locked -p grundy-rules -p grundy-gdl -p grundy-web \
             --no-default-features -- -D warnings",
            "cargo clippy --locked -p grundy-cli --no-default-features -- -D warnings",
        ],
        ..GATE
    },
    Lane {
        name: "fuzz",
        about: "a short run of every fuzz target",
        packages: &["grundy-fuzz"],
        uses: &["grundy-cli"],
        paths: &["crates/grundy-rules/tests/support/"],
        tools: &[CXX],
        // The gate tries the same inputs each time; `fuzz/run 600` looks for new ones.
        steps: &["program", "FUZZ_QUICK=1 FUZZ_SEED=1 fuzz/run \"${FUZZ_SECONDS:-10}\""],
        ..GATE
    },
    Lane {
        name: "assembly",
        about: "vector instructions of heap sequences are not called as functions",
        uses: &["grundy-heaps"],
        // A function that is not inlined was not compiled for the vector instructions of its lanes,
        // and is many times slower: see `Work::run`.
        steps: &[
            "cargo rustc --locked --release -p grundy-heaps --lib -- --emit asm",
            "assembly=$(ls -t target/release/deps/grundy_heaps-*.s | head -n 1)",
            "test -s \"$assembly\"",
            "if grep -E '^[^ ]*core_arch[^ ]*:' \"$assembly\"; then exit 1; fi",
        ],
        ..GATE
    },
    Lane {
        name: "benches",
        about: "benches compile, without warnings",
        packages: &["grundy-benches"],
        steps: &["cargo clippy --locked --manifest-path benches/Cargo.toml --target-dir target \
                 --all-targets -- -D warnings"],
        ..GATE
    },
    Lane {
        name: "packages",
        about: "every crate can be published",
        paths: &["crates/", "fuzz/", "README.md", "LICENSE-MIT", "LICENSE-APACHE"],
        steps: &["cargo publish --locked --workspace --dry-run --no-verify --allow-dirty"],
        ..GATE
    },
    Lane {
        name: "miri",
        about: "unsafe code, graphs and values under Miri, where it can be had",
        uses: &["grundy-base", "grundy-graph", "grundy-starlark", "grundy-values"],
        tools: &[MIRI],
        optional: true,
        steps: &[
            "export MIRIFLAGS=-Zmiri-disable-isolation",
            "cargo +nightly miri test --locked --lib -p grundy-base -p grundy-graph",
            // Values have no unsafe code of their own; the others of their tests take up to an hour
            // each.
            "cargo +nightly miri test --locked --lib -p grundy-values -- form:: notation:: published \
             forms_are_written genera_of_nim",
            // The other tests, which give files to the interpreter, take minutes each.
            "cargo +nightly miri test --locked -p grundy-starlark --test all syntax::",
        ],
        ..GATE
    },
    Lane {
        name: "sanitizer",
        about: "vector instructions of heap sequences under AddressSanitizer, where it can be had",
        uses: &["grundy-heaps"],
        tools: &[SANITIZER],
        optional: true,
        // The flag belongs to nightly Rust. Build scripts must not detect it here and miss it
        // elsewhere, so they have their own folder.
        steps: &["RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address \
                  cargo test --locked --lib -p grundy-heaps --target \"$(rustc --print host-tuple)\" \
                  --target-dir target/sanitizer sequence::"],
        ..GATE
    },
];
