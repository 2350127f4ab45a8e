import {
  derivedId,
  evmAddressFromBytes,
  solanaAddressFromBytes,
  treasuryKey,
  type CreditTreasuryMessage,
  type CreditWalletMessage,
  type InboundTransfer,
  type Outcome,
  type QueryMap,
  familyOf,
  formatAmount,
  parseAmount,
  toUnits,
  type ChainName,
  type Currency,
  found,
  invalid,
  inDigits,
} from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import { createHash } from 'node:crypto';
import { requireOwnWallet, type RequestContext } from '@stablecoin/access';
import { commandMessage } from '../../application/command-message';
import { readAddress } from '../payments/payment-orders';
import { requireActive } from '../../application/refusals';
import type { Accepted } from '@stablecoin/access';
import type { Writes, Written } from '../../application/writes';

/** What a client asks the faucet for, in the form that the API takes. */
export interface FaucetInput {
  readonly chain: ChainName;
  readonly currency?: Currency;
  readonly amount: string;
  readonly wallet?: string;
  /** Who is screened before the money is available. */
  readonly from?: string;
}

/** The transfer that has come in. */
export interface FaucetReceipt {
  readonly chain: ChainName;
  readonly currency: Currency;
  readonly amount: string;
  readonly txHash: string;
  /** null: the treasury was credited. */
  readonly wallet: string | null;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** A Solana transaction's hash has 64 bytes, which are 87 or 88 digits in base58. */
const SOLANA_HASH_DIGITS = 88;

/** Funds the treasury or a wallet of the sandbox with an inbound transfer that no chain has seen. */
export class Faucet {
  constructor(
    private readonly writes: Writes,
    private readonly queries: Queries<QueryMap>,
    private readonly amountMax: bigint,
  ) {}

  /**
   * @throws ApiError `not_found` for an unknown wallet; `invalid_request`
   * @throws Error in live mode, where there is no faucet
   */
  async credit(context: RequestContext, input: FaucetInput): Promise<Written<FaucetReceipt>> {
    const { chain, currency = 'USDC', wallet = null } = input;
    if (context.livemode) throw new Error('the faucet is in the sandbox only');
    requireOwnWallet(context.caller, wallet, 'wallet');
    const amount = parseAmount(input.amount) ?? 0n;
    if (amount > this.amountMax) throw invalid('amount', `amount must be at most ${formatAmount(this.amountMax)}.`);
    const sender = input.from === undefined ? undefined : readSender(input.from, chain);
    if (wallet !== null) await this.#requireChain(context, wallet, chain);
    const receipt = (transferId: string): FaucetReceipt => ({
      chain,
      currency,
      amount: formatAmount(amount),
      txHash: hashOf(chain, transferId),
      wallet,
    });
    const transferId = (requestId: string): string => `faucet-${requestId}`;
    const ownId = transferId(context.requestId);
    const transfer: InboundTransfer = {
      transferId: ownId,
      chain,
      currency,
      amount: toUnits(amount),
      from: sender ?? senderOn(chain),
      txHash: hashOf(chain, ownId),
      ...(sender === undefined
        ? {}
        : { screening: { depositId: derivedId('dep', context.at, wallet ?? 'treasury', ownId), sender } }),
    };
    const message =
      wallet === null
        ? commandMessage<CreditTreasuryMessage>(context, {
            type: 'treasury.CreditTreasury',
            key: treasuryKey(context),
            data: transfer,
          })
        : commandMessage<CreditWalletMessage>(context, {
            type: 'wallet.CreditWallet',
            key: wallet,
            data: { ...transfer, walletId: wallet },
          });
    return this.writes.perform(context, {
      params: { chain, currency, amount: toUnits(amount), wallet, ...(sender === undefined ? {} : { from: sender }) },
      plan: () => ({ resources: [message.key], messages: [message] }),
      outcome: (accepted) => this.#outcome(context, wallet, accepted),
      read: ({ requestId }) => Promise.resolve(receipt(transferId(requestId))),
    });
  }

  #outcome(
    { account, livemode }: RequestContext,
    wallet: string | null,
    { requestId: commandId }: Accepted,
  ): Promise<Outcome> {
    return wallet === null
      ? this.queries.ask('treasury.outcome', { account, livemode, id: treasuryKey({ account, livemode }), commandId })
      : this.queries.ask('wallet.outcome', { account, livemode, id: wallet, commandId });
  }

  async #requireChain({ account, livemode }: RequestContext, id: string, chain: ChainName): Promise<void> {
    const wallet = found(await this.queries.ask('wallet.get', { account, livemode, id }), 'wallet', 'wallet');
    requireActive(wallet);
    if (wallet.chain !== chain) throw invalid('chain', `chain must be ${wallet.chain}, which is the wallet's.`);
  }
}

/** Follows from the transfer, so that a replay tells the same. */
function hashOf(chain: ChainName, transferId: string): string {
  if (familyOf(chain) === 'evm') return `0x${createHash('sha256').update(transferId).digest('hex')}`;
  return inDigits(createHash('sha512').update(transferId).digest(), BASE58, SOLANA_HASH_DIGITS);
}

function readSender(text: string, chain: ChainName): string {
  const { address, family } = readAddress('from', text);
  if (family === familyOf(chain)) return address;
  throw invalid('from', `from must be an address of ${chain}, and this is one of another kind of chain.`);
}

function senderOn(chain: ChainName): string {
  const bytes = createHash('sha256').update('the sandbox faucet').digest();
  return familyOf(chain) === 'evm' ? evmAddressFromBytes(bytes.subarray(0, 20)) : solanaAddressFromBytes(bytes);
}
