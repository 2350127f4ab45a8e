import { SetMetadata } from '@nestjs/common';
import type { IdPrefix } from '@stablecoin/contracts';
import type { Errors } from './error-responses';
import type { HeaderName } from './headers';
import type { Example, Parameter, Reference, Response } from './open-api';
import type { ParameterName } from './parameters';

/** A success. */
export interface DocumentedAnswer {
  readonly description: string;
  /** Name of the schema. */
  readonly schema: string;
  readonly examples: Readonly<Record<string, Example>>;
  readonly headers?: readonly HeaderName[];
  /** Example of an answer that is a stream of events, each of the schema. */
  readonly stream?: string;
  /** Example of a list as CSV, which `Accept` may ask for. */
  readonly csv?: string;
}

/**
 * What the document says of an endpoint that takes an API key. The rest is read from its handler: operation id (the
 * handler's name), method, path, scope, rate limit class, body, query and the status of `answer`.
 */
export interface OperationDocument {
  readonly summary: string;
  readonly description: string;
  /** Parameters in the path and headers. */
  readonly parameters?: readonly (Parameter | ParameterName)[];
  /** Prefix of the ids of a list: a page begins after one of them. */
  readonly lists?: IdPrefix;
  /** Of the body. */
  readonly requests?: Readonly<Record<string, Example>>;
  readonly answer: DocumentedAnswer;
  /** Answers whose status the handler sets itself. */
  readonly otherAnswers?: Readonly<Record<number, DocumentedAnswer>>;
  /** In addition to those of every operation. */
  readonly errors?: Errors;
  /** The request names an address that webhooks are sent to. */
  readonly sendsWebhooks?: boolean;
  readonly insteadOfSdk?: InsteadOfSdk;
}

/** What a program uses in place of a method of the SDKs, for an operation under `/v1` that they have none for. */
type InsteadOfSdk = string;

/** What the document says of an endpoint that takes no API key. Operation id, method, path and query are read from its handler. */
export interface PublicOperationDocument {
  readonly summary: string;
  readonly description: string;
  /** Parameters of a query that no class reads. */
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly insteadOfSdk?: InsteadOfSdk;
}

export type DocumentedOperation =
  ({ readonly isPublic: false } & OperationDocument) | ({ readonly isPublic: true } & PublicOperationDocument);

const DOCUMENT = 'openapi:document';

/** Documents an endpoint that takes an API key. */
export function ApiOperation(document: OperationDocument): MethodDecorator {
  return SetMetadata<string, DocumentedOperation>(DOCUMENT, { isPublic: false, ...document });
}

/** Documents an endpoint that takes no API key. */
export function PublicApiOperation(document: PublicOperationDocument): MethodDecorator {
  return SetMetadata<string, DocumentedOperation>(DOCUMENT, { isPublic: true, ...document });
}

/** The document of a handler; undefined: it has none. */
export function documentOf(handler: object): DocumentedOperation | undefined {
  return Reflect.getMetadata(DOCUMENT, handler) as DocumentedOperation | undefined;
}
