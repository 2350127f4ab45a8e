import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { newId } from '@stablecoin/contracts';
import { NestLogger, trustsWhoeverConnects } from '@stablecoin/host';
import type { Configuration, Runtime } from '@stablecoin/host';
import type { MicroserviceOptions } from '@nestjs/microservices';
import {
  AccessRecord,
  Authenticator,
  BootstrapKeys,
  type FirstKeys,
  KeyUses,
  SessionAuthenticator,
} from '@stablecoin/access';
import { CONSOLE_FOLDER, ConsoleFiles } from './console/console-files';
import { CONSOLE_PATH, serveConsole } from './console/serve-console';
import { GatewayModule } from './gateway.module';
import { AdmissionGuard } from './http/admission-guard';
import { answerMalformedHttp, answerWhateverIsExpected } from './http/malformed-http';
import { answerFrameworkError, ErrorFilter } from './http/error-filter';
import { Drain } from './http/drain';
import { readForwardedFor } from './http/forwarded-for';
import { InputPipe } from './http/input-pipe';
import { readRequestBodies } from './http/request-body';
import { installRequestHooks } from './http/request-hooks';
import { answerAfterTheBody } from './http/unread-body';
import { Admission } from './limits/admission';
import { RateLimiter } from './limits/rate-limiter';
import { SourceLimiter } from './limits/source-limiter';
import { Cookies } from './sessions/cookies';

/** Longer than every id; what is longer still is found nowhere. */
const PATH_VALUE_LENGTH_MAX = 128;
/** A client that sends its request drop by drop is let go. */
const REQUEST_TIMEOUT_MS = 30_000;

/** No route has a schema: bodies are read by their classes. Fastify's own compilers would be loaded all the same. */
const WITHOUT_SCHEMAS = { buildValidator: refuseSchemas, buildSerializer: refuseSchemas };

/**
 * The gateway, ready to be started: `startAllMicroservices`, then `listen`. It serves the API and consumes from the
 * bus.
 *
 * @param consoleFolder - with the built console
 */
export async function createGateway(runtime: Runtime, consoleFolder = CONSOLE_FOLDER): Promise<NestFastifyApplication> {
  const { clock, log, meter, tracing, configuration } = runtime;
  const adapter = new FastifyAdapter({
    trustProxy: configuration.trustProxy === false ? false : proxies(configuration.trustProxy),
    genReqId: () => newId('req', clock.now()),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: configuration.keepAliveMs,
    // By itself Node would answer without a body: the request's own hook says what is missing.
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: PATH_VALUE_LENGTH_MAX },
    clientErrorHandler: answerMalformedHttp(clock),
    frameworkErrors: answerFrameworkError,
    // While the gateway stops, requests that came in time on an open connection are answered as ever.
    return503OnClosing: false,
    // No middleware is used.
    skipMiddie: true,
    schemaController: { compilersFactory: WITHOUT_SCHEMAS },
  });
  if (trustsWhoeverConnects(configuration)) {
    log.warn(
      { TRUST_PROXY: configuration.trustProxy },
      'TRUST_PROXY is a number, so anyone who reaches the port can name any client address and pass IP allow-lists: let only the ' +
        'proxies reach it, or set TRUST_PROXY to their addresses',
    );
  }
  // Before the request's address is asked for.
  if (configuration.trustProxy !== false) readForwardedFor(adapter.getInstance());
  readRequestBodies(adapter.getInstance());
  answerAfterTheBody(adapter.getInstance());
  answerWhateverIsExpected(adapter.getHttpServer());
  const app = await NestFactory.create<NestFastifyApplication>(GatewayModule.forRuntime(runtime), adapter, {
    bodyParser: false,
    logger: new NestLogger(log),
  });
  app.useGlobalGuards(new AdmissionGuard(app.get(Admission), app.get(RateLimiter), meter));
  app.useGlobalPipes(new InputPipe());
  app.useGlobalFilters(new ErrorFilter(log, app.get(AccessRecord)));
  // Requests wait in the memory of the instance that they came to.
  const strategy = runtime.bus.transport('gateway', { eventsToEveryInstance: true });
  app.connectMicroservice<MicroserviceOptions>({ strategy });
  installRequestHooks(adapter.getInstance(), {
    authenticator: app.get(Authenticator),
    sessions: app.get(SessionAuthenticator),
    cookies: app.get(Cookies),
    limiter: app.get(RateLimiter),
    sources: app.get(SourceLimiter),
    admission: app.get(Admission),
    uses: app.get(KeyUses),
    access: app.get(AccessRecord),
    drain: app.get(Drain),
    term: runtime.term,
    clock,
    log,
    meter,
    tracing,
  });
  if (configuration.console) {
    const files = ConsoleFiles.read(consoleFolder);
    if (files !== null) serveConsole(adapter.getInstance(), files);
    else log.warn({ folder: consoleFolder }, 'the console is not built, so there is no /console: run "npm run build"');
  }
  return app;
}

/** Takes no more requests, and resolves when those under way are answered. The bus is still listened to. */
export function drainRequests(app: NestFastifyApplication): Promise<void> {
  return app.get(Drain).close();
}

/** A gateway that serves the API. */
export interface Listening extends FirstKeys {
  /** Where: `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Where the console is; null: it is switched off, or not built. */
  readonly consoleUrl: string | null;
}

/**
 * Serves the API, and then makes the API keys of a first start: one that cannot listen has made none.
 *
 * @param app - started
 * @throws Error with the code `EADDRINUSE` when the port is taken
 */
export async function listen(
  app: NestFastifyApplication,
  { host, port }: Pick<Configuration, 'host' | 'port'>,
): Promise<Listening> {
  await app.listen(port, host);
  const keys = await app.get(BootstrapKeys).makeFirst();
  const url = await app.getUrl();
  const consoleUrl = app.getHttpAdapter().getInstance().hasRoute({ method: 'GET', url: CONSOLE_PATH })
    ? `${url}${CONSOLE_PATH}`
    : null;
  return { url, consoleUrl, ...keys };
}

function proxies(trusted: number | readonly string[]): number | string[] {
  return typeof trusted === 'number' ? trusted : [...trusted];
}

function refuseSchemas(): never {
  throw new TypeError('a route has a schema, and nothing here compiles schemas');
}
