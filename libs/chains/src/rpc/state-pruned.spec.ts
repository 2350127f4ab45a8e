import { EndpointWatch } from './endpoint-watch';
import { RpcEndpoint, RpcError } from './rpc-endpoint';
import { RpcPool } from './rpc-pool';
import { isStatePruned } from './state-pruned';

const SAID = [
  'missing trie node 5d3f1a (path ) state 0x5d3f1a is not available, not found',
  'historical state 0x5d3f1a is not available',
  'historical state not available in path scheme yet',
  'required historical state unavailable (reexec=0)',
  'state at block #38000000 is pruned',
  'old data not available due to pruning',
  'No state available for block 38000000',
  'World state unavailable',
  'this request requires an archive node',
];

describe('state that a node no longer has', () => {
  it.each(SAID)('is told by "%s"', (reason) => {
    expect(isStatePruned(new RpcError('eth_call', -32000, reason))).toBe(true);
  });

  it.each(['execution reverted', 'header not found', 'rate limit exceeded', 'the method eth_call is not available'])(
    'is not told by "%s"',
    (reason) => {
      expect(isStatePruned(new RpcError('eth_call', -32000, reason))).toBe(false);
    },
  );

  it('is a fault of its own, with what to do', async () => {
    const logged: { readonly fields: object; readonly message: string }[] = [];
    const transport = (body: string): Promise<string> => {
      const calls = JSON.parse(body) as readonly { readonly id: number }[];
      const error = { code: -32000, message: SAID[0] };
      return Promise.resolve(JSON.stringify(calls.map(({ id }) => ({ id, error }))));
    };
    const endpoint = new RpcEndpoint({ name: 'full node', transport, deadlineMs: 30_000, now: () => 0 });
    const watch = new EndpointWatch({
      chain: 'base',
      endpoints: [endpoint],
      expectedBlockMs: null,
      log: { warn: (fields, message) => void logged.push({ fields, message }), error: () => undefined },
      now: () => 0,
    });
    const asked = new RpcPool([endpoint], watch).all((each) => each.results([{ method: 'eth_call', params: [] }]));
    await expect(asked).rejects.toThrow('missing trie node');
    expect(watch.report().endpoints).toMatchObject([{ name: 'full node', last_fault: 'state_pruned' }]);
    expect(logged).toMatchObject([
      { fields: { kind: 'state_pruned' }, message: expect.stringContaining('state of two hours') as string },
    ]);
  });
});
