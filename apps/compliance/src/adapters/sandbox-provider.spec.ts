import type { CheckName } from '@stablecoin/contracts';
import { CHECK_NAMES, parseAddress, solanaAddressFromBytes } from '@stablecoin/contracts';
import { SUBJECT, describeScreeningProvider } from '../testing/screening-provider.contract';
import { SANDBOX_NEXT_LIST, sandboxProviders } from './sandbox-provider';
import type { Finding, ScreeningSubject } from '../application/screening-provider';

const ORDINARY = SUBJECT;

/** The table "By recipient", as it is written there. */
const TABLE = {
  D001: { evm: '0x000000000000000000000000000000000000d001', solana: `${'1'.repeat(30)}Gq6` },
  D002: { evm: '0x000000000000000000000000000000000000d002', solana: `${'1'.repeat(30)}Gq7` },
  D003: { evm: '0x000000000000000000000000000000000000d003', solana: `${'1'.repeat(30)}Gq8` },
  D004: { evm: '0x000000000000000000000000000000000000d004', solana: `${'1'.repeat(30)}Gq9` },
  D005: { evm: '0x000000000000000000000000000000000000d005', solana: `${'1'.repeat(30)}GqA` },
  D006: { evm: '0x000000000000000000000000000000000000d006', solana: `${'1'.repeat(30)}GqB` },
  D007: { evm: '0x000000000000000000000000000000000000d007', solana: `${'1'.repeat(30)}GqC` },
  D008: { evm: '0x000000000000000000000000000000000000d008', solana: `${'1'.repeat(30)}GqD` },
} as const;
const NOW = 1_000_000;

/** An address as the gateway passes it on. */
function normalised(text: string): string {
  const parsed = parseAddress(text);
  if ('problem' in parsed) throw new Error(`${text}: ${parsed.problem}`);
  return parsed.address;
}

const nobodyEnds = new AbortController().signal;

async function screen(check: CheckName, subject: Partial<ScreeningSubject>): Promise<Finding> {
  const provider = sandboxProviders(() => NOW).find((one) => one.check === check);
  return (await provider!.screen({ ...ORDINARY, ...subject }, nobodyEnds)) as Finding;
}

/** What each check finds: its outcome, or `down` when it throws. */
async function outcomes(subject: Partial<ScreeningSubject>): Promise<Record<CheckName, string>> {
  const found = await Promise.allSettled(CHECK_NAMES.map((check) => screen(check, subject)));
  const words = found.map((result) => (result.status === 'fulfilled' ? result.value.outcome : 'down'));
  return Object.fromEntries(CHECK_NAMES.map((check, i) => [check, words[i]])) as Record<CheckName, string>;
}

const all = (word: string) => ({ kyc: word, aml: word, sanctions: word, travel_rule: word });

describeScreeningProvider('sandbox', () => ({
  provider: sandboxProviders(() => NOW).find(({ check }) => check === 'sanctions')!,
  passes: ORDINARY,
  fails: { ...ORDINARY, address: normalised(TABLE.D001.evm) },
  unanswered: { ...ORDINARY, address: normalised(TABLE.D007.evm) },
}));

describe('sandbox, by recipient: the spellings of an address are of the same bytes', () => {
  it.each(Object.entries(TABLE))('%s', (lastBytes, { evm, solana }) => {
    expect(evm).toBe(`0x${lastBytes.toLowerCase().padStart(40, '0')}`);
    expect(solana).toBe(solanaAddressFromBytes(Buffer.from(lastBytes.padStart(64, '0'), 'hex')));
    expect(parseAddress(solana)).toEqual({ family: 'solana', address: solana });
  });
});

describe.each(['evm', 'solana'] as const)('sandbox, by recipient: what screening finds (%s)', (family) => {
  const address = (lastBytes: keyof typeof TABLE) => normalised(TABLE[lastBytes][family]);

  it('D001: a sanctions match', async () => {
    expect(await outcomes({ address: address('D001') })).toEqual({ ...all('pass'), sanctions: 'fail' });
  });

  it('D002: an AML flag', async () => {
    expect(await outcomes({ address: address('D002') })).toEqual({ ...all('pass'), aml: 'fail' });
  });

  it('D003: identity not verified', async () => {
    expect(await outcomes({ address: address('D003') })).toEqual({ ...all('pass'), kyc: 'fail' });
  });

  it('D004: travel-rule data missing', async () => {
    expect(await outcomes({ address: address('D004') })).toEqual({ ...all('pass'), travel_rule: 'fail' });
  });

  it('D005: review, by any check', async () => {
    expect(await outcomes({ address: address('D005') })).toEqual(all('review'));
  });

  it('D006: the provider fails twice, then clears, by any check', async () => {
    const attempts = [1, 2, 3, 4].map((attempt) => outcomes({ address: address('D006'), attempt }));
    expect(await Promise.all(attempts)).toEqual([all('down'), all('down'), all('pass'), all('pass')]);
  });

  it('D007: the provider stays down, for any check', async () => {
    const attempts = [1, 3, 1_000].map((attempt) => outcomes({ address: address('D007'), attempt }));
    expect(await Promise.all(attempts)).toEqual([all('down'), all('down'), all('down')]);
  });

  it('D008: passes, and the next version of the sanctions list, which comes in a second, names it', async () => {
    expect(await outcomes({ address: address('D008') })).toEqual(all('pass'));
    expect(await screen('sanctions', { address: address('D008') })).toMatchObject({
      validUntil: NOW,
      nextVersionAt: NOW + 1_000,
    });
    expect(await screen('aml', { address: address('D008') })).not.toHaveProperty('nextVersionAt');
    const named = (Object.keys(TABLE) as (keyof typeof TABLE)[]).filter((each) =>
      SANDBOX_NEXT_LIST.names(address(each)),
    );
    expect(named).toEqual(['D008']);
  });

  it('an address that only ends alike is ordinary', async () => {
    const bytes = family === 'evm' ? Buffer.alloc(20) : Buffer.alloc(32);
    bytes.writeUInt16BE(0xd001, bytes.length - 2);
    bytes[0] = 1;
    const alike = family === 'evm' ? `0x${bytes.toString('hex')}` : solanaAddressFromBytes(bytes);
    expect(await outcomes({ address: normalised(alike) })).toEqual(all('pass'));
  });
});

describe('sandbox, by country', () => {
  it.each(['KP', 'IR', 'SY', 'CU'])('%s is a sanctions match for any address', async (country) => {
    expect(await outcomes({ country })).toEqual({ ...all('pass'), sanctions: 'fail' });
    expect(await outcomes({ country, address: null })).toEqual({ ...all('pass'), sanctions: 'fail' });
  });

  it('any other, and none, is not', async () => {
    expect(await outcomes({ country: 'KR' })).toEqual(all('pass'));
    expect(await outcomes({ country: null })).toEqual(all('pass'));
  });

  it('a match counts for an address in review too', async () => {
    const address = normalised(TABLE.D005.evm);
    expect(await outcomes({ country: 'IR', address })).toEqual({ ...all('review'), sanctions: 'fail' });
  });
});

describe("sandbox, by a wallet's owner", () => {
  const ofOwner = (owner: string) => outcomes({ owner, address: null, country: null });

  it.each(['user:blocked', 'agent:blocked'])('%s fails identity verification', async (owner) => {
    expect(await ofOwner(owner)).toEqual({ ...all('pass'), kyc: 'fail' });
  });

  it.each(['user:1', 'agent:trader', 'user:blocked2', 'USER:blocked'])('%s passes', async (owner) => {
    expect(await ofOwner(owner)).toEqual(all('pass'));
  });
});

describe('sandbox providers', () => {
  it('make every check once', () => {
    expect(sandboxProviders(() => NOW).map(({ check }) => check)).toEqual([...CHECK_NAMES]);
  });
});
