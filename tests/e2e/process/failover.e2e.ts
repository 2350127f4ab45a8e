/** @needs own-service */
import { Agent, request } from 'node:http';
import { Client } from 'pg';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { mayUsePostgres } from '@stablecoin/stores/testing';
import { Pair } from '../../../infra/local/pair/pair';
import type { Program } from '../../../infra/local/stack/program';
import { cutLeases } from '../../faults/leases';
import { keyOf } from '../support/accounts';
import settings from '../support/environment.json';

const KEY = keyOf('failover', 'enterprise');

/** Two instances on one PostgreSQL. What one was asked for is repeated at the next, with the same idempotency key. */
(mayUsePostgres() ? describe : describe.skip)('a pair on PostgreSQL', () => {
  const pair = new Pair({ instances: 2, folder: null });
  const paid = new Map<string, string>();
  let url: string;
  let database: Client;

  beforeAll(async () => {
    url = await pair.start({
      ...{ PATH: process.env['PATH'], ...settings, PORT: '0' },
      BOOTSTRAP_API_KEYS: `${KEY}:pair:enterprise`,
    });
    await connect();
  });
  afterAll(async () => {
    await database.end().catch(() => undefined);
    await pair.stop();
  });

  async function connect(): Promise<void> {
    database = new Client(pair.postgres?.url);
    database.on('error', () => undefined);
    await database.connect();
  }

  async function post(key: string, at = url): Promise<{ readonly id: string; readonly status: string }> {
    const response = await fetch(`${at}/v1/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1', idempotency_key: key }),
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string; status: string };
  }

  /** As a client does: it repeats the request with its key until it has an answer. */
  async function pay(key: string): Promise<void> {
    const { id, status } = await eventually(() => post(key));
    expect(status).toBe('settled');
    expect(id).toBe(paid.get(key) ?? id);
    paid.set(key, id);
  }

  /** Everything that was paid before is known, nothing was paid twice, and a new payment works. */
  async function everythingHolds(): Promise<void> {
    for (const key of paid.keys()) await pay(key);
    await pay(`order-${paid.size}`);
    const { rows } = await database.query(
      `select (select count(*) from event_store.events) = (select max(position) from event_store.events) as "noGaps",
              (select count(*)::integer from event_store.events where event like '%"type":"PaymentSettled"%') as settled`,
    );
    expect(rows).toEqual([{ noGaps: true, settled: paid.size }]);
  }

  const leader = (): Promise<Program> => pair.untilLed();
  const nextAfter = (pid: number): Promise<Program> => pair.untilLed({ otherThan: pid });

  it('the standby is alive and not ready, and refuses what it is asked', async () => {
    await everythingHolds();
    const standby = pair.standbys[0] ?? '';
    expect((await fetch(`${standby}/health/live`)).status).toBe(200);
    expect((await fetch(`${standby}/health/ready`)).status).toBe(503);
    await expect(post('order-0', standby)).rejects.toThrow('503');
  });

  it('leads on when the leader is killed', async () => {
    const former = await leader();
    await former.kill();
    await nextAfter(former.pid);
    await everythingHolds();
  });

  it('leads on when the leader freezes; and when that one awakes, it answers nothing, appends nothing, and ends', async () => {
    await eventually(() => pair.standbys.length === 1);
    const former = await leader();
    const { pid } = former;
    const at = pair.urlOf(former);
    const agent = new Agent({ keepAlive: true });
    const get = (): Promise<number | string> =>
      new Promise((resolve) => {
        const asked = request(`${at}/v1/payments?limit=1`, { agent, headers: { authorization: `Bearer ${KEY}` } });
        asked.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
        asked.on('error', () => resolve('no answer')).end();
      });
    expect(await get()).toBe(200);
    former.pause();
    const [asked, ordered] = [get(), post('never', at).catch(() => 'no answer')];
    await nextAfter(pid);
    await everythingHolds();
    const ended = former.ended();
    former.resume();
    expect(await Promise.all([asked, ordered])).toEqual(['no answer', 'no answer']);
    await ended;
    agent.destroy();
    await everythingHolds();
  });

  it('leads on when the leader loses its connection to the database', async () => {
    const { pid } = await leader();
    await cutLeases(pair.postgres?.url ?? '');
    await nextAfter(pid);
    await everythingHolds();
  });

  it('leads on when the database has crashed and is back', async () => {
    const former = await leader();
    const { pid } = former;
    await pair.postgres?.kill();
    await eventually(() => !(former.pid === pid && !former.hasEnded));
    await pair.postgres?.startAgain();
    await leader();
    await connect();
    await everythingHolds();
  });
});
