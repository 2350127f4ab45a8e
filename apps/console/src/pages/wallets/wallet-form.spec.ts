import { EMPTY_FORM, toRequest } from './wallet-form';
import type { WalletForm } from './wallet-form';

const [ANNA, BEN] = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'];

describe('the form of a wallet', () => {
  it('leaves out what is empty', () => {
    expect(toRequest({ ...EMPTY_FORM, name: ' procurement ' })).toEqual({ owner: 'agent:procurement', chain: 'base' });
  });

  it('sends everything that is filled in, amounts as text', () => {
    const form: WalletForm = {
      kind: 'user',
      name: '4711',
      label: 'Marketing',
      chain: 'ethereum',
      limit: '1000.000001',
      approvers: `${ANNA}\n${BEN}`,
      threshold: '2',
      metadata: 'team=sales\nurl=https://x.example/?a=b',
    };
    expect(toRequest(form)).toEqual({
      owner: 'user:4711',
      chain: 'ethereum',
      label: 'Marketing',
      spend_limit: '1000.000001',
      approvers: [ANNA, BEN],
      approval_threshold: 2,
      metadata: { team: 'sales', url: 'https://x.example/?a=b' },
    });
  });

  it('takes approvers from lines, commas and spaces', () => {
    const { approvers } = toRequest({ ...EMPTY_FORM, name: 'x', approvers: ` ${ANNA}, ${BEN}\n` });
    expect(approvers).toEqual([ANNA, BEN]);
  });

  it('a threshold without approvers is not sent', () => {
    expect(toRequest({ ...EMPTY_FORM, name: 'x', threshold: '3' })).not.toHaveProperty('approval_threshold');
  });
});
