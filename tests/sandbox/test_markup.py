"""Discord's Markdown, line by line."""

from typing import Any

import pytest

from bot.sandbox import markup

NAMES = markup.Names({1: "Ann"}.get, {3: "hearts"}.get)


def tree(text: str) -> list[Any]:
    return markup.parse(text, NAMES)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("plain", ["plain"]),
        ("**b**", [["b", {}, "b"]]),
        ("*i* _i_", [["i", {}, "i"], " ", ["i", {}, "i"]]),
        ("__u__", [["u", {}, "u"]]),
        ("***bi***", [["i", {}, ["b", {}, "bi"]]]),
        ("~~s~~", [["s", {}, "s"]]),
        ("`c*d*`", [["code", {}, "c*d*"]]),
        ("snake_case_name", ["snake_case_name"]),
        (r"\*no\*", ["*no*"]),
        ("||a **b**||", [["spoiler", {}, "a ", ["b", {}, "b"]]]),
        ("a | b || c", ["a | b || c"]),
        ("A♠ ♥ ♦ ♣", ["A♠ ♥ ♦ ♣"]),
    ],
)
def test_words_in_a_line(text: str, wanted: list[Any]) -> None:
    assert tree(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a\nb", ["a", ["br", {}], "b"]),
        ("a\n\nb", ["a", ["gap", {"lines": 1}], "b"]),
        ("a\n\n\nb", ["a", ["gap", {"lines": 2}], "b"]),
        ("# H\ntext", [["h1", {}, "H"], "text"]),
        ("### H", [["h3", {}, "H"]]),
        ("#### H", ["#### H"]),
        ("#H", ["#H"]),
        ("text\n# H", ["text", ["h1", {}, "H"]]),
        ("H\n===", ["H", ["br", {}], "==="]),
        ("-# small *i*", [["sub", {}, "small ", ["i", {}, "i"]]]),
        ("a\n-# small\nb", ["a", ["sub", {}, "small"], "b"]),
        ("- a\n- b\nno item", [["ul", {}, ["li", {}, "a"], ["li", {}, "b"]], "no item"]),
        ("- a\n  - b", [["ul", {}, ["li", {}, "a", ["ul", {}, ["li", {}, "b"]]]]]),
        ("1. a\n2. b", [["ol", {}, ["li", {}, "a"], ["li", {}, "b"]]]),
        ("3. c", [["ol", {"start": 3}, ["li", {}, "c"]]]),
        ("> q\n> r\nno quote", [["quote", {}, "q", ["br", {}], "r"], "no quote"]),
        (">no quote", [">no quote"]),
        (">>> q\n\nr", [["quote", {}, "q", ["gap", {"lines": 1}], "r"]]),
        ("```py\na\n\n*b*\n```", [["pre", {"language": "py"}, "a\n\n*b*"]]),
        ("    four spaces", ["four spaces"]),
        ("---", ["---"]),
    ],
)
def test_lines_and_blocks(text: str, wanted: list[Any]) -> None:
    assert tree(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("<@1>", ["mention", {"user": "1", "name": "@Ann"}]),
        ("<@!1>", ["mention", {"user": "1", "name": "@Ann"}]),
        ("<@2>", ["mention", {"user": "2", "name": "@unknown-user"}]),
        ("@everyone", ["mention", {"everyone": True, "name": "@everyone"}]),
        ("<#3>", ["channel", {"channel": "3", "name": "hearts"}]),
        ("</hearts start:12>", ["command", {"name": "/hearts start"}]),
        ("<:queen:5>", ["emoji", {"name": ":queen:", "id": "5"}]),
        ("<t:1700000000:R>", ["time", {"at": 1700000000, "style": "R"}]),
        ("<t:1700000000>", ["time", {"at": 1700000000, "style": "f"}]),
        ("https://a.example/b_c_d", ["a", {"href": "https://a.example/b_c_d"}, "https://a.example/b_c_d"]),
        ("[t](https://a.example)", ["a", {"href": "https://a.example"}, "t"]),
        ("<https://a.example>", ["a", {"href": "https://a.example"}, "https://a.example"]),
        (
            "https://discord.com/channels/9/3/7",
            ["jump", {"channel": "3", "message": "7", "name": "hearts"}],
        ),
    ],
)
def test_what_points_somewhere(text: str, wanted: list[Any]) -> None:
    assert tree(text) == [wanted]


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "[a](data:text/html,x)",
        "<javascript:alert(1)>",
        "![a](https://a.example/x.png)",
        "&lt;b&gt; &#x3c;",
    ],
)
def test_nothing_is_anything_but_text_and_links(text: str) -> None:
    def kinds(nodes: list[Any]) -> set[str]:
        return {kind for node in nodes if isinstance(node, list) for kind in {node[0], *kinds(node[2:])}}

    def addresses(nodes: list[Any]) -> list[str]:
        inside = [node for node in nodes if isinstance(node, list)]
        return [node[1]["href"] for node in inside if node[0] == "a"] + [
            address for node in inside for address in addresses(node[2:])
        ]

    found = tree(text)
    assert kinds(found) <= {"a"}
    assert all(address.startswith("https://") for address in addresses(found))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("# Deal 1\nIt is <@1>'s **turn**", "Deal 1 It is @Ann's turn"),
        ("- a\n- b", "a b"),
        ("a\n\nb", "a b"),
    ],
)
def test_a_reply_quotes_the_words_on_one_line(text: str, wanted: str) -> None:
    assert markup.plain(tree(text)) == wanted
