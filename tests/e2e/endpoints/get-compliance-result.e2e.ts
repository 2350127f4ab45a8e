import { expectError } from '../support/payments';
import { complianceResult, newAddress } from '../support/screenings';
import { useService } from '../support/service';

const UNKNOWN = 'cpl_01JD8Z5M3V7T9G2K4XQW6N0B1C';

describe('GET /v1/compliance/checks/:ref', () => {
  const service = useService();
  const api = () => service.api.as('compliance_result');

  it('answers the result of a standalone check', async () => {
    const { body } = await api().post('/compliance/check', { address: newAddress('get'), country_code: 'DE' });
    const answer = await api().get(`/compliance/checks/${String(body['ref'])}`);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body });
  });

  it('answers all four checks of a payment', async () => {
    const { body: payment } = await api().post('/payments', { to: newAddress('paid'), amount: '1.00' });
    const { body } = await api().get(`/compliance/checks/${String(payment['compliance_ref'])}`);
    expect(body).toEqual(complianceResult('cleared', {}, { ref: payment['compliance_ref'], address: payment['to'] }));
  });

  it.each([UNKNOWN, 'cpl_1', 'pay_01JD8Z5M3V7T9G2K4XQW6N0B1C', '%00'])(
    'answers 404 for an unknown ref: %s',
    async (ref) => {
      expectError(await api().get(`/compliance/checks/${ref}`), 404, 'not_found');
    },
  );
});
