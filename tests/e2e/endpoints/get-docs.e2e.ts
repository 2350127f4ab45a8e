import { useService } from '../support/service';

describe('GET /docs', () => {
  const service = useService();

  it('answers an HTML page of the API, without a key', async () => {
    const response = await fetch(`${service.api.baseUrl}/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('src="docs/swagger-ui-bundle.js"');
  });
});
