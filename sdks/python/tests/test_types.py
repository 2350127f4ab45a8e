"""The generated types and the contract."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CONTRACT = json.loads((ROOT.parents[1] / "apps" / "gateway" / "openapi.json").read_text("utf-8"))

VECTORS = ROOT.parents[0] / "vectors"

# What the SDK has no method for.
LEFT_OUT = {
    tuple(re.sub(r"\{[^}]+\}", "{}", each["operation"]).split(" "))
    for each in json.loads((VECTORS / "left-out.json").read_text("utf-8"))["operations"]
}


def operations() -> list[tuple[str, str, Any]]:
    paths = [(path, methods) for path, methods in CONTRACT["paths"].items() if path.startswith("/v1/")]
    return [(method.upper(), path, each) for path, methods in paths for method, each in methods.items()]


def test_the_types_are_those_of_the_contract() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "generate_types.py"), "--check"]
    checked = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
    assert checked.returncode == 0, checked.stderr


def test_every_operation_of_the_contract_has_a_method_or_is_left_out() -> None:
    source = (ROOT / "src" / "stablecoin_payments" / "resources.py").read_text("utf-8")
    calls = {
        (method or "GET", "/v1" + re.sub(r"\{[^}]+\}", "{}", path))
        for method, path in re.findall(r'(?:"(GET|POST|PUT|PATCH|DELETE)", |read, |read_event, )f?"(/[^"]+)"', source)
    } | {("POST", "/v1/payments")}
    assert {(method, re.sub(r"\{[^}]+\}", "{}", path)) for method, path, _ in operations()} - calls == LEFT_OUT


def test_the_contract_takes_a_key_for_every_post_that_has_a_method() -> None:
    for method, path, operation in operations():
        if (method, path) in LEFT_OUT:
            continue
        takes = any(each.get("$ref", "").endswith("/IdempotencyKey") for each in operation.get("parameters", []))
        assert takes is (method == "POST"), path
