import { RpcEndpoint } from '../rpc/rpc-endpoint';
import { RpcPool } from '../rpc/rpc-pool';
import { readFees } from './fee-reader';

type Receipts = Readonly<Record<string, object>>;
const [NEW, OLD, MIDDLE] = ['0x01', '0x02', '0x03'] as const;
const ENDED = { hash: NEW, replaced: [OLD, MIDDLE] };
const receipt = { gasUsed: '0x5208', effectiveGasPrice: '0x3b9aca00' };

function receiptOf(receipts: Receipts, hash: string): object | null {
  return receipts[hash] === undefined ? null : { transactionHash: hash, ...receipts[hash] };
}

/** Endpoints that know these receipts; `null` gives no answer. */
function pool(...endpoints: readonly (Receipts | null)[]): RpcPool {
  return new RpcPool(
    endpoints.map((receipts, place) => {
      const transport = (body: string): Promise<string> => {
        if (receipts === null) return Promise.reject(new Error('connection refused'));
        const calls = JSON.parse(body) as readonly { readonly id: number; readonly params: readonly [string] }[];
        return Promise.resolve(
          JSON.stringify(calls.map(({ id, params: [hash] }) => ({ id, result: receiptOf(receipts, hash) }))),
        );
      };
      return new RpcEndpoint({ name: `endpoint ${place + 1}`, transport, deadlineMs: 1_000, now: () => 0 });
    }),
  );
}

describe('what a submission has cost on an EVM chain', () => {
  it('is the gas of the one that was included, also when that is one that was replaced', async () => {
    const known = { [NEW]: receipt };
    await expect(readFees(pool(known), ENDED)).resolves.toEqual([{ hash: NEW, amount: '21000000000000' }]);
    const before = { [OLD]: receipt };
    await expect(readFees(pool(before, before), ENDED)).resolves.toEqual([{ hash: OLD, amount: '21000000000000' }]);
  });

  it('has the part in it that Base takes for the data on Ethereum', async () => {
    const onBase = { [NEW]: { ...receipt, l1Fee: '0x64' } };
    await expect(readFees(pool(onBase), ENDED)).resolves.toEqual([{ hash: NEW, amount: '21000000000100' }]);
  });

  it('protocol rule 29: is what a majority says', async () => {
    const known = { [NEW]: receipt };
    const dearer = { [NEW]: { ...receipt, gasUsed: '0xffffff' } };
    const another = { [NEW]: { ...receipt, transactionHash: OLD } };
    for (const third of [dearer, another, {}, null]) {
      await expect(readFees(pool(known, third, known), ENDED)).resolves.toEqual([
        { hash: NEW, amount: '21000000000000' },
      ]);
    }
    await expect(readFees(pool(known, dearer, {}), ENDED)).rejects.toThrow('no majority');
    await expect(readFees(pool(known, null, null), ENDED)).rejects.toThrow('no majority');
  });

  it('is nothing when none was included, which a majority has to say', async () => {
    await expect(readFees(pool({}, {}), ENDED)).resolves.toEqual([]);
    await expect(readFees(pool({}, null), ENDED)).rejects.toThrow('no majority');
  });
});
