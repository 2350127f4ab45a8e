import { connect } from 'node:net';
import fc from 'fast-check';
import { problemsWith } from './answer-rules';
import type { Api, ApiResponse } from '../e2e/support/api';
import { curlOf } from './curl';
import { shots, type Shot } from './fuzzed-shots';
import type { FuzzedRequest } from './fuzzed-requests';
import { inTurns } from '../rig/load/in-turns';
import { knownIdsFor, type KnownIds } from './known-ids';
import { KEY, type NastyExchange } from './nasty-http';
import { POLLUTION } from './nasty-json';
import { problemsOf } from '../e2e/support/openapi';
import { fillRequest, type FilledRequest } from './send-fuzzed';
import { deleteEndpoints, publishNoRules, subjectOf } from './subjects';

export interface StrangerOptions {
  /** With the stranger's own key. */
  readonly api: Api;
  /** Ids of another tenant. */
  readonly foreign: KnownIds;
  /** Stands in every object of the other tenant, and in nothing of the stranger's. */
  readonly marker: string;
  /** URLs that lead inside. */
  readonly urls: readonly string[];
}

/** A rule that did not hold. */
export interface Finding {
  readonly problems: readonly string[];
  /** Sends it again. */
  readonly command: string;
}

const AT_ONCE = 8;
/** Clients beside them that send a request drop by drop, and never end it. */
const DRIPPING = 16;
const SLOW_MS = 1_000;
/** A slow answer takes so many times as long as a plain one beside it; on a busy machine both are slow. */
const SLOWER_THAN_PLAIN = 20;
const TRIES = 3;
/** Objects that a round begins with, by the path of what they are for. */
const SUBJECTS = [
  '/approvals/{id}',
  '/payments/{id}',
  '/compliance/checks/{id}',
  '/compliance/attestations/{id}',
  '/webhook_endpoints/{id}',
  '/api_keys/{id}',
  '/events/{id}',
  '/rules/drafts/{id}',
];
const WAITS = /0101|0102|0202|0402|d00[567]|Gq[ABC]/i;

/** Sends what nobody should, by the hundred, and looks at every answer. */
export class Stranger {
  sent = 0;
  /** Answers that took over a second once, and not again. */
  slowOnce = 0;

  constructor(private readonly options: StrangerOptions) {}

  /** The same seed sends the same; what is under way beside it is not ours to say. */
  async round(seed: number, count: number): Promise<readonly Finding[]> {
    const { api, urls } = this.options;
    const ids = await knownIdsFor(api);
    for (const path of SUBJECTS) ids.learn(await subjectOf(path, api));
    const chosen = fc.sample(shots(urls), { seed, numRuns: count });
    const dripping = Array.from({ length: DRIPPING }, () => drip(api));
    const found = await inTurns(chosen, AT_ONCE, (shot) => this.#shoot(shot, ids));
    for (const stop of dripping) stop();
    await deleteEndpoints(api);
    await publishNoRules(api);
    return found.filter((each): each is Finding => each !== null);
  }

  async #shoot(shot: Shot, ids: KnownIds): Promise<Finding | null> {
    this.sent += 1;
    switch (shot.kind) {
      case 'request':
        return this.#request(shot, ids);
      case 'bytes':
        return this.#bytes(shot.exchange);
      case 'webhook':
        return this.#webhook(shot.url);
    }
  }

  async #request(shot: Extract<Shot, { kind: 'request' }>, ids: KnownIds): Promise<Finding | null> {
    const { api, foreign } = this.options;
    const { request } = shot;
    const filled = fillRequest(request, shot.foreign ? foreign : ids);
    const { response, slow } = await this.#timed(request, filled);
    if (!shot.foreign && request.operation.name !== 'get /v1/api_keys') ids.learn(response.text);
    const problems = [...this.#problemsOf(shot, response), ...(slow === null ? [] : [`an answer after ${slow} ms`])];
    return problems.length === 0 ? null : { problems, command: curlOf(api, filled) };
  }

  #problemsOf({ request, foreign, mustFail }: Extract<Shot, { kind: 'request' }>, response: ApiResponse): string[] {
    const { operation, body, anyRoute = false } = request;
    const { status, text } = response;
    // What is found nowhere counts against no limit.
    const answered = anyRoute ? { ...operation, authenticated: false } : operation;
    const problems = [...(anyRoute && status === 404 ? [] : problemsWith(answered, response))];
    const say = (isOne: boolean, problem: string): void => {
      if (isOne) problems.push(`${problem}: ${status} ${text.slice(0, 500)}`);
    };
    const takesBody = operation.body !== undefined && !anyRoute;
    const isBroken = takesBody && body !== null && problemsOf(operation.body.schema, body.value).length > 0;
    say(isBroken && status !== 400, 'a body that the document refuses');
    say(mustFail && status < 400, 'a body that nobody may take');
    say(foreign && /\$id/.test(request.path) && status < 400, 'an object of another tenant');
    say(text.includes(this.options.marker), 'data of another tenant');
    say(new RegExp(`[^\\\\]"${POLLUTION}":`).test(text) && status < 400, 'a polluted prototype');
    return problems;
  }

  /** An answer that is slow on a busy machine is not slow again and again, or a plain one is as slow. */
  async #timed(
    { options }: FuzzedRequest,
    filled: FilledRequest,
  ): Promise<{ readonly response: ApiResponse; readonly slow: number | null }> {
    const asksToWait =
      'Prefer' in (options.headers ?? {}) || /[?&]wait=/.test(filled.path) || WAITS.test(JSON.stringify(filled));
    for (let attempt = 1; ; attempt++) {
      const began = performance.now();
      const response = await this.options.api.request(filled.method, filled.path, filled.options);
      const ms = Math.round(performance.now() - began);
      if (ms <= SLOW_MS || asksToWait || ms <= SLOWER_THAN_PLAIN * (await this.#plainMs())) {
        return { response, slow: null };
      }
      if (attempt === TRIES) return { response, slow: ms };
      if (attempt === 1) this.slowOnce += 1;
    }
  }

  async #plainMs(): Promise<number> {
    const began = performance.now();
    await this.options.api.get('/payments?limit=1');
    return performance.now() - began;
  }

  async #bytes({ name, bytes, hangsUp = false }: NastyExchange): Promise<Finding | null> {
    const { api, marker } = this.options;
    const sent = Buffer.from(bytes.replaceAll(KEY, String(api.key)), 'latin1');
    const text = await exchangeBytes(api.baseUrl, sent, hangsUp ? 0 : SILENCE_MS);
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
    const problems = [
      ...statuses.filter((status) => status >= 500).map((status) => `${name}: ${status} ${text.slice(0, 500)}`),
      ...(text !== '' && statuses.length === 0 ? [`${name}: no HTTP ${text.slice(0, 500)}`] : []),
      ...(text.includes(marker) ? [`${name}: data of another tenant`] : []),
      ...(/^x-injected:/im.test(text) ? [`${name}: a header that was injected`] : []),
    ];
    const { hostname, port } = new URL(api.baseUrl);
    const command = `base64 -d <<< ${sent.toString('base64')} | nc -q1 ${hostname} ${port}`;
    return problems.length === 0 ? null : { problems, command };
  }

  async #webhook(url: string): Promise<Finding | null> {
    const { api } = this.options;
    const filled = {
      method: 'POST',
      path: '/webhook_endpoints',
      options: { body: { url, events: ['treasury.low_balance'] } },
    };
    const { status, body, text } = await api.request(filled.method, filled.path, filled.options);
    if (status === 200) await api.post(`/webhook_endpoints/${String(body['id'])}/test`);
    if (status === 200 || (status === 400 && body['param'] === 'url')) return null;
    return { problems: [`neither taken nor refused: ${status} ${text}`], command: curlOf(api, filled) };
  }
}

/** How long an answer to bytes is waited for that may never have one. */
const SILENCE_MS = 300;
const DROP_MS = 50;

/** Sends bytes and reads what comes back until there is silence; then hangs up in the middle of whatever it is. */
function exchangeBytes(baseUrl: string, bytes: Buffer, silenceMs: number): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    // Being hung up on is an answer too.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.write(bytes, () => {
      if (silenceMs === 0) socket.destroy();
    });
  });
}

/** Begins a payment and sends a byte of it now and then. @returns what hangs up */
function drip({ baseUrl, key }: Api): () => void {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.resume();
  const head = ['POST /v1/payments HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${String(key)}`];
  socket.write([...head, 'Content-Type: application/json', 'Content-Length: 60000', '', '{"memo":"'].join('\r\n'));
  const dripping = setInterval(() => socket.write('x'), DROP_MS);
  return () => {
    clearInterval(dripping);
    socket.destroy();
  };
}
