"""Writes the reference of the SDK as HTML, by default to `docs/`.

python scripts/write_docs.py [folder]
"""

from __future__ import annotations

import sys
from pathlib import Path

import pdoc
import pdoc.render


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1] / "docs"
    pdoc.render.configure(docformat="markdown", show_source=False, footer_text="Stablecoin Payments for Python")
    pdoc.pdoc("stablecoin_payments", "stablecoin_payments.fastapi", output_directory=folder)


if __name__ == "__main__":
    main()
