import type { HeldLease, Lease } from '../ports/lease';

/**
 * A lease that nobody else wants.
 *
 * @param term - the test ends it to have it in doubt
 */
export function freeLease(term: HeldLease['term'] = { isCertain: true }): Lease {
  return {
    acquire: () => {
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const release = (): Promise<void> => {
        end();
        return ended;
      };
      return Promise.resolve({ term, ended, release });
    },
  };
}
