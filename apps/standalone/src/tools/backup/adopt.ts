import { parseArgs } from 'node:util';
import { isId, parseAddress, CHAIN_NAMES, parseAmount, toUnits, type ChainName } from '@stablecoin/contracts';
import { adoptWallet, type LostWallet } from '@stablecoin/wallet';
import type { ToolOptions } from '../output';
import { withRestoredStore } from './restored-store';

/** How a lost wallet is named. */
export const ADOPT_USAGE = `  npm run restore -- adopt <wallet> --address <address> --account <account> --chain <chain> --owner <owner>
      [--approver <address>]… [--threshold <number>] [--limit <amount>] [--label <text>]
                                               a live wallet of the lost time that was made without an idempotency key
`;

const OPTIONS = {
  address: { type: 'string' },
  account: { type: 'string' },
  chain: { type: 'string' },
  owner: { type: 'string' },
  approver: { type: 'string', multiple: true },
  threshold: { type: 'string' },
  limit: { type: 'string' },
  label: { type: 'string' },
} as const;

/**
 * Records a lost wallet again. Its deposits follow after the start.
 *
 * @param args - those of the command
 * @throws Error that names the wrong option, or says that the details make another address
 */
export async function adopt(args: readonly string[], { environment, output }: ToolOptions): Promise<void> {
  const lost = lostWallet(args);
  await withRestoredStore(environment, ({ runtime }) => adoptWallet(lost, runtime));
  output.write(`${lost.walletId} is the wallet ${lost.address} on ${lost.chain} again\n`);
}

function lostWallet(args: readonly string[]): LostWallet {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const [walletId = ''] = positionals;
  if (positionals.length !== 1 || !isId('wal', walletId)) throw new Error('adopt takes the id of one wallet: wal_…');
  const approvers = (values.approver ?? []).map((text) => addressOf('--approver', text));
  const threshold = Number(values.threshold ?? '1');
  if (!Number.isInteger(threshold) || threshold < 1) throw new Error('--threshold takes a whole number of approvers');
  return {
    walletId,
    address: addressOf('--address', values.address),
    account: required('--account', values.account),
    chain: chainOf(values.chain),
    owner: required('--owner', values.owner),
    approvers,
    approvalThreshold: threshold,
    spendLimit: values.limit === undefined ? null : limitOf(values.limit),
    label: values.label ?? null,
  };
}

function limitOf(text: string): LostWallet['spendLimit'] {
  const amount = parseAmount(text);
  if (amount === undefined) throw new Error('--limit takes an amount such as 1000.00');
  return toUnits(amount);
}

function required(option: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new Error(`${option} is missing`);
  return value;
}

function addressOf(option: string, text: string | undefined): string {
  const read = parseAddress(required(option, text));
  if ('problem' in read) throw new Error(`${option}: ${read.problem}`);
  return read.address;
}

function chainOf(text: string | undefined): ChainName {
  const chain = CHAIN_NAMES.find((name) => name === text);
  if (chain === undefined) throw new Error(`--chain takes one of ${CHAIN_NAMES.join(', ')}`);
  return chain;
}
