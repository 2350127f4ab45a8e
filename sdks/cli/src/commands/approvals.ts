import type { Command } from 'commander';
import type { DecideApproval } from 'stablecoin-payments';
import { given, group, handle, listing, pageOf, type Cli, type ListOptions } from '../command.js';

export function addApprovals(cli: Cli): void {
  const approvals = group(cli, 'approvals', 'Shows and decides payments that wait for an approval.');
  listing(approvals.command('list'))
    .description('Lists approvals, the newest first.')
    .option('--status <status>', 'pending, approved, rejected, expired or canceled')
    .action(
      handle<ListOptions & { readonly status?: string }>(cli, async ({ client, output }, _args, options) => {
        const query = given<object>({ ...pageOf(options), status: options.status });
        output.page(await client.approvals.list(query).page(), {
          ID: ({ id }) => id,
          STATUS: ({ status }) => status,
          AMOUNT: ({ amount, currency }) => `${amount} ${currency}`,
          PAYMENT: ({ payment_id: id }) => id,
          WALLET: ({ wallet_id: id }) => id ?? 'treasury',
          EXPIRES: ({ expires_at: at }) => at,
        });
      }),
    );
  approvals
    .command('get <id>')
    .description('Shows an approval.')
    .action(handle(cli, async ({ client, output }, [id = '']) => output.object(await client.approvals.get(id))));
  decision('approve', 'Approves a payment. It is made once enough approvers have.');
  decision('reject', 'Rejects a payment. It fails.').option('--reason <text>', "why, for the payment's error_message");

  function decision(verb: 'approve' | 'reject', description: string): Command {
    return approvals
      .command(`${verb} <id>`)
      .description(description)
      .option('--approver <address>', 'who decides, where the wallet lists approvers')
      .action(
        handle<Pick<DecideApproval, 'approver' | 'reason'>>(
          cli,
          async ({ client, output }, [id = ''], { approver, reason }) =>
            output.object(await client.approvals[verb](id, given<DecideApproval>({ approver, reason }))),
        ),
      );
  }
}
