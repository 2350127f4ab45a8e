import type { Approval } from '@stablecoin/contracts';
import { ManualClock, eventually } from '@stablecoin/event-sourcing/testing';
import { privateKeyToAccount } from 'viem/accounts';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { WalletEvent } from './domain/wallet-events';
import { startWallets } from './testing/start-wallets';
import type { TestMessage, TestWallets } from './testing/start-wallets';
import { AT, DAY, created, credited, onchain, posted, reserved } from './testing/wallet-fixture';

const ACME = { account: 'acme', livemode: false };
const AGAIN = { walletId: 'wal_1', reservationId: 'pay_1#2', paymentId: 'pay_1' };
const TO = '0x52908400098527886E0F7030069857D2E4169EE7';
const ONCHAIN_ID = `0x${'ab'.repeat(32)}`;
const [ALICE, BOB] = [1, 2].map((n) => privateKeyToAccount(`0x${String(n).repeat(64)}`)) as [
  PrivateKeyAccount,
  PrivateKeyAccount,
];
const ADDRESS = '0x1111111111111111111111111111111111111111';
const OWNERS = [ALICE.address, BOB.address];
const RULES = { address: ADDRESS, approvers: OWNERS, approvalThreshold: 2 };
const CONTRACT = { ...onchain, address: ADDRESS, owners: OWNERS, threshold: 2 };

describe('protocol rule 43: the wallet of a settled payment that was provably not made', () => {
  const clock = new ManualClock(AT);
  let wallets: TestWallets;

  beforeEach(async () => {
    wallets = await startWallets({}, { clock });
    const events: readonly WalletEvent[] = [
      created({ ...RULES, contract: CONTRACT }),
      credited('5000'),
      reserved('5000', undefined, AT, { approvalId: 'apr_0' }),
      posted('5000'),
    ];
    const metadata = { ...ACME, commandId: 'msg_0', at: AT, correlationId: 'req_0' };
    const stored = events.map((event, index) => ({ ...event, id: `event-${index}`, metadata }));
    await wallets.runtime.store.append('wallet-wal_1', 'none', stored);
  });
  afterEach(() => wallets.stop());

  const list = () =>
    wallets.runtime.queries.ask('wallet.approvals', {
      ...{ ...ACME, limit: 10, startingAfter: null, wallets: null, status: null, wallet: null },
    });
  const typesTold = (): readonly string[] => wallets.told.map(({ type }) => type);

  async function asked(): Promise<Approval> {
    const transfer = { amount: '5000', currency: 'USDC', candidates: ['base'], to: TO, onchainId: ONCHAIN_ID } as const;
    const message: TestMessage = { type: 'wallet.ReserveFunds', data: { ...AGAIN, ...transfer, isPosted: true } };
    await wallets.send({ id: 'req_ask', ...message });
    // A broker may bring it again.
    await wallets.send({ id: 'req_ask', ...message });
    const [approval, second] = await eventually(async () => {
      const { data } = await list();
      expect(data).not.toHaveLength(0);
      return data;
    });
    if (approval === undefined || second !== undefined) throw new Error('the owners are asked once');
    return approval;
  }

  async function approve(approval: Approval, by: PrivateKeyAccount): Promise<void> {
    const signature = await by.signTypedData(approval.typed_data as never);
    const sealedSignature = wallets.runtime.secrets.seal(signature, 'approval signature');
    const data = { walletId: 'wal_1', approvalId: approval.id, approver: by.address, sealedSignature };
    await wallets.send({ type: 'wallet.ApprovePayment', data });
  }

  it('asks its owners for what they signed before, whatever is left of its balance, and its client is told', async () => {
    const approval = await asked();
    expect(approval).toMatchObject({ payment_id: 'pay_1', status: 'pending', threshold: 2, amount: '0.005' });
    expect(approval.authorization).toMatchObject({ message: { from: ADDRESS, to: TO, nonce: ONCHAIN_ID } });
    await eventually(() => expect(typesTold()).toContain('wallet.spend_limit_reached'));
    expect(typesTold()).toContain('wallet.approval_requested');
  });

  it('hands their signatures to the payment when there are enough, and moves no money', async () => {
    const approval = await asked();
    await approve(approval, ALICE);
    await eventually(async () =>
      expect(await list()).toMatchObject({ data: [{ status: 'pending', approved_by: [ALICE.address] }] }),
    );
    await approve(approval, BOB);
    await eventually(async () => expect(await list()).toMatchObject({ data: [{ status: 'approved' }] }));
    const told = () => wallets.told.filter(({ type }) => type === 'wallet.funds_reserved').at(-1);
    await eventually(() =>
      expect(told()).toMatchObject({
        key: 'pay_1',
        data: {
          reservationId: 'pay_1#2',
          chain: 'base',
          payer: { approval: { signatures: [{ owner: ALICE.address }, { owner: BOB.address }] } },
        },
      }),
    );
    const wallet = await wallets.runtime.queries.ask('wallet.get', { ...ACME, id: 'wal_1' });
    expect(wallet?.balances).toEqual({ usdc: '0.00', eurc: '0.00' });
  });

  it('says when they let it expire, and until when their signatures are valid', async () => {
    const approval = await asked();
    clock.advance(DAY);
    await eventually(() => expect(typesTold()).toContain('wallet.reservation_refused'));
    const message = approval.authorization?.['message'] as { readonly validBefore: string };
    expect(wallets.told.find(({ type }) => type === 'wallet.reservation_refused')).toMatchObject({
      key: 'pay_1',
      data: { reservationId: 'pay_1#2', code: 'approval_expired', signedUntil: Number(message.validBefore) * 1_000 },
    });
    await eventually(async () => expect(await list()).toMatchObject({ data: [{ status: 'expired' }] }));
  });
});
