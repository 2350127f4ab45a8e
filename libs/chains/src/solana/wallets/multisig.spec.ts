import { PublicKey } from '@solana/web3.js';
import type { WalletPolicy } from '../../chain-wallets';
import { newOwner } from '../../testing/solana-chain';
import { TOKEN_PROGRAM } from '../instructions';
import { UNLIMITED, allowanceOf, multisigOf, seedOf } from './multisig';

const [operator, spender, one, other] = [newOwner(), newOwner(), newOwner(), newOwner()] as [
  string,
  string,
  string,
  string,
];
const tokens = { USDC: newOwner(), EURC: newOwner() };
const keys = { operator, spender, tokens };
const policy: WalletPolicy = { walletId: 'wal_1', owners: [one, other], threshold: 2, spendLimit: '100' };

it('derives addresses as the system program does', async () => {
  const wallet = multisigOf(policy, keys);
  const base = new PublicKey(operator);
  const derived = await PublicKey.createWithSeed(base, seedOf('multisig', wallet, tokens), TOKEN_PROGRAM);
  expect(wallet.address).toBe(derived.toBase58());
  const nonce = await PublicKey.createWithSeed(base, seedOf('nonce', wallet, tokens), PublicKey.default);
  expect(wallet.nonceAccount).toBe(nonce.toBase58());
});

it('has another address for whatever is different, and the same for the same', () => {
  const given: readonly (readonly [Partial<WalletPolicy>, Partial<typeof keys>])[] = [
    [{}, {}],
    [{ walletId: 'wal_2' }, {}],
    [{ owners: [other, one] }, {}],
    [{ threshold: 1 }, {}],
    [{ spendLimit: '101' }, {}],
    [{ spendLimit: null }, {}],
    [{}, { operator: newOwner() }],
    [{}, { spender: newOwner() }],
    [{}, { tokens: { ...tokens, EURC: newOwner() } }],
  ];
  const made = given.map(([changed, by]) => multisigOf({ ...policy, ...changed }, { ...keys, ...by }));
  expect(new Set(made.flatMap(({ address, nonceAccount }) => [address, nonceAccount])).size).toBe(2 * given.length);
  expect(multisigOf(policy, keys)).toEqual(made[0]);
});

const owners = (count: number): readonly string[] => Array.from({ length: count }, newOwner);

it.each<[string, Partial<WalletPolicy>, string, RegExp]>([
  ['no owner', { owners: [] }, 'owners', /at least one owner/],
  ['twelve owners', { owners: owners(12) }, 'owners', /at most 11 owners, not 12/],
  ['an owner twice', { owners: [one, other, one] }, 'owners', /named twice/],
  ['an owner of another chain', { owners: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'] }, 'owners', /no address/],
  ['an owner without a key', { owners: [multisigOffCurve()] }, 'owners', /no address that can sign/],
  ['the spender as an owner', { owners: [one, spender] }, 'owners', /pays within the limit/],
  ['a threshold of none', { threshold: 0 }, 'threshold', /from 1 to 2$/],
  ['a threshold above the owners', { threshold: 3 }, 'threshold', /from 1 to 2$/],
  ['a broken threshold', { threshold: 1.5 }, 'threshold', /whole number/],
  [
    'more signatures than fit',
    { owners: owners(11), threshold: 6 },
    'threshold',
    /from 1 to 5: no more signatures fit/,
  ],
  ['the limit of none', { spendLimit: `${UNLIMITED}` }, 'spendLimit', /at most 18446744073709551614/],
])('refuses %s', (_, changed, part, message) => {
  let refused: unknown;
  try {
    multisigOf({ ...policy, ...changed }, keys);
  } catch (error) {
    refused = error;
  }
  expect(refused).toMatchObject({ part, message: expect.stringMatching(message) as string });
});

it('allows all that there is to the spender of a wallet without a limit', () => {
  expect(allowanceOf({ spendLimit: null })).toBe(UNLIMITED);
  expect(allowanceOf({ spendLimit: '0' })).toBe(0n);
});

function multisigOffCurve(): string {
  const [address] = PublicKey.findProgramAddressSync([Buffer.from('nobody')], TOKEN_PROGRAM);
  return address.toBase58();
}
