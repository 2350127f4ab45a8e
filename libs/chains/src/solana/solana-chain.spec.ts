import { describeChain } from '../testing/chain.contract';
import { LocalSolana, newOwner } from '../testing/solana-chain';
import { tokenBatch } from '../testing/solana-strangers';

const TOKEN_PROGRAMS = ['p-token', 'spl-token'] as const;

for (const tokenProgram of TOKEN_PROGRAMS) {
  describeChain(
    `LiteSVM with ${tokenProgram}`,
    async () => {
      const local = new LocalSolana(1, { tokenProgram });
      for (const front of local.fronts) front.refusesConfirmed = true;
      const chain = await local.open();
      return {
        chain,
        account: local.treasury.address,
        now: () => local.ledger.now(),
        pass: (ms) => {
          local.ledger.pass(ms);
          return Promise.resolve();
        },
        authorization: (outcome) => {
          // A transfer expires here when what carries it never reaches a leader.
          for (const front of local.fronts) front.isDropping = outcome === 'expires';
          // More than there is.
          return local.authorization(chain, outcome === 'reverts' ? { amount: '9000000000000' } : {});
        },
        // Nobody else pays these recipients.
        transfers: ({ to, amount }) => Promise.resolve(Number(local.held(to) / BigInt(amount))),
        deposit: (currency, amount) => local.deposit(currency, amount),
        dispose: () => Promise.resolve(),
      };
    },
    { chains: ['solana'], deposits: true },
  );
}

it.each(TOKEN_PROGRAMS)('the local cluster runs %s', async (tokenProgram) => {
  const local = new LocalSolana(1, { tokenProgram });
  const signature = await local.strangerSends('legacy', [local.strangersTransfer(1n)]);
  const { unitsConsumed = 0, error } = local.ledger.find(signature) ?? {};
  expect(error).toBeNull();
  if (tokenProgram === 'p-token') expect(unitsConsumed).toBeLessThan(1_000);
  else expect(unitsConsumed).toBeGreaterThan(5_000);
  const batch = await local.strangerSends('legacy', [tokenBatch([local.strangersTransfer(1n)])]);
  expect(local.ledger.find(batch)?.error === null).toBe(tokenProgram === 'p-token');
});

it.each(TOKEN_PROGRAMS)('payments of every form are carried out with %s', async (tokenProgram) => {
  const local = new LocalSolana(1, { tokenProgram });
  const chain = await local.open();
  const to = newOwner();
  const authorizations = [{}, { memo: '💶'.repeat(64) }, { to }, { to }, { currency: 'EURC' as const }].map((given) =>
    local.authorization(chain, given),
  );
  const submission = await chain.assemble(authorizations);
  await chain.broadcast(submission);
  local.ledger.advance(3);
  const seen = await chain.observe(submission, authorizations, local.ledger.now());
  expect(seen.map(({ state }) => state)).toEqual(authorizations.map(() => 'final'));
  expect(local.held(to)).toBe(25_000_000n);
});

it('is down for a currency while its issuer has frozen the account of the treasury, and says so', async () => {
  const local = new LocalSolana(2);
  const chain = await local.open();
  const { USDC: mint } = local.ledger.mints;
  const owner = local.treasury.address;
  const freeze = (isFrozen: boolean): void => {
    local.ledger.setTokens(local.accountOf(owner, mint), { mint, owner, amount: 10n ** 12n, isFrozen });
    local.ledger.pass(60_000);
  };
  const health = async (currency: 'USDC' | 'EURC'): Promise<unknown> => {
    const asked = { to: newOwner(), amount: '1', currency, candidates: ['solana'] } as const;
    return (await chain.quote(asked))[0]?.health;
  };
  const precheck = (currency: 'USDC' | 'EURC') =>
    chain.precheck(local.authorization(chain, { currency }), local.ledger.now());

  freeze(true);
  expect(await health('USDC')).toEqual({
    status: 'down',
    reason: "the issuer of USDC has frozen the treasury's account",
  });
  expect(await precheck('USDC')).toBe('chain_unavailable');
  expect(local.logged.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^the issuer of USDC has frozen/),
  );
  expect([await health('EURC'), await precheck('EURC')]).toEqual([{ status: 'up' }, null]);
  freeze(false);
  expect([await health('USDC'), await precheck('USDC')]).toEqual([{ status: 'up' }, null]);
});
