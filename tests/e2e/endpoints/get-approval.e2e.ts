import { Approvals, UNKNOWN_APPROVAL } from '../support/approvals';
import { expectError } from '../support/payments';
import { useService } from '../support/service';
import { pendingApproval } from '../support/wallets';

describe('GET /v1/approvals/:id', () => {
  const service = useService();
  const api = () => service.api.as('get_approval');
  const approvals = () => new Approvals(api());

  it('answers an approval that waits', async () => {
    const { approval, payment, wallet } = await approvals().waiting();
    const answer = await api().get(`/approvals/${approval}`);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: pendingApproval({ id: approval, payment_id: payment, wallet_id: wallet, amount: '100.01' }),
    });
  });

  it('answers 404 for an unknown approval', async () => {
    expectError(await api().get(`/approvals/${UNKNOWN_APPROVAL}`), 404, 'not_found');
  });
});
