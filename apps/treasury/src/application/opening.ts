import type { Tenant } from '@stablecoin/contracts';
import { toUnits, type Units } from '@stablecoin/contracts';

/** What treasuries open with: a sandbox's is given, a real one is filled. */
export class Opening {
  /** @param sandbox - of each currency on each chain, in minor units */
  constructor(private readonly sandbox: bigint) {}

  of({ livemode }: Tenant): Units {
    return livemode ? '0' : toUnits(this.sandbox);
  }
}
