import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { EventStoreDbCluster } from './cluster';
import type { Misbehaviour } from './faults';
import { SERVER_VERSIONS, type ServerVersionName } from './server-version';
import { EventStoreDbStandIn } from './stand-in';

const USAGE = `A stand-in for EventStoreDB, for tests only.

  main.js --port <port> --data <folder> [--control <port>]
  main.js --port <port>,<port>,<port> --data <folder> [--control <port>]    a cluster of three
  main.js … --as 23.10                            answers as EventStoreDB 23.10; as KurrentDB 26.0 otherwise
  main.js … --host 0.0.0.0                        listens there, and not on loopback; one node only
  main.js … --flush-ms 2                          answers appends as late as a real server, which flushes them together

With a control port it can be told to misbehave:

  PUT  /misbehaviour        {"silentAppends":{"count":1,"stored":true}}, {"delayMs":200}, {"frozen":true},
                            {"refuse":"unavailable"}, {"leader":{"host":"127.0.0.1","port":2114}}; {} ends it
  POST /restart             breaks every connection, and comes back; not a cluster

A cluster also takes:

  POST /leader/freeze       the leader answers nothing
  POST /leader/resume       what is frozen goes on
  POST /leader/kill         the leader ends
  POST /quorum/lose         every node ends that does not lead
  POST /nodes/start         every node starts again that has ended
`;

type Server = EventStoreDbStandIn | EventStoreDbCluster;
type Order = (body: string) => unknown;

async function main(): Promise<void> {
  const { ports, data: folder, control, flushMs, version, listenOn } = readArguments();
  const server =
    ports.length > 1
      ? await EventStoreDbCluster.start({ ports, folder, flushMs, version })
      : await EventStoreDbStandIn.start({ port: ports[0] ?? 0, folder, flushMs, version, listenOn });
  if (control !== undefined) listenForOrders(server, control);
  const stop = (): void => void server.stop().then(() => process.exit(0));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  console.log(`ready at ${server.url}`);
}

function readArguments(): {
  readonly ports: readonly number[];
  readonly data: string;
  readonly control: number | undefined;
  readonly flushMs: number;
  readonly version: ServerVersionName;
  readonly listenOn: string | undefined;
} {
  const text = { type: 'string' } as const;
  try {
    const options = { port: text, data: text, host: text, control: text, 'flush-ms': text, as: text };
    const { values } = parseArgs({ options });
    if (values.port === undefined || values.data === undefined) throw new Error('it needs a port and a folder');
    const control = values.control === undefined ? undefined : Number(values.control);
    const flushMs = Number(values['flush-ms'] ?? 0);
    const version = values.as ?? '26.0';
    if (!isKnown(version)) throw new Error(`it answers as ${Object.keys(SERVER_VERSIONS).join(' or ')}`);
    return {
      ports: values.port.split(',').map(Number),
      data: values.data,
      control,
      flushMs,
      version,
      listenOn: values.host,
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

function isKnown(version: string): version is ServerVersionName {
  return Object.hasOwn(SERVER_VERSIONS, version);
}

function listenForOrders(server: Server, port: number): void {
  const orders = { ...ordersOf(server), ...(server instanceof EventStoreDbCluster ? clusterOrders(server) : {}) };
  const listener = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const order = orders[`${request.method} ${request.url}`];
      if (order === undefined) {
        response.writeHead(404).end();
        return;
      }
      Promise.resolve(Buffer.concat(chunks).toString('utf8'))
        .then(order)
        .then(
          () => response.writeHead(204).end(),
          (error: unknown) => response.writeHead(400).end(`${String(error)}\n`),
        );
    });
  });
  listener.listen(port, '127.0.0.1').unref();
}

function ordersOf(server: Server): Readonly<Record<string, Order>> {
  return {
    'PUT /misbehaviour': (body) => server.misbehave(JSON.parse(body) as Misbehaviour),
    'POST /restart': async () => {
      if (server instanceof EventStoreDbCluster) throw new Error('a cluster does not restart at once');
      server.disconnect();
      await server.reconnect();
    },
  };
}

function clusterOrders(cluster: EventStoreDbCluster): Readonly<Record<string, Order>> {
  return {
    'POST /leader/freeze': () => cluster.freezeLeader(),
    'POST /leader/resume': () => cluster.resume(),
    'POST /leader/kill': () => cluster.killLeader(),
    'POST /quorum/lose': () => cluster.loseQuorum(),
    'POST /nodes/start': () => cluster.startAgain(),
  };
}

void main();
