import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEventStoreDbUrl } from '@stablecoin/event-sourcing';
import { EventStoreDbStandIn } from '../stand-in';
import { appendSteps } from './append-steps';
import { readSteps } from './read-steps';
import recorded from './recorded.json';
import { Recorder } from './recorder';
import { subscribeSteps } from './subscribe-steps';

/**
 * What EventStoreDB 23.10.8 answered, step by step, is in `recorded.json`: whatever stands in for it has to answer the
 * same. With `EVENT_STORE_URL` a real server is held to it as well.
 */
describe('the transcript of a real EventStoreDB', () => {
  let folder: string;
  let standIn: EventStoreDbStandIn;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'eventstoredb-'));
    standIn = await EventStoreDbStandIn.start({ folder });
  });
  afterAll(async () => {
    await standIn.stop();
    rmSync(folder, { recursive: true });
  });

  async function answersOf(url: string): Promise<unknown> {
    const credentials = parseEventStoreDbUrl(url).credentials ?? { username: 'admin', password: 'changeit' };
    const recorder = new Recorder(url, credentials);
    await appendSteps(recorder, 'batch');
    await appendSteps(recorder, 'plain');
    await readSteps(recorder);
    await subscribeSteps(recorder);
    await recorder.client.dispose();
    return recorder.outcomes;
  }

  it('is what the stand-in answers', async () => {
    expect(await answersOf(standIn.url)).toEqual(recorded);
  });

  const server = process.env['EVENT_STORE_URL'];
  if (server === undefined) return;
  it('is what the server of EVENT_STORE_URL answers', async () => {
    expect(await answersOf(server)).toEqual(recorded);
  });
});
