import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api, ApiResponse } from '../e2e/support/api';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const SOLANA = 'So11111111111111111111111111111111111111112';
export const RECIPIENTS = { base: EVM, ethereum: EVM, solana: SOLANA } as const;
export const CHAINS = ['base', 'ethereum', 'solana'] as const;
export const magic = (last: string): string => `0x${last.padStart(40, '0')}`;
export const LISTED = magic('d001');
export const REVIEWED = magic('d005');
const address = (name: string): string => `0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
const ALICE = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const BOB = '0xde709f2102306220921060314715629080e2fb77';
const ENDINGS = ['0101', '0102', '0201', '0202', '0203', '0204', '0205', '0206', '0207', '0208'];
const AT_ONCE = 16;
const POLICY_COUNTS_AFTER_MS = 1_500;
/** Payments from the treasury above this amount wait for an approval. */
export const APPROVED_ABOVE = 5_000;

export type Order = Readonly<Record<string, unknown>>;

/** Sends a request that must be accepted, or refused with a known code. */
export async function send(api: Api, path: string, body: object = {}, code?: string): Promise<ApiResponse> {
  const answer = await api.post(path, body);
  if (answer.status < 300 ? code === undefined : answer.body['code'] === code) return answer;
  throw new Error(`POST ${path} ${JSON.stringify(body)} was answered ${answer.status}: ${answer.text}`);
}

export async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map((item, index) => work(item, at + index)))));
  }
  return results;
}

export async function idOf(made: Promise<ApiResponse>): Promise<string> {
  return String((await made).body['id']);
}

/** Payments that settle, each spelled another way. */
export function ordinaryOrders(count: number): readonly Order[] {
  return Array.from({ length: count }, (_, index) => {
    const chain = CHAINS[index % CHAINS.length] ?? 'base';
    return {
      to: index % 7 === 0 ? RECIPIENTS[chain] : chain === 'solana' ? SOLANA : address(`recipient ${index % 40}`),
      amount: `${1 + (index % 90)}.${String(10 + (index % 90))}`,
      ...(index % 4 === 0 ? {} : { chain }),
      ...(index % 3 === 0 ? { currency: 'EURC' } : {}),
      ...(index % 2 === 0 ? { idempotency_key: `order-${index}` } : {}),
      ...(index % 5 === 0 ? { memo: `Invoice ${index}, "März"` } : {}),
      ...(index % 6 === 0 ? { metadata: { invoice: String(index), team: 'ops' } } : {}),
      ...(index % 8 === 0 ? { country_code: 'AT' } : {}),
      ...(index % 16 === 1 ? { compliance: 'skip' } : {}),
    };
  });
}

/** Payments that end in every way that the sandbox knows. */
export async function payInEveryWay(api: Api): Promise<void> {
  const wallet = await fundedWallet(api, { owner: 'agent:every-way', chain: 'base' }, '10000.00');
  const orders = ENDINGS.flatMap((ending) =>
    [...CHAINS, null].map((chain) => ({
      to: RECIPIENTS[chain ?? 'base'],
      amount: `10.00${ending}`,
      ...(chain === null ? { from: wallet, chain: 'base' } : { chain }),
      idempotency_key: `ending-${ending}-${chain}`,
    })),
  );
  const others = ['0301', '0302', '0401', '0402'].map((ending) => ({ to: EVM, amount: `11.00${ending}` }));
  const screened = ['d001', 'd002', 'd003', 'd004', 'd006', 'd007', 'd008'].map((last) => ({
    to: magic(last),
    amount: '12.00',
  }));
  const countries = ['KP', 'IR'].map((country_code) => ({ to: EVM, amount: '13.00', country_code }));
  const refused = [
    { to: EVM, amount: '999999999.00' },
    { to: EVM, amount: '99999.00', from: wallet, chain: 'base' },
  ];
  // Each is answered when it has ended, whatever became of it.
  await inTurns([...orders, ...others, ...screened, ...countries, ...refused], (order) => api.post('/payments', order));
}

export async function fundedWallet(api: Api, input: object, amount: string): Promise<string> {
  const id = await idOf(send(api, '/wallets', input));
  await send(api, '/sandbox/faucet', { chain: 'base', amount, wallet: id });
  return id;
}

export async function makeWallets(api: Api, small: Api): Promise<void> {
  const chains = Array.from({ length: 60 }, (_, index) => CHAINS[index % CHAINS.length]);
  const wallets = chains.map((chain, index) => ({ owner: `user:${index}`, chain, label: `Wallet ${index}` }));
  await send(api, '/wallets/bulk', { wallets, idempotency_key: 'wallets-1' });
  await send(api, '/wallets/bulk', { wallets: [{ owner: 'user:blocked', chain: 'base' }, ...wallets.slice(0, 3)] });
  await send(api, '/wallets', { owner: 'user:blocked', chain: 'base' }, 'compliance_blocked');
  await send(api, '/wallets', { owner: 'user:plain', chain: 'solana', compliance: 'skip', metadata: { tier: 'gold' } });
  for (const [account, decision] of [
    [api, 'clear'],
    [small, 'block'],
  ] as const) {
    const { body } = await send(account, '/wallets', { owner: 'user:review', chain: 'base', label: decision });
    await send(account, `/compliance/checks/${String(body['compliance_ref'])}/decision`, { decision });
  }
}

export async function screen(api: Api): Promise<void> {
  const subjects = Array.from({ length: 60 }, (_, index) => ({ address: address(`screened ${index}`) }));
  await inTurns(subjects, (subject, index) =>
    send(api, '/compliance/check', { ...subject, ...(index % 2 === 0 ? { checks: ['aml'] } : { country_code: 'SE' }) }),
  );
  await inTurns(['d001', 'd002', 'd003', 'd004'], (last) =>
    send(api, '/compliance/check', { address: magic(last), country_code: 'PT' }),
  );
  for (const [index, decision] of ['clear', 'block', 'clear'].entries()) {
    const country_code = ['DE', 'FR', 'IT'][index];
    const { body } = await send(api, '/payments', { to: REVIEWED, amount: '21.00', country_code });
    const path = `/compliance/checks/${String(body['compliance_ref'])}/decision`;
    await send(api, path, { decision, note: 'A namesake' });
  }
  await send(api, '/payments', { to: REVIEWED, amount: '22.00', country_code: 'ES' });
  const attestation = {
    checks: ['kyc', 'travel_rule'],
    reference: 'case 4711',
    expires_at: '2100-01-31T12:00:00.000Z',
  };
  await send(api, '/compliance/attestations', { ...attestation, address: address('attested') });
  await send(api, '/compliance/attestations', { ...attestation, owner: 'user:attested', country_code: 'CH' });
  const revoked = await idOf(send(api, '/compliance/attestations', { ...attestation, address: address('revoked') }));
  await api.delete(`/compliance/attestations/${revoked}`);
}

/** A deposit that waits for a person. @param wallet - undefined: the treasury has received it */
export async function heldDeposit(api: Api, amount: string, wallet?: string): Promise<string> {
  const { body } = await send(api, '/sandbox/faucet', {
    chain: 'base',
    amount,
    from: LISTED,
    ...(wallet && { wallet }),
  });
  return eventually(async () => {
    const list = (await api.get('/deposits?status=held&limit=100')).body['data'] as { id: string; tx_hash: string }[];
    return list.find(({ tx_hash: hash }) => hash === body['txHash'])?.id ?? false;
  });
}

export async function receive(api: Api): Promise<void> {
  const wallet = await idOf(send(api, '/wallets', { owner: 'agent:receiver', chain: 'base' }));
  await inTurns(CHAINS, (chain) => send(api, '/sandbox/faucet', { chain, currency: 'EURC', amount: '77.00' }));
  await send(api, '/sandbox/faucet', { chain: 'base', amount: '5.00', from: address('sender'), wallet });
  for (const to of [undefined, wallet]) {
    for (const decision of ['clear', 'keep']) {
      await send(api, `/deposits/${await heldDeposit(api, '6.50', to)}/decision`, { decision, note: decision });
    }
  }
  const thresholds = { total: '9000000.00', chains: { base: '1.00', solana: '2000000.00' } };
  await api.patch('/treasury/settings', { low_balance: thresholds });
}

/** Payments that wait for people, and what these decided. */
export async function approve(api: Api, colleague: Api): Promise<void> {
  const policies = { treasury_approval_above: `${APPROVED_ABOVE}.00`, two_approvers_above: '7000.00' };
  await api.patch('/policies', policies);
  await pause(POLICY_COUNTS_AFTER_MS);
  const limited = { owner: 'agent:limited', chain: 'base', spend_limit: '100.00', approvers: [ALICE, BOB] };
  const wallet = await fundedWallet(api, { ...limited, approval_threshold: 1, label: 'Limited' }, '5000.00');
  const waiting = async (order: object) => {
    const { body } = await send(api, '/payments', { to: EVM, ...order });
    return { payment: String(body['id']), approval: String(body['approval_id']) };
  };
  const ofWallet = (amount: string) => waiting({ amount, from: wallet });
  await send(api, `/approvals/${(await ofWallet('150.00')).approval}/approve`, { approver: ALICE });
  await send(api, `/approvals/${(await ofWallet('160.00')).approval}/reject`, { approver: BOB, reason: 'Too much' });
  await send(api, `/payments/${(await ofWallet('170.00')).payment}/cancel`);
  await send(api, '/payments', { to: EVM, amount: '90.00', from: wallet });
  await waiting({ amount: '6000.00', chain: 'base' });
  await send(api, `/approvals/${(await waiting({ amount: '6001.00' })).approval}/approve`);
  await send(api, `/approvals/${(await waiting({ amount: '6002.00' })).approval}/reject`);
  const { approval } = await waiting({ amount: '7500.00' });
  await send(api, `/approvals/${approval}/approve`);
  await send(colleague, `/approvals/${approval}/approve`);
}

export async function notify(api: Api): Promise<void> {
  const endpoint = async (path: string, more: object = {}) =>
    `/webhook_endpoints/${await idOf(send(api, '/webhook_endpoints', { url: `https://sandbox.test/${path}`, ...more }))}`;
  const [good, failing, gone, deleted] = [
    await endpoint('200', { events: ['payment.settled'], description: 'All is well' }),
    await endpoint('503', { events: ['payment.settled', 'payment.failed'] }),
    await endpoint('410', { events: ['payment.settled'] }),
    await endpoint('503/200', { events: ['payment.settled'] }),
  ];
  await send(api, '/payments', { to: EVM, amount: '31.00' });
  await send(api, `${good}/test`);
  await send(api, `${good}/rotate_secret`, { expires_in: 604_800 });
  await send(api, `${good}/replay`, { from: '2000-01-01', to: new Date(Date.now() + 1_000).toISOString() });
  await eventually(async () => {
    const { text } = await api.get(`${failing}/deliveries`);
    return text.includes('"failed"') && (await api.get(gone)).body['status'] === 'disabled';
  });
  await api.patch(failing, { status: 'disabled', description: 'Out of order' });
  await api.delete(deleted);
}

export async function issueKeys(api: Api): Promise<void> {
  const wallet = await idOf(send(api, '/wallets', { owner: 'agent:bound', chain: 'base' }));
  const issue = (fields: object) => idOf(send(api, '/api_keys', fields));
  await issue({ name: 'Reader', scopes: ['payments:read'], expires_at: '2100-01-31T12:00:00.000Z' });
  await issue({ name: 'Agent', wallet_ids: [wallet], ip_allow_list: ['127.0.0.0/8'] });
  const [revoked, rotated] = [await issue({ name: 'Revoked' }), await issue({ name: 'Rotated' })];
  await api.patch(`/api_keys/${revoked}`, { name: 'Renamed' });
  await api.delete(`/api_keys/${revoked}`);
  await send(api, `/api_keys/${rotated}/rotate`, { expires_in: 604_800 });
}
