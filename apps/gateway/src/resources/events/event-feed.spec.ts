import { startGateway, type TestGateway } from '../../testing/gateway';

const LOST = 'evt_01JD8Z5M3V7T9G2K4XQW6N0B1C';
const LAST = 'evt_01JD8Z5M3V7T9G2K4XQW6N0B0A';

describe('a reader of the event feed whose last event a restore has lost', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
    gateway.fakes.answers.set('webhook.event', () => null);
  });
  afterAll(() => gateway.stop());

  it.each(['/v1/events?order=asc', '/v1/events/stream?'])('is told by %s which one to continue after', async (path) => {
    const read = () => gateway.send('GET', `${path}${path.endsWith('?') ? '' : '&'}starting_after=${LOST}`);
    expect((await read()).body).toMatchObject({ param: 'starting_after', message: 'There is no such event.' });
    gateway.fakes.answers.set('webhook.boundary_event', () => LAST);
    const { status, body } = await read();
    expect([status, body['param']]).toEqual([400, 'starting_after']);
    expect(body['message']).toContain(`continue after ${LAST}.`);
    gateway.fakes.answers.delete('webhook.boundary_event');
  });
});
