import { Overrides } from './overrides.js';

describe('--override', () => {
  it('changes the first request of a fixture, and another by its name', () => {
    const overrides = new Overrides({ amount: '7.00', 'wallet.chain': 'solana', memo: 'x' }, ['payment', 'wallet']);
    expect(overrides.body('payment', { amount: '10.00', to: '0x' })).toEqual({ amount: '7.00', to: '0x', memo: 'x' });
    expect(overrides.body('wallet', { chain: 'base' })).toEqual({ chain: 'solana' });
  });

  it('sets fields of objects', () => {
    const overrides = new Overrides({ 'metadata.order': '7', 'metadata.shop': 'a=b' }, ['payment']);
    expect(overrides.body('payment', {})).toEqual({ metadata: { order: '7', shop: 'a=b' } });
  });

  it('is refused where there is nothing to change, and for a prototype', () => {
    expect(() => new Overrides({ amount: '1' }, [])).toThrow('takes no --override');
    expect(() => new Overrides({ '__proto__.x': '1' }, ['payment'])).toThrow('no field of this name');
  });
});
