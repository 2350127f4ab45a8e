import { given, group, handle, listing, pageOf, type Cli, type ListOptions } from '../command.js';

/** Shows deposits. People decide them in the console, or by the API. */
export function addDeposits(cli: Cli): void {
  const deposits = group(cli, 'deposits', 'Shows money whose sender is screened before it is available.');
  listing(deposits.command('list'))
    .description('Lists deposits, the newest first.')
    .option('--status <status>', 'screening, held, released or kept')
    .option('--wallet <id>', 'only to this wallet')
    .action(
      handle<ListOptions & { readonly status?: string; readonly wallet?: string }>(
        cli,
        async ({ client, output }, _args, options) => {
          const { status, wallet } = options;
          const query = given<object>({ ...pageOf(options), status, wallet });
          output.page(await client.deposits.list(query).page(), {
            ID: ({ id }) => id,
            STATUS: ({ status: each }) => each,
            AMOUNT: ({ amount, currency }) => `${amount} ${currency}`,
            CHAIN: ({ chain }) => chain,
            FROM: ({ from }) => from,
            TO: ({ wallet_id: id }) => id ?? 'treasury',
            CREATED: ({ created_at: at }) => at,
          });
        },
      ),
    );
  deposits
    .command('get <id>')
    .description('Shows a deposit.')
    .action(handle(cli, async ({ client, output }, [id = '']) => output.object(await client.deposits.get(id))));
}
