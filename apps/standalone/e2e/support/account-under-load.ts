import { Random } from './random';
import type { AccountName } from './accounts';
import { Api } from './api';
import { drawOrders } from './orders';
import { EVM_RECIPIENT, fundedWallet } from './payments';
import { WebhookSink } from './webhook-sink';
import { Witness } from './witness';

/** An account of a service that may die, with a wallet to pay from and a receiver of its webhooks. */
export interface AccountUnderLoad {
  readonly name: AccountName;
  readonly random: Random;
  readonly witness: Witness;
  readonly sink: WebhookSink;
  readonly secret: string;
  /** Id of the wallet. */
  readonly wallet: string;
}

const FAILURES_MAX = 2;
const UNKEYED = 10;

/** The receiver fails every now and then, but takes what it is sent a third time. */
export async function openAccount(
  name: AccountName,
  { url, seed, wallet: input }: { url: string; seed: number; wallet: Parameters<typeof fundedWallet>[1] },
): Promise<AccountUnderLoad> {
  const api = new Api(url, null).as(name);
  const sink = await WebhookSink.open();
  const { body } = await api.post('/webhook_endpoints', { url: sink.url });
  const { id: wallet } = await fundedWallet(api, input);
  const random = new Random(seed);
  const chance = new Random(seed + 1);
  const failures = new Map<string, number>();
  sink.answer(({ event: { id } }) => {
    const failed = failures.get(id) ?? 0;
    if (failed === FAILURES_MAX || !chance.chance(0.2)) return { status: 200 };
    failures.set(id, failed + 1);
    return { status: 503 };
  });
  const witness = new Witness();
  witness.connect(api);
  return { name, random, witness, sink, secret: String(body['secret']), wallet };
}

/**
 * Sends so many new orders, every one without an answer and some with one once more, all at once, while payments are
 * read. Ends when everything is answered, or the service has died.
 */
export async function load({ name, random, witness, wallet }: AccountUnderLoad, round: number, count: number) {
  const unanswered = new Set(witness.unanswered);
  const again = witness.orders.filter((order) => random.chance(0.3) || unanswered.has(order));
  const orders = drawOrders(random, `${name}-${round}`, count, wallet);
  const twice = orders.filter(() => random.chance(0.1));
  witness.orders.push(...orders);
  let isOver = false;
  const watching = witness.watch(new Random(round), () => isOver);
  await Promise.all([
    ...Array.from({ length: UNKEYED }, () => witness.sendUnkeyed({ to: EVM_RECIPIENT, amount: '1.00' })),
    ...[...again, ...orders, ...twice].map((order) => witness.send(order)),
    witness.readAll(),
  ]);
  isOver = true;
  await watching;
}
