import type { McpServer } from '@modelcontextprotocol/server';
import type { CreatePayment, List, StablecoinPayments } from 'stablecoin-payments';
import * as z from 'zod';
import { given } from '../command.js';
import { answer, failure, inWords, type ToolResult } from './results.js';

type Shape = z.ZodRawShape;

interface Tool<S extends Shape> {
  readonly name: string;
  readonly description: string;
  readonly input: S;
  /** Whether it only reads. */
  readonly reads: boolean;
  readonly call: (client: StablecoinPayments, input: z.infer<z.ZodObject<S>>) => Promise<ToolResult>;
}

const text = (description: string): z.ZodString =>
  z.string({ error: notAsNumber }).min(1).max(512).describe(description);
const order = {
  to: text('The recipient: an EVM or a Solana address.'),
  amount: text('A decimal string such as "12.50".'),
  currency: z.enum(['USDC', 'EURC']).optional().describe('Default: USDC.'),
  chain: z.enum(['auto', 'base', 'ethereum', 'solana']).optional().describe('Default: auto.'),
  from: text('The wallet that pays (wal_…). A key that is bound to wallets has to name one.').optional(),
  memo: text('At most 64 characters. Everybody can read it on chain.').optional(),
  country_code: text("The recipient's country, for screening.").optional(),
};
const page = {
  limit: z.int().min(1).max(100).optional().describe('How many. Default: 20.'),
  starting_after: text('`next_cursor` of the page before.').optional(),
};
const key = text(
  'Names this payment, such as "invoice-1042". The same key never pays twice: use it again for a retry.',
);

const distinct = z
  .boolean()
  .optional()
  .describe(
    'Pays although an earlier payment has the same recipient, amount and wallet. Only when a person asked for two payments.',
  );

const TOOLS = [
  tool({
    name: 'simulate_payment',
    description:
      'The first step of every payment: shows on which chains it could be made, with fee, time and balance. Moves nothing.',
    input: order,
    reads: true,
    call: async (client, input) => {
      const simulation = await client.payments.simulate(given<CreatePayment>(input));
      const { chosen, candidates } = simulation;
      const reasons = candidates.map(({ chain, verdict, reason }) => `${chain}: ${verdict}, ${reason}`).join(' ');
      return answer(
        chosen === null
          ? `It cannot be paid now. ${reasons}`
          : `It would be paid on ${chosen}. The recipient is screened when it is paid. Next, call create_payment with the same fields and an idempotency_key.`,
        simulation,
      );
    },
  }),
  tool({
    name: 'create_payment',
    description:
      'Makes a payment, after simulate_payment. It moves money and cannot be taken back. A payment above the limit of its wallet waits for the approval of a person.',
    input: { ...order, idempotency_key: key, confirm_distinct: distinct },
    reads: false,
    call: async (client, { idempotency_key: idempotencyKey, ...input }) => {
      const payment = await client.payments.create(given<CreatePayment>(input), { idempotencyKey });
      return answer(inWords(payment), payment);
    },
  }),
  tool({
    name: 'get_payment',
    description: 'Shows a payment, and what is to be done about it.',
    input: { id: text('pay_…') },
    reads: true,
    call: async (client, { id }) => {
      const payment = await client.payments.get(id);
      return answer(inWords(payment), payment);
    },
  }),
  tool({
    name: 'list_payments',
    description: 'Lists payments, the newest first.',
    input: {
      ...page,
      status: z.enum(['pending', 'settled', 'failed']).optional(),
      wallet: text('Only from this wallet (wal_…).').optional(),
    },
    reads: true,
    call: (client, input) => listed('payments', client.payments.list(given<object>(input))),
  }),
  tool({
    name: 'cancel_payment',
    description: 'Cancels a payment that is not authorized for the chain yet, such as one that waits for an approval.',
    input: { id: text('pay_…') },
    reads: false,
    call: async (client, { id }) => {
      const payment = await client.payments.cancel(id);
      return answer(inWords(payment), payment);
    },
  }),
  tool({
    name: 'get_payment_timeline',
    description: 'Shows what has happened to a payment, step by step.',
    input: { id: text('pay_…') },
    reads: true,
    call: async (client, { id }) => {
      const timeline = await client.payments.timeline(id);
      return answer(timeline.data.map(({ at, text: what }) => `${at} ${what}`).join('\n'), timeline);
    },
  }),
  tool({
    name: 'get_wallet',
    description: 'Shows a wallet: its balance, its limit for 24 hours, and what it has spent of it.',
    input: { id: text('wal_…') },
    reads: true,
    call: async (client, { id }) => {
      const wallet = await client.wallets.get(id);
      const { balances, spent_24h: spent, spend_limit: limit, chain } = wallet;
      const budget = limit === null ? 'no limit' : `${spent} of ${limit} spent within 24 hours`;
      return answer(`${id} on ${chain} holds ${balances.usdc} USDC and ${balances.eurc} EURC; ${budget}.`, wallet);
    },
  }),
  tool({
    name: 'list_wallets',
    description: 'Lists the wallets that this key may use, with balance and limit.',
    input: page,
    reads: true,
    call: (client, input) => listed('wallets', client.wallets.list(given<object>(input))),
  }),
  tool({
    name: 'list_approvals',
    description: 'Lists payments that wait for the approval of a person, or have waited. Only people approve.',
    input: {
      ...page,
      status: z.enum(['pending', 'approved', 'rejected', 'expired', 'canceled']).optional(),
    },
    reads: true,
    call: (client, input) => listed('approvals', client.approvals.list(given<object>(input))),
  }),
  tool({
    name: 'get_approval',
    description: 'Shows whether a person has approved a payment. Only people approve.',
    input: { id: text('apr_…') },
    reads: true,
    call: async (client, { id }) => {
      const approval = await client.approvals.get(id);
      const { status, payment_id: payment, approved_by: by, threshold, expires_at: until } = approval;
      const words =
        status === 'pending'
          ? `${id} is pending: ${by.length} of ${threshold} have approved ${payment}. It ends at ${until}. A person has to decide.`
          : `${id} is ${status}. get_payment shows what has become of ${payment}.`;
      return answer(words, approval);
    },
  }),
  tool({
    name: 'list_deposits',
    description:
      'Lists money whose sender was screened before it was available. Held money cannot be spent until a person decides.',
    input: { ...page, status: z.enum(['screening', 'held', 'released', 'kept']).optional() },
    reads: true,
    call: (client, input) => listed('deposits', client.deposits.list(given<object>(input))),
  }),
  tool({
    name: 'check_address',
    description: 'Screens an address. create_payment does so too.',
    input: {
      address: text('An EVM or a Solana address.'),
      country_code: text('Its country, such as DE; sanctions screening needs it.').optional(),
    },
    reads: false,
    call: async (client, input) => {
      const result = await client.compliance.check(given(input));
      const next = {
        cleared: 'It can be paid.',
        review: 'A payment to it waits for the decision of a person.',
        blocked: 'Do not pay it.',
      }[result.status as 'cleared' | 'review' | 'blocked'] as string | undefined;
      return answer(`${result.address} is ${result.status}. ${next ?? ''}`.trim(), result);
    },
  }),
  tool({
    name: 'list_events',
    description:
      'Lists what has happened, the newest first: payments settled or failed, wallets funded, limits reached.',
    input: { ...page, type: text('Only of this type, such as payment.settled.').optional() },
    reads: true,
    call: (client, input) => listed('events', client.events.list(given<object>(input))),
  }),
];

/** Offers the tools. None shows or makes a secret, and none decides an approval. */
export function addTools(server: McpServer, client: StablecoinPayments): void {
  for (const add of TOOLS) add(server, client);
}

/** A tool as it is added to a server. */
function tool<S extends Shape>({ name, description, input, reads, call }: Tool<S>) {
  return (server: McpServer, client: StablecoinPayments): void => {
    const inputSchema = z.strictObject(input);
    const annotations = { readOnlyHint: reads, destructiveHint: !reads, idempotentHint: true, openWorldHint: true };
    server.registerTool(name, { description, inputSchema, annotations }, async (args) => {
      try {
        return await call(client, args);
      } catch (error) {
        return failure(error);
      }
    });
  };
}

/** Some programs make a number of what looks like one, and lose its last digit: the refusal shows what they take. */
function notAsNumber({ input, path = [] }: Pick<z.core.$ZodRawIssue, 'input' | 'path'>): string | undefined {
  if (typeof input !== 'number') return undefined;
  const field = path.join('.');
  const example = field === 'amount' ? '12.50' : String(input);
  return `${field} is a string and was sent as a number. In the MCP Inspector: --tool-arg '${field}="${example}"'.`;
}

async function listed<T>(what: string, list: List<T>): Promise<ToolResult> {
  const found = await list.page();
  const more = found.has_more ? ` There are more: starting_after ${found.next_cursor ?? ''}.` : '';
  return answer(`${found.data.length} ${what}.${more}\n${JSON.stringify(found.data)}`, found);
}
