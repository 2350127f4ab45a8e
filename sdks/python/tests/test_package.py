"""What is built and published."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from stablecoin_payments import __version__

ROOT = Path(__file__).resolve().parents[1]
MODULES = {
    path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".typed")
}


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout  # noqa: S603


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-W", "error", "-m", "build", "--no-isolation", "--outdir", str(folder))
    return folder


def test_the_wheel_has_the_package_and_nothing_else(built: Path) -> None:
    with zipfile.ZipFile(built / f"stablecoin_payments-{__version__}-py3-none-any.whl") as wheel:
        names = set(wheel.namelist())
        about = f"stablecoin_payments-{__version__}.dist-info"
        metadata = wheel.read(f"{about}/METADATA").decode()
    assert names == MODULES | {f"{about}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "licenses/LICENSE")}
    assert "Requires-Python: >=3.10" in metadata
    assert "# Stablecoin Payments for Python" in metadata


def test_the_source_distribution_has_what_builds_it_and_nothing_else(built: Path) -> None:
    with tarfile.open(built / f"stablecoin_payments-{__version__}.tar.gz") as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    assert names - {".gitignore"} == {f"src/{name}" for name in MODULES} | {
        "LICENSE",
        "PKG-INFO",
        "README.md",
        "pyproject.toml",
    }


def test_the_wheel_can_be_imported_alone(built: Path) -> None:
    wheel = next(built.glob("*.whl"))
    program = f"import sys; sys.path.insert(0, {str(wheel)!r}); import stablecoin_payments as s; print(s.__file__)"
    assert str(wheel) in run(sys.executable, "-c", program)


def test_the_reference_has_every_method(tmp_path: Path) -> None:
    run(sys.executable, "-W", "error", str(ROOT / "scripts" / "write_docs.py"), str(tmp_path))
    page = (tmp_path / "stablecoin_payments" / "resources.html").read_text("utf-8")
    assert 'id="Payments.create"' in page
    assert 'id="WebhookEndpoints.rotate_secret"' in page
