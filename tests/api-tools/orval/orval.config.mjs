export default {
  service: {
    input: './openapi.json',
    output: {
      target: 'generated/api.ts',
      client: 'fetch',
      headers: true,
      baseUrl: { getBaseUrlFromSpecification: true },
    },
  },
};
