import { movementOf } from './movement';

/** @param sides - account and amount, in turn */
function entry(...sides: readonly [account: string, amount: string][]) {
  return { postings: sides.map(([account, amount]) => ({ account, amount })) };
}

describe('a ledger entry in words', () => {
  it.each([
    ['treasury:base:available', 'treasury:base:reserved', 'Available', 'Reserved'],
    ['wallet:wal_1:reserved', 'external:payments', 'Reserved', 'Payments'],
    ['external:deposits', 'wallet:wal_1:available', 'Deposits', 'Available'],
    ['equity:opening', 'treasury:solana:available', 'Opening balance', 'Available'],
    ['relayers:base', 'external:network_fees', 'Relayers', 'Network fees'],
  ])('%s to %s is %s to %s', (left, entered, from, to) => {
    expect(movementOf(entry([left, '-250.000001'], [entered, '250.000001']))).toEqual({
      from,
      to,
      amount: '250.000001',
    });
  });

  it('the order of the sides does not matter', () => {
    const both = entry(['treasury:base:reserved', '1.00'], ['treasury:base:available', '-1.00']);
    expect(movementOf(both)).toEqual({ from: 'Available', to: 'Reserved', amount: '1.00' });
  });
});
