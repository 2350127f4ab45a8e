import { inspectList } from '@stablecoin/compliance';
import { describeError } from '@stablecoin/contracts';
import { fail, ok, warn, type DoctorFinding } from './finding';
import type { CheckContext } from './check-context';

const CHECK = 'sanctions list';

/** The sanctions lists of live mode: whether they can be read, and what of them is left out. */
export function checkLists({ configuration }: Pick<CheckContext, 'configuration'>): Promise<readonly DoctorFinding[]> {
  const { sources, list } = configuration.screening;
  const isUsed = sources !== null && Object.values(sources).some((names) => names.some((name) => name === 'ofac'));
  return Promise.all(isUsed ? list.urls.map((url) => checkList(url, list.accepted)) : []);
}

async function checkList(url: string, accepted: readonly string[]): Promise<DoctorFinding> {
  try {
    const { name, list } = await inspectList(url, { accepted, now: Date.now });
    const { addresses, ignored, ignoredLines, unread } = list;
    const more = ignored > ignoredLines.length ? ', …' : '';
    const left =
      ignored === 0 ? '' : `; ${ignored} entries without one are ignored (lines ${ignoredLines.join(', ')}${more})`;
    const message = `${name} names ${addresses.length} addresses that can be paid${left}`;
    if (unread.length === 0) return ok(CHECK, message);
    const lines = unread.map(({ line }) => line).join(', ');
    return warn(
      CHECK,
      `${message}; lines ${lines} cannot be read, and are accepted`,
      'Correct them in a copy of the list.',
    );
  } catch (error) {
    return fail(
      CHECK,
      `OFAC_LIST cannot be used: ${describeError(error)}`,
      'See docs/compliance.md#the-sanctions-list.',
    );
  }
}
