import { ApiError } from '@stablecoin/contracts';
import { ManualClock, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { AccessRecord } from './access-record';
import { RefusedKey, type Caller } from './authenticator';
import type { KeyAccessCommand } from '../domain/key-access';

const tenant = { account: 'acme', livemode: false };
const callerAt = (ip: string): Caller =>
  ({ ...tenant, actor: { type: 'key', id: 'key_1', name: null, ip } }) as unknown as Caller;

function setUp() {
  const clock = new ManualClock();
  const commands: KeyAccessCommand[] = [];
  let failure: Error | undefined;
  const handler = {
    handle: async (stream: string, command: KeyAccessCommand) => {
      expect(stream).toBe('api_key_access-key_1');
      if (failure !== undefined) throw failure;
      commands.push(command);
      return undefined as never;
    },
  };
  const record = new AccessRecord(handler, clock, silentLog, silentMeter);
  const sent = () => ({ id: 'req_1', operation: 'GET /v1/payments', at: clock.now() });
  const scope = new ApiError('insufficient_scope', 'This API key does not have the scope payments:read.');
  return {
    clock,
    commands,
    use: (ip: string) => record.used(callerAt(ip), sent()),
    refuse: (ip: string, error = scope) => record.refused(error, callerAt(ip), sent()),
    refuseKey: (key: RefusedKey) => record.refused(new ApiError('unauthorized', 'no', { cause: key }), null, sent()),
    fail: (error: Error | undefined) => (failure = error),
  };
}

describe('the record of accesses', () => {
  it('takes a use once for each address, and names the actor and the request', () => {
    const { commands, use } = setUp();
    for (const ip of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) use(ip);
    expect(commands.map(({ data }) => data)).toEqual([{ ip: '192.0.2.1' }, { ip: '192.0.2.2' }]);
    expect(commands[0]).toMatchObject({ ...tenant, correlationId: 'req_1', actor: { id: 'key_1', ip: '192.0.2.1' } });
  });

  it('takes the same refusal once a minute, and another one at once', () => {
    const { clock, commands, refuse } = setUp();
    refuse('192.0.2.1');
    refuse('192.0.2.1');
    refuse('192.0.2.1', new ApiError('plan_required', 'An Enterprise key takes the Enterprise plan.'));
    refuse('192.0.2.2');
    expect(commands).toHaveLength(3);
    clock.advance(60_000);
    refuse('192.0.2.1');
    expect(commands).toHaveLength(4);
  });

  it('takes no error that is not about the key', () => {
    const { commands, refuse } = setUp();
    for (const code of [
      'invalid_request',
      'compliance_blocked',
      'unauthorized',
      'not_found',
      'rate_limited',
    ] as const) {
      refuse('192.0.2.1', new ApiError(code, 'no'));
    }
    expect(commands).toEqual([]);
  });

  it('takes what a key that is not let in has tried', () => {
    const { commands, refuseKey } = setUp();
    const actor = { type: 'key', id: 'key_1', name: 'old', ip: '192.0.2.1' } as const;
    refuseKey(new RefusedKey(tenant, actor, 'revoked'));
    expect(commands).toEqual([
      expect.objectContaining({ ...tenant, actor, data: { reason: 'revoked', operation: 'GET /v1/payments' } }),
    ]);
  });

  it('takes 60 of one key at once and then one a second, however many addresses try it', () => {
    const { clock, commands, refuse } = setUp();
    for (let n = 0; n < 500; n++) refuse(`192.0.2.${n}`);
    expect(commands).toHaveLength(60);
    clock.advance(1_000);
    for (let n = 500; n < 600; n++) refuse(`192.0.2.${n}`);
    expect(commands).toHaveLength(61);
  });

  it('tries again at the next use when it could not be written', async () => {
    const { commands, use, fail } = setUp();
    fail(new Error('the disk is full'));
    use('192.0.2.1');
    await new Promise(setImmediate);
    fail(undefined);
    use('192.0.2.1');
    expect(commands).toHaveLength(1);
  });
});
