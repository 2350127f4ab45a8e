"""Runs the examples of the README, in their order, against the service of the environment."""

from __future__ import annotations

import re
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"


def main() -> None:
    names: dict[str, object] = {"__name__": "readme"}
    for example in re.finditer(r"^```python\n(.*?)^```$", README.read_text("utf-8"), re.DOTALL | re.MULTILINE):
        line = README.read_text("utf-8")[: example.start(1)].count("\n")
        exec(compile("\n" * line + example[1], str(README), "exec"), names)  # noqa: S102
        print("ok", line + 1)


if __name__ == "__main__":
    main()
