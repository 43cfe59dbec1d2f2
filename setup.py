"""Build the package with what pyproject.toml cannot express.

The folders `static` and `templates`, which are beside `companion`, become part of the package. The
links of the README to files of the project become links to the web.
"""

import re
import tomllib
from pathlib import Path

from setuptools import find_packages, setup

HERE = Path(__file__).parent
SOURCE = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Source"]
README = (HERE / "README.md").read_text("utf-8")

setup(
    packages=[
        *find_packages(include=["companion", "companion.*"]),
        "companion.static",
        "companion.templates",
    ],
    package_dir={"companion.static": "static", "companion.templates": "templates"},
    long_description=re.sub(r"\]\((?!https?:|#)", f"]({SOURCE}/", README),
    long_description_content_type="text/markdown",
)
