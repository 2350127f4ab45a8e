import { CHECK_NAMES } from '@stablecoin/contracts';
import type { Finding, ScreeningProvider, ScreeningSubject } from '../application/screening-provider';

/** The recipient of nothing in particular. */
export const SUBJECT: ScreeningSubject = {
  ref: 'cpl_1',
  account: 'acme',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tokenAccount: null,
  accounts: [],
  owner: null,
  country: 'DE',
  chains: ['base', 'ethereum'],
  payment: null,
  attempt: 1,
};

/** A provider, and subjects about whom it is known what it finds. */
export interface ScreeningHarness {
  readonly provider: ScreeningProvider;
  readonly passes: ScreeningSubject;
  readonly fails: ScreeningSubject;
  /** A subject for whom the provider does not answer. */
  readonly unanswered: ScreeningSubject;
}

/** What every adapter of {@link ScreeningProvider} has to do. */
export function describeScreeningProvider(name: string, open: () => ScreeningHarness): void {
  describe(`the ScreeningProvider contract: ${name}`, () => {
    let harness: ScreeningHarness;
    beforeEach(() => {
      harness = open();
    });

    const screen = (subject: ScreeningSubject): Promise<Finding | 'later'> =>
      harness.provider.screen(subject, new AbortController().signal);

    it('has a name, and makes one check', () => {
      expect(harness.provider.name).toMatch(/^\S+$/);
      expect(CHECK_NAMES).toContain(harness.provider.check);
    });

    it('says what it found and what that rests on', async () => {
      const sentence = expect.stringMatching(/^[A-Z].*\.$/) as string;
      expect(await screen(harness.passes)).toMatchObject({ outcome: 'pass', evidence: sentence });
      expect(await screen(harness.fails)).toMatchObject({ outcome: 'fail', evidence: sentence });
    });

    it('finds the same when it is asked again, side by side and at a later attempt', async () => {
      const { fails } = harness;
      const [first, second, later] = await Promise.all([
        screen(fails),
        screen(fails),
        screen({ ...fails, attempt: fails.attempt + 1 }),
      ]);
      expect(second).toEqual(first);
      expect(later).toEqual(first);
    });

    it('rejects when there is no finding: a failure is never a pass', async () => {
      await expect(screen(harness.unanswered)).rejects.toThrow();
    });

    it('rejects when it is told to end', async () => {
      await expect(harness.provider.screen(harness.passes, AbortSignal.abort())).rejects.toThrow('abort');
    });
  });
}
