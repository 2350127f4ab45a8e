import { EMPTY_FORM, toRequest } from './payment-form';

describe('the form of a payment', () => {
  it('sends amounts as they were typed and leaves out what is empty', () => {
    expect(toRequest({ ...EMPTY_FORM, to: ' 0xabc ', amount: '250.000001' })).toEqual({
      to: '0xabc',
      amount: '250.000001',
      currency: 'USDC',
      chain: 'auto',
    });
  });

  it('leaves the chain to the wallet that pays', () => {
    const { from, chain } = toRequest({ ...EMPTY_FORM, from: 'wal_1', chain: 'solana' });
    expect({ from, chain }).toEqual({ from: 'wal_1', chain: undefined });
  });

  it('reads metadata by line; a value may have an equals sign', () => {
    const { metadata } = toRequest({ ...EMPTY_FORM, metadata: 'order=1042\n\n note = a=b \n' });
    expect(metadata).toEqual({ order: '1042', note: 'a=b' });
  });
});
