import type { Log } from '@stablecoin/event-sourcing';
import { ACCESS_CHANGED } from '@stablecoin/host';
import type { RequestContext } from './request-context';

/** What takes access away, or gives another one. */
export type AccessChange =
  | ('api_key.revoked' | 'api_key.rotated' | 'attestation.revoked')
  | ('member.changed' | 'policies.changed' | 'rules.published');

/** Writes changes of access to the log as well: after a restore it is the only place that has those of the lost time. */
export class AccessChanges {
  constructor(private readonly log: Log) {}

  /** @param of - the id of the key, attestation or member; of policies and rules the account */
  note({ account, livemode, caller }: RequestContext, change: AccessChange, of: string): void {
    const fields = { change, of, account: `${account}.${livemode ? 'live' : 'test'}`, by: caller.keyId };
    this.log.info(fields, ACCESS_CHANGED);
  }
}
