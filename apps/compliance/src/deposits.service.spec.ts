import { evmAddressFromBytes } from '@stablecoin/contracts';
import type { DepositScreened } from '@stablecoin/contracts';
import { ManualClock, eventually } from '@stablecoin/event-sourcing/testing';
import { fixedSources } from './application/screening-sources';
import { ComplianceService } from './testing/service';

const ADDRESS = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const DAY = 86_400_000;
const magic = (last: string): string => evmAddressFromBytes(Buffer.from(last.padStart(40, '0'), 'hex'));

let service: ComplianceService;
let deposits = 0;
afterEach(() => service.stop());

async function screen(address: string, over: Partial<DepositOrder> = {}): Promise<string> {
  const depositId = `dep_${++deposits}`;
  const amount = { value: '5.00', currency: 'USDC' } as const;
  await service.send('compliance.ScreenDeposit', { depositId, walletId: null, address, amount, ...over });
  return depositId;
}
type DepositOrder = Parameters<ComplianceService['send']>[1] & {
  readonly walletId: string | null;
  readonly tokenAccount: string;
};

function answers(depositId: string, count = 1): Promise<readonly DepositScreened['data'][]> {
  return eventually(() => {
    const told = service.told('compliance.deposit_screened', depositId);
    return told.length === count && told;
  });
}

describe('the sender of a deposit', () => {
  beforeEach(async () => {
    service = await ComplianceService.start();
  });

  it('is screened for sanctions and money laundering, and what has received the money is told', async () => {
    const ofTreasury = await screen(ADDRESS);
    const ofWallet = await screen(ADDRESS, { walletId: 'wal_1' });
    const [answer] = await answers(ofTreasury);
    expect(answer).toEqual({
      ...{ depositId: ofTreasury, walletId: null, ref: expect.any(String) as string },
      ...{ status: 'cleared', reason: null },
    });
    expect(await answers(ofWallet)).toMatchObject([{ walletId: 'wal_1', ref: answer?.ref, status: 'cleared' }]);
    const result = await service.ask('compliance.get', { account: 'acme', livemode: false, id: answer?.ref ?? '' });
    expect(result?.checks.map(({ name }) => name)).toEqual(['aml', 'sanctions']);
  });

  it.each(['d001', 'd002', 'd005'])('is not cleared when a source finds something: %s', async (last) => {
    const [answer] = await answers(await screen(magic(last)));
    expect(answer?.status).not.toBe('cleared');
    expect(answer?.reason).not.toBeNull();
  });

  it.each(['d003', 'd004'])('is not screened for what nobody knows of a sender: %s', async (last) => {
    expect(await answers(await screen(magic(last)))).toMatchObject([{ status: 'cleared' }]);
  });

  it('is asked about by the account that the money left, too', async () => {
    expect(await answers(await screen(ADDRESS, { tokenAccount: magic('d001') }))).toMatchObject([
      { status: 'blocked' },
    ]);
    expect(await answers(await screen(ADDRESS))).toMatchObject([{ status: 'cleared' }]);
  });

  it('is cleared when the reviewer clears it, and the deposit is told again', async () => {
    const deposit = await screen(magic('d005'));
    const [answer] = await answers(deposit);
    await service.send('compliance.DecideReview', {
      ...{ ref: answer?.ref ?? '', decision: 'clear', note: 'A namesake', decidedBy: 'key_1' },
    });
    expect(await answers(deposit, 2)).toMatchObject([{ status: 'review' }, { status: 'cleared' }]);
  });

  it('clears no payment: its result has no identity and no travel rule', async () => {
    const [answer] = await answers(await screen(magic('d003')));
    const payment = { paymentId: 'pay_1', address: magic('d003'), countryCode: null, complianceRef: answer?.ref ?? '' };
    await service.send('compliance.ScreenPayment', payment);
    await eventually(() => {
      expect(service.told('compliance.payment_screened', 'pay_1')).toMatchObject([{ status: 'blocked' }]);
    });
  });
});

it('without an answer of a source the deposit waits, for days and over every deadline, until there is one', async () => {
  let isDown = true;
  const clock = new ManualClock();
  const source = (check: 'aml' | 'sanctions') => ({
    ...{ name: 'p', check },
    screen: () =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve({ outcome: 'pass', evidence: 'ok' } as const),
  });
  service = await ComplianceService.start({}, clock, () => fixedSources([source('aml'), source('sanctions')]));
  const deposit = await screen(ADDRESS);
  for (let hour = 0; hour < 48; hour++) {
    clock.advance(DAY / 24);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(service.told('compliance.deposit_screened', deposit)).toEqual([]);
  isDown = false;
  await eventually(() => {
    clock.advance(300_000);
    return service.told('compliance.deposit_screened', deposit).length > 0;
  });
  expect(await answers(deposit)).toMatchObject([{ status: 'cleared' }]);
});
