import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { openRuntime, type Runtime, readConfiguration } from '@stablecoin/host';
import { CONTROLLERS } from '../resources';
import { createGateway } from '../create-gateway';
import type { EndpointPolicy } from '../http/endpoint';
import { documentationOf, fieldsOf, type InputType } from '../http/fields';
import { apiDocument } from '../api-document';
import { operationsOf } from './testing/walk';

const document = apiDocument();
const operations = operationsOf(document);

/** What a handler reads. */
interface Input {
  readonly name: string;
  readonly kind: 'body' | 'query';
  readonly type: InputType;
}

const inputs = CONTROLLERS.flatMap((controller) => inputsOf(controller));

describe('the documented operations are those that are served', () => {
  const served = new Map<string, EndpointPolicy | undefined>();
  let runtime: Runtime;

  beforeAll(async () => {
    runtime = await openRuntime(readConfiguration({ EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'silent' }), {
      consumers: ['gateway'],
    });
    const app = await createGateway(runtime);
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRoute', ({ method, url, config }) => {
        for (const each of [method].flat()) if (each !== 'HEAD') served.set(named(each, url), config?.endpoint);
      });
    await app.init();
    runtime.onStop('gateway', () => app.close());
  });
  afterAll(() => runtime.close());

  it('both ways', () => {
    // The script of the page and the guides that it links to are parts of it, and no operations. Nor are the console's pages.
    const routes = [...served.keys()].filter((route) => !/^get \/(docs\/|console)/.test(route));
    expect(routes.toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  });

  it.each(operations)('$name takes the scope and counts against the limit that it says', ({ name, operation }) => {
    const { scope, limit } = served.get(name) ?? {};
    const [requirement] = operation.security;
    const named = requirement === undefined ? undefined : (requirement['bearerAuth']?.[0] ?? null);
    expect([scope, limit]).toEqual([named, operation['x-rate-limit-class']]);
  });

  it.each(operations.filter(({ operation }) => operation.security.length > 0))(
    '$name takes a session, except to begin one',
    ({ name, operation: { security } }) => {
      expect(served.get(name)?.keyOnly ?? false).toBe(name === 'post /v1/sessions');
      const [key, session = { sessionCookie: key?.['bearerAuth'] }] = security;
      expect(session['sessionCookie']).toEqual(key?.['bearerAuth']);
    },
  );

  it.each(operations)('$name is for test keys only where it says so', ({ name, operation }) => {
    expect(served.get(name)?.sandboxOnly ?? false).toBe(operation.tags.includes('Sandbox'));
  });
});

describe('the documented bodies and queries are those that are read', () => {
  it.each(operations.filter(({ operation }) => operation.security.length > 0))('$name', ({ name, operation }) => {
    const read = (kind: Input['kind']) => inputs.find((each) => each.name === name && each.kind === kind)?.type;
    const [body, query] = [read('body'), read('query')];
    expect(operation.requestBody?.content['application/json']?.schema).toEqual(
      body && { $ref: `#/components/schemas/${documentationOf(body).name}` },
    );
    const parameters = (operation.parameters ?? []).flatMap((each) =>
      'in' in each && each.in === 'query' ? [each.name] : [],
    );
    expect(parameters).toEqual(query === undefined ? [] : [...fieldsOf(query).keys()]);
  });
});

function inputsOf(controller: Type<object>): readonly Input[] {
  const prototype = controller.prototype as object;
  return Object.getOwnPropertyNames(prototype).flatMap((method) => {
    const handler: unknown = Reflect.get(prototype, method);
    if (typeof handler !== 'function') return [];
    const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (verb === undefined) return [];
    const path = [Reflect.getMetadata(PATH_METADATA, controller), Reflect.getMetadata(PATH_METADATA, handler)].join(
      '/',
    );
    const types = Reflect.getMetadata('design:paramtypes', prototype, method) as InputType[];
    const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
      string,
      { index: number }
    >;
    return Object.entries(args).flatMap(([key, { index }]): Input[] => {
      const kind = { [RouteParamtypes.BODY]: 'body', [RouteParamtypes.QUERY]: 'query' }[key.split(':')[0] ?? ''];
      const type = types[index];
      if ((kind !== 'body' && kind !== 'query') || type === undefined) return [];
      return [{ name: named(RequestMethod[verb], `/${path}`), kind, type }];
    });
  });
}

/** `post /v1/payments/{id}/cancel` */
function named(method: string, url: string): string {
  const path = url.replace(/\/+$/, '').replace(/:(\w+)/g, '{$1}');
  return `${method.toLowerCase()} ${path}`;
}
