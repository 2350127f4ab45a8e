import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import type { Misbehaviour } from './faults';
import { EventStoreDbStandIn } from './stand-in';

const USAGE = `A stand-in for EventStoreDB, for tests only.

  main.js --port <port> --data <folder> [--control <port>]

With a control port it can be told to misbehave:

  PUT  /misbehaviour        {"silentAppends":{"count":1,"stored":true}}, {"delayMs":200}, {"frozen":true},
                            {"refuse":"unavailable"}, {"leader":{"host":"127.0.0.1","port":2114}}; {} ends it
  POST /subscriptions/end   ends every open subscription
  POST /restart             breaks every connection, and comes back
`;

async function main(): Promise<void> {
  const { port, data, control } = readArguments();
  const standIn = await EventStoreDbStandIn.start({ port, folder: data });
  if (control !== undefined) listenForOrders(standIn, control);
  const stop = (): void => void standIn.stop().then(() => process.exit(0));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  console.log(`ready at ${standIn.url}`);
}

function readArguments(): { readonly port: number; readonly data: string; readonly control: number | undefined } {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ options: { port: text, data: text, control: text } });
    if (values.port === undefined || values.data === undefined) throw new Error('it needs a port and a folder');
    const control = values.control === undefined ? undefined : Number(values.control);
    return { port: Number(values.port), data: values.data, control };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

function listenForOrders(standIn: EventStoreDbStandIn, port: number): void {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      carryOut(standIn, `${request.method} ${request.url}`, Buffer.concat(chunks).toString('utf8')).then(
        (known) => response.writeHead(known ? 204 : 404).end(),
        (error: unknown) => response.writeHead(400).end(`${String(error)}\n`),
      );
    });
  });
  server.listen(port, '127.0.0.1').unref();
}

async function carryOut(standIn: EventStoreDbStandIn, order: string, body: string): Promise<boolean> {
  switch (order) {
    case 'PUT /misbehaviour':
      standIn.misbehave(JSON.parse(body) as Misbehaviour);
      return true;
    case 'POST /subscriptions/end':
      standIn.endSubscriptions('end');
      return true;
    case 'POST /restart':
      standIn.disconnect();
      await standIn.reconnect();
      return true;
    default:
      return false;
  }
}

void main();
