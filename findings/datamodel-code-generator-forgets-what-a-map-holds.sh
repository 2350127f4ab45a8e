#!/usr/bin/env bash
# Guess: a map of strings that may be null is dict[str, str] | None, in whichever of the two ways OpenAPI 3.1 writes it.
# Seen: of {"type": ["object", "null"], "additionalProperties": {"type": "string"}} datamodel-code-generator 0.89.0 makes
# dict[str, Any] | None, without a warning. Of anyOf with null it makes dict[str, str] | None.
# Ends with 1 when that has changed. Needs python3 with venv.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check datamodel-code-generator==0.89.0 ruff==0.17.6
cat >openapi.json <<'DOCUMENT'
{
  "openapi": "3.1.0",
  "info": { "title": "Maps", "version": "1" },
  "paths": {},
  "components": {
    "schemas": {
      "Maps": {
        "type": "object",
        "required": ["listed", "any"],
        "properties": {
          "listed": { "type": ["object", "null"], "additionalProperties": { "type": "string" } },
          "any": { "anyOf": [{ "type": "object", "additionalProperties": { "type": "string" } }, { "type": "null" }] }
        }
      }
    }
  }
}
DOCUMENT
made=$(venv/bin/datamodel-codegen --input openapi.json --input-file-type openapi --formatters ruff-format \
  --output-model-type pydantic_v2.BaseModel --use-union-operator --target-python-version 3.10 | grep dict)
echo "$made"
grep -qF 'listed: dict[str, Any] | None' <<<"$made" && grep -qF 'any: dict[str, str] | None' <<<"$made"
