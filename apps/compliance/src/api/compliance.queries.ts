import type { OutcomeRequest, Outcome, QueryMap, ScreeningRequest } from '@stablecoin/contracts';
import type { Clock, Log } from '@stablecoin/event-sourcing';
import { ApiError } from '@stablecoin/contracts';
import { outcomeOf, readCurrent } from '@stablecoin/service-host';
import type { ReadModel } from '@stablecoin/service-host';
import type { QueryHandlers } from '@stablecoin/queries';
import { inOrder } from '../application/screening-stream';
import type { ScreeningHandler } from '../application/screening-handler';
import type { ProvidersFor } from '../application/jobs';
import type { Screenings } from '../read-model/screenings';

/** What compliance answers to others. */
export class ComplianceQueries {
  constructor(
    private readonly screenings: Screenings,
    private readonly handler: ScreeningHandler,
    private readonly readModel: ReadModel,
    private readonly providersFor: ProvidersFor,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  register(queries: QueryHandlers<QueryMap>): void {
    queries.register('compliance.get', (query) => this.#current(() => this.screenings.get(query)));
    queries.register('compliance.find', (query) => this.#find(query));
    queries.register('compliance.outcome', (query) => this.#outcome(query));
  }

  /** The first question of every check, so that one which nobody could answer is refused at once. */
  async #find({ account, livemode, address, checks, countryCode }: ScreeningRequest) {
    if (this.providersFor(livemode).length === 0) {
      this.log.error({ account, livemode }, 'no screening provider for live mode: SCREENING_PROVIDER is not set');
      throw new ApiError('internal_error', 'Screening is not available in live mode.', { retryable: false });
    }
    const request = {
      subject: { kind: 'address' as const, value: address },
      checks: inOrder(checks),
      country: countryCode,
    };
    return this.screenings.find({ account, livemode }, request, this.clock.now());
  }

  async #outcome({ commandId, ...ref }: OutcomeRequest): Promise<Outcome> {
    const stream = await this.#current(() => this.screenings.streamOf(ref));
    if (stream === null) return { applied: false, refusal: null };
    return outcomeOf(this.handler, this.readModel, stream, commandId);
  }

  /** A payment, or a wallet, may have told of a ref before this service's read model has it. */
  #current<T>(read: () => Promise<T | null>): Promise<T | null> {
    return readCurrent(this.readModel, read);
  }
}
