import type { EndpointRow } from '../read-model/tables';
import { EndpointDirectory } from './endpoint-directory';

const acme = { account: 'acme', livemode: false };
const endpoint: EndpointRow = {
  ...{ id: 'whe_1', account: 'acme', livemode: 0, url: 'https://example.com', events: null, description: null },
  ...{ status: 'enabled', disabled_reason: null, sealed_secret: 'sealed', previous_sealed_secret: null },
  ...{ previous_valid_until: null, replays: 0, failing_since: null, created_at: 0 },
};

describe('the endpoints of a tenant', () => {
  it('are read every time, because another instance may have changed them', async () => {
    const rows: EndpointRow[] = [];
    const directory = new EndpointDirectory({ all: () => Promise.resolve(rows) });
    expect(await directory.subscribersOf(acme, 'payment.settled')).toEqual([]);
    rows.push(endpoint);
    expect(await directory.subscribersOf(acme, 'payment.settled')).toMatchObject([{ id: 'whe_1' }]);
  });

  it('are read for many at once, yet never as they were before somebody asked', async () => {
    const answers: ((rows: readonly EndpointRow[]) => void)[] = [];
    const slow = { all: () => new Promise<readonly EndpointRow[]>((resolve) => answers.push(resolve)) };
    const directory = new EndpointDirectory(slow);
    const found: (string | undefined)[] = [];
    const ask = (): Promise<number> => directory.find(acme, 'whe_1').then((endpoint) => found.push(endpoint?.url));
    const first = ask();
    const later = [ask(), ask(), ask()];
    expect(answers).toHaveLength(1);
    answers[0]?.([]);
    await first;
    expect(found).toEqual([undefined]);
    expect(answers).toHaveLength(2);
    answers[1]?.([endpoint]);
    await Promise.all(later);
    expect(found.slice(1)).toEqual([endpoint.url, endpoint.url, endpoint.url]);
    expect(answers).toHaveLength(2);
  });

  it('are asked for again when the database has failed', async () => {
    const failing = { all: () => Promise.reject(new Error('away')) };
    const directory = new EndpointDirectory(failing);
    const asked = [directory.find(acme, 'whe_1'), directory.find(acme, 'whe_1')];
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(directory.find(acme, 'whe_1')).rejects.toThrow('away');
  });
});
