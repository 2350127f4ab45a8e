import type { LiveChains } from '@stablecoin/chains';
import { MemoryEventStore } from '@stablecoin/stores';
import { ManualClock, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { adoptWallet, type LostWallet } from './adopt-wallet';

const OWNER = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const LOST: LostWallet = {
  ...{ walletId: 'wal_1', account: 'acme', owner: 'agent:a', label: null, chain: 'base' },
  ...{ approvers: [OWNER], approvalThreshold: 1, spendLimit: '5000000', address: '0xmade-of-5000000' },
};

describe('a lost wallet without an idempotency key', () => {
  const store = new MemoryEventStore();
  const parts = { store, clock: new ManualClock(1), log: silentLog, meter: silentMeter };
  const contractOf = (policy: { readonly spendLimit: string | null }) => ({
    ...policy,
    address: `0xmade-of-${policy.spendLimit ?? 'nothing'}`,
  });
  const router = { find: () => ({ wallets: { contractOf, operator: null } }) };
  const liveChains = { router } as unknown as LiveChains;
  const adopt = (changes: Partial<LostWallet> = {}) => adoptWallet({ ...LOST, ...changes }, { ...parts, liveChains });

  it('is refused unless its details make the address that the client knows', async () => {
    await expect(adopt({ spendLimit: '6000000' })).rejects.toThrow(
      'These details make the wallet 0xmade-of-6000000, not 0xmade-of-5000000',
    );
    expect(await store.head()).toBe(0);
  });

  it('is recorded at its address, once', async () => {
    await adopt({ address: LOST.address.toUpperCase().replace('0X', '0x') });
    const [created] = await store.read('wallet-wal_1');
    expect(created).toMatchObject({
      type: 'WalletCreated',
      data: { walletId: 'wal_1', address: LOST.address, contract: { owners: [OWNER], threshold: 1 } },
      metadata: { account: 'acme', livemode: true },
    });
    await expect(adopt()).rejects.toThrow('There is a wallet wal_1 already');
  });
});
