"""Games of every version that was ever released still read, and come to what they came to."""

from pathlib import Path

import pytest

from bot.engine.actions import READABLE
from bot.engine.table import folded
from bot.rules.ruleset import Ruleset
from bot.store import Row, StoredRow
from tests.engine import corpus


@pytest.mark.parametrize("path", corpus.games(), ids=lambda path: path.stem)
def test_an_old_game_comes_to_what_it_came_to(path: Path) -> None:
    rows: list[StoredRow] = []
    recorded = 0
    for row, led_to in corpus.rows_of(path):
        if row is not None:
            rows.append(StoredRow(len(rows) + 1, 0.0, row))
        else:
            recorded = len(rows)
            assert corpus.summary(folded(rows)) == led_to, f"after row {len(rows)}"
    assert rows
    assert recorded == len(rows), "the end of this game is not recorded"


def test_every_kind_at_every_version_is_in_the_corpus() -> None:
    rows = [row for path in corpus.games() for row, _ in corpus.rows_of(path) if row is not None]
    assert {(row.kind, row.version) for row in rows} == READABLE


@pytest.mark.parametrize("word", ["person", "computer", "clock", "forced"])
def test_so_is_everybody_who_plays_cards(word: str) -> None:
    rows = [row for path in corpus.games() for row, _ in corpus.rows_of(path) if row is not None]
    assert [row for row in rows if row.kind == "played" and f'"by":"{word}"' in row.body]


@pytest.mark.parametrize("word", ["clock", "left", "host", "others"])
def test_so_is_every_reason_why_a_seat_is_kept(word: str) -> None:
    rows = [row for path in corpus.games() for row, _ in corpus.rows_of(path) if row is not None]
    assert [row for row in rows if row.kind == "seat_kept" and f'"why":"{word}"' in row.body]


def test_a_game_is_added_beside_the_old_ones_and_never_in_place_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "CORPUS", tmp_path)
    added = corpus.add("one", corpus.played_game(1, Ruleset(limit=25), 2, None, cancel=False))
    test_an_old_game_comes_to_what_it_came_to(added)
    before = added.read_bytes()
    with pytest.raises(FileExistsError):
        corpus.add("one", corpus.played_game(2, Ruleset(limit=25), 2, None, cancel=False))
    assert added.read_bytes() == before


def test_a_changed_row_of_an_old_game_is_noticed(tmp_path: Path) -> None:
    text = (corpus.CORPUS / "in-a-trick.jsonl").read_text("utf-8")
    changed = tmp_path / "changed.jsonl"
    changed.write_text(text.replace('\\"person\\":101', '\\"person\\":109', 1), "utf-8")
    with pytest.raises(AssertionError):
        test_an_old_game_comes_to_what_it_came_to(changed)


def test_rows_are_given_word_for_word() -> None:
    first, _ = next(iter(corpus.rows_of(corpus.CORPUS / "lobby.jsonl")))
    assert first == Row("opened", 1, '{"server":1,"channel":2,"rules":{"preset":"standard"}}')
