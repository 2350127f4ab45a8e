import type { ScreeningProvider } from '../application/screening-provider';
import type { SanctionsList } from './sanctions-list/sanctions-list';

/** Fails addresses that a sanctions list names. It knows addresses only: an owner of wallets is not covered. */
export function ofacProvider(list: Pick<SanctionsList, 'lookup'>): ScreeningProvider {
  return {
    name: 'ofac',
    check: 'sanctions',
    screen: ({ address, accounts }, signal) =>
      Promise.resolve().then(() => {
        signal.throwIfAborted();
        if (address === null) return { outcome: 'not_covered', evidence: 'The list names addresses, not owners.' };
        const found = [address, ...accounts].find((each) => list.lookup(each).entry !== null) ?? address;
        const { entry, source, version, asOf: at } = list.lookup(found);
        const details = { source, version, at };
        if (entry === null) {
          return {
            outcome: 'pass',
            evidence: 'No entry of the list names the address.',
            details: { ...details, matched: null },
          };
        }
        const { uid, name, programs, asset } = entry;
        const what = found === address ? 'address' : `token account ${found} of the address`;
        const named = [uid, name, programs.length === 0 ? null : `[${programs.join(', ')}]`, asset].filter(Boolean);
        return {
          outcome: 'fail',
          evidence: `The sanctions list names the ${what}${name === null ? '' : ` under ${name}`}.`,
          details: { ...details, matched: named.join(' ') || found },
        };
      }),
  };
}
