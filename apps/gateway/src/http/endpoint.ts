import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants';
import type { RateLimitClass, RequestSpan } from '@stablecoin/host';
import type { Caller, Requirement } from '@stablecoin/access';
import type { FastifyContextConfig } from 'fastify';
import type { Slot } from '../limits/admission';

/** What a request needs before its endpoint is called. */
export interface EndpointPolicy extends Requirement {
  /** What the request is counted as. */
  readonly limit: RateLimitClass;
  /** The endpoint itself takes the token, because not every request costs one. */
  readonly limitedByEndpoint?: boolean;
  /** The request takes parameters in its URL: the handler has an argument with `@Query()`. */
  readonly query: boolean;
  /** Takes an API key in the header and no session. */
  readonly keyOnly?: boolean;
  /** A page keeps it open, or opens it again, while nobody uses it: so it does not keep a session from ending. */
  readonly unattended?: boolean;
}

type DeclaredPolicy = Omit<EndpointPolicy, 'query'>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Left out: the route takes no API key. */
    endpoint?: EndpointPolicy;
    /** Begins or ends a sign-in: limited by where the request comes from, before anything else. */
    signIn?: boolean;
  }
  interface FastifyRequest {
    /** Who sends the request; null where the route takes no API key. */
    caller: Caller | null;
    /** Among the requests that are worked on; null where the route takes no API key, and before the body is read. */
    slot: Slot | null;
    /** When the request came, in milliseconds since the epoch. */
    arrivedAt: number;
    /** What is recorded of the request; null where the route takes no API key. */
    span: RequestSpan | null;
    /** The payment that the request has made, or null. */
    paymentId: string | null;
  }
}

/** Says who may call an endpoint, and what a call is counted as. The document is made from it too. */
export function Endpoint(policy: DeclaredPolicy): MethodDecorator {
  return configured({ endpoint: policy });
}

/** As {@link Endpoint}, for an endpoint that somebody signs in with; without a policy it takes no API key. */
export function SignInEndpoint(policy?: DeclaredPolicy): MethodDecorator {
  return configured({ signIn: true, ...(policy === undefined ? {} : { endpoint: policy }) });
}

/** What a handler requires of its requests; undefined: it takes no API key. */
export function policyOf(handler: object): EndpointPolicy | undefined {
  const config = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler) as FastifyContextConfig | undefined;
  return config?.endpoint;
}

/** The decorators of arguments run before those of the method: an argument with `@Query()` is known here. */
function configured({ signIn, endpoint }: { readonly signIn?: boolean; readonly endpoint?: DeclaredPolicy }) {
  return (target: object, name: string | symbol, descriptor: PropertyDescriptor): void => {
    const taken = (Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, name) ?? {}) as object;
    const query = Object.keys(taken).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
    RouteConfig({
      ...(signIn === undefined ? {} : { signIn }),
      ...(endpoint === undefined ? {} : { endpoint: { ...endpoint, query } }),
    })(target, name, descriptor);
  };
}
