import { loadSandboxWallets } from '@stablecoin/chains';
import type { Authorization, ChainWallets, WalletApprovals } from '@stablecoin/chains';
import { SpendLimitModel } from '@stablecoin/chains/testing';
import { WALLET, WALLET_CHAIN, WALLET_CONTRACT, WALLET_LIMIT, coins } from './workload';
import type { World } from './world';
import { DAY_MS } from './world';

/** A payment that stands in a block. */
export interface Paid {
  readonly authorization: Authorization;
  /** Of the block, in milliseconds since the epoch. */
  readonly at: number;
}

const PLENTY = coins(1_000_000);

/** What a wallet's contracts allow: the module by the model that the real one is tested against, the Safe by its owner. */
export class SimulatedModule {
  constructor(private readonly world: World) {}

  /**
   * @param at - the time of the block, in milliseconds since the epoch
   * @param paid - what stands in the blocks before it, in their order
   * @returns whether the chain refuses a payment of a wallet
   */
  refuses(authorization: Authorization, at: number, paid: readonly Paid[]): boolean {
    if (authorization.payer?.approval !== null) return !isApproved(authorization);
    const before = paid.filter((each) => each.authorization.payer?.approval === null);
    const tokens = ['USDC', 'EURC'];
    const held = new Map(tokens.map((token) => [token, PLENTY] as const));
    const model = new SpendLimitModel(WALLET_CONTRACT.spender, WALLET_LIMIT, tokens, held);
    for (const each of before) model.pay(modelled(each.authorization), each.at / 1_000);
    const refusal = model.pay(modelled(authorization), at / 1_000);
    if (refusal === 'Expired' || refusal === 'UsedOrCanceled') return true;
    const within = before.filter((each) => each.at > at - DAY_MS).map((each) => BigInt(each.authorization.amount));
    const sum = within.reduce((total, amount) => total + amount, BigInt(authorization.amount));
    if (sum > WALLET_LIMIT) {
      this.world.fail(`a wallet pays ${sum} in 24 hours without approval, its limit is ${WALLET_LIMIT}`);
    }
    if (refusal !== null) this.world.fail(`the module refuses a payment of a wallet: ${refusal}`);
    return refusal !== null;
  }
}

/** The owner of the wallet signs for whoever may approve, as the operator of a live chain does. */
export const OPERATOR: Pick<ChainWallets, 'operator'> & Pick<WalletApprovals, 'signAsOperator'> = {
  operator: WALLET_CONTRACT.owners[0] ?? null,
  signAsOperator: ({ owners: [owner = ''] }, { typedData }) =>
    Promise.resolve({ owner, signature: signatureOf(owner, typedData.message['message']) }),
};

/** Whether the owner has signed exactly this transfer. */
function isApproved({ id, to, currency, amount, validUntil, payer }: Authorization): boolean {
  const [owner = ''] = WALLET_CONTRACT.owners;
  const transfer = { paymentId: id, to, currency, amount, validUntil };
  const { typedData } = loadSandboxWallets().sandboxWallets(WALLET_CHAIN).approval(WALLET_CONTRACT, transfer);
  const signature = signatureOf(owner, typedData.message['message']);
  return payer?.approval?.some((each) => each.owner === owner && each.signature === signature) === true;
}

function signatureOf(owner: string, digest: string | undefined): string {
  return `${owner} signs ${digest ?? ''}`;
}

/** The chain takes an authorization up to the moment until which it is valid, and the module before one. */
function modelled({ id, amount, currency, validUntil, payer }: Authorization) {
  const signer = payer?.wallet.walletId === WALLET ? payer.wallet.spender : 'somebody else';
  return { nonce: id, token: currency, value: BigInt(amount), validBefore: (validUntil + 1) / 1_000, signer };
}
