import type { StablecoinPayments, WebhookEvent } from 'stablecoin-payments';
import { handle, pairs, type Cli } from '../command.js';
import { Failure, UsageFailure } from '../failure.js';
import { followEvents, newestEvent } from '../listen/follow-events.js';
import { sleep } from '../sleep.js';
import { FIXTURES } from '../trigger/fixtures.js';
import { Overrides } from '../trigger/overrides.js';

interface TriggerOptions {
  readonly override?: Readonly<Record<string, string>>;
  readonly endpoint?: string;
}

const EVENT_WITHIN_MS = 30_000;

export function addTrigger(cli: Cli): void {
  cli.program
    .command('trigger <event-type>')
    .description('Has the sandbox raise an event, by real requests.')
    .option('--override <key=value>', 'changes a field of the request; may come several times', pairs)
    .option('--endpoint <id>', 'the webhook endpoint, for webhook.test')
    .addHelpText('after', `\nEvent types:\n${described()}`)
    .action(
      handle<TriggerOptions>(cli, async ({ client, output }, [type = ''], { override = {}, endpoint }) => {
        const fixture = Object.hasOwn(FIXTURES, type) ? FIXTURES[type] : undefined;
        if (fixture === undefined) {
          throw new UsageFailure(`The sandbox does not raise ${type}. It raises:\n${described()}`);
        }
        const overrides = new Overrides(override, fixture.parts);
        if (client.livemode) throw new Failure('This is a live key. `svc trigger` works with sandbox keys only.');
        const before = await newestEvent(client);
        output.hint(`Has the sandbox raise ${type}: ${fixture.description} …`);
        const object = await fixture.run({ client, overrides, endpoint });
        const event = await raised(client, type, object, before);
        output.line(`${event.type}  ${event.id}${object === null ? '' : `  ${object}`}`, event);
      }),
    );
}

function described(): string {
  const width = Math.max(...Object.keys(FIXTURES).map((type) => type.length));
  return Object.entries(FIXTURES)
    .map(([type, { description }]) => `  ${type.padEnd(width)}  ${description}`)
    .join('\n');
}

/** The event of an object, once it is there. */
async function raised(
  client: StablecoinPayments,
  type: string,
  object: string | null,
  after: string | null,
): Promise<WebhookEvent> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), EVENT_WITHIN_MS);
  const { signal } = late;
  try {
    for await (const event of followEvents(client, { after, signal, sleep, onBreak: () => undefined })) {
      const isOf = object === null || ('id' in event.data && event.data.id === object);
      if (event.type === type && isOf) return event;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  const about = object === null ? '' : ` about ${object}`;
  throw new Failure(
    `There was no ${type}${about} within ${EVENT_WITHIN_MS / 1_000} s. Were fields overridden that it needs?`,
  );
}
