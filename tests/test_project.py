"""Quality is part of the suite: format, lint, types, architecture, dependencies, documents."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import grimp
import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name
from packaging.version import Version

from bot.settings import Settings

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
README = ROOT / "README.md"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def assert_succeeds(*command: str) -> None:
    """Run a command in the checkout; what it prints is what a failing test shows."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"NO_COLOR": "1", "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        pytest.fail(f"{' '.join(command)}\n{done.stdout}", pytrace=False)


def tool(name: str) -> str:
    """Give the path of a command that is installed beside the Python that runs the tests."""
    path = shutil.which(name, path=str(Path(sys.executable).parent))
    assert path, f"{name} is not installed beside {sys.executable}"
    return path


def test_the_code_is_formatted() -> None:
    assert_succeeds(tool("ruff"), "format", "--check", "--diff", ".")


def test_the_linter_has_no_finding() -> None:
    assert_succeeds(tool("ruff"), "check", ".")


def test_the_types_hold() -> None:
    assert_succeeds(tool("pyright"), "--pythonpath", sys.executable)


def test_rooms_import_only_what_they_may() -> None:
    assert_succeeds(tool("lint-imports"), "--no-cache", "--no-logo")


def read_lock() -> dict[NormalizedName, Requirement]:
    """Give every pinned package of the lock by its canonical name."""
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.lstrip().startswith("#")]
    return {canonicalize_name(pin.name): pin for pin in pins}


def version_of(pin: Requirement) -> Version:
    """Give the one version that a line of the lock names."""
    (specifier,) = pin.specifier
    assert specifier.operator == "==", f"{pin} is not pinned"
    return Version(specifier.version)


def asked_for() -> dict[str, list[Requirement]]:
    """Give what pyproject.toml asks for: under "" for everybody, else under the name of the extra."""
    groups = {"": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}
    return {group: [Requirement(line) for line in lines] for group, lines in groups.items()}


def gaps(requirements: list[Requirement], extra: str, lock: dict[NormalizedName, Requirement]) -> list[str]:
    """Say which of these requirements the lock misses, on this Python and system."""
    wanted = [r for r in requirements if r.marker is None or r.marker.evaluate({"extra": extra})]
    missed: list[str] = []
    for requirement in wanted:
        pin = lock.get(canonicalize_name(requirement.name))
        if pin is None:
            missed.append(f"{requirement} is not in the lock")
        elif not requirement.specifier.contains(version_of(pin), prereleases=True):
            missed.append(f"{requirement} is not met by {pin}")
    return missed


@pytest.mark.parametrize("group", asked_for())
def test_the_lock_meets_the_bounds_of_the_project(group: str) -> None:
    requirements = [r for r in asked_for()[group] if r.name != PROJECT["name"]]
    assert not gaps(requirements, group, read_lock())


def test_the_lock_covers_what_its_packages_need() -> None:
    lock = read_lock()
    extras = {canonicalize_name(r.name): r.extras for group in asked_for().values() for r in group}
    missed: list[str] = []
    for name, pin in lock.items():
        if pin.marker and not pin.marker.evaluate():
            continue
        requirements = [Requirement(line) for line in metadata.requires(name) or []]
        for extra in ("", *extras.get(name, ())):
            missed += [f"{name}: {gap}" for gap in gaps(requirements, extra, lock)]
    assert not missed


def test_the_lock_names_packages_and_no_place_to_get_them_from() -> None:
    pins = [
        line for line in LOCK.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#")
    ]
    assert pins
    assert not [line for line in pins if re.search(r"^-|[/\\@]", line)]


def test_run_time_dependencies_have_lower_bounds() -> None:
    bounds = {r.name: {s.operator for s in r.specifier} for r in asked_for()[""]}
    assert {name: operators for name, operators in bounds.items() if operators != {">="}} == {}


def extras_of(module: str) -> set[str]:
    """Give the extras that are surely installed where this module of ours is in use; "" is in all of them."""
    if module.startswith("tests"):
        return set(asked_for())
    if module == "bot.players.compiled":
        return {"", "fast"}
    if module == "bot.pictures.rasterise":
        return {"", "dev"}
    return {"", "sandbox"} if f"{module}.".startswith("bot.sandbox.") else {""}


def test_what_is_imported_is_a_declared_dependency() -> None:
    imports = grimp.build_graph("bot", "cogs", "tests", include_external_packages=True, cache_dir=None)
    distributions = metadata.packages_distributions()
    declared = {group: {canonicalize_name(r.name) for r in lines} for group, lines in asked_for().items()}
    undeclared: list[str] = []
    for module in imports.modules:
        if not imports.is_module_squashed(module) or module in sys.stdlib_module_names:
            continue
        owners = {canonicalize_name(owner) for owner in distributions.get(module, [module])}
        undeclared += [
            f"{importer} imports {module}"
            for importer in imports.find_modules_that_directly_import(module)
            if not any(owners & declared[extra] for extra in extras_of(importer))
        ]
    assert not undeclared


def commands_of_the_readme() -> list[str]:
    """Give the one-line commands of the README's shell blocks, in their order."""
    return re.findall(r"^```sh\n(.+)\n```$", README.read_text(encoding="utf-8"), flags=re.MULTILINE)


def test_the_readme_first_says_how_to_play_here() -> None:
    assert commands_of_the_readme()[0].endswith(".venv/bin/hearts-bot sandbox")


def test_the_readme_names_files_that_exist() -> None:
    named = re.findall(r"`((?:assets|bot|cogs|tests)/[^`\s]*)`", README.read_text(encoding="utf-8"))
    assert named
    assert not [path for path in named if not (ROOT / path).exists()]


def test_continuous_integration_runs_the_second_line_of_the_readme() -> None:
    script = ROOT / ".ci" / "run"
    assert commands_of_the_readme()[1] == script.read_text(encoding="utf-8").splitlines()[-1]
    assert os.access(script, os.X_OK)


def test_the_readme_says_how_the_lock_was_made() -> None:
    made_by = LOCK.read_text(encoding="utf-8").splitlines()[1].lstrip("# ")
    assert any(made_by in command for command in commands_of_the_readme())


def test_the_example_of_settings_names_every_setting_with_its_default() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^#?(\w+)=(.*)$", example, flags=re.MULTILINE))
    prefix = Settings.model_config.get("env_prefix", "")
    defaults = {prefix + name.upper(): field.default for name, field in Settings.model_fields.items()}
    defaults["HEARTS_TOKEN"] = ""
    written = {name: str(value) for name, value in defaults.items()}
    written |= {name: str(value).lower() for name, value in defaults.items() if isinstance(value, bool)}
    assert shown == written


def named_in(path: Path) -> set[str]:
    """Give what a file of tests defines: functions, and those of its classes as "Class::function"."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}::{each.name}" for each in node.body if isinstance(each, FUNCTIONS)}
        elif isinstance(node, FUNCTIONS):
            names.add(node.name)
    return names


def test_every_situation_names_tests_that_exist() -> None:
    text = (ROOT / "tests" / "CASES.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/\S+\.py)::([\w:]+)(?:\[([^\]`]+)\])?`", text)
    assert len(named) == text.count("`tests/")
    missing = [
        f"{path}::{name}[{row}]" if row else f"{path}::{name}"
        for path, name, row in named
        if not (ROOT / path).is_file()
        or name not in named_in(ROOT / path)
        or (row and f'"{row}"' not in (ROOT / path).read_text(encoding="utf-8"))
    ]
    assert not missing
    situations = re.findall(r"^- .+?(?=^- |^## |\Z)", text, flags=re.MULTILINE | re.DOTALL)
    assert all("`tests/" in situation for situation in situations)
