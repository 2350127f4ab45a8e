import { ApiError } from '@stablecoin/contracts';
import type { Listed, OutcomeRequest, Outcome, QueryMap, FindScreening } from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { outcomeOf, readCurrent } from '@stablecoin/host';
import type { ReadModel } from '@stablecoin/host';
import type { QueryHandlers } from '@stablecoin/messaging';
import type { AttestationHandler, ScreeningHandler } from '../application/handlers';
import { namesIn } from '../application/other-names';
import type { ScreeningSources, SourcesFor } from '../application/screening-sources';
import { inOrder } from '../application/screening-stream';
import { attestationStreams } from '../domain/streams';
import type { Attestations } from '../read-model/attestations';
import type { Screenings } from '../read-model/screenings';

interface Sources {
  readonly screenings: Screenings;
  readonly attestations: Attestations;
  readonly screeningHandler: ScreeningHandler;
  readonly attestationHandler: AttestationHandler;
  readonly readModel: ReadModel;
  readonly sourcesFor: SourcesFor;
  /** The one account that live mode serves; null: it is not known here. */
  readonly liveAccount: string | null;
  readonly clock: Clock;
}

/** What compliance answers to others. */
export class ComplianceAnswers {
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  register(queries: QueryHandlers<QueryMap>): void {
    const { screenings, attestations, attestationHandler, readModel, sourcesFor, clock } = this.#sources;
    queries.register('compliance.get', (query) => this.#current(() => screenings.get(query)));
    queries.register('compliance.list', (query) => screenings.list(query));
    queries.register('compliance.find', (query) => this.#find(query));
    queries.register('compliance.outcome', (query) => this.#outcome(query));
    queries.register('compliance.unavailable', ({ livemode }) => Promise.resolve(sourcesFor(livemode).unavailable()));
    queries.register('compliance.is_listed', async ({ livemode, address }) => ({
      answer: await this.#listed(sourcesFor(livemode), { livemode, address }),
    }));
    queries.register('compliance.attestation', (query) => this.#current(() => attestations.get(query, clock.now())));
    queries.register('compliance.attestations', (query) => attestations.list(query, clock.now()));
    queries.register('compliance.attestation_outcome', ({ id, commandId }) =>
      outcomeOf(attestationHandler, readModel, attestationStreams.stream(id), commandId),
    );
  }

  /** The first question of every check, so that one which nobody could answer is refused at once. */
  async #find({ account, livemode, address, checks, countryCode: country, since }: FindScreening) {
    const { screenings, sourcesFor, clock } = this.#sources;
    const sources = sourcesFor(livemode);
    const reason = sources.unavailable();
    if (reason !== null) {
      // Sources that are configured come back; those that are not do not.
      const lasts = sources.providers.length === 0;
      throw new ApiError('internal_error', reason, lasts ? { retryable: false } : {});
    }
    const tenant = { account, livemode };
    const subject = { kind: 'address' as const, value: address };
    return screenings.find(
      tenant,
      { subject, checks: inOrder(checks), country },
      {
        now: clock.now(),
        ...(since === undefined ? {} : { since }),
        facts: () => sources.facts(tenant, subject),
      },
    );
  }

  async #outcome({ commandId, ...ref }: OutcomeRequest): Promise<Outcome> {
    const { screenings, screeningHandler, readModel } = this.#sources;
    const stream = await this.#current(() => screenings.streamOf(ref));
    if (stream === null) return { applied: false, refusal: null };
    return outcomeOf(screeningHandler, readModel, stream, commandId);
  }

  /**
   * By every name of the address. While a chain does not say who owns a token account, it is unknown who else is paid; and
   * so it is when the account was handed over to an owner for whom no payment to it was cleared.
   */
  async #listed(
    sources: ScreeningSources,
    { livemode, address }: QueryMap['compliance.is_listed']['params'],
  ): Promise<Listed> {
    const names = await sources.namesOf(address).catch(() => null);
    const answers = (names === null ? [address] : namesIn(address, names)).map((each) => sources.listed(each));
    if (answers.includes('listed')) return 'listed';
    if (names === null || answers.includes('unknown')) return 'unknown';
    const { screenings, liveAccount: account } = this.#sources;
    const hasOwner = names.owner !== null || names.accounts.length > 0;
    if (!livemode || account === null || !hasOwner) return 'not_listed';
    const cleared = await this.#current(() => screenings.clearedFor({ account, livemode }, address, names.owner));
    return cleared === null ? 'unknown' : 'not_listed';
  }

  /** A payment, or a wallet, may have told of a ref before this service's read model has it. */
  #current<T>(read: () => Promise<T | null>): Promise<T | null> {
    return readCurrent(this.#sources.readModel, read);
  }
}
