import type { Api } from '../e2e/support/api';

/** Ids that the service has answered with: in requests, `$wal` stands for one of them. */
export class KnownIds {
  readonly #byPrefix = new Map<string, string[]>();
  #turn = 0;

  /** @param never - text with ids that are not learned */
  constructor(private readonly never = '') {}

  learn(text: string): void {
    for (const [id, prefix = ''] of text.matchAll(/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g)) {
      if (this.never.includes(id)) continue;
      const known = this.#byPrefix.get(prefix) ?? [];
      this.#byPrefix.set(prefix, [...new Set([...known, id])].slice(-REMEMBERED));
    }
  }

  /** @param id - the prefix that `$id` stands for */
  fill(text: string, id: string): string {
    return text.replace(/\$([a-z]{3}|id)\b/g, (_placeholder, name: string) => this.#next(name === 'id' ? id : name));
  }

  /** One of the newest few, the newest first. */
  #next(prefix: string): string {
    const recent = (this.#byPrefix.get(prefix) ?? []).slice(-3).reverse();
    return recent[this.#turn++ % recent.length] ?? `${prefix}_unknown`;
  }
}

const REMEMBERED = 100;

/** For whoever asks: with the id of their own key they could revoke or rotate it, and would be a stranger to the service. */
export async function knownIdsFor(api: Api): Promise<KnownIds> {
  return new KnownIds((await api.get('/sessions/current')).text);
}
