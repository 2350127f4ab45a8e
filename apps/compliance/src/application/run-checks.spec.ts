import type { CheckName } from '@stablecoin/contracts';
import type { Finding, ScreeningProvider, ScreeningSubject } from './screening-provider';
import type { ChecksJobData } from './job-data';
import { runChecks } from './run-checks';
import type { ChecksRun } from './run-checks';

const request: ChecksJobData = {
  ref: 'cpl_1',
  subject: { kind: 'address', value: '0xabc' },
  checks: ['kyc', 'aml'],
  country: 'DE',
};
type Complete = Extract<ChecksRun, { state: 'complete' }>;
const never = new AbortController().signal;
const pass: Finding = { outcome: 'pass', evidence: 'Nothing.' };

function provider(
  check: CheckName,
  screen: (subject: ScreeningSubject, signal: AbortSignal) => Promise<Finding | 'later'> = () => Promise.resolve(pass),
): ScreeningProvider {
  return { name: `${check} provider`, check, screen };
}

describe('the checks of a screening', () => {
  it('are each made by their own provider, and only those that were asked for', async () => {
    const providers = [
      provider('sanctions', () => Promise.reject(new Error('not asked'))),
      provider('aml'),
      provider('kyc'),
    ];
    expect(await runChecks(providers, request, 'acme', 1, never)).toEqual({
      state: 'complete',
      findings: [
        { name: 'kyc', outcome: 'pass', provider: 'kyc provider', evidence: 'Nothing.' },
        { name: 'aml', outcome: 'pass', provider: 'aml provider', evidence: 'Nothing.' },
      ],
    });
  });

  it('are made at the same time', async () => {
    let open = (): void => undefined;
    const asked = new Promise<void>((resolve) => (open = resolve));
    const providers = [provider('kyc', () => asked.then(() => pass)), provider('aml', async () => (open(), pass))];
    expect(await runChecks(providers, request, 'acme', 1, never)).toMatchObject({ state: 'complete' });
  });

  it('are told whom they are about', async () => {
    const seen: ScreeningSubject[] = [];
    const note = provider('kyc', async (subject) => (seen.push(subject), pass));
    await runChecks([note], { ...request, checks: ['kyc'] }, 'acme', 3, never);
    const owner = { kind: 'owner' as const, value: 'user:1' };
    await runChecks([note], { ...request, subject: owner, checks: ['kyc'], country: null }, 'acme', 1, never);
    const rest = { ref: 'cpl_1', account: 'acme', payment: null, tokenAccount: null, accounts: [] };
    expect(seen).toEqual([
      { ...rest, address: '0xabc', owner: null, country: 'DE', chains: ['base', 'ethereum'], attempt: 3 },
      { ...rest, address: null, owner: 'user:1', country: null, chains: [], attempt: 1 },
    ]);
  });

  it.each([
    ['one of them throws', [provider('kyc'), provider('aml', () => Promise.reject(new Error('down')))], 'Error: down'],
    ['one of them has no provider', [provider('kyc')], 'Error: no provider for aml'],
    ['there are no providers', [], 'Error: no provider for kyc'],
  ])('have no result when %s', async (_when, providers, error) => {
    expect(await runChecks(providers, request, 'acme', 1, never)).toEqual({ state: 'failed', error });
  });

  it('ask every provider of a check, and keep what each of them found', async () => {
    const at = Date.UTC(2026, 0, 1);
    const details = { source: 'list', version: '1', matched: null, at };
    const listed = provider('aml', () => Promise.resolve({ ...pass, details, validUntil: at + 5 }));
    const later = { ...provider('aml', () => Promise.resolve('later')), name: 'vendor' };
    const { findings } = (await runChecks(
      [listed, later],
      { ...request, checks: ['aml'] },
      'acme',
      1,
      never,
    )) as Complete;
    expect(findings).toEqual([
      {
        ...pass,
        name: 'aml',
        provider: 'aml provider',
        details: { ...details, data: null, at: '2026-01-01T00:00:00.000Z' },
        validUntil: at + 5,
      },
      { name: 'aml', outcome: 'review', provider: 'vendor', evidence: 'The provider will decide later.' },
    ]);
  });

  it('have no result when one of two providers of a check has none', async () => {
    const broken = provider('aml', () => Promise.reject(new Error('down')));
    const asked = { ...request, checks: ['aml'] as const };
    expect(await runChecks([provider('aml'), broken], asked, 'acme', 1, never)).toMatchObject({ state: 'failed' });
  });

  describe('of a token account', () => {
    const names = { owner: 'owner', accounts: ['account', 'other'] };
    const namesOf = () => Promise.resolve(names);
    const asked = { ...request, checks: ['kyc'] as const, subject: { kind: 'address' as const, value: 'account' } };
    const finding = { name: 'kyc', provider: 'kyc provider' };

    it('are about its owner as well, and keep the names', async () => {
      const seen: unknown[] = [];
      const failsOwner = provider('kyc', ({ address, tokenAccount, accounts }) => {
        seen.push({ address, tokenAccount, accounts });
        return Promise.resolve({ outcome: address === 'owner' ? 'fail' : 'pass', evidence: 'It is so.' });
      });
      expect(await runChecks([failsOwner], asked, 'acme', 1, never, { namesOf })).toEqual({
        state: 'complete',
        names,
        findings: [
          { ...finding, outcome: 'pass', evidence: 'It is so.' },
          { ...finding, outcome: 'fail', evidence: 'It is so. This is about owner, the owner of the token account.' },
        ],
      });
      expect(seen).toEqual([
        { address: 'account', tokenAccount: null, accounts: [] },
        { address: 'owner', tokenAccount: 'account', accounts: names.accounts },
      ]);
    });

    it.each(['account', 'owner'])('take an attestation of its %s for both', async (attested) => {
      const attests: ScreeningProvider = {
        ...provider('kyc', ({ address }) =>
          Promise.resolve({ outcome: address === attested ? 'pass' : 'review', evidence: 'Attested or not.' }),
        ),
        oneNameSuffices: true,
      };
      const { findings } = (await runChecks([attests], asked, 'acme', 1, never, { namesOf })) as Complete;
      expect(findings.map(({ outcome }) => outcome)).toEqual(['pass']);
    });

    it('have no result while nobody can tell who owns it', async () => {
      const unknown = () => Promise.reject(new Error('no majority'));
      const run = await runChecks([provider('kyc')], asked, 'acme', 1, never, { namesOf: unknown });
      expect(run).toEqual({ state: 'failed', error: 'Error: no majority' });
    });

    it('have no result when that takes too long', async () => {
      const forever = () => new Promise<never>(() => undefined);
      const run = await runChecks([provider('kyc')], asked, 'acme', 1, never, { namesOf: forever, callMs: 10 });
      expect(run).toMatchObject({ state: 'failed' });
    });
  });

  it('ask nobody for the travel rule below its threshold', async () => {
    const asked: ChecksJobData = { ...request, checks: ['travel_rule'], belowThreshold: true };
    const broken = provider('travel_rule', () => Promise.reject(new Error('down')));
    expect(await runChecks([broken], asked, 'acme', 1, never)).toMatchObject({
      state: 'complete',
      findings: [{ name: 'travel_rule', outcome: 'pass', provider: 'threshold' }],
    });
  });

  it('have no result when one does not answer in time, even one that does not mind its signal', async () => {
    const deaf = provider('aml', () => new Promise(() => undefined));
    expect(await runChecks([provider('kyc'), deaf], request, 'acme', 1, never, { callMs: 10 })).toMatchObject({
      state: 'failed',
    });
  });

  it('are broken off when the service stops', async () => {
    const stopping = new AbortController();
    const running = runChecks(
      [provider('kyc', () => new Promise(() => undefined))],
      request,
      'acme',
      1,
      stopping.signal,
    );
    stopping.abort(new Error('stopping'));
    await expect(running).rejects.toThrow('stopping');
  });
});

it('the checks of a deposit are about the owner of the token account that it left, and about the account', async () => {
  const seen: ScreeningSubject[] = [];
  const note = provider('aml', async (subject) => (seen.push(subject), pass));
  const inbound: ChecksJobData = {
    ...{ ref: 'cpl_1', subject: request.subject, checks: ['aml'], country: null },
    ...{ inbound: { tokenAccount: '0xaccount' }, amount: { value: '5.00', currency: 'USDC' }, depositId: 'dep_1' },
  };
  await runChecks([note], inbound, 'acme', 1, never);
  const payment = { id: 'dep_1', amount: '5.00', currency: 'USDC', direction: 'inbound' };
  expect(seen).toMatchObject([
    { address: '0xabc', tokenAccount: '0xaccount', payment },
    { address: '0xaccount', tokenAccount: null, payment },
  ]);
});
