import type { ServiceName } from '@stablecoin/contracts';
import type { Projection } from '@stablecoin/event-sourcing';
import { auditProjection } from '@stablecoin/host';
import { readModelParts } from '../../apps/standalone/src/tools/read-models';
import { CONFIGURATION } from './configuration';

interface ServiceProjection {
  readonly service: string;
  readonly projection: Projection<unknown>;
}

const ALL = Object.entries(readModelParts(CONFIGURATION)).flatMap(([service, { audit, projections }]) =>
  [...projections, auditProjection(service as ServiceName, audit)].map((projection) => ({ service, projection })),
) as unknown as readonly ServiceProjection[];

/** The read models of the services behind the gateway, as their modules make them. */
export const PROJECTIONS = ALL.filter(({ service }) => service !== 'gateway');

/** Those of the gateway, which only the acceptance of a restore reads here. */
export const GATEWAY_PROJECTIONS = ALL.filter(({ service }) => service === 'gateway');
