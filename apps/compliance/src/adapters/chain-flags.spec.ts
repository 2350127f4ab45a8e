import type { AddressFlags } from '@stablecoin/chains';
import type { ChainName } from '@stablecoin/contracts';
import { SUBJECT, describeScreeningProvider } from '../testing/screening-provider.contract';
import { ChainFlags, issuerProvider, oracleProvider } from './chain-flags';

const CLEAN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const NAMED = '0x8589427373D6D84E98730D7795D8f6f8731FDA16';
const SOLANA = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const never = new AbortController().signal;
const subject = { ...SUBJECT, address: CLEAN, country: null };

let asked: string[];
let open: readonly ChainName[];
beforeEach(() => {
  asked = [];
  open = ['base', 'ethereum', 'solana'];
});

/** Ethereum names the address; Base does not know of it yet. */
function flagsOn(chain: ChainName, address: string): Promise<AddressFlags> {
  asked.push(`${chain} ${address}`);
  if (address === 'down') return Promise.reject(new Error('no majority'));
  const isFlagged = chain === 'ethereum' && address === NAMED;
  return Promise.resolve({
    state: chain === 'solana' ? null : 'block 7',
    oracle: chain === 'solana' ? null : { contract: '0xoracle', isSanctioned: isFlagged },
    issuers: [{ currency: 'USDC', token: '0xusdc', isBlocked: isFlagged }],
  });
}
const chainFlags = () => new ChainFlags(flagsOn, (chain) => open.includes(chain));
const oracle = () => oracleProvider('sanctions', chainFlags(), () => 5);
const issuer = () => issuerProvider('aml', chainFlags(), () => 5);

describe.each([
  ['oracle', oracle],
  ['issuer', issuer],
])('the provider %s', (name, open) => {
  describeScreeningProvider(name, () => ({
    provider: open(),
    passes: subject,
    fails: { ...subject, address: NAMED },
    unanswered: { ...subject, address: 'down' },
  }));

  it('knows no owners', async () => {
    expect(await open().screen({ ...subject, address: null, owner: 'user:1' }, never)).toMatchObject({
      outcome: 'not_covered',
    });
  });
});

it('names the contract, its chain and the block', async () => {
  expect(await oracle().screen({ ...subject, address: NAMED }, never)).toEqual({
    outcome: 'fail',
    evidence: 'The sanctions oracle on ethereum names the address.',
    details: { source: '0xoracle on ethereum', version: 'block 7 of ethereum', matched: NAMED, at: 5 },
  });
  expect(await issuer().screen(subject, never)).toEqual({
    outcome: 'pass',
    evidence: 'None of the 2 contracts that were asked names the address.',
    details: {
      source: '0xusdc on base, 0xusdc on ethereum',
      version: 'block 7 of base, block 7 of ethereum',
      matched: null,
      at: 5,
    },
  });
});

it('on Solana there is no oracle, and issuers freeze accounts', async () => {
  const onSolana = { ...subject, address: SOLANA, chains: ['solana'] as const };
  expect(await oracle().screen(onSolana, never)).toMatchObject({ outcome: 'not_covered' });
  expect(await issuer().screen(onSolana, never)).toMatchObject({ outcome: 'pass', details: { version: null } });
});

it('chains that are not configured are not asked; without any the address is not covered', async () => {
  open = ['base'];
  expect(await oracle().screen({ ...subject, address: NAMED }, never)).toMatchObject({ outcome: 'pass' });
  open = [];
  expect(await oracle().screen(subject, never)).toMatchObject({ outcome: 'not_covered' });
});

it('two providers that ask at the same time share one answer, and the next one is read anew', async () => {
  const flags = chainFlags();
  const providers = [oracleProvider('sanctions', flags, () => 5), issuerProvider('aml', flags, () => 5)];
  await Promise.all(providers.map((provider) => provider.screen(subject, never)));
  expect(asked).toEqual([`base ${CLEAN}`, `ethereum ${CLEAN}`]);
  await providers[0]!.screen(subject, never);
  expect(asked).toHaveLength(4);
});
