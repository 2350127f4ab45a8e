import { newId } from '@stablecoin/contracts';
import type { Json, RecordedEvent } from '@stablecoin/event-sourcing';
import { Recording } from './recording';

const AT = Date.parse('2026-01-31T12:00:00.000Z');
const HOUR = 3_600_000;
const PAYMENT = newId('pay', AT);
const SCREENING = newId('cpl', AT);
const REQUEST = newId('req', AT);
const UUID = '8c5f1f3e-7d0b-5a58-9f0e-2f6f3c1f5b11';
const HASH = `0x${'ab'.repeat(32)}`;

function event(stream: string, data: Json, metadata: Partial<RecordedEvent['metadata']> = {}): RecordedEvent {
  return {
    stream,
    id: UUID,
    type: 'Happened',
    data,
    metadata: { commandId: REQUEST, at: AT, correlationId: REQUEST, account: 'acme', livemode: false, ...metadata },
    revision: 0,
    position: 1,
  };
}

/** The copy of a single event, with its data as JSON. */
function copyOf(recorded: RecordedEvent, { before = [] as RecordedEvent[], shiftMs = HOUR } = {}) {
  const [copy] = new Recording(before, [recorded]).copy(shiftMs);
  if (copy === undefined) throw new Error('there is no copy');
  return { ...copy, data: JSON.parse(copy.data) as Record<string, unknown> };
}

it('has ids and hashes of its own', () => {
  const recorded = event(`payment-${PAYMENT}`, { id: PAYMENT, hash: HASH });
  const copy = copyOf(recorded);
  expect(copy.stream).toMatch(/^payment-pay_[0-9A-Z]{26}$/);
  expect(copy.stream).not.toBe(recorded.stream);
  expect(copy.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(copy.id).not.toBe(UUID);
  expect(copy.data['hash']).toMatch(/^0x[0-9a-f]{64}$/);
  expect(copy.data['hash']).not.toBe(HASH);
});

it('says the same thing of the same thing, in every event and in longer texts too', () => {
  const stretch = [
    event(`payment-${PAYMENT}`, { reservation: `${PAYMENT}#1` }),
    event('treasury-acme.test', { paymentId: PAYMENT }, { commandId: `${UUID}:${PAYMENT}:0` }),
  ];
  const [first, second] = new Recording([], stretch).copy(HOUR);
  const id = first?.stream.slice('payment-'.length) ?? '';
  expect(JSON.parse(first?.data ?? '')).toEqual({ reservation: `${id}#1` });
  expect(JSON.parse(second?.data ?? '')).toEqual({ paymentId: id });
  expect(JSON.parse(second?.metadata ?? '')).toMatchObject({ commandId: `${second?.id ?? ''}:${id}:0` });
});

it('is different every time', () => {
  const recording = new Recording([], [event(`payment-${PAYMENT}`, null)]);
  expect(recording.copy(0)[0]?.stream).not.toBe(recording.copy(0)[0]?.stream);
});

it('refers to what was there before as the recorded events did', () => {
  const before = [event('screening-1', { ref: SCREENING })];
  expect(copyOf(event(`payment-${PAYMENT}`, { ref: SCREENING }), { before }).data).toEqual({ ref: SCREENING });
});

it('happened at its own time, and its ids sort by it', () => {
  const data = { id: PAYMENT, createdAt: AT, payment: { settled_at: new Date(AT + 45).toISOString() } };
  const copy = copyOf(event(`payment-${PAYMENT}`, data), { shiftMs: -HOUR });
  expect(copy.data).toMatchObject({ createdAt: AT - HOUR, payment: { settled_at: '2026-01-31T11:00:00.045Z' } });
  expect(JSON.parse(copy.metadata)).toMatchObject({ at: AT - HOUR });
  expect(String(copy.data['id']) < PAYMENT).toBe(true);
});

it('leaves amounts, accounts and addresses as they are', () => {
  const data = { amount: '1000000000000', to: '0x52908400098527886E0F7030069857D2E4169EE7', account: 'acme', block: 7 };
  expect(copyOf(event('treasury-acme.test', data))).toMatchObject({ stream: 'treasury-acme.test', data });
});

it('knows how long the recorded stretch took', () => {
  const stretch = [event('a-1', null), event('a-1', null, { at: AT + 250 })];
  expect(new Recording([], stretch).durationMs).toBe(250);
});
