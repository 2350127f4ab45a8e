import { hostname, userInfo } from 'node:os';
import { acceptancesOf } from '@stablecoin/stores';
import type { Runtime } from '@stablecoin/host';
import { openDataOrServers } from '../open-data';
import type { ToolOptions } from '../output';
import { withRestoredFrom } from './restored';

/** Who runs this command: the user of the system and the machine. */
export function operator(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A container may run as a user that its system does not know.
    return `uid ${process.getuid?.() ?? 'unknown'}@${hostname()}`;
  }
}

/** Writes who has accepted restores, promotions and copies of a store, and when; also after they have ended. */
export async function showAcceptances({ store }: Pick<Runtime, 'store'>, output: ToolOptions['output']): Promise<void> {
  const acceptances = await acceptancesOf(store);
  if (acceptances.length === 0) output.write('Nothing was accepted here\n');
  for (const { number, at, by } of acceptances) {
    output.write(
      `Generation ${number} was accepted at ${new Date(at).toISOString()} by ${by ?? 'an earlier version'}\n`,
    );
  }
}

/** `npm run restore -- status`, of a stopped service. */
export async function restoreStatus({ environment, output }: ToolOptions): Promise<void> {
  const runtime = await openDataOrServers(withRestoredFrom(environment), { usesChains: false });
  try {
    await showAcceptances(runtime, output);
  } finally {
    await runtime.close();
  }
}
