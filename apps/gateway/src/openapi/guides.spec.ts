import { API_ERRORS, PAYMENT_ERROR_CODES, SCOPES, WEBHOOK_EVENT_TYPES } from '@stablecoin/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settledPayment } from './schemas/payment';

const read = (name: string): string => readFileSync(join(__dirname, '..', '..', '..', '..', 'docs', name), 'utf8');

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

describe('docs/api.md', () => {
  const text = read('api.md');

  it('the first payment is the one of the document', () => {
    expect(examplesIn(text)[0]).toEqual(settledPayment);
  });

  it.each(SCOPES)('the scope %s is explained', (scope) => {
    expect(text).toContain(`\`${scope}\``);
  });
});
