import type { Tenant } from '@stablecoin/contracts';
import type { Endpoints } from '../read-model/endpoints';
import type { EndpointRow } from '../read-model/tables';

/** What sending an event takes to know of an endpoint. */
export interface ListedEndpoint {
  readonly id: string;
  readonly url: string;
  readonly enabled: boolean;
  /** Types that it takes; null: all. */
  readonly events: ReadonlySet<string> | null;
  readonly sealedSecret: string;
  readonly previous: { readonly sealedSecret: string; readonly validUntil: number } | null;
}

/** A question that is under way. */
interface Question {
  readonly answer: Promise<readonly ListedEndpoint[]>;
  /** The answer to the next query; undefined when no one waits for it. */
  next: Promise<readonly ListedEndpoint[]> | undefined;
}

/**
 * The endpoints of each tenant, asked for with every event and every attempt: one question at a time for a tenant,
 * however many events come.
 */
export class EndpointDirectory {
  readonly #endpoints: Pick<Endpoints, 'all'>;
  readonly #questions = new Map<string, Question>();

  constructor(endpoints: Pick<Endpoints, 'all'>) {
    this.#endpoints = endpoints;
  }

  /** Those that an event of this type goes to now. */
  async subscribersOf(tenant: Tenant, type: string): Promise<readonly ListedEndpoint[]> {
    const all = await this.#ask(tenant);
    return all.filter(({ enabled, events }) => enabled && (events === null || events.has(type)));
  }

  /** Undefined when it is deleted. */
  async find(tenant: Tenant, id: string): Promise<ListedEndpoint | undefined> {
    const all = await this.#ask(tenant);
    return all.find((endpoint) => endpoint.id === id);
  }

  /** Who comes while a question is under way shares the next one: that sees all that was written before they came. */
  #ask(tenant: Tenant): Promise<readonly ListedEndpoint[]> {
    const underWay = this.#questions.get(keyOf(tenant));
    if (underWay === undefined) return this.#begin(tenant);
    const begin = (): Promise<readonly ListedEndpoint[]> => this.#begin(tenant);
    return (underWay.next ??= underWay.answer.then(begin, begin));
  }

  #begin(tenant: Tenant): Promise<readonly ListedEndpoint[]> {
    const key = keyOf(tenant);
    const question: Question = { answer: this.#load(tenant), next: undefined };
    this.#questions.set(key, question);
    const end = (): void => {
      if (question.next === undefined) this.#questions.delete(key);
    };
    question.answer.then(end, end);
    return question.answer;
  }

  async #load(tenant: Tenant): Promise<readonly ListedEndpoint[]> {
    return (await this.#endpoints.all(tenant)).map(listed);
  }
}

function keyOf({ account, livemode }: Tenant): string {
  return `${account}.${livemode}`;
}

function listed(row: EndpointRow): ListedEndpoint {
  const { previous_sealed_secret: previous, previous_valid_until: validUntil } = row;
  return {
    id: row.id,
    url: row.url,
    enabled: row.status === 'enabled',
    events: row.events === null ? null : new Set(JSON.parse(row.events) as string[]),
    sealedSecret: row.sealed_secret,
    previous: previous === null || validUntil === null ? null : { sealedSecret: previous, validUntil },
  };
}
