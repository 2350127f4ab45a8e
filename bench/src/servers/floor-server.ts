/** The floor of a write: Fastify and one durable event, in the service's own event store with its own settings. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { newId } from '@stablecoin/contracts';
import { isEventStoreDbUrl, openEventStoreDb, PostgresEventStore, SqliteEventStore } from '@stablecoin/stores';
import { type EventStore } from '@stablecoin/event-sourcing';
import { createLogger } from '@stablecoin/host';
import { answerParent } from '../processes/answer-parent';
import { listen, paymentOf, paymentServer } from './payment-server';

/** A folder, or the URL of a server. */
const [place = '.'] = process.argv.slice(2);
const opening = openStore();

const server = paymentServer(async (body) => {
  const store = await opening;
  const payment = paymentOf(body);
  const at = Date.now();
  const commandId = newId('req', at);
  await store.append(`payment-${payment.id}`, 'none', [
    {
      id: randomUUID(),
      type: 'PaymentInitiated',
      data: { ...payment },
      metadata: { commandId, at, correlationId: commandId, account: 'bench', livemode: false },
    },
  ]);
  return payment;
});
const url = listen(server);
answerParent(() => url);

async function openStore(): Promise<EventStore> {
  if (isEventStoreDbUrl(place)) return openEventStoreDb(place, createLogger({ level: 'silent' }));
  if (place.startsWith('postgres://')) return PostgresEventStore.open(place);
  return SqliteEventStore.open(join(place, 'events.db'));
}
