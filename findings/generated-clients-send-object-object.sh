#!/usr/bin/env bash
# Guess: a client that is generated from a parameter with style deepObject sends filter[color]=red.
# Seen: typed-openapi 2.2.7 and swagger-typescript-api 13.13.0 send filter=[object Object]. Neither warns, and the types accept
# the object.
# Ends with 1 when that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm pkg set type=module >/dev/null
npm install --no-audit --no-fund --loglevel=error typed-openapi@2.2.7 swagger-typescript-api@13.13.0 esbuild@0.28.2 >/dev/null
cat >openapi.json <<'DOCUMENT'
{
  "openapi": "3.1.0",
  "info": { "title": "Filters", "version": "1" },
  "paths": {
    "/things": {
      "get": {
        "operationId": "listThings",
        "parameters": [
          {
            "name": "filter",
            "in": "query",
            "style": "deepObject",
            "schema": { "type": "object", "additionalProperties": { "type": "string" } }
          }
        ],
        "responses": { "200": { "description": "A list", "content": { "application/json": { "schema": { "type": "object" } } } } }
      }
    }
  }
}
DOCUMENT
npx typed-openapi openapi.json -o typed.ts >/dev/null
npx swagger-typescript-api generate -p openapi.json -o swagger -n api.ts >/dev/null
cat >try.ts <<'PROGRAM'
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { Api } from './swagger/api';
import { createApiClient } from './typed';

const asked: string[] = [];
const server = createServer(({ url = '' }, response) => {
  asked.push(decodeURIComponent(url));
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as { port: number };
const address = `http://127.0.0.1:${port}`;
const filter = { color: 'red' };

const fetcher = {
  fetch: ({ url, urlSearchParams }: { url: URL; urlSearchParams?: URLSearchParams }) => {
    url.search = String(urlSearchParams);
    return fetch(url);
  },
};
await createApiClient(fetcher, address).get('/things', { query: { filter } });
await new Api({ baseUrl: address }).things.listThings({ filter });
console.log(`typed-openapi: ${asked[0]}\nswagger-typescript-api: ${asked[1]}`);
assert.deepEqual(asked.map((url) => url.replace('+', ' ')), Array(2).fill('/things?filter=[object Object]'));
server.close();
PROGRAM
npx esbuild try.ts --bundle --platform=node --format=esm --outfile=try.mjs --log-level=error
node try.mjs
