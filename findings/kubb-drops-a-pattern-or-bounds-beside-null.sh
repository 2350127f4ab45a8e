#!/usr/bin/env bash
# Guess: of the two ways to write "this, or null" in OpenAPI 3.1, a list of types and anyOf, a generator reads both alike.
# Seen: of a list of types, the Zod schemas of kubb 4.39.3 keep minLength, maxLength, minimum and maximum and drop a pattern.
# Of anyOf they keep the pattern and drop the four others. No form keeps all.
# Ends with 1 when that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm pkg set type=module >/dev/null
npm install --no-audit --no-fund --loglevel=error @kubb/{cli,core,plugin-oas,plugin-ts,plugin-zod}@4.39.3 zod@4.6.7 >/dev/null
cat >openapi.json <<'DOCUMENT'
{
  "openapi": "3.1.0",
  "info": { "title": "Texts", "version": "1" },
  "paths": {},
  "components": {
    "schemas": {
      "Texts": {
        "type": "object",
        "required": ["listed", "listed_code", "any", "any_code"],
        "properties": {
          "listed": { "type": ["string", "null"], "maxLength": 4 },
          "listed_code": { "type": ["string", "null"], "pattern": "^a" },
          "any": { "anyOf": [{ "type": "string", "maxLength": 4 }, { "type": "null" }] },
          "any_code": { "anyOf": [{ "type": "string", "pattern": "^a" }, { "type": "null" }] }
        }
      }
    }
  }
}
DOCUMENT
cat >kubb.config.mjs <<'CONFIG'
import { defineConfig } from '@kubb/core';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

const plugins = [pluginOas({ validate: false }), pluginTs(), pluginZod()];
export default defineConfig({ input: { path: './openapi.json' }, output: { path: './made', format: false, lint: false }, plugins });
CONFIG
npx kubb generate >/dev/null 2>&1
made=$(grep -E '"(listed|any)(_code)?":' made/zod/textsSchema.ts)
echo "$made"
has() { grep -q "$1" <<<"$made"; }
has '"listed":.*max(4)' && ! has '"listed_code":.*regex' && ! has '"any":.*max(4)' && has '"any_code":.*regex'
