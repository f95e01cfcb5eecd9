"""Filling in forms."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.cogs.people import Somebody
from tests.cogs.seen import Seen

TEXT_INPUT, RADIO, CHECKBOXES = 4, 21, 22


def fields(form: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Every part of a form that is filled in."""
    for part in form["components"]:
        yield part["component"]


def filled_in(form: Mapping[str, Any]) -> dict[str, Any]:
    """What stands in a form when it opens, by the custom_ids of its parts."""
    values: dict[str, Any] = {}
    for field in fields(form):
        name, kind = field["custom_id"], field["type"]
        if kind == TEXT_INPUT:
            values[name] = field.get("value") or ""
            continue
        chosen = [option["value"] for option in field["options"] if option.get("default")]
        values[name] = chosen if kind == CHECKBOXES else "".join(chosen)
    return values


class Forms:
    """The rules of a table in the hands of one person.

    Attributes:
        person: who.
        message: the private message with the rules.
    """

    def __init__(self, person: Somebody, message: Any) -> None:
        self.person = person
        self.message = message

    @classmethod
    async def opened(cls, person: Somebody) -> "Forms":
        """Press Rules in the lobby."""
        result = await person.press(person.place.table_message(), "button.rules")
        assert result.response.ephemeral
        return cls(person, result.response.message)

    def seen(self) -> Seen:
        """The message as it is now."""
        return self.person.again(self.message.id)

    async def open(self, form: str) -> tuple[Any, dict[str, Any]]:
        """Open a form; gives what is to be sent and what stands in it."""
        result = await self.person.member.click(
            self.seen().message, label=self.person.words(f"forms.button.{form}")
        )
        assert result._interaction.modal is not None
        return result, filled_in(result._interaction.modal)

    async def fill(self, form: str, **changes: Any) -> Any:
        """Open a form, change some of it and send it; gives what came of it."""
        result, values = await self.open(form)
        return await self.send(result, {**values, **changes})

    async def send(self, result: Any, values: Mapping[str, Any]) -> Any:
        """Send a form."""
        outcome = await self.person.member.submit_modal(result, dict(values))
        assert outcome.acknowledged
        return outcome

    async def edit_again(self) -> tuple[Any, dict[str, Any]]:
        """Press Edit again after a refusal; as `open`."""
        again = self.person.words("forms.button.edit")
        result = await self.person.member.click(self.seen().message, label=again)
        assert result._interaction.modal is not None
        return result, filled_in(result._interaction.modal)

    async def preset(self, name: str) -> None:
        """Choose a preset."""
        [menu] = self.seen().menus
        result = await self.person.member.select(self.seen().message, [name], custom_id=menu["custom_id"])
        assert result.acknowledged
