import { Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { derivedId } from '@stablecoin/contracts';
import type {
  CheckAddress,
  CreateAttestationMessage,
  DecideReviewMessage,
  Message,
  RevokeAttestationMessage,
  ScreenDeposit,
  ScreenOwner,
  ScreenPayment,
} from '@stablecoin/contracts';
import { MessageConsumer, commandFrom, toCommand } from '@stablecoin/messaging';
import { inOrder, ownerOf, recipientOf, screeningStream, senderOf } from '../application/screening-stream';
import { AttestationHandler, ScreeningHandler } from '../application/handlers';
import { SOURCES, askedFor } from '../application/screening-sources';
import type { SourcesFor } from '../application/screening-sources';
import type { CurrentFacts } from '../domain/reuse';
import type { ScreeningRequest, Waiter } from '../domain/screening';
import { attestationStreams } from '../domain/streams';
import { Screenings } from '../read-model/screenings';

/** Brings what others ask of compliance to the stream that answers it. */
@MessageConsumer()
export class ComplianceConsumer {
  constructor(
    private readonly handler: ScreeningHandler,
    private readonly screenings: Screenings,
    private readonly attestations: AttestationHandler,
    @Inject(SOURCES) private readonly sourcesFor: SourcesFor,
  ) {}

  @EventPattern('compliance.ScreenPayment')
  async screenPayment(message: ScreenPayment): Promise<void> {
    const sources = this.sourcesFor(message.livemode);
    const facts = await sources.facts(message, recipientOf(message.data.address, null).subject);
    const at = { now: message.time, ...(facts === undefined ? {} : { facts }) };
    const { stream, request } = await this.screenings.forPayment(message, message.data, sources, at);
    const { paymentId: id, createdBy, separateFrom } = message.data;
    const by = createdBy === undefined ? {} : { createdBy };
    const separated = separateFrom === undefined ? {} : { separateFrom };
    await this.#screen(message, stream, { request, facts, waiter: { kind: 'payment', id, ...by, ...separated } });
  }

  @EventPattern('compliance.ScreenDeposit')
  async screenDeposit(message: ScreenDeposit): Promise<void> {
    const { depositId: id, walletId, address, tokenAccount = null, amount } = message.data;
    const sources = this.sourcesFor(message.livemode);
    const request = askedFor(senderOf(address, tokenAccount), amount, sources);
    const facts = await sources.facts(message, request.subject);
    // A list may name the account by now, and not its owner.
    const left =
      tokenAccount === null ? undefined : await sources.facts(message, { kind: 'address', value: tokenAccount });
    const known = facts && { ...facts, isListed: facts.isListed || left?.isListed === true };
    const waiter: Waiter = { kind: 'deposit', id, ...(walletId === null ? {} : { walletId }) };
    await this.#screen(message, screeningStream(message, request), { request, facts: known, waiter });
  }

  @EventPattern('compliance.ScreenOwner')
  async screenOwner(message: ScreenOwner): Promise<void> {
    const request = ownerOf(message.data.owner);
    const facts = await this.sourcesFor(message.livemode).facts(message, request.subject);
    const waiter: Waiter = { kind: 'wallet', id: message.data.walletId };
    await this.#screen(message, screeningStream(message, request), { request, facts, waiter });
  }

  @EventPattern('compliance.CheckAddress')
  async checkAddress(message: CheckAddress): Promise<void> {
    const { address, checks, countryCode: country } = message.data;
    const request: ScreeningRequest = {
      subject: { kind: 'address', value: address },
      checks: inOrder(checks),
      country,
    };
    const facts = await this.sourcesFor(message.livemode).facts(message, request.subject);
    await this.#screen(message, screeningStream(message, request), { request, facts, waiter: null });
  }

  /** The gateway has looked the ref up before. That it is missing here passes: the read model is being made anew. */
  @EventPattern('compliance.DecideReview')
  async decideReview(message: DecideReviewMessage): Promise<void> {
    const { ref } = message.data;
    const stream = await this.screenings.streamOf({ id: ref, account: message.account, livemode: message.livemode });
    if (stream === null) throw new Error(`there is no screening ${ref} yet`);
    await this.handler.handle(stream, toCommand(message));
  }

  @EventPattern('compliance.CreateAttestation')
  async createAttestation(message: CreateAttestationMessage): Promise<void> {
    await this.attestations.handle(attestationStreams.stream(message.data.attestationId), toCommand(message));
  }

  @EventPattern('compliance.RevokeAttestation')
  async revokeAttestation(message: RevokeAttestationMessage): Promise<void> {
    await this.attestations.handle(attestationStreams.stream(message.data.attestationId), toCommand(message));
  }

  async #screen(message: Message, stream: string, { request, facts, waiter }: Asked): Promise<void> {
    const ref = derivedId('cpl', message.time, message.id);
    const known = facts === undefined ? {} : { facts };
    const screen = commandFrom(message, 'Screen', { ref, waiter, ...request, ...known });
    await this.handler.handle(stream, screen);
  }
}

/** A screening that somebody asks for, and what the sources know of its subject. */
interface Asked {
  readonly request: ScreeningRequest;
  readonly facts: CurrentFacts | undefined;
  readonly waiter: Waiter | null;
}
