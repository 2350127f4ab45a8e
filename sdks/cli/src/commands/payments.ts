import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { ApiConnectionError, ApiError, type CreatePayment, type Payment } from 'stablecoin-payments';
import { given, group, handle, listing, pageOf, pairs, wholeNumber, type Cli, type ListOptions } from '../command.js';
import { EXIT, type ExitCode } from '../failure.js';
import type { Output } from '../output.js';
import type { Session } from '../session.js';

interface OrderOptions {
  readonly to: string;
  readonly amount: string;
  readonly currency?: string;
  readonly chain?: string;
  readonly from?: string;
  readonly memo?: string;
  readonly countryCode?: string;
  readonly compliance?: string;
  readonly complianceRef?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

interface CreateOptions extends OrderOptions {
  readonly idempotencyKey?: string;
  readonly confirmDistinct?: boolean;
  readonly wait?: number;
}

type Filters = ListOptions & Readonly<Record<'status' | 'chain' | 'wallet' | 'to', string | undefined>>;

export function addPayments(cli: Cli): void {
  const payments = group(cli, 'payments', 'Makes and shows payments.');
  ordering(payments.command('create'))
    .description('Makes a payment and waits for its outcome. Ends with 1 when it is refused or fails.')
    .option('--idempotency-key <key>', 'names the order: with the same key it is carried out once')
    .option('--confirm-distinct', 'pays although an earlier payment has the same recipient, amount, currency and payer')
    .option('--wait <seconds>', 'how long to wait for the outcome, from 0 to 30', wholeNumber(0, 30))
    .action(handle(cli, create));
  payments
    .command('get <id>')
    .description('Shows a payment.')
    .action(handle(cli, async ({ client, output }, [id = '']) => output.object(await client.payments.get(id))));
  listing(payments.command('list'))
    .description('Lists payments, the newest first.')
    .option('--status <status>', 'pending, settled or failed')
    .option('--chain <chain>', 'base, ethereum or solana')
    .option('--wallet <id>', 'only from this wallet')
    .option('--to <address>', 'only to this recipient')
    .action(
      handle<Filters>(cli, async ({ client, output }, _args, options) => {
        const { status, chain, wallet, to } = options;
        const query = given<object>({ ...pageOf(options), status, chain, wallet, to });
        output.page(await client.payments.list(query).page(), {
          ID: ({ id }) => id,
          STATUS: ({ status, stage }) => (status === 'pending' ? `${status} (${stage})` : status),
          AMOUNT: ({ amount, currency }) => `${amount} ${currency}`,
          CHAIN: ({ chain }) => chain,
          TO: ({ to }) => to,
          CREATED: ({ created_at: at }) => at,
        });
      }),
    );
  payments
    .command('cancel <id>')
    .description('Cancels a payment that is not authorized for the chain yet.')
    .action(handle(cli, async ({ client, output }, [id = '']) => output.object(await client.payments.cancel(id))));
  ordering(payments.command('simulate'))
    .description('Shows what would become of a payment, on each chain. Moves nothing.')
    .action(handle<OrderOptions>(cli, simulate));
  payments
    .command('timeline <id>')
    .description('Shows what has happened to a payment.')
    .action(
      handle(cli, async ({ client, output }, [id = '']) => {
        const timeline = await client.payments.timeline(id);
        if (output.json) {
          output.object(timeline);
          return;
        }
        output.table(timeline.data, { AT: ({ at }) => at, TYPE: ({ type }) => type, '': ({ text }) => text });
      }),
    );
  payments
    .command('wait <id>')
    .description('Waits until a payment is settled or has failed. Ends with 1 when it has failed, or the time is over.')
    .option('--timeout <seconds>', 'how long to wait', wholeNumber(1, 86_400), 600)
    .action(
      handle<{ readonly timeout: number }>(cli, async ({ client, output }, [id = ''], { timeout }) => {
        output.hint(`Waiting for ${id}, for at most ${timeout} s …`);
        const payment = await client.payments.wait(id, { timeoutMs: timeout * 1_000 });
        return show(output, payment);
      }),
    );
}

function ordering(command: Command): Command {
  return command
    .requiredOption('--to <address>', 'the recipient')
    .requiredOption('--amount <amount>', 'a decimal such as 12.50')
    .option('--currency <currency>', 'USDC (default) or EURC')
    .option('--chain <chain>', 'auto (default), base, ethereum or solana')
    .option('--from <wallet-id>', 'the wallet that pays; default: the treasury')
    .option('--memo <text>', 'is attached to the transaction, where everybody can read it')
    .option('--country-code <code>', "the recipient's country, for screening")
    .option('--compliance <mode>', 'auto (default) or skip')
    .option('--compliance-ref <ref>', 'an earlier result for this recipient')
    .option('--metadata <key=value>', 'is kept with the payment; may come several times', pairs);
}

function orderOf(options: OrderOptions): CreatePayment {
  const { to, amount, currency, chain, from, memo, compliance, metadata } = options;
  const { countryCode: country_code, complianceRef: compliance_ref } = options;
  return given({ to, amount, currency, chain, from, memo, compliance, metadata, country_code, compliance_ref });
}

async function create(
  { client, output }: Session,
  _args: readonly string[],
  options: CreateOptions,
): Promise<ExitCode> {
  const { idempotencyKey = randomUUID(), wait, confirmDistinct: confirm_distinct } = options;
  const order = given<CreatePayment>({ ...orderOf(options), confirm_distinct });
  output.hint(wait === 0 ? 'Sending …' : 'Sending, and waiting for the outcome …');
  try {
    return show(output, await client.payments.create(order, { idempotencyKey, waitSeconds: wait }));
  } catch (error) {
    // Nobody knows whether there is a payment. The same key finds out, and never pays twice.
    if (error instanceof ApiConnectionError || (error instanceof ApiError && error.retryable)) {
      output.hint(`The payment may exist. Run the command again with --idempotency-key ${idempotencyKey}`);
    }
    throw error;
  }
}

async function simulate(
  { client, output }: Session,
  _args: readonly string[],
  options: OrderOptions,
): Promise<ExitCode> {
  const simulation = await client.payments.simulate(orderOf(options));
  if (output.json) output.object(simulation);
  else {
    output.table(simulation.candidates, {
      CHAIN: ({ chain }) => chain,
      VERDICT: ({ verdict }) => verdict,
      REASON: ({ reason }) => reason,
      FEE: ({ fee }) => fee,
      'SETTLES IN': ({ settlement_ms: ms }) => `${ms} ms`,
      BALANCE: ({ balance }) => balance,
    });
    output.hint(simulation.chosen === null ? 'No chain can pay it.' : `It would be paid on ${simulation.chosen}.`);
  }
  return simulation.chosen === null ? EXIT.failed : EXIT.done;
}

function show(output: Output, payment: Payment): ExitCode {
  output.object(payment);
  const { id, status, stage, approval_id: approval } = payment;
  if (status === 'failed') return EXIT.failed;
  if (stage === 'awaiting_approval') output.hint(`It waits for an approval: svc approvals approve ${approval ?? ''}`);
  else if (status !== 'settled') output.hint(`It is not settled yet: svc payments wait ${id}`);
  return EXIT.done;
}
