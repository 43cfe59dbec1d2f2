"""Install the core of the program: our wheel and the packages it needs, without compiled modules.

The packages are copied from the environment of the tests; compiled modules are not copied. The
result is what pip installs on a machine without a compiler, for which no compiled wheels exist,
such as a phone.

The following command installs the core in FOLDER, and prints the command that starts it:

    python -m tests.core FOLDER

`make core` runs browser tests with a core that was installed in this way.
"""

from __future__ import annotations

import re
import sys
import sysconfig
import venv
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile

from tests.building import Dist

COMPILED = (".so", ".pyd", ".dylib")


class Core:
    def __init__(self, folder: Path, wheel: Path) -> None:
        venv.create(folder, symlinks=True)
        self.programs = folder / "bin"
        self.packages = Path(
            sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)})
        )
        with ZipFile(wheel) as packed:
            packed.extractall(self.packages)
        told = metadata.Distribution.at(next(self.packages.glob("truc_companion-*.dist-info")))
        for name in sorted(set(needed(told))):
            self._take(metadata.distribution(name))

    @property
    def program(self) -> tuple[str, ...]:
        return (str(self.programs / "python"), "-I", "-m", "companion")

    def _take(self, package: metadata.Distribution) -> None:
        for file in package.files or ():
            if file.suffix not in (*COMPILED, ".pyc") and ".." not in file.parts:
                (self.packages / file.parent).mkdir(parents=True, exist_ok=True)
                (self.packages / file).write_bytes(Path(str(file.locate())).read_bytes())


def needed(package: metadata.Distribution) -> Iterator[str]:
    """Yield the names of the packages that `package` needs, directly or through another one.

    Requirements with a condition (extras, other platforms) are left out.
    """
    for line in package.requires or ():
        name, _, condition = line.partition(";")
        if not condition:
            found = re.split(r"[^\w.-]", name.strip())[0]
            yield found
            yield from needed(metadata.distribution(found))


if __name__ == "__main__":
    made = Path(sys.argv[1]).resolve()
    print(*Core(made / "core", Dist(made / "dist").wheel).program)
