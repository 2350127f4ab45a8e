import type { CheckName } from '@stablecoin/contracts';
import type { Finding, ScreeningProvider, ScreeningSubject } from '../adapters/screening-provider';
import type { ScreeningRequest } from '../domain/screening';
import { runChecks } from './run-checks';

const request: ScreeningRequest & { readonly ref: string; readonly account: string } = {
  ref: 'cpl_1',
  account: 'acme',
  subject: { kind: 'address', value: '0xabc' },
  checks: ['kyc', 'aml'],
  country: 'DE',
};
const never = new AbortController().signal;
const pass: Finding = { outcome: 'pass', evidence: 'Nothing.' };

function provider(
  check: CheckName,
  screen: (subject: ScreeningSubject, signal: AbortSignal) => Promise<Finding> = () => Promise.resolve(pass),
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
    expect(await runChecks(providers, request, 1, never)).toEqual({
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
    expect(await runChecks(providers, request, 1, never)).toMatchObject({ state: 'complete' });
  });

  it('are told whom they are about', async () => {
    const seen: ScreeningSubject[] = [];
    const note = provider('kyc', async (subject) => (seen.push(subject), pass));
    await runChecks([note], { ...request, checks: ['kyc'] }, 3, never);
    const owner = { kind: 'owner' as const, value: 'user:1' };
    await runChecks([note], { ...request, subject: owner, checks: ['kyc'], country: null }, 1, never);
    const rest = { ref: 'cpl_1', account: 'acme', payment: null };
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
    expect(await runChecks(providers, request, 1, never)).toEqual({ state: 'failed', error });
  });

  it('have no result when one does not answer in time, even one that does not mind its signal', async () => {
    const deaf = provider('aml', () => new Promise(() => undefined));
    expect(await runChecks([provider('kyc'), deaf], request, 1, never, 10)).toMatchObject({ state: 'failed' });
  });

  it('are broken off when the service stops', async () => {
    const stopping = new AbortController();
    const running = runChecks([provider('kyc', () => new Promise(() => undefined))], request, 1, stopping.signal);
    stopping.abort(new Error('stopping'));
    await expect(running).rejects.toThrow('stopping');
  });
});
