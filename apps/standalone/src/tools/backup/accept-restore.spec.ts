import type { LiveChains, PayoutsRequest } from '@stablecoin/chains';
import { readConfiguration, type Configuration, checkOnchainIdKey, openRuntime, type Runtime } from '@stablecoin/host';
import {
  acceptGeneration,
  beginGeneration,
  endGenerations,
  generationOf,
  generationsOf,
  notedSenders,
  noteSenders,
  type Generation,
} from '@stablecoin/stores';
import type { ChainName } from '@stablecoin/contracts';
import { SecretBox } from '@stablecoin/security';
import { updateReadModels } from '../read-models';
import { acceptMove, acceptRestore } from './accept-restore';
import { operator, showAcceptances } from './acceptances';
import type { Confirmed } from './grants';

const MINUTE = 60_000;
const ENDED = Date.parse('2026-01-31T12:00:00Z');
const VALIDITY = { evm: { validityMs: 10 * MINUTE }, solana: { validityMs: 2 * MINUTE } };
/** The first moments at which a final block says that nothing old can be included any more. */
const OVER: Readonly<Record<ChainName, number>> = {
  base: ENDED + 15 * MINUTE + 1_000,
  ethereum: ENDED + 15 * MINUTE + 1_000,
  solana: ENDED + 7 * MINUTE + 1_000,
};
const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

describe('protocol rule 33: the acceptance of a restore', () => {
  let runtime: Runtime;
  const output = { write: jest.fn() };
  /** On which chain something was signed after the end. */
  let later: ChainName | undefined;
  let asked: PayoutsRequest['ended'][];

  beforeEach(async () => {
    [later, asked] = [undefined, []];
    const environment = {
      EVENT_STORE_URL: 'memory:',
      LOG_LEVEL: 'silent',
      SECRETS_KEY: keyOf(7),
      LIVE_ACCOUNT: 'acme',
    };
    runtime = await openRuntime(readConfiguration(environment));
    await updateReadModels(runtime);
    await beginGeneration(runtime.store, { since: ENDED - MINUTE }, ENDED);
  });
  afterEach(() => runtime.close());

  /** @param finals - the times of the last final blocks, by configured chain */
  async function accept(
    finals: Partial<Record<ChainName, number>> = {},
    confirmed: Confirmed = { kind: 'all' },
  ): Promise<void> {
    const generation = await generationOf(runtime.store);
    if (generation === null) throw new Error('there is a generation');
    const liveChains = {
      treasuries: new Map(Object.keys(finals).map((chain) => [chain, 'treasury'])),
      router: {
        on: () => ({
          history: {
            payouts: ({ chain, ended }: PayoutsRequest) => {
              asked.push(ended);
              return Promise.resolve({
                at: finals[chain],
                payouts: [],
                ...(chain === later ? { signedLater: '0x7' } : {}),
              });
            },
            lastSent: () => Promise.resolve([]),
          },
        }),
      },
    } as unknown as LiveChains;
    const configuration = { ...runtime.configuration, liveChains: VALIDITY } as Runtime['configuration'];
    const isConfigured = Object.keys(finals).length > 0;
    const restored = { ...runtime, configuration, liveChains: isConfigured ? liveChains : undefined };
    await acceptRestore(
      { runtime: restored, generation, since: generation.since },
      { ended: ENDED, confirmed },
      { output },
    );
  }

  async function insert(service: string, table: string, row: object): Promise<void> {
    await runtime
      .database<Record<string, Record<string, unknown>>>(service)
      .insertInto(table)
      .values({ ...row })
      .execute();
  }
  const tenant = { account: 'acme', livemode: 1 };
  const states = { status: 'settled', stage: 'settled', facts: '{}', created_at: 1 };
  const usePayment = (chain: ChainName, livemode = 1): Promise<void> =>
    insert('payment', 'payments', { id: 'pay_1', ...tenant, ...states, livemode, chain, to_address: '0x1' });
  const wallet = { id: 'wlt_1', address: '0x1', owner: 'agent:a', status: 'active', created_at: 1 };
  const useWallet = (chain: ChainName): Promise<void> => insert('wallet', 'wallets', { ...wallet, ...tenant, chain });
  const hour = { currency: 'USDC', hour: 1, balance: '1' };
  const useBooks = (chain: ChainName, mode = 'live'): Promise<void> =>
    insert('treasury', 'balance_hours', { stream: `treasury-acme.${mode}`, chain, ...hour });

  const stage = async () => (await generationOf(runtime.store))?.stage;

  it('needs no chain where all is of the sandbox, and is made once', async () => {
    await usePayment('base', 0);
    await useBooks('base', 'test');
    await accept();
    expect(await stage()).toBe('accepted');
    await accept();
    expect(output.write).toHaveBeenLastCalledWith('Accepted before: the service may start.\n');
    expect(await runtime.store.head()).toBe(3);
  });

  it('notes until when what owners of wallets signed may be made: the longest term, the validity and the clocks', async () => {
    await accept(OVER);
    const approvalsUntil = ENDED + runtime.configuration.approvalTtlMs + 10 * MINUTE + 5 * MINUTE;
    expect(await generationOf(runtime.store)).toMatchObject({ stage: 'accepted', approvalsUntil });
  });

  it.each([
    ['payments', usePayment],
    ['wallets', useWallet],
    ['books', useBooks],
  ])('is refused while a chain with live %s is not configured', async (_, use) => {
    await use('solana');
    await expect(accept()).rejects.toThrow('on solana, which are not configured here');
    await expect(accept({ base: OVER.base })).rejects.toThrow('on solana');
    expect(await stage()).toBe('closed');
    await accept({ solana: OVER.solana });
    expect(await stage()).toBe('accepted');
  });

  it('is refused under another ONCHAIN_ID_KEY than that of the first start', async () => {
    const secrets = SecretBox.fromKey(keyOf(8));
    const liveChains = { evm: {}, solana: null } as Configuration['liveChains'];
    const configuration = { ...runtime.configuration, liveChains };
    await checkOnchainIdKey({ configuration, store: runtime.store, secrets }, ENDED);
    await expect(accept()).rejects.toThrow('ONCHAIN_ID_KEY, or SECRETS_KEY');
    expect(await stage()).toBe('closed');
  });

  it.each(['base', 'ethereum', 'solana'] as const)(
    'waits until the final block of %s is later than the end, a validity and five minutes for clocks',
    async (chain) => {
      await expect(accept({ ...OVER, [chain]: OVER[chain] - 1_000 })).rejects.toThrow(
        `still take effect on ${chain}: its last final block is of`,
      );
      expect(await stage()).toBe('closed');
      await accept(OVER);
      expect(await stage()).toBe('accepted');
    },
  );

  it.each(['base', 'solana'] as const)('is refused when something was signed on %s after the end', async (chain) => {
    later = chain;
    await expect(accept(OVER)).rejects.toThrow(`has signed 0x7 on ${chain} later than 2026-01-31T12:00:00.000Z`);
    expect(await stage()).toBe('closed');
    const approvalsUntil = ENDED + runtime.configuration.approvalTtlMs + 15 * MINUTE;
    expect(asked[0]).toEqual({
      ...{ validUntil: ENDED + 15 * MINUTE, approvalsUntil, sentUntil: ENDED + 2 * MINUTE },
    });
  });

  it('is kept with who has given it, and when, also after the end', async () => {
    await accept(OVER);
    await endGenerations(runtime.store, ENDED);
    output.write.mockClear();
    await showAcceptances(runtime, output);
    expect(output.write).toHaveBeenCalledTimes(1);
    expect(output.write).toHaveBeenCalledWith(expect.stringContaining('Generation 1 was accepted at 20'));
    expect(output.write).toHaveBeenCalledWith(expect.stringContaining(`by ${operator()}\n`));
  });

  it('is of the newest generation', async () => {
    const { name } = await beginGeneration(runtime.store, { since: ENDED }, ENDED);
    await accept();
    expect(await generationOf(runtime.store)).toMatchObject({ name, stage: 'accepted' });
    await acceptGeneration(runtime.store, name, ENDED);
  });

  describe('with --nothing-lost, of data that was moved while the service was stopped', () => {
    const paid = { from: 'treasury', to: '0xA', currency: 'USDC', amount: '5000000' } as const;
    const made = { hash: '0x1', block: 7, onchainId: null, place: 0, ...paid };
    const payment = { ...tenant, ...states, id: 'pay_1', chain: 'base', to_address: '0xA' };

    /** What its relayer has sent, and what of it a person has. */
    let [nonce, byHand]: [number | null, string[]] = [null, []];
    beforeEach(async () => {
      [nonce, byHand] = [null, []];
      await noteSenders(runtime.store, new Map([['base.0xR', null]]), ENDED);
    });

    async function move(payouts: readonly object[], row: object, before = endGenerations): Promise<void> {
      await before(runtime.store, ENDED);
      await insert('payment', 'payments', { ...payment, facts: JSON.stringify({ amount: '5000000' }), ...row });
      await beginGeneration(runtime.store, { since: ENDED, behind: 'it is a copy' }, ENDED);
      const generation = await generationOf(runtime.store);
      if (generation === null) throw new Error('there is a generation');
      const isIn = (stored: { readonly nonce?: number }): boolean => stored.nonce === nonce;
      const sent = nonce === null ? null : { mark: { nonce }, name: `nonce ${nonce}`, isIn };
      const lastSent = () => Promise.resolve([{ sender: '0xR', said: [sent], endpoints: 1 }]);
      const history = { payouts: () => Promise.resolve({ at: ENDED, payouts }), lastSent };
      const router = { on: () => ({ history }) };
      const liveChains = { treasuries: new Map([['base', 'treasury']]), router } as unknown as LiveChains;
      await acceptMove(
        { runtime: { ...runtime, liveChains }, generation, since: ENDED },
        { sentByHand: byHand },
        { output },
      );
    }

    it.each([
      ['settled', '0x1'],
      ['pending', null],
    ])('accepts and ends the generation where a %s payment explains each transfer', async (status, txHash) => {
      await move([made], { status, tx_hash: txHash });
      expect(await stage()).toBe('ended');
    });

    it('is refused when a transfer was made that no payment explains', async () => {
      const settled = { tx_hash: '0x2' };
      await expect(move([made], settled)).rejects.toThrow('so something is lost');
      expect(await stage()).toBe('closed');
    });

    it('is refused when something was sent that is not stored, unless a person has sent it', async () => {
      nonce = 7;
      await expect(move([], {})).rejects.toThrow(
        '0xR has sent nonce 7 on base, which the event store does not have, so something is lost. Use accept --ended and --grants; or, if you sent it yourself, repeat this with --sent-by-hand 7',
      );
      expect(await stage()).toBe('closed');
      await runtime.database<Record<string, object>>('payment').deleteFrom('payments').execute();
      byHand = ['7'];
      await move([], {}, () => generationOf(runtime.store) as Promise<Generation>);
      expect(await stage()).toBe('ended');
      expect((await notedSenders(runtime.store)).get('base.0xR')).toEqual({ nonce: 7 });
    });

    const nothing = { tx_hash: '0x1' };

    it('is refused after a restore that was not accepted', async () => {
      const closed = () => generationOf(runtime.store) as Promise<Generation>;
      await expect(move([made], nothing, closed)).rejects.toThrow('from a backup');
      expect(await stage()).toBe('closed');
    });

    it('ends nothing while clients repeat what a restore has lost', async () => {
      await accept();
      await move([made], nothing, () => generationOf(runtime.store) as Promise<Generation>);
      expect((await generationsOf(runtime.store)).map((each) => each.stage)).toEqual(['accepted', 'accepted']);
    });
  });
});
