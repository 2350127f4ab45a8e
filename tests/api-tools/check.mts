import assert from 'node:assert/strict';

/** What an order of these checks consists of. */
export interface Order {
  readonly to: string;
  readonly amount: string;
}

/** As much of the answers as is checked: the types that a tool generates have to fit. */
interface Payment {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
  readonly approval_id: string | null;
}

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

interface Query {
  readonly limit: number;
  /** A date: the service takes one where it takes a time. */
  readonly created_after: string;
  readonly starting_after?: string;
}

/** A client that a tool has generated. */
export interface Client {
  pay(idempotencyKey: string, order: Order): Promise<Payment>;
  /** Pays, and returns the body of the refusal. */
  refusal(idempotencyKey: string, order: Order): Promise<{ readonly code: string; readonly payment_id?: string }>;
  list(query: Query): Promise<Page>;
}

const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';
/** The sandbox refuses it. */
const SANCTIONED = '0x000000000000000000000000000000000000d001';

export const SERVICE = needed('SERVICE_URL');
export const API_KEY = needed('API_KEY');
/** The built command line. */
export const SVC = needed('SVC');

/** Pays with idempotency, reads a refusal, and pages a list. Fails if the client does not. */
export async function check({ pay, refusal, list }: Client): Promise<void> {
  const run = `${process.cwd()} ${process.pid}`;
  const order = { to: RECIPIENT, amount: '12.50' };
  const paid = await pay(`${run} first`, order);
  assert.equal(paid.status, 'settled');
  assert.equal(paid.amount, '12.50');
  assert.equal(paid.approval_id, null);
  assert.equal((await pay(`${run} first`, order)).id, paid.id, 'the same key pays once');
  const other = await pay(`${run} second`, order);
  assert.notEqual(other.id, paid.id);

  const refused = await refusal(`${run} third`, { to: SANCTIONED, amount: '1.00' });
  assert.equal(refused.code, 'compliance_blocked');
  assert.match(refused.payment_id ?? '', /^pay_/);

  const query = { limit: 1, created_after: '2026-01-01' };
  const found: string[] = [];
  let page = await list(query);
  for (;;) {
    found.push(...page.data.map(({ id }) => id));
    if (found.includes(paid.id)) break;
    assert.ok(page.has_more && page.next_cursor !== null, 'the list ends before the payment');
    page = await list({ ...query, starting_after: page.next_cursor });
  }
  assert.ok(found.indexOf(other.id) !== -1 && found.indexOf(other.id) < found.length - 1, 'the newest comes first');
  console.log('It pays once per key, reads a refusal, and pages a list.');
}

function needed(name: string): string {
  const value = process.env[name];
  assert.ok(value !== undefined, `${name} is not set: npm run api-tools sets it`);
  return value;
}
