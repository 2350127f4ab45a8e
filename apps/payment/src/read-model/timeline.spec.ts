import { T0 } from '../testing/payments';
import { TestService } from '../testing/service';

let service: TestService;

beforeEach(async () => {
  service = await TestService.start();
});

afterEach(() => service.stop());

const timelineOf = async (id: string) => {
  const entries = await service.runtime.queries.ask('payment.timeline', { account: 'acme', livemode: false, id });
  if (entries === null) throw new Error(`there is no payment ${id}`);
  return entries;
};

describe('API decisions, timeline: the payment’s domain events, in words and with times, oldest first', () => {
  it('of a payment that settles', async () => {
    const id = await service.initiate({ amount: '12000301' });
    await service.end(id, 0);
    const at = new Date(T0).toISOString();
    expect(await timelineOf(id)).toMatchObject([
      { type: 'initiated', at, text: expect.stringContaining('12.000301 USDC') as string, chain: 'auto', from: null },
      { type: 'screened', at, compliance_ref: 'cpl_1' },
      {
        ...{ type: 'routed', at, attempt: 1, text: 'Funds were requested from the treasury on ethereum.' },
        candidates: [
          { chain: 'ethereum', verdict: 'ok', reason: 'available', fee: '0.00', settlement_ms: 12_000 },
          { chain: 'base', verdict: 'chain_unavailable', reason: expect.stringContaining('down') as string },
        ],
      },
      { type: 'authorized', at, chain: 'ethereum', valid_until: new Date(T0 + 5_000).toISOString() },
      { type: 'broadcast', at, txHash: expect.any(String) as string },
      { type: 'settled', at, block: expect.any(Number) as number, settlement_ms: 0 },
    ]);
  });

  it('of a payment that fails, with its code', async () => {
    const id = await service.initiate({ amount: '12000204' });
    await service.end(id);
    const entries = await timelineOf(id);
    expect(entries.at(-1)).toMatchObject({ type: 'failed', error_code: 'insufficient_gas' });
  });

  it('of a transfer that a reorg moved', async () => {
    const id = await service.reorganise({ amount: '12000402' });
    const [settled, again] = (await timelineOf(id)).slice(-2);
    expect(again).toMatchObject({ type: 'reincluded', txHash: settled!.txHash });
    expect(again!.block).not.toBe(settled!.block);
  });

  it('never goes back in time, and shows no bytes and nothing of the sender', async () => {
    const id = await service.initiate({ amount: '12000101' });
    await service.end(id);
    const entries = await timelineOf(id);
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(JSON.stringify(entries)).not.toMatch(/bytes|sandbox|sender/);
  });

  it('leaves refused commands and messages between services out', async () => {
    const id = await service.initiate();
    await service.end(id);
    const before = await timelineOf(id);
    await service.publish('payment.CancelPayment', { paymentId: id }, id);
    await service.publish('treasury.reservation_overdue', { paymentId: id, reservationId: `${id}#1` }, id);
    expect(await service.types(`payment-${id}`)).toEqual(expect.arrayContaining(['CommandRefused', 'PostAnswered']));
    expect(await timelineOf(id)).toEqual(before);
  });
});
