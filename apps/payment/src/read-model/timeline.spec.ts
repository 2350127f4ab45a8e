import type { StoredEvent } from '@stablecoin/event-sourcing';
import type { PaymentEvent } from '../domain/payment-events';
import { fundsReserved } from '../testing/fake-services';
import { T0, authorized, initiated, routed, screened } from '../testing/payments';
import { TestService } from '../testing/service';
import { timelineOf as tell } from './timeline';

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

const recorded = (event: PaymentEvent, at: number): StoredEvent<PaymentEvent> => ({
  ...event,
  id: '1',
  stream: 'payment-1',
  revision: 0,
  position: 1,
  metadata: { commandId: 'msg_1', at, correlationId: 'req_1', account: 'acme', livemode: false },
});

describe('Timeline: the payment’s domain events, in words and with times, oldest first', () => {
  it('lists the steps of a settled payment', async () => {
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
          { chain: 'solana', verdict: 'not_considered', fee: null },
        ],
      },
      { type: 'authorized', at, chain: 'ethereum', valid_until: new Date(T0 + 5_000).toISOString() },
      { type: 'broadcast', at, txHash: expect.any(String) as string },
      { type: 'settled', at, block: expect.any(Number) as number, settlement_ms: 0 },
    ]);
  });

  it('says why the funds are on another chain than the first one', async () => {
    service.fakes.reserve = (message) =>
      message.type === 'treasury.ReserveFunds'
        ? [fundsReserved({ ...message, data: { ...message.data, candidates: ['ethereum'] } })]
        : [];
    const id = await service.initiate({ amount: '12000000' });
    await service.end(id);
    const text = 'Funds are reserved, the transfer on ethereum is authorized. Not enough was available on base.';
    expect((await timelineOf(id)).find(({ type }) => type === 'authorized')).toMatchObject({
      text,
      routes: [
        { chain: 'base', outcome: 'insufficient_balance' },
        { chain: 'ethereum', outcome: 'chosen' },
        { chain: 'solana', outcome: 'not_considered' },
      ],
    });
  });

  it('lists the steps of a failed payment with its error code', async () => {
    const id = await service.initiate({ amount: '12000204' });
    await service.end(id);
    const entries = await timelineOf(id);
    expect(entries.at(-1)).toMatchObject({ type: 'failed', error_code: 'insufficient_gas' });
  });

  it('lists the blocks of a transfer that a reorganization moved', async () => {
    const id = await service.reorganise({ amount: '12000402' });
    const [settled, again] = (await timelineOf(id)).slice(-2);
    expect(again).toMatchObject({ type: 'reincluded', txHash: settled!.txHash });
    expect(again!.block).not.toBe(settled!.block);
  });

  it('shows a transfer that is authorized again when it was, also with signatures of before', () => {
    const { authorization } = authorized().data;
    const again: PaymentEvent = { type: 'PaymentReauthorized', data: { authorization } };
    const [, last] = tell([recorded(initiated(), T0), recorded(again, T0 + 60_000)]);
    expect(last).toMatchObject({ type: 'reauthorized', at: new Date(T0 + 60_000).toISOString() });
  });

  it('shows a slow transfer as confirming from its inclusion', async () => {
    const id = await service.initiate({ amount: '12000101' });
    await service.reaches('broadcast', id);
    service.clock.advance(1_500);
    await service.reaches('confirming', id);
    expect((await timelineOf(id)).at(-1)).toMatchObject({
      type: 'included',
      at: new Date(T0 + 1_500).toISOString(),
      block: expect.any(Number) as number,
    });
    await service.end(id);
    expect((await timelineOf(id)).map(({ type }) => type).slice(-3)).toEqual(['broadcast', 'included', 'settled']);
  });

  it.each(['12000000', '12000101', '12000201', '12000401', '12000402'] as const)(
    'never goes back in time, and shows no bytes and nothing of the sender: %s',
    async (amount) => {
      const id = await service.initiate({ amount });
      const payment = await service.end(id);
      const entries = await timelineOf(id);
      const times = entries.map(({ at }) => at);
      expect(times).toEqual(times.toSorted());
      expect(entries.find(({ type }) => type === 'settled')?.at ?? null).toBe(payment.settled_at);
      expect(JSON.stringify(entries)).not.toMatch(/bytes|sandbox|sender/);
    },
  );

  it('never goes back in time when messages come the other way round', () => {
    const entries = tell([recorded(initiated(), T0 + 3), recorded(screened, T0 + 1), recorded(routed(), T0 + 4)]);
    expect(entries.map(({ at }) => Date.parse(at) - T0)).toEqual([3, 3, 4]);
  });

  it('says that a transfer waits for endpoints to agree', () => {
    const [told] = tell([recorded({ type: 'PaymentUnconfirmed', data: { chain: 'base' } }, T0)]);
    expect(told).toEqual({
      type: 'unconfirmed',
      at: new Date(T0).toISOString(),
      text: 'The endpoints of base do not agree on the transfer, or too few answer. It waits until they do.',
      chain: 'base',
    });
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
