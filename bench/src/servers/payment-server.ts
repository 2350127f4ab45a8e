import { newId } from '@stablecoin/contracts';
import fastify, { type FastifyInstance } from 'fastify';

interface PaymentBody {
  readonly to: string;
  readonly amount: string;
}

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const PAYMENT_SCHEMA = {
  type: 'object',
  properties: {
    id: text,
    status: text,
    stage: text,
    txHash: textOrNull,
    to: text,
    from: textOrNull,
    amount: text,
    currency: text,
    chain: textOrNull,
    memo: textOrNull,
    compliance_ref: textOrNull,
    approval_id: textOrNull,
    error_code: textOrNull,
    error_message: textOrNull,
    idempotency_key: textOrNull,
    livemode: { type: 'boolean' },
    explorer_url: textOrNull,
    created_at: text,
    settled_at: textOrNull,
    settlement_ms: { type: ['number', 'null'] },
  },
} as const;
const BODY_SCHEMA = {
  type: 'object',
  properties: { to: text, amount: text },
  required: ['to', 'amount'],
} as const;

/** A body of the size of the service's own. */
export function paymentOf({ to, amount }: PaymentBody) {
  const now = Date.now();
  const time = new Date(now).toISOString();
  return {
    id: newId('pay', now),
    status: 'settled',
    stage: 'done',
    txHash: `0x${'5c1a602b70c38409'.repeat(4)}`,
    to,
    from: null,
    amount,
    currency: 'USDC',
    chain: 'base',
    memo: null,
    compliance_ref: 'cpl_01M7YMBFM5VWCCWZFJ11KKYHNZ',
    approval_id: null,
    error_code: null,
    error_message: null,
    idempotency_key: null,
    livemode: false,
    explorer_url: null,
    created_at: time,
    settled_at: time,
    settlement_ms: 45,
  };
}

/** Fastify with the service's routes of a payment and their schemas, and nothing behind them but `create`. */
export function paymentServer(create: (body: PaymentBody) => object | Promise<object>): FastifyInstance {
  const server = fastify();
  const read = paymentOf({ to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '0.01' });
  server.post<{ Body: PaymentBody }>(
    '/v1/payments',
    { schema: { body: BODY_SCHEMA, response: { 201: PAYMENT_SCHEMA } } },
    async (request, reply) => reply.code(201).send(await create(request.body)),
  );
  server.get<{ Params: { id: string } }>(
    '/v1/payments/:id',
    { schema: { response: { 200: PAYMENT_SCHEMA } } },
    async (request, reply) => reply.send({ ...read, id: request.params.id }),
  );
  return server;
}

/** @returns where it listens, on a port that was free */
export function listen(server: FastifyInstance): Promise<string> {
  return server.listen({ port: 0, host: '127.0.0.1' });
}
