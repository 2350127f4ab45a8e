import type { EndpointRow } from '../read-model/tables';
import { EndpointDirectory } from './endpoint-directory';

const acme = { account: 'acme', livemode: false };

describe('the endpoints of a tenant', () => {
  let reads: number;
  const endpoints = {
    all: (): Promise<readonly EndpointRow[]> => {
      reads++;
      return Promise.resolve([]);
    },
  };
  beforeEach(() => {
    reads = 0;
  });

  it('are read once, and again when they have changed', async () => {
    const directory = new EndpointDirectory(endpoints);
    for (let n = 0; n < 3; n++) await directory.takersOf(acme, 'payment.settled');
    expect(reads).toBe(1);
    directory.forget(acme);
    await directory.find(acme, 'whe_1');
    expect(reads).toBe(2);
  });

  it('are read every time where another instance may have changed them', async () => {
    const directory = new EndpointDirectory(endpoints, { shared: true });
    for (let n = 0; n < 3; n++) await directory.takersOf(acme, 'payment.settled');
    expect(reads).toBe(3);
    expect(directory.size).toBe(0);
  });
});
