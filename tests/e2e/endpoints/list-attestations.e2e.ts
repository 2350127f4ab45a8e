import { attestationOf } from '../support/attestations';
import { expectError } from '../support/payments';
import { useService } from '../support/service';

describe('GET /v1/compliance/attestations', () => {
  const service = useService();
  const api = () => service.api.as('list_attestations');
  const create = async (fields: object) =>
    (await api().post('/compliance/attestations', attestationOf({ ...fields }))).body;
  const list = async (query: string) => (await api().get(`/compliance/attestations?${query}`)).body;

  it('lists page by page, the newest first, and by address or owner', async () => {
    const ofAddress = await create({});
    const ofOwner = await create({ address: undefined, owner: 'agent:listed' });
    const first = await list('limit=1');
    expect(first).toEqual({ data: [ofOwner], has_more: true, next_cursor: ofOwner['id'] });
    const second = await list(`limit=1&starting_after=${String(ofOwner['id'])}`);
    expect(second).toEqual({ data: [ofAddress], has_more: false, next_cursor: null });
    const address = String(ofAddress['address']).toLowerCase();
    expect(await list(`address=${address}`)).toMatchObject({ data: [ofAddress] });
    expect(await list('owner=agent:listed')).toMatchObject({ data: [ofOwner] });
    expect(await list('owner=agent:unlisted')).toMatchObject({ data: [] });
  });

  it('answers 400 for a filter by both, and for a cursor of something else', async () => {
    const both = `/compliance/attestations?owner=user:1&address=0x${'1'.repeat(40)}`;
    expectError(await api().get(both), 400, 'invalid_request', { param: 'owner' });
    const cursor = '/compliance/attestations?starting_after=pay_01JD8Z5M3V7T9G2K4XQW6N0B1C';
    expectError(await api().get(cursor), 400, 'invalid_request', { param: 'starting_after' });
  });
});
