import { createHmac, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { SUBJECT, describeScreeningProvider } from '../testing/screening-provider.contract';
import { VendorServer } from '../testing/vendor-server';
import { HttpProvider } from './http-provider';
import type { ScreeningSubject } from '../application/screening-provider';
import { VendorCalls } from './vendor-calls';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const subject: ScreeningSubject = {
  ...SUBJECT,
  payment: { id: 'pay_1', amount: '12.50', currency: 'USDC', direction: 'outbound' },
};

let server: VendorServer;
let url: string;

beforeEach(async () => {
  server = await VendorServer.start();
  url = `${server.url}/screen?key=hidden`;
});
afterEach(() => server.stop());

const now = () => 1_700_000_000_000;
const provider = () =>
  new HttpProvider('kyc', {
    url,
    secret: SECRET,
    calls: new VendorCalls({ name: 'SCREENING_URL', now, retryPausesMs: [] }),
    now,
  });
const screen = (signal = new AbortController().signal) => provider().screen(subject, signal);
const says = (json: unknown, status = 200) => server.says(json, status);

describeScreeningProvider('http', () => {
  server.answer = (response, { body }) => {
    const { address } = JSON.parse(body) as { readonly address: string };
    if (address === 'down') response.writeHead(500).end();
    else response.end(JSON.stringify({ outcome: address === 'bad' ? 'fail' : 'pass', evidence: 'It is so.' }));
  };
  return {
    provider: provider(),
    passes: subject,
    fails: { ...subject, address: 'bad' },
    unanswered: { ...subject, address: 'down' },
  };
});

describe('the provider http', () => {
  it('sends what there is to know, signed as webhooks are, under an id of the check', async () => {
    says({ outcome: 'pass' });
    await screen();
    await screen();
    const [first, second] = server.asked;
    expect(JSON.parse(first!.body)).toEqual({
      ...{ check: 'kyc', ref: 'cpl_1', payment_id: 'pay_1', account: 'acme', owner: null, country_code: 'DE' },
      ...{ address: subject.address, chains: ['base', 'ethereum'], currency: 'USDC', amount: '12.50' },
    });
    const mac = createHmac('sha256', SECRET).update(`1700000000.${first!.body}`).digest('hex');
    expect(first!.headers['svc-signature']).toBe(`t=1700000000,v1=${mac}`);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  });

  it('is asked about the owner of a token account under an id of its own, and told of the account', async () => {
    says({ outcome: 'pass' });
    await screen();
    await provider().screen({ ...subject, address: 'owner', tokenAccount: 'account' }, new AbortController().signal);
    const [first, second] = server.asked;
    expect(JSON.parse(first!.body)).not.toHaveProperty('token_account');
    expect(JSON.parse(second!.body)).toMatchObject({ address: 'owner', token_account: 'account' });
    expect(second!.headers['webhook-id']).not.toBe(first!.headers['webhook-id']);
  });

  it('is told that money has come in, and of which deposit', async () => {
    says({ outcome: 'pass' });
    const deposit = { id: 'dep_1', amount: '5.00', currency: 'USDC', direction: 'inbound' } as const;
    await screen();
    await provider().screen({ ...subject, payment: deposit }, new AbortController().signal);
    const [first, second] = server.asked;
    expect(JSON.parse(first!.body)).not.toHaveProperty('direction');
    expect(JSON.parse(second!.body)).toMatchObject({ direction: 'inbound', deposit_id: 'dep_1', payment_id: null });
  });

  it('keeps evidence as a sentence or as data, and until when it is valid', async () => {
    const details = { source: url.replace('?key=hidden', ''), version: null, matched: null, at: 1_700_000_000_000 };
    says({ outcome: 'review', evidence: 'Ask Kim.', valid_until: '2026-01-31T12:00:00Z' });
    const validUntil = Date.UTC(2026, 0, 31, 12);
    expect(await screen()).toEqual({ outcome: 'review', evidence: 'Ask Kim.', details, validUntil });
    says({ outcome: 'fail', evidence: { score: 9 } });
    const data = '{"score":9}';
    expect(await screen()).toEqual({ outcome: 'fail', evidence: 'It answered fail.', details: { ...details, data } });
  });

  it('202: it decides later', async () => {
    says({}, 202);
    expect(await screen()).toBe('later');
  });

  it.each([
    ['another status', () => says({ outcome: 'pass' }, 201), 'answered 201'],
    ['a redirect, which is not followed', () => (server.answer = redirect), 'answered 302'],
    ['no JSON', () => (server.answer = (response) => void response.end('<html>')), 'no JSON'],
    ['no object', () => says('pass'), 'an outcome other than pass, review or fail'],
    ['an unknown outcome', () => says({ outcome: 'ok' }), 'an outcome other than pass, review or fail'],
    ['a time that is none', () => says({ outcome: 'pass', valid_until: 'soon' }), 'valid_until that is no time'],
    ['a number for a time', () => says({ outcome: 'pass', valid_until: 5 }), 'valid_until that is no time'],
    ['too much', () => says({ outcome: 'pass', evidence: 'x'.repeat(70_000) }), 'more than 64000 bytes'],
    ['a connection that ends', () => (server.answer = (response) => void response.destroy()), 'closed'],
  ])('%s is no finding', async (_what, set, reason) => {
    set();
    await expect(screen()).rejects.toThrow(reason);
  });

  it('ends with its signal, and shows neither secret nor query', async () => {
    const ended = new AbortController();
    server.answer = () => ended.abort();
    await expect(screen(ended.signal)).rejects.toThrow();
    says({ outcome: 'pass' }, 500);
    await expect(screen()).rejects.not.toThrow(/whsec_|hidden/);
  });
});

function redirect(response: ServerResponse): void {
  response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
}
