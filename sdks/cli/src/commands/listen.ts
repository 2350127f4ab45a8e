import { commaList, handle, type Cli } from '../command.js';
import { UsageFailure } from '../failure.js';
import { followEvents, newestEvent } from '../listen/follow-events.js';
import { Forwarder, type Outcome } from '../listen/forwarder.js';
import { ListenMemory } from '../listen/memory.js';
import type { Output } from '../output.js';
import type { Session } from '../session.js';
import { sleep } from '../sleep.js';
import type { WebhookEvent } from 'stablecoin-payments';

interface ListenOptions {
  readonly forwardTo?: string;
  readonly events?: readonly string[];
  readonly printSecret?: boolean;
  readonly fromNow?: boolean;
}

export function addListen(cli: Cli): void {
  cli.program
    .command('listen')
    .description('Forwards events to a receiver on this machine, signed as webhooks are. Needs no public address.')
    .option('--forward-to <url>', 'where to send events, such as http://localhost:4000/hook')
    .option('--events <types>', 'only these types, such as payment.settled,payment.failed', commaList)
    .option('--from-now', 'skip what came since the last run')
    .option('--print-secret', 'print the secret that deliveries are signed with, and end')
    .action(handle(cli, listen));
}

async function listen(session: Session, _args: readonly string[], options: ListenOptions): Promise<void> {
  const { client, output, credentials, folder, io } = session;
  const memory = new ListenMemory(folder, credentials);
  const secret = memory.secret();
  if (options.printSecret === true) {
    output.line(secret, { secret });
    return;
  }
  const url = receiverOf(options.forwardTo);
  const stored = options.fromNow === true ? undefined : memory.position(url);
  const after = stored === undefined ? await newestEvent(client) : stored;
  // From here on a restart begins where this run has begun.
  memory.save(url, after);
  output.hint(
    `Forwarding events to ${url}, ${stored === undefined ? 'from now on' : 'from where the last run ended'}.`,
  );
  output.hint(`They are signed with ${secret}`);
  output.hint('Ctrl-C ends it.');
  const signal = io.interrupted();
  const forwarder = new Forwarder({
    url,
    secret,
    signal,
    sleep,
    onRetry: ({ id, type }, { reason, delayMs }) =>
      output.hint(`${type} ${id}: ${reason}; next attempt in ${delayMs} ms`),
  });
  const onBreak = (message: string, delayMs: number): void => output.hint(`${message} Asking again in ${delayMs} ms.`);
  try {
    for await (const event of followEvents(client, { after, signal, sleep, onBreak })) {
      if (options.events?.includes(event.type) ?? true) tell(output, event, await forwarder.deliver(event));
      memory.save(url, event.id);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * @param forwardTo - a URL, or a host and a path without `http://`
 * @throws UsageFailure if there is none, or it is no URL
 */
export function receiverOf(forwardTo: string | undefined): string {
  if (forwardTo === undefined) throw new UsageFailure('Give --forward-to, the URL of your receiver.');
  const text = /^https?:\/\//i.test(forwardTo) ? forwardTo : `http://${forwardTo}`;
  if (!URL.canParse(text)) throw new UsageFailure(`--forward-to must be a URL: ${forwardTo} is none.`);
  return new URL(text).href;
}

function tell(output: Output, event: WebhookEvent, outcome: Outcome): void {
  const { id, type, created_at: at } = event;
  const object = 'id' in event.data ? ` ${event.data.id}` : '';
  if (outcome.kind === 'answered') {
    const { status, durationMs } = outcome;
    const isTaken = status >= 200 && status < 300;
    const answer = isTaken ? `${status}` : `${status}, which is a failure`;
    output.line(`${at}  ${type}  ${id}${object}  → ${answer} (${durationMs} ms)`, {
      event,
      status,
      forwarded: isTaken,
    });
    return;
  }
  const { status, attempts } = outcome;
  output.line(`${at}  ${type}  ${id}${object}  → given up: it answered ${status} to the last of ${attempts} attempts`, {
    event,
    status,
    forwarded: false,
  });
  output.hint(
    `To send it again, register the receiver as a webhook endpoint: svc events resend ${id} --endpoint whe_…`,
  );
}
