"""What is built is whole: the wheel, installed where nothing of the checkout is in reach, starts.

The packages it needs come from the index that pip is set up with; without one, these tests fail in its words.
"""

import os
import re
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Installation:
    """A virtual environment that has the wheel, and a folder that has nothing."""

    wheel: Path
    bin: Path
    elsewhere: Path

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the environment in the empty folder."""
        return run(str(self.bin / command[0]), *command[1:], cwd=self.elsewhere)


def run(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command that knows no Python path and no setting of the bot but its own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "HEARTS_", "VIRTUAL_ENV"))}
    return subprocess.run(
        command, cwd=cwd, env=kept, capture_output=True, encoding="utf-8", timeout=300, check=False
    )


def run_well(*command: str, cwd: Path) -> None:
    """Run a command that has to succeed."""
    done = run(*command, cwd=cwd)
    if done.returncode:
        pytest.fail(f"{' '.join(command)}\n{done.stdout}{done.stderr}", pytrace=False)


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Build the source archive, from it the wheel, and install that with what the lock names."""
    folder = tmp_path_factory.mktemp("wheel")
    run_well(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT), cwd=folder)
    (wheel,) = folder.glob("*.whl")
    run_well(sys.executable, "-m", "venv", str(folder / "venv"), cwd=folder)
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    lock = str(ROOT / "requirements.lock")
    pip = str(folder / "venv" / "bin" / "pip")
    run_well(pip, "install", "--quiet", "--constraint", lock, str(wheel), cwd=elsewhere)
    return Installation(wheel, folder / "venv" / "bin", elsewhere)


def files_below(folder: Path) -> set[str]:
    """Give the files a package has to carry, relative to the folder, with slashes."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_carries_bot_cogs_and_assets_and_nothing_else(installation: Installation) -> None:
    names = {name for name in zipfile.ZipFile(installation.wheel).namelist() if not name.endswith("/")}
    carried = {name for name in names if ".dist-info/" not in name}
    bot = {f"bot/{name}" for name in files_below(ROOT / "bot")}
    cogs = {f"cogs/{name}" for name in files_below(ROOT / "cogs")}
    assets = {f"bot/assets/{name}" for name in files_below(ROOT / "assets")}
    assert assets
    assert carried == bot | cogs | assets


def test_the_installed_command_is_the_module_run_with_python(installation: Installation) -> None:
    command = installation.run("hearts-bot", "--help")
    module = installation.run("python", "-m", "bot", "--help")
    assert (command.returncode, module.returncode) == (0, 0), command.stderr + module.stderr
    assert command.stdout == module.stdout
    assert {"run", "sandbox", "replay", "verify"} <= set(re.findall(r"\w+", command.stdout))


def test_the_installed_package_finds_its_own_assets(installation: Installation) -> None:
    where = "from bot.assets import assets_folder; print(assets_folder())"
    found = installation.run("python", "-c", where)
    assert found.returncode == 0, found.stderr
    folder = Path(found.stdout.strip())
    assert folder.is_relative_to(installation.bin.parent.resolve())
    assert files_below(folder) == files_below(ROOT / "assets")


def test_the_sandbox_without_its_extra_names_what_to_install(installation: Installation) -> None:
    refused = installation.run("hearts-bot", "sandbox")
    assert refused.returncode != 0
    assert "hearts-bot[sandbox]" in refused.stderr
    assert "Traceback" not in refused.stderr
