import type { ServicePorts } from '@stablecoin/service-host';
import { fixedSources } from '../application/screening-sources';
import type { SourcesFor } from '../application/screening-sources';
import type { Attestations } from '../read-model/attestations';
import { sandboxProviders } from './sandbox-provider';

interface Parts {
  readonly attestations: Attestations;
  readonly now: () => number;
}

/** The sources that the configuration names. The sandbox has its own. */
export function openSources({ chains }: ServicePorts['configuration'], _parts: Parts): SourcesFor {
  const sandbox = fixedSources(sandboxProviders());
  const live = fixedSources(chains === 'local' ? sandboxProviders() : []);
  return (livemode) => (livemode ? live : sandbox);
}
