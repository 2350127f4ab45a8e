import { EventPattern } from '@nestjs/microservices';
import { derivedId } from '@stablecoin/contracts';
import type {
  BookNetworkFeeMessage,
  ConfigureTreasury,
  CreditTreasuryMessage,
  DepositScreened,
  TreasuryApprovePayment,
  TreasuryDecideDeposit,
  TreasuryPostReservation,
  TreasuryRejectPayment,
  TreasuryReserveFunds,
  TreasuryReturnReservation,
  TreasuryVoidReservation,
} from '@stablecoin/contracts';
import { MessageConsumer, commandFrom, toCommand } from '@stablecoin/messaging';
import { ApprovalTerm, Transfers } from '@stablecoin/funds';
import { Opening } from '../application/opening';
import { FeeMeter } from '../application/fee-meter';
import { TreasuryHandler } from '../application/handlers';
import type { ApprovalTerms } from '../domain/treasury-commands';
import { treasuryStream } from '../domain/streams';

/** Brings what others ask of a treasury to its stream. A command that may be the first brings the opening balance. */
@MessageConsumer()
export class TreasuryConsumer {
  constructor(
    private readonly handler: TreasuryHandler,
    private readonly opening: Opening,
    private readonly transfers: Transfers,
    private readonly feeMeter: FeeMeter,
    private readonly approvalTerm: ApprovalTerm,
  ) {}

  @EventPattern('treasury.ReserveFunds')
  async reserveFunds(message: TreasuryReserveFunds): Promise<void> {
    const data = { ...message.data, ...this.#approval(message), opening: this.opening.of(message) };
    await this.handler.handle(treasuryStream(message), commandFrom(message, 'ReserveFunds', data));
  }

  @EventPattern('treasury.PostReservation')
  async postReservation(message: TreasuryPostReservation): Promise<void> {
    const { found, ...ref } = message.data;
    const command =
      found === undefined
        ? commandFrom(message, 'PostReservation', ref)
        : commandFrom(message, 'PostFound', { ...ref, found, opening: this.opening.of(message) });
    await this.handler.handle(treasuryStream(message), command);
  }

  @EventPattern('treasury.VoidReservation')
  async voidReservation(message: TreasuryVoidReservation): Promise<void> {
    const data = { ...message.data, opening: this.opening.of(message) };
    await this.handler.handle(treasuryStream(message), commandFrom(message, 'VoidReservation', data));
  }

  @EventPattern('treasury.ReturnReservation')
  async returnReservation(message: TreasuryReturnReservation): Promise<void> {
    await this.handler.handle(treasuryStream(message), toCommand(message));
  }

  @EventPattern('treasury.ApprovePayment')
  async approvePayment(message: TreasuryApprovePayment): Promise<void> {
    await this.handler.handle(treasuryStream(message), toCommand(message));
  }

  @EventPattern('treasury.RejectPayment')
  async rejectPayment(message: TreasuryRejectPayment): Promise<void> {
    await this.handler.handle(treasuryStream(message), toCommand(message));
  }

  /**
   * Credits a transfer once, however often it is reported. Transfers that the stream no longer remembers are looked up
   * in the read model.
   */
  @EventPattern('treasury.CreditTreasury')
  async creditTreasury(message: CreditTreasuryMessage): Promise<void> {
    const stream = treasuryStream(message);
    if (await this.transfers.has(stream, message.data.transferId)) return;
    const data = { ...message.data, opening: this.opening.of(message) };
    await this.handler.handle(stream, commandFrom(message, 'CreditTreasury', data));
  }

  @EventPattern('treasury.DecideDeposit')
  async decideDeposit(message: TreasuryDecideDeposit): Promise<void> {
    await this.handler.handle(treasuryStream(message), toCommand(message));
  }

  /** Those of wallets are told as well. */
  @EventPattern('compliance.deposit_screened')
  async recordDepositScreening(message: DepositScreened): Promise<void> {
    const { walletId, ...screened } = message.data;
    if (walletId !== null) return;
    const command = commandFrom(message, 'RecordDepositScreening', screened);
    await this.handler.handle(treasuryStream(message), command);
  }

  @EventPattern('treasury.ConfigureTreasury')
  async configureTreasury(message: ConfigureTreasury): Promise<void> {
    const data = { ...message.data, opening: this.opening.of(message) };
    await this.handler.handle(treasuryStream(message), commandFrom(message, 'ConfigureTreasury', data));
  }

  @EventPattern('treasury.BookNetworkFee')
  async bookNetworkFee(message: BookNetworkFeeMessage): Promise<void> {
    const { events } = await this.handler.handle(treasuryStream(message), toCommand(message));
    this.feeMeter.listen(events);
  }

  /** The approval that the payment waits for follows from the reservation, so that a repetition names the same. */
  #approval({ time, data: { policy, reservationId } }: TreasuryReserveFunds): Partial<ApprovalTerms> {
    if (policy?.treasuryApproval !== true) return {};
    return { approvalId: derivedId('apr', time, reservationId), approvalExpiresAt: this.approvalTerm.endOf(time) };
  }
}
