import type { LiveChains, Payout } from '@stablecoin/chains';
import { readConfiguration, openRuntime, type Runtime } from '@stablecoin/host';
import { acceptGeneration, beginGeneration, generationOf } from '@stablecoin/stores';
import { type NewEvent } from '@stablecoin/event-sourcing';
import { updateReadModels } from '../read-models';
import { readArguments } from './arguments';
import { bookTransfers } from './book-transfers';
import { review, show } from './review';

const NOW = Date.UTC(2026, 0, 31, 12);
const [TREASURY, WALLET, TO] = ['0xTreasury', '0xWallet', '0xTo'];
const ID = `0x${'1'.repeat(64)}`;
const MADE: Payout = {
  ...{ hash: '0xa1', block: 7, place: 3, onchainId: ID, from: TREASURY, to: TO, currency: 'USDC', amount: '5000000' },
};
const BY_HAND: Payout = { ...MADE, hash: '0xb2', place: 4, onchainId: null };

describe('protocol rule 37: transfers that no payment explains', () => {
  let runtime: Runtime;
  let payouts: readonly Payout[];
  let text: string;
  const output = { write: (part: string) => void (text += part) };

  beforeEach(async () => {
    [text, payouts] = ['', [MADE]];
    const environment = { EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'silent', LIVE_ACCOUNT: 'acme' };
    const opened = await openRuntime(readConfiguration(environment));
    const history = { payouts: () => Promise.resolve({ at: NOW, payouts }) };
    const router = { on: () => ({ history }) };
    const liveChains = { treasuries: new Map([['base', TREASURY]]), router } as unknown as LiveChains;
    const configuration = { ...opened.configuration, liveAccount: 'acme' };
    runtime = { ...opened, configuration, liveChains };
    await updateReadModels(runtime);
    const { name } = await beginGeneration(runtime.store, { since: NOW }, NOW);
    await acceptGeneration(runtime.store, name, NOW);
  });
  afterEach(() => runtime.close());

  async function restored() {
    const generation = await generationOf(runtime.store);
    if (generation === null) throw new Error('there is a generation');
    return { runtime, generation, since: NOW };
  }
  const book = async (...ids: string[]) =>
    bookTransfers(await restored(), { ids: ids[0] === 'all' ? 'all' : ids }, { output });
  const shown = async () => {
    text = '';
    const count = await show(runtime, await review(runtime, NOW), output);
    return { count, lines: text.split('\n') };
  };
  const booked = async (stream: string) =>
    (await runtime.store.read(stream)).filter(({ type }) => type === 'TransferBooked').map(({ data }) => data);
  const treasury = () => booked('treasury-acme.live');

  let made = 0;
  async function append(stream: string, ...events: readonly { readonly type: string; readonly data: object }[]) {
    const metadata = { commandId: 'c', at: NOW, correlationId: 'c', account: 'acme', livemode: true };
    const news = events.map((event) => ({ id: `e-${++made}`, ...event, metadata }) as unknown as NewEvent);
    await runtime.store.append(stream, 'any', news);
  }
  async function pay(status: 'pending' | 'settled', livemode = 1, to = TO): Promise<void> {
    const txHash = status === 'settled' ? MADE.hash : null;
    const row = { id: `pay_${++made}`, account: 'acme', livemode, status, stage: status, created_at: 1, chain: 'base' };
    await runtime
      .database<Record<string, Record<string, unknown>>>('payment')
      .insertInto('payments')
      .values({
        ...{ ...row, to_address: to, tx_hash: txHash },
        facts: JSON.stringify({ amount: '5000000' }),
      })
      .execute();
  }

  it('are booked on the treasury under their on-chain id, and explained from then on', async () => {
    const before = await shown();
    expect([before.count, before.lines[0]]).toEqual([1, expect.stringContaining(`on-chain id ${ID}`)]);
    await book('0xA1');
    expect(await treasury()).toMatchObject([
      { transferId: ID, chain: 'base', currency: 'USDC', amount: '5000000', to: TO, txHash: '0xa1' },
    ]);
    expect(text).toContain('1 transfers are booked');
    expect(text).not.toContain('WARNING');
    expect((await shown()).count).toBe(0);
    await expect(book('0xa1')).rejects.toThrow('0xa1 has made no final transfer since the backup that is unexplained');
    await book('all');
    expect(await treasury()).toHaveLength(1);
  });

  it('are booked on the wallet that they left', async () => {
    const wallet = { walletId: 'wal_1', account: 'acme', livemode: true, address: WALLET, owner: 'o', chain: 'base' };
    const rules = { spendLimit: null, label: null, approvers: [], approvalThreshold: 1, createdAt: NOW };
    await append('wallet-wal_1', { type: 'WalletCreated', data: { ...wallet, ...rules, complianceRef: null } });
    await updateReadModels(runtime);
    payouts = [{ ...MADE, from: WALLET.toUpperCase().replace('0X', '0x') }];
    await book('all');
    expect(await booked('wallet-wal_1')).toMatchObject([{ transferId: ID, amount: '5000000' }]);
    expect(await treasury()).toEqual([]);
  });

  it('are booked by transaction and place, with a warning, where they have no on-chain id', async () => {
    payouts = [BY_HAND, { ...BY_HAND, place: 5 }];
    await book('0xb2');
    expect(await treasury()).toMatchObject([{ transferId: '0xb2.4' }, { transferId: '0xb2.5' }]);
    expect(text).toContain('WARNING');
    expect((await shown()).count).toBe(0);
  });

  it('are both booked where two were made under one on-chain id', async () => {
    payouts = [MADE, { ...MADE, hash: '0xc3' }];
    await book('all');
    expect(await treasury()).toMatchObject([{ transferId: ID }, { transferId: '0xc3.3' }]);
    expect((await shown()).count).toBe(0);
  });

  it('are not those that a settled payment explains: nothing of the request is booked then', async () => {
    await pay('settled');
    payouts = [MADE, BY_HAND];
    await expect(book('0xb2', '0xa1')).rejects.toThrow('a payment explains it');
    expect(await treasury()).toEqual([]);
    await book('all');
    expect(await treasury()).toMatchObject([{ transferId: '0xb2.4' }]);
  });

  it('are not those that a payment to a token account explains, whose owner the chain shows', async () => {
    await pay('settled', 1, 'account');
    payouts = [{ ...MADE, account: 'account' }];
    expect((await shown()).count).toBe(0);
  });

  it('are those of a batch that its payments leave over: each explains one transfer', async () => {
    await pay('settled');
    payouts = [MADE, { ...MADE, place: 4, onchainId: `0x${'2'.repeat(64)}` }];
    await book('all');
    expect(await treasury()).toMatchObject([{ transferId: payouts[1]?.onchainId }]);
  });

  it('are not those that a pending payment may have made; one of the sandbox makes none', async () => {
    await pay('pending', 0);
    expect((await shown()).count).toBe(1);
    await pay('pending');
    await expect(book('0xa1')).rejects.toThrow('A pending payment of 0xTo may have made 0xa1');
    await book('all');
    expect(await treasury()).toEqual([]);
  });

  it('are not booked before the acceptance', async () => {
    await beginGeneration(runtime.store, { since: NOW }, NOW);
    await expect(book('all')).rejects.toThrow('before npm run restore -- accept');
    expect(await treasury()).toEqual([]);
  });

  it('are named on the command line', () => {
    expect(readArguments(['book'])).toBeUndefined();
    expect(readArguments(['book', '0xa1', '0xb2'])).toMatchObject({ command: 'book', ids: ['0xa1', '0xb2'] });
    expect(readArguments(['book', 'all'])).toMatchObject({ ids: 'all' });
  });
});
