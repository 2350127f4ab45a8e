/** @once */
import { eventually } from '@stablecoin/event-sourcing/testing';
import { expectError, failedPayment, idOf, pendingPayment, settledPayment } from '../support/payments';
import { complianceResult, MAGIC, newAddress } from '../support/screenings';
import { useService } from '../support/service';

const UNKNOWN = 'cpl_01JD8Z5M3V7T9G2K4XQW6N0B1C';

describe('Screening inside a payment', () => {
  const service = useService();
  const api = () => service.api.as('compliance_ref');
  const check = async (address: string, fields: object = { country_code: 'DE' }) =>
    (await api().post('/compliance/check', { address, ...fields })).body;
  const pay = (to: unknown, fields: object = {}) => api().post('/payments', { to, amount: '1.00', ...fields });

  it('a ref that covers all four checks is not screened again', async () => {
    const result = await check(newAddress('reused'));
    const paid = await pay(result['address'], { compliance_ref: result['ref'] });
    expect({ status: paid.status, body: paid.body }).toEqual({
      status: 201,
      body: settledPayment({ to: result['address'], amount: '1.00', compliance_ref: result['ref'] }),
    });
  });

  it('it counts in another spelling of the address, and with the same country', async () => {
    const address = newAddress('spelled');
    const { ref } = await check(address);
    expect((await pay(address, { compliance_ref: ref, country_code: 'DE' })).body).toMatchObject({
      compliance_ref: ref,
    });
  });

  it('a cached result counts without being named', async () => {
    const result = await check(newAddress('cached'));
    const paid = await pay(result['address'], { country_code: 'DE' });
    expect(paid.body).toMatchObject({ status: 'settled', compliance_ref: result['ref'] });
    const { body: first } = await pay(newAddress('cached payment'));
    expect((await pay(first['to'])).body).toMatchObject({ compliance_ref: first['compliance_ref'] });
  });

  it('a result of another country does not count: the address is screened anew', async () => {
    const { address, ref } = await check(newAddress('abroad'));
    const paid = await pay(address, { compliance_ref: ref, country_code: 'FR' });
    expect(paid.body).toMatchObject({ status: 'settled', compliance_ref: idOf('cpl') });
    expect(paid.body['compliance_ref']).not.toBe(ref);
    const blocked = await pay(address, { compliance_ref: ref, country_code: 'KP' });
    expectError(blocked, 403, 'compliance_blocked', { payment_id: idOf('pay') });
  });

  it('a narrower result does not count: the address is screened anew', async () => {
    const clean = await check(newAddress('narrow'), { checks: ['kyc', 'aml', 'travel_rule'] });
    const paid = await pay(clean['address'], { compliance_ref: clean['ref'] });
    expect(paid.body).toMatchObject({ status: 'settled' });
    expect(paid.body['compliance_ref']).not.toBe(clean['ref']);

    const hidden = await check(MAGIC.evm('d001'), { checks: ['kyc', 'aml', 'travel_rule'] });
    expect(hidden).toMatchObject({ status: 'cleared' });
    const blocked = await pay(hidden['address'], { compliance_ref: hidden['ref'] });
    expectError(blocked, 403, 'compliance_blocked', { payment_id: idOf('pay') });
  });

  it('an unknown ref does not count, and no other account’s or mode’s: the address is screened anew', async () => {
    const to = newAddress('foreign');
    const foreign = await service.api.as('compliance').post('/compliance/check', { address: to, country_code: 'DE' });
    for (const ref of [UNKNOWN, String(foreign.body['ref']), 'cpl_1']) {
      const paid = await pay(to, { compliance_ref: ref });
      expect(paid.body).toMatchObject({ status: 'settled', compliance_ref: idOf('cpl') });
      expect(paid.body['compliance_ref']).not.toBe(ref);
    }
  });

  it('a blocked ref is 403, and the payment is kept as failed', async () => {
    const result = await check(MAGIC.evm('d002'));
    const refused = await pay(result['address'], { compliance_ref: result['ref'] });

    expectError(refused, 403, 'compliance_blocked', { payment_id: idOf('pay') });
    const { body } = await api().get(`/payments/${String(refused.body['payment_id'])}`);
    expect(body).toEqual(
      failedPayment('compliance_blocked', {
        to: result['address'],
        amount: '1.00',
        compliance_ref: result['ref'],
        error_message: refused.body['message'],
      }),
    );
  });

  it('a ref in review is waited for: the payment shows it and answers 202 at once', async () => {
    const result = await check(MAGIC.evm('d005'));
    const waiting = await pay(result['address'], { compliance_ref: result['ref'] });
    expect({ status: waiting.status, body: waiting.body }).toEqual({
      status: 202,
      body: pendingPayment({ to: result['address'], amount: '1.00', compliance_ref: result['ref'] }),
    });

    await api().post(`/compliance/checks/${String(result['ref'])}/decision`, { decision: 'clear' });
    await eventually(async () => {
      const { body } = await api().get(`/payments/${String(waiting.body['id'])}`);
      expect(body).toEqual(settledPayment({ to: result['address'], amount: '1.00', compliance_ref: result['ref'] }));
    });
  });

  it('the ref of another address is 400, also that of the owner of a wallet', async () => {
    const { ref } = await check(newAddress('mine'));
    const { body: wallet } = await api().post('/wallets', { owner: 'user:ref', chain: 'base' });
    for (const each of [ref, wallet['compliance_ref']]) {
      expectError(await pay(newAddress('yours'), { compliance_ref: each }), 400, 'invalid_request', {
        param: 'compliance_ref',
      });
    }
  });
});

describe('An expired result', () => {
  // Starts a service of its own, whose cache is short, so it does not run against BASE_URL.
  const service = useService({ SCREENING_CACHE_MS: '200' });

  it('does not count in a payment: the address is screened anew', async () => {
    const api = service.api.as('compliance_ref');
    const { status, body } = await api.post('/compliance/check', { address: newAddress('old'), country_code: 'DE' });
    expect({ status, body }).toEqual({ status: 200, body: complianceResult('cleared') });
    await eventually(() => Date.now() > Date.parse(String(body['expires_at'])));

    const paid = await api.post('/payments', { to: body['address'], amount: '1.00', compliance_ref: body['ref'] });
    expect(paid.body).toMatchObject({ status: 'settled', compliance_ref: idOf('cpl') });
    expect(paid.body['compliance_ref']).not.toBe(body['ref']);
  });
});
