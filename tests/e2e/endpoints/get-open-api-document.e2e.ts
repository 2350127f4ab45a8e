import { textOf } from '../support/repository';
import { useService } from '../support/service';

describe('GET /openapi.json', () => {
  const service = useService();

  it('answers the document that is in the repository, as JSON and without a key', async () => {
    const answer = await service.api.get('//openapi.json');
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: JSON.parse(textOf('apps/gateway/openapi.json')) as unknown,
    });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});
