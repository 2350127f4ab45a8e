import { given } from '@stablecoin/event-sourcing/testing';
import { keyAccessDecider, type KeyAccessCommand, type KeyAccessEvent } from './key-access';

const common = { id: 'req_1:RecordUse', at: 7, correlationId: 'req_1', account: 'acme', livemode: false };
const use = (ip: string): KeyAccessCommand => ({ ...common, type: 'RecordUse', data: { ip } });
const used = (ip: string): KeyAccessEvent => ({ type: 'KeyUsedFromNewAddress', data: { ip } });

describe('the accesses of a key', () => {
  it('have the first use from each address', () => {
    given(keyAccessDecider).when(use('192.0.2.1')).then(used('192.0.2.1'));
    given(keyAccessDecider, used('192.0.2.1')).when(use('192.0.2.1')).then();
    given(keyAccessDecider, used('192.0.2.1')).when(use('192.0.2.2')).then(used('192.0.2.2'));
  });

  it('remember the last hundred addresses, so that the state is bounded', () => {
    const before = Array.from({ length: 101 }, (_, n) => used(`192.0.2.${n}`));
    given(keyAccessDecider, ...before)
      .when(use('192.0.2.0'))
      .then(used('192.0.2.0'));
    given(keyAccessDecider, ...before)
      .when(use('192.0.2.1'))
      .then();
  });

  it('have every refusal that they are told of', () => {
    const data = { reason: 'revoked', operation: 'GET /v1/payments' };
    const refuse: KeyAccessCommand = { ...common, type: 'RecordRefusal', data };
    given(keyAccessDecider, { type: 'KeyRefused', data }).when(refuse).then({ type: 'KeyRefused', data });
  });
});
