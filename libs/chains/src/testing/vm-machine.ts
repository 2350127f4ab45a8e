import { createBlock } from '@ethereumjs/block';
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { createFeeMarket1559Tx } from '@ethereumjs/tx';
import type { TypedTransaction } from '@ethereumjs/tx';
import { bytesToHex, createAccount, createAddressFromString, hexToBytes } from '@ethereumjs/util';
import { createVM, runTx } from '@ethereumjs/vm';
import type { VM } from '@ethereumjs/vm';
import type { Hex } from 'viem';

/** The rules of gas that public chains have, and those that Ethereum's test network has since October 2026. */
export type GasRules = 'osaka' | 'amsterdam';

export interface VmCall {
  readonly from?: string;
  readonly to?: string;
  readonly data?: Hex;
}

const HARDFORKS: Readonly<Record<GasRules, Hardfork>> = { osaka: Hardfork.Osaka, amsterdam: Hardfork.Amsterdam };
/** Of a transaction (EIP-7825). */
export const TRANSACTION_GAS_MAX = 16_777_216n;
const BLOCK_GAS = 60_000_000n;
/** In wei. */
export const BASE_FEE = 7n;
const SOMEBODY = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** A virtual machine with one state, and the rules of gas that are wanted. */
export class VmMachine {
  /** The number of the latest block. */
  number = 1;
  readonly #chainId: number;
  #vm: VM;

  /** @param now - the time of the latest block, in milliseconds since the epoch */
  private constructor(
    vm: VM,
    chainId: number,
    public now: number,
  ) {
    this.#vm = vm;
    this.#chainId = chainId;
  }

  static async start(chainId: number, rules: GasRules, now: number): Promise<VmMachine> {
    return new VmMachine(await createVM({ common: commonOf(chainId, rules) }), chainId, now);
  }

  get common(): Common {
    return this.#vm.common;
  }

  /** A fork: the state stays. */
  async setRules(rules: GasRules): Promise<void> {
    const { stateManager } = this.#vm;
    this.#vm = await createVM({ common: commonOf(this.#chainId, rules), stateManager });
  }

  async accountOf(address: string): Promise<{ readonly nonce: bigint; readonly balance: bigint }> {
    const { nonce = 0n, balance = 0n } =
      (await this.#vm.stateManager.getAccount(createAddressFromString(address))) ?? {};
    return { nonce, balance };
  }

  async codeOf(address: string): Promise<Hex> {
    return bytesToHex(await this.#vm.stateManager.getCode(createAddressFromString(address)));
  }

  async setBalance(address: string, balance: bigint): Promise<void> {
    const { nonce } = await this.accountOf(address);
    await this.#vm.stateManager.putAccount(createAddressFromString(address), createAccount({ nonce, balance }));
  }

  async setCode(address: string, code: Hex): Promise<void> {
    await this.#vm.stateManager.putCode(createAddressFromString(address), hexToBytes(code));
  }

  async remove(address: string): Promise<void> {
    await this.#vm.stateManager.deleteAccount(createAddressFromString(address));
  }

  /** Carries out a call, which changes the state. Without `to`, it creates a contract and returns its address. */
  async call({ from = SOMEBODY, to, data = '0x' }: VmCall): Promise<Hex> {
    const { execResult, createdAddress } = await this.#vm.evm.runCall({
      caller: createAddressFromString(from),
      ...(to === undefined ? {} : { to: createAddressFromString(to) }),
      data: hexToBytes(data),
      gasLimit: BLOCK_GAS,
      block: this.#block(),
    });
    await this.#vm.evm.journal.cleanup();
    const { exceptionError, returnValue } = execResult;
    if (exceptionError !== undefined) throw new Error(`execution reverted: ${exceptionError.error}`);
    return createdAddress?.toString() ?? bytesToHex(returnValue);
  }

  /** Carries out a call, of which nothing stays. */
  view(call: VmCall): Promise<Hex> {
    return this.#undone(() => this.call(call));
  }

  /** @param skipBalance - the sender need not be able to pay, as in an estimate */
  run(tx: TypedTransaction, { skipBalance = false } = {}): ReturnType<typeof runTx> {
    return runTx(this.#vm, { tx, block: this.#block(), skipBalance });
  }

  /** The least limit with which a transaction succeeds, to one part in sixty-four. @throws Error where none does */
  async estimate({ from = SOMEBODY, to, data = '0x' }: VmCall): Promise<bigint> {
    const { nonce } = await this.accountOf(from);
    const usedWithin = async (gasLimit: bigint): Promise<bigint | null> => {
      const given = { chainId: this.#chainId, nonce, gasLimit, maxFeePerGas: BASE_FEE, data };
      const called = to === undefined ? {} : { to: createAddressFromString(to) };
      const tx = createFeeMarket1559Tx({ ...given, ...called }, { common: this.common, freeze: false });
      tx.getSenderAddress = () => createAddressFromString(from);
      tx.isSigned = () => true;
      const { execResult, totalGasSpent } = await this.run(tx, { skipBalance: true });
      return execResult.exceptionError === undefined ? totalGasSpent : null;
    };
    // One that has less than it needs before it runs is refused by an error.
    const tried = (gas: bigint): Promise<bigint | null> => this.#undone(() => usedWithin(gas)).catch(() => null);
    let most = TRANSACTION_GAS_MAX;
    const used = await tried(most);
    if (used === null) throw new Error('execution reverted');
    let least = used - 1n;
    // What calls keep back of their gas is a small part.
    const likely = (used * 33n) / 32n;
    if (likely < most && (await tried(likely)) !== null) most = likely;
    while (most - least > most / 64n) {
      const middle = (least + most) / 2n;
      if ((await tried(middle)) === null) least = middle;
      else most = middle;
    }
    return most;
  }

  async #undone<T>(work: () => Promise<T>): Promise<T> {
    await this.#vm.stateManager.checkpoint();
    try {
      return await work();
    } finally {
      await this.#vm.stateManager.revert();
    }
  }

  #block(): ReturnType<typeof createBlock> {
    const timestamp = Math.floor(this.now / 1_000);
    const header = { number: this.number, timestamp, gasLimit: BLOCK_GAS, baseFeePerGas: BASE_FEE };
    return createBlock({ header }, { common: this.common });
  }
}

function commonOf(chainId: number, rules: GasRules): Common {
  return new Common({ chain: { ...Mainnet, chainId }, hardfork: HARDFORKS[rules] });
}
