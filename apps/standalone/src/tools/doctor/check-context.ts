import type { Configuration } from '@stablecoin/host';
import type { RunningService } from './service';

/** What the checks are given. */
export interface CheckContext {
  readonly configuration: Configuration;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly service: RunningService;
}
