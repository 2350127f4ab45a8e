import type { Hex } from 'viem';
import { toHex } from 'viem/utils';
import type { EndedSubmission } from '../../transfers';
import { RpcEndpoint } from '../../rpc/rpc-endpoint';
import { RpcPool } from '../../rpc/rpc-pool';
import { readFees } from './fee-reader';
import { KeySigner } from '../signer/key-signer';
import { signTransfers } from '../transaction';

/** By hash; `finalized`: how many nonces of the sender are used up, all that are needed by default. */
type Receipts = Readonly<Record<string, object | Hex>>;
interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [string];
}

const [NEW, OLD, MIDDLE] = ['0x01', '0x02', '0x03'] as const;
const NOBODY = '0x0000000000000000000000000000000000000001';
const NONCE = 7;
/** Whose nonces were asked for. */
const asked: string[] = [];
let ENDED: Pick<EndedSubmission, 'hash' | 'replaced' | 'sender' | 'bytes'>;
const receipt = { gasUsed: '0x5208', effectiveGasPrice: '0x3b9aca00' };

function receiptOf(receipts: Receipts, hash: string): object | null {
  return receipts[hash] === undefined ? null : { transactionHash: hash, ...(receipts[hash] as object) };
}

/** Endpoints that know these receipts; `null` gives no answer. */
function pool(...endpoints: readonly (Receipts | null)[]): RpcPool {
  return new RpcPool(
    endpoints.map((receipts, index) => {
      const transport = (body: string): Promise<string> => {
        if (receipts === null) return Promise.reject(new Error('connection refused'));
        const calls = JSON.parse(body) as readonly Call[];
        const answer = ({ method, params: [hash] }: Call): unknown => {
          if (method !== 'eth_getTransactionCount') return receiptOf(receipts, hash);
          asked.push(hash);
          return receipts['finalized'] ?? toHex(NONCE + 1);
        };
        return Promise.resolve(JSON.stringify(calls.map((call) => ({ id: call.id, result: answer(call) }))));
      };
      return new RpcEndpoint({ name: `endpoint ${index + 1}`, transport, deadlineMs: 60_000, now: () => 0 });
    }),
  );
}

beforeEach(() => {
  asked.length = 0;
});

beforeAll(async () => {
  const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
  const signer = new KeySigner(Buffer.alloc(32, 0x11));
  const call = { target: NOBODY, data: '0x' as const, gas: 0n };
  const given = { chainId: 1, nonce: NONCE, multicall: NOBODY, fees, baseGas: 21_000n };
  const { bytes } = await signTransfers([call], signer, given);
  ENDED = { hash: NEW, replaced: [OLD, MIDDLE], sender: signer.address, bytes };
});

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

  it('protocol rule 29: is nothing only when all say that none was included: who is behind has no receipt either', async () => {
    const paid = { [OLD]: receipt };
    await expect(readFees(pool({}), ENDED)).resolves.toEqual([]);
    await expect(readFees(pool({}, {}, {}), ENDED)).resolves.toEqual([]);
    for (const third of [paid, null, { finalized: toHex(NONCE) }]) {
      await expect(readFees(pool({}, third, {}), ENDED)).rejects.toThrow('no majority');
    }
    await expect(readFees(pool({}, paid, paid), ENDED)).resolves.toEqual([{ hash: OLD, amount: '21000000000000' }]);
  });

  it('asks for the nonce of who has signed it: the one that is stored, or that of its bytes where none is', async () => {
    const known = { finalized: toHex(NONCE), [NEW]: receipt };
    const stored = { ...ENDED, bytes: 'not read', nonce: NONCE - 1 };
    await expect(readFees(pool(known), stored)).resolves.toMatchObject([{ hash: NEW }]);
    await expect(readFees(pool(known), ENDED)).resolves.toBeNull();
    expect(asked).toEqual([ENDED.sender, ENDED.sender]);
  });

  it('is not known before its nonce is used up for good: a block may take the bytes of transfers that have expired', async () => {
    const open = { finalized: toHex(NONCE) };
    await expect(readFees(pool(open, open, {}), ENDED)).resolves.toBeNull();
    await expect(readFees(pool({ ...open, [NEW]: receipt }), ENDED)).resolves.toBeNull();
    await expect(readFees(pool(open, {}, { [NEW]: receipt }), ENDED)).rejects.toThrow('no majority');
  });
});
