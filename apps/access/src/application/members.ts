import { ApiError, found, refused, type Member, type MemberStatus, type Role } from '@stablecoin/contracts';
import type { ReadModel } from '@stablecoin/host';
import type { MemberHandler } from './handlers';
import type { People } from '../read-model/people';
import { requireRoleNotWider, requireRoleOfMode } from './power/within';
import type { RequestContext } from './request-context';
import type { AccessChanges } from './access-changes';

/** Lets an administrator say what the people of the same account and mode may do. */
export class Members {
  constructor(
    private readonly people: People,
    private readonly handler: MemberHandler,
    private readonly readModel: Pick<ReadModel, 'waitFor'>,
    private readonly changes: AccessChanges,
  ) {}

  /**
   * @throws ApiError `not_found`; `insufficient_scope` for a role that may do what the caller may not; `invalid_state` for
   * the caller, and for another role than the one that the identity provider gives
   */
  async set(
    context: RequestContext,
    id: string,
    { role, status }: { readonly role: Role | null; readonly status: MemberStatus },
  ): Promise<Member> {
    const { account, livemode, caller, at, requestId } = context;
    const member = found(await this.people.member(context, id), 'member');
    // So that nobody takes the last administrator away by mistake, or gives themselves more.
    if (caller.keyId === id) throw new ApiError('invalid_state', 'You cannot change your own role or status.');
    requireRoleOfMode(role, livemode);
    if (status === 'active' || role !== member.role) requireRoleNotWider(role, livemode, caller);
    const { position, refusal } = await this.handler.handle(member.stream, {
      id: requestId,
      at,
      correlationId: requestId,
      account,
      livemode,
      actor: caller.actor,
      type: 'SetMember',
      data: { role, status },
    });
    if (refusal !== undefined) throw refused(refusal);
    this.changes.note(context, 'member.changed', id);
    await this.readModel.waitFor(position);
    return found(await this.people.member(context, id), 'member').shown;
  }
}
