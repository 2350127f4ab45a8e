import { concatHex, getAddress, numberToHex } from 'viem/utils';
import { maxUint256 } from 'viem';
import type { Hex } from 'viem';
import { KeySigner } from '../evm/signer/key-signer';
import { EVM_KEYS } from '../local/keys';
import { LocalEvm } from '../local/local-evm';
import { PROXY_ADMIN, TOKEN_ADMIN, TOKEN_NAMES } from '../local/token';
import type { TokenKind } from '../local/token';
import { newRecipient } from './evm-chain';
import { TokenCalls, inParts } from './token-calls';
import type { SignedMessage } from './token-calls';

const NOBODY = '0x0000000000000000000000000000000000000000';
const BLOCKLISTED = 'Blacklistable: account is blacklisted';
const USED = 'FiatTokenV2: authorization is used or canceled';
const UPPER_S: Hex = '0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1';
/** Runtime code that answers every call with what ERC-1271 takes for "valid". */
const AGREEABLE = `0x7f1626ba7e${'00'.repeat(28)}60005260206000f3`;

/**
 * What the service and its local chains rely on of a token. It runs against our own token and against the published
 * one, so that local chains neither allow nor refuse what the real token does not.
 */
export function describeToken(kind: TokenKind): void {
  let local: LocalEvm;
  let calls: TokenCalls;
  const [holder, spender, stranger] = [EVM_KEYS.treasury, EVM_KEYS.spender, EVM_KEYS.approver].map(
    (key) => new KeySigner(key),
  ) as [KeySigner, KeySigner, KeySigner];
  const admin = getAddress(TOKEN_ADMIN);

  beforeAll(async () => {
    local = await LocalEvm.start('base', { tokens: kind });
    calls = new TokenCalls(local);
  });
  afterAll(() => local.stop());

  type Call = readonly unknown[];
  const refusal = (from: string, name: string, ...args: Call) => calls.refusal(from, name, ...args);
  const read = (name: string, ...args: Call) => calls.read(name, ...args);
  const events = (from: string, name: string, ...args: Call) => calls.events(from, name, ...args);

  let made = 0;
  const authorization = (given: SignedMessage = {}): SignedMessage => ({
    ...{ from: holder.address, to: newRecipient(), value: 5n, validAfter: 0n },
    validBefore: BigInt(local.now() / 1_000 + 3_600),
    nonce: numberToHex(++made, { size: 32 }),
    ...given,
  });
  const transfer = async (message: SignedMessage, signer = holder): Promise<Call> => [
    ...Object.values(message),
    await calls.sign(signer, 'TransferWithAuthorization', message),
  ];

  it('says what it is', async () => {
    expect(await read('decimals')).toBe(6);
    const texts = { name: TOKEN_NAMES.base.USDC, symbol: 'USDC', version: '2', currency: 'USD' };
    for (const [each, text] of Object.entries(texts)) expect([each, await read(each)]).toEqual([each, text]);
  });

  it("refuses every call of the proxy's admin, reads included", async () => {
    const reason = 'Cannot call fallback function from the proxy admin';
    expect(await refusal(PROXY_ADMIN, 'transfer', stranger.address, 0n)).toBe(reason);
    expect(await refusal(PROXY_ADMIN, 'balanceOf', stranger.address)).toBe(reason);
  });

  it('moves what an account holds, and no more', async () => {
    const to = newRecipient();
    expect(await events(holder.address, 'transfer', to, 7n)).toEqual([
      ['Transfer', holder.address, getAddress(to), 7n],
    ]);
    expect(await local.balanceOf('USDC', to)).toBe(7n);
    expect(await refusal(to, 'transfer', stranger.address, 8n)).toBe('ERC20: transfer amount exceeds balance');
    expect(await refusal(to, 'transfer', NOBODY, 1n)).toBe('ERC20: transfer to the zero address');
  });

  it('lets minters mint within their allowance, with Mint before Transfer', async () => {
    const to = getAddress(newRecipient());
    const before = (await read('totalSupply')) as bigint;
    expect(await events(admin, 'mint', to, 9n)).toEqual([
      ['Mint', admin, to, 9n],
      ['Transfer', NOBODY, to, 9n],
    ]);
    expect(((await read('totalSupply')) as bigint) - before).toBe(9n);
    expect(await refusal(stranger.address, 'mint', to, 1n)).toBe('FiatToken: caller is not a minter');
    expect(await refusal(admin, 'mint', NOBODY, 1n)).toBe('FiatToken: mint to the zero address');
    expect(await refusal(admin, 'mint', to, 0n)).toBe('FiatToken: mint amount not greater than 0');
    expect(await refusal(admin, 'mint', calls.token, 1n)).toBe(BLOCKLISTED);
    expect(await refusal(stranger.address, 'configureMinter', stranger.address, 3n)).toBe(
      'FiatToken: caller is not the masterMinter',
    );
    expect(await events(admin, 'configureMinter', spender.address, 3n)).toEqual([
      ['MinterConfigured', spender.address, 3n],
    ]);
    expect(await refusal(spender.address, 'mint', to, 4n)).toBe('FiatToken: mint amount exceeds minterAllowance');
    await events(spender.address, 'mint', spender.address, 2n);
    expect(await read('minterAllowance', spender.address)).toBe(1n);
  });

  it('lets minters burn what they hold', async () => {
    await events(admin, 'mint', admin, 9n);
    expect(await events(admin, 'burn', 4n)).toEqual([
      ['Burn', admin, 4n],
      ['Transfer', admin, NOBODY, 4n],
    ]);
    expect(await refusal(admin, 'burn', 0n)).toBe('FiatToken: burn amount not greater than 0');
    expect(await refusal(admin, 'burn', 10n ** 18n)).toBe('FiatToken: burn amount exceeds balance');
    expect(await refusal(stranger.address, 'burn', 1n)).toBe('FiatToken: caller is not a minter');
  });

  it('moves an allowance', async () => {
    const to = getAddress(newRecipient());
    const { address } = stranger;
    expect(await events(holder.address, 'approve', address, 10n)).toEqual([['Approval', holder.address, address, 10n]]);
    expect(await events(address, 'transferFrom', holder.address, to, 4n)).toEqual([
      ['Transfer', holder.address, to, 4n],
    ]);
    expect(await read('allowance', holder.address, address)).toBe(6n);
    const tooMuch = 'ERC20: transfer amount exceeds allowance';
    expect(await refusal(address, 'transferFrom', holder.address, to, 7n)).toBe(tooMuch);
    expect(await refusal(holder.address, 'approve', NOBODY, 1n)).toBe('ERC20: approve to the zero address');
  });

  it('takes a permit once (EIP-2612)', async () => {
    const owner = holder.address;
    const nonce = (await read('nonces', owner)) as bigint;
    const permit = async (deadline: bigint, signer = holder): Promise<readonly unknown[]> => {
      const message = { owner, spender: spender.address, value: 3n, nonce, deadline };
      return [owner, spender.address, 3n, deadline, await calls.sign(signer, 'Permit', message)];
    };
    expect(await refusal(owner, 'permit', ...(await permit(1n)))).toBe('FiatTokenV2: permit is expired');
    expect(await refusal(owner, 'permit', ...(await permit(maxUint256, stranger)))).toBe('EIP2612: invalid signature');
    const valid = await permit(maxUint256);
    expect(await events(stranger.address, 'permit', ...valid.slice(0, 4), ...inParts(valid[4] as Hex))).toEqual([
      ['Approval', owner, spender.address, 3n],
    ]);
    expect(await refusal(owner, 'permit', ...valid)).toBe('EIP2612: invalid signature');
  });

  it('takes an authorization once, whoever sends it (EIP-3009)', async () => {
    const message = authorization();
    const call = await transfer(message);
    const signature = call.at(-1) as Hex;
    const to = getAddress(message['to'] as Hex);
    const left = [
      ['AuthorizationUsed', holder.address, message['nonce']],
      ['Transfer', holder.address, to, 5n],
    ];
    const parts = [...call.slice(0, -1), ...inParts(signature)];
    expect(await events(stranger.address, 'transferWithAuthorization', ...parts)).toEqual(left);
    expect(await events(stranger.address, 'transferWithAuthorization', ...parts)).toBeNull();
    expect(await refusal(stranger.address, 'transferWithAuthorization', ...call)).toBe(USED);
    expect(await refusal(stranger.address, 'transferWithAuthorization', ...parts)).toBe(USED);
    expect(await read('authorizationState', holder.address, message['nonce'])).toBe(true);
    const other = authorization();
    expect(await events(stranger.address, 'transferWithAuthorization', ...(await transfer(other)))).toHaveLength(2);
  });

  it('takes no authorization that is not of its time, its signer, its amount, or its form', async () => {
    const now = BigInt(local.now() / 1_000);
    const tries: readonly [string, Promise<readonly unknown[]>][] = [
      ['FiatTokenV2: authorization is not yet valid', transfer(authorization({ validAfter: now + 60n }))],
      ['FiatTokenV2: authorization is expired', transfer(authorization({ validBefore: now }))],
      ['FiatTokenV2: invalid signature', transfer(authorization(), stranger)],
      ['ERC20: transfer amount exceeds balance', transfer(authorization({ value: 10n ** 18n }))],
      ['ERC20: transfer to the zero address', transfer(authorization({ to: NOBODY }))],
    ];
    for (const [reason, call] of tries) {
      expect(await refusal(stranger.address, 'transferWithAuthorization', ...(await call))).toBe(reason);
    }
    const message = authorization();
    const good = await calls.sign(holder, 'TransferWithAuthorization', message);
    const [, r, s] = inParts(good) as [number, Hex, Hex];
    const forms: readonly [string, Hex][] = [
      ['ECRecover: invalid signature length', good.slice(0, -2) as Hex],
      ["ECRecover: invalid signature 's' value", concatHex([r, UPPER_S, '0x1b'])],
      ["ECRecover: invalid signature 'v' value", concatHex([r, s, '0x01'])],
      ['ECRecover: invalid signature', concatHex([numberToHex(0, { size: 64 }), '0x1b'])],
    ];
    for (const [reason, signature] of forms) {
      const call = [...Object.values(message), signature];
      expect(await refusal(stranger.address, 'transferWithAuthorization', ...call)).toBe(reason);
    }
  });

  it('checks time before use, use before signature, and the blocklist before all of them', async () => {
    const used = authorization();
    await events(stranger.address, 'transferWithAuthorization', ...(await transfer(used)));
    const expired = { ...used, validBefore: 1n };
    const call = (message: SignedMessage) => [...Object.values(message), '0x'];
    expect(await refusal(holder.address, 'transferWithAuthorization', ...call(expired))).toMatch(/is expired$/);
    expect(await refusal(holder.address, 'transferWithAuthorization', ...call(used))).toBe(USED);
    expect(await refusal(holder.address, 'transferWithAuthorization', ...call({ ...expired, to: calls.token }))).toBe(
      BLOCKLISTED,
    );
  });

  it('lets only the payee receive by its own kind of authorization', async () => {
    const message = authorization({ to: spender.address });
    const signature = await calls.sign(holder, 'ReceiveWithAuthorization', message);
    const call = [...Object.values(message), signature];
    expect(await refusal(stranger.address, 'receiveWithAuthorization', ...call)).toBe(
      'FiatTokenV2: caller must be the payee',
    );
    expect(await refusal(spender.address, 'transferWithAuthorization', ...call)).toBe('FiatTokenV2: invalid signature');
    expect(
      await events(spender.address, 'receiveWithAuthorization', ...Object.values(message), ...inParts(signature)),
    ).toEqual([
      ['AuthorizationUsed', holder.address, message['nonce']],
      ['Transfer', holder.address, spender.address, 5n],
    ]);
    expect(await refusal(spender.address, 'receiveWithAuthorization', ...call)).toBe(USED);
  });

  it('takes a cancelled authorization no more', async () => {
    for (const isInParts of [true, false]) {
      const message = authorization();
      const { nonce } = message as { readonly nonce: Hex };
      const authorizer = holder.address;
      const signature = await calls.sign(holder, 'CancelAuthorization', { authorizer, nonce });
      const call = [authorizer, nonce, ...(isInParts ? inParts(signature) : [signature])];
      expect(await events(stranger.address, 'cancelAuthorization', ...call)).toEqual([
        ['AuthorizationCanceled', authorizer, nonce],
      ]);
      expect(await refusal(stranger.address, 'cancelAuthorization', ...call)).toBe(USED);
      expect(await refusal(stranger.address, 'transferWithAuthorization', ...(await transfer(message)))).toBe(USED);
    }
  });

  it('asks an account with code for its word, also one with a delegation (EIP-7702)', async () => {
    const contract = newRecipient();
    await local.anvil.rpc('anvil_setCode', contract, AGREEABLE);
    await events(holder.address, 'transfer', contract, 5n);
    const call = [...Object.values(authorization({ from: contract })), '0x'];
    expect(await events(stranger.address, 'transferWithAuthorization', ...call)).toHaveLength(2);
    // The delegate has no answer, so that the account's own signature no longer counts, which recovery finds valid.
    await events(holder.address, 'transfer', spender.address, 5n);
    const signed = await transfer(authorization({ from: spender.address }), spender);
    expect(await refusal(stranger.address, 'transferWithAuthorization', ...signed)).toBeNull();
    await local.anvil.rpc('anvil_setCode', spender.address, `0xef0100${calls.token.slice(2)}`);
    expect(await refusal(stranger.address, 'transferWithAuthorization', ...signed)).toBe(
      'FiatTokenV2: invalid signature',
    );
    const paid = await transfer(authorization({ to: spender.address }));
    expect(await refusal(stranger.address, 'transferWithAuthorization', ...paid)).toBeNull();
    await local.anvil.rpc('anvil_setCode', spender.address, '0x');
  });

  it('blocks who pays and who is paid, and not who sends; the token itself is blocked', async () => {
    const [from, to] = [stranger.address, spender.address];
    expect(await read('isBlacklisted', calls.token)).toBe(true);
    expect(await refusal(holder.address, 'transfer', calls.token, 1n)).toBe(BLOCKLISTED);
    expect(await refusal(to, 'blacklist', from)).toBe('Blacklistable: caller is not the blacklister');
    expect(await refusal(to, 'unBlacklist', from)).toBe('Blacklistable: caller is not the blacklister');
    await events(holder.address, 'transfer', from, 100n);
    expect(await events(admin, 'blacklist', from)).toEqual([['Blacklisted', from]]);
    expect(await local.balanceOf('USDC', from)).toBe(100n);
    expect(await refusal(from, 'transfer', to, 1n)).toBe(BLOCKLISTED);
    expect(await refusal(holder.address, 'transfer', from, 1n)).toBe(BLOCKLISTED);
    expect(await refusal(from, 'transferFrom', holder.address, to, 1n)).toBe(BLOCKLISTED);
    expect(await refusal(from, 'approve', to, 1n)).toBeNull();
    const paid = await transfer(authorization({ from }), stranger);
    expect(await refusal(holder.address, 'transferWithAuthorization', ...paid)).toBe(BLOCKLISTED);
    const toBlocked = await transfer(authorization({ to: from }));
    expect(await refusal(holder.address, 'transferWithAuthorization', ...toBlocked)).toBe(BLOCKLISTED);
    // Whoever sends an authorization of others may be blocked.
    expect(await refusal(from, 'transferWithAuthorization', ...(await transfer(authorization())))).toBeNull();
    expect(await events(admin, 'unBlacklist', from)).toEqual([['UnBlacklisted', from]]);
    expect(await refusal(from, 'transfer', to, 1n)).toBeNull();
  });

  it('does nothing while it is paused', async () => {
    expect(await refusal(stranger.address, 'pause')).toBe('Pausable: caller is not the pauser');
    expect(await events(admin, 'pause')).toEqual([['Pause']]);
    const { nonce, ...rest } = authorization();
    const calls: readonly (readonly unknown[])[] = [
      ['transfer', stranger.address, 1n],
      ['transferFrom', holder.address, stranger.address, 0n],
      ['approve', stranger.address, 1n],
      ['mint', stranger.address, 1n],
      ['burn', 1n],
      ['configureMinter', stranger.address, 1n],
      ['permit', holder.address, stranger.address, 1n, maxUint256, '0x'],
      ['transferWithAuthorization', ...Object.values(rest), nonce, '0x'],
      ['receiveWithAuthorization', ...Object.values(rest), nonce, '0x'],
      ['cancelAuthorization', holder.address, nonce, '0x'],
    ];
    for (const [functionName, ...args] of calls) {
      const reason = await refusal(admin, functionName as string, ...args);
      expect([functionName, reason]).toEqual([functionName, 'Pausable: paused']);
    }
    // The blocklist can still be changed.
    expect(await refusal(admin, 'blacklist', stranger.address)).toBeNull();
    expect(await refusal(stranger.address, 'unpause')).toBe('Pausable: caller is not the pauser');
    expect(await events(admin, 'unpause')).toEqual([['Unpause']]);
    expect(await refusal(holder.address, 'transfer', stranger.address, 1n)).toBeNull();
  });
}
