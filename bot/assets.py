"""Where the files the program reads at run time are: fonts, card art, catalogues of words."""

from pathlib import Path


def assets_folder() -> Path:
    """Give the folder of assets, whichever way the program was installed.

    A wheel carries the files as `bot/assets`, beside this module; a checkout keeps them in `assets`, beside
    the package `bot`.

    Returns:
        An existing folder.

    Raises:
        FileNotFoundError: neither place exists, so the installation is not complete.
    """
    package = Path(__file__).resolve().parent
    places = (package / "assets", package.parent / "assets")
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"no assets in {' or '.join(str(place) for place in places)}")
