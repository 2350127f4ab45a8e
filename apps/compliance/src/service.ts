import { defineService } from '@stablecoin/service-host';
import type { ServiceHost, ServicePorts } from '@stablecoin/service-host';
import { sandboxProviders } from './adapters/sandbox-provider';
import { ComplianceConsumer } from './api/compliance.consumer';
import { ComplianceQueries } from './api/compliance.queries';
import { messagesFor } from './application/messages-for';
import { ScreeningHandler } from './application/screening-handler';
import { checksJob, reviewExpiryJob } from './application/jobs';
import type { ProvidersFor } from './application/jobs';
import { screeningDecider } from './domain/decide-screening';
import { complianceProjection } from './read-model/projection';
import { Screenings } from './read-model/screenings';
import type { ComplianceTables } from './read-model/screenings';

/**
 * Screens who is paid and who owns a wallet: kyc, aml, sanctions, travel rule.
 *
 * @param providersFor - who is asked, by mode; by default those that the configuration names
 */
export const complianceService = defineService(
  { name: 'compliance' },
  (host: ServiceHost<ComplianceTables>, providersFor: ProvidersFor = providersOf(host)) => {
    const { clock, log, queries, configuration, db } = host;
    const readModel = host.readModel(complianceProjection, { flushOn: ({ type }) => type === 'ScreeningRequested' });
    const decider = screeningDecider({
      cacheMs: configuration.screeningCacheMs,
      reviewTtlMs: configuration.reviewTtlMs,
      deadlineMs: configuration.screeningDeadlineMs,
    });
    // A command so old that its id was dropped is answered once more, and a payment that has its answer takes no other;
    // what a job or a person decides goes by ref, attempt and state.
    const history = { position: () => readModel.position(), appliedBefore: () => Promise.resolve(false) };
    const handler = host.commands(ScreeningHandler, { decider, history });
    host.publish({ prefixes: complianceProjection.prefixes, map: messagesFor });
    host.job(readModel, checksJob(host, handler, providersFor));
    host.job(readModel, reviewExpiryJob(host, handler));

    const screenings = new Screenings(db);
    new ComplianceQueries(screenings, handler, readModel, providersFor, clock, log).register(queries);
    return {
      controllers: [ComplianceConsumer],
      providers: [
        { provide: ScreeningHandler, useValue: handler },
        { provide: Screenings, useValue: screenings },
      ],
    };
  },
);

/**
 * The sandbox has a provider of its own. Live mode has none yet, so it clears nobody, except on local chains, where no
 * money is real.
 */
function providersOf({ configuration }: Pick<ServicePorts, 'configuration'>): ProvidersFor {
  const sandbox = sandboxProviders();
  const live = configuration.chains === 'local' ? sandbox : [];
  return (livemode) => (livemode ? live : sandbox);
}
