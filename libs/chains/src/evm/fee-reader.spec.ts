import { RpcEndpoint } from '../rpc/rpc-endpoint';
import { RpcPool } from '../rpc/rpc-pool';
import { readFees } from './fee-reader';

type Receipts = Readonly<Record<string, object>>;
const ENDED = { hash: '0xnew', replaced: ['0xold', '0xmiddle'] };
const receipt = { gasUsed: '0x5208', effectiveGasPrice: '0x3b9aca00' };

/** Endpoints that know these receipts; `null` gives no answer. */
function pool(...endpoints: readonly (Receipts | null)[]): RpcPool {
  return new RpcPool(
    endpoints.map((receipts, place) => {
      const transport = (body: string): Promise<string> => {
        if (receipts === null) return Promise.reject(new Error('connection refused'));
        const calls = JSON.parse(body) as readonly { readonly id: number; readonly params: readonly [string] }[];
        return Promise.resolve(
          JSON.stringify(calls.map(({ id, params: [hash] }) => ({ id, result: receipts[hash] ?? null }))),
        );
      };
      return new RpcEndpoint({ name: `endpoint ${place + 1}`, transport, deadlineMs: 1_000, now: () => 0 });
    }),
  );
}

describe('what a submission has cost on an EVM chain', () => {
  it('is the gas of the one that was included, also when that is one that was replaced', async () => {
    await expect(readFees(pool({ '0xnew': receipt }), ENDED)).resolves.toEqual([
      { hash: '0xnew', amount: '21000000000000' },
    ]);
    await expect(readFees(pool({}, { '0xold': receipt }), ENDED)).resolves.toEqual([
      { hash: '0xold', amount: '21000000000000' },
    ]);
  });

  it('has the part in it that Base takes for the data on Ethereum', async () => {
    const onBase = { ...receipt, l1Fee: '0x64' };
    await expect(readFees(pool({ '0xnew': onBase }), ENDED)).resolves.toEqual([
      { hash: '0xnew', amount: '21000000000100' },
    ]);
  });

  it('is nothing when none was included, which every endpoint has to say', async () => {
    await expect(readFees(pool({}, {}), ENDED)).resolves.toEqual([]);
    await expect(readFees(pool({}, null), ENDED)).rejects.toThrow('not every endpoint');
  });
});
