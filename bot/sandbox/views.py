"""What the page is told: messages, forms and commands, without anything it has no use for.

Everything here is plain JSON. Text is a tree (see `bot.sandbox.markup`), a file is an address relative to
that of the person who looks.
"""

from collections.abc import Callable, Sequence
from typing import Any

from bot.sandbox import markup
from bot.sandbox.payloads import local
from bot.sandbox.people import Person, Place
from bot.sandbox.wire import Json, Refused, StoredMessage

CDN = "https://cdn.simcord.invalid/"

_STYLES = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium"}
_ENTITIES = {5: "user", 6: "role", 7: "mentionable", 8: "channel"}
_TRUTH = {"en-US": ("True", "False"), "de": ("Wahr", "Falsch")}
_THREADS = {10, 11, 12}
_OPTION_KINDS = {
    3: "string",
    4: "integer",
    5: "boolean",
    6: "user",
    7: "channel",
    8: "role",
    9: "mentionable",
    10: "number",
}


class Views:
    """Turns what the simulator keeps into what the page shows.

    Args:
        names: Names of the people and channels a text may mention.
        entities: For "user", "role", "mentionable", "channel" or "thread" what a menu of that kind offers, as
            pairs of an id and a name.
        find: Gives the message another one answers, or None if it is gone.
        labels: Gives for a command's full name what people of each language see.
    """

    def __init__(
        self,
        names: markup.Names,
        entities: Callable[[str], list[tuple[str, str]]],
        find: Callable[[int], StoredMessage | None],
        labels: Callable[[str], dict[str, str]],
    ) -> None:
        self._names = names
        self._entities = entities
        self._find = find
        self._labels = labels
        self._seen: dict[int, tuple[int, Json]] = {}

    def message(self, stored: StoredMessage) -> Json:
        """Give the view of a message; the same object as before if nothing in it has changed."""
        seen = self._seen.get(stored.id)
        if seen is not None and seen[0] == stored.fingerprint:
            return seen[1]
        view = self._message(stored)
        self._seen[stored.id] = (stored.fingerprint, view)
        return view

    def forget_all_but(self, numbers: set[int]) -> None:
        """Let go of views of messages that are no longer shown to anybody."""
        for number in set(self._seen) - numbers:
            del self._seen[number]

    def modal(self, handle: str, form: Json) -> Json:
        """Give the view of a form."""
        return {
            "handle": handle,
            "title": form["title"],
            "fields": [self._field(field) for field in form["components"]],
        }

    def command(self, name: str, leaf: Json, path: Sequence[Json], locale: str) -> Json:
        """Give the view of a command, in a person's language.

        Args:
            name: Its full name, "hearts start".
            leaf: Its innermost part, which has the options.
            path: All its parts from the outermost on.
            locale: Discord's name of the language.
        """
        options = [
            {
                "name": option["name"],
                "label": local(option, "name", locale),
                "description": local(option, "description", locale),
                "kind": _OPTION_KINDS.get(option["type"], "string"),
                "required": bool(option.get("required")),
                "autocomplete": bool(option.get("autocomplete")),
                "choices": self._choices(option, locale),
            }
            for option in leaf.get("options") or []
        ]
        return {
            "name": name,
            "label": " ".join(local(part, "name", locale) for part in path),
            "description": local(leaf, "description", locale),
            "options": options,
        }

    def choice(self, choice: Json, locale: str) -> Json:
        """Give the view of one choice of a command's option."""
        return {"name": local(choice, "name", locale), "value": choice["value"]}

    def _choices(self, option: Json, locale: str) -> list[Json]:
        kind = _OPTION_KINDS.get(option["type"], "string")
        if kind in _ENTITIES.values():
            return [{"name": name, "value": value} for value, name in self._entities(kind)]
        if kind == "boolean":
            yes, no = _TRUTH.get(locale, _TRUTH["en-US"])
            return [{"name": yes, "value": "true"}, {"name": no, "value": "false"}]
        return [self.choice(choice, locale) for choice in option.get("choices") or []]

    def _offered(self, kind: str, part: Json) -> list[tuple[str, str]]:
        """Give what a menu of people, roles or channels offers; threads only where they are asked for."""
        types = set(part.get("channel_types") or [])
        if kind != "channel" or not types & _THREADS:
            return self._entities(kind)
        return (self._entities(kind) if 0 in types else []) + self._entities("thread")

    def _text(self, text: str | None) -> markup.Tree:
        return markup.parse(text, self._names) if text else []

    def _message(self, stored: StoredMessage) -> Json:
        files = {file["filename"]: file["url"] for file in stored.attachments}
        embeds = [self._embed(embed, files) for embed in stored.embeds]
        components = [self._component(component) for component in stored.components]
        used = set(_addresses([embeds, components]))
        attachments = [_file(file) for file in stored.attachments if _path(file["url"]) not in used]
        origin = stored.origin
        return {
            "id": str(stored.id),
            "author": str(stored.author),
            "created": stored.created,
            "edited": stored.edited,
            "ephemeral": stored.ephemeral,
            "loading": stored.loading,
            "pings": [str(user) for user in stored.pings],
            "everyone": stored.everyone,
            "command": {"person": str(origin.person), "labels": self._labels(origin.command)}
            if origin is not None and origin.command is not None
            else None,
            "reply": self._reply(stored),
            "thread": self._thread(stored.thread),
            "text": self._text(stored.content),
            "embeds": embeds,
            "components": components,
            "attachments": attachments,
        }

    def _reply(self, stored: StoredMessage) -> Json | None:
        origin = stored.origin
        number = stored.reply_to or (origin.message if origin is not None else None)
        if number is None or number == stored.id:
            return None
        found = self._find(number)
        if found is None:
            # An answer to a click stands well without the message that was clicked.
            answers_click = origin is not None and origin.command is None
            return None if answers_click else {"id": None, "author": None, "words": ""}
        words = markup.plain(self._text(found.content or next(_words(found.components), "")))
        return {"id": str(found.id), "author": str(found.author), "words": words[:140]}

    def _thread(self, number: int | None) -> Json | None:
        if number is None:
            return None
        return {"channel": str(number), "name": self._names.channel(number)}

    def _component(self, part: Json) -> Json:
        match part["type"]:
            case 1:
                return {"kind": "row", "items": [self._component(child) for child in part["components"]]}
            case 2:
                return self._button(part)
            case 3 | 5 | 6 | 7 | 8:
                return self._select(part)
            case 9:
                return {
                    "kind": "section",
                    "items": [self._component(child) for child in part["components"]],
                    "accessory": self._component(part["accessory"]),
                }
            case 10:
                return {"kind": "text", "text": self._text(part["content"])}
            case 11:
                return {"kind": "thumbnail", **_media(part["media"], part)}
            case 12:
                return {"kind": "gallery", "items": [_media(item["media"], item) for item in part["items"]]}
            case 13:
                url = part["file"]["url"]
                return {
                    "kind": "file",
                    "path": _path(url),
                    "name": part.get("name") or url.rpartition("/")[2],
                    "size": part.get("size") or 0,
                    "spoiler": bool(part.get("spoiler")),
                }
            case 14:
                spacing = "large" if part.get("spacing") == 2 else "small"
                return {"kind": "separator", "divider": part.get("divider", True), "spacing": spacing}
            case 17:
                return {
                    "kind": "container",
                    "accent": _colour(part.get("accent_color")),
                    "spoiler": bool(part.get("spoiler")),
                    "items": [self._component(child) for child in part["components"]],
                }
            case other:
                return {"kind": "unknown", "type": other}

    def _button(self, part: Json) -> Json:
        return {
            "kind": "button",
            "id": part.get("custom_id"),
            "style": _STYLES[part["style"]],
            "label": part.get("label") or "",
            "emoji": _emoji(part.get("emoji")),
            "url": part.get("url"),
            "disabled": bool(part.get("disabled")),
        }

    def _select(self, part: Json) -> Json:
        of = _ENTITIES.get(part["type"], "string")
        if of == "string":
            options = [_option(option) for option in part.get("options") or []]
        else:
            chosen = {str(default["id"]) for default in part.get("default_values") or []}
            options = [
                {"value": value, "label": name, "description": "", "emoji": None, "default": value in chosen}
                for value, name in self._offered(of, part)
            ]
        return {
            "kind": "select",
            "of": of,
            "id": part["custom_id"],
            "placeholder": part.get("placeholder") or "",
            "min": part.get("min_values", 1),
            "max": part.get("max_values", 1),
            "disabled": bool(part.get("disabled")),
            "required": part.get("required", True),
            "options": options,
        }

    def _embed(self, embed: Json, files: dict[str, str]) -> Json:
        def picture(key: str) -> Json | None:
            media = embed.get(key)
            if not media:
                return None
            # SimCord keeps the name of an uploaded file here; Discord puts the address in its place.
            url = str(media.get("url") or "")
            name = url.removeprefix("attachment://")
            return _media({"url": files.get(name, url)}, {})

        author, footer = embed.get("author") or {}, embed.get("footer") or {}
        return {
            "colour": _colour(embed.get("color")),
            "title": self._text(embed.get("title")),
            "url": embed.get("url"),
            "text": self._text(embed.get("description")),
            "author": author.get("name") or "",
            "fields": [
                {
                    "name": self._text(field["name"]),
                    "text": self._text(field["value"]),
                    "inline": bool(field.get("inline")),
                }
                for field in embed.get("fields") or []
            ],
            "image": picture("image"),
            "thumbnail": picture("thumbnail"),
            "footer": footer.get("text") or "",
            "at": embed.get("timestamp"),
        }

    def _field(self, part: Json) -> Json:
        if part["type"] == 10:
            return {"kind": "text", "text": self._text(part["content"])}
        if part["type"] == 18:
            inner = self._control(part["component"])
            return {**inner, "title": part["label"], "description": part.get("description") or ""}
        inner = part["components"][0] if part["type"] == 1 else part
        return {**self._control(inner), "title": inner.get("label") or "", "description": ""}

    def _control(self, part: Json) -> Json:
        match part["type"]:
            case 4:
                return {
                    "kind": "input",
                    "id": part["custom_id"],
                    "long": part.get("style") == 2,
                    "placeholder": part.get("placeholder") or "",
                    "value": part.get("value") or "",
                    "required": part.get("required", True),
                    "min": part.get("min_length") or 0,
                    "max": part.get("max_length") or 4000,
                }
            case 21 | 22:
                options = [_option(option) for option in part["options"]]
                return {
                    "kind": "radios" if part["type"] == 21 else "checks",
                    "id": part["custom_id"],
                    "required": part.get("required", True),
                    "min": part.get("min_values", 1),
                    "max": part.get("max_values", len(options)),
                    "options": options,
                }
            case 23:
                return {"kind": "check", "id": part["custom_id"], "checked": bool(part.get("default"))}
            case 19:
                return {"kind": "unknown", "type": 19}
            case _:
                return self._select(part)


def person(person: Person) -> Json:
    """Give the view of a person."""
    return {
        "key": person.key,
        "id": str(person.id),
        "name": person.name,
        "colour": person.colour,
        "language": person.language,
    }


def place(place: Place) -> Json:
    """Give the view of a channel or a thread."""
    return {"key": place.key, "name": place.name, "id": str(place.id), "parent": place.parent}


def refusal(refused: Refused) -> Json:
    """Give the view of a reason why something cannot be done."""
    return {"error": {"why": refused.why.value, "about": refused.about}}


def _option(option: Json) -> Json:
    return {
        "value": option["value"],
        "label": option["label"],
        "description": option.get("description") or "",
        "emoji": _emoji(option.get("emoji")),
        "default": bool(option.get("default")),
    }


def _emoji(emoji: Json | None) -> Json | None:
    if not emoji:
        return None
    if emoji.get("id"):
        return {"name": f":{emoji['name']}:", "id": str(emoji["id"])}
    return {"name": str(emoji["name"]), "id": None}


def _colour(colour: int | None) -> str | None:
    return None if colour is None else f"#{colour:06x}"


def _path(url: str) -> str:
    return url.removeprefix(CDN)


def _media(media: Json, facts: Json) -> Json:
    return {
        "path": _path(str(media.get("url") or "")),
        "alt": facts.get("description") or "",
        "spoiler": bool(facts.get("spoiler")),
    }


def _file(file: Json) -> Json:
    return {
        "path": _path(file["url"]),
        "name": file["filename"],
        "size": file["size"],
        "alt": file.get("description") or "",
        "picture": str(file.get("content_type") or "").startswith("image/"),
        "spoiler": file["filename"].startswith("SPOILER_"),
    }


def _addresses(view: Any) -> list[str]:
    """Give the addresses of all files a view shows."""
    if isinstance(view, list):
        return [address for each in view for address in _addresses(each)]
    if isinstance(view, dict):
        own = [view["path"]] if isinstance(view.get("path"), str) else []
        return own + [address for each in view.values() for address in _addresses(each)]
    return []


def _words(parts: Sequence[Json]) -> Any:
    for part in parts:
        if part.get("type") == 10:
            yield part["content"]
        yield from _words(part.get("components") or [])
