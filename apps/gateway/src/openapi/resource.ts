import { RequestMethod, type Type } from '@nestjs/common';
import {
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  PARAMTYPES_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { policyOf, type EndpointPolicy } from '../http/endpoint';
import type { InputType } from '../http/fields';
import type { Schema } from '../http/json-schema';
import { documentOf, type DocumentedOperation } from './api-operation';
import type { Method } from './open-api';
import type { TagName } from './tags';

/** Endpoints that are documented together. */
export interface Resource {
  readonly tag: TagName;
  /** In the order of the document. */
  readonly controllers: readonly Type<object>[];
  /** Schemas of what the endpoints answer with, by name. */
  readonly schemas?: Readonly<Record<string, Schema>>;
}

/** An endpoint, as its decorators declare it. */
export interface DocumentedEndpoint {
  readonly operationId: string;
  readonly tag: TagName;
  readonly method: Method;
  /** With `{id}` for a parameter. */
  readonly path: string;
  /** Undefined: it takes no API key. */
  readonly policy: EndpointPolicy | undefined;
  /** Of the usual success. */
  readonly status: number;
  readonly body: InputType | undefined;
  readonly query: InputType | undefined;
  readonly document: DocumentedOperation;
}

/** The documented endpoints of a resource. A route without a document, such as a file of the page, is none. */
export function endpointsOf({ tag, controllers }: Resource): readonly DocumentedEndpoint[] {
  return controllers.flatMap((controller) =>
    Object.getOwnPropertyNames(controller.prototype).flatMap((name) => endpointOf(tag, controller, name) ?? []),
  );
}

function endpointOf(tag: TagName, controller: Type<object>, name: string): DocumentedEndpoint | undefined {
  const handler: unknown = Reflect.get(controller.prototype as object, name);
  const document = typeof handler === 'function' ? documentOf(handler) : undefined;
  if (typeof handler !== 'function' || document === undefined) return undefined;
  const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod;
  const status = Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined;
  return {
    operationId: name,
    tag,
    method: RequestMethod[verb].toLowerCase() as Method,
    path: pathOf(controller, handler),
    policy: policyOf(handler),
    status: status ?? (verb === RequestMethod.POST ? 201 : 200),
    body: argumentType(controller, name, RouteParamtypes.BODY),
    query: argumentType(controller, name, RouteParamtypes.QUERY),
    document,
  };
}

function pathOf(controller: object, handler: object): string {
  const parts = [controller, handler].map((each) => String(Reflect.getMetadata(PATH_METADATA, each)));
  return `/${parts.join('/')}`
    .replaceAll(/\/+/g, '/')
    .replace(/(?<=.)\/$/, '')
    .replaceAll(/:(\w+)/g, '{$1}');
}

/** The class of the argument that a handler takes from the body or the query; undefined: it takes none. */
function argumentType(controller: Type<object>, name: string, kind: RouteParamtypes): InputType | undefined {
  const taken = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Readonly<
    Record<string, { readonly index: number }>
  >;
  const [, argument] = Object.entries(taken).find(([key]) => key.startsWith(`${kind}:`)) ?? [];
  if (argument === undefined) return undefined;
  const types = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, name) as readonly InputType[];
  return types[argument.index];
}
