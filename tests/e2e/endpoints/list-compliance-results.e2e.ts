import { expectError } from '../support/payments';
import { MAGIC, newAddress } from '../support/screenings';
import { useService } from '../support/service';

describe('GET /v1/compliance/checks', () => {
  const service = useService();
  const api = () => service.api.as('list_checks');
  const check = async (address: string) =>
    (await api().post('/compliance/check', { address, country_code: 'DE' })).body;
  const list = async (query: string) => (await api().get(`/compliance/checks?${query}`)).body;

  it('lists results page by page, the newest first, by status, address, owner and time', async () => {
    const cleared = await check(newAddress('listed'));
    const blocked = await check(MAGIC.evm('d001'));
    const review = await check(MAGIC.evm('d005'));
    const all = { data: [review, blocked, cleared] };
    expect(await list('limit=3')).toMatchObject(all);
    expect(await list('limit=1')).toEqual({ data: [review], has_more: true, next_cursor: review['ref'] });
    expect(await list(`starting_after=${String(review['ref'])}`)).toMatchObject({ data: [blocked, cleared] });
    expect(await list('status=review')).toMatchObject({ data: [review] });
    expect(await list('status=blocked')).toMatchObject({ data: [blocked] });
    expect(await list(`address=${String(cleared['address']).toLowerCase()}`)).toMatchObject({ data: [cleared] });
    expect(await list('owner=user:1')).toMatchObject({ data: [] });
    expect(await list('created_after=2100-01-01')).toMatchObject({ data: [] });
    expect(await list('created_before=2100-01-01')).toMatchObject(all);
  });

  it('lists the verification of the owner of a wallet', async () => {
    await api().post('/wallets', { owner: 'agent:checked', chain: 'base' });
    expect(await list('owner=agent:checked')).toMatchObject({
      data: [{ address: 'agent:checked', status: 'cleared' }],
    });
  });

  it('lists nothing of another account', async () => {
    await check(newAddress('own'));
    const others = service.api.as('list_checks_other');
    expect((await others.get('/compliance/checks')).body).toMatchObject({ data: [] });
  });

  it.each([
    ['status', 'status=pending'],
    ['address', 'address=0x12'],
    ['owner', 'owner=nobody'],
    ['owner', `owner=user:1&address=0x${'1'.repeat(40)}`],
    ['limit', 'limit=0'],
    ['reviewer', 'reviewer=me'],
  ])('answers 400 for %s in %s', async (param, query) => {
    expectError(await api().get(`/compliance/checks?${query}`), 400, 'invalid_request', { param });
  });
});
