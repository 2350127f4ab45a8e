import { parseArgs } from 'node:util';
import type { Payouts } from '@stablecoin/chains';
import { readConfiguration } from '@stablecoin/configuration';
import { CHAIN_NAMES, formatAmount, type ChainName } from '@stablecoin/money';
import { acceptRestore } from '@stablecoin/payment';
import type { Runtime } from '@stablecoin/runtime';
import { withLocalChains } from '../../local-chains';
import { openDataOrServers } from '../open-data';
import { EXIT, type ExitCode, type Output, type ToolOptions } from '../output';
import { restoreBackup } from './restore-backup';
import { forgetRestore, withRestoredFrom } from './restored';

const USAGE = `Restores a backup, and lets its service pay again.

  npm run restore -- <folder>                  restores a backup into DATA_DIR, which has to be empty
  npm run restore -- review                    the transfers on chain since the backup that no payment explains
  npm run restore -- accept --ended <time>     the service may start: it had ended everywhere by this time, such as
                                               2026-01-31T12:00:00Z. Refused until nothing that it signed can take effect
  npm run restore -- end                       clients have repeated their keys: the service forgets that it was restored

The service has to be stopped. BACKUP_PASSPHRASE opens an encrypted backup. In a stack, set RESTORED_FROM to the time of the
backup, for this command and for the payment service.
`;

interface Reviewed {
  readonly chain: ChainName;
  readonly payouts: Payouts;
}

/**
 * `npm run restore`.
 *
 * @throws Error of one line
 */
export async function manageRestore({ args, environment, output }: ToolOptions): Promise<ExitCode> {
  const asked = readArguments(args);
  if (asked === undefined) {
    output.write(USAGE);
    return EXIT.wrongUse;
  }
  const { command, ended } = asked;
  if (command !== 'review' && command !== 'accept' && command !== 'end') {
    await restoreBackup(command, { environment, output }, new Date());
    output.write('It does not start before: npm run restore -- review, and npm run restore -- accept\n');
    return EXIT.done;
  }
  const restored = withRestoredFrom(environment);
  const { restoredFrom } = readConfiguration(restored);
  if (restoredFrom === null) {
    throw new Error(
      'Nothing was restored here: set RESTORED_FROM to the time of the backup, or DATA_DIR to a restored folder.',
    );
  }
  if (command === 'end') {
    forgetRestore(environment);
    output.write('Done. Where RESTORED_FROM is set, remove it.\n');
    return EXIT.done;
  }
  const runtime = await openDataOrServers(await withLocalChains(restored), { usesChains: true });
  try {
    const reviewed = await review(runtime, restoredFrom);
    if (command === 'review') return await show(runtime, reviewed, output);
    requireExpired(runtime, reviewed, ended);
    await acceptRestore(restoredFrom, runtime);
    output.write('Accepted: the service may start.\n');
    return EXIT.done;
  } finally {
    await runtime.close();
  }
}

function readArguments(args: readonly string[]): { readonly command: string; readonly ended: number } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ended: { type: 'string' } },
      allowPositionals: true,
    });
    const [command, ...rest] = positionals;
    const ended = Date.parse(values.ended ?? '');
    if (command === undefined || rest.length > 0 || (command === 'accept') !== (values.ended !== undefined))
      return undefined;
    return command === 'accept' && Number.isNaN(ended) ? undefined : { command, ended };
  } catch {
    return undefined;
  }
}

/** What has left the treasury and the wallets of every configured chain since the backup. */
async function review({ liveChains, ...runtime }: Runtime, since: number): Promise<readonly Reviewed[]> {
  if (liveChains === undefined) return [];
  const wallets = await runtime
    .database<{ wallets: { address: string; chain: string; livemode: number } }>('wallet')
    .selectFrom('wallets')
    .select(['address', 'chain'])
    .where('livemode', '=', 1)
    .execute();
  const reviewed: Reviewed[] = [];
  for (const chain of CHAIN_NAMES) {
    const treasury = liveChains.treasuries.get(chain);
    if (treasury === undefined) continue;
    const payers = [treasury, ...wallets.filter((each) => each.chain === chain).map(({ address }) => address)];
    const payouts = await liveChains.chain.payouts?.({ chain, payers, since });
    if (payouts !== undefined) reviewed.push({ chain, payouts });
  }
  return reviewed;
}

async function show(runtime: Runtime, reviewed: readonly Reviewed[], output: Output): Promise<ExitCode> {
  const rows = await runtime
    .database<{ payments: { resource: string } }>('payment')
    .selectFrom('payments')
    .select('resource')
    .execute();
  const known = new Set(
    rows.map(({ resource }) => {
      const { txHash, to, amount } = JSON.parse(resource) as Readonly<Record<string, string | null>>;
      return `${txHash} ${to?.toLowerCase()} ${amount}`;
    }),
  );
  let unexplained = 0;
  for (const { chain, payouts } of reviewed) {
    for (const { hash, block, from, to, currency, amount } of payouts.payouts) {
      const decimal = formatAmount(BigInt(amount));
      if (known.has(`${hash} ${to.toLowerCase()} ${decimal}`)) continue;
      unexplained += 1;
      output.write(`${chain}  block ${block}  ${hash}  ${from} -> ${to}  ${decimal} ${currency}\n`);
    }
    output.write(`${chain}  compared up to ${new Date(payouts.at).toISOString()}\n`);
  }
  output.write(`${unexplained} transfers that no payment explains\n`);
  return EXIT.done;
}

/** @throws Error while something that was signed before the end of the old service may still take effect */
function requireExpired({ configuration }: Runtime, reviewed: readonly Reviewed[], ended: number): void {
  const { evm, solana } = configuration.liveChains;
  for (const { chain, payouts } of reviewed) {
    const validityMs = (chain === 'solana' ? solana : evm)?.validityMs ?? 0;
    const over = ended + validityMs;
    if (payouts.at > over) continue;
    throw new Error(
      `What the service had signed may still take effect on ${chain}: its last final block is of ${new Date(payouts.at).toISOString()}. Repeat this when one of after ${new Date(over).toISOString()} is final.`,
    );
  }
}
