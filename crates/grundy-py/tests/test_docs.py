"""What the documentation says is so, and the stubs are those of the module."""

import doctest
import inspect
import subprocess
import sys

import pytest

import grundy
from grundy import _grundy, answers, asking, own

DOCUMENTED = [grundy, answers, asking, own, *vars(_grundy).values()]


def examples_of(thing):
    finder = doctest.DocTestFinder(exclude_empty=True)
    names = {name: getattr(grundy, name) for name in grundy.__all__}
    if inspect.ismodule(thing):
        names |= vars(thing)
    return finder.find(thing, thing.__name__, globs={"grundy": grundy, **names})


EXAMPLES = {
    test.name: test
    for thing in DOCUMENTED
    if hasattr(thing, "__name__")
    for test in examples_of(thing)
    if test.examples
}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_examples_hold(name):
    runner = doctest.DocTestRunner()
    told = []
    runner.run(EXAMPLES[name], out=told.append)
    assert runner.failures == 0, "".join(told)


@pytest.mark.parametrize("file", ["docs/src/guides/python.md", "crates/grundy-py/README.md"])
def test_pages_hold(file, pytestconfig, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(pytestconfig.rootpath / file), module_relative=False)
    assert tried and not failed


def test_there_are_examples():
    assert {"Value", "Game", "calculate", "grundy.asking.solve", "grundy.own.game"} <= set(EXAMPLES)


def the_example_of(name, thing):
    globs = {name: getattr(grundy, name) for name in grundy.__all__} | {"grundy": grundy}
    doc = inspect.getdoc(thing) or ""
    return doctest.DocTestParser().get_doctest(doc, globs, name, None, None)


@pytest.mark.parametrize("name", sorted(set(grundy.__all__) - {"__version__"}))
def test_every_public_name_has_an_example_that_runs(name):
    example = the_example_of(name, getattr(grundy, name))
    told = []
    runner = doctest.DocTestRunner()
    runner.run(example, out=told.append)
    assert example.examples and runner.failures == 0, "".join(told)


METHODS = [name for name, *_ in _grundy.methods() if name != "value"]


@pytest.mark.parametrize("name", METHODS)
def test_values_have_every_function_of_the_calculator(name):
    thing = vars(grundy.Value)[name]
    assert inspect.getdoc(thing), name
    example = the_example_of(name, thing)
    told = []
    runner = doctest.DocTestRunner()
    runner.run(example, out=told.append)
    assert runner.failures == 0, "".join(told)
    native = inspect.isroutine(thing) and not inspect.isfunction(thing)
    assert example.examples or native or inspect.isdatadescriptor(thing), name


def test_all_that_is_public_is_documented():
    for name in grundy.__all__:
        if name != "__version__":
            assert inspect.getdoc(getattr(grundy, name)), name
    for kind in (grundy.Value, grundy.Game, grundy.Rows, grundy.Move, grundy.Thermograph):
        for name, member in vars(kind).items():
            assert name.startswith("_") or inspect.getdoc(member), (kind, name)


@pytest.mark.parametrize("arguments", [["mypy.stubtest", "grundy._grundy", "--ignore-positional-only"], ["mypy"]])
def test_types_are_those_of_the_stubs(arguments, pytestconfig):
    ran = subprocess.run(
        [sys.executable, "-m", *arguments],
        capture_output=True,
        text=True,
        cwd=pytestconfig.rootpath,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
