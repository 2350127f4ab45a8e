import {
  policyStream,
  type AccessChanges,
  type ChangePolicyMessage,
  type Policies,
  type PolicyRules,
  type RequestContext,
} from '@stablecoin/access';
import type { Policies as Shown } from '@stablecoin/contracts';
import { commandMessage } from '../../application/command-message';
import type { Writes } from '../../application/writes';

/** Changes the policies of an account. */
export class PolicyChanges {
  constructor(
    private readonly writes: Writes,
    private readonly policies: Pick<Policies, 'outcome' | 'read'>,
    private readonly changes: Pick<AccessChanges, 'note'>,
  ) {}

  /** Changes the rules that are named. What waits already is decided by the rules of its order. */
  async change(context: RequestContext, rules: Partial<PolicyRules>): Promise<Shown> {
    const stream = policyStream(context);
    const { object } = await this.writes.perform(context, {
      params: rules,
      plan: () => ({
        resources: [stream],
        messages: [
          commandMessage<ChangePolicyMessage>(context, { type: 'gateway.ChangePolicy', key: stream, data: rules }),
        ],
      }),
      outcome: ({ requestId }) => this.policies.outcome(context, requestId),
      read: () => this.policies.read(context),
    });
    this.changes.note(context, 'policies.changed', context.account);
    return object;
  }
}
