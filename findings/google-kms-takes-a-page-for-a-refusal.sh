#!/usr/bin/env bash
# Guess: the code of an error of @google-cloud/kms is what Google Cloud answered.
# Seen: with fallback (HTTP instead of gRPC), 6.3.0 makes code 7, PERMISSION_DENIED, of any body with the status 403, also of the
# HTML page of a proxy. Class and code are the same as those of a refusal by Google. Only `details` differs: it is an array if
# the answer is Google's, and missing if it is not.
# Ends with 1 when that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error @google-cloud/kms@6.3.0 >/dev/null
cat >try.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { KeyManagementServiceClient } from '@google-cloud/kms';

const refusal = { error: { code: 403, message: 'Permission denied on the key.', status: 'PERMISSION_DENIED' } };
const answers = [
  ['a page of a proxy', 'text/html', '<html><body>Access denied</body></html>', undefined],
  ['a refusal of Google', 'application/json', JSON.stringify(refusal), []],
];
let body, type;
const server = createServer((_request, response) => response.writeHead(403, { 'content-type': type }).end(body));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();
// Without credentials: there is nothing to look up.
const auth = {
  getClient: async () => ({}),
  getUniverseDomain: async () => 'googleapis.com',
  fetch: (...request) => fetch(...request),
};
const client = new KeyManagementServiceClient({ fallback: true, protocol: 'http', servicePath: '127.0.0.1', port, auth });
const name = 'projects/p/locations/l/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1';
for (const [what, contentType, content, details] of answers) {
  [type, body] = [contentType, content];
  const error = await client.getPublicKey({ name }, { retry: null, timeout: 30_000 }).catch((each) => each);
  console.log(`${what}: ${error.constructor.name}, code ${error.code}, details ${JSON.stringify(error.details)}`);
  assert.deepEqual([error.constructor.name, error.code, error.details], ['GoogleError', 7, details]);
}
server.close();
PROGRAM
node try.mjs
