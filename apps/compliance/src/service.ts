import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Projector, Publisher } from '@stablecoin/event-sourcing';
import { RethrowFilter } from '@stablecoin/messaging';
import { ServiceComponents, staysInside, whileLeading, whileNobodyWaits } from '@stablecoin/platform';
import type { Runtime } from '@stablecoin/platform';
import { sandboxProviders } from './adapters/sandbox-provider';
import { ComplianceConsumer } from './api/compliance.consumer';
import { ComplianceQueries } from './api/compliance.queries';
import { messagesFor } from './application/messages-for';
import { ScreeningHandler } from './application/screening-handler';
import { checksWorker, reviewExpiryWorker } from './application/workers';
import type { ProvidersFor } from './application/workers';
import { screeningDecider } from './domain/decide-screening';
import { complianceProjection } from './read-model/projection';
import { Screenings } from './read-model/screenings';
import type { ComplianceTables } from './read-model/screenings';

/** Screens who is paid and who owns a wallet: kyc, aml, sanctions, travel rule. */
@Module({})
export class ComplianceModule {
  /** @param providersFor - who is asked, by mode; unless told, those that the configuration names */
  static forRuntime(runtime: Runtime, providersFor = providersOf(runtime.configuration)): DynamicModule {
    const { store, clock, log, meter, bus, configuration } = runtime;
    const beforeFlush = staysInside(runtime);
    const db = runtime.database<ComplianceTables>('compliance');
    const projector = new Projector({
      ...{ store, db, projection: complianceProjection, clock, log, meter },
      ...whileNobodyWaits(runtime, 'compliance'),
    });
    const decider = screeningDecider({
      cacheMs: configuration.screeningCacheMs,
      reviewTtlMs: configuration.reviewTtlMs,
      deadlineMs: configuration.screeningDeadlineMs,
    });
    // Of a command so old that its id was dropped nothing has to be known: it is answered once more, and a payment
    // that has its answer takes no other; what a worker or a person decides goes by ref, attempt and state.
    const history = { position: () => projector.position(), appliedBefore: () => Promise.resolve(false) };
    const handler = new ScreeningHandler({ store, decider, clock, log, meter, beforeFlush, history });
    const publisher = new Publisher({
      name: 'compliance',
      store,
      beforeFlush,
      prefixes: complianceProjection.prefixes,
      db,
      map: messagesFor,
      publish: (messages) => bus.publish(messages),
      clock,
      log,
      meter,
    });

    const parts = { db, projector, clock, log, meter };
    const screenings = new Screenings(db);
    new ComplianceQueries(screenings, handler, projector, providersFor, clock, log).register(runtime.queries);
    return {
      module: ComplianceModule,
      controllers: [ComplianceConsumer],
      providers: [
        { provide: APP_FILTER, useClass: RethrowFilter },
        { provide: ScreeningHandler, useValue: handler },
        { provide: Screenings, useValue: screenings },
        { provide: Projector, useValue: projector },
        {
          provide: ServiceComponents,
          useValue: new ServiceComponents([
            { start: () => undefined, stop: () => handler.idle() },
            ...whileLeading(runtime, 'compliance', [
              projector,
              publisher,
              checksWorker(parts, handler, providersFor),
              reviewExpiryWorker(parts, handler),
            ]),
          ]),
        },
      ],
    };
  }
}

/**
 * The sandbox has a provider of its own. Live mode has none yet, so it clears nobody, except on local chains, where no
 * money is real.
 */
function providersOf({ chains }: Runtime['configuration']): ProvidersFor {
  const sandbox = sandboxProviders();
  const live = chains === 'local' ? sandbox : [];
  return (livemode) => (livemode ? live : sandbox);
}
