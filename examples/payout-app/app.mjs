// Pays orders out and learns by webhook what became of them, with the SDK for JavaScript and TypeScript:
//
//   STABLECOIN_BASE_URL=http://127.0.0.1:3000 STABLECOIN_API_KEY=svc_test_… node examples/payout-app/app.mjs
//
//   POST /payouts        {"order": "1042", "to": "0x…", "amount": "12.50"}
//   GET  /payouts/1042   what is known of it
import { once } from 'node:events';
import { createServer } from 'node:http';
import { ApiError, StablecoinPayments, webhooks, WebhookVerificationError } from 'stablecoin-payments';

const client = new StablecoinPayments();
/** By order. A real application keeps them in its database. */
const payouts = new Map();

const routes = {
  async 'POST /payouts'(request) {
    const { order, to, amount } = JSON.parse(await bodyOf(request));
    // The order is the idempotency key, so that an order is paid once, however often it is asked for.
    const payment = await client.payments.create(
      { to, amount, metadata: { order } },
      { idempotencyKey: `payout-${order}` },
    );
    return { status: 200, body: { order, payment: payment.id, status: payment.status } };
  },

  async 'POST /webhooks'(request) {
    const event = await webhooks.verify(await bodyOf(request), request.headers, endpoint.secret);
    const { order } = event.data.metadata ?? {};
    if (order !== undefined) payouts.set(order, { order, payment: event.data.id, status: event.data.status });
    return { status: 204 };
  },

  'GET /payouts': async (_, order) => ({
    status: payouts.has(order) ? 200 : 404,
    body: payouts.get(order) ?? { message: 'Nothing is known of this order.' },
  }),
};

const server = createServer(async (request, response) => {
  const [, resource, id] = request.url.split('/');
  const route = routes[`${request.method} /${resource}`] ?? (async () => ({ status: 404, body: {} }));
  const { status, body } = await route(request, id).catch(answerOf);
  response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
}).listen(Number(process.env.PORT ?? 4001), '127.0.0.1');
await once(server, 'listening');

const url = `http://127.0.0.1:${server.address().port}`;
const endpoint = await client.webhookEndpoints.create({
  url: `${url}/webhooks`,
  events: ['payment.settled', 'payment.failed', 'payment.compliance_blocked'],
});
console.log(`listening on ${url}`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await client.webhookEndpoints.delete(endpoint.id);
    server.close();
    server.closeAllConnections();
  });
}

/** The raw bytes: what was parsed and written again has another signature. */
async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function answerOf(error) {
  if (error instanceof WebhookVerificationError) return { status: 400, body: { message: error.message } };
  if (error instanceof ApiError) return { status: 422, body: { code: error.code, message: error.message } };
  console.error(error);
  return { status: 500, body: { message: 'Send it again: an order is paid once.' } };
}
