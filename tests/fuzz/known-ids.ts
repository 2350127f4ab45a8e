/** Ids that the service has answered with: in requests, `$wal` stands for one of them. */
export class KnownIds {
  readonly #byPrefix = new Map<string, string[]>();
  #turn = 0;

  learn(text: string): void {
    for (const [id, prefix = ''] of text.replace(OWN_KEY, '').matchAll(/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g)) {
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
/** The key of whoever asks: with it they could revoke or rotate it, and would be a stranger to the service. */
const OWN_KEY = /"\w+_by":"key_\w+"/g;
