import type { Tenant } from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { BoundedMap } from '@stablecoin/host';
import { NO_VERSIONS, versionAt } from '../domain/rules';
import type { RulesState } from '../domain/rules';
import type { NumberedRules } from '../domain/ruling';
import { rulesStream } from '../domain/streams';
import type { RulesHandler } from './handlers';

/** As policies: a version counts within a second of its publication, on every instance; half of it leaves room to read. */
const TRUSTED_MS = 500;
const RULES_IN_MEMORY = 10_000;

interface Known {
  readonly state: RulesState;
  readonly readAt: number;
}

/** The rules that decide on payments. */
export class RulesInForce {
  readonly #known = new BoundedMap<string, Known>(RULES_IN_MEMORY);

  constructor(
    private readonly handler: RulesHandler,
    private readonly clock: Clock,
  ) {}

  /** Accounts whose rules are kept in memory now. */
  get size(): number {
    return this.#known.size;
  }

  /**
   * The rules that were in force at a time, in milliseconds since the epoch.
   *
   * @returns undefined: none were
   * @throws when they cannot be read: then nothing may be paid
   */
  async at(tenant: Tenant, time: number): Promise<NumberedRules | undefined> {
    const found = versionAt(await this.#state(rulesStream(tenant)), time);
    return found === undefined ? undefined : { version: found.version, document: found.document };
  }

  /** Whether a version in force, or a scheduled one, has a rule that keeps who creates a payment from approving it. */
  async separate(tenant: Tenant): Promise<boolean> {
    const { versions } = await this.#state(rulesStream(tenant));
    return versions.some(({ document: { rules } }) =>
      rules.some((rule) => rule.effect === 'require' && rule.excludesCreator),
    );
  }

  /** All of it, as it is now: who reads it sees it count. */
  read(tenant: Tenant): Promise<RulesState> {
    return this.#read(rulesStream(tenant));
  }

  async #state(stream: string): Promise<RulesState> {
    const now = this.clock.now();
    const known = this.#known.get(stream);
    if (known !== undefined && now >= known.readAt && now - known.readAt < TRUSTED_MS) return known.state;
    return this.#read(stream);
  }

  async #read(stream: string): Promise<RulesState> {
    const readAt = this.clock.now();
    const state = (await this.handler.query(stream, (current) => current)) ?? NO_VERSIONS;
    this.#known.set(stream, { state, readAt });
    return state;
  }
}
