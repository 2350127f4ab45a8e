import { NO_FLAGS } from '@stablecoin/chains';
import { CHECK_NAMES } from '@stablecoin/contracts';
import type { CheckName } from '@stablecoin/contracts';
import type { ServicePorts } from '@stablecoin/host';
import { fixedSources } from '../application/screening-sources';
import type { ScreeningSources, SourcesFor } from '../application/screening-sources';
import { namesIn, namesOn } from '../application/other-names';
import type { Attestations } from '../read-model/attestations';
import { AttestedProvider } from './attested-provider';
import { ChainFlags, issuerProvider, oracleProvider } from './chain-flags';
import { noneProvider } from './none-provider';
import { ofacProvider } from './ofac-provider';
import { openVendors } from './open-vendors';
import { sandboxProviders } from './sandbox-provider';
import { KeptLists } from './sanctions-list/kept-lists';
import { ListSource } from './sanctions-list/list-source';
import { SanctionsList } from './sanctions-list/sanctions-list';
import type { ScreeningProvider } from '../application/screening-provider';
import type { NamesOf } from '../application/other-names';

type Ports = Pick<ServicePorts, 'configuration' | 'clock' | 'liveChains' | 'log' | 'meter'> & {
  readonly db: ConstructorParameters<typeof KeptLists>[0];
};

type Sources = NonNullable<Ports['configuration']['screening']['sources']>;
/** `ofac`, `oracle`, …; `sandbox` on local chains. */
type SourceName = Sources[CheckName][number];

interface Parts {
  readonly attestations: Attestations;
  /** Is told when there is a list after the start, and of each new version. */
  readonly onNewList: (list: SanctionsList) => Promise<void>;
}

/** The sources of both modes, and what has to run for them. */
export interface OpenSources {
  readonly sourcesFor: SourcesFor;
  readonly components: readonly { start(): Promise<void>; stop(): Promise<void> }[];
}

/**
 * Opens the sources that the configuration names, each of them once. The sandbox has its own.
 *
 * Logs one line per check: what it rests on in live mode.
 */
export function openSources(ports: Ports, parts: Parts): OpenSources {
  const sandbox = fixedSources(sandboxProviders(() => ports.clock.now()));
  const { sources: live, components } = openLive(ports, parts);
  return { sourcesFor: (livemode) => (livemode ? live : sandbox), components };
}

function openLive(
  ports: Ports,
  parts: Parts,
): { readonly sources: ScreeningSources } & Pick<OpenSources, 'components'> {
  const { configuration, clock, log } = ports;
  const { attestations } = parts;
  const { sources, travelRuleThreshold } = configuration.screening;
  if (sources === null) return { sources: fixedSources([]), components: [] };
  const namesOf = namesOn(ports.liveChains);
  for (const check of CHECK_NAMES) log.info({ check, sources: sources[check] }, 'live payments are screened');
  const deposits = configuration.screening.deposits ? 'held until their sender is cleared' : 'not screened';
  log.info({ deposits }, 'live deposits');
  const isNamed = (name: SourceName): boolean => CHECK_NAMES.some((check) => sources[check].includes(name));
  const list = isNamed('ofac') ? openList(ports, parts) : null;
  const isListed = (address: string): boolean => list?.names(address) ?? false;
  const flags = isNamed('oracle') || isNamed('issuer') ? openFlags(ports) : null;
  const vendor = openVendors(configuration.screening, () => clock.now());
  const providers = CHECK_NAMES.flatMap((check) => sources[check].map((name) => open(name, check)));
  if (providers.every(({ name }) => name === 'sandbox'))
    return { sources: fixedSources(providers, namesOf), components: [] };
  return {
    sources: {
      providers,
      // The sandbox's provider chooses its finding by address alone.
      travelRuleThreshold: sources.travel_rule.includes('sandbox') ? null : travelRuleThreshold,
      unavailable: () => list?.unavailable() ?? null,
      listed: (address) => list?.listed(address) ?? 'not_listed',
      namesOf,
      facts: factsFrom({ namesOf, isListed, attestations: isNamed('attested') ? attestations : null, clock }),
    },
    components: list === null ? [] : [list],
  };

  function open(name: SourceName, check: CheckName): ScreeningProvider {
    switch (name) {
      case 'sandbox': {
        const provider = sandboxProviders(() => clock.now()).find((each) => each.check === check);
        if (provider === undefined) throw new Error(`the sandbox has no provider for ${check}`);
        return provider;
      }
      case 'none':
        return noneProvider(check);
      case 'attested':
        if (check !== 'kyc' && check !== 'travel_rule') throw new Error(`nobody can attest ${check}`);
        return new AttestedProvider(check, true, attestations, () => clock.now());
      case 'ofac':
        if (list === null) throw new Error('there is no list');
        return ofacProvider(list);
      case 'oracle':
      case 'issuer': {
        if (flags === null) throw new Error('there are no chains');
        const provider = name === 'oracle' ? oracleProvider : issuerProvider;
        return provider(check, flags, () => clock.now());
      }
      case 'chainalysis':
      case 'trm':
      case 'http':
        return vendor(name, check);
    }
  }
}

/** What is known of a subject beside its screening. */
function factsFrom(parts: {
  readonly namesOf: NamesOf;
  readonly isListed: (address: string) => boolean;
  /** Null: no check takes attestations. */
  readonly attestations: Parts['attestations'] | null;
  readonly clock: Ports['clock'];
}): ScreeningSources['facts'] {
  const { namesOf, isListed, attestations, clock } = parts;
  return async (tenant, subject) => {
    const isAddress = subject.kind === 'address';
    // While it cannot be told who owns an account, no earlier result counts.
    const names = isAddress ? await namesOf(subject.value).catch(() => null) : null;
    const owner = names?.owner ?? null;
    const subjects = [subject, ...(owner === null ? [] : [{ ...subject, value: owner }])];
    const inForce =
      attestations === null
        ? []
        : await Promise.all(subjects.map((each) => attestations.inForce(tenant, each, clock.now())));
    return {
      isListed: isAddress && (names === null || namesIn(subject.value, names).some(isListed)),
      attestations: inForce.flat().map(({ id }) => id),
      owner,
    };
  };
}

function openFlags({ liveChains }: Ports): ChainFlags {
  if (liveChains === undefined) throw new Error('there are no chains');
  const { router, treasuries } = liveChains;
  return new ChainFlags(
    async (chain, address) => (await router.on(chain).addresses?.flags(address)) ?? NO_FLAGS,
    (chain) => treasuries.has(chain),
  );
}

function openList({ configuration, clock, log, meter, db }: Ports, { onNewList }: Parts): SanctionsList {
  const { urls, refreshMs, maxAgeMs, accepted } = configuration.screening.list;
  const now = (): number => clock.now();
  return new SanctionsList({
    sources: urls.map((url) => new ListSource(url, { now })),
    kept: new KeptLists(db),
    onNewList,
    refreshMs,
    maxAgeMs,
    accepted,
    now,
    log,
    meter,
  });
}
