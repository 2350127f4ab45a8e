import { describeWithAnvil } from './describe-with-anvil';
import { FaultyTransport } from './faulty-transport';
import { LyingProxy } from './lying-proxy';
import type { EndpointLimits } from './endpoint-limits';
import { LocalEvm } from '../local/local-evm';
import { httpTransport } from '../rpc/rpc-endpoint';
import { toQuantity } from '../rpc/values';

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

describeWithAnvil('an endpoint with limits', () => {
  let local: LocalEvm;
  let endpoint: FaultyTransport;
  let head: number;
  beforeAll(async () => {
    local = await LocalEvm.start('base');
    for (let block = 0; block < 10; block++) await local.pass(1_000);
    head = Number(await local.anvil.rpc('eth_blockNumber'));
  });
  afterAll(() => local.stop());
  beforeEach(() => {
    endpoint = new FaultyTransport(httpTransport(local.anvil.url));
  });

  /** What it answers to each of some calls in one request: an error's message, or that it took the call. */
  async function ask(limits: EndpointLimits, ...calls: readonly (readonly [string, ...unknown[]])[]): Promise<unknown> {
    endpoint.limits = limits;
    const questions = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
    const text = await endpoint.transport(JSON.stringify(questions), new AbortController().signal);
    const answers = JSON.parse(text) as Answer | readonly Answer[];
    if (!('map' in answers)) return answers.error?.message;
    expect(answers.map(({ id }) => id)).toEqual(calls.map((_, id) => id));
    return answers.map(({ result, error }) => (result === undefined ? error?.message : 'taken'));
  }

  const logs = (from: number, to: number | string, given: object = {}) =>
    [
      'eth_getLogs',
      { fromBlock: toQuantity(from), toBlock: typeof to === 'string' ? to : toQuantity(to), ...given },
    ] as const;

  it('refuses a range of more blocks, and says which would fit', async () => {
    const [good, bad, open] = [logs(1, 5), logs(1, 6), logs(head - 5, 'latest')];
    expect(await ask({ blocks: 5 }, good, bad, ['eth_chainId'], open)).toEqual([
      'taken',
      expect.stringContaining(
        'up to a 5 block range. Based on your parameters, this block range should work: [0x1, 0x5]',
      ),
      'taken',
      expect.stringContaining('up to a 5 block range'),
    ]);
  });

  it('refuses more addresses, and more topics in a position', async () => {
    const of = (count: number) => Array.from({ length: count }, (_, n) => `0x${String(n).padStart(64, '0')}`);
    const address = of(4).map((topic) => `0x${topic.slice(26)}`);
    const [few, topics, addresses] = [{ topics: [null, of(3)] }, { topics: [of(4)] }, { address }];
    expect(await ask({ values: 3 }, logs(1, 2, few), logs(1, 2, topics), logs(1, 2, addresses))).toEqual([
      'taken',
      'exceed max addresses or topics per search position',
      'exceed max addresses or topics per search position',
    ]);
  });

  it('refuses to answer with more logs', async () => {
    expect(await ask({ logs: 1 }, logs(0, head), logs(head, head))).toEqual([
      'query returned more than 1 results',
      'taken',
    ]);
  });

  it('refuses a request of more calls with one error', async () => {
    expect(await ask({ calls: 2 }, ['eth_chainId'], ['eth_chainId'])).toEqual(['taken', 'taken']);
    expect(await ask({ calls: 2 }, ['eth_chainId'], ['eth_chainId'], ['eth_chainId'])).toBe(
      'maximum 2 calls in 1 batch',
    );
  });

  it('has no state from before the last blocks, by number and by tag', async () => {
    const balanceAt = (block: unknown) => ['eth_getBalance', local.treasury.address, block] as const;
    const old = { blockNumber: toQuantity(head - 2) };
    const asked = [balanceAt('latest'), balanceAt(toQuantity(head - 1)), balanceAt(old), balanceAt('finalized')];
    expect(await ask({ states: 2 }, ...asked)).toEqual([
      'taken',
      'taken',
      `state at block #${head - 2} is pruned`,
      `state at block #${head - 2} is pruned`,
    ]);
  });

  it('passes everything on without limits, and as soon as they are lifted', async () => {
    expect(await ask({}, logs(0, head), ['eth_chainId'])).toEqual(['taken', 'taken']);
  });

  it('stands before a chain for any client, as a proxy', async () => {
    const proxy = await LyingProxy.before('evm', local.anvil.url, { below: () => 0, chance: () => false });
    try {
      proxy.limits = { blocks: 5 };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'eth_getLogs', params: [logs(1, 9)[1]] });
      const response = await fetch(proxy.url, { method: 'POST', body });
      expect(await response.json()).toMatchObject({ id: 7, error: { code: -32_600 } });
    } finally {
      await proxy.close();
    }
  });
});
