import { concatHex, encodeFunctionData, pad, parseAbi, toHex } from 'viem/utils';
import type { Hex } from 'viem';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import { MULTICALL_ABI, TOKEN_ABI } from '../abi';
import { MODULE_ABI } from '../wallets/contracts';
import { latestValidities, signedBeyond } from './late-signatures';

const addressOf = (n: number): Hex => pad(toHex(n), { size: 20 });
const [PAYER, RECIPIENT, RELAYER, TOKEN] = [addressOf(1), addressOf(2), addressOf(0xabc), addressOf(4)];
const WORD = pad('0x07');
const [SIGNED_AT, LATER] = [1_770_000_000, 1_770_000_900];

const byTreasury = (validBefore: number): Hex =>
  encodeFunctionData({
    abi: TOKEN_ABI,
    functionName: 'transferWithAuthorization',
    args: [PAYER, RECIPIENT, 5n, 0n, BigInt(validBefore), WORD, 27, WORD, WORD],
  });
const byOwners = (validBefore: number): Hex =>
  encodeFunctionData({
    abi: parseAbi(['function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes)']),
    args: [PAYER, RECIPIENT, 5n, 0n, BigInt(validBefore), WORD, '0x0102'],
  });
const bySpender = (validBefore: number): Hex => {
  const parts = { safe: PAYER, token: TOKEN, to: RECIPIENT, value: 5n, nonce: WORD };
  const args = [{ ...parts, validBefore: BigInt(validBefore) }, 27, WORD, WORD] as const;
  return encodeFunctionData({ abi: MODULE_ABI, functionName: 'pay', args });
};
const inOne = (...calls: readonly Hex[]): Hex => {
  const batch = calls.map((callData) => ({ target: TOKEN, allowFailure: true, callData }));
  return encodeFunctionData({ abi: MULTICALL_ABI, functionName: 'aggregate3', args: [batch] });
};

describe('until when what a transaction carries is valid', () => {
  it.each([
    ['the treasury signed', byTreasury],
    ['the spender of a wallet signed', bySpender],
  ])('is read of what %s, alone and among others, with a memo behind it', (_, call) => {
    const validity = (input: string): number => latestValidities(input).service;
    expect(validity(concatHex([call(SIGNED_AT), toHex('Invoice 7')]))).toBe(SIGNED_AT * 1_000);
    expect(validity(inOne(call(SIGNED_AT), byTreasury(LATER), call(SIGNED_AT)))).toBe(LATER * 1_000);
  });

  it('is read apart of what owners of a wallet signed', () => {
    const input = inOne(byTreasury(SIGNED_AT), byOwners(LATER));
    expect(latestValidities(input)).toEqual({ service: SIGNED_AT * 1_000, owners: LATER * 1_000 });
  });

  it.each(['0x', '0xe3ee160e', toHex('a transfer'), byTreasury(LATER).slice(0, 300)])('is never for %s', (input) => {
    expect(latestValidities(input)).toEqual({ service: 0, owners: 0 });
  });
});

describe('what was signed beyond a time', () => {
  const transactions: Readonly<Record<string, object | null>> = {
    '0x1': { from: RELAYER, input: byTreasury(SIGNED_AT) },
    '0x2': { from: RELAYER.toUpperCase().replace('0X', '0x'), input: inOne(byTreasury(SIGNED_AT), bySpender(LATER)) },
    // Anybody may send our authorization again, beside data of their own.
    '0x3': { from: addressOf(99), input: byTreasury(LATER) },
    '0x4': null,
    // An approval is valid as long as it may be given, and then as long as a payment.
    '0x5': { from: RELAYER, input: byOwners(LATER) },
    '0x6': { from: RELAYER, input: byOwners(LATER + 1) },
  };
  const endpoint = {
    results: (calls: readonly { readonly params: readonly unknown[] }[]) =>
      Promise.resolve(calls.map(({ params: [hash] }) => transactions[hash as string])),
  } as unknown as RpcEndpoint;
  const beyond = (hashes: readonly string[], validUntil = SIGNED_AT) =>
    signedBeyond(endpoint, hashes, {
      ...{ relayers: [RELAYER], validUntil: validUntil * 1_000, approvalsUntil: LATER * 1_000 },
    });

  it('is one of our own transactions', async () => {
    expect(await beyond(['0x4', '0x3', '0x2', '0x1'])).toBe('0x2');
    expect(await beyond(['0x4', '0x3', '0x1'])).toBeUndefined();
    expect(await beyond(['0x2'], LATER)).toBeUndefined();
    expect(await beyond([])).toBeUndefined();
    expect(await beyond(['0x5'])).toBeUndefined();
    expect(await beyond(['0x6'])).toBe('0x6');
  });
});
