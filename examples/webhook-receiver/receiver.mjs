// A receiver of webhooks in one file, with nothing but Node: `API_KEY=svc_test_… node receiver.mjs`. It registers itself
// as an endpoint, verifies the signature of whatever comes, prints it, and takes its endpoint away when it is stopped.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const { BASE_URL = 'http://127.0.0.1:3000', API_KEY, RECEIVER_PORT = '4000' } = process.env;
const TIMESTAMP_TOLERANCE_SECONDS = 300;

if (API_KEY === undefined) fail('Set API_KEY to the key that the service printed at its first start.');

/** The endpoint's secret: known as soon as it is registered, and nothing is sent to it before that. */
let secret;

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  // The raw bytes are what was signed; JSON that was parsed and written again may differ.
  const rawBody = Buffer.concat(chunks);
  if (!isGenuine(rawBody, request.headers['svc-signature'])) {
    response.writeHead(400).end();
    console.log('refused: the signature is not right');
    return;
  }
  // Answer first: whatever takes longer belongs behind the answer. An event may come again, under the same id.
  response.writeHead(200).end();
  const { id, type, data } = JSON.parse(rawBody.toString('utf8'));
  console.log(`verified ${type} ${id} ${JSON.stringify(data)}`);
});

server.listen(Number(RECEIVER_PORT), '127.0.0.1');
await once(server, 'listening').catch((error) => fail(`Port ${RECEIVER_PORT} cannot be used: ${error.message}`));
const url = `http://127.0.0.1:${server.address().port}/`;
const endpoint = await call('POST', '/webhook_endpoints', { url, description: 'examples/webhook-receiver' });
secret = endpoint.secret;
console.log(`listening on ${url} as ${endpoint.id}`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await call('DELETE', `/webhook_endpoints/${endpoint.id}`);
    process.exit();
  });
}

/** Whether `svc-signature` (`t=<unix seconds>,v1=<hex>`, two `v1` during a rotation) is by the secret, and fresh. */
function isGenuine(rawBody, header = '') {
  const fields = header.split(',').map((field) => field.split('='));
  const timestamp = fields.find(([name]) => name === 't')?.[1];
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (secret === undefined || !(age <= TIMESTAMP_TOLERANCE_SECONDS)) return false;
  const expected = Buffer.from(createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex'));
  return fields.some(([name, value = '']) => {
    const given = Buffer.from(value);
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

async function call(method, path, body) {
  const response = await fetch(`${BASE_URL}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${API_KEY}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error) => fail(`${BASE_URL} does not answer: ${error.cause?.message ?? error.message}`));
  const answer = await response.json();
  if (!response.ok) fail(`${method} ${path}: ${answer.message}`);
  return answer;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
