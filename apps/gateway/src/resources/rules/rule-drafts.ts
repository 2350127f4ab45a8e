import {
  newId,
  rulesKey,
  type PrincipalIds,
  type QueryMap,
  type RuleDraft,
  type Rules,
  type RulesCommandMessage,
  type RulesDocument,
  found,
} from '@stablecoin/contracts';
import type { AccessChanges, Colleagues, RequestContext } from '@stablecoin/access';
import type { Queries } from '@stablecoin/messaging';
import { commandMessage } from '../../application/command-message';
import type { RulesNeeds } from '../../application/rules-needs';
import type { Written, Writes } from '../../application/writes';

/** What `DELETE /rules/drafts/:id` answers. */
export interface DiscardedDraft {
  readonly id: string;
  readonly deleted: true;
}

/** What rule drafts are asked for: one command, and how the answer is read. */
interface Change<M extends RulesCommandMessage, T> {
  readonly type: M['type'];
  readonly data: M['data'];
  readonly read: (draftId: string) => Promise<T | null>;
}

/** Drafts of rules, until they are published. */
export class RuleDrafts {
  constructor(
    private readonly writes: Writes,
    private readonly queries: Queries<QueryMap>,
    private readonly needs: Pick<RulesNeeds, 'forget'>,
    private readonly access: {
      readonly principalsOf: (context: RequestContext) => Promise<PrincipalIds>;
      readonly colleagues: Pick<Colleagues, 'areThere'>;
      readonly changes: Pick<AccessChanges, 'note'>;
    },
  ) {}

  /** @throws ApiError `not_found` */
  async get(context: RequestContext, id: string): Promise<RuleDraft> {
    return found(await this.#draft(context, id), 'draft of rules');
  }

  /** @throws ApiError `invalid_request` for a rule that can never match; `invalid_state` for one draft too many */
  async create(context: RequestContext, document: RulesDocument): Promise<Written<RuleDraft>> {
    const by = await this.access.principalsOf(context);
    const draftId = newId('rdr', context.at);
    const data = { draftId, document, by };
    return this.#change(context, document, {
      type: 'payment.DraftRules',
      data,
      read: (id) => this.#draft(context, id),
    });
  }

  /** @throws ApiError `not_found`; `invalid_request` for a rule that can never match */
  async revise(context: RequestContext, draftId: string, document: RulesDocument): Promise<Written<RuleDraft>> {
    const by = await this.access.principalsOf(context);
    const data = { draftId, document, by };
    const read = (id: string) => this.#draft(context, id);
    return this.#change(context, { draftId, document }, { type: 'payment.ReviseRules', data, read });
  }

  /** @throws ApiError `not_found` */
  end(context: RequestContext, draftId: string): Promise<Written<DiscardedDraft>> {
    const data = { draftId };
    const read = (id: string) => Promise.resolve({ id, deleted: true } as const);
    return this.#change(context, data, { type: 'payment.DiscardRules', data, read });
  }

  /**
   * Agrees to a revision of a draft.
   *
   * @throws ApiError `not_found`; `insufficient_scope` for who changed the draft last, in live mode; `invalid_state` when it
   * has changed since
   */
  async agree(context: RequestContext, draftId: string, revision: number): Promise<Written<RuleDraft>> {
    const data = { draftId, revision, by: await this.access.principalsOf(context) };
    const read = (id: string) => this.#draft(context, id);
    return this.#change(context, { draftId, revision }, { type: 'payment.AgreeToRules', data, read });
  }

  /**
   * Publishes a draft as the next version.
   *
   * @param from - when it comes into force, in milliseconds since the epoch; null: as early as it may
   * @throws ApiError `not_found`; `invalid_state` while nobody else has agreed, and somebody could
   */
  async publish(context: RequestContext, draftId: string, from: number | null): Promise<Written<Rules>> {
    const { account, livemode } = context;
    const by = await this.access.principalsOf(context);
    const isAlone = livemode && !(await this.access.colleagues.areThere(context, 'policies:write', by));
    const published = await this.#change(
      context,
      { draftId, from },
      {
        type: 'payment.PublishRules',
        data: { draftId, by, from, isAlone },
        read: () => this.queries.ask('payment.rules', { account, livemode, version: null }),
      },
    );
    this.needs.forget({ account, livemode });
    this.access.changes.note(context, 'rules.published', account);
    return published;
  }

  #draft({ account, livemode }: RequestContext, id: string): Promise<RuleDraft | null> {
    return this.queries.ask('payment.rule_draft', { account, livemode, id });
  }

  #change<M extends RulesCommandMessage, T>(
    context: RequestContext,
    params: Parameters<Writes['perform']>[1]['params'],
    { type, data, read }: Change<M, T>,
  ): Promise<Written<T>> {
    const { account, livemode } = context;
    const key = rulesKey({ account, livemode });
    return this.writes.perform<T>(context, {
      params,
      plan: () => ({ resources: [data.draftId], messages: [commandMessage<M>(context, { type, key, data })] }),
      outcome: ({ requestId }) =>
        this.queries.ask('payment.rules_outcome', { account, livemode, id: key, commandId: requestId }),
      read: ({ resources: [id = data.draftId] }) => read(id),
    });
  }
}
