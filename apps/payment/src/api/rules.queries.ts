import { rulesKey } from '@stablecoin/contracts';
import type { Outcome, OutcomeRequest, QueryMap, RuleDraft, Rules } from '@stablecoin/contracts';
import { isOurs, type Clock } from '@stablecoin/event-sourcing';
import type { QueryHandlers } from '@stablecoin/messaging';
import type { ServicePorts } from '@stablecoin/host';
import type { RulesHandler } from '../application/handlers';
import type { RulesInForce } from '../application/rules-in-force';
import { draftResource, rulesResource } from '../domain/rules-resource';
import { draftOf, versionAt } from '../domain/rules';
import type { Version } from '../domain/rules';
import { rulesStream, rulesStreams } from '../domain/streams';

/** What the queries about rules are answered from. */
interface Sources {
  readonly rules: RulesHandler;
  readonly inForce: RulesInForce;
  readonly store: ServicePorts['store'];
  readonly clock: Clock;
}

/** What rules answer to others. */
export class RulesAnswers {
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  register(queries: QueryHandlers<QueryMap>): void {
    queries.register('payment.rules', (params) => this.#rules(params));
    queries.register('payment.rule_draft', (params) => this.#draft(params));
    queries.register('payment.rules_separate', (tenant) => this.#sources.inForce.separate(tenant));
    queries.register('payment.rules_outcome', (request) => this.#outcome(request));
  }

  async #rules({ version, ...tenant }: QueryMap['payment.rules']['params']): Promise<Rules | null> {
    const { inForce, clock } = this.#sources;
    const state = await inForce.read(tenant);
    const now = clock.now();
    if (version === null) return rulesResource(state, versionAt(state, now), now);
    const kept = state.versions.find((each) => each.version === version);
    const found = kept ?? (await this.#published(rulesStream(tenant), version));
    return found === undefined ? null : rulesResource(state, found, now);
  }

  /** A version that is no longer kept: the stream has all of them. */
  async #published(stream: string, version: number): Promise<Version | undefined> {
    const stored = await this.#sources.store.read(stream, { flushedOnly: true });
    for (const event of stored.filter(isOurs).map((each) => rulesStreams.decode(each))) {
      if (event.type === 'RulesPublished' && event.data.version === version) return event.data;
    }
    return undefined;
  }

  async #draft({ id, ...tenant }: QueryMap['payment.rule_draft']['params']): Promise<RuleDraft | null> {
    const { rules, clock } = this.#sources;
    const found = await rules.query(rulesStream(tenant), (state) => {
      const draft = draftOf(state, id);
      const beside = { state, livemode: tenant.livemode, now: clock.now() };
      return draft === undefined ? null : draftResource(id, draft, beside);
    });
    return found ?? null;
  }

  async #outcome({ id, commandId, ...tenant }: OutcomeRequest): Promise<Outcome> {
    const unknown = { applied: false, refusal: null };
    if (id !== rulesKey(tenant)) return unknown;
    const found = await this.#sources.rules.query(rulesStream(tenant), (_state, at) => ({
      applied: at.wasApplied(commandId),
      refusal: at.refusalOf(commandId) ?? null,
    }));
    return found ?? unknown;
  }
}
