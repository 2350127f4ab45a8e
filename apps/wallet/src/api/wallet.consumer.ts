import { EventPattern } from '@nestjs/microservices';
import { derivedId, parseAddress } from '@stablecoin/contracts';
import type {
  ApprovePayment,
  CreateWalletMessage,
  CreditWalletMessage,
  DepositScreened,
  OwnerScreened,
  RecordTransfer,
  RejectPayment,
  WalletDecideDeposit,
  WalletPostReservation,
  WalletReserveFunds,
  WalletReturnReservation,
  WalletVoidReservation,
} from '@stablecoin/contracts';
import { MessageConsumer, commandFrom, toCommand } from '@stablecoin/messaging';
import { ApprovalTerm } from '@stablecoin/funds';
import { ApprovalSignatures } from '../application/approval-signatures';
import { sandboxAddress } from '../application/sandbox-address';
import { WalletChains } from '../application/wallet-chains';
import { WalletCredits } from '../application/wallet-credits';
import { WalletHandler } from '../application/handlers';
import { walletStreams } from '../domain/streams';
import type { SignedTransfer } from '../domain/wallet-events';
import { WalletAddresses } from '../read-model/wallet-addresses';

/** Brings what others ask of a wallet to its stream. */
@MessageConsumer()
export class WalletConsumer {
  constructor(
    private readonly handler: WalletHandler,
    private readonly addresses: WalletAddresses,
    private readonly credits: WalletCredits,
    private readonly approvalTerm: ApprovalTerm,
    private readonly chains: WalletChains,
    private readonly signatures: ApprovalSignatures,
  ) {}

  @EventPattern('wallet.CreateWallet')
  async createWallet(message: CreateWalletMessage): Promise<void> {
    const { walletId, chain } = message.data;
    const order = { ...message.data, approvers: message.data.approvers.map(spelled) };
    const contract = message.livemode ? this.chains.contract(walletId, order) : null;
    const placed =
      contract === null ? { address: sandboxAddress(walletId, chain) } : { address: contract.address, contract };
    await this.handler.handle(
      walletStreams.stream(walletId),
      commandFrom(message, 'CreateWallet', { ...order, ...placed }),
    );
  }

  @EventPattern('compliance.owner_screened')
  async recordVerification(message: OwnerScreened): Promise<void> {
    const { walletId, ref, status, reason } = message.data;
    const command = commandFrom(message, 'RecordVerification', { ref, status, reason });
    await this.handler.handle(walletStreams.stream(walletId), command);
  }

  /** The approval that it may have to wait for follows from the reservation, so that a repetition names the same. */
  @EventPattern('wallet.ReserveFunds')
  async reserveFunds(message: WalletReserveFunds): Promise<void> {
    const { walletId, to: _, ...request } = message.data;
    const approvalId = derivedId('apr', message.time, request.reservationId);
    const approvalExpiresAt = this.approvalTerm.endOf(message.time);
    const data = { ...request, approvalId, approvalExpiresAt, ...this.#transfer(message, approvalExpiresAt) };
    await this.handler.handle(walletStreams.stream(walletId), commandFrom(message, 'ReserveFunds', data));
  }

  @EventPattern('wallet.PostReservation')
  async postReservation(message: WalletPostReservation): Promise<void> {
    await this.handler.handle(walletStreams.stream(message.data.walletId), toCommand(message));
  }

  @EventPattern('wallet.VoidReservation')
  async voidReservation(message: WalletVoidReservation): Promise<void> {
    await this.handler.handle(walletStreams.stream(message.data.walletId), toCommand(message));
  }

  @EventPattern('wallet.ReturnReservation')
  async returnReservation(message: WalletReturnReservation): Promise<void> {
    await this.handler.handle(walletStreams.stream(message.data.walletId), toCommand(message));
  }

  @EventPattern('wallet.ApprovePayment')
  async approvePayment(message: ApprovePayment): Promise<void> {
    const { walletId, approvalId, by = [] } = message.data;
    const approver = message.data.approver === null ? null : spelled(message.data.approver);
    const signature = await this.signatures.read({ ...message.data, approver });
    const data = { approvalId, approver, signature, by };
    await this.handler.handle(walletStreams.stream(walletId), commandFrom(message, 'ApprovePayment', data));
  }

  @EventPattern('wallet.RejectPayment')
  async rejectPayment(message: RejectPayment): Promise<void> {
    const { walletId, approver, ...decision } = message.data;
    const data = { ...decision, approver: approver === null ? null : spelled(approver) };
    await this.handler.handle(walletStreams.stream(walletId), commandFrom(message, 'RejectPayment', data));
  }

  @EventPattern('wallet.DecideDeposit')
  async decideDeposit(message: WalletDecideDeposit): Promise<void> {
    const { walletId, ...decision } = message.data;
    await this.handler.handle(walletStreams.stream(walletId), commandFrom(message, 'DecideDeposit', decision));
  }

  /** Those of the treasury are told as well. */
  @EventPattern('compliance.deposit_screened')
  async recordDepositScreening(message: DepositScreened): Promise<void> {
    const { walletId, ...screened } = message.data;
    if (walletId === null) return;
    await this.handler.handle(walletStreams.stream(walletId), commandFrom(message, 'RecordDepositScreening', screened));
  }

  @EventPattern('wallet.CreditWallet')
  async creditWallet(message: CreditWalletMessage): Promise<void> {
    const { walletId, ...transfer } = message.data;
    await this.credits.credit(message, walletId, transfer);
  }

  /** A transfer to an address that is nobody's wallet is nothing to us. The wallet may be another account's. */
  @EventPattern('wallet.RecordTransfer')
  async recordTransfer(message: RecordTransfer): Promise<void> {
    const { to, ...transfer } = message.data;
    const wallet = await this.addresses.at(to, transfer.chain, message.livemode);
    if (wallet === undefined) return;
    const { walletId, ...tenant } = wallet;
    await this.credits.credit({ ...message, ...tenant }, walletId, transfer);
  }

  /** What approvers would sign of a payment: a wallet has one chain. */
  #transfer(
    { livemode, data: { to, candidates, onchainId } }: WalletReserveFunds,
    expiresAt: number,
  ): { readonly transfer?: SignedTransfer } {
    const [chain] = candidates;
    if (to === undefined || chain === undefined) return {};
    const validUntil = this.chains.validUntil(livemode, chain, expiresAt);
    if (validUntil === null) return {};
    return { transfer: { to, validUntil, ...(onchainId === undefined ? {} : { onchainId }) } };
  }
}

/** An address in the one spelling in which addresses are compared; a name that is none stays as it is. */
function spelled(approver: string): string {
  const address = parseAddress(approver);
  return 'address' in address ? address.address : approver;
}
