import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Sampler } from '@opentelemetry/sdk-trace';

/** The samplers of the OpenTelemetry specification, by their names in `OTEL_TRACES_SAMPLER`. */
export type SamplerName = RootSampler | `parentbased_${RootSampler}`;

type RootSampler = 'always_on' | 'always_off' | 'traceidratio';

const PARENT_BASED = 'parentbased_';

/** The sampler of a name. One with `parentbased_` records what the client records, and decides on its own otherwise. */
export function samplerOf(name: SamplerName, ratio: number): Sampler {
  return name.startsWith(PARENT_BASED)
    ? new ParentBasedSampler({ root: rootSampler(name.slice(PARENT_BASED.length) as RootSampler, ratio) })
    : rootSampler(name as RootSampler, ratio);
}

function rootSampler(name: RootSampler, ratio: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
  }
}
