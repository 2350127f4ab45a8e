import type { Job, RunResult } from '@stablecoin/event-sourcing';
import { RecordingTracer, traceparentOf } from '@stablecoin/event-sourcing/testing';
import { attributesOf, tracedRun } from './traced-run';

const [FIRST, SECOND] = [traceparentOf('a'), traceparentOf('c')];
const PAYMENT = 'pay_01JD8Z5M3V7T9G2K4XQW6N0B1C';
const { signal } = new AbortController();

function job(key: string, traceparent?: string): Job {
  return {
    ...{ kind: 'authorization', key, orderingKey: 'sender', sequence: 1, dueAt: 1, attempt: 0, eventId: 'e' },
    ...{ stream: 's', account: 'acme', livemode: false, correlationId: 'c', data: null },
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

function run(tracer: RecordingTracer, jobs: readonly Job[], result: () => Promise<RunResult>): Promise<RunResult> {
  return tracedRun(tracer, 'authorization', result)(jobs, signal);
}

describe('a run of jobs', () => {
  it('is recorded in each of their traces', async () => {
    const tracer = new RecordingTracer();
    const jobs = [job(PAYMENT, FIRST), job('other'), job('another', SECOND)];
    expect(await run(tracer, jobs, () => Promise.resolve({ position: 1 }))).toEqual({ position: 1 });
    expect(tracer.spans).toMatchObject([
      { name: 'job authorization', parent: FIRST, attributes: { attempt: 1, 'payment.id': PAYMENT } },
      { name: 'job authorization', parent: SECOND, attributes: { 'payment.id': undefined } },
    ]);
  });

  it('says why it failed, and leaves nothing when it has nothing to report', async () => {
    const tracer = new RecordingTracer();
    await run(tracer, [job(PAYMENT, FIRST)], () => Promise.resolve({ againInMs: 5 }));
    expect(tracer.spans).toEqual([]);
    const error = new Error('away');
    await expect(run(tracer, [job(PAYMENT, FIRST)], () => Promise.reject(error))).rejects.toBe(error);
    expect(tracer.spans).toMatchObject([{ error }]);
  });
});

describe('what is recorded of a command', () => {
  const command = { id: '1', type: 'T', at: 1, correlationId: 'c', account: 'acme', livemode: false };

  it('is the payment, by its stream or by what the command says', () => {
    expect(attributesOf(`payment-${PAYMENT}`, { ...command, data: null })).toEqual({ 'payment.id': PAYMENT });
    expect(attributesOf('treasury-a', { ...command, data: { paymentId: PAYMENT } })).toEqual({ 'payment.id': PAYMENT });
    expect(attributesOf('treasury-a', { ...command, data: { paymentId: 'svc_test_1' } })).toEqual({
      'payment.id': undefined,
    });
  });
});
