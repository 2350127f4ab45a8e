import type { MediaType, OpenApiDocument, Operation, Response } from '../open-api';

/** An operation with where it stands. */
export interface Placed {
  /** `post /v1/payments`, or `webhook payment.settled`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function operationsOf(document: OpenApiDocument): readonly Placed[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, method, path, operation })),
  );
}

export function webhooksOf(document: OpenApiDocument): readonly Placed[] {
  return Object.entries(document.webhooks).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `webhook ${path}`, method, path, operation })),
  );
}

/** What an operation answers, by status. */
export function responsesOf(document: OpenApiDocument, { responses }: Operation): Readonly<Record<string, Response>> {
  const entries = Object.entries(responses).map(([status, response]) => {
    const shared = '$ref' in response ? document.components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
    if (shared === undefined) throw new Error(`${status} is a response that does not exist`);
    return [status, shared] as const;
  });
  return Object.fromEntries(entries);
}

/** Everything that is sent or answered in an operation, with where it stands. */
export function contentsOf(
  document: OpenApiDocument,
  { name, operation }: Placed,
): readonly { readonly name: string; readonly content: MediaType }[] {
  const answers = Object.entries(responsesOf(document, operation)).map(
    ([status, { content }]) => [`${name} ${status}`, content] as const,
  );
  const all = [[`${name} request`, operation.requestBody?.content] as const, ...answers];
  return all.flatMap(([place, content]) =>
    Object.values(content ?? {}).map((each) => ({ name: place, content: each })),
  );
}

/** Every value of a key, anywhere in a document. */
export function valuesOf(node: unknown, key: string): readonly unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  const entries: [string, unknown][] = Object.entries(node);
  return entries.flatMap(([name, value]) => [...(name === key ? [value] : []), ...valuesOf(value, key)]);
}

/** Every object of a document that is, or may be, a schema. */
export function schemasOf(node: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof node !== 'object' || node === null) return [];
  const parts = Object.values(node).flatMap(schemasOf);
  return Array.isArray(node) ? parts : [{ ...node }, ...parts];
}

/** What a JSON pointer (`#/components/…`) leads to; `undefined`: nothing. */
export function resolve(document: unknown, pointer: string): unknown {
  return pointer
    .slice('#/'.length)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (node, part) => (typeof node === 'object' && node !== null ? Reflect.get(node, part) : undefined),
      document,
    );
}
