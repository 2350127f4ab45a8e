import type { Api, ApiResponse } from './api';

export const UNKNOWN_DRAFT = 'rdr_01JD8Z5M3V7T9G2K4XQW6N0B1C';

/** Drafts and publishes the rules of an account. */
export class RuleBook {
  constructor(private readonly api: Api) {}

  draft(rules: readonly object[], more: object = {}): Promise<ApiResponse> {
    return this.api.post('/rules/drafts', { rules, ...more });
  }

  /** @returns the id of the new draft */
  async drafted(rules: readonly object[], more: object = {}): Promise<string> {
    return String((await this.draft(rules, more)).body['id']);
  }

  change(id: string, rules: readonly object[]): Promise<ApiResponse> {
    return this.api.request('PUT', `/rules/drafts/${id}`, { body: { rules } });
  }

  read(id: string): Promise<ApiResponse> {
    return this.api.get(`/rules/drafts/${id}`);
  }

  /** @param body - default: the revision that the draft has now */
  async agree(id: string, body?: object): Promise<ApiResponse> {
    if (body === undefined) return this.agree(id, { revision: (await this.read(id)).body['revision'] ?? 1 });
    return this.api.post(`/rules/drafts/${id}/agree`, body);
  }

  publish(id: string, body: object = {}): Promise<ApiResponse> {
    return this.api.post(`/rules/drafts/${id}/publish`, body);
  }

  discard(id: string): Promise<ApiResponse> {
    return this.api.delete(`/rules/drafts/${id}`);
  }

  /** Has rules in force that are drafted here, in the sandbox. */
  async enforce(rules: readonly object[], more: object = {}): Promise<ApiResponse> {
    return this.publish(await this.drafted(rules, more));
  }
}
