import type { Hex } from 'viem';
import type { ChainLog } from '../chain-log';
import { checkOneSubmission } from '../one-submission';
import type { Signer } from '../signer/signer';
import type { Authorization, Submission } from '../transfers';
import type { ChainStatusReader } from './chain-status';
import { capFees, replacementFees } from './fees';
import { fitting, transferGas } from './gas-figures';
import type { GasFigures, GasFiguresReader } from './gas-figures';
import type { EvmNetwork } from './network';
import type { RelayerNonces } from './relayer-nonces';
import { StuckSubmissions } from './stuck-submissions';
import { readTransaction, signTransfers, signWithFees, TRANSACTION_GAS_MAX } from './transaction';
import { transferCall } from './transfer';
import { isOfWallet } from './wallets/wallet-payments';
import type { WalletPayments } from './wallets/wallet-payments';

export interface EvmSubmissionsParts {
  readonly network: EvmNetwork;
  /** Signs the authorizations. */
  readonly treasury: Signer;
  /** By address. */
  readonly relayers: ReadonlyMap<string, Signer>;
  /** EIP-712 domain separator of each token. */
  readonly domains: Readonly<Record<Authorization['currency'], Hex>>;
  /** Maximum gas price to offer, in wei. */
  readonly maxFeePerGas: bigint;
  readonly status: ChainStatusReader;
  readonly figures: GasFiguresReader;
  readonly nonces: RelayerNonces;
  readonly walletPayments: WalletPayments;
  readonly log: ChainLog;
}

/** Signs the transactions of relayers, and those that replace them. Sends nothing. */
export class EvmSubmissions {
  readonly #parts: EvmSubmissionsParts;
  readonly #stuck: StuckSubmissions;

  constructor(parts: EvmSubmissionsParts) {
    this.#parts = parts;
    this.#stuck = new StuckSubmissions(parts.network.pace.stuckMs);
  }

  /** How many of these authorizations fit into one transaction, from the first on. */
  capacity(authorizations: readonly Authorization[]): number {
    const figures = this.#parts.figures.known;
    return fitting(this.#parts.walletPayments.gasOf(authorizations, figures), figures);
  }

  /** @throws Error for what cannot be one submission */
  async assemble(
    authorizations: readonly Authorization[],
    liveNonces: () => Promise<readonly number[]>,
  ): Promise<Submission> {
    const { network, treasury, domains, maxFeePerGas, nonces, status, walletPayments } = this.#parts;
    const sender = this.#senderOf(authorizations);
    const [nonce, { fees, figures }] = await Promise.all([nonces.next(sender.address, liveNonces), status.read()]);
    // Checked only now: signing blocks the process for so long that answers would seem late.
    const ofWallets = await walletPayments.calls(authorizations.filter(isOfWallet), figures);
    const calls = await Promise.all(
      authorizations.map(
        async (authorization) =>
          ofWallets.get(authorization.id) ?? [
            {
              target: network.tokens[authorization.currency],
              data: await transferCall(authorization, treasury, domains[authorization.currency]),
              gas: transferGas(figures, authorization.memo),
            },
          ],
      ),
    );
    const { chainId, multicall } = network;
    const signed = await signTransfers(calls.flat(), sender, {
      chainId,
      nonce,
      multicall,
      fees: capFees(fees, maxFeePerGas),
      baseGas: figures.base,
    });
    return { ...signed, nonce, authorizations: authorizations.map(({ id }) => id) };
  }

  /** The same calls with higher fees, where they are next in line and have waited for too long; null: not needed. */
  async replacement(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<Submission | null> {
    const { network, maxFeePerGas, log, nonces } = this.#parts;
    const { nonce, fees, gas: before } = readTransaction(submission.bytes);
    const sender = this.#senderOf(authorizations);
    // One that waits for another before it is not stuck itself.
    if ((await nonces.used(sender.address)) !== nonce) {
      this.#stuck.forget(submission.hash);
      return null;
    }
    if (!this.#stuck.isStuck(submission.hash, now)) return null;

    const status = await this.#parts.status.read();
    const gas = this.#replacementGas(authorizations, status.figures, before);
    // Not because it offers too little: the same bytes go through once there is what they offer.
    if ((status.gas.get(sender.address) ?? 0n) < gas * fees.maxFeePerGas) {
      const waiting = { sender: sender.address, payments: authorizations.length };
      log.error({ chain: network.chain, ...waiting }, 'payments wait until their relayer is topped up');
      return null;
    }
    const raised = replacementFees(fees, status.fees, maxFeePerGas);
    if (raised === null) return null;
    this.#stuck.forget(submission.hash);
    return { ...submission, ...(await signWithFees(submission.bytes, { fees: raised, gas }, sender)), nonce };
  }

  /** At least what it may use so far; more where the chain's rules have changed since. */
  #replacementGas(authorizations: readonly Authorization[], figures: GasFigures, before: bigint): bigint {
    const each = this.#parts.walletPayments.gasOf(authorizations, figures);
    const needed = each.reduce((sum, gas) => sum + gas, figures.base);
    const bounded = needed < TRANSACTION_GAS_MAX ? needed : TRANSACTION_GAS_MAX;
    return bounded > before ? bounded : before;
  }

  /** @throws Error for what cannot be one submission */
  #senderOf(authorizations: readonly Authorization[]): Signer {
    const first = checkOneSubmission(authorizations);
    const { network, relayers } = this.#parts;
    const sender = relayers.get(first.sender);
    if (first.chain !== network.chain || sender === undefined) {
      throw new Error(`${first.sender} on ${first.chain} is no relayer of ${network.chain}`);
    }
    return sender;
  }
}
