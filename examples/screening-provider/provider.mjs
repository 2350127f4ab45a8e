// A screening provider in one file, with nothing but Node: the service asks it as the source `http`. It verifies the
// signature of each request, blocks the addresses in DENIED, asks for a review of large payments, and passes the rest.
//   SCREENING_SECRET=whsec_… node provider.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { SCREENING_SECRET, PROVIDER_PORT = '4100', DENIED = '' } = process.env;
const TIMESTAMP_TOLERANCE_SECONDS = 300;
const REVIEW_FROM = 10_000;
const denied = new Set(DENIED.toLowerCase().split(','));

if (SCREENING_SECRET === undefined) {
  console.error('Set SCREENING_SECRET to the value that the service has.');
  process.exit(1);
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  // The raw bytes are signed; JSON that is parsed and written again may differ.
  const rawBody = Buffer.concat(chunks);
  if (!isGenuine(rawBody, request.headers['svc-signature'])) {
    response.writeHead(401).end();
    return;
  }
  const subject = JSON.parse(rawBody.toString('utf8'));
  const answer = screen(subject);
  console.log(`${subject.check} ${subject.ref}: ${answer.outcome}`);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});

// An amount is null outside of a payment. Answer 202 without a body to decide later through the review endpoint.
function screen({ address, amount }) {
  if (address !== null && denied.has(address.toLowerCase())) {
    return { outcome: 'fail', evidence: { list: 'DENIED', address } };
  }
  if (amount !== null && Number(amount) >= REVIEW_FROM) {
    return { outcome: 'review', evidence: `Payments from ${REVIEW_FROM} on are looked at.` };
  }
  return { outcome: 'pass', evidence: 'Not on the list.' };
}

function isGenuine(rawBody, header = '') {
  const { t, v1 = '' } = Object.fromEntries(header.split(',').map((part) => part.split('=')));
  if (!(Math.abs(Date.now() / 1_000 - Number(t)) <= TIMESTAMP_TOLERANCE_SECONDS)) return false;
  const expected = createHmac('sha256', SCREENING_SECRET).update(`${t}.`).update(rawBody).digest();
  const given = Buffer.from(v1, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

server.listen(Number(PROVIDER_PORT), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(() => process.exit(0)));
