import { useService } from './support/service';
import { MAGIC } from './support/screenings';
describe('x', () => {
  const service = useService();
  afterAll(() => console.log('end', Date.now()));
  it('d007', async () => {
    const api = service.api.as('compliance');
    const r = await api.post('/compliance/check', { address: MAGIC.evm('d007'), country_code: 'DE' });
    console.log(r.text, 'done', Date.now());
  });
});
