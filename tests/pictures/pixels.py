"""Looking at drawn pictures."""

import io

from PIL import Image

Box = tuple[int, int, int, int]


def opened(png: bytes) -> Image.Image:
    """The picture in a PNG file, mode RGBA."""
    with Image.open(io.BytesIO(png)) as image:
        assert image.format == "PNG"
        return image.convert("RGBA")


def over(png: bytes, background: tuple[int, int, int]) -> Image.Image:
    """The picture as it looks over a background, mode RGB."""
    picture = opened(png)
    image = Image.new("RGBA", picture.size, (*background, 255))
    image.alpha_composite(picture)
    return image.convert("RGB")


def brightness(image: Image.Image, box: Box) -> float:
    """The mean lightness of a part of a picture, 0 to 255."""
    part = image.convert("L").crop(box)
    return sum(value * count for value, count in enumerate(part.histogram())) / (part.width * part.height)


def differs(one: Image.Image, other: Image.Image, box: Box) -> bool:
    """Whether two pictures differ within a part."""
    return one.crop(box).tobytes() != other.crop(box).tobytes()
