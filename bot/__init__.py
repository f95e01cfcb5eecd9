"""A Discord bot that runs games of Hearts."""

import sys

# Nothing else of the program can be read by an older Python, which has to be able to read this file.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "Python is {}.{}, and 3.11 or newer is needed; install one, and make the virtual environment"
        " anew.".format(*sys.version_info[:2])
    )
