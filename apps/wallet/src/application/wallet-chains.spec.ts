import { WalletPolicyError } from '@stablecoin/chains';
import type { ChainWallets, LiveChains, WalletApprovals, WalletPolicy } from '@stablecoin/chains';
import { onchain } from '../testing/wallet-fixture';
import { WalletChains } from './wallet-chains';

const OPERATOR = '0xoperator';
const asked = {
  livemode: true,
  chain: 'base',
  approvers: ['0xa', '0xb'],
  approvalThreshold: 2,
  spendLimit: '100',
} as const;
let made: WalletPolicy[];

/** @param wallets - null: the chain has none */
function chainsWith(wallets: Partial<ChainWallets> | null): WalletChains {
  made = [];
  const own = {
    operator: OPERATOR,
    contractOf: (policy: WalletPolicy) => {
      made.push(policy);
      return { ...onchain, ...policy };
    },
    approvals: { approvalValidUntil: (at: number) => at + 7 },
    ...wallets,
  };
  const router = { find: () => ({ wallets: wallets === null ? null : own }) };
  return new WalletChains({ router, treasuries: new Map() } as unknown as LiveChains, { sandboxValidityMs: 5 });
}

describe('what stands against a live wallet', () => {
  it('allows a wallet on a chain that offers wallets, and always in the sandbox', () => {
    expect(chainsWith({}).refusal(asked)).toBeNull();
    expect(chainsWith(null).refusal({ ...asked, livemode: false, chain: 'solana' })).toBeNull();
  });

  it('lists no approvers where owners cannot approve', () => {
    const chains = chainsWith({ approvals: null });
    const refusal = { code: 'invalid_request', param: 'approvers' };
    expect(chains.refusal({ ...asked, chain: 'solana' })).toMatchObject(refusal);
    expect(chains.refusal({ ...asked, chain: 'solana', approvers: [], approvalThreshold: 1 })).toBeNull();
    expect(chains.validUntil(true, 'solana', 100)).toBeNull();
  });

  it('a chain without its contracts has none', () => {
    for (const chains of [chainsWith(null), new WalletChains(undefined, { sandboxValidityMs: 5 })]) {
      expect(chains.refusal(asked)).toMatchObject({ code: 'chain_unavailable', param: 'chain' });
      expect(() => chains.contract('wal_1', asked)).toThrow('base has no wallets');
    }
  });

  it('nobody who could approve', () => {
    const refusal = { code: 'invalid_request', param: 'approvers' };
    expect(chainsWith({ operator: null }).refusal({ ...asked, approvers: [] })).toMatchObject(refusal);
    expect(chainsWith({ operator: null }).refusal(asked)).toBeNull();
  });

  it.each([
    ['owners', 'approvers'],
    ['threshold', 'approval_threshold'],
    ['spendLimit', 'spend_limit'],
  ] as const)('a policy that no chain can have: %s is %s', (part, param) => {
    const contractOf = (): never => {
      throw new WalletPolicyError(part, 'cannot be.');
    };
    expect(chainsWith({ contractOf }).refusal(asked)).toEqual({
      code: 'invalid_request',
      message: 'cannot be.',
      param,
    });
  });
});

describe('the contract of a live wallet', () => {
  it('its owners are its approvers, or the operator where there are none', () => {
    const chains = chainsWith({});
    chains.contract('wal_1', asked);
    chains.contract('wal_2', { ...asked, approvers: [], approvalThreshold: 1 });
    expect(made).toEqual([
      { walletId: 'wal_1', owners: ['0xa', '0xb'], threshold: 2, spendLimit: '100' },
      { walletId: 'wal_2', owners: [OPERATOR], threshold: 1, spendLimit: '100' },
    ]);
  });
});

it('what approvers sign outlives the approval: by the validity of its chain, and on Solana nobody signs', () => {
  const chains = chainsWith({});
  expect(chains.validUntil(true, 'base', 100)).toBe(107);
  expect(chains.validUntil(false, 'ethereum', 100)).toBe(105);
  expect(chains.validUntil(false, 'solana', 100)).toBeNull();
});

it('the operator signs for the wallets that it owns, and for no other', async () => {
  const signed = { owner: OPERATOR, signature: '0xsigned' };
  const approvals = { signAsOperator: () => Promise.resolve(signed) } as unknown as WalletApprovals;
  const chains = chainsWith({ approvals });
  const approval = { authorization: {}, typedData: {} } as never;
  await expect(
    chains.signAsOperator({ chain: 'base', contract: { ...onchain, owners: [OPERATOR] } }, approval),
  ).resolves.toBe(signed);
  await expect(chains.signAsOperator({ chain: 'base', contract: onchain }, approval)).resolves.toBeNull();
  await expect(chains.signAsOperator({ chain: 'base' }, approval)).resolves.toBeNull();
});
