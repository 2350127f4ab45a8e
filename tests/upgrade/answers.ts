import type { Api } from '../e2e/support/api';
import { HOUR_MS, type Client, type Made } from './installation';

/** Who asks, and what is asked: `main GET /payments?limit=100`. */
export type Answers = Readonly<Record<string, string>>;

interface Listed {
  readonly id: string;
  readonly ref?: string;
}

/** Lists of an account, and what is asked about each object in them. A page of a list may be asked for in turn. */
const LISTS: Readonly<Record<string, (object: Listed) => readonly string[]>> = {
  '/payments': ({ id }) => [`/payments/${id}`, `/payments/${id}/timeline`],
  '/wallets': ({ id }) => [`/wallets/${id}`],
  '/approvals': ({ id }) => [`/approvals/${id}`],
  '/compliance/checks': ({ ref }) => [`/compliance/checks/${ref}`],
  '/compliance/attestations': ({ id }) => [`/compliance/attestations/${id}`],
  '/deposits': ({ id }) => [`/deposits/${id}`],
  '/webhook_endpoints': ({ id }) => [`/webhook_endpoints/${id}`],
  '/events': ({ id }) => [`/events/${id}`],
  '/api_keys': ({ id }) => [`/api_keys/${id}`],
  '/treasury/ledger': () => [],
  '/audit_log': () => [],
  '/dead_letters': () => [],
};
const LISTS_OF_OBJECTS: Readonly<Record<string, (id: string) => string>> = {
  '/wallets': (id) => `/wallets/${id}/ledger`,
  '/webhook_endpoints': (id) => `/webhook_endpoints/${id}/deliveries`,
};
const ALONE = ['/policies', '/treasury/balance', '/treasury/settings', '/treasury/reconciliation', '/sessions/methods'];
const AT_ONCE = 16;

/** Reads all that the accounts of the installation can read. */
export async function readAll(api: Client, { cookie, at }: Pick<Made, 'cookie' | 'at'>): Promise<Answers> {
  const interval = `from=${new Date(at - 3 * HOUR_MS).toISOString()}&to=${new Date(at).toISOString()}`;
  const answers: Answers[] = [];
  for (const key of ['main', 'live', 'small'] as const) answers.push(await new Reader(key, api(key)).readAll(interval));
  answers.push(await new Reader('member', api().withKey(null), { cookie }).readMembers());
  return Object.assign({}, ...answers) as Answers;
}

/** Reads everything that an account can read: every list to its end, and every object in it. */
class Reader {
  readonly #answers: Record<string, string> = {};

  constructor(
    private readonly name: string,
    private readonly api: Api,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** @param interval - of which there are statistics, as the part of a query */
  async readAll(interval: string): Promise<Answers> {
    const alone = [...ALONE, `/stats?${interval}`, `/treasury/balance/history?${interval}`];
    for (const path of alone) await this.#read(path);
    for (const [list, about] of Object.entries(LISTS)) {
      const objects = await this.#readList(list);
      await this.#readEach(objects.flatMap(about));
      const below = LISTS_OF_OBJECTS[list];
      if (below === undefined) continue;
      for (const { id } of objects) {
        const found = await this.#readList(below(id));
        if (list === '/webhook_endpoints') await this.#readEach(found.map((each) => `/webhook_deliveries/${each.id}`));
      }
    }
    return this.#answers;
  }

  /** As a member with a session. */
  async readMembers(): Promise<Answers> {
    await this.#read('/sessions/current');
    await this.#readList('/members');
    return this.#answers;
  }

  async #readList(path: string): Promise<readonly Listed[]> {
    const objects: Listed[] = [];
    for (let next = `${path}?limit=100`; ;) {
      const page = (await this.#read(next)) as { data: Listed[]; next_cursor: string | null };
      objects.push(...page.data);
      if (page.next_cursor === null) return objects;
      next = `${path}?limit=100&starting_after=${page.next_cursor}`;
    }
  }

  async #readEach(paths: readonly string[]): Promise<void> {
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => this.#read(path)));
    }
  }

  async #read(path: string): Promise<unknown> {
    const { status, text, body } = await this.api.get(path, this.headers);
    if (status !== 200) throw new Error(`GET ${path} as ${this.name} was answered ${status}: ${text}`);
    this.#answers[`${this.name} GET ${path}`] = text;
    return body;
  }
}
