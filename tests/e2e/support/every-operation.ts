import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditAction } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { AccountName } from './accounts';
import type { Api, ApiResponse } from './api';
import { entriesOf } from './audit-log';
import { OPERATIONS, type Operation } from './openapi';
import { expectError } from './payments';
import { expectReplay, isReplay } from './replays';
import { ROOT, textOf } from './repository';

/**
 * The tests that apply to many operations. The file of an operation in this folder calls those that apply to it, unless a table in
 * tests/e2e/access or tests/e2e/idempotency does.
 */
const ENDPOINTS = 'tests/e2e/endpoints';

/** The operations whose own end-to-end file calls a test of this file. */
export function operationsThatCall(test: (...parameters: never[]) => void): readonly Operation[] {
  const files = readdirSync(join(ROOT, ENDPOINTS)).filter((file) =>
    new RegExp(`^ +${test.name}\\(`, 'm').test(textOf(join(ENDPOINTS, file))),
  );
  return OPERATIONS.filter(({ operationId }) => files.includes(endpointFile(operationId)));
}

/** `createPayment` is tested in `create-payment.e2e.ts`. */
export function endpointFile(operationId: string): string {
  return `${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.e2e.ts`;
}

/** `/payments/:id/cancel` */
export const templateOf = ({ path }: Operation): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** A request, and what its idempotency key must not be used for afterwards. */
export interface Repeatable {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Another path, or another body for the same one. */
  readonly other: { readonly path?: string; readonly body?: Readonly<Record<string, unknown>> };
  readonly status?: number;
  /** What is shown once only, and null in a replay. */
  readonly secret?: string;
}

/** A POST with an idempotency key is carried out once. */
export function itReplays(api: () => Api, make: () => Promise<Repeatable> | Repeatable): void {
  it('is carried out once for an idempotency key, which then is taken', async () => {
    const { path, body, other, status = 200, secret } = await make();
    const idempotency_key = randomUUID();
    const send = () => api().post(path, { ...body, idempotency_key });

    const sent = await Promise.all([send(), send(), send(), send()]);
    const later = await send();

    const originals = sent.filter((response) => !isReplay(response));
    expect(originals).toHaveLength(1);
    const [original] = originals as [ApiResponse];
    expect(original.status).toBe(status);
    if (secret !== undefined) expect(original.body[secret]).toEqual(expect.any(String));
    const shownAgain = secret === undefined ? original.body : { ...original.body, [secret]: null };
    for (const replay of [...sent.filter(isReplay), later]) expectReplay(replay, shownAgain);
    const conflict = await api().post(other.path ?? path, { ...(other.body ?? body), idempotency_key });
    expectError(conflict, 409, 'idempotency_conflict', { param: 'idempotency_key' });
  });
}

/** A request that is refused, by whom it is sent (default: the account of the test) and the code of its error. */
export interface Refused {
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly as?: Api;
  readonly code: string;
}

/** What a client sees of an answer that is not of this very request. */
export const seen = ({ status, body: { request_id, ...body } }: ApiResponse) => ({ status, body });

/** A POST that was refused is refused again in the same words. */
export function itRepeatsItsRefusal(api: () => Api, make: () => Promise<Refused> | Refused): void {
  it('answers a repetition of a refused request with the same status and body', async () => {
    const { path, body = {}, as = api(), code } = await make();
    const keyed = { idempotency_key: randomUUID(), ...body };
    const first = await as.post(path, keyed);
    const again = await as.post(path, keyed);
    const hurried = await as.post(path, keyed, { prefer: 'respond-async' });

    expect(first.body).toMatchObject({ code });
    expect(first.status).toBeGreaterThanOrEqual(400);
    expect([seen(again), seen(hurried)]).toEqual([seen(first), seen(first)]);
    expect(first.body).toMatchObject({ retryable: false });
    const ids = [first, again, hurried].map((each) => each.body['request_id']);
    expect(new Set(ids).size).toBe(3);
    // The refusal of a payment that exists is remembered, and says so; what stored nothing is decided again.
    const isKept = first.body['payment_id'] !== undefined;
    expect([first, again, hurried].map(isReplay)).toEqual([false, isKept, isKept]);
  });
}

/** A write, and what the audit log has of it. */
export interface Audited {
  readonly answer: ApiResponse;
  /** The actions, each with the id of its object. */
  readonly entries: readonly (readonly [action: AuditAction, object: unknown])[];
}

/** The audit log has every entry of a write, and no other. */
export function itIsAudited(api: () => Api, perform: () => Promise<Audited>): void {
  it('is in the audit log, with its actor, action, object and request', async () => {
    const { body: session } = await api().get('/sessions/current');
    const { id: own } = session['actor'] as { readonly id: string };
    const { answer, entries } = await perform();
    expect(answer.status).toBeLessThan(300);
    const request = answer.headers.get('svc-request-id');
    const found = await eventually(async () => {
      const all = await entriesOf(api(), `actor=${own}`);
      const ofRequest = all.filter(({ request_id: id }) => id === request);
      return ofRequest.length >= entries.length && ofRequest;
    });
    expect(found.map(({ action, object }) => [action, object.id]).toSorted()).toEqual(
      entries.map(([action, id]) => [action, id]).toSorted(),
    );
    for (const { actor, object, action } of found) {
      expect(actor).toEqual({
        type: 'key',
        id: own,
        name: null,
        ip: expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$/) as unknown,
      });
      expect(object.type).toBe(action.split('.')[0]);
    }
  });
}

/** The clients for which nothing of an account exists: another account, the other mode, and both. */
export function strangersTo(account: AccountName, api: Api): readonly Api[] {
  return [api.as('tenants_b'), api.as(account, 'live'), api.as('tenants_b', 'live')];
}

/**
 * An object of an account is 404 for other accounts and the other mode.
 *
 * @param operationId - of the operation, whose body is the first example of the document
 * @param account - the owner, which has to see it
 * @param path - of the operation, for such an object
 */
export function itIsIsolated(
  operationId: string,
  service: { readonly api: Api },
  account: AccountName,
  path: () => Promise<string> | string,
): void {
  const { method, body } = operationOf(operationId);
  it('is 404 for an object of another account or mode', async () => {
    const own = await path();
    for (const stranger of strangersTo(account, service.api)) {
      const response = await stranger.request(method, own, body === undefined ? {} : { body: body.example });
      expectError(response, 404, 'not_found');
    }
    // The owner sees it all the same: 404 says that it is not theirs, and not that it is not there.
    if (method === 'GET') expect((await service.api.as(account).get(own)).status).toBe(200);
  });
}

function operationOf(operationId: string): Operation {
  const found = OPERATIONS.find((each) => each.operationId === operationId);
  if (found === undefined) throw new Error(`openapi.json has no operation ${operationId}`);
  return found;
}
