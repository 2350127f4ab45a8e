import { hashTypedData } from 'viem/utils';
import type { ApprovalContext } from './approval-context';
import { problemsOf, readTransfer, signable, signingOf } from './transfer';
import type { Expected, Transfer } from './transfer';

const WALLET = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';
const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const DIGEST = '0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd';

const AUTHORIZATION = {
  domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: TOKEN },
  types: {
    TransferWithAuthorization: [
      { name: 'from', type: 'address' },
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
  },
  primaryType: 'TransferWithAuthorization',
  message: { from: WALLET, to: RECIPIENT, value: '250000000', validBefore: '1769947800' },
};
const MESSAGE = {
  domain: { chainId: 8453, verifyingContract: WALLET },
  types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
  primaryType: 'SafeMessage',
  message: { message: DIGEST },
};
const EXPECTED: Expected = { to: RECIPIENT, amount: '250.00', wallet: WALLET, digest: DIGEST };
const TRANSFER = readTransfer(AUTHORIZATION) as Transfer;

describe('what an approver signs', () => {
  it('is read as a transfer', () => {
    expect(TRANSFER).toEqual({
      from: WALLET,
      to: RECIPIENT,
      amount: '250.00',
      token: 'USD Coin',
      contract: TOKEN,
      chainId: 8453,
      validBefore: '2026-02-01T12:10:00.000Z',
    });
  });

  it.each([
    ['1', '0.000001'],
    ['100000', '0.10'],
    ['9007199254740993000001', '9007199254740993.000001'],
  ])('%s units are %s', (value, amount) => {
    const message = { ...AUTHORIZATION.message, value };
    expect(readTransfer({ ...AUTHORIZATION, message })?.amount).toBe(amount);
  });

  it.each([
    ['another type', { primaryType: 'Permit' }],
    ['an amount that is no number', { message: { ...AUTHORIZATION.message, value: '0x10' } }],
    ['no recipient', { message: { ...AUTHORIZATION.message, to: undefined } }],
  ])('%s is no transfer', (_, change) => {
    expect(readTransfer({ ...AUTHORIZATION, ...change })).toBeNull();
  });

  it('has no problems where it says what the payment says', () => {
    expect(problemsOf(TRANSFER, MESSAGE, EXPECTED)).toEqual([]);
    const other = { ...EXPECTED, to: RECIPIENT.toLowerCase(), wallet: WALLET.toLowerCase() };
    expect(problemsOf(TRANSFER, MESSAGE, other)).toEqual([]);
  });

  it.each([
    ['the amount', { ...EXPECTED, amount: '25.00' }, MESSAGE, 'The transfer is of 250.00, and the payment of 25.00.'],
    [
      'the recipient',
      { ...EXPECTED, to: TOKEN },
      MESSAGE,
      `The transfer goes to ${RECIPIENT}, and the payment to ${TOKEN}.`,
    ],
    [
      'the digest',
      { ...EXPECTED, digest: `0x${'00'.repeat(32)}` },
      MESSAGE,
      'The message to sign is not the digest of the transfer.',
    ],
    [
      'the chain',
      EXPECTED,
      { ...MESSAGE, domain: { ...MESSAGE.domain, chainId: 1 } },
      'The message to sign and the transfer are for different chains.',
    ],
    [
      'the contract',
      EXPECTED,
      { ...MESSAGE, domain: { ...MESSAGE.domain, verifyingContract: TOKEN } },
      'The message to sign is for another contract than the wallet.',
    ],
    [
      'the kind of message',
      EXPECTED,
      { ...MESSAGE, primaryType: 'Order' },
      'The message to sign is not the digest of the transfer.',
    ],
  ])('a difference in %s is a problem', (_, expected, message, problem) => {
    expect(problemsOf(TRANSFER, message, expected)).toEqual([problem]);
  });

  it('a transfer from another address than the wallet is a problem', () => {
    const problems = problemsOf({ ...TRANSFER, from: TOKEN }, MESSAGE, EXPECTED);
    expect(problems).toEqual([`The transfer is made from ${TOKEN}, which is not the wallet.`]);
  });

  describe('is offered to be signed', () => {
    const context = (amount: string, typed_data: object | null = MESSAGE): ApprovalContext =>
      ({
        approval: { authorization: AUTHORIZATION, typed_data, amount },
        payment: { to: RECIPIENT },
        wallet: { address: WALLET },
      }) as unknown as ApprovalContext;

    it('where it says what is shown, once its digest is computed', () => {
      expect(signingOf(context('250.00'), undefined)).toEqual({ kind: 'loading' });
      expect(signingOf(context('250.00'), DIGEST)).toEqual({ kind: 'offered', transfer: TRANSFER, typedData: MESSAGE });
    });

    it('nowhere else', () => {
      for (const [shown, digest] of [
        [context('2.50'), DIGEST],
        [context('250.00'), `0x${'00'.repeat(32)}`],
        [context('250.00', { ...MESSAGE, primaryType: 'Order' }), DIGEST],
      ] as const) {
        const signing = signingOf(shown, digest);
        expect(signing).toMatchObject({ kind: 'refused', problems: [expect.any(String)] });
        expect(signing).not.toHaveProperty('typedData');
      }
      expect(signingOf(context('250.00', null), DIGEST)).toEqual({ kind: 'unreadable' });
      expect(signingOf({ ...context('250.00'), payment: null }, DIGEST)).toEqual({ kind: 'unreadable' });
    });
  });

  it('goes to the wallet with the fields that its domain has, in the order that EIP-712 gives them', () => {
    expect(signable(MESSAGE).types['EIP712Domain']).toEqual([
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ]);
    const { types } = signable(AUTHORIZATION);
    expect((types['EIP712Domain'] as { name: string }[]).map(({ name }) => name)).toEqual([
      'name',
      'version',
      'chainId',
      'verifyingContract',
    ]);
    // The domain's type changes nothing of what is signed: it only says it.
    expect(hashTypedData(signable(MESSAGE) as never)).toBe(hashTypedData(MESSAGE as never));
  });
});
