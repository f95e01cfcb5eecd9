# pyright: basic, reportMissingImports=false
"""The kernel compiled by numba (the extra `fast`), which nothing imports before it is needed."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from bot.players import (
    kernel,
    kernel_dealing,
    kernel_passing,
    kernel_policy,
    kernel_rollout,
    kernel_sampling,
    kernel_scoring,
)
from bot.players.kernel_dealing import WORD

SOURCES: Final = (
    kernel_policy,
    kernel_scoring,
    kernel_passing,
    kernel_dealing,
    kernel_rollout,
    kernel_sampling,
    kernel,
)
"""What is compiled; each uses those before it alone."""
DIGITS: Final = 12
"""So many digits of the sources' digest stand in the names of what is kept on disk."""
GOOD: Final = 2654435761
"""An odd number to spread seeds with."""


def available() -> bool:
    """Whether numba and numpy can be imported."""
    return all(importlib.util.find_spec(name) is not None for name in ("numba", "numpy"))


def engine(fast: bool | None = None) -> tuple[Any, Callable[[Iterable[int]], Any], Callable[[int], Any]]:
    """The kernel that runs, what makes numbers for it of ints, and what makes so many floats, all 0.

    Args:
        fast: whether it is the compiled one; None for where numba is installed.
    """
    if available() if fast is None else fast:
        return compiled(), numbers, zeros
    return kernel, list[int], lambda count: [0.0] * count


@cache
def compiled() -> ModuleType:
    """The kernel from the same source, its functions compiled; each compiles at its first call, or is cached.

    A function that is cached has the functions it calls and the constants it reads in it, while numba looks
    only at the file it stands in. So it is kept under a name with the digest of all sources.

    Raises:
        ImportError: where numba is not installed.
    """
    import numba

    _teach_int_methods()
    kept: Any = numba.njit(cache=True)
    lost: Any = numba.njit()
    namespaces: list[dict[str, Any]] = []
    compiled_names: dict[str, Any] = {}
    digest = _digest()
    for source in SOURCES:
        copy = _copy_of(source)
        for name, value in vars(copy).items():
            if isinstance(value, FunctionType) and value.__module__ == copy.__name__:
                value.__qualname__ = f"{name}_{digest}"
                try:
                    compiled_names[name] = kept(value)
                except RuntimeError:
                    # No folder that can be written to: it is compiled at every start.
                    compiled_names[name] = lost(value)
        namespaces.append(vars(copy))
        last = copy
    for namespace in namespaces:
        namespace.update({name: value for name, value in compiled_names.items() if name in namespace})
    _remove_others(compiled_names["evaluate"].stats.cache_path, digest)
    return last


def _digest() -> str:
    """What tells these sources from those of any other version."""
    found = hashlib.sha256()
    for path in (*(source.__file__ for source in SOURCES), __file__):
        assert path is not None
        found.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return found.hexdigest()[:DIGITS]


def _remove_others(folder: str | None, digest: str) -> None:
    """Remove what was kept of other versions; where that is forbidden it stays and does no harm."""
    if folder is None:
        return
    for source in SOURCES:
        for path in Path(folder).glob(f"{source.__name__.rpartition('.')[2]}.*.nb[ci]"):
            if f"_{digest}-" not in path.name:
                with contextlib.suppress(OSError):
                    path.unlink()


def _copy_of(source: ModuleType) -> ModuleType:
    """A second module from the same source, whose functions are its own."""
    assert source.__file__ is not None
    spec = importlib.util.spec_from_file_location(f"{source.__name__}_compiled", source.__file__)
    assert spec is not None
    assert spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    # What numba keeps on disk names the module it came from.
    sys.modules[spec.name] = copy
    spec.loader.exec_module(copy)
    return copy


def _teach_int_methods() -> None:
    """Let compiled code call `bit_count` and `bit_length` on ints that are not negative."""
    from numba import types
    from numba.cpython.unsafe.numbers import leading_zeros
    from numba.extending import overload_method

    teach: Any = overload_method
    zeros: Any = leading_zeros

    @teach(types.Integer, "bit_length")
    def bit_length(number):
        def length(number):
            return 64 - zeros(number)

        return length

    @teach(types.Integer, "bit_count")
    def bit_count(number):
        def count(number):
            # Warren, Hacker's Delight, 5-1: sums of fields of 1, 2 and 4 bits, then of all bytes.
            pairs = number - ((number >> 1) & 0x5555555555555555)
            fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
            return (((fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101) >> 56

        return count


def seeded(seed: int) -> int:
    """The state that the kernel's lots begin with, from 1 to 2**32 - 1."""
    return (seed * GOOD + 1) % WORD or 1


def numbers(values: Iterable[int]) -> Any:
    """An array of 64-bit ints."""
    import numpy

    library: Any = numpy
    return library.array(list(values), dtype=library.int64)


def zeros(count: int) -> Any:
    """An array of so many floats, all 0."""
    import numpy

    library: Any = numpy
    return library.zeros(count)
