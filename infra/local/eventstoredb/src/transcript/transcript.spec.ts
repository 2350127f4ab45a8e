import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEventStoreDbUrl } from '@stablecoin/stores';
import type { ServerVersionName } from '../server-version';
import { EventStoreDbStandIn } from '../stand-in';
import { appendSteps } from './append-steps';
import { readSteps } from './read-steps';
import recorded from './recorded-23.10.json';
import differing from './recorded-26.0.json';
import { Recorder } from './recorder';
import { subscribeSteps } from './subscribe-steps';

/**
 * What EventStoreDB 23.10.8 answered, step by step, is in `recorded-23.10.json`. KurrentDB 26.0.3 answered the same,
 * except for what is in `recorded-26.0.json`. Whatever stands in for them has to answer as they did. With
 * `EVENT_STORE_URL` a real server is held to it as well.
 */
const RECORDED = { '23.10': recorded, '26.0': { ...recorded, ...differing } } as const satisfies Readonly<
  Record<ServerVersionName, object>
>;
const VERSIONS = ['23.10', '26.0'] as const satisfies readonly ServerVersionName[];

describe('the transcript of a real server', () => {
  async function answersOf(url: string, version: ServerVersionName): Promise<unknown> {
    const esdb = url.replace(/^kurrentdb/, 'esdb');
    const credentials = parseEventStoreDbUrl(url).credentials ?? { username: 'admin', password: 'changeit' };
    const recorder = new Recorder(esdb, credentials);
    await appendSteps(recorder, 'batch');
    await appendSteps(recorder, 'plain');
    await readSteps(recorder);
    await subscribeSteps(recorder, version === '23.10' ? 'confirmation' : 'caughtUp');
    await recorder.client.dispose();
    return recorder.outcomes;
  }

  it('has a step of the same name for each that differs', () => {
    expect(Object.keys(recorded)).toEqual(expect.arrayContaining(Object.keys(differing)));
  });

  it.each(VERSIONS)('of %s is what the stand-in answers', async (version) => {
    const folder = mkdtempSync(join(tmpdir(), 'eventstoredb-'));
    const standIn = await EventStoreDbStandIn.start({ folder, version });
    try {
      expect(await answersOf(standIn.url, version)).toEqual(RECORDED[version]);
    } finally {
      await standIn.stop();
      rmSync(folder, { recursive: true });
    }
  });

  const server = process.env['EVENT_STORE_URL'];
  if (server === undefined) return;
  it('of its version is what the server of EVENT_STORE_URL answers', async () => {
    const version = await versionOf(server);
    expect(await answersOf(server, version)).toEqual(RECORDED[version]);
  });
});

/** The recorded version that a server is nearest to. */
async function versionOf(url: string): Promise<ServerVersionName> {
  const { nodes, tls } = parseEventStoreDbUrl(url);
  const response = await fetch(`${tls ? 'https' : 'http'}://${nodes[0]?.address}:${nodes[0]?.port}/info`);
  const { dbVersion, esVersion } = (await response.json()) as {
    readonly dbVersion?: string;
    readonly esVersion?: string;
  };
  return Number.parseInt(dbVersion ?? esVersion ?? '', 10) >= 25 ? '26.0' : '23.10';
}
