import type { CreateWallet } from 'stablecoin-payments';
import {
  given,
  group,
  handle,
  listing,
  pageOf,
  pairs,
  repeated,
  wholeNumber,
  type Cli,
  type ListOptions,
} from '../command.js';

interface CreateOptions {
  readonly owner: string;
  readonly chain: string;
  readonly spendLimit?: string;
  readonly label?: string;
  readonly compliance?: string;
  readonly approver?: readonly string[];
  readonly approvalThreshold?: number;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

export function addWallets(cli: Cli): void {
  const wallets = group(cli, 'wallets', 'Creates and shows wallets.');
  wallets
    .command('create')
    .description('Creates a wallet.')
    .requiredOption('--owner <owner>', 'agent:<name> or user:<id>')
    .requiredOption('--chain <chain>', 'base, ethereum or solana')
    .option('--spend-limit <amount>', 'what it may spend within 24 hours without approval')
    .option('--label <text>', 'a name for people')
    .option('--compliance <mode>', 'auto (default) or skip')
    .option('--approver <address>', 'who may approve more; may come several times', repeated)
    .option('--approval-threshold <number>', 'number of approvers that a payment needs', wholeNumber(1, 20))
    .option('--metadata <key=value>', 'is kept with the wallet; may come several times', pairs)
    .option('--idempotency-key <key>', 'names the request: with the same key it is carried out once')
    .action(
      handle<CreateOptions>(cli, async ({ client, output }, _args, options) => {
        const { owner, chain, label, compliance, metadata, idempotencyKey } = options;
        const { spendLimit: spend_limit, approver: approvers, approvalThreshold: approval_threshold } = options;
        const fields = { owner, chain, label, compliance, metadata, spend_limit, approvers, approval_threshold };
        const wallet = await client.wallets.create(given<CreateWallet>(fields), { idempotencyKey });
        output.object(wallet);
        if (wallet.status === 'in_review') output.hint('A person has to decide whether the owner is verified.');
      }),
    );
  wallets
    .command('get <id>')
    .description('Shows a wallet with its balance and what it has spent.')
    .action(handle(cli, async ({ client, output }, [id = '']) => output.object(await client.wallets.get(id))));
  listing(wallets.command('list'))
    .description('Lists wallets, the newest first.')
    .option('--owner <owner>', 'only of this owner')
    .option('--chain <chain>', 'base, ethereum or solana')
    .action(
      handle<ListOptions & { readonly owner?: string; readonly chain?: string }>(
        cli,
        async ({ client, output }, _args, options) => {
          const query = given<object>({ ...pageOf(options), owner: options.owner, chain: options.chain });
          output.page(await client.wallets.list(query).page(), {
            ID: ({ id }) => id,
            OWNER: ({ owner }) => owner,
            CHAIN: ({ chain }) => chain,
            USDC: ({ balances }) => balances.usdc,
            EURC: ({ balances }) => balances.eurc,
            'SPENT 24H': ({ spent_24h: spent, spend_limit: limit }) => `${spent} of ${limit ?? 'no limit'}`,
            STATUS: ({ status }) => status,
          });
        },
      ),
    );
}
