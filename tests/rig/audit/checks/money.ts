import { formatAmount, parseAmount } from '@stablecoin/contracts';
import type { LedgerEntry } from '@stablecoin/contracts';
import { TIME } from '../../../e2e/support/payments';
import { TREASURY_APPROVAL_ABOVE } from '../../load/orders';
import { ordersOf, settledFrom, sum, units, type AccountCheck, type Checks } from './check';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Balances and the ledger, of the treasury and of the wallet. */
export const MONEY: Checks<AccountCheck> = {
  'the treasury holds what it opened with and was given, less what was settled; nothing is reserved': (
    account,
    { opening },
  ) => {
    const given = ordersOf(account, '/sandbox/faucet').filter(({ body }) => body['wallet'] === undefined);
    const settled = settledFrom(account, null);
    const held = (chain: string, currency: string) =>
      units(opening) +
      (chain === 'base' && currency === 'USDC' ? sum(given.map(({ body }) => body['amount'])) : 0n) -
      sum(settled.filter((one) => one.chain === chain && one.currency === currency).map(({ amount }) => amount));
    const available = (chain: string) => ({
      usdc: formatAmount(held(chain, 'USDC')),
      eurc: formatAmount(held(chain, 'EURC')),
    });
    const nothing = { usdc: '0.00', eurc: '0.00' };
    const byChain = { base: available('base'), ethereum: available('ethereum'), solana: available('solana') };
    const all = Object.values(byChain);
    expect(account.rest.balance).toEqual({
      usdc: formatAmount(sum(all.map(({ usdc }) => usdc))),
      eurc: formatAmount(sum(all.map(({ eurc }) => eurc))),
      chains: { base: byChain.base.usdc, ethereum: byChain.ethereum.usdc, solana: byChain.solana.usdc },
      available: byChain,
      reserved: { base: nothing, ethereum: nothing, solana: nothing },
      held: { base: nothing, ethereum: nothing, solana: nothing },
      as_of: TIME,
    });
  },

  'every posting of the ledger sums to zero, and no balance was ever below it': ({ rest }) => {
    const balances = new Map<string, bigint>();
    // The ledger is listed with the latest entry first.
    for (const { currency, postings } of rest.ledger.toReversed()) {
      expect(sum(postings.map(({ amount }) => amount))).toBe(0n);
      for (const { account, amount } of postings) {
        const key = `${account} ${currency}`;
        balances.set(key, (balances.get(key) ?? 0n) + units(amount));
        if (account.startsWith('treasury:')) expect([key, (balances.get(key) ?? 0n) >= 0n]).toEqual([key, true]);
      }
    }
  },

  'opening and deposits are available, reserved, settled and fees, by chain and currency': (account) => {
    const { ledger, balance } = account.rest;
    for (const [chain, available] of Object.entries(balance.available)) {
      for (const currency of ['USDC', 'EURC'] as const) {
        const entries = ledger.filter((entry) => entry.chain === chain && entry.currency === currency);
        const came = -postedTo(entries, 'equity:opening') - postedTo(entries, 'external:deposits');
        const reserved = postedTo(entries, `treasury:${chain}:reserved`);
        const settled = sum(
          settledFrom(account, null)
            .filter((one) => one.chain === chain && one.currency === currency)
            .map(({ amount }) => amount),
        );
        // The sandbox takes no fees.
        const fees = 0n;
        const shown = currency === 'USDC' ? available.usdc : available.eurc;
        expect(postedTo(entries, `treasury:${chain}:available`)).toBe(units(shown));
        expect(postedTo(entries, 'external:payments')).toBe(settled);
        expect([reserved, came]).toEqual([0n, units(shown) + reserved + settled + fees]);
      }
    }
  },

  'each payment is reserved once per attempt, and posted once or voided': ({ rest: { ledger, payments } }) => {
    for (const { id, from, status } of payments) {
      const kinds = ledger.filter(({ payment_id }) => payment_id === id).map(({ kind }) => kind);
      const count = (kind: string) => kinds.filter((one) => one === kind).length;
      expect([id, count('posted')]).toEqual([id, status === 'settled' && from === null ? 1 : 0]);
      expect([id, count('reserved')]).toEqual([id, count('posted') + count('voided')]);
    }
  },

  'the treasury pays nothing above the policy without an approval': (account) => {
    const { approvals } = account.rest;
    for (const { id, amount, approval_id } of settledFrom(account, null)) {
      if (units(amount) <= units(TREASURY_APPROVAL_ABOVE)) continue;
      const approval = approvals.find((one) => one.id === approval_id);
      expect(approval).toMatchObject({ payment_id: id, wallet_id: null, status: 'approved' });
    }
  },

  'the wallet holds what it was given less what was settled': (account, { walletInput }) => {
    const { wallet } = account.rest;
    const given = ordersOf(account, '/sandbox/faucet').filter(({ body }) => body['wallet'] === wallet.id);
    const paid = settledFrom(account, wallet.id);
    const left =
      units(walletInput.usdc) + sum(given.map(({ body }) => body['amount'])) - sum(paid.map(({ amount }) => amount));
    expect(left).toBeGreaterThanOrEqual(0n);
    expect(wallet.balances).toEqual({ usdc: formatAmount(left), eurc: '0.00' });
  },

  'what the wallet has spent without approval in any 24 hours is within its limit': (account, { walletInput }) => {
    const { wallet, approvals } = account.rest;
    const paid = settledFrom(account, wallet.id);
    const spent = paid
      .filter(({ approval_id }) => approval_id === null)
      .map(({ created_at, amount }) => ({ at: Date.parse(created_at), amount: parseAmount(amount) ?? 0n }));
    for (const { at: end } of spent) {
      const window = spent.filter(({ at }) => at <= end && at > end - DAY_MS);
      const total = window.reduce((all, { amount }) => all + amount, 0n);
      expect(total).toBeLessThanOrEqual(units(walletInput.spend_limit));
    }
    expect(wallet.spent_24h).toBe(formatAmount(spent.reduce((all, { amount }) => all + amount, 0n)));
    for (const { approval_id } of paid.filter((one) => one.approval_id !== null)) {
      expect(approvals.find(({ id }) => id === approval_id)?.status).toBe('approved');
    }
  },
};

function postedTo(entries: readonly LedgerEntry[], account: string): bigint {
  const postings = entries.flatMap((entry) => entry.postings).filter((posting) => posting.account === account);
  return sum(postings.map(({ amount }) => amount));
}
