import type * as Chains from '.';

const mockLoaded: string[] = [];
jest.mock('viem/utils', () => {
  mockLoaded.push('viem');
  return jest.requireActual<object>('viem/utils');
});

describe('viem', () => {
  it('is not loaded with the package, only with the adapter', () => {
    jest.isolateModules(() => {
      const chains = jest.requireActual<typeof Chains>('.');
      expect(mockLoaded).toEqual([]);
      expect(typeof chains.loadEvm().openEvmChains).toBe('function');
      expect(mockLoaded).toEqual(['viem']);
    });
  });
});
