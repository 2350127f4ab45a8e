import { NotFoundException, type INestApplicationContext } from '@nestjs/common';
import { HTTP_CODE_METADATA, PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { invalid } from '../application/refusals';
import type { EndpointMethod } from './endpoint';
import type { InputType } from './fields';
import { readInput } from './read-input';

/** Makes one argument of an endpoint. */
type Argument = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Has Fastify call the endpoints itself, with what their decorators ask for. On Nest's own way to them every request
 * passes guards, pipes, interceptors and exception filters, of which this API has next to none, in a dozen promises: a
 * quarter of what a small request costs. What is thrown comes to the error filter all the same.
 */
export function routeEndpoints(fastify: FastifyInstance, app: INestApplicationContext): void {
  fastify.addHook('onRoute', (route) => {
    const method = route.config?.calls;
    if (method !== undefined) route.handler = handlerOf(method, app, route.method === 'POST' ? 201 : 200);
  });
}

function handlerOf(
  { controller, name }: EndpointMethod,
  app: INestApplicationContext,
  usualStatus: number,
): RouteHandlerMethod {
  const instance = app.get<Readonly<Record<string, unknown>>>(controller, { strict: false });
  const method = instance[name];
  if (typeof method !== 'function') throw new Error(`${controller.name} has no method ${name}`);
  const status = (Reflect.getMetadata(HTTP_CODE_METADATA, method) as number | undefined) ?? usualStatus;
  const declared = argumentsOf(controller, name);
  return async (request, reply) => {
    void reply.status(status);
    const values = declared.map((make) => make(request, reply));
    return Reflect.apply(method, instance, values) as unknown;
  };
}

/** What Nest's decorators `@Body()`, `@Query()`, `@Param(name)`, `@Req()` and `@Res()` say of a method, in order. */
function argumentsOf(controller: EndpointMethod['controller'], name: string): readonly Argument[] {
  const prototype = controller.prototype as object;
  const types = Reflect.getMetadata(PARAMTYPES_METADATA, prototype, name) as readonly InputType[];
  const declared = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) as Readonly<
    Record<string, { readonly index: number; readonly data?: string }>
  >;
  return Object.entries(declared)
    .sort(([, one], [, other]) => one.index - other.index)
    .map(([key, { index, data }]) => argumentOf(RouteParamtypes[Number.parseInt(key)], data, types[index]));
}

function argumentOf(kind: string | undefined, name: string | undefined, type: InputType | undefined): Argument {
  if (kind === 'REQUEST') return (request) => request;
  if (kind === 'RESPONSE') return (_request, reply) => reply;
  if (name !== undefined && kind === 'PARAM') return ({ params }) => readParam(params as object, name);
  if (type !== undefined && kind === 'QUERY') return ({ query }) => readQuery(type, query as object);
  // A request without a body is one that gives no parameters.
  if (type !== undefined && kind === 'BODY') return ({ body = {} }) => readInput(type, body);
  throw new Error(`an endpoint takes no ${kind ?? 'such argument'}`);
}

/** Fastify finds a route also for a path that ends where the value should stand. */
function readParam(params: object, name: string): unknown {
  const value: unknown = Reflect.get(params, name);
  if (value === '') throw new NotFoundException();
  return value;
}

function readQuery(type: InputType, query: object): object {
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) throw invalid(name, `${name} must be given only once.`);
  }
  return readInput(type, query);
}
