import { limited } from '../testing/endpoint-limits';
import { RpcEndpoint } from './rpc-endpoint';
import type { RpcCall, RpcTransport } from './rpc-endpoint';

const calls = (count: number): readonly RpcCall[] =>
  Array.from({ length: count }, (_, index) => ({ method: 'echo', params: [index] }));

/** An endpoint that answers each call with its parameter, and takes so many calls in one request. */
function open(limits: { calls?: number } = {}) {
  /** How many calls were in each request that came. */
  const requests: number[] = [];
  const echo: RpcTransport = (body) => {
    const asked = JSON.parse(body) as { id: number; params: readonly unknown[] }[];
    return Promise.resolve(JSON.stringify(asked.map(({ id, params: [result] }) => ({ jsonrpc: '2.0', id, result }))));
  };
  const through = limited(echo, () => limits);
  const transport: RpcTransport = (body, signal) => {
    requests.push((JSON.parse(body) as readonly unknown[]).length);
    return through(body, signal);
  };
  return { endpoint: new RpcEndpoint({ name: 'one', transport, deadlineMs: 60_000, now: () => 0 }), requests, limits };
}

describe('calls in one request', () => {
  it('go together where the endpoint takes them', async () => {
    const { endpoint, requests } = open();
    expect(await endpoint.results(calls(50))).toHaveLength(50);
    expect(requests).toEqual([50]);
  });

  it('are halved until the endpoint takes them, in order, and what it takes is remembered', async () => {
    const { endpoint, requests } = open({ calls: 10 });
    expect(await endpoint.results(calls(50))).toEqual(calls(50).map(({ params: [index] }) => index));
    expect(requests).toEqual([50, 25, 12, 6, 6, 6, 6, 6, 6, 6, 6, 2]);
    requests.length = 0;
    await endpoint.results(calls(7));
    expect(requests).toEqual([6, 1]);
    expect(endpoint.isBackingOff).toBe(false);
  });

  it('grow again after a hundred full requests, since a refusal may have had another reason', async () => {
    const { endpoint, requests, limits } = open({ calls: 3 });
    await endpoint.results(calls(4));
    limits.calls = 100;
    for (let times = 0; times < 100; times++) await endpoint.results(calls(2));
    requests.length = 0;
    await endpoint.results(calls(4));
    expect(requests).toEqual([4]);
  });

  it('one that is refused says so in the words of the endpoint', async () => {
    const transport: RpcTransport = () => Promise.resolve('{"error":{"code":-32000,"message":"no such plan"}}');
    const endpoint = new RpcEndpoint({ name: 'one', transport, deadlineMs: 60_000, now: () => 0 });
    await expect(endpoint.results(calls(8))).rejects.toThrow('echo: no such plan (-32000)');
  });
});
