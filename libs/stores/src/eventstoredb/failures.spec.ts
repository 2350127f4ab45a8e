import { EventStoreDBClient } from '@eventstore/db-client';
import { RecordingLog } from '@stablecoin/event-sourcing/testing';
import { openEventStoreDb } from './index';

/** Nobody listens there. */
const NOBODY = '127.0.0.1:9';

class VendorsClient extends EventStoreDBClient {
  async close(): Promise<void> {
    (await this.getChannel()).close();
  }

  reject(): Promise<void> {
    return this.handleError({ getChannel: () => null } as never, Object.assign(new Error(), { code: 14, details: '' }));
  }
}

describe('a rejection that nobody handled', () => {
  const log = new RecordingLog();
  const store = openEventStoreDb(`esdb://${NOBODY}?tls=false`, log);
  afterAll(() => store.close());

  it('is claimed when the vendor’s client left it behind at a closed connection', async () => {
    const client = new VendorsClient({ endpoint: NOBODY }, { insecure: true });
    await client.close();
    const error = await client.getStreamMetadata('order-1').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: 'Channel has been shut down' });
    expect(store.claims(error)).toBe(true);
  });

  it('is claimed when the vendor’s client found no leader', async () => {
    const [address = '', port = ''] = NOBODY.split(':');
    const endpoints = [{ address, port: Number(port) }];
    const client = new VendorsClient({ endpoints, discoveryInterval: 1 }, { insecure: true });
    client.getStreamMetadata('order-1').catch(() => undefined);
    const error = await client.reject().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: 'Failed to discover after 10 attempts.' });
    expect(store.claims(error)).toBe(true);
  });

  it('is claimed when it is a failure of a call of the vendor’s client, and logged once in a while', async () => {
    const client = new VendorsClient({ endpoint: NOBODY }, { insecure: true });
    const error = await client.getStreamMetadata('order-1').catch((thrown: unknown) => thrown);
    const { strays } = store.statistics;
    expect([store.claims(error), store.claims(error)]).toEqual([true, true]);
    expect(store.statistics.strays).toBe(strays + 2);
    expect(log.messages('warn').length).toBe(1);
  });

  it.each([
    ['the same words of somebody else', new Error('Channel has been shut down')],
    ['a failure of another gRPC client', Object.assign(new Error('14 UNAVAILABLE'), { code: 14, details: '' })],
    ['a mistake in this code', new TypeError('undefined is not a function')],
    ['no error', 'Channel has been shut down'],
  ])('is not claimed: %s', (_, error) => expect(store.claims(error)).toBe(false));

  it('is not claimed when it is a mistake that the vendor’s client has only passed on', () => {
    const error = new TypeError('undefined is not a function');
    error.stack = `${error.stack}\n    at /app/node_modules/@eventstore/db-client/dist/Client/index.js:1:1`;
    expect(store.claims(error)).toBe(false);
  });
});
