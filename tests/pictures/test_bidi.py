"""The order of letters in lines that mix directions (UAX 9)."""

import pytest

from bot.pictures.bidi import levels, visual_order


@pytest.mark.parametrize(
    ("read", "stands"),
    [
        ("", ""),
        ("ab c", "ab c"),
        ("אבג", "גבא"),
        ("אב גד", "דג בא"),
        ("ab אב", "ab בא"),
        ("אב ab", "ab בא"),
        ("ab אב cd", "ab בא cd"),
        ("12 אב", "בא 12"),
        ("אב 12", "12 בא"),
        ("אב 1,5", "1,5 בא"),
        ("אב -5%", "5%- בא"),
        ("ab אב 12", "ab 12 בא"),
        ("ab אב!", "ab בא!"),
        ("אב!", "!בא"),
        ("ab (אב) cd", "ab (בא) cd"),
        ("אב (ab) ג", "ג (ab) בא"),
        ("אב ab (גד) ef", "ef (דג) ab בא"),
        ("a (ב) ג", "a (ב) ג"),
        ("ع 1,5", "1,5 ع"),
        ("ا ٤٢", "٤٢ ا"),
        ("♥ אב", "בא ♥"),
    ],
    ids=ascii,
)
def test_letters_stand_in_the_order_people_expect(read: str, stands: str) -> None:
    mirrored = str.maketrans("()", ")(")
    depths = levels(read)
    shown = [
        read[place].translate(mirrored) if depths[place] % 2 else read[place]
        for place in visual_order(depths)
    ]
    assert "".join(shown) == stands
