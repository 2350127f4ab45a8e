import { defineService } from '@stablecoin/host';
import type { ServiceHost } from '@stablecoin/host';
import { openSources } from './adapters/open-sources';
import { SanctionsList } from './adapters/sanctions-list/sanctions-list';
import { SANDBOX_NEXT_LIST } from './adapters/sandbox-provider';
import { ComplianceConsumer } from './api/compliance.consumer';
import { ComplianceAnswers } from './api/compliance.queries';
import { messagesFor } from './application/messages-for';
import { ScreeningHandler, AttestationHandler } from './application/handlers';
import { ListMatches } from './application/list-matches';
import { checksJob, listComparisonJob, rescreeningJob, reviewExpiryJob } from './application/jobs';
import { SOURCES } from './application/screening-sources';
import type { SourcesFor } from './application/screening-sources';
import { attestationDecider } from './domain/decide-attestation';
import { screeningDecider } from './domain/decide-screening';
import { screeningStreams } from './domain/streams';
import { complianceAudit } from './read-model/compliance-audit';
import { complianceProjection } from './read-model/compliance-projection';
import { Attestations } from './read-model/attestations';
import { Screenings } from './read-model/screenings';
import type { ComplianceTables } from './read-model/tables';

/**
 * Screens who is paid and who owns a wallet: kyc, aml, sanctions, travel rule.
 *
 * @param given - who is asked, by mode; by default those that the configuration names
 */
export const complianceService = defineService(
  { name: 'compliance', usesChains: true, audit: complianceAudit },
  (host: ServiceHost<ComplianceTables>, given?: SourcesFor) => {
    const { clock, queries, configuration, db } = host;
    const readModel = host.readModel(complianceProjection, {
      flushOn: ({ type }) => type === 'ScreeningRequested' || type === 'RescreeningRequested',
    });
    const screenings = new Screenings(db);
    const attestations = new Attestations(db, host.heldGrants);
    const decider = screeningDecider({
      cacheMs: configuration.screeningCacheMs,
      reviewTtlMs: configuration.reviewTtlMs,
      deadlineMs: configuration.screeningDeadlineMs,
    });
    // A command so old that its id was dropped is answered once more, and a payment that has its answer takes no other;
    // what a job or a person decides goes by ref, attempt and state.
    const history = { position: () => readModel.position(), appliedBefore: () => Promise.resolve(false) };
    const handler = host.commands(ScreeningHandler, { decider, history });
    const attestationHandler = host.commands(AttestationHandler, { decider: attestationDecider, history });
    const matches = new ListMatches({ screenings, handler, clock });
    const { sourcesFor, components } =
      given === undefined
        ? openSources(host, { attestations, onNewList: (list) => matches.report(list) })
        : { sourcesFor: given, components: [] };
    for (const component of components) host.runEverywhere(component);
    host.alarms(() => components.flatMap((each) => (each instanceof SanctionsList ? each.alarms() : [])));
    host.publish({ streams: [screeningStreams], map: messagesFor });
    const jobs = host.jobQueue(readModel);
    host.job(jobs, checksJob(host, handler, sourcesFor));
    host.job(jobs, reviewExpiryJob(host, handler));
    host.job(jobs, listComparisonJob(matches, SANDBOX_NEXT_LIST));
    host.job(jobs, rescreeningJob(host, { screenings: handler, attestations: attestationHandler }, screenings));

    new ComplianceAnswers({
      screenings,
      attestations,
      screeningHandler: handler,
      attestationHandler,
      readModel,
      sourcesFor,
      liveAccount: configuration.liveAccount,
      clock,
    }).register(queries);
    return {
      controllers: [ComplianceConsumer],
      providers: [
        { provide: ScreeningHandler, useValue: handler },
        { provide: AttestationHandler, useValue: attestationHandler },
        { provide: Screenings, useValue: screenings },
        { provide: SOURCES, useValue: sourcesFor },
      ],
    };
  },
);
