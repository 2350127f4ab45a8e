import type { Authorization } from '../../chain';
import { LocalSolana, newOwner } from '../../testing/solana-chain';
import { readCarriers } from './carriers';
import type { SolanaChain } from '../solana-chain';

let local: LocalSolana;
let chain: SolanaChain;
beforeAll(async () => {
  local = new LocalSolana();
  chain = await local.open();
});

function known(): string {
  const [to, mint] = [newOwner(), local.ledger.mints.USDC];
  local.ledger.setTokens(local.accountOf(to, mint), { mint, owner: to, amount: 0n });
  return to;
}

it.each<[string, number, () => Partial<Authorization>]>([
  ['bare payments', 14, () => ({ to: known() })],
  ['payments with a memo of 64 letters', 6, () => ({ to: known(), memo: 'm'.repeat(64) })],
  ['payments with a memo of 64 characters of four bytes', 2, () => ({ to: known(), memo: '💶'.repeat(64) })],
  ['payments to new accounts', 8, () => ({})],
  ['payments with a memo to new accounts', 4, () => ({ memo: 'm'.repeat(64) })],
])('a transaction full of %s is carried out within the units that it pays for', async (_, least, given) => {
  const authorizations = Array.from({ length: 30 }, () => local.authorization(chain, given()));
  local.ledger.advance(3);
  const submission = await chain.assemble(authorizations);
  await chain.broadcast(submission);
  local.ledger.advance(1);
  for (const { to } of authorizations) expect(local.held(to)).toBe(12_500_000n);
  const [first] = readCarriers(submission.bytes);
  expect(first?.carries.length).toBeGreaterThanOrEqual(least);
});
