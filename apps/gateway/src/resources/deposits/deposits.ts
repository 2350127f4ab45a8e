import { treasuryKey, found } from '@stablecoin/contracts';
import type {
  ById,
  Deposit,
  DepositDecision,
  DepositsRequest,
  PrincipalIds,
  Page,
  QueryMap,
  TreasuryDecideDeposit,
  WalletDecideDeposit,
} from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import { mergePages } from '../../application/merge-pages';
import type { RequestContext } from '@stablecoin/access';
import { commandMessage } from '../../application/command-message';
import type { Writes, Written } from '../../application/writes';

/** Shows deposits that were not available at once, and sends decisions to the treasury or wallet that holds them. */
export class Deposits {
  constructor(
    private readonly writes: Writes,
    private readonly queries: Queries<QueryMap>,
    private readonly principalsOf: (context: RequestContext) => Promise<PrincipalIds>,
  ) {}

  /** Another account's or mode's deposit does not exist. */
  async find({ account, livemode, id }: ById): Promise<Deposit | null> {
    const by = { account, livemode, id };
    return (await this.queries.ask('treasury.deposit', by)) ?? this.queries.ask('wallet.deposit', by);
  }

  /** The newest first. Those of some wallets only leave out the treasury's. */
  async list(request: DepositsRequest): Promise<Page<Deposit>> {
    const { wallets, wallet, ...page } = request;
    const ofWallets = this.queries.ask('wallet.deposits', request);
    if (wallets !== null || wallet !== null) return ofWallets;
    return mergePages(await Promise.all([ofWallets, this.queries.ask('treasury.deposits', page)]), page.limit);
  }

  /**
   * Makes the money of a held deposit available, or keeps it held for good.
   *
   * @throws ApiError `not_found`; `invalid_state` unless a person has to decide
   */
  async decide(
    context: RequestContext,
    depositId: string,
    decision: DepositDecision['decision'],
    note: string | null,
  ): Promise<Written<Deposit>> {
    const { account, livemode } = context;
    const read = (): Promise<Deposit | null> => this.find({ account, livemode, id: depositId });
    const { wallet_id: walletId } = found(await read(), 'deposit');
    const by = await this.principalsOf(context);
    const data: DepositDecision = { depositId, decision, note, decidedBy: context.caller.keyId, by };
    const message =
      walletId === null
        ? commandMessage<TreasuryDecideDeposit>(context, {
            type: 'treasury.DecideDeposit',
            key: treasuryKey(context),
            data,
          })
        : commandMessage<WalletDecideDeposit>(context, {
            type: 'wallet.DecideDeposit',
            key: walletId,
            data: { ...data, walletId },
          });
    return this.writes.perform(context, {
      params: { depositId, decision, note },
      plan: () => ({ resources: [depositId], messages: [message] }),
      outcome: ({ requestId: commandId }) => {
        const asked = { account, livemode, id: message.key, commandId };
        return this.queries.ask(walletId === null ? 'treasury.outcome' : 'wallet.outcome', asked);
      },
      read: async () => {
        const now = await read();
        return now?.decided_by === null ? null : now;
      },
    });
  }
}
