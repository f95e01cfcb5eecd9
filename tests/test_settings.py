"""Settings: what stands for nothing, what cannot be, and names that are none."""

import logging
from pathlib import Path

import pytest
from pydantic import ValidationError
from pydantic_settings import DotEnvSettingsSource

from bot import running
from bot.__main__ import main
from bot.settings import Settings, name_of, problems_of, unknown_settings, wanted


@pytest.fixture(autouse=True)
def nothing_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without a `.env`, and no setting in the environment."""
    monkeypatch.chdir(tmp_path)
    for field in Settings.model_fields:
        monkeypatch.delenv(name_of(field), raising=False)


@pytest.mark.parametrize("field", Settings.model_fields)
@pytest.mark.parametrize("where", ["environment", "file"])
def test_what_is_set_to_nothing_is_not_set(field: str, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if where == "environment":
        monkeypatch.setenv(name_of(field), "")
    else:
        Path(".env").write_text(f"{name_of(field)}=\n")
    assert getattr(Settings(), field) == Settings.model_fields[field].default


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("log_level", "debug", "DEBUG"),
        ("log_format", "JSON", "json"),
        ("thinkers", "Auto", "auto"),
        ("thinkers", "0", 0),
        ("emoji", "False", False),
        ("backup_every", "0", 0.0),
        ("backup_every", "0.01", 0.01),
        ("watch_host", " ::1 ", "::1"),
    ],
)
def test_what_can_be_set(field: str, text: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name_of(field), text)
    assert getattr(Settings(), field) == value


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("thinkers", "65", "auto or a whole number from 0 to 64 is wanted, not 65"),
        ("thinkers", "many", "auto or a whole number from 0 to 64 is wanted, not many"),
        ("log_level", "loud", "DEBUG, INFO, WARNING or ERROR is wanted, not loud"),
        ("log_format", "xml", "text or json is wanted, not xml"),
        ("emoji", "perhaps", "true or false is wanted, not perhaps"),
        ("watch_port", "70000", "a whole number from 0 to 65535 is wanted, not 70000"),
        ("watch_port", "1.5", "a whole number from 0 to 65535 is wanted, not 1.5"),
        ("computer_pace", "nan", "a number from 0 to 60 is wanted, not nan"),
        ("prompt_after", "inf", "a number from 0 to 3600 is wanted, not inf"),
        ("backup_every", "0.00001", "0 or a number from 0.01 to 8760 is wanted, not 0.00001"),
        ("backup_every", "-1", "0 or a number from 0.01 to 8760 is wanted, not -1"),
        ("backup_copies", "0", "a whole number from 1 to 1000 is wanted, not 0"),
        ("watch_host", " ", "an address of this machine is wanted, not ' '"),
        ("emoji", "x" * 99, f"true or false is wanted, not {'x' * 60}…"),
    ],
)
def test_what_cannot_be_is_one_sentence_with_what_was_found(
    field: str,
    text: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(name_of(field), text)
    with pytest.raises(ValidationError) as caught:
        Settings()
    whole = f"{name_of(field)}: {sentence}; .env.example says what can stand there"
    assert problems_of(caught.value) == (whole,)
    assert main(["run"]) == 2
    assert capsys.readouterr().err == f"{whole}\n"


def test_a_secret_is_not_said() -> None:
    with pytest.raises(ValidationError) as caught:
        Settings(token=["secret"])  # pyright: ignore[reportArgumentType]
    assert "secret" not in problems_of(caught.value)[0]


def test_every_setting_says_what_it_can_be() -> None:
    said = {field: wanted(field) for field in Settings.model_fields}
    assert [field for field, text in said.items() if text == "something else"] == [
        "database",
        "backup_folder",
    ]


@pytest.mark.parametrize(
    ("where", "name", "advice"),
    [
        ("the environment", "HEARTS_TOKN", "did you mean HEARTS_TOKEN?"),
        ("the environment", "HEART_DATABASE", "did you mean HEARTS_DATABASE?"),
        ("the environment", "HEARTS_PORT", "did you mean HEARTS_WATCH_PORT?"),
        ("the environment", "HEARTS_QQQQ", ".env.example names those there are"),
        ("the environment", "HEARTSTOKEN", "did you mean HEARTS_TOKEN?"),
        ("the environment", "HEARTBEAT_URL", None),
        ("the environment", "HEART_RATE", None),
        ("the environment", "TOKEN", None),
        ("the environment", "hearts_token", None),
        (".env", "HEARTS_DATABSE", "did you mean HEARTS_DATABASE?"),
        (".env", "TOKEN", "did you mean HEARTS_TOKEN?"),
        (".env", "HEARTS_TOKEN", None),
        (".env", "POSTGRES_PASSWORD", None),
        (".env", "HEARTHSTONE_PORT", None),
        (".env", "HEARTBEAT_INTERVAL", None),
    ],
)
def test_names_that_are_no_setting(
    where: str,
    name: str,
    advice: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = unknown_settings()
    if where == ".env":
        Path(".env").write_text(f"{name}=x\n")
    else:
        monkeypatch.setenv(name, "x")
    found = [sentence for sentence in unknown_settings() if sentence not in before]
    expected = [] if advice is None else [f"{name} in {where} is no setting, and is passed over; {advice}"]
    assert found == expected
    monkeypatch.setenv("HEARTS_TOKEN", "")
    main(["doctor", "--offline"])
    said = capsys.readouterr().out
    assert all(f"note   {sentence}\n" in said for sentence in expected)
    monkeypatch.setattr(running.logs, "set_up", lambda *_: None)
    with caplog.at_level(logging.WARNING):
        main(["backup", "no/x"])
        running.run(Settings.model_construct(token=Settings.model_fields["token"].default, log_level="INFO"))
    errors = capsys.readouterr().err
    assert all(sentence in caplog.messages and sentence in errors for sentence in expected)


@pytest.mark.parametrize("command", [["run"], ["doctor", "--offline"], ["health"], ["backup", "x"]])
@pytest.mark.parametrize("wrong", ["another encoding", "no right"])
def test_a_file_that_cannot_be_read_is_one_sentence(
    command: list[str], wrong: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path(".env").absolute()
    file.write_bytes("HEARTS_BACKUP_FOLDER=Bücher".encode("latin-1"))
    if wrong == "no right":

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied", ".env")

        monkeypatch.setattr(DotEnvSettingsSource, "_read_env_file", refuse)
    assert main(command) == (1 if command[0] == "doctor" else 2)
    said = "".join(capsys.readouterr())
    why = {
        "another encoding": "is not written in UTF-8; save it in that",
        "no right": "cannot be read (Permission denied); give the right to do so to the account that runs"
        " the bot",
    }
    expected = f"{file} {why[wrong]}"
    assert [line.removeprefix("WRONG  ") for line in said.splitlines() if ".env" in line] == [expected]
