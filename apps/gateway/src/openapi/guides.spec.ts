import { API_ERRORS, PAYMENT_ERROR_CODES, SCOPES, WEBHOOK_EVENT_TYPES } from '@stablecoin/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settledPayment } from '../resources/payments/payment.schema';

const ROOT = join(__dirname, '..', '..', '..', '..');
const read = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8');

/** The JSON examples of a guide. */
const examplesIn = (text: string): unknown[] =>
  [...text.matchAll(/^```json\n(.*?)^```/gms)].map(([, json = '']): unknown => JSON.parse(json));

describe('docs/errors.md', () => {
  const text = read('errors.md');
  const examples = examplesIn(text);

  it.each(Object.entries(API_ERRORS))(
    '%s has a section with its status, and an example',
    (code, { status, retryable }) => {
      expect(text).toContain(`\n### ${code}\n\n**${status}.**`);
      expect(examples).toContainEqual(expect.objectContaining({ code, retryable }));
    },
  );

  it.each(PAYMENT_ERROR_CODES)('%s of a failed payment is explained', (code) => {
    expect(text.slice(text.indexOf('## Why a payment failed\n'))).toMatch(new RegExp(`^\\| \`${code}\` `, 'm'));
  });
});

describe('docs/webhooks.md', () => {
  const text = read('webhooks.md');

  it.each(WEBHOOK_EVENT_TYPES)('%s is explained', (type) => {
    expect(text).toMatch(new RegExp(`^\\| \`${type}\` `, 'm'));
  });

  it('the envelope is the one of the document', () => {
    expect(examplesIn(text)).toEqual([expect.objectContaining({ type: 'payment.settled', data: settledPayment })]);
  });
});

describe('the orders of all guides', () => {
  const guides = ['README.md', 'docs/api.md', 'docs/errors.md', 'docs/sandbox.md', 'docs/webhooks.md'];
  const orders = guides.flatMap((guide) =>
    [...readFileSync(join(ROOT, guide), 'utf8').matchAll(/(?:-d|--json) '(\{[^']*\})'/g)].flatMap(([, json = '']) => {
      const { idempotency_key: key, ...order } = JSON.parse(json) as Readonly<Record<string, unknown>>;
      return key === undefined ? [] : [{ guide, key, order }];
    }),
  );

  it('a reader who follows one guide after the other meets no idempotency_conflict', () => {
    expect(orders.length).toBeGreaterThan(3);
    for (const { guide, key, order } of orders) {
      const elsewhere = orders.filter((each) => each.key === key && each.guide !== guide);
      for (const other of elsewhere) expect({ key, order: other.order }).toEqual({ key, order });
    }
  });
});

describe('docs/api.md', () => {
  const text = read('api.md');

  it('the first payment is the one of the document', () => {
    expect(examplesIn(text)[0]).toEqual(settledPayment);
  });

  it.each(SCOPES)('the scope %s is explained', (scope) => {
    expect(text).toContain(`\`${scope}\``);
  });
});
