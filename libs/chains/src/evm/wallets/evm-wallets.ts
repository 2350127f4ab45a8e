import { CURRENCIES, toUnits } from '@stablecoin/contracts';
import type { Currency } from '@stablecoin/contracts';
import { decodeFunctionResult, encodeFunctionData, hexToBytes, toHex } from 'viem/utils';
import type { Hex } from 'viem';
import type {
  ApprovalRequest,
  ChainWallets,
  OwnerSignature,
  WalletApproval,
  WalletApprovals,
  WalletContract,
  WalletPolicy,
  WalletRefusal,
  WalletState,
} from '../../chain-wallets';
import type { RpcPool } from '../../rpc/rpc-pool';
import { agreement } from '../../rpc/agreement';
import { hex, toQuantity } from '../../rpc/values';
import type { Signer } from '../../signer/signer';
import { TOKEN_ABI } from '../abi';
import type { FinalReads } from '../final-reads';
import type { GasFigures } from '../gas-figures';
import { agreedReads } from '../latest-reads';
import type { LatestReads } from '../latest-reads';
import { readCall, readResults } from '../multicall';
import type { ContractRead } from '../multicall';
import type { EvmNetwork } from '../network';
import type { TransferCall } from '../transaction';
import { createCall, walletCall } from './calls';
import type { WalletPayment } from './calls';
import { MODULE_ABI, NOBODY, SAFE_ABI } from './contracts';
import { DeployedWallets } from './deployed-wallets';
import { UNLIMITED, isMadeOf, packSignatures, safeOf } from './safe';
import { approvalData, digestOf, ordinarySignature, signerOfData } from './typed-data';
import type { TokenName } from './typed-data';

/** The keys of this service that wallets know. */
export interface WalletSigners {
  /** Pays within the limit. */
  readonly spender: Signer;
  /** The owner of wallets that are created without owners; null: there are no such wallets. */
  readonly operator: Signer | null;
}

export interface EvmWalletsParts extends WalletSigners {
  readonly network: EvmNetwork;
  readonly pool: RpcPool;
  readonly final: FinalReads;
  readonly latest: LatestReads;
  /** As the tokens call themselves in their EIP-712 domains. */
  readonly names: Readonly<Record<Currency, TokenName>>;
  readonly validityMs: number;
}

/** A block whose state is read, and its time in milliseconds since the epoch. */
export interface StateAt {
  readonly block: number | 'latest';
  readonly at: number;
}

const WINDOW_S = 86_400;
const MAGIC = '0x1626ba7e';

type Policy = readonly [spender: string, limit: bigint, spent: bigint, windowStart: bigint];

/** Wallets on one EVM chain: Safes, with a module that keeps their limit. */
export class EvmWallets implements ChainWallets, WalletApprovals {
  readonly approvals: WalletApprovals = this;
  /** The module counts in windows of its own. */
  readonly allowances = null;
  readonly #parts: EvmWalletsParts;
  readonly #deployed: DeployedWallets;

  constructor(parts: EvmWalletsParts) {
    this.#parts = parts;
    this.#deployed = new DeployedWallets(parts.final);
  }

  get operator(): string | null {
    return this.#parts.operator?.address ?? null;
  }

  contractOf(policy: WalletPolicy): WalletContract {
    const { spender, network } = this.#parts;
    return safeOf(policy, spender.address, network.tokens);
  }

  async isDeployed(wallet: WalletContract): Promise<boolean> {
    return (await this.#deployed.among([wallet.address])).has(wallet.address);
  }

  async state(wallet: WalletContract): Promise<WalletState> {
    const { final, network } = this.#parts;
    const { tokens, multicall } = network;
    const address = wallet.address as Hex;
    const reads = [
      { to: wallet.module, data: encodeFunctionData({ abi: MODULE_ABI, functionName: 'policies', args: [address] }) },
      ...CURRENCIES.map((currency) => ({
        to: tokens[currency],
        data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'balanceOf', args: [address] }),
      })),
    ];
    return final.agreed(async ({ number, timestamp }, endpoint): Promise<WalletState> => {
      const at = toQuantity(number);
      const [code, result] = await endpoint.results([
        { method: 'eth_getCode', params: [address, at] },
        readCall(multicall, reads, at),
      ]);
      const [policy, ...held] = readResults(result, reads.length);
      const isDeployed = hex(code) !== '0x';
      const [spender, limit, spent, start] = isDeployed ? policyIn(policy) : asCreated(wallet);
      const hasReset = timestamp >= Number(start) + WINDOW_S;
      return {
        block: number,
        isDeployed,
        spender: spender === NOBODY ? null : spender,
        limit: limit === UNLIMITED ? null : toUnits(limit),
        spent: toUnits(hasReset ? 0n : spent),
        windowStart: hasReset ? null : Number(start) * 1_000,
        balances: CURRENCIES.map((currency, index) => ({ currency, amount: toUnits(BigInt(held[index] ?? '0x0')) })),
      };
    });
  }

  approvalValidUntil(expiresAt: number): number {
    return expiresAt + this.#parts.validityMs;
  }

  approval(wallet: WalletContract, request: ApprovalRequest): WalletApproval {
    const { network, names } = this.#parts;
    return approvalData(wallet, request, network, names[request.currency]);
  }

  recover({ typedData }: WalletApproval, signature: string): Promise<string> {
    return signerOfData(typedData, signature);
  }

  async signAsOperator({ address, owners }: WalletContract, { typedData }: WalletApproval): Promise<OwnerSignature> {
    const { operator } = this.#parts;
    if (operator === null || !owners.includes(operator.address)) {
      throw new Error(`the operator is no owner of the wallet ${address}`);
    }
    const signature = await operator.sign(hexToBytes(digestOf(typedData)));
    return { owner: operator.address, signature: ordinarySignature(toHex(signature)) };
  }

  /** Whether a payment from a wallet may have to create it first, as far as is known without a look at the chain. */
  mayCreate({ payer: { wallet } }: WalletPayment): boolean {
    return !this.#deployed.isKnown(wallet.address);
  }

  /**
   * The calls that make payments, by their ids: each one's wallet is created right before its first payment, unless a
   * final block has it. Creation changes nothing where the wallet is there by then.
   */
  async calls(
    payments: readonly WalletPayment[],
    figures: GasFigures,
  ): Promise<ReadonlyMap<string, readonly TransferCall[]>> {
    const { network, spender } = this.#parts;
    const addresses = [...new Set(payments.map(({ payer }) => payer.wallet.address))];
    // If no endpoint answers, they are created again, which only costs some gas.
    const created = await this.#deployed.among(addresses).catch(() => new Set<string>());
    const calls = new Map<string, readonly TransferCall[]>();
    for (const payment of payments) {
      const { wallet } = payment.payer;
      const isFirst = !created.has(wallet.address) && isMadeOf(wallet, network.tokens);
      created.add(wallet.address);
      const call = await walletCall(payment, { network, spender, figures });
      calls.set(payment.id, isFirst ? [createCall(payment, network, figures), call] : [call]);
    }
    return calls;
  }

  /**
   * Why the chain would refuse a payment now; null where nothing is known against it. Only the module is asked, which is
   * known: a wallet may be anything that its owners have made of it.
   */
  check(payment: WalletPayment, now: number): Promise<WalletRefusal | null> {
    const { latest } = this.#parts;
    return this.#refusal(payment, now, (reads) => Promise.all(reads.map((read) => latest.read(read))));
  }

  /**
   * Why a payment had no effect in a block, by the state that this or a later block has left; null where that is not known.
   *
   * @throws Error when no endpoint has that state
   */
  async refusalIn(payment: WalletPayment, { block, at }: StateAt): Promise<WalletRefusal | null> {
    const { wallet, approval } = payment.payer;
    const { pool, network } = this.#parts;
    const tag = block === 'latest' ? block : toQuantity(block);
    const known = await this.#refusal(payment, at, (reads) => agreedReads(pool, network, reads, tag));
    if (known !== null) return known;
    const call =
      approval === null
        ? encodeFunctionData({ abi: SAFE_ABI, functionName: 'isModuleEnabled', args: [wallet.module as Hex] })
        : this.#isValidSignature(payment);
    const refuses = await this.#answersOf(wallet.address, call, tag, (answer) =>
      approval === null ? answer === toHex(0n, { size: 32 }) : answer !== null && !answer.startsWith(MAGIC),
    );
    return refuses === true ? 'wallet_policy_changed' : null;
  }

  /** @param now - a moment of the state that is read, in milliseconds since the epoch */
  async #refusal(
    { currency, amount, payer: { wallet, approval }, ...payment }: WalletPayment,
    now: number,
    read: (reads: readonly ContractRead[]) => Promise<readonly (Hex | null)[]>,
  ): Promise<WalletRefusal | null> {
    const { network, spender } = this.#parts;
    const { tokens } = network;
    const address = wallet.address as Hex;
    const blocklist = {
      to: tokens[currency],
      data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'isBlacklisted', args: [address] }),
    };
    if (approval !== null) {
      const [isBlocked] = await read([blocklist]);
      if (isTrue(isBlocked)) return 'wallet_blocklisted';
      const request = { ...payment, paymentId: payment.id, currency, amount };
      return (await this.#isApproved(wallet, request, approval)) ? null : 'wallet_policy_changed';
    }
    const to = wallet.module;
    const [isBlocked, policy, ...allowed] = await read([
      blocklist,
      { to, data: encodeFunctionData({ abi: MODULE_ABI, functionName: 'policies', args: [address] }) },
      ...CURRENCIES.map((each) => {
        const args = [address, tokens[each] as Hex] as const;
        return { to, data: encodeFunctionData({ abi: MODULE_ABI, functionName: 'isAllowed', args }) };
      }),
    ]);
    if (isTrue(isBlocked)) return 'wallet_blocklisted';
    // Without a majority the chain itself decides.
    if (policy === undefined || policy === null || allowed.includes(null)) return null;
    const isAllowed = new Map(CURRENCIES.map((each, index) => [each, BigInt(allowed[index] ?? '0x0') !== 0n]));
    const found = policyIn(policy);
    const isUntouched = found.every((part) => BigInt(part) === 0n) && ![...isAllowed.values()].includes(true);
    if (isUntouched && !isMadeOf(wallet, tokens)) return 'wallet_policy_changed';
    const [by, limit, spent, start] = isUntouched ? asCreated(wallet) : found;
    if (by !== spender.address || (!isUntouched && isAllowed.get(currency) !== true)) return 'wallet_policy_changed';
    const hasReset = now >= (Number(start) + WINDOW_S) * 1_000;
    return BigInt(amount) + (hasReset ? 0n : spent) > limit ? 'spend_limit_onchain' : null;
  }

  #isValidSignature({ id, payer: { wallet, approval }, ...request }: WalletPayment): Hex {
    const { authorization } = this.approval(wallet, { ...request, paymentId: id });
    const signatures = (approval ?? []).map((each) => ({ ...each, signature: ordinarySignature(each.signature) }));
    const args = [digestOf(authorization), packSignatures(signatures, wallet)] as const;
    return encodeFunctionData({ abi: SAFE_ABI, functionName: 'isValidSignature', args });
  }

  /** What a majority says of a call of a wallet; null as an answer: it fails. Undefined where no majority says the same. */
  async #answersOf<T>(to: string, data: Hex, block: string, read: (answer: Hex | null) => T): Promise<T | undefined> {
    const { pool } = this.#parts;
    const said = await pool.ask(
      async (endpoint) => {
        const [answer] = await endpoint.batch([{ method: 'eth_call', params: [{ to, data }, block] }]);
        return read(answer?.ok === true ? hex(answer.result) : null);
      },
      (soFar) => agreement(soFar, pool.majority) !== undefined,
    );
    return agreement(said, pool.majority)?.value;
  }

  async #isApproved(
    wallet: WalletContract,
    request: ApprovalRequest,
    approval: readonly OwnerSignature[],
  ): Promise<boolean> {
    const { typedData } = this.approval(wallet, request);
    const owners = new Set(wallet.owners.map((owner) => owner.toLowerCase()));
    const approving = new Set<string>();
    for (const { owner, signature } of approval) {
      const signer = await signerOfData(typedData, signature).catch(() => NOBODY);
      if (signer.toLowerCase() !== owner.toLowerCase()) return false;
      if (owners.has(signer.toLowerCase())) approving.add(signer.toLowerCase());
    }
    return approving.size >= wallet.threshold;
  }
}

/** Whether a contract says so, by a majority of the endpoints. */
function isTrue(said: Hex | null | undefined): boolean {
  return said !== undefined && said !== null && BigInt(said) !== 0n;
}

function policyIn(result: Hex = '0x'): Policy {
  return decodeFunctionResult({ abi: MODULE_ABI, functionName: 'policies', data: result });
}

/** The policy that a wallet will have once it is deployed. */
function asCreated({ spender, spendLimit }: WalletContract): Policy {
  return [spender, spendLimit === null ? UNLIMITED : BigInt(spendLimit), 0n, 0n];
}
