import { given, group, handle, listing, pageOf, type Cli, type ListOptions } from '../command.js';

export function addEvents(cli: Cli): void {
  const events = group(cli, 'events', 'Shows events, and sends them to a webhook endpoint again.');
  listing(events.command('list'))
    .description('Lists events, the newest first.')
    .option('--type <type>', 'only of this type')
    .option('--order <order>', 'desc (default): the newest first; asc: the oldest first')
    .action(
      handle<ListOptions & { readonly type?: string; readonly order?: string }>(
        cli,
        async ({ client, output }, _args, options) => {
          const query = given<object>({ ...pageOf(options), type: options.type, order: options.order });
          output.page(await client.events.list(query).page(), {
            ID: ({ id }) => id,
            TYPE: ({ type }) => type,
            OBJECT: ({ data }) => ('id' in data ? data.id : null),
            CREATED: ({ created_at: at }) => at,
          });
        },
      ),
    );
  events
    .command('get <id>')
    .description('Shows an event.')
    .action(handle(cli, async ({ client, output }, [id = '']) => output.object(await client.events.get(id))));
  events
    .command('resend <id>')
    .description('Sends an event to a webhook endpoint again, under its own id.')
    .requiredOption('--endpoint <id>', 'the endpoint (whe_…)')
    .action(
      handle<{ readonly endpoint: string }>(cli, async ({ client, output }, [id = ''], { endpoint }) => {
        await client.webhookEndpoints.replay(endpoint, { event_id: id });
        output.line(`${id} is sent to ${endpoint} again.`, { event_id: id, endpoint_id: endpoint });
      }),
    );
}
