import type { Api, ApiResponse, RequestOptions } from '../e2e/support/api';
import type { FuzzedRequest } from './fuzzed-requests';
import type { KnownIds } from './known-ids';
import { subjectPrefix } from './subjects';

/** What is sent in the end: a request with ids that there are. */
export interface FilledRequest {
  readonly method: string;
  readonly path: string;
  readonly options: RequestOptions;
}

export function fillRequest({ operation, path, options }: FuzzedRequest, ids: KnownIds): FilledRequest {
  const fill = (text: string): string => ids.fill(text, subjectPrefix(operation.path));
  const { body, rawBody, headers } = options;
  return {
    method: operation.method,
    path: fill(path),
    options: {
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body: JSON.parse(fill(JSON.stringify(body))) as unknown }),
      ...(rawBody === undefined ? {} : { rawBody: typeof rawBody === 'string' ? fill(rawBody) : rawBody }),
    },
  };
}

/** Sends a request, and learns the ids in its answer. */
export async function sendFuzzed(api: Api, request: FuzzedRequest, ids: KnownIds): Promise<ApiResponse> {
  const { method, path, options } = fillRequest(request, ids);
  const response = await api.request(method, path, options);
  // The list of keys names the one that is used here, which must not be deleted.
  if (request.operation.name !== 'get /v1/api_keys') ids.learn(response.text);
  return response;
}
